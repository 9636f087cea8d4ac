/** The events of the trigger: which one a reading is, its identifier, and what is stored of one that is held back. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	digest,
	eventFields,
	mostSpecific,
	NOT_FOUND,
	reportsFirstSight,
	type Change,
	type EventName,
	type KnownStatus,
	type Outcome,
	type StatusReading,
	type FoundNotice,
} from '../notices/changes';
import {
	filesOutcome,
	isInvoice,
	missingFile,
	noFiles,
	type EventFiles,
	type FilesReading,
	type ListedFile,
	type FilesOutcome,
} from '../notices/files';
import { gatherInvoices, simpleInvoice } from '../notices/invoices';
import type { NoticeReader } from '../notices/reader';
import type { Answer } from '../transport/envelope';
import { wantsType, type WatchSettings } from './settings';
import {
	daysSince1970,
	FILE_LISTS,
	knownStatus,
	perAspect,
	seenOf,
	storedStatus,
	type Aspect,
	type FileAspect,
	type HeldEvent,
	type Seen,
	type State,
} from './state';

export interface WatchEvent extends Change {
	readonly document?: Answer;
	readonly invoice?: Answer;
	/** The watched references that an invoice of several notices bills, as they are listed. */
	readonly billed?: string[];
	/** Documents whose files belong to it. */
	readonly files: readonly ListedFile[];
	/** Held back for as long as was asked, and still without attestation. */
	readonly documentMissing?: boolean;
	/** The list of its documents could not be read in several polls. */
	readonly unlisted?: boolean;
	/** The document or invoice could not be downloaded before it was not listed any more. */
	readonly lost?: ListedFile | undefined;
}

/**
 * A notice that is listed under both of its names, and an invoice of several notices, are one event.
 *
 * @param held events that this poll holds back; one with the identifier of an event goes out with it
 */
export function oncePerEvent(
	events: readonly WatchEvent[],
	held: readonly HeldEvent[],
): WatchEvent[] {
	const byId = new Map<string, [WatchEvent, ...WatchEvent[]]>();
	for (const event of events) {
		const same = byId.get(event.id);
		if (same) same.push(event);
		else byId.set(event.id, [event]);
	}
	const waiting = new Map<string, string[]>();
	for (const [id, { asked }] of held) waiting.set(id, [...(waiting.get(id) ?? []), asked]);
	return [...byId].map(([id, same]) => mergedInvoice(same, waiting.get(id) ?? []));
}

/** @param waiting further notices of the invoice, as they are listed, that this poll could not tell of it */
function mergedInvoice(
	same: readonly [WatchEvent, ...WatchEvent[]],
	waiting: readonly string[],
): WatchEvent {
	const first = same.find(({ files }) => files.length > 0) ?? same[0];
	const billed = [...same.map(({ asked }) => asked), ...waiting];
	if (!first.invoice || billed.length === 1) return first;
	const shown = same.map(({ asked, reference, invoice }) => {
		return { asked, notice: { reference, factures: [invoice] } };
	});
	// An answer may show only the lines of its own notice: together they have all of them.
	const [gathered] = gatherInvoices(shown);
	const invoice = gathered?.invoice ?? first.invoice;
	return { ...first, invoice, billed };
}

export interface StatusAndReason {
	readonly status: string;
	readonly reason: string | null;
}

export function eventOf(
	{ events, firstSight }: WatchSettings,
	seen: Seen,
	now: StatusAndReason,
): EventName | undefined {
	if (now.status === NOT_FOUND) return events.has('notFound') ? 'notFound' : undefined;
	return mostSpecific(knownStatus(seen), now, events, firstSight);
}

export function goesWithDocuments(
	settings: WatchSettings,
	seen: Seen,
	reading: StatusReading,
): boolean {
	if (reading.status === NOT_FOUND) return false;
	return settings.files || awaitsAttestation(settings, seen, reading);
}

export function awaitsAttestation(
	{ waitPolls }: WatchSettings,
	seen: Seen,
	{ status }: StatusReading,
): boolean {
	return waitPolls > 0 && status === 'parue' && seen.statut !== status;
}

/** Changes are counted, because the same one may happen again. */
export function afterChange(seen: Seen, { status, reason }: StatusAndReason): Seen {
	const { n = 0 } = seen;
	return { ...seen, ...storedStatus(status, reason), n: n + 1 };
}

export function previousOf(seen: Seen) {
	const { status: previousStatus, reason: previousReason } = knownStatus(seen);
	return { previousStatus, previousReason };
}

/** The same change reported again has the same identifier, the same change happening again another. */
export function changeId(since: number, seen: Seen, reading: StatusReading): string {
	const { reference, status, reason } = reading;
	const { n = 0 } = seen;
	const known = knownStatus(seen);
	if (known.status === null) return digest(['first', reference, status, reason]);
	return digest(['change', since, n, known.status, known.reason, reference, status, reason]);
}

/** Whether a new document or invoice is an event. */
export function isChosen(settings: WatchSettings, file: ListedFile, aspect: FileAspect): boolean {
	if (aspect === 'invoices') return true;
	// An invoice is reported by the more specific of the two events.
	if (isInvoice(file) && settings.events.has('newInvoice')) return false;
	return wantsType(settings, file.type);
}

/** A file of a notice, as it is found in a poll. */
export interface FoundFile {
	readonly asked: string;
	readonly seen: Seen;
	readonly notice: FilesReading;
	readonly file: ListedFile;
	readonly aspect: FileAspect;
}

/** What the event of a new document or invoice says. @param now the status of its notice */
export function fileEvent({ asked, notice, file, aspect }: FoundFile, now: KnownStatus) {
	const { reference, orderNumber } = notice;
	const ofNotice = { asked, reference, orderNumber, ...now };
	const fields = { ...ofNotice, previousStatus: null, previousReason: null };
	if (aspect === 'invoices') {
		return { ...fields, event: 'newInvoice', invoice: file.fields } as const;
	}
	return { ...fields, event: 'newDocument', document: file.fields } as const;
}

/** @returns undefined while the status that decides it is not known */
export function reportsFirstFiles(
	{ firstSight }: WatchSettings,
	{ status }: KnownStatus,
): boolean | undefined {
	if (status === null && firstSight === 'publishedOrSuspended') return undefined;
	return reportsFirstSight(firstSight, status);
}

/** Notes the day that first saw the notice published, where watching ends some days after that. */
export function withPublicationDay(
	{ parue, ...seen }: Seen,
	settings: WatchSettings,
	nowMs: number,
): Seen {
	if (settings.stopAfterDays === undefined || seen.statut !== 'parue') return seen;
	return { ...seen, parue: parue ?? daysSince1970(nowMs) };
}

/** One count for both names of a notice. A name that was not read when the other one told a change has no news of it. */
export function alignNamesOfOneNotice(
	before: State,
	status: ReadonlyMap<string, Outcome<StatusReading>>,
): State {
	const read = [...status].flatMap(([asked, reading]) => {
		const seen = seenOf(before, asked);
		const isKnown = typeof reading === 'object' && seen.statut !== undefined;
		return isKnown ? [{ asked, seen, n: seen.n ?? 0, reference: reading.reference }] : [];
	});
	const furthest = new Map<string, (typeof read)[number]>();
	for (const one of read) {
		const other = furthest.get(one.reference) ?? one;
		if (one.n >= other.n) furthest.set(one.reference, one);
	}
	const notices = new Map(before.notices);
	for (const one of read) {
		const { seen, n } = furthest.get(one.reference) ?? one;
		const { statut = '', motif = null } = seen;
		if (n > one.n) notices.set(one.asked, { ...one.seen, ...storedStatus(statut, motif), n });
	}
	return { ...before, notices };
}

const UNLISTED: IDataObject = {
	type: 'document',
	raison: 'The service could not list the documents of this notice.',
};

const LOST =
	'It could not be downloaded, and the service does not list it at the moment. Document > Download gets it once it is listed again.';

/** @param files undefined where none belong to the event */
export function eventItem(event: WatchEvent, files: EventFiles | undefined): INodeExecutionData {
	const json: IDataObject = eventFields(event);
	const item: INodeExecutionData = { json };
	if (event.document) json.document = event.document as IDataObject;
	if (event.invoice) Object.assign(json, invoiceFieldsOf(event, event.invoice));
	if (event.documentMissing) json.document_manquant = true;
	if (event.unlisted) json.fichiers_manquants = [UNLISTED];
	if (event.lost) json.fichiers_manquants = [missingFile(event.lost, LOST)];
	if (files && files.missing.length > 0) json.fichiers_manquants = [...files.missing];
	if (files && Object.keys(files.binary).length > 0) item.binary = files.binary;
	return item;
}

/** A simplified `invoice.getMany` gives the same fields; the event has the service's own object as well. */
function invoiceFieldsOf({ asked, billed = [asked] }: WatchEvent, invoice: Answer): IDataObject {
	const fields = simpleInvoice(invoice) as IDataObject;
	return { ...fields, references_demandees: billed, facture: invoice as IDataObject };
}

/** What one poll learned, by reference as listed. A reference that is absent was not read. */
export interface Answers {
	readonly status: ReadonlyMap<string, Outcome<StatusReading>>;
	readonly documents: ReadonlyMap<string, FilesOutcome>;
	readonly invoices: ReadonlyMap<string, FilesOutcome>;
	/** References that make lists of others fail, or may, also where it is known how they stand. */
	readonly atFault: Readonly<Record<Aspect, ReadonlySet<string>>>;
	/**
	 * References whose documents were asked for, answered or not, and those that the poll began with, for which it had all of
	 * its time: that there is no answer says nothing of the notice, but counts as a try.
	 */
	readonly documentsTried: ReadonlySet<string>;
}

/** Where nothing of one kind could be read, that says nothing of the single notices. */
function outcomes<One extends object | string>(
	found: ReadonlyMap<string, FoundNotice>,
	read: (one: FoundNotice, asked: string) => One,
): ReadonlyMap<string, One> {
	const all = [...found].map(([asked, one]) => [asked, read(one, asked)] as const);
	const withheld = all.filter(([, outcome]) => outcome === 'withheld');
	const unreadable = all.filter(([, outcome]) => outcome === 'unreadable');
	return new Map(withheld.length + unreadable.length === all.length ? withheld : all);
}

/** What the readers of a poll have found. @param begunWith its first batch @param statusOf reads the status of a notice */
export function answersOf(
	readers: Readonly<Record<Aspect, NoticeReader>>,
	aspects: readonly Aspect[],
	begunWith: readonly string[],
	statusOf: (asked: string, found: FoundNotice) => Outcome<StatusReading>,
): Answers {
	const { status, documents, invoices } = readers;
	const filesIn = (aspect: FileAspect) => (found: FoundNotice, asked: string) => {
		const isLeftOut = aspects.every((one) => readers[one].leftOut.has(asked));
		// Where no status is read, nothing says of one that lists leave out that there is none: it has no files yet.
		if (isLeftOut && !aspects.includes('status')) return noFiles(asked);
		return filesOutcome(found, asked, FILE_LISTS[aspect]);
	};
	const outcomesOf = {
		status: outcomes(status.found, (found, asked) => statusOf(asked, found)),
		documents: outcomes(documents.found, filesIn('documents')),
		invoices: outcomes(invoices.found, filesIn('invoices')),
	};
	return {
		...outcomesOf,
		atFault: perAspect((aspect) => {
			return outcomesOf[aspect].size > 0 ? readers[aspect].atFault : new Set();
		}),
		documentsTried: new Set([...documents.asked, ...begunWith]),
	};
}
