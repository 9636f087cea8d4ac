/**
 * How long and where a property looks for a counterexample. `npm test` looks at the same cases every time, so that no
 * run depends on luck; `PROPERTY_SEED=random` (as the long run does) or a number looks elsewhere, and
 * `PROPERTY_RUNS=200000` longer.
 *
 * @param usual cases to look at otherwise
 */
export function runs(usual: number): { numRuns: number; seed?: number } {
	const { PROPERTY_RUNS, PROPERTY_SEED = '20261122' } = process.env;
	return {
		numRuns: Number(PROPERTY_RUNS ?? usual),
		...(PROPERTY_SEED === 'random' ? {} : { seed: Number(PROPERTY_SEED) }),
	};
}
