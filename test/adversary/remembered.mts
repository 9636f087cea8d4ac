/** Since when the trigger has to remember a notice: from then on, no change of it may be lost. */
import type { Notice } from './model.mts';
import type { Watched } from './watchPlay.mts';
import { noticeOf, type Entry } from './watched.mts';
import type { Poll } from './watcher.mts';
import type { Call } from './world.mts';

/** What is read of a notice, in the words of the routes. */
export type Kind = 'statut' | 'documents' | 'factures';

/** A call that has shown a notice to a poll that keeps what it read. */
export interface Reading {
	readonly sentAt: number;
	readonly readAt: number;
}

const isInvoice = (type: string): boolean => type === 'facture' || type === 'avoir';

/** At which place of a call a name stands; -1 where it does not. */
function placeIn({ path, subject }: Call, asked: string): number {
	if (path.startsWith('annonce/')) return subject === `${asked}{}` ? 0 : -1;
	const { references = [] } = JSON.parse(subject) as { references?: unknown[] };
	return references.map(String).indexOf(asked);
}

function isOfKind({ path }: Call, kind: Kind): boolean {
	return path.endsWith(kind) || (kind === 'statut' && path.endsWith('statuts'));
}

/** Behind the longest list that a service reads, nothing is looked at. */
function isBehindMaximum({ world: { readings } }: Watched, place: number): boolean {
	const { batchMaximum, batchTooLong } = readings;
	const isCut = batchTooLong === 'firstOnly' || batchTooLong === 'restRefused';
	return isCut && batchMaximum > 0 && place >= batchMaximum;
}

/** A list may leave out a notice that has no files of its kind: then it says nothing. */
function mayBeLeftOut({ world }: Watched, { files }: Notice, kind: Kind, at: number): boolean {
	if (kind === 'statut' || world.readings.emptyFiles !== 'leftOut') return false;
	return !files.some(
		({ addedAt, type }) => addedAt < at && (kind === 'documents' || isInvoice(type)),
	);
}

/** Whether the call showed the notice as it was, all the time that it took. */
function hasShown(call: Call, notice: Notice, poll: Poll): boolean {
	const { fate, codes, shapes, sentAt, endedAt = Infinity } = call;
	const isAnswered = fate === 'answered' && codes === '' && endedAt <= poll.endedAt;
	const isWhole = !shapes.some((shape) => shape === 'omits' || shape === 'status');
	const isThere = !poll.hidden.has(notice.reference) && (notice.cancelledAt ?? Infinity) > endedAt;
	const changes = [...notice.statuses, ...notice.files.map(({ addedAt: at }) => ({ at }))];
	const isSteady = !changes.some(({ at }) => at >= sentAt && at <= endedAt);
	return isAnswered && isWhole && isThere && isSteady;
}

/** A poll that failed, or that the publication of the workflow took over from, keeps nothing. */
function isKept({ watcher }: Watched, poll: Poll): boolean {
	const isTakenOver = watcher.played.some(
		({ publishes, begunAt }) => publishes && begunAt > poll.begunAt && begunAt < poll.endedAt,
	);
	return !poll.isFailed && poll.endedAt < Infinity && !isTakenOver;
}

/** All readings of a notice, as far as they are certain. */
export function readingsOf(watched: Watched, { asked, reference }: Entry, kind: Kind): Reading[] {
	const notice = noticeOf(watched, reference);
	if (!notice) return [];
	const polls = new Map(
		watched.watcher.played.filter((poll) => isKept(watched, poll)).map((poll) => [poll.run, poll]),
	);
	return watched.world.calls.flatMap((call) => {
		const poll = polls.get(call.run);
		if (!poll || !isOfKind(call, kind)) return [];
		const place = placeIn(call, asked);
		if (place < 0 || isBehindMaximum(watched, place)) return [];
		if (mayBeLeftOut(watched, notice, kind, call.sentAt)) return [];
		if (!hasShown(call, notice, poll)) return [];
		return [{ sentAt: call.sentAt, readAt: call.endedAt ?? Infinity }];
	});
}

/** Whether a kill of n8n comes after the next time that it stores what the trigger remembers. */
function outlivesKills({ kills, watcher }: Watched, { readAt }: Reading): boolean {
	const kill = kills.find((at) => at >= readAt);
	return kill === undefined || watcher.storedAt.some((at) => at >= readAt && at < kill);
}

/**
 * The first reading that the trigger has to remember until the end (docs/trigger.md): a reference that left the list begins
 * anew, what a crash loses is what was not stored, and a stored state that somebody has changed is worth nothing.
 */
export function rememberedSince(watched: Watched, entry: Entry, kind: Kind): number | undefined {
	const { edits, damages } = watched;
	// What a hand has put into the state in place of something else, the trigger cannot tell from what it knew.
	if (damages.some(({ how }) => how === 'field')) return undefined;
	const begins = [...(edits.get(entry.asked) ?? []), ...damages.map(({ at }) => at)];
	const begunAt = Math.max(0, ...begins);
	const readings = readingsOf(watched, entry, kind);
	return readings.find((one) => one.sentAt >= begunAt && outlivesKills(watched, one))?.readAt;
}
