/** How the cost of a suite grows with what it works on. */
import type { Target } from './result.mts';
import { growthExponent } from './statistics.mts';

/** Below a thousand, what every run costs anyway hides the growth. */
const FROM = 1_000;
const LIMIT = 1.1;

/**
 * The exponent of the processor time over the size.
 *
 * @param quick whether the sizes are too small to leave the smallest ones out
 */
export function growthOf(
	measured: ReadonlyArray<{ readonly size: number; readonly cpuMs: number }>,
	quick: boolean,
): number {
	return growthExponent(
		measured
			.filter(({ size }) => quick || size >= FROM)
			.map(({ size, cpuMs }) => ({ work: size, cost: cpuMs })),
	);
}

/** @param growth as `growthOf` gives it */
export function growthTarget(name: string, growth: number): Target {
	return { name, measured: growth, limit: LIMIT, kind: 'atMost', unit: '' };
}
