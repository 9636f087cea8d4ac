import type { INode, INodeExecutionData } from 'n8n-workflow';

import { explain, fullText, toNodeError } from '../transport/errors';
import { ServiceFailure } from '../transport/failures';
import type { ItemResult } from './operation.types';

/** Everything that went wrong with an item. */
export function failuresOf(result: ItemResult): readonly unknown[] {
	return 'failure' in result ? [result.failure] : (result.alsoFailed ?? []);
}

/** What went wrong first; undefined for nothing, and for an item that was only not started. */
export function realFailureOf(result: ItemResult | undefined): unknown {
	return result && failuresOf(result).find((failure) => !isNotStarted(failure));
}

export function isNotStarted(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.kind === 'notStarted';
}

/** The items for the next node, those that failed after what could be had of the same input item. */
export function outputItems(node: INode, results: readonly ItemResult[]): INodeExecutionData[] {
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
	return { json: { error: text, message: explain(failure).message }, pairedItem };
}
