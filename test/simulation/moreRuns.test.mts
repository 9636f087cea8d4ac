/** No promise of runs breaks: the other half of the histories, on the other core. */
import { noPromiseBreaks, searchRuns, wanted } from './search.mts';

const { seed, ...more } = wanted(1_500);

noPromiseBreaks(
	'no further run breaks a promise',
	async () => await searchRuns({ ...more, seed: seed + 1 }),
);
