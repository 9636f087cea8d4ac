/** The same for the trigger, in each of the ways in which n8n keeps its state. */
import { installClock, removeClock } from './clock.mts';
import { loadCopies } from './processes.mts';
import { searchPolls, wanted } from './search.mts';

beforeAll(() => {
	loadCopies();
	installClock();
});
afterAll(() => removeClock());

test('no poll loses a change, tells one twice, or takes longer than it may', async () => {
	const { found } = await searchPolls(wanted(150), 24);
	if (found !== undefined) throw new Error(found);
}, 600_000);
