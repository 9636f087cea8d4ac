import { sleep } from 'n8n-workflow';

import { type BatchRoute, type FoundNotice, fetchNotices } from '../notices/ask';
import { readChoice, readReference } from '../domain/parameters';
import type { Answer } from '../transport/envelope';
import { ServiceFailure } from '../errors/failures';
import { collection, parameter } from './context';
import type { ItemResult, OperationContext, OutputItem } from './context';

const READ_AT_ONCE = 50;

/**
 * An item whose parameters cannot be read fails alone; the others are worked on together.
 *
 * @returns one result per item index, in that order
 */
export async function forReadable<Settings>(
	itemIndexes: readonly number[],
	read: (itemIndex: number) => Settings,
	work: (settings: ReadonlyMap<number, Settings>) => Promise<ItemResult[]>,
): Promise<ItemResult[]> {
	const settings = new Map<number, Settings>();
	const results = new Map<number, ItemResult>();
	for (const [at, itemIndex] of itemIndexes.entries()) {
		// n8n takes a tenth of a millisecond for a parameter: thousands at once would keep all of it waiting.
		if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await sleep(0);
		try {
			settings.set(itemIndex, read(itemIndex));
		} catch (failure) {
			results.set(itemIndex, { failure });
		}
	}
	const readable = [...settings.keys()];
	try {
		const worked = readable.length > 0 ? await work(settings) : [];
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
 * @param read what else an item says of what it wants
 * @param ofRefusal what a refusal says of the notice, where that is an answer too
 */
export async function fetchForItems<Settings>(
	context: OperationContext,
	itemIndexes: readonly number[],
	route: BatchRoute,
	read: (itemIndex: number) => Settings,
	output: (answer: Answer, item: Asking<Settings>) => readonly OutputItem[],
	ofRefusal?: (refusal: ServiceFailure, asked: string) => readonly OutputItem[] | undefined,
): Promise<ItemResult[]> {
	const resultOf = (found: FoundNotice, item: Asking<Settings>): ItemResult => {
		if (!found) return notFound(context, item.asked, item.itemIndex);
		if (!(found instanceof ServiceFailure)) return { output: output(found, item) };
		const told = ofRefusal?.(found, item.asked);
		return told ? { output: told } : { failure: found };
	};
	const readItem = (itemIndex: number) => {
		const settings = read(itemIndex);
		return { itemIndex, settings, asked: readItemReference(context, itemIndex) };
	};
	return await forReadable(itemIndexes, readItem, async (readable) => {
		const items = [...readable.values()];
		const references = items.map(({ asked }) => asked);
		const found = await fetchNotices(await context.client(), route, references);
		return items.map((item) => {
			try {
				return resultOf(found.get(item.asked), item);
			} catch (failure) {
				return { failure };
			}
		});
	});
}

/** An item that asks for a notice. */
export interface Asking<Settings> {
	readonly itemIndex: number;
	readonly asked: string;
	readonly settings: Settings;
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
