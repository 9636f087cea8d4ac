import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { LeftOpen, OperationStop } from '../errors/stops';
import { nonEmptyText } from '../domain/parameters';
import { asSentence, explain, fullText, toNodeError } from '../errors/words';
import { ServiceFailure } from '../errors/failures';
import { collection, createContext, isNotStarted } from './context';
import { FinishedItems } from './finished';
import { failureSummary, hintsOf } from './hints';
import { forReadable } from './noticeItems';
import type { ItemOperation, ItemResult, Operation, OperationContext } from './context';
import { findOperation } from './registry';

/** How many calls go out at once is the limiter's to say. */
const ITEMS_AT_ONCE = 100;

/** Runs the chosen operation on all items, pairs its output, and decides what a failure stops. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = String(this.getNodeParameter('resource', 0));
	const name = String(this.getNodeParameter('operation', 0));
	const operation = findOperation(resource, name);
	if (!operation) {
		throw new NodeOperationError(
			this.getNode(),
			`The operation "${name}" of "${resource}" does not exist in this version of the node`,
			{ description: "Choose another 'Operation', or update the package." },
		);
	}
	const finished = new FinishedItems(this);
	/** Aborted by the first failure that the node may not continue past. */
	const stop = new AbortController();
	const itemIndexes = this.getInputData().map((_item, index) => index);
	const context = createContext(this, finished, stop.signal, itemIndexes.length);
	const results =
		operation.kind === 'item'
			? await itemByItem(operation, context, itemIndexes, finished, stop)
			: await forReadable(
					itemIndexes,
					(itemIndex) => collection(context, 'options', itemIndex),
					async (readable) => await operation.execute(context, [...readable.keys()]),
				);
	const failed = results.findIndex((result) => realFailureOf(result) !== undefined);
	if (failed >= 0 && !this.continueOnFail()) {
		const openOf = (index: number) => finished.openOf(finished.keyOf(index));
		throw stopError(this.getNode(), operation, results, failed, openOf);
	}
	// Not every version of n8n gives a tool the function.
	if (!context.inTool) {
		const outputs = results.flatMap((result) => ('output' in result ? result.output : []));
		const count = results.filter((result) => failuresOf(result).length > 0).length;
		const told = { failed: count, all: results.length };
		this.addExecutionHints(...hintsOf(this.getNode(), name, outputs, told));
	}
	return [outputItems(this.getNode(), results)];
}

async function itemByItem(
	operation: ItemOperation,
	context: OperationContext,
	itemIndexes: readonly number[],
	finished: FinishedItems,
	stop: AbortController,
): Promise<ItemResult[]> {
	const continues = context.fn.continueOnFail();
	const keys = itemIndexes.map((index) => (operation.hasEffect ? finished.keyOf(index) : ''));
	const known = keys.map((key) => (operation.hasEffect ? finished.settled(key) : undefined));
	const results = known.map(
		(result): ItemResult => result ?? { failure: new ServiceFailure('notStarted') },
	);
	const refused = operation.refuse?.(context, itemIndexes) ?? new Map<number, unknown>();
	for (const [itemIndex, failure] of refused) results[itemIndex] = { failure };
	if (!continues && results.some((result) => realFailureOf(result) !== undefined)) stop.abort();

	const workOn = async (itemIndex: number): Promise<ItemResult> => {
		const key = keys[itemIndex] ?? '';
		try {
			collection(context, 'options', itemIndex);
			const output = await operation.execute(context, itemIndex);
			if (operation.hasEffect) finished.put(key, output);
			return { output };
		} catch (thrown) {
			const failure = operation.hasEffect ? withEarlier(thrown, finished.openOf(key)) : thrown;
			if (failure instanceof LeftOpen) finished.leaveOpen(key, failure);
			if (!continues) stop.abort();
			return { failure };
		}
	};
	const waiting = itemIndexes.filter((index) => known[index] === undefined && !refused.has(index));
	const queue = waiting.values();
	const worker = async () => {
		for (const itemIndex of queue) {
			if (stop.signal.aborted) return;
			results[itemIndex] = await workOn(itemIndex);
		}
	};
	await Promise.all(Array.from({ length: Math.min(ITEMS_AT_ONCE, waiting.length) }, worker));
	if (operation.hasEffect && !stop.signal.aborted) finished.forget();
	return results;
}

/** A failure of a later try must not hide what an earlier one left open. */
function withEarlier(failure: unknown, open: string): unknown {
	if (open === '' || failure instanceof LeftOpen || isNotStarted(failure)) return failure;
	return new LeftOpen(`Left open by an earlier try: ${open}.`, '', failure, open);
}

function failuresOf(result: ItemResult): readonly unknown[] {
	return 'failure' in result ? [result.failure] : (result.alsoFailed ?? []);
}

/** Undefined also for an item that was only not started. */
function realFailureOf(result: ItemResult | undefined): unknown {
	return result && failuresOf(result).find((failure) => !isNotStarted(failure));
}

/**
 * The error that stops the execution. Of an operation that changes something, it says what was completed before, what
 * was not started, and what an earlier try left open (`openOf`).
 */
export function stopError(
	node: INode,
	operation: Operation,
	results: readonly ItemResult[],
	failed: number,
	openOf: (itemIndex: number) => string,
): Error {
	const failure = realFailureOf(results[failed]);
	const others = [...results.entries()].filter(([index]) => index !== failed);
	if (!operation.hasEffect || others.length === 0) return toNodeError(node, failure, failed);
	const fields = operation.doneBy ?? ['reference'];
	const done = others.flatMap(([, other]) => ('output' in other ? [other.output] : []));
	const names = done
		.flat()
		.map(({ json }) => fields.flatMap((field) => nonEmptyText(json[field]) ?? []).join(' / '))
		.filter((name) => name !== '');
	const alsoFailed = others.filter(([, other]) => realFailureOf(other)).length;
	const left = others.length - done.length - alsoFailed;
	const open = others.flatMap(([index, other]) => {
		if ('output' in other) return [];
		const text = other.failure instanceof LeftOpen ? other.failure.open : openOf(index);
		return text === '' ? [] : [text];
	});
	const { message, fix } = explain(failure);
	const named = names.length > 0 ? `: ${names.join(', ')}` : '';
	const text = [
		asSentence(message),
		`${done.length} of ${results.length} items were completed before it stopped${named}.`,
		alsoFailed > 0 && `${alsoFailed} more failed.`,
		left > 0 && `${left} were not started.`,
		open.length > 0 && `To be looked at: ${open.join('; ')}.`,
	];
	const reason = failure instanceof OperationStop ? failure.reason : failure;
	const words = text.filter(Boolean).join(' ');
	return toNodeError(node, new OperationStop(words, fix, reason, true), failed);
}

function outputItems(node: INode, results: readonly ItemResult[]): INodeExecutionData[] {
	return results.flatMap((result, itemIndex) => [
		...('failure' in result ? [] : result.output).map(({ json, binary, from }) => ({
			// Items may have been made of one answer; what is changed in one must not show in another.
			json: { ...json },
			...(binary ? { binary } : {}),
			pairedItem: from ? from.map((item) => ({ item })) : { item: itemIndex },
		})),
		...failuresOf(result).map((failure) => failedItem(node, failure, itemIndex)),
	]);
}

/**
 * The shape that reaches the error output on every version of n8n and never makes Retry On Fail repeat the items
 * that succeeded: a truthy `json.error` in the first item would.
 */
function failedItem(node: INode, failure: unknown, itemIndex: number): INodeExecutionData {
	const text = fullText(failure);
	const pairedItem = { item: itemIndex };
	if (node.retryOnFail) {
		const error = toNodeError(node, failure, itemIndex);
		error.message = text;
		return { json: {}, error, pairedItem };
	}
	const json = { error: text, message: explain(failure).message };
	// The error output takes an item for a failed one only if it has no further field.
	if (node.onError !== 'continueRegularOutput') return { json, pairedItem };
	return { json: { resume: failureSummary(failure), ...json }, pairedItem };
}
