import type { IExecuteFunctions } from 'n8n-workflow';

import { forbidsRepeating, LeftOpen } from '../domain/operationStop';
import { explain } from '../transport/errors';
import { ServiceFailure } from '../transport/failures';
import { createContext } from './context';
import { FinishedItems } from './finished';
import type { ItemOperation, ItemResult, Operation, OperationContext } from './operation.types';
import { forReadable } from './perItem';
import { failuresOf, isNotStarted, realFailureOf } from './results';
import { checkTimeouts } from './timeouts';

/** Items worked on at once; how many calls go out at once is the limiter's to say. */
const ITEMS_AT_ONCE = 100;

/** One execution of the node: works on the items and remembers what must not be done twice. */
export class Run {
	readonly context: OperationContext;
	private readonly finished: FinishedItems;
	private readonly continues: boolean;
	private readonly itemIndexes: readonly number[];
	/** Names of the items within the execution, by index, where finished ones are kept. */
	private keys: readonly string[] = [];
	/** Aborted by the first failure that the node may not continue past. */
	private readonly stop = new AbortController();

	constructor(
		private readonly fn: IExecuteFunctions,
		private readonly operation: Operation,
	) {
		this.continues = fn.continueOnFail();
		this.finished = new FinishedItems(fn);
		this.itemIndexes = fn.getInputData().map((_item, index) => index);
		const { length } = this.itemIndexes;
		this.context = createContext(fn, operation, this.finished, this.stop.signal, length);
	}

	/** @returns what became of each input item, in their order */
	async results(): Promise<ItemResult[]> {
		const { operation, itemIndexes } = this;
		if (operation.kind === 'item') return await this.items(operation);
		return await forReadable(
			itemIndexes,
			(itemIndex) => checkTimeouts(this.fn, itemIndex),
			async (readable) => {
				try {
					return await operation.execute(this.context, readable);
				} catch (failure) {
					return readable.map(() => ({ failure }));
				}
			},
		);
	}

	/** What an item leaves open, in this try or in one before it, in a few words; '' for nothing. */
	openOf(itemIndex: number): string {
		return this.finished.openOf(this.keyOf(itemIndex));
	}

	/** Runs an operation item by item, many at once; results come in the order of the items. */
	private async items(operation: ItemOperation): Promise<ItemResult[]> {
		const { itemIndexes } = this;
		const finished = operation.hasEffect ? this.finished : undefined;
		this.keys = finished ? itemIndexes.map((itemIndex) => finished.keyOf(itemIndex)) : [];
		const results: ItemResult[] = itemIndexes.map(
			(itemIndex) => finished?.settled(this.keyOf(itemIndex)) ?? { failure: notStarted() },
		);
		const left = itemIndexes.filter((itemIndex) => waits(results[itemIndex]));
		const failed = results.some((result) => realFailureOf(result) !== undefined);
		if (failed && !this.continues) this.stop.abort();
		const queue = left.values();
		const work = async () => {
			for (const itemIndex of queue) {
				if (this.stop.signal.aborted) return;
				results[itemIndex] = await this.item(operation, itemIndex, finished);
			}
		};
		await Promise.all(Array.from({ length: Math.min(ITEMS_AT_ONCE, left.length) }, work));
		if (!this.stop.signal.aborted) finished?.forget();
		return results;
	}

	private keyOf(itemIndex: number): string {
		return this.keys[itemIndex] ?? '';
	}

	private async item(
		operation: ItemOperation,
		itemIndex: number,
		finished: FinishedItems | undefined,
	): Promise<ItemResult> {
		const key = this.keyOf(itemIndex);
		try {
			checkTimeouts(this.fn, itemIndex);
			const output = await operation.execute(this.context, itemIndex);
			finished?.put(key, output);
			return { output };
		} catch (thrown) {
			const failure = withEarlier(thrown, finished?.openOf(key) ?? '');
			if (failure instanceof LeftOpen) {
				finished?.leaveOpen(key, failure, explain(failure), forbidsRepeating(failure));
			}
			if (!this.continues) this.stop.abort();
			return { failure };
		}
	}
}

/** A failure of a later try must not hide what an earlier one left open. */
function withEarlier(failure: unknown, open: string): unknown {
	if (open === '' || failure instanceof LeftOpen || isNotStarted(failure)) return failure;
	return new LeftOpen(`Left open by an earlier try: ${open}.`, '', failure, open);
}

/** Whether nothing is known of an item yet. */
function waits(result: ItemResult | undefined): boolean {
	return result !== undefined && failuresOf(result).some(isNotStarted);
}

function notStarted(): ServiceFailure {
	return new ServiceFailure('notStarted');
}
