/** Events that are held back for their attestation or files: by notice and identifier, what is stored of them, and how they go out. */
import type { IDataObject } from 'n8n-workflow';

import type { KnownStatus, NoticeIdentity, StatusReading } from '../notices/changes';
import { fileIn, fileKey, shortFields } from '../notices/files';
import {
	afterChange,
	eventOf,
	fileEvent,
	goesWithDocuments,
	previousOf,
	type FoundFile,
	type StatusAndReason,
	type WatchEvent,
} from './events';
import type { WatchSettings } from './settings';
import { FILE_LISTS, type Aspect, type Held, type HeldEvent, type Seen, type State } from './state';

/** What is held back, by notice and kind of reading, and by event. */
export class HeldEvents {
	readonly byId = new Map<string, Held>();
	private readonly groups = new Map<string, HeldEvent[]>();

	constructor(stored: State['held']) {
		for (const [key, held] of stored) {
			const group = this.of(held.asked, held.aspect);
			this.groups.set(held.asked + held.aspect, [...group, [idIn(key), held]]);
			this.byId.set(idIn(key), held);
		}
	}

	of(asked: string, aspect: Aspect): readonly HeldEvent[] {
		return this.groups.get(asked + aspect) ?? [];
	}
}

/** An event is held back for each reference that tells it, as listed; once one of them has told it, for none. */
export function heldByKey(
	events: readonly HeldEvent[],
	told: ReadonlyArray<{ readonly id: string }>,
): Map<string, Held> {
	const ids = new Set(told.map(({ id }) => id));
	const waiting = events.filter(([id]) => !ids.has(id));
	return new Map(waiting.map(([id, held]) => [`${id} ${held.asked}`, held]));
}

/** @param key that of an earlier version is the identifier itself */
function idIn(key: string): string {
	return key.replace(/ .*/s, '');
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
