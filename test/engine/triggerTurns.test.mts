/** Notices that a service refuses, leaves out or does not know: each is looked for in its turn, and keeps no other one away. */
import { after } from '../adversary/clock.mts';
import { listed, namesOf, polling, refused, virtualTimeForTests } from './virtualPoller.mts';

virtualTimeForTests();

describe('more notices than a poll can look for one by one', () => {
	it('are looked for in turn, so that the end of a suspension is told of the last of them', async () => {
		const names = namesOf(40);
		const last = names.at(-1) ?? '';
		const withheld = new Set(names);
		const watch = polling(names, { events: ['statusChanged'] }, (_path, list) => {
			if (list.some((one) => withheld.has(one))) return refused('err_annonce_suspendue');
			return listed(list.map((reference) => ({ reference, statut: 'parue' })));
		});
		for (let poll = 0; poll < 5; poll++) await watch.poll();
		withheld.delete(last);
		const told: unknown[] = [];
		for (let poll = 0; poll < 6; poll++) told.push(...(await watch.poll()));
		expect(told).toContainEqual(expect.objectContaining({ reference: last, statut: 'parue' }));
	});

	it('are looked for in turn, so that the last unknown one is told when it is there', async () => {
		const names = namesOf(200);
		const last = names.at(-1) ?? '';
		const known = new Set<string>();
		const watch = polling(names, { events: ['statusChanged'] }, (_path, list) => {
			if (list.some((one) => !known.has(one))) return refused('err_annonce_introuvable');
			return listed(list.map((reference) => ({ reference, statut: 'parue' })));
		});
		for (let poll = 0; poll < 30; poll++) await watch.poll();
		known.add(last);
		const told: unknown[] = [];
		for (let poll = 0; poll < 30; poll++) told.push(...(await watch.poll()));
		expect(told).toContainEqual(expect.objectContaining({ reference: last, statut: 'parue' }));
	});

	it.each([
		['at the head of the list', 12, namesOf(10)],
		['at its head and in its middle', 100, ['AL-0', 'AL-50']],
		['at the head of each batch', 200, ['AL-0', 'AL-100']],
	])('do not keep the others away for good: %s', async (_where, count, bad) => {
		const names = namesOf(count);
		const watch = polling(names, { events: ['statusChanged'] }, (_path, list) => {
			if (list.some((one) => bad.includes(one))) return refused('err_internal_server');
			return listed(list.map((reference) => ({ reference, statut: 'parue' })));
		});
		for (let poll = 0; poll < 20; poll++) await watch.tick();
		const told = watch.executions.flat().map(({ json }) => json.reference);
		expect(new Set(told).size).toBe(count - bad.length);
	});

	it('are told also where a poll has no time to find the one that keeps them away', async () => {
		const unknown = new Set(['AL-0', 'AL-1']);
		let answeringMs = 0;
		const answer = async (_path: string, list: readonly string[]) => {
			await after(answeringMs);
			if (list.some((one) => unknown.has(one))) return refused('err_annonce_introuvable');
			return listed(list.map((reference) => ({ reference, statut: 'parue', documents: [] })));
		};
		const watch = polling(namesOf(9), { events: ['statusChanged', 'newDocument'] }, answer, {
			budgetMs: 3_000,
		});
		await watch.tick();
		unknown.delete('AL-1');
		answeringMs = 760;
		for (let poll = 0; poll < 3; poll++) await watch.tick();
		const told = watch.executions.flat().map(({ json }) => json.reference);
		expect(told).toContain('AL-1');
	});
});

it('gone notices are told where a list of them is answered about other notices, beside one that is read', async () => {
	const gone = new Set<string>();
	const watch = polling(namesOf(5), { events: ['notFound'] }, (_path, list) => {
		const [only = ''] = list.length === 1 ? list : [];
		if (gone.has(only)) return refused('err_annonce_introuvable');
		// It reads the first two, refuses each one behind them, and names another notice in addition.
		const refusedBehind = (reference: string) => ({ reference, ...refused('err_references_max') });
		const read = list.slice(0, 2).filter((reference) => !gone.has(reference));
		const more = { reference: 'AUTRE', statut: 'parue' };
		const known = read.map((reference) => ({ reference, statut: 'parue' }));
		return listed([...known, more, ...list.slice(2).map(refusedBehind)]);
	});
	await watch.poll();
	for (const name of ['AL-2', 'AL-3']) gone.add(name);
	const told: unknown[] = [];
	for (let poll = 0; poll < 12; poll++) told.push(...(await watch.poll()));
	expect(told).toMatchObject([{ reference: 'AL-2' }, { reference: 'AL-3' }]);
});

it('a name whose own route only repeats it, and for which a list fails, is not asked for among others again', async () => {
	let spoiled = 0;
	const answer = (path: string, list: readonly string[]) => {
		const isList = path.includes('/annonces/');
		if (isList && list.includes('INCONNUE')) {
			if (list.length > 1) spoiled++;
			return refused('err_internal_server');
		}
		if (!isList) return { resultat: 'succes', reference: 'INCONNUE', factures: [] };
		return listed(list.map((reference) => ({ reference, factures: [] })));
	};
	const watch = polling([...namesOf(9), 'INCONNUE'], { events: ['newInvoice'] }, answer);
	await watch.poll();
	expect(spoiled).toBeGreaterThan(0);
	spoiled = 0;
	for (let poll = 0; poll < 4; poll++) await watch.poll();
	expect(spoiled).toBe(0);
});

it('the longest list that the service takes is looked for once in a poll, and not for each kind of reading', async () => {
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

it('an invoice is told in the poll that finds it, where the service leaves out notices without one and nothing else is asked for', async () => {
	let factures: object[] = [];
	const invoice = (numero: string) => ({ type: 'facture', numero, date_facture: '2026-11-23' });
	const watch = polling(['AL-1'], { events: ['newInvoice'] }, () =>
		listed(factures.length > 0 ? [{ reference: 'AL-1', factures }] : []),
	);
	expect(await watch.poll()).toEqual([]);
	factures = [invoice('F1')];
	expect(await watch.poll()).toMatchObject([{ numero: 'F1' }]);
	const late = polling(['AL-1'], { events: ['newInvoice'] }, () =>
		listed(factures.length > 1 ? [{ reference: 'AL-1', factures }] : []),
	);
	for (let poll = 0; poll < 14; poll++) expect(await late.poll()).toEqual([]);
	factures = [invoice('F1'), invoice('F2')];
	expect(await late.poll()).toHaveLength(2);
	// Also where a list may have two notices.
	const short = polling(
		['AL-1', 'AL-2', 'AL-3', 'AL-4'],
		{ events: ['newInvoice'] },
		(_path, list) => {
			if (list.length > 2) return refused('err_body_incorrect');
			return listed(factures.length > 2 ? [{ reference: 'AL-1', factures }] : []);
		},
	);
	for (let poll = 0; poll < 5; poll++) expect(await short.poll()).toEqual([]);
	factures.push(invoice('F3'));
	expect(await short.poll()).toHaveLength(3);
});

it('the invoice of a suspended notice is told also where the lists of the others take all the time of a poll', async () => {
	const names = namesOf(12);
	const watch = polling(
		names,
		{ events: ['newInvoice', 'notFound'] },
		async (path, list) => {
			const statusOf = (reference: string) => (reference === 'AL-0' ? 'suspendue' : 'a-paraitre');
			if (path.endsWith('/statuts')) {
				return listed(list.map((reference) => ({ reference, statut: statusOf(reference) })));
			}
			await after(55);
			const [reference = ''] = list.length === 1 ? list : [];
			const invoice = { type: 'facture', numero: `F-${reference}`, date_facture: '2026-11-23' };
			return listed([{ reference: reference || 'AUTRE', factures: [invoice] }]);
		},
		{ budgetMs: 1_500 },
	);
	const told = () => watch.executions.flat().map(({ json }) => json.reference);
	for (let poll = 0; poll < 5; poll++) await watch.tick();
	expect(told()).toContain('AL-0');
	expect([...told()].sort()).toEqual([...names].sort());
});

it('invoices are told also where the lists of documents take all the time of every poll', async () => {
	const names = namesOf(12);
	const answer = async (path: string, list: readonly string[]) => {
		if (path.endsWith('/statuts')) {
			return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
		}
		await after(55);
		const isDocuments = path.endsWith('/documents');
		// Each list of documents has to be taken apart.
		if (isDocuments && list.length > 1) return listed([{ reference: 'AUTRE', documents: [] }]);
		const invoice = { type: 'facture', numero: 'F-1', date_facture: '2026-11-23' };
		const files = isDocuments ? { documents: [] } : { factures: [invoice] };
		return listed(list.map((reference) => ({ reference, ...files })));
	};
	const watch = polling(names, { events: ['newDocument', 'newInvoice', 'notFound'] }, answer, {
		budgetMs: 1_500,
	});
	for (let poll = 0; poll < 4; poll++) await watch.tick();
	expect(watch.executions.flat()).toMatchObject([{ json: { numero: 'F-1' } }]);
});

it('where a poll has time only for a notice that was missing, the next one goes on where it was to begin', async () => {
	const budgetMs = 2_500;
	let begunAt = 0;
	// So late nothing more is sent in this poll, and its answers still count.
	const untilLate = async () => await after(begunAt + 0.75 * budgetMs - performance.now());
	const slow = new Set(['AL-3', 'AL-7', 'AL-10']);
	const answer = async (path: string, list: readonly string[]) => {
		const [only = ''] = list.length === 1 ? list : [];
		if (slow.has(only)) await untilLate();
		if (path.endsWith('/statuts')) {
			const known = list.filter((reference) => reference !== 'AL-11');
			return listed(known.map((reference) => ({ reference, statut: 'a-paraitre' })));
		}
		// Each list of documents has to be taken apart.
		if (only === '') return listed([{ reference: 'AUTRE', documents: [] }]);
		return listed([{ reference: only, documents: [{ type: 'attestation', numero: only }] }]);
	};
	const watch = polling(namesOf(12), { events: ['newDocument', 'notFound'] }, answer, { budgetMs });
	for (let poll = 0; poll < 4; poll++) {
		begunAt = performance.now();
		await watch.tick();
		// From now on the missing one takes all the time of the poll that begins with it.
		slow.add('AL-11');
	}
	const told = watch.executions.flat().map(({ json }) => json.reference);
	expect(told).toEqual(namesOf(11));
});

it('changes are told in every poll while only pages come for the documents that publications wait for', async () => {
	const statuses = new Map(namesOf(12).map((name) => [name, 'a-paraitre']));
	const answer = (path: string, list: readonly string[]) => {
		if (!path.endsWith('/statuts')) return undefined;
		return listed(list.map((reference) => ({ reference, statut: statuses.get(reference) })));
	};
	const options = { waitForDocument: 9 };
	const events = ['statusChanged', 'newDocument'];
	const watch = polling([...statuses.keys()], { events, options }, answer);
	await watch.tick();
	for (const name of namesOf(12).slice(5)) statuses.set(name, 'parue');
	const changes = ['a-relire', 'a-paraitre', 'a-relire', 'a-paraitre'];
	for (const statut of changes) {
		statuses.set('AL-0', statut);
		await watch.tick();
		const [last] = watch.executions.at(-1) ?? [];
		expect(last?.json).toMatchObject({ reference: 'AL-0', statut });
	}
});

it('a publication that waited, and is told once its notice is gone, has the reference of the notice', async () => {
	let annonces = [{ reference: 'AL-1', numero_commande: 'N-1', statut: 'a-paraitre' }];
	const options = { waitForDocument: 9 };
	const events = ['published', 'notFound'];
	const watch = polling(['N-1'], { events, options }, () => listed(annonces));
	await watch.poll();
	annonces = annonces.map((one) => ({ ...one, statut: 'parue' }));
	expect(await watch.poll()).toEqual([]);
	annonces = [];
	const told: unknown[] = [];
	for (let poll = 0; poll < 3; poll++) told.push(...(await watch.poll()));
	const published = { evenement: 'published', demande: 'N-1', numero_commande: 'N-1' };
	expect(told).toContainEqual(expect.objectContaining({ ...published, reference: 'AL-1' }));
});

it('a suspended notice whose status is refused, and then cannot be read in two polls, is asked for in the next', async () => {
	let codes = ['err_annonce_suspendue'];
	const watch = polling(['AL-0', 'AL-1'], { events: ['statusChanged'] }, (_path, list) => {
		const entryOf = (reference: string) =>
			reference === 'AL-0' && codes.length > 0
				? { reference, ...refused(...codes) }
				: { reference, statut: 'parue' };
		return listed(list.map(entryOf));
	});
	await watch.poll();
	codes = ['err_internal_server'];
	for (let poll = 0; poll < 2; poll++) expect(await watch.poll()).toEqual([]);
	codes = [];
	expect(await watch.poll()).toMatchObject([{ reference: 'AL-0', statut: 'parue' }]);
});

it('twenty notices that are gone at once are doubted also where the status of one had been refused', async () => {
	let isKnown = true;
	const names = namesOf(20);
	const watch = polling(names, { events: ['notFound'] }, (_path, list) => {
		const suspended = { reference: 'AL-0', ...refused('err_annonce_suspendue') };
		const entryOf = (reference: string) =>
			reference === 'AL-0' ? suspended : { reference, statut: 'a-paraitre' };
		return listed(isKnown ? list.map(entryOf) : []);
	});
	expect(await watch.poll()).toEqual([]);
	isKnown = false;
	for (let poll = 0; poll < 4; poll++) {
		await expect(watch.poll()).rejects.toThrow(/found none of 20 notices/);
	}
});

describe('where twenty notices are gone at once, and another one is found', () => {
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

	it.each(['known before', 'listed with them and ordered later'])(
		'polls do not fail, and what becomes of it is told when it is seen: %s',
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

	it('it counts as found', async () => {
		const { shown, watch } = polled(['notFound']);
		for (shown.names of [all, gone, gone, ['AL-99'], gone]) expect(await watch.poll()).toEqual([]);
	});
});
