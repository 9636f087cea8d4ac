import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Account } from './accounts.mts';
import {
	isAccount,
	parse,
	text,
	toDocument,
	toInvoice,
	toNotice,
	type Contact,
	type Invoice,
	type Notice,
	type Row,
	type StoredDocument,
} from './records.mts';

const schema = `
	CREATE TABLE IF NOT EXISTS accounts (public_key TEXT PRIMARY KEY, data TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS contacts (
		id INTEGER PRIMARY KEY AUTOINCREMENT, public_key TEXT NOT NULL, nom TEXT NOT NULL,
		prenom TEXT NOT NULL, email TEXT NOT NULL, portal INTEGER NOT NULL DEFAULT 0);
	CREATE TABLE IF NOT EXISTS notices (
		id INTEGER PRIMARY KEY AUTOINCREMENT, public_key TEXT NOT NULL, reference TEXT NOT NULL,
		number TEXT, status TEXT NOT NULL, motif TEXT NOT NULL DEFAULT '',
		cancelled INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, data TEXT NOT NULL);
	CREATE INDEX IF NOT EXISTS notices_by_reference ON notices (reference);
	CREATE INDEX IF NOT EXISTS notices_by_number ON notices (number);
	CREATE TABLE IF NOT EXISTS documents (
		id INTEGER PRIMARY KEY AUTOINCREMENT, notice INTEGER NOT NULL, type TEXT NOT NULL,
		number TEXT, token TEXT NOT NULL UNIQUE);
	CREATE INDEX IF NOT EXISTS documents_by_notice ON documents (notice);
	CREATE TABLE IF NOT EXISTS invoices (
		id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, number TEXT NOT NULL,
		token TEXT NOT NULL UNIQUE, issued TEXT NOT NULL, due TEXT NOT NULL, data TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS invoice_notices (invoice INTEGER NOT NULL, notice INTEGER NOT NULL);
	CREATE INDEX IF NOT EXISTS invoice_notices_by_notice ON invoice_notices (notice);
`;

/** The embedded database: everything that survives a restart when a file is given. */
export class Store {
	readonly #database: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();

	/** @param file a path, or `:memory:` */
	constructor(file: string) {
		this.#database = new DatabaseSync(file);
		this.#database.exec(
			file === ':memory:' ? '' : 'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;',
		);
		this.#database.exec(schema);
	}

	accounts(): Account[] {
		return this.all('SELECT data FROM accounts ORDER BY rowid').map((row) =>
			parse(row.data, isAccount),
		);
	}

	saveAccount(account: Account): void {
		this.run(
			'INSERT OR REPLACE INTO accounts VALUES (?, ?)',
			account.publicKey,
			JSON.stringify(account),
		);
	}

	contacts(publicKey: string): Contact[] {
		const rows = this.all('SELECT * FROM contacts WHERE public_key = ? ORDER BY id', publicKey);
		return rows.map((row) => ({
			id: Number(row.id),
			nom: text(row.nom),
			prenom: text(row.prenom),
			email: text(row.email),
		}));
	}

	addContact(publicKey: string, contact: Omit<Contact, 'id'>, portal = false): Contact {
		const id = this.run(
			'INSERT INTO contacts (public_key, nom, prenom, email, portal) VALUES (?, ?, ?, ?, ?)',
			publicKey,
			contact.nom,
			contact.prenom,
			contact.email,
			Number(portal),
		);
		return { id, ...contact };
	}

	renameContact(id: number, nom: string, prenom: string): void {
		this.run('UPDATE contacts SET nom = ?, prenom = ? WHERE id = ?', nom, prenom, id);
	}

	/** @param nameOf makes the reference from the identifier that the notice got */
	addNotice(
		notice: Omit<Notice, 'id' | 'reference' | 'cancelled'>,
		nameOf: (id: number) => string,
	): Notice {
		const id = this.run(
			'INSERT INTO notices (public_key, reference, number, status, motif, created_at, data) ' +
				"VALUES (?, '', ?, ?, ?, ?, ?)",
			notice.publicKey,
			notice.number,
			notice.status,
			notice.motif,
			notice.createdAt,
			JSON.stringify(notice.data),
		);
		const reference = nameOf(id);
		this.run('UPDATE notices SET reference = ? WHERE id = ?', reference, id);
		return { ...notice, id, reference, cancelled: false };
	}

	/** The newest notices, oldest first. */
	notices(last = Infinity): Notice[] {
		const limit = Number.isFinite(last) ? last : -1;
		const sql = 'SELECT * FROM notices ORDER BY id DESC LIMIT ?';
		return this.all(sql, limit).map(toNotice).reverse();
	}

	notice(id: number): Notice | undefined {
		return this.all('SELECT * FROM notices WHERE id = ?', id).map(toNotice)[0];
	}

	/** Notices of that reference, or of that order number: those still standing first. */
	noticesBy(column: 'reference' | 'number', value: string): Notice[] {
		const sql = `SELECT * FROM notices WHERE ${column} = ? ORDER BY cancelled, id DESC`;
		return this.all(sql, value).map(toNotice);
	}

	setStatus(id: number, status: string, motif: string): void {
		this.run('UPDATE notices SET status = ?, motif = ? WHERE id = ?', status, motif, id);
	}

	cancelNotice(id: number): void {
		this.run('UPDATE notices SET cancelled = 1 WHERE id = ?', id);
	}

	documents(notice: number): StoredDocument[] {
		const rows = this.all('SELECT * FROM documents WHERE notice = ? ORDER BY id', notice);
		return rows.map(toDocument);
	}

	documentByToken(token: string): StoredDocument | undefined {
		return this.all('SELECT * FROM documents WHERE token = ?', token).map(toDocument)[0];
	}

	addDocument(document: Omit<StoredDocument, 'id'>): void {
		this.run(
			'INSERT INTO documents (notice, type, number, token) VALUES (?, ?, ?, ?)',
			document.notice,
			document.type,
			document.number,
			document.token,
		);
	}

	invoices(notice: number): Invoice[] {
		const sql =
			'SELECT invoices.* FROM invoices JOIN invoice_notices ON invoice = id WHERE notice = ? ORDER BY id';
		return this.all(sql, notice).map(toInvoice);
	}

	invoiceByToken(token: string): Invoice | undefined {
		return this.all('SELECT * FROM invoices WHERE token = ?', token).map(toInvoice)[0];
	}

	addInvoice(invoice: Omit<Invoice, 'id' | 'number'>, nameOf: (id: number) => string): Invoice {
		const id = this.run(
			"INSERT INTO invoices (type, number, token, issued, due, data) VALUES (?, '', ?, ?, ?, ?)",
			invoice.type,
			invoice.token,
			invoice.issued,
			invoice.due,
			JSON.stringify({ lines: invoice.lines, customer: invoice.customer }),
		);
		const number = nameOf(id);
		this.run('UPDATE invoices SET number = ? WHERE id = ?', number, id);
		for (const line of invoice.lines) {
			this.run('INSERT INTO invoice_notices VALUES (?, ?)', id, line.notice);
		}
		return { ...invoice, id, number };
	}

	/** Forgets every notice, document and invoice; accounts and contacts stay. */
	clear(): void {
		for (const table of ['notices', 'documents', 'invoices', 'invoice_notices']) {
			this.run(`DELETE FROM ${table}`);
		}
	}

	close(): void {
		this.#database.close();
	}

	private prepare(sql: string): StatementSync {
		const known = this.#statements.get(sql);
		if (known) return known;
		const statement = this.#database.prepare(sql);
		this.#statements.set(sql, statement);
		return statement;
	}

	private all(sql: string, ...values: Array<string | number>): Row[] {
		return this.prepare(sql).all(...values);
	}

	/** Runs a change and gives the identifier of an inserted row. */
	private run(sql: string, ...values: Array<string | number | null>): number {
		return Number(this.prepare(sql).run(...values).lastInsertRowid);
	}
}
