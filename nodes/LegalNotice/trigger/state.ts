/** What a trigger remembers between polls: of each notice, of events held back, and of notices missed; and how it is stored. */
import { randomUUID } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../domain/records';
import { NOT_FOUND, type KnownStatus } from '../notices/changes';

/** What is read of a notice; each kind has its route. */
export type Aspect = 'status' | 'documents' | 'invoices';

export type FileAspect = Exclude<Aspect, 'status'>;

/** What is stored of one notice, in the words of the interface. */
export interface Seen {
	/** Absent while its status has not been read. */
	readonly statut?: string;
	readonly motif?: string | undefined;
	/** Changes reported so far: the same one may happen again. */
	readonly n?: number;
	/** Day (since 1970) of the poll that first saw it published; what 'stop watching' counts from. */
	readonly parue?: number;
	/** Digests, with blanks between them, of what was reported or was there at first sight; absent before that. */
	readonly documents?: string;
	readonly factures?: string;
}

/** A reference that was missing or refused; in a list of others it may spoil that. */
export interface Miss {
	readonly kind: 'missing' | 'unreadable' | 'withheld';
	/** Polls in a row, without those between that could not read what is missing, 0 for what only makes lists fail, or may; and the number of the last poll. */
	readonly times: number;
	readonly poll: number;
}

/** An event that is held back. */
export interface Held {
	readonly asked: string;
	readonly aspect: Aspect;
	/** Milliseconds since 1970 of the poll that first saw it. */
	readonly since: number;
	/** Polls in which its attestation was waited for, and in which its files could not be had. */
	readonly waited: number;
	readonly tried: number;
	/** What a change of status was to. */
	readonly statut?: string;
	readonly motif?: string | undefined;
	/** What its event says when its notice, or its file, is not there any more. An earlier version did not store it. */
	readonly reference?: string;
	readonly numero?: string | undefined;
	/** Of a document or invoice: what is stored of it once it is reported, and its fields. */
	readonly key?: string;
	readonly fields?: IDataObject;
}

/** What is held back, with the identifier of its event. */
export type HeldEvent = readonly [id: string, held: Held];

export interface State {
	/** Milliseconds since 1970 when this state began. */
	readonly since: number;
	readonly polls: number;
	/** Polls in a row that found none of the notices that were known. */
	readonly lost: number;
	/** The reference with which the next poll begins, and what it reads of it first; its status without that. */
	readonly next?: string | undefined;
	readonly first?: Aspect | undefined;
	/** What is known of each notice, by its reference as listed. */
	readonly notices: ReadonlyMap<string, Seen>;
	/** Events that are held back, by their identifier and, behind a blank, the reference as listed. */
	readonly held: ReadonlyMap<string, Held>;
	/** References that were missing or unreadable, as listed, for each kind of reading. */
	readonly missed: Readonly<Record<Aspect, ReadonlyMap<string, Miss>>>;
}

export const ASPECTS: readonly Aspect[] = ['status', 'documents', 'invoices'];
/** Where answers and what is stored list the files of a notice (specification, endpoints 6 to 9). */
export const FILE_LISTS = { documents: 'documents', invoices: 'factures' } as const;
const VERSION = 2;

/** Makes one value for each kind of reading. */
export function perAspect<Value>(make: (aspect: Aspect) => Value): Record<Aspect, Value> {
	return { status: make('status'), documents: make('documents'), invoices: make('invoices') };
}

export function emptyState(since: number): State {
	const missed = perAspect(() => new Map());
	return { since, polls: 0, lost: 0, notices: new Map(), held: new Map(), missed };
}

function writeState(state: State): string {
	const plain = (_key: string, value: unknown): unknown =>
		value instanceof Map ? Object.fromEntries(value) : value;
	return JSON.stringify({ ...state, version: VERSION }, plain);
}

type Table<Value> = Readonly<Record<string, Value>>;

interface Stored extends Omit<State, 'notices' | 'held' | 'missed'> {
	readonly notices: Table<Seen>;
	readonly held: Table<Held>;
	readonly missed: Readonly<Record<Aspect, Table<Miss>>>;
}

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value);
const isMoment: Check = (value) =>
	isCount(value) && !Number.isNaN(new Date(Number(value)).getTime());

function optional(check: Check): Check {
	return (value) => value === undefined || value === null || check(value);
}

function hasShape(value: unknown, shape: Shape): boolean {
	return isRecord(value) && Object.entries(shape).every(([name, check]) => check(value[name]));
}

function isTableOf(shape: Shape): Check {
	return (value) => isRecord(value) && Object.values(value).every((one) => hasShape(one, shape));
}

const SEEN: Shape = {
	statut: optional(isText),
	motif: optional(isText),
	n: optional(isCount),
	parue: optional(isCount),
	documents: optional(isText),
	factures: optional(isText),
};
const isAspect: Check = (value) => ASPECTS.some((aspect) => aspect === value);

const HELD: Shape = {
	asked: isText,
	aspect: isAspect,
	since: isMoment,
	waited: isCount,
	tried: isCount,
	statut: optional(isText),
	motif: optional(isText),
	reference: optional(isText),
	numero: optional(isText),
	key: optional(isText),
	fields: optional(isRecord),
};
const MISS: Shape = {
	kind: (value) => ['missing', 'unreadable', 'withheld'].some((kind) => kind === value),
	times: isCount,
	poll: isCount,
};
const STATE: Shape = {
	version: (value) => value === VERSION,
	since: isMoment,
	polls: isCount,
	lost: isCount,
	next: optional(isText),
	first: optional(isAspect),
	notices: isTableOf(SEEN),
	held: isTableOf(HELD),
	missed: (value) =>
		hasShape(
			value,
			perAspect(() => isTableOf(MISS)),
		),
};

/** Whether this version wrote it: with anything else in it, polls would fail, or report nothing, for good. */
function isStored(value: unknown): value is Stored {
	return hasShape(value, STATE);
}

function readState(stored: unknown): State | undefined {
	if (!isStored(stored)) return undefined;
	const map = <Value>(table: Table<Value>) => new Map(Object.entries(table));
	const missed = perAspect((aspect) => map(stored.missed[aspect]));
	return { ...stored, notices: map(stored.notices), held: map(stored.held), missed };
}

export function seenOf({ notices }: State, asked: string): Seen {
	return notices.get(asked) ?? {};
}

export function knownStatus({ statut, motif }: Seen): KnownStatus {
	return { status: statut ?? null, reason: motif ?? null };
}

/** No reason is stored as an absent one. */
export function storedStatus(status: string, reason: string | null) {
	return { statut: status, motif: reason ?? undefined };
}

export function isFound({ statut = NOT_FOUND }: Seen): boolean {
	return statut !== NOT_FOUND;
}

/** Polls in a row that a reference has to be missing to count as not found. */
const MISSES = 3;
/** What was missing or unreadable in several polls is asked for in every tenth. */
const REST = 10;

/** Counts the miss of this poll together with those before it. One that could not be read is still as missing as it was. */
export function missAfter(before: Miss | undefined, kind: Miss['kind'], poll: number): Miss {
	if (before?.kind === 'missing' && kind === 'unreadable') return { ...before, poll };
	if (before?.kind !== kind) return { kind, times: 1, poll };
	return { kind, times: before.times + 1, poll };
}

/** Whether one that is missing in this poll was so in the polls before. */
export function isMissingAgain({ missed }: State, asked: string, aspect: Aspect): boolean {
	const before = missed[aspect].get(asked);
	return before?.kind === 'missing' && before.times + 1 >= MISSES;
}

/** @param number that of a poll */
export function isMissDue({ times, poll }: Miss, number: number): boolean {
	return times < MISSES || number >= poll + REST;
}

/**
 * Those that were missing or unreadable, in the order in which they are asked for: first what has waited longest, because a
 * poll may not come to all; then what is being counted, then what could not be read, and last what is known to be gone,
 * because a service may read only the beginning of a list.
 */
export function missesInTurn(misses: ReadonlyArray<readonly [string, Miss]>): readonly string[] {
	const rankOf = ({ kind, times }: Miss) => {
		if (kind !== 'missing') return 1;
		return times < MISSES ? 0 : 2;
	};
	const inTurn = [...misses].sort(
		([, one], [, other]) => one.poll - other.poll || rankOf(one) - rankOf(other),
	);
	return inTurn.map(([asked]) => asked);
}

export function daysSince1970(nowMs: number): number {
	return Math.floor(nowMs / 86_400_000);
}

/** What this process knows beyond what n8n stores, by trigger: the state as JSON, and the stored stamp it follows. */
export const carried = new Map<string, { readonly follows: string; readonly json: string }>();
/** Polls under way, by trigger, and when n8n gives each up. */
const atWork = new Map<string, { readonly until: number }>();

/**
 * The state between polls, in n8n's static data of the node, which n8n stores with the items of a poll. After a poll
 * without items it may not (durable scheduler): then this process carries the state over, as long as what is stored is
 * still what it follows.
 */
export class Memory {
	private constructor(
		private readonly key: string,
		private readonly stored: IDataObject,
		private readonly work: { readonly until: number },
		// As text: each poll reads a stamp anew, and one that a hand has changed may be an object.
		private readonly follows = JSON.stringify(stored.stamp),
	) {}

	/**
	 * @param takesOver from a poll under way, which then reports nothing
	 * @returns undefined while another poll is under way: n8n lets them overlap, and both would report the same
	 */
	static open(context: IPollFunctions, budgetMs: number, takesOver: boolean): Memory | undefined {
		const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
		const other = atWork.get(key);
		if (other && !takesOver && performance.now() < other.until) return undefined;
		const work = { until: performance.now() + budgetMs };
		atWork.set(key, work);
		return new Memory(key, context.getWorkflowStaticData('node'), work);
	}

	/** Whether no other poll has taken over. */
	get isCurrent(): boolean {
		return atWork.get(this.key) === this.work;
	}

	close(): void {
		if (this.isCurrent) atWork.delete(this.key);
	}

	/** @returns undefined when something else is stored in its place */
	load(nowMs: number): State | undefined {
		const known = carried.get(this.key);
		// n8n wraps static data in proxies: a copy is plain.
		const json = JSON.stringify(this.stored);
		if (known && known.follows === this.follows) return readState(JSON.parse(known.json));
		return json === '{}' ? emptyState(nowMs) : readState(JSON.parse(json));
	}

	/** It comes last, when nothing can fail any more. @param emits whether the poll hands items over */
	save(state: State, emits: boolean): void {
		const json = writeState(state);
		carried.delete(this.key);
		if (!emits) carried.set(this.key, { follows: this.follows, json });
		const copy = { ...(JSON.parse(json) as IDataObject), stamp: randomUUID() };
		for (const name of Object.keys(this.stored)) if (!(name in copy)) delete this.stored[name];
		Object.assign(this.stored, copy);
	}
}
