/** Histories of runs that nobody has looked at yet: the first half, on one core. */
import { noPromiseBreaks, searchRuns, wanted } from '../simulation/search.mts';

const { seed, ...more } = wanted(49_250, 'random');

noPromiseBreaks(
	`no run breaks a promise, seed ${seed}`,
	async () => await searchRuns({ seed, ...more }),
);
