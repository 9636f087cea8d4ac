/** A service that may do anything that the specification does not forbid: no promise of the package is broken by it. */
import { installClock, removeClock } from './clock.mts';
import { loadCopies } from './processes.mts';
import { searchRuns, wanted } from './search.mts';

beforeAll(() => {
	loadCopies();
	installClock();
});
afterAll(() => removeClock());

test('no run breaks a promise, whatever the service, the network, n8n and other people do', async () => {
	const { found } = await searchRuns(wanted(2_850));
	if (found !== undefined) throw new Error(found);
}, 600_000);
