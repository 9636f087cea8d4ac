import { digest48 } from './digest';
import type { Reason } from './naming';
import { KEY_LENGTH } from './packing';
import {
	emptyState,
	HASH_LENGTH,
	type Apart,
	type Held,
	type Seen,
	type WatchState,
} from './state';
import { numberOf, wordAt } from './words';

/**
 * Reads what {@link import('./packing').packState} wrote. Anything else, such as static data of another node, is an
 * empty state.
 */
export function unpackState(packed: Readonly<Record<string, unknown>>, nowMs: number): WatchState {
	const fresh = emptyState(nowMs);
	if (packed.v !== 1 || typeof packed.seen !== 'string' || !Array.isArray(packed.words))
		return fresh;
	const words: readonly unknown[] = packed.words;
	const records = packed.seen === '' ? [] : packed.seen.split(' ');
	return {
		since: numberOf(packed.since) ?? fresh.since,
		seen: new Map(records.map((record) => unpackSeen(record, words))),
		held: new Map(Array.isArray(packed.held) ? packed.held.flatMap(unpackHeld) : []),
		apart: new Map(Array.isArray(packed.apart) ? packed.apart.flatMap(unpackApart) : []),
		resumeAt: typeof packed.at === 'string' ? packed.at : undefined,
		batchSize: positiveOf(packed.size),
		lost: positiveOf(packed.lost) ?? 0,
	};
}

function positiveOf(value: unknown): number | undefined {
	const number = Number(value);
	return Number.isInteger(number) && number > 0 ? number : undefined;
}

function unpackSeen(record: string, words: readonly unknown[]): [string, Seen] {
	const [head = '', reason, changes, publishedDay, told = ''] = record.split('.');
	const status = head.slice(HASH_LENGTH);
	const flag = told.slice(0, 1);
	const keys = told.slice(1).match(new RegExp(`.{${KEY_LENGTH}}`, 'g')) ?? [];
	return [
		head.slice(0, HASH_LENGTH),
		{
			status: status.startsWith('~') ? status : wordAt(words, status),
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

function unpackReason(field: string | undefined, words: readonly unknown[]): Reason | null {
	if (field?.startsWith('~')) return { digest: field.slice(1), text: null };
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
