import type { Account } from './accounts.mts';
import { isObject } from './fields.mts';
import type { Price } from './pricing.mts';
import type { DocumentType, JsonObject } from './types.mts';

export interface Contact {
	id: number;
	nom: string;
	prenom: string;
	email: string;
}

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
	text: string;
	price: Price;
	body: JsonObject;
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
	data: NoticeData;
}

export interface StoredDocument {
	id: number;
	notice: number;
	type: 'attestation' | 'justificatif';
	number: string | null;
	token: string;
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

/** A row as SQLite gives it. */
export type Row = Record<string, unknown>;

export function toNotice(row: Row): Notice {
	return {
		id: Number(row.id),
		publicKey: text(row.public_key),
		reference: text(row.reference),
		number: row.number === null ? null : text(row.number),
		status: text(row.status),
		motif: text(row.motif),
		cancelled: row.cancelled === 1,
		createdAt: Number(row.created_at),
		data: parse(row.data, isNoticeData),
	};
}

export function toDocument(row: Row): StoredDocument {
	return {
		id: Number(row.id),
		notice: Number(row.notice),
		type: row.type === 'attestation' ? 'attestation' : 'justificatif',
		number: row.number === null ? null : text(row.number),
		token: text(row.token),
	};
}

export function toInvoice(row: Row): Invoice {
	return {
		id: Number(row.id),
		type: row.type === 'avoir' ? 'avoir' : 'facture',
		number: text(row.number),
		token: text(row.token),
		issued: text(row.issued),
		due: text(row.due),
		...parse(row.data, isInvoiceData),
	};
}

export function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Reads back what this class wrote as JSON. @throws {Error} for a file of another program */
export function parse<T>(value: unknown, is: (read: unknown) => read is T): T {
	const read: unknown = JSON.parse(text(value));
	if (!is(read)) throw new Error('The data file holds something that the sandbox did not write.');
	return read;
}

export function isAccount(value: unknown): value is Account {
	return isObject(value) && 'publicKey' in value && 'billingModes' in value;
}

function isNoticeData(value: unknown): value is NoticeData {
	return isObject(value) && 'price' in value && 'date_bouclage' in value;
}

function isInvoiceData(value: unknown): value is Pick<Invoice, 'lines' | 'customer'> {
	return isObject(value) && Array.isArray(value.lines) && 'customer' in value;
}
