/** No promise of the trigger breaks, whatever of the fault model strikes. */
import { noPromiseBreaks, regressionsOfPolls, searchPolls, wanted } from './search.mts';

noPromiseBreaks('no poll breaks a promise', async () => await searchPolls(wanted(300)));
noPromiseBreaks('no poll that once broke a promise does again', regressionsOfPolls);
