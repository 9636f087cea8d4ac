import { randomUUID } from 'node:crypto';
import { sleep, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../domain/records';
import type { Answers, Aspect } from './answers';
import { NOT_FOUND } from './events';

/** What is remembered of one notice, in the words of the interface, as it is stored. */
export interface Seen {
	/** Absent while its status has not been read. */
	readonly statut?: string;
	readonly motif?: string | undefined;
	/** Changes reported so far: tells a change from the same one happening again. */
	readonly n?: number;
	/** Day (since 1970) of the poll that first saw it published; what 'stop watching' counts from. */
	readonly parue?: number;
	/** Digests, with blanks between them, of what was reported or was there at first sight; absent before that. */
	readonly documents?: string;
	readonly factures?: string;
}

/** A reference that was missing or unreadable, which is asked for apart from the others. */
export interface Miss {
	readonly kind: 'missing' | 'unreadable';
	/** Polls in a row, and the number of the last of them. */
	readonly times: number;
	readonly poll: number;
}

/** An event that is held back. */
export interface Held {
	/** The reference as listed. */
	readonly asked: string;
	readonly aspect: Aspect;
	/** Milliseconds since 1970 of the poll that first saw it. */
	readonly since: number;
	/** Polls in which its attestation was waited for, and in which its files could not be had. */
	readonly waited: number;
	readonly tried: number;
}

export interface State {
	/** Milliseconds since 1970 when this state began. */
	readonly since: number;
	readonly polls: number;
	/** Polls in a row that found none of the notices that were known. */
	readonly lost: number;
	/** The reference with which the next poll begins. */
	readonly next?: string | undefined;
	/** Whether the last poll could read nothing. */
	readonly failed: boolean;
	/** By reference as listed. */
	readonly notices: ReadonlyMap<string, Seen>;
	/** By event identifier. */
	readonly held: ReadonlyMap<string, Held>;
	/** By reference as listed, for each kind of reading. */
	readonly missed: Readonly<Record<Aspect, ReadonlyMap<string, Miss>>>;
}

export const ASPECTS: readonly Aspect[] = ['status', 'documents', 'invoices'];
const VERSION = 2;

export function emptyState(since: number): State {
	const missed = { status: new Map(), documents: new Map(), invoices: new Map() };
	return { since, polls: 0, lost: 0, failed: false, notices: new Map(), held: new Map(), missed };
}

/** JSON that a person can read; {@link readState} reads it. */
function writeState(state: State): string {
	const plain = (_key: string, value: unknown): unknown =>
		value instanceof Map ? Object.fromEntries(value) : value;
	return JSON.stringify({ version: VERSION, ...state }, plain);
}

/** @returns undefined for anything that this version did not write */
function readState(stored: unknown): State | undefined {
	if (!isRecord(stored) || stored.version !== VERSION || !isRecord(stored.notices))
		return undefined;
	const { since, polls, lost, next, failed, notices, held, missed } = stored;
	const misses = isRecord(missed) ? missed : {};
	return {
		since: Number(since),
		polls: Number(polls),
		lost: Number(lost),
		next: typeof next === 'string' ? next : undefined,
		failed: failed === true,
		notices: mapOf(notices, isSeen),
		held: mapOf(held, isHeld),
		missed: {
			status: mapOf(misses.status, isMiss),
			documents: mapOf(misses.documents, isMiss),
			invoices: mapOf(misses.invoices, isMiss),
		},
	};
}

function mapOf<Entry>(value: unknown, is: (entry: unknown) => entry is Entry): Map<string, Entry> {
	const map = new Map<string, Entry>();
	for (const [key, entry] of Object.entries(isRecord(value) ? value : {})) {
		if (is(entry)) map.set(key, entry);
	}
	return map;
}

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isSeen = (value: unknown): value is Seen =>
	isRecord(value) && [value.statut, value.motif, value.documents, value.factures].every(isText);
const isHeld = (value: unknown): value is Held =>
	isRecord(value) && typeof value.asked === 'string' && typeof value.waited === 'number';
const isMiss = (value: unknown): value is Miss =>
	isRecord(value) && typeof value.times === 'number' && typeof value.poll === 'number';

/** Days since 1970. */
export function dayOf(nowMs: number): number {
	return Math.floor(nowMs / 86_400_000);
}

/** So many known notices are not gone at once: for some polls the service is taken to be in trouble. */
const MANY = 20;
const PATIENCE = 10;

/**
 * Notices disappear one by one. Polls that find none of many that were known are counted.
 *
 * @returns the known notices that are missing, and whether that is doubted
 */
export function countLost(before: State, list: readonly string[], status: Answers['status']) {
	let [found, known, missing] = [0, 0, 0];
	for (const asked of list) {
		const outcome = status.get(asked);
		if (typeof outcome === 'object') found++;
		const { statut = NOT_FOUND } = before.notices.get(asked) ?? {};
		if (statut === NOT_FOUND || before.missed.status.has(asked)) continue;
		if (typeof outcome === 'object') known++;
		else if (outcome === 'missing') missing++;
	}
	const isLost = known === 0 && missing >= MANY;
	const polls = isLost ? before.lost + 1 : found > 0 ? 0 : before.lost;
	return { notices: missing, polls, isDoubted: isLost && polls <= PATIENCE };
}

/** What this process knows beyond what n8n stores, by trigger: the state as JSON, and the stored stamp it follows. */
export const carried = new Map<string, { readonly follows: unknown; readonly json: string }>();
/** Characters of all carried states; a list of 10,000 notices takes about 500,000. */
const ROOM = 32_000_000;
/** Polls under way, by trigger, and when n8n gives each up. */
const atWork = new Map<string, { readonly until: number }>();

/**
 * Where the state is kept between polls: in n8n's static data of the node.
 *
 * n8n stores it with the items of a poll that emits. After a poll without items it stores it at once (durable
 * cursors), later (classic poller) or not at all (durable scheduler alone; durable cursors at activation and after a
 * poll that fails). For the last, the state is carried over in this process, for as long as what is stored is still
 * what it follows.
 */
export class Memory {
	private constructor(
		private readonly key: string,
		private readonly stored: IDataObject,
		private readonly work: { readonly until: number },
		private readonly follows = stored.stamp,
	) {}

	/**
	 * Polls of one trigger must not overlap, which n8n allows: both would report the same.
	 *
	 * @param takesOver whether the poll begins although another one is under way, which then reports nothing
	 * @returns undefined while another poll of this trigger is under way
	 */
	static open(context: IPollFunctions, budgetMs: number, takesOver: boolean): Memory | undefined {
		const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
		const other = atWork.get(key);
		if (other && !takesOver && Date.now() < other.until) return undefined;
		const work = { until: Date.now() + budgetMs };
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

	/** Call last, when nothing can fail any more. @param emits whether the poll hands items over */
	save(state: State, emits: boolean): void {
		const json = writeState(state);
		carried.delete(this.key);
		if (!emits) carried.set(this.key, { follows: this.follows, json });
		let used = 0;
		for (const one of carried.values()) used += one.json.length;
		for (const [oldest, one] of carried) {
			if (used <= ROOM) break;
			carried.delete(oldest);
			used -= one.json.length;
		}
		const copy = { ...(JSON.parse(json) as IDataObject), stamp: randomUUID() };
		for (const name of Object.keys(this.stored)) if (!(name in copy)) delete this.stored[name];
		Object.assign(this.stored, copy);
	}
}

/** The milliseconds that n8n gives a poll. It drops what a poll returns later, and does not stop one that is late. */
export class Deadline {
	private readonly startedAt = Date.now();
	private readonly controller = new AbortController();
	/** Aborted at the end: calls that wait for their turn then give up. */
	readonly signal = this.controller.signal;

	constructor(readonly budgetMs: number) {}

	/** Epoch milliseconds of a part of the budget. */
	at(part: number): number {
		return this.startedAt + part * this.budgetMs;
	}

	/** Waits for work, but not longer than a moment. @returns whether the work was done by then */
	async waitFor(work: Promise<unknown>, until: number): Promise<boolean> {
		let done = false;
		const settled = work.then(() => (done = true));
		while (!done && Date.now() < until) {
			// In short steps, so that no timer outlives the poll by much.
			await Promise.race([settled, sleep(Math.max(1, Math.min(250, until - Date.now())))]);
		}
		return done;
	}

	end(): void {
		this.controller.abort();
	}
}
