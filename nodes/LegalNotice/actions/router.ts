/** The only loop over input items: runs the chosen operation on them, and makes items or an error of its results. */
import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { nonEmptyText } from '../domain/parameters';
import { ServiceFailure, failureSummary, LeftOpen, OperationStop } from '../errors/failures';
import { asSentence, explain, fullText, toNodeError } from '../errors/words';
import { createContext, isNotStarted } from './context';
import { collection } from './itemParameters';
import type { ItemOperation, ItemResult, Operation, OperationContext, OutputItem } from './context';
import { FinishedItems, hintsOf } from './finished';
import { forReadable } from './noticeItems';
import { findOperation } from './registry';

/** So many items are worked on at once; the limiter decides how many of their calls go out. */
const ITEMS_AT_ONCE = 100;

/** One execution of the node, on all of its items. */
interface Run {
	readonly context: OperationContext;
	readonly finished: FinishedItems;
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
	const finished = new FinishedItems(fn);
	const stop = new AbortController();
	const memoryOf = (itemIndex: number) => finished.memoryOf(itemIndex);
	const context = createContext(fn, operation, memoryOf, stop.signal);
	const run: Run = { context, finished, stop, continues };
	const itemIndexes = fn.getInputData().map((_item, index) => index);
	const results = await resultsOf(operation, run, itemIndexes);
	if (!continues && results.some(hasFailed)) {
		throw stopError(fn.getNode(), operation, results, finished);
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
	run: Run,
	itemIndexes: readonly number[],
): Promise<ItemResult[]> {
	if (operation.kind === 'item') return await itemByItem(operation, run, itemIndexes);
	const { context } = run;
	return await forReadable(
		itemIndexes,
		(itemIndex) => collection(context, 'options', itemIndex),
		async (readable) => await operation.execute(context, [...readable.keys()]),
	);
}

function outputsOf(results: readonly ItemResult[]): OutputItem[] {
	return results.flatMap((result) => ('output' in result ? result.output : []));
}

async function itemByItem(
	operation: ItemOperation,
	run: Run,
	itemIndexes: readonly number[],
): Promise<ItemResult[]> {
	const { context, finished, stop, continues } = run;
	const settled = await settledBefore(operation, run, itemIndexes);
	const notStarted: ItemResult = { failure: new ServiceFailure('notStarted') };
	const results = itemIndexes.map((itemIndex) => settled.get(itemIndex) ?? notStarted);
	if (!continues && [...settled.values()].some(hasFailed)) stop.abort();
	const waiting = itemIndexes.filter((itemIndex) => !settled.has(itemIndex));
	const queue = prepared(operation, context, waiting);
	const worker = async () => {
		// Each begins by itself: all that took their turn at one moment would keep n8n's thread together.
		await sleep(0);
		await context.yieldThread();
		// An item is taken when its turn has come: what it is refused for then stops the calls ahead of its group.
		for (const { itemIndex, ahead } of queue) {
			if (stop.signal.aborted) return;
			results[itemIndex] = await workOn(operation, run, itemIndex, ahead);
			await context.yieldThread();
		}
	};
	const workers = operation.serial === true ? 1 : ITEMS_AT_ONCE;
	await Promise.all(Array.from({ length: Math.min(workers, waiting.length) }, worker));
	if (operation.hasEffect && !stop.signal.aborted) finished.forget();
	return results;
}

/** The results that stand before anything is sent: of an earlier try of the execution, or because it is refused. */
async function settledBefore(
	operation: ItemOperation,
	{ context, finished }: Run,
	itemIndexes: readonly number[],
): Promise<ReadonlyMap<number, ItemResult>> {
	const settled = new Map<number, ItemResult>();
	for (const itemIndex of operation.hasEffect ? itemIndexes : []) {
		await context.yieldThread();
		const begun = finished.memoryOf(itemIndex).recall();
		if (begun) operation.noteBegun?.(context, begun);
		const result = finished.settled(itemIndex);
		if (!result) continue;
		settled.set(itemIndex, result);
		for (const { json } of outputsOf([result])) operation.noteFinished?.(context, json);
	}
	if (!operation.refuse) return settled;
	// What an earlier try has begun stays as it is, whatever an expression such as `$now` makes of its number by now.
	const isFresh = (itemIndex: number) =>
		!settled.has(itemIndex) && !finished.memoryOf(itemIndex).recall();
	const fresh = itemIndexes.filter(isFresh);
	for (const [itemIndex, failure] of await operation.refuse(context, fresh)) {
		settled.set(itemIndex, { failure });
	}
	return settled;
}

/**
 * The items in their order, each with what is known of it ahead. A group is prepared when the first of its items is
 * taken: the texts and logos of all items together could be too much to keep.
 */
function* prepared(
	operation: ItemOperation,
	context: OperationContext,
	itemIndexes: readonly number[],
): Generator<{ itemIndex: number; ahead: Promise<ReadonlyMap<number, unknown>> | undefined }> {
	for (let at = 0; at < itemIndexes.length; at += ITEMS_AT_ONCE) {
		const group = itemIndexes.slice(at, at + ITEMS_AT_ONCE);
		const ahead = operation.prepare?.(context, group);
		// Where an item has stopped the execution, nobody waits for it any more.
		ahead?.catch(() => undefined);
		for (const itemIndex of group) yield { itemIndex, ahead };
	}
}

/** It never throws: a failure of one item is the result of that item. */
async function workOn(
	operation: ItemOperation,
	{ context, finished, stop, continues }: Run,
	itemIndex: number,
	ahead: Promise<ReadonlyMap<number, unknown>> | undefined,
): Promise<ItemResult> {
	try {
		collection(context, 'options', itemIndex);
		const output = await operation.execute(context, itemIndex, (await ahead)?.get(itemIndex));
		if (operation.hasEffect) finished.put(itemIndex, output);
		return { output };
	} catch (thrown) {
		if (!continues) stop.abort();
		if (!operation.hasEffect) return { failure: thrown };
		const failure = withEarlier(thrown, finished.openOf(itemIndex));
		if (failure instanceof LeftOpen) finished.leaveOpen(itemIndex, failure);
		return { failure };
	}
}

/** A failure of a later try must not hide what an earlier one left open. */
function withEarlier(failure: unknown, open: string): unknown {
	if (open === '' || failure instanceof LeftOpen || isNotStarted(failure)) return failure;
	return new LeftOpen(`Still to be checked from an earlier try: ${open}.`, '', failure, open);
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
 * was not started, and what an earlier try left open.
 */
function stopError(
	node: INode,
	operation: Operation,
	results: readonly ItemResult[],
	finished: FinishedItems,
): Error {
	const failed = results.findIndex(hasFailed);
	const [failure] = results.filter(hasFailed).map(realFailureOf);
	const others = [...results.entries()].filter(([index]) => index !== failed);
	if (!operation.hasEffect || others.length === 0) return toNodeError(node, failure, failed);
	const done = others.map(([, other]) => other).filter((other) => 'output' in other);
	const alsoFailed = others.filter(([, other]) => hasFailed(other)).length;
	const left = others.length - done.length - alsoFailed;
	const open = others.map(([index, other]) => leftOpenBy(other, index, finished)).filter(Boolean);
	const { message, fix } = explain(failure);
	const completed = `${done.length} of ${results.length} items were completed before it stopped`;
	const sentences = [asSentence(message), `${completed}${namesOfDone(operation, done)}.`];
	if (alsoFailed > 0) sentences.push(`${alsoFailed} more failed.`);
	if (left > 0) sentences.push(`${left} were not started.`);
	if (open.length > 0) sentences.push(`Check these: ${open.join('; ')}.`);
	const reason = failure instanceof OperationStop ? failure.reason : failure;
	const stop = new OperationStop(sentences.join(' '), fix, reason, true);
	return toNodeError(node, stop, failed);
}

/** What a person has to look at because of this item, in a few words; it is empty for nothing. */
function leftOpenBy(result: ItemResult, itemIndex: number, finished: FinishedItems): string {
	if ('output' in result) return '';
	if (result.failure instanceof LeftOpen) return result.failure.open;
	return finished.openOf(itemIndex);
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
 * that succeeded: a truthy `json.error` in the first item would.
 */
function failedItem(node: INode, failure: unknown, itemIndex: number): INodeExecutionData {
	const pairedItem = { item: itemIndex };
	if (node.retryOnFail) {
		const error = toNodeError(node, failure, itemIndex);
		error.message = fullText(error);
		return { json: {}, error, pairedItem };
	}
	const json = { error: fullText(failure), message: explain(failure).message };
	// The error output takes an item for a failed one only if it has no further field.
	if (node.onError !== 'continueRegularOutput') return { json, pairedItem };
	return { json: { resume: failureSummary(failure), ...json }, pairedItem };
}
