/** How fields are drawn, and how a history is written by those that are not as usual. */
import fc from 'fast-check';

/** The first mostly, one of the others in one of so many; it shrinks to the first. */
export function seldom<Value>(
	many: number,
	usual: Value,
	...others: readonly Value[]
): fc.Arbitrary<Value> {
	return fc.oneof(
		{ withCrossShrink: true },
		{ weight: many - 1, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: fc.constantFrom(...others) },
	);
}

/** What an arbitrary of a record takes for each field. */
export type Drawn<One> = { [Name in keyof One]: fc.Arbitrary<One[Name]> };

function isObject(one: unknown): one is Record<string, unknown> {
	return typeof one === 'object' && one !== null && !Array.isArray(one);
}

/**
 * The whole of what is written shortly.
 *
 * @param usual what is left out; of a list that may be left out, what is usual in each of its elements
 */
export function filled(short: unknown, usual: unknown): unknown {
	if (Array.isArray(usual)) {
		return Array.isArray(short) ? short.map((one) => filled(one, usual[0])) : [];
	}
	if (!isObject(usual)) return short === undefined ? usual : short;
	const given = isObject(short) ? short : {};
	const names = Object.keys({ ...usual, ...given });
	return Object.fromEntries(names.map((name) => [name, filled(given[name], usual[name])]));
}

/** @returns undefined where everything is as usual */
export function shortened(whole: unknown, usual: unknown): unknown {
	if (Array.isArray(usual) && Array.isArray(whole)) {
		if (whole.length === 0) return undefined;
		return whole.map((one) => shortened(one, usual[0]) ?? {});
	}
	if (!isObject(usual) || !isObject(whole)) {
		return JSON.stringify(whole) === JSON.stringify(usual) ? undefined : whole;
	}
	const all = Object.entries(whole).map(([name, one]) => [name, shortened(one, usual[name])]);
	const others = all.filter(([, one]) => one !== undefined);
	return others.length > 0 ? Object.fromEntries(others) : undefined;
}
