import { digest48 } from './digest';
import type { Reason } from './naming';
import {
	emptyState,
	HASH_LENGTH,
	type Apart,
	type Held,
	type Seen,
	type WatchState,
} from './state';

/**
 * The state as JSON. n8n writes all of it at every poll that tells something, so it is kept small: one text for all
 * notices (hash, index of the status, then only what there is), and statuses and reasons once each in `words`.
 */
export interface PackedState {
	v: 1;
	since: string;
	seen: string;
	words: string[];
	held?: PackedHeld[];
	apart?: PackedApart[];
	at?: string;
	size?: number;
}

type PackedHeld = [key: string, left: number, since: string];

/** In order of their turn, which keys of an object would not keep in every database. */
type PackedApart = [key: string, tries: number, wait: number, kind?: 'x'];

export const STATE_KEYS = ['v', 'since', 'seen', 'words', 'held', 'apart', 'at', 'size'] as const;

const KEY_LENGTH = 8;
/** Bytes that texts of reasons may take in all, at least and for each notice; further ones are kept as digests. */
const REASON_BYTES = 400;
const REASON_BYTES_EACH = 10;

export function packState(state: WatchState): PackedState {
	const words = new Words();
	for (const { status } of state.seen.values()) if (status !== undefined) words.add(status);
	let room = Math.max(REASON_BYTES, REASON_BYTES_EACH * state.seen.size);
	const reasonWord = (text: string): string | undefined => {
		const known = words.indexOf(text);
		if (known !== undefined) return known;
		const bytes = Buffer.byteLength(JSON.stringify(text)) + 1;
		if (bytes > room) return undefined;
		room -= bytes;
		return words.add(text);
	};
	const records = [...state.seen].map(([hash, seen]) => packSeen(hash, seen, words, reasonWord));
	return {
		v: 1,
		since: state.since.toString(36),
		seen: records.join(' '),
		words: words.list,
		...(state.held.size > 0
			? { held: [...state.held].map(packHeld) }
			: {}),
		...(state.apart.size > 0 ? { apart: [...state.apart].map(packApart) } : {}),
		...(state.resumeAt === undefined ? {} : { at: state.resumeAt }),
		...(state.batchSize === undefined ? {} : { size: state.batchSize }),
	};
}

/**
 * Whether two states know the same of the notices, and hold the same events back. How often something was tried is no
 * knowledge.
 */
export function sameKnowledge(a: WatchState, b: WatchState): boolean {
	const [{ seen: seenA, words: wordsA }, { seen: seenB, words: wordsB }] = [packState(a), packState(b)];
	const heldBy = ({ held }: WatchState) => [...held.keys()].sort().join();
	return seenA === seenB && wordsA.join() === wordsB.join() && heldBy(a) === heldBy(b);
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
	words: Words,
	reasonWord: (text: string) => string | undefined,
): string {
	const fields = [
		hash + (status === undefined ? '' : words.add(status)),
		reason
			? ((reason.text === null ? undefined : reasonWord(reason.text)) ?? `~${reason.digest}`)
			: '',
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

/** Reads what {@link packState} wrote. Anything else, such as static data of another node, is an empty state. */
export function unpackState(packed: Readonly<Record<string, unknown>>, nowMs: number): WatchState {
	const fresh = emptyState(nowMs);
	if (packed.v !== 1 || typeof packed.seen !== 'string' || !Array.isArray(packed.words))
		return fresh;
	const words: readonly unknown[] = packed.words;
	const records = packed.seen === '' ? [] : packed.seen.split(' ');
	const size = Number(packed.size);
	return {
		since: numberOf(packed.since) ?? fresh.since,
		seen: new Map(records.map((record) => unpackSeen(record, words))),
		held: new Map(Array.isArray(packed.held) ? packed.held.flatMap(unpackHeld) : []),
		apart: new Map(Array.isArray(packed.apart) ? packed.apart.flatMap(unpackApart) : []),
		resumeAt: typeof packed.at === 'string' ? packed.at : undefined,
		batchSize: Number.isInteger(size) && size > 0 ? size : undefined,
	};
}

function unpackSeen(record: string, words: readonly unknown[]): [string, Seen] {
	const [head = '', reason = '', changes, publishedDay, told = ''] = record.split('.');
	const status = wordAt(words, head.slice(HASH_LENGTH));
	const flag = told.slice(0, 1);
	const keys = told.slice(1).match(new RegExp(`.{${KEY_LENGTH}}`, 'g')) ?? [];
	return [
		head.slice(0, HASH_LENGTH),
		{
			status,
			reason: unpackReason(reason, words),
			changes: numberOf(changes) ?? 0,
			publishedDay: numberOf(publishedDay),
			told: new Set(keys),
			toldOf: new Set([
				...(flag === 'b' || flag === 'd' ? (['documents'] as const) : []),
				...(flag === 'b' || flag === 'i' ? (['invoices'] as const) : []),
			]),
		},
	];
}

function unpackReason(field: string, words: readonly unknown[]): Reason | null {
	if (field === '') return null;
	if (field.startsWith('~')) return { digest: field.slice(1), text: null };
	const text = wordAt(words, field);
	return text === undefined ? null : { digest: digest48(text), text };
}

function unpackHeld(entry: unknown): Array<[string, Held]> {
	if (!Array.isArray(entry)) return [];
	const [key, left, since]: readonly unknown[] = entry;
	if (typeof key !== 'string' || typeof left !== 'number') return [];
	return [[key, { left, since: numberOf(since) ?? 0 }]];
}

function unpackApart(entry: unknown): Array<[string, Apart]> {
	if (!Array.isArray(entry)) return [];
	const [key, tries, wait, kind]: readonly unknown[] = entry;
	if (typeof key !== 'string' || typeof tries !== 'number' || typeof wait !== 'number') return [];
	return [[key, { tries, wait, kind: kind === 'x' ? 'unreadable' : 'missing' }]];
}

function wordAt(words: readonly unknown[], index: string): string | undefined {
	const position = numberOf(index);
	const word = position === undefined ? undefined : words[position];
	return typeof word === 'string' ? word : undefined;
}

function numberOf(text: unknown): number | undefined {
	if (typeof text !== 'string' || text === '') return undefined;
	const number = parseInt(text, 36);
	return Number.isSafeInteger(number) ? number : undefined;
}

/** Texts once each, named by their position in base 36. */
class Words {
	readonly list: string[] = [];
	private readonly positions = new Map<string, string>();

	indexOf(text: string): string | undefined {
		return this.positions.get(text);
	}

	add(text: string): string {
		const known = this.positions.get(text);
		if (known !== undefined) return known;
		const position = this.list.length.toString(36);
		this.list.push(text);
		this.positions.set(text, position);
		return position;
	}
}
