import type { DocumentType } from './notices.mts';
import type { Personality } from './personality.mts';

export interface EmulatorOptions {
	/** 0, the default, takes a free port. */
	port?: number;
	/** Which side the silences of the specification fall on; `lenient` by default. */
	personality?: Personality['name'];
	/** A path in front of the interface, such as `/recette`; it is no part of the signed path. */
	basePath?: string;
	/** The clock of the service, in milliseconds. */
	now?: () => number;
	/** Billing modes open to the account; both by default. */
	billingModes?: readonly string[];
	/** Status of a notice just ordered, instead of the personality's own. */
	initialStatus?: string;
}

export interface OrderSeen {
	reference: string;
	numero_commande?: string;
	dossier: string;
	body: unknown;
	cancelled: boolean;
}

export interface CallSeen {
	method: string;
	/** As sent, without the query string and without the base path. */
	path: string;
	accepted: boolean;
	codes: string[];
}

export interface Emulator {
	url: string;
	publicKey: string;
	secretKey: string;
	orders(): ReadonlyArray<OrderSeen>;
	calls(): ReadonlyArray<CallSeen>;
	/** PDF files fetched; `keys` tells whether the headers of the interface were sent along. */
	downloads(): ReadonlyArray<{ path: string; keys: boolean }>;
	setStatus(reference: string, statut: string, motif?: string): void;
	addDocument(reference: string, type: DocumentType): void;
	close(): Promise<void>;
}
