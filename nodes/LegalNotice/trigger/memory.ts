import { createHash } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { packState, STATE_KEYS, unpackState, withoutWaits, type WatchState } from '../domain/watch';
import { PollsAtWork, type Work } from './atWork';
import { CarriedStates } from './carried';

/** `durable`: on schedule with the durable scheduler. `classic`: on schedule without. */
export type PollKind = 'activation' | 'classic' | 'durable';

/** What this process knows of its triggers beyond what n8n stores. */
export const carried = new CarriedStates();
const atWork = new PollsAtWork();
/** Triggers that were published anew, until a poll leaves something behind. */
const published = new Set<string>();

/**
 * Where the state is kept between polls: in n8n's static data of the node.
 *
 * n8n stores it with the items of a poll that emits; after a poll without items it stores it at once (durable
 * cursors), later (classic poller, which keeps the same object) or not at all (durable scheduler alone, which reads
 * what is stored anew at each poll; durable cursors at activation and after a poll that fails). For the last, what a
 * poll without items learned is carried over in this process, for as long as what is stored is still what it was
 * learned from.
 */
export class Memory {
	private readonly digest: string;

	private constructor(
		private readonly key: string,
		private readonly stored: IDataObject,
		private readonly kind: PollKind,
		private readonly work: Work,
	) {
		this.digest = digestOf(stored);
	}

	/**
	 * The first poll of an activation is always made: it says whether the keys are right, and works with the list as it
	 * is now.
	 *
	 * @param budgetMs milliseconds after which n8n gives the poll up
	 * @returns undefined while another poll of this trigger is at work
	 */
	static open(context: IPollFunctions, kind: PollKind, budgetMs: number): Memory | undefined {
		const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
		const work = atWork.begin(key, budgetMs, kind === 'activation');
		if (work && kind === 'activation') published.add(key);
		return work && new Memory(key, context.getWorkflowStaticData('node'), kind, work);
	}

	/** Whether this poll may tell what it found; if not, another one has begun meanwhile and tells it. */
	get isCurrent(): boolean {
		return this.work.isCurrent;
	}

	close(): void {
		this.work.end();
	}

	/** Whoever publishes a workflow anew has perhaps mended something: nothing waits for its turn then. */
	load(nowMs: number): WatchState {
		const state = carried.get(this.key, this.digest);
		const packed: unknown = state === undefined ? this.stored : JSON.parse(state);
		const known = unpackState(packed as Readonly<Record<string, unknown>>, nowMs);
		return published.has(this.key) ? withoutWaits(known) : known;
	}

	/** Call last, when nothing can fail any more. @param emits whether the poll hands items over */
	save(state: WatchState, emits: boolean): void {
		published.delete(this.key);
		const packed: IDataObject = { ...packState(state) } as IDataObject;
		for (const name of STATE_KEYS) {
			const value = packed[name];
			// n8n notices assigned keys only, and writes the state whenever one was assigned.
			if (JSON.stringify(this.stored[name]) === JSON.stringify(value)) continue;
			if (value === undefined) delete this.stored[name];
			else this.stored[name] = value;
		}
		if (emits || this.kind === 'classic') carried.forget(this.key);
		else carried.set(this.key, this.digest, JSON.stringify(packed));
	}
}

/** Of the state only, in an order of its own: not every database keeps that of an object's keys. */
function digestOf(stored: IDataObject): string {
	const values = STATE_KEYS.map((name) => stored[name] ?? null);
	return createHash('sha256').update(JSON.stringify(values)).digest('base64');
}
