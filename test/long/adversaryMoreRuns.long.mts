/** Histories that nobody has looked at yet: the other half, on the other core. */
import { searchRuns, wanted } from '../adversary/search.mts';
import { noPromiseBreaks } from '../adversary/suite.mts';

const { seed, ...more } = wanted(49_250, 'random');

noPromiseBreaks(
	`no run breaks a promise, seed ${seed}`,
	async () => await searchRuns({ ...more, seed: seed + 1 }),
);
