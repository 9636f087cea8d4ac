import { fetchNotices, type BatchRoute, type Found } from '../transport/batch';
import { ServiceFailure } from '../transport/failures';
import type { ItemResult, OperationContext, OutputItem } from './operation.types';
import { collection, parameter } from './parameters';
import { readChoice, readReference } from '../domain/parameters';
import type { Answer } from '../transport/envelope';

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
 *
 * @param ofRefusal what a refusal says of the notice, where that is an answer too
 */
export async function fetchForItems(
	context: OperationContext,
	itemIndexes: readonly number[],
	route: BatchRoute,
	output: (answer: Answer, asked: string, itemIndex: number) => readonly OutputItem[],
	ofRefusal?: (refusal: ServiceFailure, asked: string) => readonly OutputItem[] | undefined,
): Promise<ItemResult[]> {
	const references = readReferences(context, itemIndexes);
	const { found, failure } = await fetchReadable(context, references, route);
	return itemIndexes.map((itemIndex) => {
		const reference = references.get(itemIndex);
		if (typeof reference !== 'string') return reference ?? { output: [] };
		if (!found.has(reference)) return { failure };
		const answer = found.get(reference);
		if (answer instanceof ServiceFailure) {
			const told = ofRefusal?.(answer, reference);
			return told ? { output: told } : { failure: answer };
		}
		if (!answer) return notFound(context, reference, itemIndex);
		try {
			return { output: output(answer, reference, itemIndex) };
		} catch (unreadable) {
			return { failure: unreadable };
		}
	});
}

/** What came of each reference, or the failure that kept all of them from being read. */
export async function fetchReadable(
	context: OperationContext,
	references: ReadonlyMap<number, string | { failure: unknown }>,
	route: BatchRoute,
): Promise<{ found: Found; failure: unknown }> {
	const readable = [...references.values()].filter((reference) => typeof reference === 'string');
	if (readable.length === 0) return { found: new Map(), failure: undefined };
	try {
		return {
			found: await fetchNotices(await context.client(), route, readable),
			failure: undefined,
		};
	} catch (failure) {
		return { found: new Map(), failure };
	}
}

export function notFound(
	context: OperationContext,
	reference: string,
	itemIndex: number,
): ItemResult {
	let ifNotFound: 'fail' | 'returnItem' | undefined;
	try {
		const given = collection(context, 'options', itemIndex).ifNotFound;
		ifNotFound = readChoice('If Not Found', given, ['fail', 'returnItem']);
	} catch (failure) {
		return { failure };
	}
	if (ifNotFound === 'fail') {
		return {
			failure: new ServiceFailure('refusal', {
				codes: ['err_annonce_introuvable'],
				asked: reference,
			}),
		};
	}
	return { output: [{ json: { demande: reference, introuvable: true } }] };
}
