/** The events of the trigger: which one a reading is, its identifier, and what is stored of one that is held back. */
import type { IDataObject } from 'n8n-workflow';

import {
	digest,
	mostSpecific,
	NOT_FOUND,
	reportsFirstSight,
	type Change,
	type EventName,
	type KnownStatus,
	type NoticeIdentity,
	type Outcome,
	type StatusReading,
} from '../notices/changes';
import {
	fileIn,
	fileKey,
	isInvoice,
	shortFields,
	type FilesReading,
	type ListedFile,
} from '../notices/files';
import { gatherInvoices } from '../notices/invoices';
import type { Answer } from '../transport/envelope';
import { wantsType, type WatchSettings } from './settings';
import {
	daysSince1970,
	FILE_LISTS,
	knownStatus,
	seenOf,
	storedStatus,
	type FileAspect,
	type Held,
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

/** A notice that is listed under both of its names, and an invoice of several notices, are one event. */
export function oncePerEvent(events: readonly WatchEvent[]): WatchEvent[] {
	const byId = new Map<string, [WatchEvent, ...WatchEvent[]]>();
	for (const event of events) {
		const same = byId.get(event.id);
		if (same) same.push(event);
		else byId.set(event.id, [event]);
	}
	return [...byId.values()].map(mergedInvoice);
}

function mergedInvoice(same: readonly [WatchEvent, ...WatchEvent[]]): WatchEvent {
	const first = same.find(({ files }) => files.length > 0) ?? same[0];
	if (!first.invoice || same.length === 1) return first;
	const shown = same.map(({ asked, reference, invoice }) => {
		return { asked, notice: { reference, factures: [invoice] } };
	});
	// An answer may show only the lines of its own notice: together they have all of them.
	const [gathered] = gatherInvoices(shown);
	const invoice = gathered?.invoice ?? first.invoice;
	return { ...first, invoice, billed: same.map(({ asked }) => asked) };
}

interface StatusAndReason {
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

/** A change of status that is held back. */
interface HeldChange extends StatusAndReason, NoticeIdentity {
	readonly id: string;
	readonly seenAt: number;
}

/** @returns undefined also where it was stored before it was kept what the change was to */
function heldChange([id, held]: HeldEvent): HeldChange | undefined {
	const { statut: status, motif: reason = null, since: seenAt } = held;
	if (status === undefined) return undefined;
	return { id, status, reason, seenAt, ...heldIdentity(held) };
}

/** A change that is held back goes out before the next one, with what it has. @param held of the status of the notice */
export function overtakenChange(
	settings: WatchSettings,
	seen: Seen,
	[held]: readonly HeldEvent[],
	reading: StatusReading,
) {
	const change = held && heldChange(held);
	if (!change || change.status === reading.status) return undefined;
	const event = eventOf(settings, seen, change);
	return event && { event, change };
}

/**
 * Whether a status is a change that cannot be reported before the documents of its notice are read: for their files, or
 * for the attestation that a publication waits for.
 *
 * @param held what is held back of the status of this notice
 */
export function needsDocuments(
	settings: WatchSettings,
	known: Seen,
	held: readonly HeldEvent[],
	reading: StatusReading,
): boolean {
	const overtaken = overtakenChange(settings, known, held, reading);
	const seen = overtaken ? afterChange(known, overtaken.change) : known;
	const isChange = eventOf(settings, seen, reading) !== undefined;
	return isChange && goesWithDocuments(settings, seen, reading);
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

/** What is stored of the notice of an event that is held back. */
export function storedIdentity({ reference, orderNumber }: NoticeIdentity) {
	return { reference, numero: orderNumber ?? undefined };
}

function heldIdentity({ asked, reference, numero }: Held): NoticeIdentity {
	return { reference: reference ?? asked, orderNumber: numero ?? null };
}

/** What is stored of a document or invoice that is held back. */
export function heldFields({ notice, file, aspect }: FoundFile) {
	const key = fileKey(file, aspect);
	return { ...storedIdentity(notice), key, fields: shortFields(file.fields) as IDataObject };
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

/** A change that is held back, with what it has. */
export function heldChangeEvent(
	{ waitPolls }: WatchSettings,
	seen: Seen,
	{ id, status, seenAt, reference, orderNumber }: HeldChange,
	fields: StatusAndReason & Pick<WatchEvent, 'asked' | 'event' | 'unlisted'>,
): WatchEvent {
	const documentMissing = waitPolls > 0 && status === 'parue';
	const ofNotice = { ...fields, reference, orderNumber };
	return { id, ...ofNotice, ...previousOf(seen), seenAt, files: [], documentMissing };
}

/** An event that is held back; undefined where an earlier version has not stored enough. @param now the status of its notice */
export function storedEvent(
	settings: WatchSettings,
	seen: Seen,
	[id, held]: HeldEvent,
	now: KnownStatus,
): { event: WatchEvent | undefined; after: Seen } | undefined {
	const { asked, aspect, key, fields, since: seenAt } = held;
	if (aspect === 'status') {
		const change = heldChange([id, held]);
		if (!change) return undefined;
		const name = eventOf(settings, seen, change);
		if (!name) return { event: undefined, after: seen };
		const { status, reason } = change;
		const said = { asked, event: name, status, reason, unlisted: settings.files };
		const event = heldChangeEvent(settings, seen, change, said);
		return { event, after: afterChange(seen, change) };
	}
	if (!key || !fields) return undefined;
	const notice = heldIdentity(held);
	const field = FILE_LISTS[aspect];
	const file = fileIn(fields, notice.reference, 'document');
	const found = { asked, seen, notice: { ...notice, files: [file] }, file, aspect };
	const lost = settings.files ? file : undefined;
	const event = { ...fileEvent(found, now), id, seenAt, files: [], lost };
	return { event, after: { ...seen, [field]: `${seen[field] ?? ''} ${key}`.trim() } };
}

/** One count for both names of a notice. A name that was not read when the other one told a change has no news of it. */
export function withOneCount(
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
