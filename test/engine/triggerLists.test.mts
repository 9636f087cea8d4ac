/** Polls of long lists, in virtual time: a service that refuses lists, cannot read a notice, is in trouble, or takes its time. */
import { after, during, elapsed } from '../simulation/clock.mts';
import { listed, namesOf, polling, refused, virtualTimeForTests } from './virtualPoller.mts';

virtualTimeForTests();
const MINUTE_MS = 60_000;

test('the longest accepted list is searched once in a poll, and not for each kind of reading', async () => {
	const tooLong: string[] = [];
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	const watch = polling(namesOf(60), { events }, (path, list) => {
		if (list.length > 7) tooLong.push(path);
		if (list.length > 7) return refused('err_references_max');
		return listed(list.map((reference) => ({ reference, statut: 'parue' })));
	});
	await watch.poll();
	expect(tooLong.length).toBeGreaterThan(0);
	expect(tooLong.filter((path) => !path.endsWith('/statuts'))).toEqual([]);
});

test('the longest list is found where a longer one is refused as if references were wrong', async () => {
	let statut = 'a-paraitre';
	const watch = polling(
		namesOf(1_000),
		{ events: ['statusChanged'], firstSight: 'none' },
		async (_path, list) => {
			await after(200);
			if (list.length > 10) return refused('err_references_incorrect');
			return listed(list.map((reference) => ({ reference, statut })));
		},
	);
	for (let poll = 0; poll < 5; poll++) await watch.tick();
	statut = 'parue';
	for (let poll = 0; poll < 12; poll++) await watch.tick();
	expect(watch.executions.flat()).toHaveLength(1_000);
});

test('a notice of a long list that is unknown for a moment costs few calls, and no change', async () => {
	let odd = '';
	let statut = 'a-paraitre';
	let calls = 0;
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	const watch = polling(namesOf(500), { events, firstSight: 'none' }, async (_path, list) => {
		await after(200);
		calls++;
		if (list.length > 1 && list.includes(odd)) return refused('err_annonce_introuvable');
		if (list.length === 1) odd = '';
		const entryOf = (reference: string) => ({ reference, statut });
		return listed(list.map((one) => ({ ...entryOf(one), documents: [], factures: [] })));
	});
	for (let poll = 0; poll < 2; poll++) await watch.tick();
	odd = 'AL-40';
	statut = 'parue';
	calls = 0;
	await watch.tick();
	expect(calls).toBeLessThan(60);
	for (let poll = 0; poll < 3; poll++) await watch.tick();
	expect(watch.executions.flat()).toHaveLength(500);
});

test.each([
	[100, 6],
	[30, 5],
	[30, 9],
])('no files of others are withheld: of %d notices %d are broken', async (count, bad) => {
	let poll = 0;
	const names = namesOf(count);
	const broken = Array.from(
		{ length: bad },
		(_, at) => names[Math.floor(((at + 0.5) * count) / bad)],
	);
	const parameters = { events: ['newDocument', 'newInvoice'], firstSight: 'none' };
	const watch = polling(names, parameters, async (_path, list) => {
		await after(100);
		if (list.some((one) => broken.includes(one))) return refused('err_internal_server');
		const files = (type: string, numero: string) => (poll < 40 ? [] : [{ type, numero, url: '' }]);
		const entryOf = (reference: string) => ({
			reference,
			documents: files('attestation', reference),
			factures: files('facture', reference),
		});
		return listed(list.map(entryOf));
	});
	for (; poll < 90; poll++) await watch.tick();
	expect(watch.executions.flat()).toHaveLength(2 * (count - bad));
});

test.each([
	['is in a long list', 1_000, [3], 12],
	['are together in a short one', 60, [0, 1, 30], 12],
	['fill whole batches', 900, Array.from({ length: 400 }, (_one, at) => at), 20],
])(
	'notices whose reading fails cost the others of a list nothing, where one or several %s',
	async (...row) => {
		const [, count, places, polls] = row;
		const references = namesOf(count);
		const bad = places.map((place) => `AL-${place}`);
		let asked = 0;
		const watch = polling(
			references,
			{ events: ['statusChanged'] },
			(_path, list) => {
				asked++;
				if (list.some((one) => bad.includes(one))) return undefined;
				return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
			},
			{ keeping: 'scheduler' },
		);
		const calls: number[] = [];
		for (let poll = 0; poll < polls; poll++) {
			asked = 0;
			await watch.tick();
			calls.push(asked);
		}
		const reported = watch.executions.flat().map(({ json }) => json.reference);
		expect(new Set(reported).size).toBe(count - places.length);
		if (places.length > 100) return;
		// A call for each batch, and one for each of the bad ones once they are found.
		const quiet = Math.ceil(count / 100) + places.length;
		expect(Math.max(...calls)).toBeLessThanOrEqual(quiet + 23);
		expect(Math.max(...calls.slice(-5))).toBe(quiet);
	},
);

test('notices that recover are reported, although others prevent their list from being read in one poll', async () => {
	let poll = 0;
	const broken = Array.from({ length: 8 }, (_, at) => `BAD-${at}`);
	const names = [...namesOf(40), ...broken];
	const parameters = { events: ['statusChanged'], firstSight: 'none' };
	const watch = polling(names, parameters, async (_path, list) => {
		const isSlow = poll >= 120;
		await after(isSlow ? 1_000 : 50);
		const isBad = (one: string) => poll >= 5 && broken.slice(0, isSlow ? 4 : 8).includes(one);
		if (list.some(isBad)) return refused('err_internal_server');
		const statut = isSlow ? 'parue' : 'a-paraitre';
		return listed(list.map((reference) => ({ reference, statut, documents: [] })));
	});
	for (; poll < 180; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told).toEqual(expect.arrayContaining(broken.slice(4)));
});

test('a service that fails is not called for each notice alone', async () => {
	let calls = 0;
	const watch = polling(namesOf(300), { events: ['statusChanged'] }, async (_path, list) => {
		await after(200);
		calls++;
		// The same chance in every run of the test (`beginAt`).
		if (Math.random() < 0.7) return refused('err_internal_server');
		return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
	});
	let most = 0;
	for (let poll = 0; poll < 40; poll++) {
		calls = 0;
		await watch.tick();
		most = Math.max(most, calls);
	}
	expect(most).toBeLessThan(250);
});

test('publications and their attestations are reported where the calls of a minute do not last for a poll', async () => {
	let statut = 'a-paraitre';
	const entryOf = (reference: string) => {
		const file = { type: 'attestation', numero: reference, url: 'https://service.example/a.pdf' };
		return { reference, statut, documents: statut === 'parue' ? [file] : [] };
	};
	const parameters = { events: ['published', 'newDocument'], firstSight: 'none' };
	const watch = polling(
		namesOf(300),
		parameters,
		async (_path, list) => {
			await after(100);
			return list.length > 30 ? refused('err_references_incorrect') : listed(list.map(entryOf));
		},
		{ requestsPerMinute: 40 },
	);
	const poll = async () => {
		await during(after(60_000), 60_000);
		await watch.tick();
	};
	for (let polls = 0; polls < 15; polls++) await poll();
	statut = 'parue';
	for (let polls = 0; polls < 60; polls++) await poll();
	for (const event of ['published', 'newDocument']) {
		const reported = watch.executions.flat().filter(({ json }) => json.evenement === event);
		expect(reported.map(({ json }) => String(json.reference)).sort()).toEqual(namesOf(300).sort());
	}
});

test('a poll that runs out of time goes on where it stopped, and starves nothing', async () => {
	const [count, budgetMs] = [6_000, 4_000];
	const names = namesOf(count);
	let isOut = false;
	const parameters = { events: ['statusChanged'], firstSight: 'none' };
	const answer = async (_path: string, list: readonly string[]) => {
		await after(isOut ? 400 : 1);
		if (isOut && list.length > 20) return refused('err_references_max');
		return listed(list.map((reference) => ({ reference, statut: isOut ? 'parue' : 'a-paraitre' })));
	};
	const watch = polling(names, parameters, answer, { keeping: 'scheduler', budgetMs });
	await during(watch.activate(), MINUTE_MS);
	isOut = true;
	let polls = 0;
	for (; polls < 30 && watch.executions.flat().length < count; polls++) {
		const startedAt = elapsed();
		await watch.tick();
		expect(elapsed() - startedAt).toBeLessThan(budgetMs);
	}
	expect(polls).toBeGreaterThan(1);
	const reported = watch.executions.flat().map(({ json }) => json.reference);
	expect(reported.sort()).toEqual([...names].sort());
});

test('a change is reported while only pages come for documents', async () => {
	const statuses = new Map(namesOf(12).map((name) => [name, 'a-paraitre']));
	const answer = (path: string, list: readonly string[]) => {
		if (path.endsWith('/documents')) return undefined;
		return listed(list.map((reference) => ({ reference, statut: statuses.get(reference) })));
	};
	const events = ['statusChanged', 'newDocument'];
	const watch = polling([...statuses.keys()], { events }, answer);
	await watch.tick();
	for (const name of namesOf(12).slice(5)) statuses.set(name, 'parue');
	statuses.set('AL-0', 'a-relire');
	for (let poll = 0; poll < 6; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json);
	expect(told).toContainEqual(expect.objectContaining({ reference: 'AL-0', statut: 'a-relire' }));
});

describe('twenty notices are gone at once, and another one is found', () => {
	const gone = namesOf(20);
	const all = [...gone, 'AL-99'];
	/** Polls a service that knows the notices shown, AL-99 with a status of its own. */
	const polled = (events: readonly string[]) => {
		const shown = { names: all, statut: 'a-paraitre' };
		const answer = (_path: string, list: readonly string[]) => {
			const found = list.filter((reference) => shown.names.includes(reference));
			return listed(found.map((reference) => ({ reference, statut: shown.statut })));
		};
		return { shown, watch: polling(all, { events: [...events], firstSight: 'none' }, answer) };
	};

	test.each(['known before', 'listed with them and ordered later'])(
		'polls do not fail, and report what becomes of it when it is seen: %s',
		async (when) => {
			const { shown, watch } = polled(['published', 'notFound']);
			if (when !== 'known before') shown.names = gone;
			expect(await watch.poll()).toEqual([]);
			shown.names = ['AL-99'];
			expect(await watch.poll()).toEqual([]);
			shown.statut = 'parue';
			expect(await watch.poll()).toMatchObject([{ evenement: 'published', reference: 'AL-99' }]);
			expect(await watch.poll()).toHaveLength(20);
		},
	);

	test('the other one counts as found', async () => {
		const { shown, watch } = polled(['notFound']);
		for (shown.names of [all, gone, gone, ['AL-99'], gone]) expect(await watch.poll()).toEqual([]);
	});
});

test('the count of polls without a notice goes on over a poll that cannot read it', async () => {
	let second = 'known';
	const watch = polling(['AL-1', 'AL-2'], { events: ['notFound'] }, (_path, list) => {
		const isAsked = list.includes('AL-2');
		if (isAsked && second === 'broken') return refused('err_internal_server');
		const known = second === 'gone' ? list.filter((one) => one !== 'AL-2') : list;
		return listed(known.map((reference) => ({ reference, statut: 'a-paraitre' })));
	});
	await watch.tick();
	for (second of ['gone', 'gone', 'broken']) await watch.tick();
	expect(watch.executions.flat()).toEqual([]);
	second = 'gone';
	await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json);
	expect(told).toMatchObject([{ evenement: 'notFound', reference: 'AL-2' }]);
});

test('a name that is read alone and refused by an unknown code costs the others nothing', async () => {
	let poll = 0;
	const events = ['newDocument'];
	const watch = polling(namesOf(30), { events, firstSight: 'none' }, async (_path, list) => {
		const isOdd = list.includes('AL-7');
		// Its refusal comes before any other answer.
		if (isOdd && list.length === 1)
			return refused(poll < 2 ? 'err_internal_server' : 'err_new_code');
		await after(200);
		if (isOdd) return refused('err_internal_server');
		const documents = poll < 4 ? [] : [{ type: 'attestation', numero: 'A-1', url: '' }];
		return listed(list.map((reference) => ({ reference, statut: 'parue', documents })));
	});
	for (; poll < 6; poll++) await watch.tick();
	expect(watch.executions.flat()).toHaveLength(29);
});

test('each of many names that are read alone has its turn, also where the first ones fail', async () => {
	const names = namesOf(24);
	let isBroken = (_name: string): boolean => false;
	let statut = 'a-paraitre';
	const watch = polling(names, { events: ['statusChanged'], firstSight: 'none' }, (_path, list) => {
		if (list.some(isBroken)) return undefined;
		return listed(list.map((reference) => ({ reference, statut })));
	});
	await watch.tick();
	// All but one are broken for long enough to be read alone, and then that one is not watched any more.
	isBroken = (name) => name !== 'AL-0';
	for (let poll = 0; poll < 12; poll++) await watch.tick();
	watch.parameters = { ...watch.parameters, references: names.slice(1).join() };
	// From now on only those whose turn is next.
	const broken = new Set<string>();
	isBroken = (name) => broken.has(name) || (broken.size < 10 && broken.add(name).has(name));
	statut = 'parue';
	for (let poll = 0; poll < 6; poll++) await watch.tick();
	const reported = watch.executions.flat().map(({ json }) => json.demande);
	expect(new Set(reported).size).toBe(13);
});

test('a notice that is published is reported while others of its list are suspended and refused for it', async () => {
	let suspended = ['AL-1', 'AL-2', 'AL-3'];
	const watch = polling(
		namesOf(4).slice(1),
		{ events: ['published'], firstSight: 'none' },
		(_path, list) => {
			if (list.some((one) => suspended.includes(one))) return refused('err_annonce_suspendue');
			return listed(list.map((reference) => ({ reference, statut: 'parue' })));
		},
	);
	for (let poll = 0; poll < 2; poll++) await watch.tick();
	suspended = ['AL-1', 'AL-3'];
	for (let poll = 0; poll < 3; poll++) await watch.tick();
	expect(watch.executions.flat().map(({ json }) => json.demande)).toEqual(['AL-2']);
});
