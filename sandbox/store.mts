import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Account } from './accounts.mts';
import type { Price } from './pricing.mts';
import type { DocumentType, JsonObject } from './types.mts';

/** What an order fixed for good. */
export interface NoticeData {
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

export interface StoredDocument {
	type: Extract<DocumentType, 'attestation' | 'justificatif'>;
	number: string | null;
	token: string;
}

export interface Notice {
	id: number;
	publicKey: string;
	reference: string;
	number: string | null;
	status: string;
	motif: string;
	cancelled: boolean;
	createdAt: number;
	documents: StoredDocument[];
	/** Identifiers of its invoices and credit notes. */
	invoices: number[];
	data: NoticeData;
}

export interface Invoice {
	id: number;
	type: Extract<DocumentType, 'facture' | 'avoir'>;
	number: string;
	token: string;
	issued: string;
	due: string;
	lines: Array<{ notice: number; reference: string; price: Price }>;
	customer: string;
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
		const saved = database?.prepare('SELECT data FROM rows WHERE kind = ? ORDER BY id').all(kind);
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
			?.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?)')
			.run(this.#kind, row.id, JSON.stringify(row));
		return row;
	}

	clear(): void {
		this.rows.clear();
		this.#database?.prepare('DELETE FROM rows WHERE kind = ?').run(this.#kind);
	}
}

/** What the sandbox knows, in memory; with a file also there, as JSON in SQLite, for the next start. */
export class Store {
	readonly #database: DatabaseSync | undefined;
	readonly accounts: Table<Account>;
	readonly notices: Table<Notice>;
	readonly invoices: Table<Invoice>;
	/** Notices by reference and by order number, the oldest first. */
	readonly #named = { reference: new Map<string, Notice[]>(), number: new Map<string, Notice[]>() };

	/** @param file a path, or `:memory:` */
	constructor(file: string) {
		if (file !== ':memory:') {
			const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
			this.#database = new DatabaseSync(file);
			this.#database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE IF NOT
				EXISTS rows (kind TEXT, id INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id))`);
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
		for (const column of ['reference', 'number'] as const) {
			const name = notice[column];
			if (name === null) continue;
			const list = this.#named[column].get(name.toLowerCase());
			if (list) list.push(notice);
			else this.#named[column].set(name.toLowerCase(), [notice]);
		}
	}

	/** Notices of that reference, or of that order number: those still standing first, then the newest. */
	noticesBy(column: 'reference' | 'number', value: string, numberCase = 'distinguished'): Notice[] {
		const found = [...(this.#named[column].get(value.toLowerCase()) ?? [])].reverse();
		const exact = column === 'reference' || numberCase === 'distinguished';
		return found
			.filter((notice) => !exact || notice[column] === value)
			.sort((a, b) => Number(a.cancelled) - Number(b.cancelled));
	}

	invoicesOf(notice: Notice): Invoice[] {
		return notice.invoices.flatMap((id) => this.invoices.rows.get(id) ?? []);
	}

	/** Forgets every notice, document and invoice; accounts and contacts stay. */
	clear(): void {
		this.notices.clear();
		this.invoices.clear();
		this.#named.reference.clear();
		this.#named.number.clear();
	}

	close(): void {
		this.#database?.close();
	}
}

/** The part of a document's link that cannot be guessed. */
export function newToken(): string {
	return randomBytes(12).toString('hex');
}
