import type { ItemResult } from './operation.types';

/**
 * Reads the parameters of each item first, so that an item with a value that cannot be used fails alone, and works
 * on the others together.
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
	const worked = readable.length > 0 ? await work(readable, settings) : [];
	readable.forEach((itemIndex, at) => results.set(itemIndex, worked[at] ?? { output: [] }));
	return itemIndexes.map((itemIndex) => results.get(itemIndex) ?? { output: [] });
}
