/** Polls of long lists: lists that are too long, slow, or hold a notice that the service cannot read. */
import { after, during, elapsed } from '../../simulation/clock.mts';
import { PAGE, refused, virtualTimeForTests, watching } from './watch.mts';

virtualTimeForTests();

const ALL = ['statusChanged', 'newDocument', 'newInvoice'];
/** Within five seconds the service answers every list. */
const SLOWEST_LIST_MS = 4_900;
const MINUTE_MS = 60_000;
/** Each with files of its own. */
const outOf = (name: string) => ({
	statut: 'parue',
	documents: [{ type: 'attestation', numero: name, url: '' }],
	factures: [{ type: 'facture', numero: name, montant_ttc: 120 }],
});

describe('the longest list that the service accepts', () => {
	test.each(['err_references_max', 'err_references_incorrect', 'err_body_incorrect'])(
		'it is found once in a poll, not for each kind of reading, where a longer one is refused by %s',
		async (code) => {
			const { service, watch, names } = watching(60, { events: ALL });
			service.odd = ({ length }) => (length > 7 ? refused(code) : undefined);
			await watch.tick();
			const tooLong = service.calls.filter(({ names: asked }) => asked.length > 7);
			expect(tooLong.length).toBeGreaterThan(0);
			expect(tooLong.filter(({ path }) => !path.endsWith('/statuts'))).toEqual([]);
			service.change({ statut: 'parue' });
			const reported = (await watch.poll()).map(({ demande }) => demande);
			expect(reported.sort()).toEqual([...names].sort());
		},
	);

	test('it is found where a poll has no time for a search in all of 1,000 names', async () => {
		const { service, watch } = watching(1_000);
		service.delay = () => 200;
		service.odd = ({ length }) => (length > 10 ? refused('err_references_incorrect') : undefined);
		await watch.polled(5);
		service.change({ statut: 'parue' });
		expect(await watch.polled(12)).toHaveLength(1_000);
	});

	test('10,000 names of which fifty go into a list are read with the calls of a minute', async () => {
		const { service, watch } = watching(10_000, {}, { requestsPerMinute: 300 });
		service.odd = ({ length }) => (length > 50 ? refused('err_body_incorrect') : undefined);
		expect(await service.callsDuring(async () => await watch.tick())).toBeLessThanOrEqual(300);
		const { notices } = JSON.parse(watch.stored) as { notices: object };
		expect(Object.keys(notices)).toHaveLength(10_000);
	});

	test('publications and attestations are reported where the calls of a minute do not last for a poll', async () => {
		const events = ['published', 'newDocument'];
		const { service, watch, names } = watching(300, { events }, { requestsPerMinute: 40 });
		service.delay = () => 100;
		service.odd = ({ length }) => (length > 30 ? refused('err_references_incorrect') : undefined);
		const polls = async (count: number) => {
			for (let poll = 0; poll < count; poll++) {
				await during(after(MINUTE_MS), MINUTE_MS);
				await watch.tick();
			}
		};
		await polls(15);
		for (const name of names) service.change(outOf(name), [name]);
		await polls(60);
		for (const event of events) {
			const reported = watch.reports.filter(({ evenement }) => evenement === event);
			expect(reported.map(({ demande }) => demande).sort()).toEqual([...names].sort());
		}
	});
});

describe('calls and time', () => {
	test.each([
		[1, ['statusChanged'], 1],
		[1_000, ['statusChanged'], 10],
		[1_000, ALL, 30],
		[10_000, ALL, 300],
	])('a poll of %i names for %j takes %i calls', async (count, events, calls) => {
		const { service, watch } = watching(count, { events });
		service.delay = () => 500;
		for (let poll = 0; poll < 2; poll++) {
			expect(await service.callsDuring(async () => await watch.tick())).toBe(calls);
		}
		service.change({ statut: 'parue' });
		expect(await watch.poll()).toHaveLength(count);
		expect(watch.logged).toEqual([]);
	});

	test('a notice that is listed under both of its names is reported twice', async () => {
		const { service, watch } = watching(1, { references: 'AL-0,N-0' });
		service.odd = () => ({ annonces: [{ ...service.notices.get('AL-0'), ...BOTH_NAMES }] });
		await watch.tick();
		service.change({ statut: 'parue' });
		expect((await watch.poll()).map(({ demande }) => demande)).toEqual(['AL-0', 'N-0']);
	});
	const BOTH_NAMES = { reference: 'AL-0', numero_commande: 'N-0' };

	test('lists are read as long as there is time', async () => {
		const { service, watch } = watching(5_000);
		service.delay = () => 4_000;
		expect(await service.callsDuring(async () => await watch.tick())).toBe(50);
	});

	test('a poll that runs out of time goes on where it stopped, and starves nothing', async () => {
		const [count, budgetMs] = [6_000, 4_000];
		const { service, watch, names } = watching(count, {}, { keeping: 'scheduler', budgetMs });
		service.delay = () => 1;
		await watch.publish();
		service.change({ statut: 'parue' });
		service.delay = () => 400;
		service.odd = ({ length }) => (length > 20 ? refused('err_references_max') : undefined);
		let polls = 0;
		for (; polls < 30 && watch.reports.length < count; polls++) {
			const startedAt = elapsed();
			await watch.tick();
			expect(elapsed() - startedAt).toBeLessThan(budgetMs);
		}
		expect(polls).toBeGreaterThan(1);
		expect(watch.reports.map(({ demande }) => demande).sort()).toEqual([...names].sort());
	});

	test('a poll whose calls for one kind hang reports what was read before', async () => {
		const { service, watch } = watching(1, { events: ALL });
		await watch.tick();
		service.change({ statut: 'parue' });
		service.odd = (_names, kind) => {
			return kind === 'factures' ? new Promise<never>(() => undefined) : undefined;
		};
		expect(await watch.poll()).toMatchObject([{ statut: 'parue' }]);
	});

	test('lists of 4.9 seconds report all changes of 350 notices in the first poll after them', async () => {
		const { service, watch, names } = watching(350, { events: ALL });
		service.delay = () => SLOWEST_LIST_MS;
		await watch.tick();
		for (const name of names) service.change(outOf(name), [name]);
		expect(await watch.poll()).toHaveLength(3 * 350);
	});

	test.each([
		['unreadable', 'err_internal_server'],
		['unknown', 'err_annonce_introuvable'],
	])(
		'a search of 4.9 seconds a call finds an %s name in one poll, and the next one reports its neighbours',
		async (_how, code) => {
			const { service, watch, names } = watching(130, { events: ALL });
			service.delay = () => SLOWEST_LIST_MS;
			await watch.tick();
			service.refuseFor((name) => name === 'AL-7', code);
			await watch.tick();
			for (const name of names) service.change(outOf(name), [name]);
			expect(await watch.poll()).toHaveLength(3 * 129);
		},
	);

	test('a batch that a poll does not complete delays no other one', async () => {
		const { service, watch, names } = watching(200);
		service.delay = () => 5_000;
		service.refuseFor((name) => name === 'AL-0');
		await watch.polled(4);
		service.change({ statut: 'parue' });
		const reported = (await watch.polled(2)).map(({ demande }) => demande);
		expect(reported).toEqual(expect.arrayContaining(names.slice(100)));
	});

	test('a cancelled notice for which lists of statuses are refused has its credit note reported', async () => {
		const { service, watch } = watching(130, { events: ALL });
		service.delay = () => 3_500;
		await watch.tick();
		service.odd = (names, kind) => {
			const isRefused = kind === 'statuts' && names.includes('AL-7');
			return isRefused ? refused('err_annonce_introuvable') : undefined;
		};
		service.change({ factures: [{ type: 'avoir', numero: 'A-1', montant_ttc: -120 }] }, ['AL-7']);
		expect(await watch.polled(2)).toMatchObject([
			{ evenement: 'newInvoice', type: 'avoir', demande: 'AL-7' },
		]);
	});
});

describe('notices that the service cannot read', () => {
	test.each([
		[100, 6],
		[30, 5],
		[30, 9],
	])('they withhold no files of others: of %d notices %d', async (count, bad) => {
		const { service, watch, names } = watching(count, { events: ['newDocument', 'newInvoice'] });
		const broken = Array.from({ length: bad }, (_, at) => {
			return names[Math.floor(((at + 0.5) * count) / bad)] ?? '';
		});
		service.delay = () => 100;
		service.refuseFor((name) => broken.includes(name), 'err_internal_server');
		await watch.polled(40);
		for (const name of names) service.change(outOf(name), [name]);
		expect(await watch.polled(50)).toHaveLength(2 * (count - bad));
	});

	test.each([
		['one is in a long list', 1_000, [3], 12],
		['several are together in a short one', 60, [0, 1, 30], 12],
		['they fill whole batches', 900, Array.from({ length: 400 }, (_one, at) => at), 20],
	])('they cost the others of a list nothing, where %s', async (_how, count, places, polls) => {
		const parameters = { firstSight: 'current' };
		const { service, watch } = watching(count, parameters, { keeping: 'scheduler' });
		const bad = places.map((place) => `AL-${place}`);
		service.odd = (names) => (names.some((one) => bad.includes(one)) ? PAGE : undefined);
		const calls: number[] = [];
		for (let poll = 0; poll < polls; poll++) {
			calls.push(await service.callsDuring(async () => await watch.tick()));
		}
		expect(new Set(watch.reports.map(({ demande }) => demande)).size).toBe(count - bad.length);
		if (bad.length > 100) return;
		// A call for each batch, and for each of the bad ones, once they are found, a list of its own and its own route.
		const quiet = Math.ceil(count / 100) + 2 * bad.length;
		expect(Math.max(...calls)).toBeLessThanOrEqual(quiet + 23);
		expect(Math.max(...calls.slice(-5))).toBe(quiet);
	});

	test('those that recover are reported, although others prevent their list from being read in one poll', async () => {
		const broken = Array.from({ length: 8 }, (_, at) => `BAD-${at}`);
		const names = [...Array.from({ length: 40 }, (_, at) => `AL-${at}`), ...broken];
		const { service, watch } = watching(names);
		service.delay = () => 50;
		await watch.polled(5);
		service.refuseFor((name) => broken.includes(name), 'err_internal_server');
		await watch.polled(115);
		service.refuseFor((name) => broken.slice(0, 4).includes(name), 'err_internal_server');
		service.delay = () => 1_000;
		service.change({ statut: 'parue' });
		const reported = (await watch.polled(60)).map(({ demande }) => demande);
		expect(reported).toEqual(expect.arrayContaining(broken.slice(4)));
	});

	test('those that are read alone return to the lists two polls after they can be read', async () => {
		const { service, watch } = watching(60);
		service.refuseFor((name) => name === 'AL-7', 'err_internal_server');
		await watch.polled(3);
		service.odd = () => undefined;
		service.calls.length = 0;
		await watch.polled(2);
		const lists = service.calls.filter(({ names }) => names.length > 1);
		expect(lists.at(-1)?.names).toHaveLength(60);
	});

	test('each of many that are read alone has its turn, also where the first ones fail', async () => {
		const { service, watch, names } = watching(24);
		await watch.tick();
		// All but one are broken for long enough to be read alone, and then that one is not watched any more.
		service.refuseFor((name) => name !== 'AL-0', 'err_internal_server');
		await watch.polled(12);
		watch.parameters = { ...watch.parameters, references: names.slice(1).join() };
		// From now on only those whose turn is next.
		const broken = new Set<string>();
		const isBroken = (name: string) =>
			broken.has(name) || (broken.size < 10 && broken.add(name).has(name));
		service.refuseFor(isBroken, 'err_internal_server');
		service.change({ statut: 'parue' });
		const reported = (await watch.polled(6)).map(({ demande }) => demande);
		expect(new Set(reported).size).toBe(13);
	});

	test('each of those that are read alone has its turn, also where ten were absent once and cannot be read any more', async () => {
		const { service, watch } = watching(60);
		await watch.tick();
		const place = (name: string) => Number(name.slice(3));
		const isOwnRoute = (path: string) => path.startsWith('/annonce/');
		let atFirst = refused('err_annonce_introuvable');
		// Ten that the service does not know, and ten that it reads over their own routes alone.
		service.odd = (names, _kind, { path }) => {
			if (names.some((name) => place(name) < 10)) return atFirst;
			return names.some((name) => place(name) < 20) && !isOwnRoute(path) ? PAGE : undefined;
		};
		await watch.tick();
		atFirst = refused('err_internal_server');
		await watch.tick();
		service.change({ statut: 'parue' });
		expect(await watch.polled(3)).toHaveLength(50);
	});

	test('those that are read alone get their turn, also where no poll comes to the end of its list', async () => {
		const { service, watch } = watching(200, { events: [...ALL, 'notFound'] });
		service.refuseFor((name) => name === 'AL-0');
		await watch.tick();
		service.delay = () => 4_000;
		expect((await watch.polled(10)).map(({ demande }) => demande)).toEqual(['AL-0']);
	});

	test('one that is refused alone by an unknown code costs the others nothing', async () => {
		const { service, watch, names } = watching(30, { events: ['newDocument'] });
		// Its refusal comes before any other answer.
		service.delay = ({ length }) => (length === 1 ? 0 : 200);
		let code = 'err_internal_server';
		service.odd = (asked) => {
			if (!asked.includes('AL-7')) return undefined;
			return refused(asked.length === 1 ? code : 'err_internal_server');
		};
		await watch.polled(2);
		code = 'err_new_code';
		await watch.polled(2);
		for (const name of names) service.change(outOf(name), [name]);
		expect(await watch.polled(2)).toHaveLength(29);
	});
});

test.each([
	['their own route answers', [60, 60, 60]],
	['their own route fails too', [60, 59, 59]],
])(
	'a slow service that cannot read one notice in lists of files hides no file, where %s',
	async (_how, counts) => {
		const { service, watch } = watching(60, { events: ALL }, { keeping: 'scheduler' });
		service.delay = () => SLOWEST_LIST_MS;
		service.odd = (names, kind, { path }) => {
			const isFailing = kind !== 'statuts' && names.includes('AL-7');
			return isFailing && (counts[1] === 59 || path.startsWith('/annonces/')) ? PAGE : undefined;
		};
		await watch.polled(4);
		for (const name of service.notices.keys()) service.change(outOf(name), [name]);
		const reported = (await watch.polled(6)).map(({ evenement }) => evenement);
		const countOf = (event: string) => reported.filter((one) => one === event).length;
		expect(ALL.map(countOf)).toEqual(counts);
	},
);

test('neighbours are read where each tenth of a list has notices that cannot be read, and one tenth nothing else', async () => {
	const { service, watch } = watching(100);
	const bad = (name: string) => Number(name.slice(3)) < 10 || name.endsWith('5');
	service.odd = (names) => (names.some(bad) ? PAGE : undefined);
	await watch.polled(10);
	service.change({ statut: 'parue' });
	expect(await watch.polled(10)).toHaveLength(81);
});

describe('notices for which every list fails, while their own route answers', () => {
	/** Watches notices of which some fail each list. */
	const failing = (count: number, isBad: (at: number) => boolean) => {
		const parameters = { events: ['statusChanged', 'newDocument'] };
		const { service, watch, names } = watching(count, parameters, { keeping: 'scheduler' });
		const bad = new Set(names.filter((_name, at) => isBad(at)));
		service.delay = () => 200;
		service.odd = (asked, _kind, { path }) =>
			path.startsWith('/annonces/') && asked.some((one) => bad.has(one)) ? PAGE : undefined;
		return { service, watch, names };
	};

	test.each([
		['one in each of ten lists', 1_000, (at: number) => at % 100 === 3],
		['forty, spread over a thousand', 1_000, (at: number) => at % 25 === 7],
		['one in each tenth of a list', 100, (at: number) => at % 10 === 4],
		['forty side by side', 300, (at: number) => at >= 120 && at < 160],
	])('every change is reported once: %s', async (_which, count, isBad) => {
		const { service, watch, names } = failing(count, isBad);
		await watch.polled(8);
		service.change({ statut: 'parue' });
		const reported = (await watch.polled(8)).map(({ demande }) => String(demande));
		expect(reported.sort()).toEqual([...names].sort());
	});

	test('they are searched once, and read alone from then on', async () => {
		const { service, watch } = failing(300, (at) => at === 3 || at === 150);
		await watch.tick();
		for (let poll = 0; poll < 4; poll++) {
			// On both routes the three lists, and for two notices a list of its own and its own route.
			expect(await service.callsDuring(async () => await watch.tick())).toBe(2 * (3 + 2 * 2));
		}
	});

	test('they return to the lists once a list of their own is answered', async () => {
		const { service, watch } = failing(300, (at) => at === 3 || at === 150);
		await watch.tick();
		service.odd = () => undefined;
		await watch.tick();
		expect(await service.callsDuring(async () => await watch.tick())).toBe(2 * 3);
	});
});

describe('a cancelled notice for whose files lists are refused as if it were still suspended', () => {
	const slow = { keeping: 'scheduler' } as const;
	/** From now on the first notice is cancelled, and each answer takes 4.5 seconds. */
	const cancelFirst = ({ service, names }: ReturnType<typeof watching>) => {
		const [cancelled = ''] = names;
		service.notices.delete(cancelled);
		service.delay = () => 4_500;
		service.odd = (asked, kind) =>
			kind !== 'statuts' && asked.includes(cancelled)
				? refused('err_annonce_suspendue')
				: undefined;
	};

	test.each([100, 131, 200])(
		'it keeps no invoice of its neighbours from being reported, in a list of %s',
		async (count) => {
			const watched = watching(count, { events: ALL }, slow);
			const { service, watch, names } = watched;
			await watch.publish();
			const [, neighbour = ''] = names;
			cancelFirst(watched);
			service.change({ factures: outOf(neighbour).factures }, [neighbour]);
			const reported = (await watch.polled(25)).filter(({ demande }) => demande === neighbour);
			expect(reported).toMatchObject([{ evenement: 'newInvoice', numero: neighbour }]);
		},
	);

	test('it keeps no name far behind it from being read', async () => {
		const watched = watching(2_500, { events: ALL }, slow);
		const { service, watch, names } = watched;
		await watch.polled(4);
		const last = names.at(-1) ?? '';
		cancelFirst(watched);
		await watch.polled(6);
		service.change({ factures: outOf(last).factures }, [last]);
		const reported = (await watch.polled(25)).filter(({ demande }) => demande === last);
		expect(reported).toMatchObject([{ evenement: 'newInvoice', numero: last }]);
	});
});

test('a list that no poll gets through keeps none of those waiting for which there is no time behind it', async () => {
	const { service, watch, names } = watching(5_300, { events: ['published'] });
	await watch.polled(3);
	service.delay = () => SLOWEST_LIST_MS;
	// Whatever holds one of the first hundred, so that its search ends in no poll.
	const bad = new Set(names.slice(0, 100));
	service.odd = (list) => (list.some((name) => bad.has(name)) ? PAGE : undefined);
	service.change({ statut: 'parue' }, ['AL-5290']);
	expect(await watch.polled(8)).toMatchObject([{ demande: 'AL-5290' }]);
});
