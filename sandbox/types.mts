import type { IncomingHttpHeaders } from 'node:http';
import type { NoticeData } from './store.mts';

export type Words<T extends string> = T extends `${infer First} ${infer Rest}`
	? First | Words<Rest>
	: T;

/** The words of a text that is written in the code, for the compiler as well. */
export const words = <const T extends string>(text: T) => text.split(' ') as Array<Words<T>>;

/** Names of the service's calls, used by the journal and to aim a fault at one of them. */
export const routeNames = [
	...words('quote order cancel statuses status invoicesBatch invoices documentsBatch documents'),
	...words('publications dates client contacts createContact countries departments'),
	...words('styleSheets categories forfaits pdf unknown'),
];
export type RouteName = (typeof routeNames)[number];

export type JsonObject = Record<string, unknown>;

/** One call that reached the sandbox, in the order of arrival. */
export interface JournalCall {
	n: number;
	/** Epoch milliseconds of arrival. */
	at: number;
	route: RouteName;
	method: string;
	/** Path as on the wire, without the query and without the proxy prefix. */
	path: string;
	query: string;
	publicKey: string | null;
	headers: IncomingHttpHeaders;
	/** Body as text, exactly as received. */
	body: string;
	/** Whether the service processed and accepted the call, even when a fault then hid the answer. */
	accepted: boolean;
	/** Codes of the refusal that was sent, or that the fault hid. */
	codes: string[];
	/** HTTP status sent; null while the call is under way or when the connection was cut. */
	status: number | null;
	fault: string | null;
	durationMs: number | null;
}

/** One notice that was registered: what the exactly-once tests count. */
export interface JournalOrder extends Omit<NoticeData, 'price'> {
	reference: string;
	numero_commande: string | null;
	publicKey: string;
	/** Epoch milliseconds. */
	at: number;
	statut: string;
	motif: string;
	cancelled: boolean;
	invoiced: boolean;
	/** Euros including tax. */
	montant_ttc: number;
	documents: Array<{ type: string; numero?: string; url: string }>;
}

export const documentTypes = words('attestation justificatif facture avoir');
export type DocumentType = (typeof documentTypes)[number];
