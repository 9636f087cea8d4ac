/** The service refuses each list with a notice that it cannot read, and a list takes so long that a poll has time for a few calls only. */
import { after } from '../adversary/clock.mts';
import { listed, namesOf, polling, refused, virtualTimeForTests } from './virtualPoller.mts';

virtualTimeForTests();

test.each([
	['one of eighty', 80, 2_500, ['AL-33']],
	['one of a hundred, with few calls in a poll', 100, 3_000, ['AL-33']],
	['one of a hundred, at its head', 100, 2_500, ['AL-0']],
	['two of a hundred', 100, 1_500, ['AL-33', 'AL-77']],
	['three of two hundred and fifty', 250, 1_500, ['AL-33', 'AL-34', 'AL-60']],
])('keep no change of another notice away for good: %s', async (_which, count, listMs, broken) => {
	let isOut = false;
	const names = namesOf(count);
	const options = { downloadFiles: true };
	const parameters = { events: ['statusChanged'], firstSight: 'none', options };
	const watch = polling(names, parameters, async (path, list) => {
		await after(listMs);
		const isBroken = broken.some((one) => list.includes(one) || path.includes(`/${one}/`));
		if (isBroken) return refused('err_internal_server');
		const statut = isOut ? 'parue' : 'a-paraitre';
		return listed(list.map((reference) => ({ reference, statut, documents: [] })));
	});
	for (let poll = 0; poll < 50; poll++) {
		isOut = poll >= 20;
		await watch.tick();
	}
	const told = watch.executions.flat().map(({ json }) => json.demande);
	const readable = names.filter((name) => !broken.includes(name));
	expect(told.sort()).toEqual(readable.sort());
});
