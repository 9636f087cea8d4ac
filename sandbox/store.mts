import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
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

/** Everything of one kind, by its number; numbers are not used again. */
class Table<T extends { id: number }> {
	readonly rows = new Map<number, T>();
	readonly #kind: string;
	readonly #database: DatabaseSync | undefined;
	#last = 0;

	constructor(kind: string, database: DatabaseSync | undefined) {
		this.#kind = kind;
		this.#database = database;
		const saved = database?.prepare('SELECT data FROM saved WHERE kind = ? ORDER BY id').all(kind);
		for (const { data } of saved ?? []) {
			const row = JSON.parse(String(data)) as T;
			this.rows.set(row.id, row);
			this.#last = row.id;
		}
	}

	add(make: (id: number) => T): T {
		this.#last += 1;
		return this.save(make(this.#last));
	}

	/** Keeps a row that is new or was changed. */
	save(row: T): T {
		this.rows.set(row.id, row);
		this.#database
			?.prepare('INSERT OR REPLACE INTO saved VALUES (?, ?, ?)')
			.run(this.#kind, row.id, JSON.stringify(row));
		return row;
	}

	clear(): void {
		this.rows.clear();
		this.#database?.prepare('DELETE FROM saved WHERE kind = ?').run(this.#kind);
	}
}

/** What the sandbox knows, in memory; with a file also there, as JSON in SQLite, for the next start. */
export class Store {
	readonly #database: DatabaseSync | undefined;
	readonly accounts: Table<Account>;
	readonly notices: Table<Notice>;
	readonly invoices: Table<Invoice>;
	/** Notices by reference and by order number in lower case, the newest first. */
	readonly #named = new Map<string, Notice[]>();

	/** @param file a path, or `:memory:` */
	constructor(file: string) {
		if (file !== ':memory:') {
			const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
			this.#database = new DatabaseSync(file);
			this.#database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE IF NOT
				EXISTS saved (kind TEXT, id INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id))`);
		}
		this.accounts = new Table('account', this.#database);
		this.notices = new Table('notice', this.#database);
		this.invoices = new Table('invoice', this.#database);
		for (const notice of this.notices.rows.values()) this.#index(notice);
	}

	addNotice(make: (id: number) => Notice): Notice {
		const notice = this.notices.add(make);
		this.#index(notice);
		return notice;
	}

	#index(notice: Notice): void {
		for (const name of [notice.reference, notice.numero_commande]) {
			const key = name?.toLowerCase();
			if (key !== undefined) this.#named.set(key, [notice, ...(this.#named.get(key) ?? [])]);
		}
	}

	/** Notices of that reference or order number: those still standing first, then the newest. */
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
		this.notices.clear();
		this.invoices.clear();
		this.#named.clear();
	}

	close(): void {
		this.#database?.close();
	}
}

/** The part of a document's link that cannot be guessed. */
export function newToken(): string {
	return randomBytes(12).toString('hex');
}
