/** No promise of runs breaks, whatever of the fault model strikes: the first half of the histories. */
import { noPromiseBreaks, regressionsOfRuns, searchRuns, wanted } from './search.mts';

noPromiseBreaks('no run breaks a promise', async () => await searchRuns(wanted(1_500)));
noPromiseBreaks('no run that once broke a promise does again', regressionsOfRuns);
