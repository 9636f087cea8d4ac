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
	const names = Object.keys(results[0] ?? {});
	const of = (name: string) => median(results.map((result) => result[name] ?? NaN));
	return Object.fromEntries(names.map((name) => [name, of(name)])) as T;
}

/**
 * The exponent `b` of `cost = a * work^b` that fits best (least squares over the logarithms): 1 means that the cost
 * grows with the work, 2 with its square, below 1 that a fixed part still weighs in.
 *
 * @param points pairs of work and cost; those below 1,000, where what every run costs anyway hides the growth, are left
 *   out when two others are there
 */
export function growthExponent(points: ReadonlyArray<readonly [number, number]>): number {
	const large = points.filter(([work]) => work >= 1_000);
	const usable = large.length > 1 ? large : points;
	const logs = usable.map(([work, cost]) => ({ x: Math.log(work), y: Math.log(cost) }));
	const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
	const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
	const covariance = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
	return covariance / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

/** Milliseconds of processor that this thread has used: other work on the machine does not lengthen them. */
function threadMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/**
 * Milliseconds of processor for one call of a synchronous function: as many calls as fill `forMs`, repeated `runs`
 * times after one round that warms the code up; the median of the rounds.
 */
export function timePerCall(work: () => unknown, { runs = 7, forMs = 60 } = {}): number {
	const round = (): number => {
		const started = threadMs();
		let calls = 0;
		do {
			// Asking for the time costs about as much as a short call.
			for (let turn = 0; turn < 16; turn++) work();
			calls += 16;
		} while (threadMs() - started < forMs);
		return (threadMs() - started) / calls;
	};
	round();
	return median(Array.from({ length: runs }, round));
}
