/** The other half of the runs, on the other core. */
import { searchRuns, wanted } from './search.mts';
import { noPromiseBreaks } from './suite.mts';

const { seed, ...more } = wanted(1_450);

noPromiseBreaks(
	'no run breaks a promise, in other histories',
	async () => await searchRuns({ ...more, seed: seed + 1 }),
);
