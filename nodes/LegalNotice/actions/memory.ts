/**
 * What the items of a run have done, for Retry On Fail: it runs the whole node again for all items, and what is done must not
 * be done twice. Kept in n8n's node context, which survives a retry, and not the death of the process: after that only order
 * number and e-mail help.
 */
import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../reading/records';
import { type EffectOutcome, outcomeOf, rethrown, ServiceFailure, Stop } from '../errors/failures';
import { asSentence, explain } from '../errors/words';
import type { ItemMemory, ItemResult, OutputItem } from './context';

/** How an item ended, as far as a next try has to know it. */
type Ended =
	| { readonly kind: 'done'; readonly output: readonly OutputItem[] }
	| (Left & { readonly message: string; readonly fix: string; readonly execution: string });

/** What a person has to look at. */
type Left = Exclude<EffectOutcome, { kind: 'nothing' }>;

/** All of one item. */
interface Entry {
	/** Of what has begun, in the form of its operation. */
	readonly progress?: object;
	readonly ended?: Ended;
}

/** Under this key all of it is kept in the node context. */
const SECTION = 'legalNotice';

export class RunMemory {
	private readonly store: IDataObject;
	/** Names this run, and every try of it. */
	private name: string | undefined;

	/**
	 * @param items those of the run
	 * @param inTool an agent's calls of its tool may run side by side, and n8n counts each try of one as a run of its own
	 */
	constructor(
		private readonly fn: IExecuteFunctions,
		private readonly items: readonly INodeExecutionData[],
		private readonly inTool: boolean,
	) {
		this.store = fn.getContext('node');
	}

	/** The result of an earlier try; or, where only a person may run the item again, its failure. */
	settled(itemIndex: number): ItemResult | undefined {
		const { ended } = this.entry(itemIndex);
		if (ended?.kind === 'done') return { output: ended.output };
		const left = this.leftToPerson(itemIndex);
		if (!left) return undefined;
		return { failure: new Stop(left.message, left.fix, { outcome: left }) };
	}

	finish(itemIndex: number, output: readonly OutputItem[]): void {
		// So an equal call of the tool beside this one may have ended; its next try has to know it.
		if (!this.leftToPerson(itemIndex)) this.change(itemIndex, { ended: { kind: 'done', output } });
	}

	/** @returns the failure, with what it or an earlier try of the item has left behind, which is kept for the next try */
	fail(itemIndex: number, failure: unknown): unknown {
		const outcome = outcomeOf(failure);
		if (!outcome || outcome.kind === 'nothing') return this.withEarlier(itemIndex, failure);
		const { message, fix } = explain(failure);
		const execution = this.fn.getExecutionId();
		this.change(itemIndex, { ended: { ...outcome, message, fix, execution } });
		return failure;
	}

	/** What a person has to look at because of an item, in a few words; '' for nothing. */
	leftOf(itemIndex: number): string {
		const { ended } = this.entry(itemIndex);
		return ended && ended.kind !== 'done' ? ended.what : '';
	}

	/** @template Progress what the operation keeps of an item that has begun: plain data, always of this form */
	of<Progress extends object>(itemIndex: number): ItemMemory<Progress> {
		// The name of a run is made of its operation too: what is kept under it has the form of this one.
		const recall = () => this.entry(itemIndex).progress as Progress | undefined;
		return {
			recall,
			remember: (progress) => this.change(itemIndex, { progress, ended: undefined }),
			during: async (progress, effect) => {
				const before = recall();
				this.change(itemIndex, { progress });
				try {
					const done = await effect();
					// Its output is kept for a next try. An equal call of the tool beside this one has not done it.
					this.change(itemIndex, { progress: undefined });
					return done;
				} catch (failure) {
					if (outcomeOf(failure)?.kind === 'nothing') this.change(itemIndex, { progress: before });
					throw rethrown(failure);
				}
			},
		};
	}

	/** A record that all items of the run share. @template Kept what the operation keeps in it: plain data, always of this form */
	shared<Kept>(record: string): Record<string, Kept | undefined> {
		return recordIn(this.section(), record) as Record<string, Kept | undefined>;
	}

	/** Everything is done: nothing of it is looked up again. What other runs keep, such as other calls of a tool, stays. */
	forget(): void {
		if (this.items.some((_item, itemIndex) => this.leftToPerson(itemIndex))) return;
		const runs = recordIn(this.store, SECTION);
		delete runs[this.nameOfRun()];
	}

	private withEarlier(itemIndex: number, failure: unknown): unknown {
		const { ended } = this.entry(itemIndex);
		const isNotStarted = failure instanceof ServiceFailure && failure.kind === 'notStarted';
		if (!ended || ended.kind === 'done' || isNotStarted) return failure;
		const said = `${asSentence(ended.message)} That was an earlier try. This one failed:`;
		return new Stop(said, ended.fix, { reason: failure, outcome: ended });
	}

	/** How an item ended that only a person may run again; in another execution, a person has decided to. */
	private leftToPerson(itemIndex: number) {
		const { ended } = this.entry(itemIndex);
		if (ended?.kind !== 'unknown' || ended.nextRun !== 'repeats') return undefined;
		return ended.execution === this.fn.getExecutionId() ? ended : undefined;
	}

	private entry(itemIndex: number): Entry {
		return this.shared<Entry>('items')[itemIndex] ?? {};
	}

	private change(
		itemIndex: number,
		change: { progress?: object | undefined; ended?: Ended | undefined },
	): void {
		this.shared('items')[itemIndex] = { ...this.entry(itemIndex), ...change };
	}

	private section(): IDataObject {
		return recordIn(recordIn(this.store, SECTION), this.nameOfRun());
	}

	/**
	 * Each try of a run has the same items, parameters and credentials. So has each round of a loop, which its index keeps
	 * apart; a try of a tool has an index of its own, and its call is known by the arguments, which are in its item.
	 */
	private nameOfRun(): string {
		if (this.name !== undefined) return this.name;
		const { parameters, credentials } = this.fn.getNode();
		// n8n makes a proxy for the round of a loop, which takes its time.
		const round: unknown = this.inTool ? 'tool' : this.fn.getWorkflowDataProxy(0).$runIndex;
		const hash = createHash('sha256').update(JSON.stringify([round, parameters, credentials]));
		for (const { json, binary = {} } of this.items) {
			const files = Object.entries(binary).map(([field, { fileName, fileSize, id }]) => {
				return [field, fileName, fileSize, id];
			});
			hash.update(JSON.stringify([json, files]));
		}
		this.name = hash.digest('base64');
		return this.name;
	}
}

function recordIn(store: IDataObject, name: string): IDataObject {
	const kept = store[name];
	if (isRecord(kept)) return kept as IDataObject;
	// Names of notices come from outside: one such as `constructor` finds nothing here.
	const empty: IDataObject = { __proto__: null };
	store[name] = empty;
	return empty;
}
