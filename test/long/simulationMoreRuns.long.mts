/** Histories of runs that nobody has looked at yet: the other half, on the other core. */
import { noPromiseBreaks, searchRuns, wanted } from '../simulation/search.mts';

const { seed, ...more } = wanted(49_250, 'random');

noPromiseBreaks(
	`no run breaks a promise, seed ${seed + 1}`,
	async () => await searchRuns({ ...more, seed: seed + 1 }),
);
