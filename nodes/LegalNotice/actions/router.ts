/** Runs the chosen operation on all input items, and makes items or an error of its results. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { ServiceFailure } from '../errors/failures';
import { fullText, messageOf, toNodeError, toOneLineError } from '../errors/words';
import { Turns } from '../transport/pause';
import { createContext } from './context';
import type { ItemOperation, ItemResult, Operation, OperationContext } from './context';
import { hintsOf } from './hints';
import { collection, namesOfItem } from './itemParameters';
import { RunMemory } from './memory';
import { forReadable } from './noticeItems';
import { findOperation } from './registry';
import { type ItemEnd, stoppedRun } from './stopped';

/** The limiter decides how many calls go out; so many items begin without a look at how many are under way. */
const GROUP = 50;
/** A next group begins when no more items than these are under way: their texts and logos are held in memory. */
const LOW_WATER = 200;

/** One execution of the node, on all of its items. */
interface Execution {
	readonly context: OperationContext;
	readonly memory: RunMemory;
	/** Aborted by the first failure that the node may not continue past. */
	readonly stop: AbortController;
	/** Whether the node goes on with its other items when one has failed. */
	readonly continues: boolean;
}

/** Runs the chosen operation on all items, pairs its output, and decides what a failure stops. */
export async function router(
	fn: IExecuteFunctions,
	continues: boolean,
): Promise<INodeExecutionData[][]> {
	const resource = String(fn.getNodeParameter('resource', 0));
	const chosen = String(fn.getNodeParameter('operation', 0));
	const operation = findOperation(resource, chosen);
	if (!operation) {
		throw new NodeOperationError(
			fn.getNode(),
			`The operation "${chosen}" of "${resource}" does not exist in this version of the node`,
			{ description: "Choose another 'Operation', or update the package." },
		);
	}
	// The type that n8n makes of a node for agents ends with it.
	const inTool = fn.getNode().type.endsWith('Tool');
	const items = fn.getInputData();
	const memory = new RunMemory(fn, items, inTool);
	const stop = new AbortController();
	const context = createContext(fn, operation, {
		memoryOf: (itemIndex) => memory.of(itemIndex),
		shared: (name) => memory.shared(name),
		stop: stop.signal,
		inTool,
	});
	const execution: Execution = { context, memory, stop, continues };
	const itemIndexes = items.map((_item, index) => index);
	const results = await resultsOf(operation, execution, itemIndexes);
	if (!continues && results.some(hasFailed)) {
		throw stopError(operation, execution, results);
	}
	// Not every version of n8n has a function for hints where the node runs as a tool.
	if (!context.inTool) {
		const failed = results.flatMap((result, itemIndex) => {
			const [failure] = failuresOf(result);
			if (failure === undefined) return [];
			const place = results.length > 1 ? `row ${itemIndex + 1}` : '';
			return [{ failure, name: nameOf(operation, context, itemIndex) || place }];
		});
		const counts = { failed, all: results.length };
		const { hasSummary = false, option } = operation;
		const outputs = results.flatMap((result) => ('output' in result ? result.output : []));
		fn.addExecutionHints(
			...hintsOf(fn.getNode(), { operation: option.value, hasSummary }, outputs, counts),
		);
	}
	return [outputItems(operation, context, results)];
}

async function resultsOf(
	operation: Operation,
	execution: Execution,
	itemIndexes: readonly number[],
): Promise<ItemResult[]> {
	if (operation.kind === 'item') return await itemByItem(operation, execution, itemIndexes);
	const { context } = execution;
	return await forReadable(
		itemIndexes,
		(itemIndex) => collection(context, 'options', itemIndex),
		async (readable) => await operation.execute(context, [...readable.keys()]),
	);
}

async function itemByItem(
	operation: ItemOperation,
	execution: Execution,
	itemIndexes: readonly number[],
): Promise<ItemResult[]> {
	const { context, memory, stop, continues } = execution;
	const settled = await settledBefore(operation, execution, itemIndexes);
	const notStarted: ItemResult = { failure: new ServiceFailure('notStarted') };
	const results = itemIndexes.map((itemIndex) => settled.get(itemIndex) ?? notStarted);
	if (!continues && [...settled.values()].some(hasFailed)) stop.abort();
	const waiting = itemIndexes.filter((itemIndex) => !settled.has(itemIndex));
	const common = operation.begin?.(context, waiting);
	await inStream(waiting, async (itemIndex) => {
		if (stop.signal.aborted) return;
		results[itemIndex] = await workOn(operation, execution, itemIndex, common);
	});
	// What failed may be tried again, by n8n or by an agent that calls its tool once more.
	if (operation.effect && !results.some(hasFailed)) memory.forget();
	return results;
}

/** Begins the items one behind the other, without waiting for one to end before the next begins. */
async function inStream(
	itemIndexes: readonly number[],
	work: (itemIndex: number) => Promise<void>,
): Promise<void> {
	let underWay = 0;
	let wake: () => void = () => undefined;
	const until = async (most: number) => {
		while (underWay > most) await new Promise<void>((resolve) => (wake = resolve));
	};
	const turns = new Turns();
	for (const [at, itemIndex] of itemIndexes.entries()) {
		if (at % GROUP === 0) await until(LOW_WATER);
		await turns.next();
		underWay++;
		void work(itemIndex).finally(() => {
			underWay--;
			wake();
		});
	}
	await until(0);
}

/** The results that are known before anything is sent: of an earlier try of the execution, or because it is refused. */
async function settledBefore(
	operation: ItemOperation,
	{ context, memory }: Execution,
	itemIndexes: readonly number[],
): Promise<ReadonlyMap<number, ItemResult>> {
	const settled = new Map<number, ItemResult>();
	for (const itemIndex of operation.effect ? itemIndexes : []) {
		const result = memory.settled(itemIndex);
		if (result) settled.set(itemIndex, result);
	}
	if (!operation.refuse) return settled;
	// What an earlier try has begun stays as it is, whatever an expression such as `$now` makes of its number by now.
	const isFresh = (itemIndex: number) => !settled.has(itemIndex) && !memory.of(itemIndex).recall();
	const fresh = itemIndexes.filter(isFresh);
	for (const [itemIndex, failure] of await operation.refuse(context, fresh)) {
		settled.set(itemIndex, { failure });
	}
	return settled;
}

/** It never throws: a failure of one item is the result of that item. */
async function workOn(
	operation: ItemOperation,
	{ context, memory, stop, continues }: Execution,
	itemIndex: number,
	common: unknown,
): Promise<ItemResult> {
	try {
		collection(context, 'options', itemIndex);
		const output = await operation.execute(context, itemIndex, common);
		if (operation.effect) memory.finish(itemIndex, output);
		return { output };
	} catch (failure) {
		if (!continues) stop.abort();
		return { failure: operation.effect ? memory.fail(itemIndex, failure) : failure };
	}
}

function failuresOf(result: ItemResult): readonly unknown[] {
	if ('failure' in result) return [result.failure];
	return result.alsoFailed ?? [];
}

/** An item that was not started has not failed: another one has. */
function isFailure(failure: unknown): boolean {
	return !(failure instanceof ServiceFailure) || failure.kind !== 'notStarted';
}

function hasFailed(result: ItemResult): boolean {
	return failuresOf(result).some(isFailure);
}

/** @returns the name that a person gave an item; '' for none */
function nameOf({ names = {} }: Operation, context: OperationContext, itemIndex: number): string {
	const [name = ''] = Object.values(namesOfItem(context, names, itemIndex));
	return name;
}

/** The error that stops the execution. Of an operation that changes something, it says what became of each item. */
function stopError(
	operation: Operation,
	{ context, memory }: Execution,
	results: readonly ItemResult[],
): Error {
	const node = context.fn.getNode();
	const failed = results.findIndex(hasFailed);
	const failure = results.flatMap(failuresOf).find(isFailure);
	const { effect } = operation;
	if (!effect || results.length === 1) {
		return toNodeError(node, failure, {
			itemIndex: failed,
			name: nameOf(operation, context, failed),
		});
	}
	const ends = results.map((result, itemIndex): ItemEnd => {
		const name = nameOf(operation, context, itemIndex);
		if ('output' in result) {
			const done = result.output.map(({ json }) => json);
			return { itemIndex, name, left: '', done };
		}
		const left = memory.leftOf(itemIndex);
		const isNotStarted = !hasFailed(result);
		return { itemIndex, name, left, failure: result.failure, isNotStarted };
	});
	return toNodeError(node, stoppedRun(context, effect, ends, failed), { itemIndex: failed });
}

function outputItems(
	operation: Operation,
	context: OperationContext,
	results: readonly ItemResult[],
): INodeExecutionData[] {
	const items: INodeExecutionData[] = [];
	for (const [itemIndex, result] of results.entries()) {
		for (const { json, binary, from = [] } of 'output' in result ? result.output : []) {
			const pairedItem = from.length > 0 ? from.map((item) => ({ item })) : { item: itemIndex };
			// Items may have been made of one answer; what is changed in one must not show in another.
			items.push({ json: { ...json }, pairedItem, ...(binary ? { binary } : {}) });
		}
		for (const failure of failuresOf(result)) {
			const isFirst = items.length === 0;
			items.push(failedItem(operation, context, { failure, itemIndex, isFirst }));
		}
	}
	return items;
}

/** An item that failed, where the node goes on. */
interface FailedItem {
	readonly failure: unknown;
	readonly itemIndex: number;
	/** Whether nothing comes out before it. */
	readonly isFirst: boolean;
}

/**
 * Three shapes, each as n8n's engine needs it (docs/decisions.md, 4). Retry On Fail would repeat all items for a first one
 * with `json.error`. The error output takes an item for a failed one only if it has no field beside `error` and `message`.
 * Everywhere else the fields that a table shows first say what has failed.
 */
function failedItem(
	operation: Operation,
	context: OperationContext,
	{ failure, itemIndex, isFirst }: FailedItem,
): INodeExecutionData {
	const node = context.fn.getNode();
	const pairedItem = { item: itemIndex };
	const names = namesOfItem(context, operation.names ?? {}, itemIndex);
	const [name = ''] = Object.values(names);
	const error = fullText(failure, name);
	if (node.retryOnFail && isFirst) {
		return { json: {}, error: toOneLineError(node, failure, { itemIndex, name }), pairedItem };
	}
	const message = messageOf(failure, name);
	if (node.onError === 'continueErrorOutput') return { json: { error, message }, pairedItem };
	const summary = operation.hasSummary ? { resume: message } : {};
	return { json: { ...summary, ...names, error, message }, pairedItem };
}
