/** The only loop over input items: runs the chosen operation on them, and makes items or an error of its results. */
import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { nonEmptyText } from '../reading/cells/parameters';
import { ServiceFailure, Stop } from '../errors/failures';
import { asSentence, explain, fullText, toNodeError } from '../errors/words';
import { Turns } from '../transport/pause';
import { createContext, isNotStarted } from './context';
import type { ItemOperation, ItemResult, Operation, OperationContext, OutputItem } from './context';
import { hintsOf } from './hints';
import { collection } from './itemParameters';
import { RunMemory } from './memory';
import { forReadable } from './noticeItems';
import { findOperation } from './registry';

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
	const operation = chosenOperation(fn);
	// The type that n8n makes of a node for agents ends with it.
	const inTool = fn.getNode().type.endsWith('Tool');
	const memory = new RunMemory(fn, inTool);
	const stop = new AbortController();
	const context = createContext(fn, operation, {
		memoryOf: (itemIndex) => memory.of(itemIndex),
		shared: (name) => memory.shared(name),
		stop: stop.signal,
		inTool,
	});
	const execution: Execution = { context, memory, stop, continues };
	const itemIndexes = fn.getInputData().map((_item, index) => index);
	const results = await resultsOf(operation, execution, itemIndexes);
	if (!continues && results.some(hasFailed)) {
		throw stopError(fn.getNode(), operation, results, memory);
	}
	// Not every version of n8n has a function for hints where the node runs as a tool.
	if (!context.inTool) {
		const failed = results.filter((result) => failuresOf(result).length > 0).length;
		const counts = { failed, all: results.length };
		const { value } = operation.option;
		fn.addExecutionHints(...hintsOf(fn.getNode(), value, outputsOf(results), counts));
	}
	return [outputItems(fn.getNode(), results)];
}

function chosenOperation(fn: IExecuteFunctions): Operation {
	const resource = String(fn.getNodeParameter('resource', 0));
	const name = String(fn.getNodeParameter('operation', 0));
	const operation = findOperation(resource, name);
	if (operation) return operation;
	throw new NodeOperationError(
		fn.getNode(),
		`The operation "${name}" of "${resource}" does not exist in this version of the node`,
		{ description: "Choose another 'Operation', or update the package." },
	);
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
	const run = operation.begin?.(context, waiting);
	await inStream(waiting, async (itemIndex) => {
		if (stop.signal.aborted) return;
		results[itemIndex] = await workOn(operation, execution, itemIndex, run);
	});
	if (operation.hasEffect && !stop.signal.aborted) memory.forget();
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

/** The results that stand before anything is sent: of an earlier try of the execution, or because it is refused. */
async function settledBefore(
	operation: ItemOperation,
	{ context, memory }: Execution,
	itemIndexes: readonly number[],
): Promise<ReadonlyMap<number, ItemResult>> {
	const settled = new Map<number, ItemResult>();
	for (const itemIndex of operation.hasEffect ? itemIndexes : []) {
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
	run: unknown,
): Promise<ItemResult> {
	try {
		collection(context, 'options', itemIndex);
		const output = await operation.execute(context, itemIndex, run);
		if (operation.hasEffect) memory.finish(itemIndex, output);
		return { output };
	} catch (failure) {
		if (!continues) stop.abort();
		return { failure: operation.hasEffect ? memory.fail(itemIndex, failure) : failure };
	}
}

function outputsOf(results: readonly ItemResult[]): OutputItem[] {
	return results.flatMap((result) => ('output' in result ? result.output : []));
}

function failuresOf(result: ItemResult): readonly unknown[] {
	if ('failure' in result) return [result.failure];
	return result.alsoFailed ?? [];
}

/** An item that was not started has not failed: another one has. */
function realFailureOf(result: ItemResult): unknown {
	return failuresOf(result).find((failure) => !isNotStarted(failure));
}

function hasFailed(result: ItemResult): boolean {
	return realFailureOf(result) !== undefined;
}

/**
 * The error that stops the execution. Of an operation that changes something, it says what was completed before, what
 * was not started, and what is left open.
 */
function stopError(
	node: INode,
	operation: Operation,
	results: readonly ItemResult[],
	memory: RunMemory,
): Error {
	const failed = results.findIndex(hasFailed);
	const [failure] = results.filter(hasFailed).map(realFailureOf);
	const others = [...results.entries()].filter(([index]) => index !== failed);
	if (!operation.hasEffect || others.length === 0) return toNodeError(node, failure, failed);
	const done = others.map(([, other]) => other).filter((other) => 'output' in other);
	const alsoFailed = others.filter(([, other]) => hasFailed(other)).length;
	const left = others.length - done.length - alsoFailed;
	const open = others
		.filter(([, other]) => 'failure' in other)
		.map(([index]) => memory.leftOf(index))
		.filter(Boolean);
	const { message, fix } = explain(failure, done.length === 0);
	const completed = `${done.length} of ${results.length} items were completed before it stopped`;
	const sentences = [asSentence(message), `${completed}${namesOfDone(operation, done)}.`];
	if (alsoFailed > 0) sentences.push(`${alsoFailed} more failed.`);
	if (left > 0) sentences.push(`${left} were not started.`);
	if (open.length > 0) sentences.push(`Check these: ${open.join('; ')}.`);
	const reason = failure instanceof Stop ? failure.reason : failure;
	const stop = new Stop(sentences.join(' '), fix, { reason, saysReason: true });
	return toNodeError(node, stop, failed);
}

/** The names of what was done, as the end of a sentence; it is empty where there are none. */
function namesOfDone(
	{ doneBy = ['reference'] }: Operation,
	results: readonly ItemResult[],
): string {
	const names = outputsOf(results)
		.map(({ json }) => doneBy.flatMap((field) => nonEmptyText(json[field]) ?? []).join(' / '))
		.filter((name) => name !== '');
	if (names.length === 0) return '';
	return `: ${names.join(', ')}`;
}

function outputItems(node: INode, results: readonly ItemResult[]): INodeExecutionData[] {
	return results.flatMap((result, itemIndex) => [
		...outputsOf([result]).map((item) => outputItem(item, itemIndex)),
		...failuresOf(result).map((failure) => failedItem(node, failure, itemIndex)),
	]);
}

function outputItem({ json, binary, from = [] }: OutputItem, itemIndex: number) {
	const pairedItem = from.length > 0 ? from.map((item) => ({ item })) : { item: itemIndex };
	// Items may have been made of one answer; what is changed in one must not show in another.
	const item: INodeExecutionData = { json: { ...json }, pairedItem };
	if (binary) item.binary = binary;
	return item;
}

/**
 * The shape that reaches the error output on every version of n8n and never makes Retry On Fail repeat the items
 * that succeeded: a truthy `json.error` in the first item would. The error output takes an item for a failed one only if
 * it has no field beside these.
 */
function failedItem(node: INode, failure: unknown, itemIndex: number): INodeExecutionData {
	const pairedItem = { item: itemIndex };
	if (node.retryOnFail) {
		const error = toNodeError(node, failure, itemIndex);
		error.message = fullText(error);
		return { json: {}, error, pairedItem };
	}
	return { json: { error: fullText(failure), message: explain(failure).message }, pairedItem };
}
