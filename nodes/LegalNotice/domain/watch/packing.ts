import { shortStatus, type Reason } from './naming';
import type { Apart, Held, Seen, WatchState } from './state';
import { Words } from './words';

/**
 * The state as JSON. n8n writes all of it at every poll that tells something, so it is kept small: one text for all
 * notices (hash, index of the status, then only what there is), and statuses and reasons once each in `words`.
 */
interface PackedState {
	v: 1;
	since: string;
	seen: string;
	words: string[];
	held?: PackedHeld[];
	apart?: PackedApart[];
	at?: string | undefined;
	size?: number | undefined;
	lost?: number;
}

type PackedHeld = [key: string, left: number, since: string];

/** In order of their turn, which keys of an object would not keep in every database. */
type PackedApart = [key: string, tries: number, wait: number, kind?: 'x'];

export const STATE_KEYS = [
	'v',
	'since',
	'seen',
	'words',
	'held',
	'apart',
	'at',
	'size',
	'lost',
] as const;

/** Characters of the digest of a document or invoice. */
export const KEY_LENGTH = 8;
/** Bytes that texts may take in all, at least and for each notice; further ones are kept as digests. */
const ROOM = 400;
const STATUS_BYTES_EACH = 3;
const REASON_BYTES_EACH = 10;

export function packState(state: WatchState): PackedState {
	const words = new Words();
	const statuses = packStatuses(state, words);
	const room = { bytes: Math.max(ROOM, REASON_BYTES_EACH * state.seen.size) };
	const packReason = ({ text, digest }: Reason): string =>
		(text === null ? undefined : words.add(text, room)) ?? `~${digest}`;
	const records = [...state.seen].map(([hash, seen]) => packSeen(hash, seen, statuses, packReason));
	return {
		v: 1,
		since: state.since.toString(36),
		seen: records.join(' '),
		words: words.list,
		...(state.held.size > 0 ? { held: [...state.held].map(packHeld) } : {}),
		...(state.apart.size > 0 ? { apart: [...state.apart].map(packApart) } : {}),
		at: state.resumeAt,
		size: state.batchSize,
		...(state.lost === 0 ? {} : { lost: state.lost }),
	};
}

/**
 * Whether two states know the same of the notices, and hold the same events back. How often something was tried is no
 * knowledge.
 */
export function sameKnowledge(a: WatchState, b: WatchState): boolean {
	const [packedA, packedB] = [packState(a), packState(b)];
	const heldBy = ({ held }: WatchState) => [...held.keys()].sort().join();
	return (
		packedA.seen === packedB.seen &&
		packedA.words.join() === packedB.words.join() &&
		heldBy(a) === heldBy(b)
	);
}

/** The word or digest of each status; the ones that most notices have get their word first. */
function packStatuses({ seen }: WatchState, words: Words): ReadonlyMap<string, string> {
	const counts = new Map<string, number>();
	for (const { status } of seen.values()) {
		if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
	}
	const room = { bytes: Math.max(ROOM, STATUS_BYTES_EACH * seen.size) };
	const byCount = [...counts].sort(([, a], [, b]) => b - a);
	return new Map(
		byCount.map(([status]) => [
			status,
			shortStatus(status) === status ? status : (words.add(status, room) ?? shortStatus(status)),
		]),
	);
}

function packHeld([key, { left, since }]: [string, Held]): PackedHeld {
	return [key, left, since.toString(36)];
}

function packApart([key, { tries, wait, kind }]: [string, Apart]): PackedApart {
	return kind === 'missing' ? [key, tries, wait] : [key, tries, wait, 'x'];
}

function packSeen(
	hash: string,
	{ status, reason, changes, publishedDay, told, toldOf }: Seen,
	statuses: ReadonlyMap<string | undefined, string>,
	packReason: (reason: Reason) => string,
): string {
	const fields = [
		hash + (statuses.get(status) ?? ''),
		reason ? packReason(reason) : '',
		changes === 0 ? '' : changes.toString(36),
		publishedDay === undefined ? '' : publishedDay.toString(36),
		toldOf.size === 0 ? '' : toldFlag(toldOf) + [...told].join(''),
	];
	while (fields.at(-1) === '') fields.pop();
	return fields.join('.');
}

function toldFlag(toldOf: Seen['toldOf']): string {
	if (toldOf.has('documents')) return toldOf.has('invoices') ? 'b' : 'd';
	return 'i';
}
