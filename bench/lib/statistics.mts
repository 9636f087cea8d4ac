/** What a series of measurements comes to. */

/** @throws RangeError for an empty series: a figure from nothing would look like a result */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)];
	const lower = sorted[Math.floor((sorted.length - 1) / 2)];
	if (upper === undefined || lower === undefined) throw new RangeError('No values to take from.');
	return (upper + lower) / 2;
}

export interface Point {
	/** Amount of work. */
	readonly work: number;
	/** What it cost, in any unit. */
	readonly cost: number;
}

/**
 * The exponent `b` of `cost = a * work^b` that fits best (least squares over the logarithms): 1 means that the cost
 * grows with the work, 2 with its square, below 1 that a fixed part still weighs in.
 */
export function growthExponent(points: readonly Point[]): number {
	const usable = points.filter(({ work, cost }) => work > 0 && cost > 0);
	if (usable.length < 2) throw new RangeError('A growth needs two points or more.');
	const logs = usable.map(({ work, cost }) => ({ x: Math.log(work), y: Math.log(cost) }));
	const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
	const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
	const covariance = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
	const variance = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
	return covariance / variance;
}

/** Milliseconds of processor that this thread has used: other work on the machine does not lengthen them. */
export function threadMs(): number {
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
