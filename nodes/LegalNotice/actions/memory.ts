/**
 * What the items of an execution have done, for Retry On Fail: it runs the whole node again for all items, and what is done
 * must not be done twice. Kept in n8n's node context, which survives a retry, and not the death of the process: after that
 * only order number and e-mail help.
 */
import { createHash } from 'node:crypto';
import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../reading/records';
import { rethrown, ServiceFailure, Stop } from '../errors/failures';
import { explain } from '../errors/words';
import type { ItemMemory, ItemResult, OutputItem } from './context';

/** All of one item. */
interface Entry {
	begun?: IDataObject;
	output?: readonly OutputItem[];
	/** What a failure has left open. */
	left?: { open: string; message: string; fix: string; finalIn?: string };
}

/** Where all of it stands in the node context. */
const SECTION = 'legalNotice';

export class RunMemory {
	private readonly store: IDataObject;
	/** Of parameters, credential and run: the same for all items. */
	private common: string | undefined;
	/** Each key is made once: items may be large. */
	private readonly keys = new Map<number, string>();

	constructor(private readonly fn: IExecuteFunctions) {
		this.store = fn.getContext('node');
	}

	/** The result of an earlier try; or, where only a person may run the item again, its failure. */
	settled(itemIndex: number): ItemResult | undefined {
		const { output, left } = this.entry(itemIndex);
		if (output) return { output };
		// In another execution, a person has decided to run it again.
		if (left?.finalIn === undefined || left.finalIn !== this.fn.getExecutionId()) return undefined;
		const { message, fix, open } = left;
		return { failure: new Stop(message, fix, { open, isFinal: true }) };
	}

	finish(itemIndex: number, output: readonly OutputItem[]): void {
		this.change(itemIndex, { output });
	}

	/** @returns the failure, with what it or an earlier try of the item has left open, which is kept for the next try */
	fail(itemIndex: number, failure: unknown): unknown {
		if (!(failure instanceof Stop) || failure.open === undefined) {
			return this.withEarlier(failure, this.openOf(itemIndex));
		}
		const { message, fix } = explain(failure);
		const final = failure.isFinal ? { finalIn: this.fn.getExecutionId() } : {};
		this.change(itemIndex, { left: { open: failure.open, message, fix, ...final } });
		return failure;
	}

	/** What a person has to look at because of an item, in a few words; '' for nothing. */
	openOf(itemIndex: number): string {
		return this.entry(itemIndex).left?.open ?? '';
	}

	of(itemIndex: number): ItemMemory {
		const remember = (begun: IDataObject) => this.change(itemIndex, { begun });
		const recall = () => this.entry(itemIndex).begun;
		return {
			recall,
			remember,
			during: async (begun, effect) => {
				const before = recall();
				remember(begun);
				try {
					return await effect();
				} catch (failure) {
					if (cameToNothing(failure))
						this.change(itemIndex, before ? { begun: before } : {}, 'begun');
					throw rethrown(failure);
				}
			},
		};
	}

	/** A record that all items of the execution share. */
	shared(name: string): IDataObject {
		return recordIn(this.section(), name);
	}

	/** The node is done: nothing will be asked again in this run. */
	forget(): void {
		delete this.store[SECTION];
	}

	private withEarlier(failure: unknown, open: string): unknown {
		const isNotStarted = failure instanceof ServiceFailure && failure.kind === 'notStarted';
		if (open === '' || isNotStarted) return failure;
		const message = `Still to be checked from an earlier try: ${open}.`;
		return new Stop(message, '', { reason: failure, open });
	}

	private entry(itemIndex: number): Entry {
		const kept = this.shared('items')[this.keyOf(itemIndex)];
		// Nothing but this class writes there.
		return isRecord(kept) ? (kept as Entry) : {};
	}

	private change(itemIndex: number, change: Entry, removed?: keyof Entry): void {
		const entry = { ...this.entry(itemIndex) };
		if (removed) delete entry[removed];
		this.shared('items')[this.keyOf(itemIndex)] = { ...entry, ...change } as IDataObject;
	}

	/** So that no other item, and no other round of a loop, meets what is kept. */
	private keyOf(itemIndex: number): string {
		const known = this.keys.get(itemIndex);
		if (known !== undefined) return known;
		this.common ??= this.digestOfRun();
		const item = this.fn.getInputData()[itemIndex];
		const binary: IBinaryKeyData = item?.binary ?? {};
		const files = Object.entries(binary).map(([name, { fileName, fileSize, id }]) => {
			return [name, fileName, fileSize, id];
		});
		const key = digestOf([this.common, itemIndex, item?.json, files]);
		this.keys.set(itemIndex, key);
		return key;
	}

	private digestOfRun(): string {
		const { parameters, credentials } = this.fn.getNode();
		// n8n makes a proxy for the round of a loop, which takes its time.
		const runIndex: unknown = this.fn.getWorkflowDataProxy(0).$runIndex;
		return digestOf([runIndex, parameters, credentials]);
	}

	private section(): IDataObject {
		return recordIn(this.store, SECTION);
	}
}

function recordIn(store: IDataObject, name: string): IDataObject {
	const kept = store[name];
	if (isRecord(kept)) return kept as IDataObject;
	const empty: IDataObject = {};
	store[name] = empty;
	return empty;
}

/** `exactlyOnce` throws a failure of the service only where nothing was done; a stop says what is open. */
export function cameToNothing(failure: unknown): boolean {
	if (failure instanceof Stop) return failure.open === undefined;
	return failure instanceof ServiceFailure;
}

function digestOf(content: unknown): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('base64');
}
