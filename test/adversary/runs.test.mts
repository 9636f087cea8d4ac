/** A service that may do anything that the specification does not forbid: no promise of the package is broken by it. */
import { searchRuns, wanted } from './search.mts';
import { noPromiseBreaks } from './suite.mts';

noPromiseBreaks(
	'no run breaks a promise, whatever the service, the network, n8n and other people do',
	async () => await searchRuns(wanted(1_450)),
);
