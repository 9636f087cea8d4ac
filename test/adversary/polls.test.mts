/** The same for the trigger, in each of the ways in which n8n keeps its state. */
import { searchPolls, STEPS, wanted } from './search.mts';
import { noPromiseBreaks } from './suite.mts';

noPromiseBreaks(
	'no poll loses a change, tells one twice, or takes longer than it may',
	async () => await searchPolls(wanted(100), STEPS),
);
