import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { forbidsRepeating, LeftOpen, OperationStop } from '../domain/operationStop';
import { createClient, type ExecutionClient } from '../transport/client';
import { explain, fullText, toNodeError } from '../transport/errors';
import { ServiceFailure } from '../transport/failures';
import type { Answer } from '../transport/answer';
import { FinishedItems } from './finished';
import type { ItemOperation, ItemResult, Operation, OperationContext } from './operation.types';
import { findOperation } from './registry';

/** Items worked on at once; how many calls go out at once is the limiter's to say. */
const ITEMS_AT_ONCE = 100;
const LISTED_WHEN_STOPPED = 200;

/** The one loop over the items: runs the chosen operation, pairs its output, and decides what a failure stops. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(this);
	const itemIndexes = this.getInputData().map((_item, index) => index);
	const run = new Run(this, operation);
	const results =
		operation.kind === 'item'
			? await run.items(operation, itemIndexes)
			: await run.wholeInput(() => operation.execute(run.context, itemIndexes), itemIndexes);
	return [run.output(results)];
}

function chosenOperation(fn: IExecuteFunctions): Operation {
	const resource = fn.getNodeParameter('resource', 0) as string;
	const name = fn.getNodeParameter('operation', 0) as string;
	const operation = findOperation(resource, name);
	if (!operation) {
		throw new NodeOperationError(
			fn.getNode(),
			`The operation "${name}" of "${resource}" does not exist in this version of the node`,
			{ description: "Choose another 'Operation', or update the package." },
		);
	}
	return operation;
}

/** One execution of the node. */
class Run {
	readonly context: OperationContext;
	private readonly finished: FinishedItems;
	private readonly continues: boolean;
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
		let client: Promise<ExecutionClient> | undefined;
		let account: Promise<Answer> | undefined;
		this.context = {
			fn,
			client: () =>
				(client ??= createClient(fn, {
					signal: fn.getExecutionCancelSignal(),
					expectedCalls: operation.kind === 'item' ? fn.getInputData().length : 0,
					stop: this.stop.signal,
				})),
			account: () =>
				(account ??= this.context
					.client()
					.then(async (ready) => await ready.call({ method: 'GET', path: '/client' }))),
			steps: this.finished,
			inTool: isTool(fn),
		};
	}

	/** Runs an operation item by item, many at once; results come in the order of the items. */
	async items(operation: ItemOperation, itemIndexes: readonly number[]): Promise<ItemResult[]> {
		const finished = operation.hasEffect ? this.finished : undefined;
		this.keys = finished ? itemIndexes.map((itemIndex) => finished.keyOf(itemIndex)) : [];
		const results: ItemResult[] = itemIndexes.map(
			(itemIndex) => finished?.settled(this.keyOf(itemIndex)) ?? { failure: notStarted() },
		);
		const failed = results.some((result) => 'failure' in result && !isNotStarted(result.failure));
		if (failed && !this.continues) this.stop.abort();
		const left = itemIndexes.filter((itemIndex) => isNotStarted(failureOf(results[itemIndex])));
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

	async wholeInput(
		execute: () => Promise<ItemResult[]>,
		itemIndexes: readonly number[],
	): Promise<ItemResult[]> {
		try {
			return await execute();
		} catch (failure) {
			return itemIndexes.map(() => ({ failure }));
		}
	}

	/** The items for the next node, or the error that stops the execution. */
	output(results: readonly ItemResult[]): INodeExecutionData[] {
		if (!this.continues) {
			const failed = results.findIndex(
				(result) => 'failure' in result && !isNotStarted(result.failure),
			);
			if (failed >= 0) throw this.stopError(results, failed);
		}
		return results.flatMap((result, itemIndex) =>
			'failure' in result
				? [this.failedItem(result.failure, itemIndex)]
				: result.output.map(({ json, binary, from }) => ({
						json,
						...(binary ? { binary } : {}),
						pairedItem: from ? from.map((item) => ({ item })) : { item: itemIndex },
					})),
		);
	}

	private stopError(results: readonly ItemResult[], failed: number): Error {
		const result = results[failed];
		const failure = failureOf(result);
		const others = results.filter((_result, index) => index !== failed);
		const done = others.filter((other) => 'output' in other);
		if (!this.operation.hasEffect || others.length === 0) {
			return toNodeError(this.fn.getNode(), failure, failed);
		}
		const alsoFailed = others.filter(
			(other) => 'failure' in other && !isNotStarted(other.failure),
		).length;
		const names = done.flatMap((other) => this.namesOf(other));
		const list = names.length > 0 ? `: ${listed(names, ', ')}` : '';
		const left = others.length - done.length - alsoFailed;
		const open = results.flatMap((one, index) => (index === failed ? [] : this.openOf(one, index)));
		const state = [
			`Done before it stopped: ${done.length} of ${results.length} items${list}.`,
			alsoFailed > 0 ? `${alsoFailed} more failed.` : '',
			left > 0 ? `${left} were not started.` : '',
			open.length > 0 ? `To be looked at: ${listed(open, '; ')}.` : '',
		];
		const { message, fix } = explain(failure);
		const text = [message.replace(/([^.!?…])$/, '$1.'), ...state].filter(Boolean).join(' ');
		return toNodeError(
			this.fn.getNode(),
			new OperationStop(
				text,
				fix,
				failure instanceof OperationStop ? failure.reason : failure,
				true,
			),
			failed,
		);
	}

	/** What another item leaves open, in this try or in one before it: only the first failure has its own words. */
	private openOf(result: ItemResult, itemIndex: number): string[] {
		if ('output' in result) return [];
		if (result.failure instanceof LeftOpen) return [result.failure.open];
		const open = this.finished.openOf(this.keyOf(itemIndex));
		return open === '' ? [] : [open];
	}

	private namesOf(result: ItemResult): string[] {
		const fields = this.operation.doneBy ?? ['reference'];
		if (!('output' in result)) return [];
		return result.output.flatMap(({ json }) => {
			const names = fields.map((field) => json[field]).filter((name) => typeof name === 'string');
			return names.length > 0 ? [names.join(' / ')] : [];
		});
	}

	/**
	 * The shape that reaches the error output on every version of n8n and never makes Retry On Fail repeat the items
	 * that succeeded: a truthy `json.error` in the first item would.
	 */
	private failedItem(failure: unknown, itemIndex: number): INodeExecutionData {
		const text = fullText(failure);
		const pairedItem = { item: itemIndex };
		const node = this.fn.getNode();
		if (node.retryOnFail) {
			const error = toNodeError(node, failure, itemIndex);
			error.message = text;
			return { json: {}, error, pairedItem };
		}
		return { json: { error: text, message: explain(failure).message }, pairedItem };
	}
}

/** A failure of a later try must not hide what an earlier one left open. */
function withEarlier(failure: unknown, open: string): unknown {
	if (open === '' || failure instanceof LeftOpen || isNotStarted(failure)) return failure;
	return new LeftOpen(`Left open by an earlier try: ${open}.`, '', failure, open);
}

function listed(names: readonly string[], separator: string): string {
	const left = names.length - LISTED_WHEN_STOPPED;
	const more = left > 0 ? ` and ${left} more` : '';
	return `${names.slice(0, LISTED_WHEN_STOPPED).join(separator)}${more}`;
}

function failureOf(result: ItemResult | undefined): unknown {
	return result && 'failure' in result ? result.failure : undefined;
}

function notStarted(): ServiceFailure {
	return new ServiceFailure('notStarted');
}

function isNotStarted(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.kind === 'notStarted';
}

/**
 * n8n runs a tool either in a context of its own or, for newer agents, like any node; the type that it makes of a node
 * for agents ends with "Tool" in both.
 */
function isTool(fn: IExecuteFunctions): boolean {
	return fn.getNode().type.endsWith('Tool');
}
