/** The service refuses each list with a notice that it cannot read, and a list takes so long that a poll has time for a few calls only. */
import { after } from '../adversary/clock.mts';
import { listed, namesOf, polling, refused, virtualTimeForTests } from './virtualPoller.mts';

virtualTimeForTests();

test.each([
	['one of eighty', 80, 2_500, ['AL-33'], 20],
	['one of a hundred, with few calls in a poll', 100, 3_000, ['AL-33'], 20],
	['one of a hundred, with four calls in a poll', 100, 4_000, ['AL-33'], 20],
	['one of a hundred, at its head', 100, 2_500, ['AL-0'], 20],
	['two of a hundred', 100, 1_500, ['AL-33', 'AL-77'], 20],
	['three of a hundred', 100, 2_500, ['AL-33', 'AL-52', 'AL-71'], 20],
	['three of a hundred, with few calls in a poll', 100, 3_500, ['AL-33', 'AL-52', 'AL-71'], 60],
	['three of two hundred and fifty', 250, 1_500, ['AL-33', 'AL-34', 'AL-60'], 20],
	['three of them, with few calls in a poll', 250, 3_500, ['AL-2', 'AL-33', 'AL-121'], 60],
])(
	'keep no change of another notice away for good: %s',
	async (_which, count, listMs, broken, outAt) => {
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
		for (let poll = 0; poll < outAt + 30; poll++) {
			isOut = poll >= outAt;
			await watch.tick();
		}
		const told = watch.executions.flat().map(({ json }) => json.demande);
		const readable = names.filter((name) => !broken.includes(name));
		expect(told.sort()).toEqual(readable.sort());
	},
);

test('has a poll fail for what its list was refused for, where there is no time to find it', async () => {
	const watch = polling(namesOf(100), { events: ['statusChanged'] }, async (_path, list) => {
		await after(8_000);
		if (list.includes('AL-33')) return refused('err_internal_server');
		return listed(list.map((reference) => ({ reference, statut: 'parue' })));
	});
	await expect(watch.poll()).rejects.toThrow(/err_internal_server/);
});

test('and is asked for again where the only call of a poll was lost', async () => {
	let isBroken = true;
	let calls = 0;
	const parameters = { events: ['newInvoice'], firstSight: 'none' };
	const watch = polling(['AL-1', 'AL-2'], parameters, async (path, list) => {
		calls++;
		await after(100);
		if (!isBroken && calls === 1) return undefined;
		if (isBroken && (list.includes('AL-2') || path.includes('AL-2'))) {
			return refused('err_internal_server');
		}
		return listed(list.map((reference) => ({ reference, factures: [] })));
	});
	await watch.tick();
	isBroken = false;
	calls = 0;
	watch.parameters = { ...watch.parameters, references: 'AL-2' };
	expect(await watch.poll()).toEqual([]);
	expect(calls).toBe(2);
});
