import { MISSES } from './attempts';
import { digest128 } from './digest';
import { heldChange } from './holds';
import { nameDifference, reasonOf, statusText } from './naming';
import type { Notice } from './notices';
import { HELD_FOR, heldKey, type Seen } from './state';
import type { Turn } from './turn';
import {
	NOT_FOUND,
	type EventName,
	type FileReading,
	type StatusReading,
	type WatchEvent,
} from './types';

/** The document that a publication waits for. */
const AWAITED = 'attestation';

/** Status and reason of one notice. The remembered ones change only together with the event that tells of it. */
export function stepStatus(turn: Turn, notice: Notice, seen: Seen): Seen {
	const reading = readingOf(turn, notice, seen);
	if (!reading) return later(turn, notice, seen);
	const { settings } = turn.poll;
	const before = { status: seen.status, reason: seen.reason ?? null };
	const firstSight = reading.status === NOT_FOUND ? 'current' : settings.firstSight;
	const event = nameDifference(before, reading, settings.events, firstSight);
	const after: Seen = { ...seen, status: reading.status, reason: reasonOf(reading.reason) };
	if (!event) return after;
	return tell(turn, notice, seen, after, reading, event);
}

/** What the poll says of the notice; undefined when it says nothing that counts. */
function readingOf(turn: Turn, notice: Notice, seen: Seen): StatusReading | undefined {
	const { answers, settings } = turn.poll;
	const outcome = turn.statusOf(notice);
	if (typeof outcome === 'object') {
		// Of a status refused because of the suspension, the reason is not known: the known one stays.
		return outcome.refused === true && outcome.status === seen.status ? undefined : outcome;
	}
	if (outcome !== 'missing' || !settings.events.has('notFound') || seen.status === NOT_FOUND) {
		return undefined;
	}
	if (turn.attempts.missesOf(notice) < MISSES) return undefined;
	if (!answers.gone.has(notice.text)) {
		turn.wantConfirmation.push(notice);
		return undefined;
	}
	// Nobody can say any more whether it was listed by reference or by order number.
	return { reference: notice.text, orderNumber: null, status: NOT_FOUND, reason: null };
}

function tell(
	turn: Turn,
	notice: Notice,
	seen: Seen,
	after: Seen,
	reading: StatusReading,
	event: EventName,
): Seen {
	const { settings, answers, nowMs } = turn.poll;
	const awaits =
		settings.waitPolls > 0 && reading.status === 'parue' && seen.status !== reading.status;
	const needsDocuments = (awaits || settings.files) && reading.status !== NOT_FOUND;
	const read = needsDocuments ? turn.filesOf(notice, 'documents') : 'missing';
	const inVain =
		read === undefined && notice.names.some(({ text }) => answers.documentsTried.has(text));
	const outcome = inVain ? 'unreadable' : read;
	const change = heldChange(seen.status, reading);
	const key = heldKey(notice.hash, 'attestation', change);
	const filesKey = heldKey(notice.hash, 'files', change);
	if (outcome === undefined) {
		turn.wantDocuments.push(notice);
		for (const held of [key, filesKey]) turn.holds.keepOne(held);
		return seen;
	}
	const documents = typeof outcome === 'object' ? outcome.files : [];
	let documentMissing = false;
	if (awaits && !documents.some(({ type }) => type === AWAITED)) {
		const left = turn.holds.left(key, settings.waitPolls);
		if (left > 0) {
			turn.holds.hold(key, left - 1);
			return seen;
		}
		documentMissing = true;
	}
	const id = eventId(turn, seen, reading);
	// A suspended notice may withhold its documents; of any other they should have been readable.
	const unlisted = outcome === 'unreadable' && (inVain || reading.status !== 'suspendue');
	const lack = unlisted && settings.files ? 'tried' : answers.withoutFiles.get(id);
	const ready = turn.holds.files(filesKey, lack);
	if (ready === 'wait') {
		turn.holds.keepOne(key);
		return seen;
	}
	turn.events.push({
		id,
		event,
		asked: notice.text,
		reference: reading.reference,
		orderNumber: reading.orderNumber,
		status: reading.status,
		previousStatus: statusText(seen.status),
		reason: reading.reason,
		previousReason: seen.reason?.text ?? null,
		seenAt: Math.min(nowMs, turn.holds.since(key, filesKey) * 1000),
		files: settings.files
			? documents.filter((file) => wantedType(settings.documentTypes, file))
			: [],
		documentMissing,
		filesMissing: ready === 'giveUp',
	} satisfies WatchEvent);
	return { ...after, changes: seen.changes + 1 };
}

/**
 * The same change told again has the same identifier; the same change happening again has another. What is seen for
 * the first time is the same fact whichever state saw it.
 */
function eventId(turn: Turn, seen: Seen, { reference, status, reason }: StatusReading): string {
	const now = [reference, status, reasonOf(reason)?.digest ?? null];
	if (seen.status === undefined) return digest128(['first', ...now]);
	const before = [seen.status, seen.reason?.digest ?? null];
	return digest128(['change', turn.before.since, seen.changes, ...before, ...now]);
}

/** Without a choice of types, every document is wanted. */
export function wantedType(wanted: ReadonlySet<string>, { type }: FileReading): boolean {
	return wanted.size === 0 || wanted.has(type);
}

/** Nothing is decided in this poll: what was held back stays held back. */
function later(turn: Turn, { hash }: Notice, seen: Seen): Seen {
	turn.holds.keep(hash, HELD_FOR.attestation);
	turn.holds.keep(hash, HELD_FOR.files);
	return seen;
}
