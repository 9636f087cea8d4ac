/** What a file of a notice is: how answers list it, what it is called, and which binary field holds it. */
import type { IDataObject } from 'n8n-workflow';

import { InputProblem, nonEmptyText, quoted, trimmedText } from '../reading/cells/parameters';
import { listOfFields, recordList, type UnknownRecord } from '../reading/records';
import { ServiceFailure } from '../errors/failures';
import {
	digest,
	identityOf,
	type NoticeReply,
	type NoticeIdentity,
	type Answered,
} from './changes';
import { invoiceIdentity, isCreditNote } from './invoices';
import { saysSuspended } from './match';

/** Where answers list the files of a notice (specification, endpoints 6 to 9); each has a route of its name. */
export type FileRoute = 'documents' | 'factures';

/** What a file is named after. */
export interface FileSubject {
	readonly type: string;
	/** Proofs have none. */
	readonly numero?: string | undefined;
	readonly reference?: string | undefined;
	/** Date of the invoice, `AAAA-MM-JJ`. */
	readonly date?: string | undefined;
	/** Place among the notice's files of the same type and number, from 1. */
	readonly rank?: number;
}

export interface NoticeFile extends FileSubject {
	readonly reference: string;
	readonly url: unknown;
}

/** A file with what an answer says of it. */
export interface ListedFile extends NoticeFile {
	readonly rank: number;
	readonly fields: UnknownRecord;
}

/** The files that an answer lists (specification, Document and Facture); what is no file among them is passed over. */
export function filesOf(listed: unknown, reference: string, route: FileRoute): ListedFile[] {
	const ranks = new Map<string, number>();
	return listOfFields(listed).map((fields) => {
		const file = fileIn(fields, reference, route);
		const label = JSON.stringify([file.type, file.numero]);
		const others = ranks.get(label) ?? 0;
		ranks.set(label, others + 1);
		return { ...file, rank: others + 1 };
	});
}

export function fileIn(fields: UnknownRecord, reference: string, route: FileRoute): ListedFile {
	const date = /^\d{4}-\d{2}-\d{2}/.exec(trimmedText(fields.date_facture));
	return {
		type: nonEmptyText(fields.type) ?? untyped(fields, route),
		numero: nonEmptyText(fields.numero),
		reference,
		rank: 1,
		date: date?.[0],
		url: fields.url,
		fields,
	};
}

/** The type of a file that an answer names none for. */
function untyped(fields: UnknownRecord, route: FileRoute): string {
	if (route === 'documents') return 'document';
	return isCreditNote(fields) ? 'avoir' : 'facture';
}

export interface FilesReading<File = ListedFile> extends NoticeIdentity {
	readonly files: readonly File[];
}

/** `withheld`: the service does not list the documents or invoices of a notice while that is suspended. */
export type AnsweredFiles<File = ListedFile> = Answered<FilesReading<File>> | 'withheld';

/** What an answer about documents or invoices says. @param route the field that lists them (specification, endpoints 6 to 9) */
export function readFiles(reply: NoticeReply, name: string, route: FileRoute): AnsweredFiles {
	if (reply === undefined) return 'absent';
	if (reply instanceof ServiceFailure) return saysSuspended(reply) ? 'withheld' : 'unreadable';
	const identity = identityOf(reply, name);
	const files = filesOf(reply[route], identity.reference, route);
	// An odd entry costs itself alone; only odd ones are no list.
	if (files.length === 0 && !recordList(reply[route])) return 'unreadable';
	return { ...identity, files };
}

/** What is stored of a reported file: it is the same in every answer, and another one for each file of the notice. */
export function fileKey(file: ListedFile, route: FileRoute): string {
	return digest([fileName(file, route)], 6);
}

/** Links may be new in each answer, so they name nothing. Proofs have no number: their rank takes its place. */
function fileName({ type, numero, rank, fields }: ListedFile, route: FileRoute): string {
	if (numero === undefined) return `${type} #${rank}`;
	if (route === 'factures') return `${invoiceIdentity(fields)}#1`;
	return `${type} ${numero}#${rank}`;
}

interface FileOfNotice {
	readonly notice: NoticeIdentity;
	readonly file: ListedFile;
	readonly route: FileRoute;
}

/** An invoice is the same one whichever of its notices shows it first. */
export function fileId({ notice, file, route }: FileOfNotice): string {
	const isNumbered = route === 'factures' && file.numero !== undefined;
	if (isNumbered) return digest(['invoice', invoiceIdentity(file.fields)]);
	return digest(['file', notice.reference, fileName(file, route)]);
}

/** What a sentence calls the file: `attestation A-7 of AL-1`. */
export function labelOf({ type, numero, reference, rank }: NoticeFile): string {
	const parts = [type];
	if (numero !== undefined) parts.push(numero);
	if (rank !== undefined && rank > 1) parts.push(`no. ${rank}`);
	parts.push(`of ${reference}`);
	return parts.map((part) => part.slice(0, 100)).join(' ');
}

/** What an item says of a file that it comes without. */
export function missingFile({ type, numero }: FileSubject, raison: string): IDataObject {
	if (numero === undefined) return { type, raison };
	return { type, numero, raison };
}

/** An invoice or credit note may bill several notices: its number names it. */
export function isInvoice({ type }: Pick<FileSubject, 'type'>): boolean {
	return type === 'facture' || type === 'avoir';
}

/** `attestation_AL-1_A-7.pdf`, `facture_F-2_2026-11-21.pdf`. */
export function pdfFileName(file: FileSubject): string {
	const { type, numero, reference, date, rank } = file;
	const isNamedByNumber = isInvoice(file) && numero !== undefined;
	const parts = isNamedByNumber ? [type, numero, date] : [type, reference, numero, date];
	return `${joined(parts, rank)}.pdf`;
}

function joined(parts: ReadonlyArray<string | undefined>, rank: number | undefined): string {
	const isOneOfMany = rank !== undefined && rank > 1;
	return safeFileName(isOneOfMany ? [...parts, String(rank)] : parts, '_');
}

/** What every file system accepts as a name, without an ending. */
export function safeFileName(
	parts: ReadonlyArray<string | undefined>,
	separator: '_' | '-',
): string {
	const named = parts.filter((part) => part !== undefined).map(fileNamePart);
	return named.filter((part) => part !== '').join(separator) || 'document';
}

/**
 * Whether a file has this name. An answer about documents may list an invoice without its date, so that its name is
 * shorter there than in an answer about invoices.
 */
export function isNamed(file: FileSubject, name: string): boolean {
	if (pdfFileName(file) === name) return true;
	if (!isInvoice(file)) return false;
	const undated = pdfFileName({ ...file, date: undefined });
	const isUndated = file.date === undefined && name.replace(DATE_IN_NAME, '') === undated;
	return isUndated || name === undated;
}

const DATE_IN_NAME = /_\d{4}-\d{2}-\d{2}(?=(_\d+)?\.pdf$)/;

export const ONLY_THIS_FILE = 'Only This File';

/** @throws InputProblem where no file of the notice has the name that was given */
export function onlyNamed<File extends FileSubject>(
	files: readonly File[],
	name: string | undefined,
	reference: string,
): readonly File[] {
	if (name === undefined) return files;
	const wanted = files.filter((file) => isNamed(file, name));
	if (wanted.length > 0) return wanted;
	const listed = files.map(pdfFileName).slice(0, SHOWN_NAMES).join(', ') || 'no file';
	throw new InputProblem(
		ONLY_THIS_FILE,
		`The notice ${reference} has no file ${quoted(name)}. The service lists ${listed}.`,
		"Use the 'nom_fichier' of an event of the trigger or of Get Many, or remove the option to get all files.",
	);
}

const SHOWN_NAMES = 10;
const MAX_PART = 80;

/** A part of a file name that every file system accepts: letters without accents, digits, hyphen and dot. */
function fileNamePart(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^A-Za-z0-9.-]+/g, '-')
		.replace(/\.{2,}/g, '.')
		.slice(0, MAX_PART)
		.replace(/^[.-]+|(?<![.-])[.-]+$/g, '');
}

/** A file with the binary field that holds it; undefined where another item holds it. */
export interface FileInField<File extends FileSubject> {
	readonly file: File;
	readonly field: string | undefined;
}

/**
 * The files of one item with their binary fields: `facture_F-2`, `attestation`, and for a second attestation
 * `attestation_A-7`. None takes the place of another.
 */
export function inBinaryFields<File extends FileSubject>(
	files: readonly File[],
): Array<FileInField<File>> {
	const taken = new Set<string>();
	return files.map((file) => {
		const { type, numero, rank } = file;
		const numbered = joined([type, numero], rank);
		const names = isInvoice(file) ? [numbered] : [joined([type], 1), numbered];
		let field = names.find((name) => !taken.has(name));
		for (let place = 2; field === undefined; place++) {
			const free = `${numbered}_${place}`;
			if (!taken.has(free)) field = free;
		}
		taken.add(field);
		return { file, field };
	});
}
