import { createHash } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { packState, STATE_KEYS, unpackState, type WatchState } from '../domain/watch';

/**
 * Where the state is kept between polls: in n8n's static data of the node.
 *
 * n8n stores it with the items of a poll that emits; after a poll without items it stores it at once (durable
 * cursors), later (classic poller, which keeps the same object) or not at all (durable scheduler alone, which reads
 * what is stored anew at each poll). For the last, what a quiet poll learned is carried over in this process, for as
 * long as what is stored is still what it was learned from.
 *
 * With durable cursors, n8n does not store what the quiet first poll of an activation learned. It is carried over to
 * the first poll on schedule, so that a change in the minute between them is not missed.
 */
interface Carried {
	readonly learnedFrom: string;
	readonly state: string;
	/** Epoch milliseconds until which it stands in for a state that n8n has not stored at all. */
	readonly insteadOfNoneUntil: number;
}

const carried = new Map<string, Carried>();
const FIRST_SCHEDULED_WITHIN_MS = 86_400_000;

/** `durable`: on schedule with the durable scheduler. `classic`: on schedule without. */
export type PollKind = 'activation' | 'classic' | 'durable';

/** Static data objects that a poll is working on: n8n does not keep two polls of a node from overlapping. */
const inUse = new WeakSet<object>();

export class Memory {
	private readonly stored: IDataObject;
	private readonly key: string;
	private readonly digest: string;

	private constructor(
		context: IPollFunctions,
		stored: IDataObject,
		private readonly kind: PollKind,
	) {
		this.stored = stored;
		this.key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
		this.digest = digestOf(JSON.stringify(stored));
	}

	/** @returns undefined while an earlier poll still works on the same state: it will do what this one would */
	static open(context: IPollFunctions, kind: PollKind): Memory | undefined {
		const stored = context.getWorkflowStaticData('node');
		if (inUse.has(stored)) return undefined;
		inUse.add(stored);
		return new Memory(context, stored, kind);
	}

	close(): void {
		inUse.delete(this.stored);
	}

	load(nowMs: number): WatchState {
		const carry = carried.get(this.key);
		const holds =
			carry?.learnedFrom === this.digest &&
			(!this.isEmpty || (this.kind === 'durable' && nowMs < carry.insteadOfNoneUntil));
		const state: unknown = carry && holds ? JSON.parse(carry.state) : this.stored;
		return unpackState(state as Readonly<Record<string, unknown>>, nowMs);
	}

	private get isEmpty(): boolean {
		return this.stored.v === undefined;
	}

	/** Call last, when nothing can fail any more. @param emits whether the poll hands items over */
	save(state: WatchState, emits: boolean): void {
		const wasEmpty = this.isEmpty;
		const packed: IDataObject = { ...packState(state) } as IDataObject;
		for (const name of STATE_KEYS) {
			const value = packed[name];
			// n8n notices assigned keys only, and writes the state whenever one was assigned.
			if (JSON.stringify(this.stored[name]) === JSON.stringify(value)) continue;
			if (value === undefined) delete this.stored[name];
			else this.stored[name] = value;
		}
		if (emits || (wasEmpty && this.kind !== 'activation')) {
			carried.delete(this.key);
			return;
		}
		carried.set(this.key, {
			learnedFrom: this.digest,
			state: JSON.stringify(packed),
			insteadOfNoneUntil: wasEmpty ? Date.now() + FIRST_SCHEDULED_WITHIN_MS : 0,
		});
	}
}

function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}
