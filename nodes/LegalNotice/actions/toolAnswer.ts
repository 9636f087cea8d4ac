import type { IDataObject } from 'n8n-workflow';

import { beside } from './answerFields';

/** Bytes of JSON that a model reads well, and what is left of them beside a note. */
const LIMIT = 1_950;
const BUDGET = 1_500;

/**
 * As many items as fit into the answer of an agent's tool, at least one.
 *
 * @param note for the first item, of how many are shown; undefined for none
 */
export function asManyAsFit(
	items: readonly IDataObject[],
	note: (shown: number) => string | undefined,
): IDataObject[] {
	let bytes = 0;
	const shown = items.filter((item, index) => {
		bytes += bytesOf(item) + 1;
		return index === 0 || bytes <= BUDGET;
	});
	const [first, ...others] = shown;
	const told = note(shown.length);
	if (!first || told === undefined) return shown;
	return [beside(first, { avertissements: [told] }), ...others];
}

/** Whether all of it can be answered as it is. */
export function fits(items: readonly IDataObject[]): boolean {
	return items.reduce((bytes, item) => bytes + bytesOf(item) + 1, 0) <= LIMIT;
}

function bytesOf(item: IDataObject): number {
	return Buffer.byteLength(JSON.stringify(item));
}
