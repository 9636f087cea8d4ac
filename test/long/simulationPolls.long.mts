/** Histories of the trigger that nobody has looked at yet. */
import { noPromiseBreaks, searchPolls, wanted } from '../simulation/search.mts';

const search = wanted(1_500, 'random');

noPromiseBreaks(
	`no poll breaks a promise, seed ${search.seed}`,
	async () => await searchPolls(search),
);
