/** What a quote and an order consist of: the bodies that are sent, and what the node has to know beside them. */
import type { Facturation } from './advertiser';
import type { Header } from './header';
import type { OrderIdentity } from './orderNumber';
import type { PreparedText } from '../reading/text/prepare';

/** Body of a quote (specification, endpoint 1); an order adds to it. What is undefined is not sent. */
export interface QuoteBody {
	publication: number;
	departement: string;
	date_parution?: string | undefined;
	categorie: string;
	forfait?: string | undefined;
	entete?: Header | undefined;
	texte: string;
	justificatifs_papiers?: number | undefined;
	justificatif_numerique?: boolean | undefined;
}

/** Body of an order (specification, endpoint 2). */
export interface OrderBody extends QuoteBody {
	contact?: number | undefined;
	numero_commande?: string | undefined;
	dossier: string;
	/** Required, as is the next field for advertisers; undefined until the account's default is read. */
	mode_facturation?: string | undefined;
	facturation?: Facturation | undefined;
	envoi_justificatif?: boolean | undefined;
	largeur?: number | undefined;
	largeur_texte?: number | undefined;
}

/** What a person should know of a notice: in English for whoever runs the workflow, in French for whoever approves it. */
export interface Note {
	readonly english: string;
	readonly french: string;
}

export interface PrintableTexts {
	readonly prepared: PreparedText;
	readonly preparedHeader: PreparedText | undefined;
	/** What is not about one of the two texts alone. */
	readonly notes: readonly Note[];
	/** Both as the node prepares them by itself, before it knows the service's style sheets; `header` is '' for none. */
	readonly ownHtml: { readonly text: string; readonly header: string };
}

export interface NoticeInput extends PrintableTexts {
	readonly body: QuoteBody;
	/** Words of the header that the publication leaves out. */
	readonly lostWords: readonly string[];
	/** The file that a preview names; undefined where none is wanted. */
	readonly previewFile: string | undefined;
	readonly requestedDate: string | undefined;
	readonly ifDateMoves: 'accept' | 'fail';
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	readonly identity: Omit<OrderIdentity, 'fileReference'>;
	/** See `fingerprintOf`. */
	readonly fingerprint: string;
}

/** Who is billed, and what a person should know of it. */
export interface Billing {
	readonly body: Pick<OrderBody, 'mode_facturation' | 'facturation'>;
	readonly warnings: readonly string[];
}

export interface OrderInput {
	readonly notice: NoticeInput;
	/** What is sent, but for the billing. */
	readonly body: OrderBody;
	/** The account's default is read beside everything else. It fails with an InputProblem where there is none. */
	readonly billing: Promise<Billing>;
	readonly ifAlreadyOrdered: 'returnExisting' | 'fail';
	/** What its automatic number is made of. */
	readonly identity: OrderIdentity;
	/** The order number that the person gave; undefined where they gave none. */
	readonly customNumber: string | undefined;
	readonly numberMode: 'automatic' | 'custom' | 'none';
	/** An amount in euros including tax. */
	readonly maximumTotal: number | undefined;
	/** The last day for its publication, `AAAA-MM-JJ`. */
	readonly publishBy: string | undefined;
}
