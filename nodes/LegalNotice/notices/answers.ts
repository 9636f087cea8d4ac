/** What the answers about notices say: which files there are, and what a refusal is about. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { invoiceIdentity } from './invoices';
import { nonEmptyText } from '../domain/parameters';
import { listOfFields, recordList } from '../domain/records';
import {
	identityOf,
	statusOutcome,
	type FoundNotice,
	type NoticeIdentity,
	type Outcome,
	type StatusReading,
} from './changes';
import type { Answer } from '../transport/envelope';
import { entryFor, isListedCode } from '../errors/table';
import { ServiceFailure } from '../errors/failures';

/** What is read of a notice; each kind has its route. */
export type Aspect = 'status' | 'documents' | 'invoices';

export type FileAspect = Exclude<Aspect, 'status'>;

export interface FileReading {
	readonly type: string;
	readonly number: string | null;
	/** Place among the notice's files of the same type and number, from 1. */
	readonly rank: number;
	/** Tells it from the notice's other files of its kind in every answer: links may be new in each. */
	readonly name: string;
	readonly fields: Answer;
}

export interface FilesReading extends NoticeIdentity {
	readonly files: readonly FileReading[];
}

/** Where an answer lists the files of a notice (specification, endpoints 6 to 9). */
export const FILE_LISTS = { documents: 'documents', invoices: 'factures' } as const;

function filesOutcome(
	found: FoundNotice,
	asked: string,
	aspect: 'documents' | 'invoices',
): Outcome<FilesReading> {
	if (found === undefined) return 'missing';
	if (found instanceof ServiceFailure) return 'unreadable';
	// An odd entry costs itself alone; only odd ones are no list.
	const readable = listOfFields(found[FILE_LISTS[aspect]]);
	const list = readable.length > 0 ? readable : recordList(found[FILE_LISTS[aspect]]);
	if (!list) return 'unreadable';
	const ranks = new Map<string, number>();
	const files = list.map((fields): FileReading => {
		const type = nonEmptyText(fields.type) ?? 'document';
		const number = nonEmptyText(fields.numero) ?? null;
		const label = `${type} ${number ?? ''}`;
		const rank = (ranks.get(label) ?? 0) + 1;
		ranks.set(label, rank);
		const isInvoice = aspect === 'invoices' && number !== null;
		// Proofs have no number: their place among the others tells them apart.
		const name = isInvoice ? `${invoiceIdentity(fields)}#1` : `${label}#${rank}`;
		return { type, number, rank, name, fields };
	});
	return { ...identityOf(found, asked), files };
}

/** What became of the files of an event. */
export interface EventFiles {
	readonly binary: IBinaryKeyData;
	/** What could not be had, and why. */
	readonly missing: IDataObject[];
	/** Whether each download was begun: a poll without time for that does not count. */
	readonly isTried: boolean;
}

/** What one poll learned, by reference as listed. A reference that is absent was not read. */
export interface Answers {
	readonly status: ReadonlyMap<string, Outcome<StatusReading>>;
	readonly documents: ReadonlyMap<string, Outcome<FilesReading>>;
	readonly invoices: ReadonlyMap<string, Outcome<FilesReading>>;
	/** References whose documents were asked for in vain, which says nothing of the notice. */
	readonly documentsTried: ReadonlySet<string>;
}

type FoundNotices = Readonly<Record<Aspect, ReadonlyMap<string, FoundNotice>>>;

export function readAnswers(found: FoundNotices, documentsTried: ReadonlySet<string>): Answers {
	const { status, documents, invoices } = found;
	return {
		status: outcomes(status, statusOutcome),
		documents: outcomes(documents, (one, asked) => filesOutcome(one, asked, 'documents')),
		invoices: outcomes(invoices, (one, asked) => filesOutcome(one, asked, 'invoices')),
		documentsTried: new Set([...documentsTried, ...documents.keys()]),
	};
}

/** Where nothing of one kind could be read, that says nothing of the single notices. */
function outcomes<Reading extends object>(
	found: ReadonlyMap<string, FoundNotice>,
	read: (one: FoundNotice, asked: string) => Outcome<Reading>,
): ReadonlyMap<string, Outcome<Reading>> {
	const all = [...found].map(([asked, one]) => [asked, read(one, asked)] as const);
	return new Map(all.some(([, outcome]) => outcome !== 'unreadable') ? all : []);
}

/** Why nothing of a kind could be read, although its calls were answered. */
export function whyUnreadable(found: FoundNotices, aspect: Aspect): ServiceFailure {
	const refusal = [...found[aspect].values()].find((one) => one instanceof ServiceFailure);
	const missing = aspect === 'status' ? 'statut' : FILE_LISTS[aspect];
	return refusal ?? new ServiceFailure('notTheService', { missing, readOnly: true });
}

/** Whether a refusal is about keys, clock or quota: it is the same for every notice. */
export function isOfCaller({ codes }: ServiceFailure): boolean {
	return codes.some((code) => ['access', 'clock', 'quota'].includes(entryFor(code).kind));
}

/** Listed is `err_reference_incorrect`; a batch may say it of its list, in the plural or agreeing. */
const UNKNOWN_CODE =
	/^err_(?!references_(incorrect|absent)$)(annonces?_introuvables?|references?_(incorrect|absent|inconnu)e?s?)$/;
/** The pattern `err_{champ}_incorrect` over the list itself: for its length, or for what it contains. */
const LIST_CODE = /^err_(references_(incorrect|absent))$/;
const SUSPENDED = 'err_annonce_suspendue';

/** One reference is not refused for the length of its list. */
export function isOfUnknown(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.codes.some((code) => LIST_CODE.test(code));
}

export function concernsNotices(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.has(SUSPENDED);
}

export function saysUnknown(failure: ServiceFailure): boolean {
	return failure.codes.some((code) => UNKNOWN_CODE.test(code));
}

/** Whether a refusal is for what is in the list, or for its length, for which the specification names no code. */
export function isOfList(failure: ServiceFailure): boolean {
	if (concernsNotices(failure)) return true;
	if (isOfBody(failure)) return !failure.ambiguous;
	if (failure.codes.length === 0) return [413, 414].includes(failure.facts.status ?? 0);
	return failure.kind === 'refusal' && !failure.codes.some(isListedCode);
}

export function isOfBody(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.has('err_body_incorrect');
}

/** Another list may fare better. */
export function isLost({ kind, ambiguous }: ServiceFailure): boolean {
	return ambiguous || kind === 'redirect' || kind === 'blocked';
}
