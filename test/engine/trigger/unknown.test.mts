/** Names that the service does not know, yet or any more; and when that is doubted. */
import type { INodeParameters } from 'n8n-workflow';
import { KEEPINGS } from '../poller.mts';
import { NEW, OUT, PAGE, refused, virtualTimeForTests, watching } from './watch.mts';

virtualTimeForTests();

const ALL = ['statusChanged', 'newDocument', 'newInvoice'];
const FILES = ['newDocument null', 'newInvoice null'];
/** In so many polls each of those that are read alone has had its turn. */
const UNTIL_ASKED_AGAIN = 12;

/** Polls a service that knows 'OTHER', and none of the others unless a test adds them. */
function watchingOthers(names: readonly string[], parameters: INodeParameters) {
	const { service, watch } = watching(['OTHER', ...names], parameters);
	for (const name of names) service.notices.delete(name);
	const polls = async (count: number) => {
		const reported = await watch.polled(count);
		return reported.map(({ evenement, ancien_statut: before }) => {
			return `${String(evenement)} ${String(before)}`;
		});
	};
	return { service, watch, polls, add: (notice = OUT) => service.change(notice, names) };
}

describe('a name that is listed before its notice is ordered', () => {
	test.each(['none', 'current', 'publishedOrSuspended'])(
		'the name is reported with its publication and its files, where first sights are reported so: %s',
		async (firstSight) => {
			const events = ['published', 'newDocument', 'newInvoice'];
			const { add, polls } = watchingOthers(['LATE'], { events, firstSight });
			expect(await polls(4)).toEqual([]);
			add();
			expect(await polls(UNTIL_ASKED_AGAIN)).toEqual(['published introuvable', ...FILES]);
			expect(await polls(UNTIL_ASKED_AGAIN)).toEqual([]);
		},
	);

	test.each(['documents', 'factures'])(
		'the name is reported with its files also where the service could not list %s meanwhile',
		async (list) => {
			const { service, add, polls } = watchingOthers(['LATE'], { events: ALL });
			service.odd = (_names, kind) => (kind === list ? PAGE : undefined);
			await polls(4);
			service.odd = () => undefined;
			add();
			const reported = await polls(UNTIL_ASKED_AGAIN);
			expect(reported.sort()).toEqual([...FILES, 'statusChanged introuvable']);
		},
	);

	test('the name is reported with its order, and with each change after it', async () => {
		const { add, polls } = watchingOthers(['LATE'], { events: ['statusChanged'] });
		expect(await polls(30)).toEqual([]);
		add(NEW);
		expect(await polls(1)).toEqual(['statusChanged introuvable']);
		add();
		expect(await polls(2)).toEqual(['statusChanged a-paraitre']);
	});

	test('the name is reported where only documents are chosen', async () => {
		const { add, polls } = watchingOthers(['LATE'], { events: ['newDocument'] });
		expect(await polls(4)).toEqual([]);
		add();
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual(['newDocument null']);
	});

	test('the notice is seen for the first time where it was missing in two polls only', async () => {
		const events = ['published', 'newDocument', 'newInvoice'];
		const { add, polls } = watchingOthers(['LATE'], { events });
		expect(await polls(2)).toEqual([]);
		add();
		expect(await polls(2)).toEqual([]);
	});
});

describe('a name that the service does not know', () => {
	test('the name is reported as not found when that is chosen, and once', async () => {
		const { watch, polls } = watchingOthers(['WRONG'], { events: ['statusChanged'] });
		expect(await polls(20)).toEqual([]);
		watch.parameters = { ...watch.parameters, events: ['statusChanged', 'notFound'] };
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual(['notFound introuvable']);
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual([]);
	});

	test.each([
		['left out', 3],
		['an entry with a refusal', 3],
		['a reason to refuse its list', 6],
	])(
		'unknown names neither spoil nor slow the others, where each is %s: at most %d calls',
		async (how, most) => {
			const events = ['published', 'newInvoice', 'notFound'];
			const { service, watch } = watching(11, { events });
			const unknown = ['AL-9', 'AL-10'];
			for (const name of unknown) service.notices.delete(name);
			if (how === 'a reason to refuse its list')
				service.refuseFor((name) => unknown.includes(name));
			if (how === 'an entry with a refusal') {
				const refusal = refused('err_annonce_introuvable');
				service.odd = (names) => {
					if (names.length === 1) return undefined;
					const annonces = names.map((reference) => {
						return { reference, ...(service.notices.get(reference) ?? refusal) };
					});
					return { annonces };
				};
			}
			await watch.polled(2);
			service.change({ statut: 'parue' }, ['AL-0']);
			service.change({ factures: [{ type: 'facture', numero: 'F1' }] }, ['AL-1']);
			const reported = await watch.poll();
			expect(reported.map(({ evenement, demande }) => `${evenement} ${demande}`).sort()).toEqual([
				...['newInvoice AL-1', 'notFound AL-10', 'notFound AL-9', 'published AL-0'],
			]);
			for (let poll = 0; poll < 12; poll++) {
				// Status and invoices, and the invoices of the two unknown ones; those that spoil lists are read alone.
				const calls = await service.callsDuring(async () => expect(await watch.poll()).toEqual([]));
				expect(calls).toBeLessThanOrEqual(most);
			}
		},
	);

	test('a name whose own route returns nothing but the name has no status yet, and is not gone', async () => {
		const { service, watch } = watching(2, { events: ['notFound', 'published'] });
		service.odd = ([name = ''], _kind, { path }) =>
			path.startsWith('/annonces/') ? PAGE : { reference: name };
		expect(await watch.polled(5)).toEqual([]);
		service.odd = () => undefined;
		service.change({ statut: 'parue' });
		expect(await watch.poll()).toHaveLength(2);
	});
});

test('notices that a list only repeats have no status yet: many of them cost a poll ten calls, hide no file, and are not gone', async () => {
	const events = ['statusChanged', 'notFound', 'newInvoice'];
	const { service, watch, names } = watching(60, { events, firstSight: 'none' });
	const [first = '', ...others] = names;
	service.change({ statut: undefined }, others);
	for (let poll = 0; poll < 40; poll++) {
		const calls = await service.callsDuring(async () => await watch.tick());
		expect(calls).toBeLessThanOrEqual(2 + 10);
	}
	expect(watch.reports).toEqual([]);
	service.change({ factures: [{ type: 'facture', numero: 'F1' }] }, [first]);
	expect(await watch.poll()).toMatchObject([{ evenement: 'newInvoice', demande: first }]);
	service.change({ statut: 'parue' }, others);
	const reported = await watch.polled(2);
	expect(reported.map(({ demande }) => demande).sort()).toEqual([...others].sort());
	for (const { ancien_statut } of reported) expect(ancien_statut).toBeNull();
});

test('a name that is not found is requested alone until it is gone, and then in lists again', async () => {
	const { service, watch } = watching(3, { events: ['statusChanged', 'notFound'] });
	service.notices.delete('AL-0');
	service.odd = ([name], _kind, { path, names }) => {
		if (!names.includes('AL-0')) return undefined;
		if (!path.startsWith('/annonces/')) return refused('err_annonce_introuvable');
		return { annonces: names.map((one) => ({ reference: one, ...(one !== name && NEW) })) };
	};
	const calls: number[] = [];
	for (let poll = 0; poll < 5; poll++) {
		calls.push(await service.callsDuring(async () => await watch.tick()));
	}
	expect(watch.reports).toMatchObject([{ evenement: 'notFound', demande: 'AL-0' }]);
	expect(calls.at(-1)).toBe(1);
});

describe('lists that are refused for unknown names', () => {
	const isUnknown = (name: string) => Number(name.slice(3)) % 15 < 2;

	test('forty of 300 hide nobody, with bounded calls, and are each reported', async () => {
		const { service, watch, names } = watching(300, { events: ['statusChanged', 'notFound'] });
		service.refuseFor(isUnknown);
		const unknown = names.filter(isUnknown);
		expect(unknown).toHaveLength(40);
		const each: number[] = [];
		for (let poll = 0; poll < 20; poll++) {
			each.push(await service.callsDuring(async () => await watch.tick()));
		}
		// A call for each hundred, a hundred for parts of lists, and ten for those that are read alone.
		expect(Math.max(...each)).toBeLessThanOrEqual(3 + 100 + 10);
		expect(each.slice(11)).toEqual(Array(9).fill(13));
		expect(watch.reports.map(({ demande }) => demande).sort()).toEqual(unknown.sort());
		service.change({ statut: 'parue' });
		const reported = (await watch.poll()).map(({ demande }) => demande);
		expect(reported.sort()).toEqual(names.filter((name) => !isUnknown(name)).sort());
		service.odd = () => undefined;
		await watch.polled(5);
		// Once the service knows them, they are read in lists again.
		expect(await service.callsDuring(async () => await watch.tick())).toBe(3);
	});

	test('a cancelled notice is reported after three polls, also where forty others are read alone in turn', async () => {
		const { service, watch } = watching(300, { events: ['notFound'] });
		service.refuseFor(isUnknown);
		await watch.polled(20);
		service.refuseFor((name) => isUnknown(name) || name === 'AL-299');
		expect(await watch.polled(2)).toEqual([]);
		const gone = { demande: 'AL-299', ancien_statut: 'a-paraitre', introuvable: true };
		expect(await watch.polled(4)).toMatchObject([gone]);
	});

	test('a notice that is unknown for a moment costs few calls, and no change', async () => {
		const { service, watch } = watching(500, { events: ALL });
		service.delay = () => 200;
		await watch.polled(2);
		let odd = 'AL-40';
		service.odd = (names) => {
			if (names.length > 1 && names.includes(odd)) return refused('err_annonce_introuvable');
			if (names.length === 1) odd = '';
			return undefined;
		};
		service.change({ statut: 'parue' });
		expect(await service.callsDuring(async () => await watch.tick())).toBeLessThan(60);
		await watch.polled(3);
		expect(watch.reports).toHaveLength(500);
	});
});

test('notices that a list leaves out cost no second call: one of each hundred of 1,000', async () => {
	const { service, watch, names } = watching(1_000);
	for (const name of names) if (Number(name.slice(3)) % 100 === 50) service.notices.delete(name);
	for (let poll = 0; poll < 4; poll++) {
		expect(await service.callsDuring(async () => await watch.tick())).toBe(10);
	}
});

test('the count of polls without a notice goes on over a poll that cannot read it', async () => {
	const { service, watch } = watching(2, { events: ['notFound'] });
	await watch.tick();
	service.notices.delete('AL-1');
	expect(await watch.polled(2)).toEqual([]);
	service.refuseFor((name) => name === 'AL-1', 'err_internal_server');
	expect(await watch.polled(1)).toEqual([]);
	service.odd = () => undefined;
	expect(await watch.poll()).toMatchObject([{ evenement: 'notFound', reference: 'AL-1' }]);
});

describe('a notice that is known, missing for some polls, and found again', () => {
	test.each([3, 6])('no event comes after %i polls', async (missing) => {
		const { service, add, polls } = watchingOthers(['AL-1'], { events: ALL });
		add();
		expect(await polls(2)).toEqual([]);
		service.notices.delete('AL-1');
		expect(await polls(missing)).toEqual([]);
		add();
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual([]);
	});

	test('the polls that miss it are counted anew once it is found', async () => {
		const { service, add, polls } = watchingOthers(['AL-1'], { events: ['notFound'] });
		for (const missing of [0, 2, 2]) {
			service.notices.delete('AL-1');
			expect(await polls(missing)).toEqual([]);
			add();
			expect(await polls(1)).toEqual([]);
		}
	});

	test('the notice is reported with its other status and its new document', async () => {
		const { service, add, polls } = watchingOthers(['AL-1'], { events: ALL });
		add(NEW);
		expect(await polls(2)).toEqual([]);
		service.notices.delete('AL-1');
		expect(await polls(5)).toEqual([]);
		add();
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual(['statusChanged a-paraitre', ...FILES]);
	});
});

describe.each(['leaves out', 'refuses lists for'])(
	'a list of which the service never knew a name, where it %s unknown ones',
	(how) => {
		const neverKnown = (count: number) => {
			const parameters = { events: ['statusChanged', 'newDocument', 'notFound'] };
			const all = watching(count, parameters);
			all.service.notices.clear();
			if (how === 'refuses lists for') all.service.refuseFor(() => true);
			return all;
		};

		test('the list keeps the workflow from being published, and the error names instance, credential and parameter', async () => {
			const { watch } = neverKnown(60);
			await expect(watch.publish()).rejects.toMatchObject({
				message: expect.stringMatching(
					/test instance .* none of the 60 references in 'References to Watch'.*Choose the credential/,
				) as unknown,
				description: expect.stringContaining('your own order number') as unknown,
			});
		});

		test('the list makes every poll fail, is never believed, and nothing is reported once the credential is right', async () => {
			const { service, watch, names } = neverKnown(60);
			for (let poll = 0; poll < 15; poll++) {
				await expect(watch.poll()).rejects.toMatchObject({
					failure: { cause: 'configuration-invalid' },
				});
			}
			service.odd = () => undefined;
			service.change(OUT, names);
			for (let poll = 0; poll < 4; poll++) expect(await watch.poll()).toEqual([]);
		});

		test('the list is watched where it is shorter than twenty', async () => {
			const { watch } = neverKnown(19);
			expect(await watch.polled(8)).toHaveLength(19);
		});
	},
);

describe('none of twenty or more known notices is found', () => {
	const away = { failure: { cause: 'temporarily-unavailable' } };

	test.each(KEEPINGS)(
		'their polls fail, and all are back at once, state kept %s',
		async (keeping) => {
			const events = ['statusChanged', 'notFound'];
			const { service, watch } = watching(220, { events }, { keeping });
			await watch.publish();
			await watch.tick();
			service.odd = () => ({ annonces: [] });
			for (let poll = 0; poll < 4; poll++) {
				const message = expect.stringContaining('none of 220') as unknown;
				await expect(watch.poll()).rejects.toMatchObject({ message, ...away });
			}
			service.odd = () => undefined;
			service.change({ statut: 'parue' });
			expect(await watch.poll()).toHaveLength(220);
		},
	);

	test('a workflow can be published meanwhile, and ten polls in a row are believed', async () => {
		const { service, watch } = watching(20, { events: ['notFound'] }, { keeping: 'classic' });
		await watch.publish();
		service.notices.clear();
		await watch.publish('update');
		expect(watch.logged.at(-1)).toContain('none of 20');
		for (let poll = 2; poll <= 10; poll++) await expect(watch.poll()).rejects.toThrow('none of 20');
		expect([await watch.poll(), await watch.poll()]).toEqual([[], []]);
		expect(await watch.poll()).toHaveLength(20);
	});

	describe('but another one is', () => {
		const withOther = (events: readonly string[]) => {
			const { service, watch, names } = watching(21, { events: [...events] });
			const [other = '', ...others] = names;
			const show = (...shown: string[]) => {
				service.notices.clear();
				service.change({}, shown);
			};
			return { service, watch, names, other, others, show };
		};

		test.each(['known before', 'listed with them and ordered later'])(
			'polls do not fail, and report what becomes of it when it is seen: %s',
			async (when) => {
				const { service, watch, other, others, show } = withOther(['published', 'notFound']);
				if (when !== 'known before') show(...others);
				expect(await watch.poll()).toEqual([]);
				show(other);
				expect(await watch.poll()).toEqual([]);
				service.change({ statut: 'parue' });
				expect(await watch.poll()).toMatchObject([{ evenement: 'published', reference: other }]);
				expect(await watch.poll()).toHaveLength(20);
			},
		);

		test('the other one counts as found', async () => {
			const { watch, names, other, others, show } = withOther(['notFound']);
			for (const shown of [names, others, others, [other], others]) {
				show(...shown);
				expect(await watch.poll()).toEqual([]);
			}
		});
	});
});
