/** What a series of measurements comes to. */

/** @throws RangeError for an empty series: a figure from nothing would look like a result */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)];
	const lower = sorted[Math.floor((sorted.length - 1) / 2)];
	if (upper === undefined || lower === undefined) throw new RangeError('No values to take from.');
	return (upper + lower) / 2;
}

/** The median of each figure of several results. */
export function medians<T extends Record<string, number>>(results: readonly T[]): T {
	const of = (name: string) => median(results.map((result) => result[name] ?? NaN));
	return Object.fromEntries(Object.keys(results[0] ?? {}).map((name) => [name, of(name)])) as T;
}
