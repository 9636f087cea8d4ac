import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Account } from './accounts.mts';
import type { Price } from './pricing.mts';
import { words, type JsonObject } from './types.mts';

export const documentTypes = words('attestation justificatif facture avoir');
export type DocumentType = (typeof documentTypes)[number];

export interface StoredDocument {
	type: DocumentType;
	numero: string | null;
	token: string;
}

export interface Invoice extends StoredDocument {
	id: number;
	type: 'facture' | 'avoir';
	numero: string;
	issued: string;
	due: string;
	lines: Array<{ notice: number; reference: string; price: Price }>;
	customer: string;
}

/** What an order fixed for good. */
export interface NoticeData {
	numero_commande: string | null;
	dossier: string;
	date_parution: string;
	date_bouclage: string;
	publication: number;
	departement: string;
	libelle: string;
	categorie: string;
	digitalProof: boolean;
	/** As composed. */
	texte: string;
	price: Price;
	/** The order as received. */
	body: JsonObject;
}

export interface Notice extends NoticeData {
	id: number;
	publicKey: string;
	reference: string;
	statut: string;
	motif: string;
	cancelled: boolean;
	/** When it was ordered, in epoch milliseconds. */
	at: number;
	/** Attestation and proofs. */
	documents: StoredDocument[];
	/** Identifiers of its invoices and credit notes. */
	invoices: number[];
}

/** Everything of one kind, by its number; numbers are not used again while the sandbox runs. */
class Table<T extends { id: number }> {
	readonly rows: Map<number, T>;
	#last: number;

	constructor(saved: readonly T[] = []) {
		this.rows = new Map(saved.map((row) => [row.id, row]));
		this.#last = saved.at(-1)?.id ?? 0;
	}

	add(make: (id: number) => T): T {
		this.#last += 1;
		const row = make(this.#last);
		this.rows.set(this.#last, row);
		return row;
	}
}

/** What the sandbox knows, in memory; with a file also there, as JSON, for the next start. */
export class Store {
	readonly accounts: Table<Account>;
	readonly notices: Table<Notice>;
	readonly invoices: Table<Invoice>;
	readonly #file: string | undefined;
	/** Notices by reference and by order number in lower case, the newest first. */
	readonly #named = new Map<string, Notice[]>();

	/** @throws {Error} for a file that cannot be read as JSON */
	constructor(file?: string) {
		this.#file = file;
		const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '{}';
		const saved = JSON.parse(text) as Partial<Record<string, never[]>>;
		this.accounts = new Table(saved.accounts);
		this.notices = new Table(saved.notices);
		this.invoices = new Table(saved.invoices);
		for (const notice of this.notices.rows.values()) this.#index(notice);
	}

	/** After every change. */
	save(): void {
		if (this.#file === undefined) return;
		const all = {
			accounts: [...this.accounts.rows.values()],
			notices: [...this.notices.rows.values()],
			invoices: [...this.invoices.rows.values()],
		};
		// Whole or not at all, should the process end here.
		writeFileSync(`${this.#file}.new`, JSON.stringify(all));
		renameSync(`${this.#file}.new`, this.#file);
	}

	addNotice(make: (id: number) => Notice): Notice {
		const notice = this.notices.add(make);
		this.#index(notice);
		this.save();
		return notice;
	}

	#index(notice: Notice): void {
		for (const name of [notice.reference, notice.numero_commande]) {
			const key = name?.toLowerCase();
			if (key !== undefined) this.#named.set(key, [notice, ...(this.#named.get(key) ?? [])]);
		}
	}

	/** Notices of that reference or order number: those not cancelled first, then the newest. */
	noticesBy(
		column: 'reference' | 'numero_commande',
		value: string,
		numberCase = 'distinguished',
	): Notice[] {
		const folded = (text: string | null) =>
			column === 'reference' || numberCase === 'distinguished' ? text : text?.toLowerCase();
		const found = this.#named.get(value.toLowerCase()) ?? [];
		return found
			.filter((notice) => folded(notice[column]) === folded(value))
			.sort((a, b) => Number(a.cancelled) - Number(b.cancelled));
	}

	invoicesOf(notice: Notice): Invoice[] {
		return notice.invoices.flatMap((id) => this.invoices.rows.get(id) ?? []);
	}

	/** Forgets every notice, document and invoice; accounts and contacts stay. */
	clear(): void {
		for (const part of [this.notices.rows, this.invoices.rows, this.#named]) part.clear();
		this.save();
	}
}

/** The part of a document's link that cannot be guessed. */
export function newToken(): string {
	return randomBytes(12).toString('hex');
}
