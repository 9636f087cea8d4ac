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
	/** Whether it showed no more than that the notice is suspended. */
	readonly isWithheld: boolean;
}

const isInvoice = (type: string): boolean => type === 'facture' || type === 'avoir';

const places = new WeakMap<Call, ReadonlyMap<string, number>>();

/** The names that a list asks for, each with its place. */
function placesIn(call: Call): ReadonlyMap<string, number> {
	const known = places.get(call);
	if (known) return known;
	const { references = [] } = JSON.parse(call.subject) as { references?: unknown[] };
	const found = new Map(references.map((name, place) => [String(name), place]));
	places.set(call, found);
	return found;
}

/** At which place of a call a name stands; undefined where it does not. */
function placeIn(call: Call, asked: string): number | undefined {
	if (!call.path.startsWith('annonce/')) return placesIn(call).get(asked);
	return call.subject === `${asked}{}` ? 0 : undefined;
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

/**
 * A batch that always names others looks like an exchanged answer, one that fails over an unknown notice like an outage, and
 * such a reference has no route of its own (docs/reliability.md, "What no program can tell").
 */
export function cannotLearnUnknown({ world: { readings } }: Watched): boolean {
	const { batchMore, unknownInBatch, referenceStyle } = readings;
	const saysNothing = batchMore === 'others' || unknownInBatch === 'internal';
	return saysNothing && ['blank', 'slash'].includes(referenceStyle);
}

/** Whether one that is gone may look like an outage, because nothing tells that it is unknown. */
export function mayLookLikeOutage(watched: Watched): boolean {
	const { notices } = watched.world.model;
	return (
		cannotLearnUnknown(watched) && notices.some(({ cancelledAt }) => cancelledAt !== undefined)
	);
}

/** A list may leave out a notice that has no files of its kind, so that it looks like an unknown one. */
function mayLookUnknown(watched: Watched, { files }: Notice, kind: Kind, at: number): boolean {
	if (kind === 'statut' || watched.world.readings.emptyFiles !== 'leftOut') return false;
	// Where a batch answers for others only, it looks like an exchanged one, and nothing is taken from it.
	const namesOthers = watched.world.readings.batchMore === 'others';
	if (!namesOthers && !cannotLearnUnknown(watched)) return false;
	return !files.some(
		({ addedAt, type }) => addedAt < at && (kind === 'documents' || isInvoice(type)),
	);
}

/** A refusal of this one notice shows that it is suspended, and that its files are withheld. */
function isOfSuspended(call: Call): boolean {
	const isAlone = call.path.startsWith('annonce/') || placesIn(call).size === 1;
	return isAlone && call.codes.includes('err_annonce_suspendue');
}

/** Whether the call showed the notice as it was, all the time that it took. */
function hasShown(call: Call, notice: Notice, poll: Poll): boolean {
	const { fate, codes, shapes, sentAt, endedAt = Infinity } = call;
	const isTold = codes === '' || isOfSuspended(call);
	const isAnswered = fate === 'answered' && isTold && endedAt <= poll.endedAt;
	const isWhole = !shapes.some((shape) => shape === 'omits' || shape === 'status');
	const isThere = !poll.hidden.has(notice.reference) && (notice.cancelledAt ?? Infinity) > endedAt;
	const changes = [...notice.statuses, ...notice.files.map(({ addedAt: at }) => ({ at }))];
	const isSteady = !changes.some(({ at }) => at >= sentAt && at <= endedAt);
	return isAnswered && isWhole && isThere && isSteady;
}

/** A poll that failed, or that the publication of the workflow took over from, keeps nothing. */
function isKept({ watcher }: Watched, poll: Poll): boolean {
	const isTakenOver = watcher.played.some(
		({ run, publishes, begunAt }) =>
			publishes && run !== poll.run && begunAt >= poll.begunAt && begunAt < poll.endedAt,
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
		if (place === undefined || isBehindMaximum(watched, place)) return [];
		if (mayLookUnknown(watched, notice, kind, call.sentAt)) return [];
		if (!hasShown(call, notice, poll)) return [];
		const { sentAt, endedAt: readAt = Infinity, codes } = call;
		return [{ sentAt, readAt, isWithheld: codes !== '' }];
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
