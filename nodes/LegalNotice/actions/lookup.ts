import { type BatchRoute, type FoundNotice, fetchNotices } from '../transport/batch';
import { readChoice, readReference } from '../domain/parameters';
import type { Answer } from '../transport/envelope';
import { ServiceFailure } from '../transport/failures';
import { collection, parameter } from './context';
import type { ItemResult, OperationContext, OutputItem } from './context';

/**
 * An item whose parameters cannot be read fails alone; the others are worked on together.
 *
 * @returns one result per item index, in that order
 */
export async function forReadable<Settings>(
	itemIndexes: readonly number[],
	read: (itemIndex: number) => Settings,
	work: (
		itemIndexes: readonly number[],
		settingsOf: ReadonlyMap<number, Settings>,
	) => Promise<ItemResult[]>,
): Promise<ItemResult[]> {
	const settings = new Map<number, Settings>();
	const results = new Map<number, ItemResult>();
	for (const itemIndex of itemIndexes) {
		try {
			settings.set(itemIndex, read(itemIndex));
		} catch (failure) {
			results.set(itemIndex, { failure });
		}
	}
	const readable = [...settings.keys()];
	try {
		const worked = readable.length > 0 ? await work(readable, settings) : [];
		worked.forEach((result, at) => results.set(readable[at] ?? -1, result));
	} catch (failure) {
		for (const itemIndex of readable) results.set(itemIndex, { failure });
	}
	return itemIndexes.map((itemIndex) => results.get(itemIndex) ?? { output: [] });
}

/** The 'Reference or Order Number' of an item. @throws InputProblem */
export function readItemReference(context: OperationContext, itemIndex: number): string {
	return readReference(parameter(context, 'reference', itemIndex));
}

/**
 * Asks for the notices of all items together; each item gets its own output, an item that says that its notice is not
 * found, or a failure.
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
	const resultOf = (found: FoundNotice, asked: string, itemIndex: number): ItemResult => {
		if (!found) return notFound(context, asked, itemIndex);
		if (!(found instanceof ServiceFailure)) return { output: output(found, asked, itemIndex) };
		const told = ofRefusal?.(found, asked);
		return told ? { output: told } : { failure: found };
	};
	const readReferences = (itemIndex: number) => readItemReference(context, itemIndex);
	return await forReadable(itemIndexes, readReferences, async (readable, referenceOf) => {
		const found = await fetchNotices(await context.client(), route, referenceOf.values());
		return readable.map((itemIndex) => {
			const asked = referenceOf.get(itemIndex) ?? '';
			try {
				return resultOf(found.get(asked), asked, itemIndex);
			} catch (failure) {
				return { failure };
			}
		});
	});
}

/** @throws InputProblem for an 'If Not Found' that is no choice */
export function notFound(
	context: OperationContext,
	reference: string,
	itemIndex: number,
): ItemResult {
	const given = collection(context, 'options', itemIndex).ifNotFound;
	if (readChoice('If Not Found', given, ['fail', 'returnItem']) !== 'fail') {
		return { output: [{ json: { demande: reference, introuvable: true } }] };
	}
	const facts = { codes: ['err_annonce_introuvable'], asked: reference };
	return { failure: new ServiceFailure('refusal', facts) };
}
