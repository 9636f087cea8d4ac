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

/** The notices that a call is about: those of its list, or the one in its path. */
const namesOfCall = (path: string, list: readonly string[]) =>
	list.length > 0 ? list : [path.split('/').at(-2) ?? ''];

test.each([
	['where the only call of a poll is lost', 1],
	['where the first two calls of each poll are', 2],
])('a notice that could not be read once is asked for again %s', async (_where, lost) => {
	let poll = 0;
	let calls = 0;
	const parameters = { events: ['statusChanged'], firstSight: 'none' };
	const watch = polling(['AL-1'], parameters, async (path, list) => {
		await after(50);
		calls++;
		if (calls <= (poll === 5 ? 3 : lost)) return undefined;
		const statut = poll >= 20 ? 'parue' : 'a-paraitre';
		const entries = namesOfCall(path, list).map((reference) => ({ reference, statut }));
		return list.length > 0 ? listed(entries) : { resultat: 'succes', ...entries[0] };
	});
	for (; poll < 40; poll++) {
		calls = 0;
		await watch.tick();
	}
	expect(watch.executions.flat()).toHaveLength(1);
	expect(watch.errors).toEqual([]);
});

test.each([
	[100, 6],
	[30, 5],
	[30, 9],
	[60, 14],
])('of %d notices %d broken ones keep no files of others away', async (count, bad) => {
	let poll = 0;
	const names = namesOf(count);
	const broken = Array.from(
		{ length: bad },
		(_, at) => names[Math.floor(((at + 0.5) * count) / bad)],
	);
	const parameters = { events: ['newDocument', 'newInvoice'], firstSight: 'none' };
	const watch = polling(names, parameters, async (path, list) => {
		await after(100);
		const named = namesOfCall(path, list);
		if (named.some((one) => broken.includes(one))) return refused('err_internal_server');
		const files = (type: string, numero: string) => (poll < 40 ? [] : [{ type, numero, url: '' }]);
		const entryOf = (reference: string) => ({
			reference,
			documents: files('attestation', reference),
			factures: files('facture', reference),
		});
		return listed(named.map(entryOf));
	});
	for (; poll < 90; poll++) await watch.tick();
	expect(watch.executions.flat()).toHaveLength(2 * (count - bad));
});

test('a notice that was unknown is told where a list takes so long that a poll has time for one', async () => {
	let poll = 0;
	const parameters = { events: ['statusChanged'], firstSight: 'none' };
	const options = { downloadFiles: true };
	const names = ['AL-1', 'GONE-1', 'GONE-2'];
	const watch = polling(names, { ...parameters, options }, async (path, list) => {
		await after(poll < 25 ? 100 : 8_000);
		const isGone = (one: string) => one === 'GONE-1' || (one === 'GONE-2' && poll < 27);
		const named = namesOfCall(path, list);
		if (named.some(isGone)) return refused('err_annonce_introuvable');
		return listed(named.map((reference) => ({ reference, statut: 'a-paraitre', documents: [] })));
	});
	for (; poll < 100; poll++) await watch.tick();
	expect(watch.executions.flat().map(({ json }) => json.demande)).toContain('GONE-2');
});

test('a service that is down costs few calls, although notices were refused before', async () => {
	let poll = 0;
	let calls = 0;
	let most = 0;
	const parameters = { events: ['statusChanged'], firstSight: 'none' };
	const watch = polling(namesOf(300), parameters, async (path, list) => {
		await after(200);
		calls++;
		// First it answers the beginning of each poll only, then nothing.
		if (poll >= 45 || (poll >= 5 && calls > 1)) return refused('err_internal_server');
		const named = namesOfCall(path, list);
		return listed(named.map((reference) => ({ reference, statut: 'a-paraitre' })));
	});
	for (; poll < 60; poll++) {
		calls = 0;
		await watch.tick();
		if (poll >= 45) most = Math.max(most, calls);
	}
	expect(most).toBeLessThanOrEqual(25);
});

test('notices that are whole again are told, although others keep their list from being read in one poll', async () => {
	let poll = 0;
	const broken = Array.from({ length: 8 }, (_, at) => `BAD-${at}`);
	const names = [...namesOf(40), ...broken];
	const parameters = { events: ['statusChanged'], firstSight: 'none' };
	const watch = polling(names, parameters, async (path, list) => {
		const isSlow = poll >= 120;
		await after(isSlow ? 6_000 : 50);
		const named = namesOfCall(path, list);
		const isBad = (one: string) => poll >= 5 && broken.slice(0, isSlow ? 4 : 8).includes(one);
		if (named.some(isBad)) return refused('err_internal_server');
		const statut = isSlow ? 'parue' : 'a-paraitre';
		return listed(named.map((reference) => ({ reference, statut, documents: [] })));
	});
	for (; poll < 180; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told).toEqual(expect.arrayContaining(broken.slice(4)));
});
