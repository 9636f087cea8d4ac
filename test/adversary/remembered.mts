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

const names = new WeakMap<Call, ReadonlySet<string>>();

/** The names that a list asks for. */
function namesIn(call: Call): ReadonlySet<string> {
	const known = names.get(call);
	if (known) return known;
	const { references = [] } = JSON.parse(call.subject) as { references?: unknown[] };
	const found = new Set(references.map(String));
	names.set(call, found);
	return found;
}

function asksFor(call: Call, asked: string): boolean {
	if (!call.path.startsWith('annonce/')) return namesIn(call).has(asked);
	return call.subject === `${asked}{}`;
}

function isOfKind({ path }: Call, kind: Kind): boolean {
	return path.endsWith(kind) || (kind === 'statut' && path.endsWith('statuts'));
}

/** Whether the call showed the notice as it was, all the time that it took. */
function hasShown(call: Call, notice: Notice, poll: Poll): boolean {
	const { fate, codes, shapes, sentAt, endedAt = Infinity } = call;
	const isAsItIs = fate === 'answered' && codes === '' && shapes.length === 0;
	const isAnswered = isAsItIs && endedAt <= poll.endedAt;
	const isThere = !poll.hidden.has(notice.reference) && (notice.cancelledAt ?? Infinity) > endedAt;
	const changes = [...notice.statuses, ...notice.files.map(({ addedAt: at }) => ({ at }))];
	const isSteady = !changes.some(({ at }) => at >= sentAt && at <= endedAt);
	return isAnswered && isThere && isSteady;
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
		if (!poll || !isOfKind(call, kind) || !asksFor(call, asked)) return [];
		const { sentAt, endedAt: readAt = Infinity } = call;
		return hasShown(call, notice, poll) ? [{ sentAt, readAt }] : [];
	});
}

/** Whether a kill of n8n comes after the next time that it stores what the trigger remembers. */
function outlivesKills({ kills, watcher }: Watched, { readAt }: Reading): boolean {
	const kill = kills.find((at) => at >= readAt);
	return kill === undefined || watcher.storedAt.some((at) => at >= readAt && at < kill);
}

/**
 * The first reading that the trigger has to remember until the end (docs/trigger.md): a reference that left the list begins
 * anew, what a crash loses is what was not stored, and a stored state that nobody can read is worth nothing.
 */
export function rememberedSince(watched: Watched, entry: Entry, kind: Kind): number | undefined {
	const { edits, spoilt } = watched;
	const begunAt = Math.max(0, ...(edits.get(entry.asked) ?? []), ...spoilt);
	const readings = readingsOf(watched, entry, kind);
	return readings.find((one) => one.sentAt >= begunAt && outlivesKills(watched, one))?.readAt;
}
