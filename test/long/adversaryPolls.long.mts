/** The trigger over hundreds of steps, in histories that nobody has looked at yet. */
import { searchPolls, wanted } from '../adversary/search.mts';
import { noPromiseBreaks } from '../adversary/suite.mts';

const search = wanted(1_500, 'random');

noPromiseBreaks(
	`no poll breaks a promise, seed ${search.seed}`,
	async () => await searchPolls(search, 200),
);
