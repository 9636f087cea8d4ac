import { readReference } from '../domain/reference';
import type { Answer } from '../transport/answer';
import { fetchNotices, type BatchRoute } from '../transport/batch';
import { ServiceFailure } from '../transport/failures';
import type { ItemResult, OperationContext, OutputItem } from './operation.types';
import { collection, parameter } from './parameters';

/** The 'Reference or Order Number' of each item, or what is wrong with it. */
export function readReferences(
	context: OperationContext,
	itemIndexes: readonly number[],
): Map<number, string | { failure: unknown }> {
	return new Map(
		itemIndexes.map((itemIndex): [number, string | { failure: unknown }] => {
			try {
				return [itemIndex, readReference(parameter(context, 'reference', itemIndex))];
			} catch (failure) {
				return [itemIndex, { failure }];
			}
		}),
	);
}

/**
 * Asks for the notices of all items together and gives each item its own: the notice's output, an item that says it
 * is not found, or a failure.
 */
export async function fetchForItems(
	context: OperationContext,
	itemIndexes: readonly number[],
	route: BatchRoute,
	output: (answer: Answer, asked: string, itemIndex: number) => readonly OutputItem[],
): Promise<ItemResult[]> {
	const references = readReferences(context, itemIndexes);
	const readable = [...references.values()].filter((reference) => typeof reference === 'string');
	const found =
		readable.length > 0 ? await fetchNotices(await context.client(), route, readable) : new Map();
	return itemIndexes.map((itemIndex) => {
		const reference = references.get(itemIndex);
		if (typeof reference !== 'string') return reference ?? { output: [] };
		const answer: Answer | ServiceFailure | undefined = found.get(reference);
		if (answer instanceof ServiceFailure) return { failure: answer };
		if (answer) return { output: output(answer, reference, itemIndex) };
		return notFound(context, reference, itemIndex);
	});
}

export function notFound(
	context: OperationContext,
	reference: string,
	itemIndex: number,
): ItemResult {
	if (collection(context, 'options', itemIndex).ifNotFound === 'fail') {
		return {
			failure: new ServiceFailure('refusal', {
				codes: ['err_annonce_introuvable'],
				details: [reference],
			}),
		};
	}
	return { output: [{ json: { demande: reference, introuvable: true } }] };
}
