/** What the page of the trigger promises, in virtual time: no change is hidden, and calls, downloads and log lines are bounded. */
import { NodeOperationError } from 'n8n-workflow';
import { LegalNoticeTrigger } from '../../nodes/LegalNotice/LegalNoticeTrigger.node.ts';
import { after, during } from '../simulation/clock.mts';
import { workflowNode, workflowOf } from './nodeTypes.mts';
import { listed, namesOf, polling, refused, virtualTimeForTests } from './virtualPoller.mts';

virtualTimeForTests();

const NODE = workflowNode('Trigger', 'n8n-nodes-legal-notice.legalNoticeTrigger', {});
const STATUS = { events: ['statusChanged'], firstSight: 'none' };
const file = (numero: string) => {
	return { type: 'attestation', numero, url: `https://service.example/${numero}.pdf` };
};
const DAY_MS = 86_400_000;

test('unknown references for which lists are refused hide nobody, with bounded calls, and are each reported: 40 of 300', async () => {
	const names = namesOf(300);
	let areOrdered = false;
	const isUnknown = (name: string) => !areOrdered && Number(name.slice(3)) % 15 < 2;
	let statut = 'a-paraitre';
	let calls = 0;
	const events = ['statusChanged', 'notFound'];
	const watch = polling(names, { ...STATUS, events }, (_path, list) => {
		calls++;
		if (list.some(isUnknown)) return refused('err_annonce_introuvable');
		return listed(list.map((reference) => ({ reference, statut })));
	});
	const unknown = names.filter(isUnknown);
	expect(unknown).toHaveLength(40);
	const each: number[] = [];
	for (let poll = 0; poll < 20; poll++) {
		calls = 0;
		await watch.tick();
		each.push(calls);
	}
	expect(Math.max(...each)).toBeLessThanOrEqual(160);
	// A call for each hundred, and ten for those that are read alone.
	expect(each.slice(11)).toEqual(Array(9).fill(13));
	const missing = watch.executions.flat().map(({ json }) => json.demande);
	expect(missing.sort()).toEqual(unknown.sort());
	statut = 'parue';
	const told = (await watch.poll()).map(({ demande }) => demande);
	expect(told.sort()).toEqual(names.filter((name) => !isUnknown(name)).sort());
	areOrdered = true;
	for (let poll = 0; poll < 5; poll++) await watch.tick();
	calls = 0;
	await watch.tick();
	// Once the service knows them, they are read in lists again.
	expect(calls).toBe(3);
});

test('a batch that a poll does not complete delays no other one', async () => {
	let statut = 'a-paraitre';
	const watch = polling(namesOf(200), STATUS, async (_path, list) => {
		await after(5_000);
		if (list.includes('AL-0')) return refused('err_annonce_introuvable');
		return listed(list.map((reference) => ({ reference, statut })));
	});
	for (let poll = 0; poll < 4; poll++) await watch.tick();
	statut = 'parue';
	for (let poll = 0; poll < 2; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told).toEqual(expect.arrayContaining(namesOf(200).slice(100)));
});

test('notices that are read alone get their turn, also where no poll comes to the end of its list', async () => {
	let isSlow = false;
	const events = ['statusChanged', 'newDocument', 'newInvoice', 'notFound'];
	const watch = polling(namesOf(200), { ...STATUS, events }, async (_path, list) => {
		if (isSlow) await after(4_000);
		if (list.includes('AL-0')) return refused('err_annonce_introuvable');
		return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
	});
	await watch.tick();
	isSlow = true;
	for (let poll = 0; poll < 10; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told).toEqual(['AL-0']);
});

test('a cancelled notice is reported after three polls, also where forty others are read alone in turn', async () => {
	const gone = new Set(namesOf(300).filter((name) => Number(name.slice(3)) % 15 < 2));
	expect(gone.size).toBe(40);
	const watch = polling(namesOf(300), { ...STATUS, events: ['notFound'] }, (_path, list) => {
		if (list.some((name) => gone.has(name))) return refused('err_annonce_introuvable');
		return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
	});
	for (let poll = 0; poll < 20; poll++) await watch.tick();
	gone.add('AL-299');
	expect([await watch.poll(), await watch.poll()]).toEqual([[], []]);
	expect(await watch.poll()).toMatchObject([{ demande: 'AL-299' }]);
});

test('notices that a list leaves out cost no second call: 1,000 statuses, one of each hundred cancelled', async () => {
	let calls = 0;
	const watch = polling(namesOf(1_000), STATUS, (_path, list) => {
		calls++;
		const known = list.filter((name) => Number(name.slice(3)) % 100 !== 50);
		return listed(known.map((reference) => ({ reference, statut: 'a-paraitre' })));
	});
	for (let poll = 0; poll < 4; poll++) {
		calls = 0;
		await watch.tick();
		expect(calls).toBe(10);
	}
});

test('a service that begins to fail in the middle of a poll gets few calls more', async () => {
	let answered = 0;
	let lost = 0;
	let isFailing = false;
	const watch = polling(namesOf(10_000), STATUS, async (_path, list) => {
		await after(100);
		if (isFailing && answered > 20) {
			lost++;
			return refused('err_internal_server');
		}
		answered++;
		return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
	});
	await watch.tick();
	answered = 0;
	isFailing = true;
	await watch.tick();
	expect(lost).toBeLessThanOrEqual(21);
});

describe('slow lists', () => {
	const SLOWEST_LIST_MS = 4_900;
	const ALL = { events: ['statusChanged', 'newDocument', 'newInvoice'], firstSight: 'none' };
	const entry = (reference: string, isOut: boolean) => ({
		reference,
		statut: isOut ? 'parue' : 'a-paraitre',
		documents: isOut ? [file(reference)] : [],
		factures: isOut ? [{ type: 'facture', numero: reference, montant_ttc: 120 }] : [],
	});

	test('lists of 4.9 seconds report all changes of 350 notices in the first poll after them', async () => {
		let isOut = false;
		const watch = polling(namesOf(350), ALL, async (_path, list) => {
			await after(SLOWEST_LIST_MS);
			return listed(list.map((reference) => entry(reference, isOut)));
		});
		await watch.tick();
		isOut = true;
		expect(await watch.poll()).toHaveLength(3 * 350);
	});

	test.each(['unreadable', 'unknown'])(
		'a search of 4.9 seconds a call finds an %s name in one poll, and the next one reports its neighbours',
		async (how) => {
			let isOut = false;
			let isOdd = false;
			const failure = refused(
				how === 'unknown' ? 'err_annonce_introuvable' : 'err_internal_server',
			);
			const watch = polling(namesOf(130), ALL, async (_path, list) => {
				await after(SLOWEST_LIST_MS);
				if (isOdd && list.includes('AL-7')) return failure;
				return listed(list.map((reference) => entry(reference, isOut)));
			});
			await watch.tick();
			isOdd = true;
			await watch.tick();
			isOut = true;
			expect(await watch.poll()).toHaveLength(3 * 129);
		},
	);

	test('a cancelled notice for which lists of statuses are refused has its credit note reported', async () => {
		let isCancelled = false;
		const names = namesOf(130);
		const watch = polling(names, ALL, async (path, list) => {
			await after(3_500);
			if (isCancelled && path.endsWith('/statuts') && list.includes('AL-7')) {
				return refused('err_annonce_introuvable');
			}
			const credit = { type: 'avoir', numero: 'A-1', montant_ttc: -120 };
			return listed(
				list.map((reference) => {
					const isCredited = isCancelled && reference === 'AL-7';
					return { ...entry(reference, false), factures: isCredited ? [credit] : [] };
				}),
			);
		});
		await watch.tick();
		isCancelled = true;
		for (let poll = 0; poll < 2; poll++) await watch.tick();
		const reported = watch.executions.flat().map(({ json }) => json);
		expect(reported).toMatchObject([{ evenement: 'newInvoice', type: 'avoir', demande: 'AL-7' }]);
	});
});

test('lists for 10,000 names take one call for each hundred and kind', async () => {
	const calls: string[] = [];
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	const watch = polling(namesOf(10_000), { ...STATUS, events }, async (path, list) => {
		calls.push(path);
		await after(500);
		return listed(
			list.map((reference) => ({ reference, statut: 'parue', documents: [], factures: [] })),
		);
	});
	await watch.tick();
	expect(calls).toHaveLength(300);
	expect(Buffer.byteLength(watch.stored) / 10_000).toBeLessThanOrEqual(70);
});

test('lists that are refused for 40 of 1,000 names find them in few polls, with bounded calls', async () => {
	let calls = 0;
	const isUnknown = (name: string) => Number(name.slice(3)) % 25 === 3;
	const watch = polling(namesOf(1_000), { ...STATUS, events: ['notFound'] }, (_path, list) => {
		calls++;
		if (list.some(isUnknown)) return refused('err_annonce_introuvable');
		return listed(list.map((reference) => ({ reference, statut: 'parue' })));
	});
	const each: number[] = [];
	for (let poll = 0; poll < 20; poll++) {
		calls = 0;
		await watch.tick();
		each.push(calls);
	}
	expect(Math.max(...each)).toBeLessThanOrEqual(10 + 100 + 10);
	// A call for each list, and one for each of the ten that have their turn.
	expect(each.slice(8)).toEqual(Array(12).fill(20));
	expect(watch.executions.flat()).toHaveLength(40);
});

test('a name that is read alone returns to the lists two polls after it can be read', async () => {
	let isOdd = true;
	const lists: number[] = [];
	const watch = polling(namesOf(60), STATUS, (path, list) => {
		if (path.endsWith('/annonces/statuts')) lists.push(list.length);
		if (isOdd && list.includes('AL-7')) return refused('err_internal_server');
		return listed(list.map((reference) => ({ reference, statut: 'parue' })));
	});
	for (let poll = 0; poll < 3; poll++) await watch.tick();
	isOdd = false;
	lists.length = 0;
	for (let poll = 0; poll < 2; poll++) await watch.tick();
	expect(lists.filter((length) => length > 1).at(-1)).toBe(60);
});

describe('files', () => {
	test('lists are read as long as there is time', async () => {
		let calls = 0;
		const watch = polling(namesOf(5_000), STATUS, async (_path, list) => {
			calls++;
			await after(4_000);
			return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
		});
		await watch.tick();
		expect(calls).toBe(50);
	});

	test('files of suspended notices are requested apart where they are refused, and those that are first read later count as seen', async () => {
		const suspended = ['AL-1', 'AL-3'];
		const service = { statut: 'suspendue', ofSuspended: ['A'], ofOther: [] as string[] };
		const lists: string[] = [];
		const watch = polling(
			['AL-1', 'AL-2', 'AL-3'],
			{ events: ['newDocument'], firstSight: 'none' },
			(path, list) => {
				const isForDocuments = path.endsWith('/documents');
				if (isForDocuments) lists.push(list.join());
				const isRefused = isForDocuments && list.some((name) => suspended.includes(name));
				if (isRefused && service.statut === 'suspendue') return refused('err_annonce_suspendue');
				return listed(
					list.map((reference) => {
						const isOther = reference === 'AL-2';
						const numbers = isOther ? service.ofOther : service.ofSuspended;
						const documents = numbers.map((number) => file(`${number}-${reference}`));
						return { reference, statut: isOther ? 'parue' : service.statut, documents };
					}),
				);
			},
		);
		const told = async () => (await watch.poll()).map(({ document }) => document as object);
		expect(await told()).toEqual([]);
		service.ofOther = ['B'];
		expect(await told()).toMatchObject([{ numero: 'B-AL-2' }]);
		const apart = ['AL-1,AL-2,AL-3', 'AL-1,AL-3', 'AL-2'];
		expect(lists).toEqual([...apart, ...apart]);
		service.statut = 'a-paraitre';
		expect(await told()).toEqual([]);
		service.ofSuspended = ['A', 'C'];
		expect(await told()).toMatchObject([{ numero: 'C-AL-1' }, { numero: 'C-AL-3' }]);
	});
});

test('the status is read also where no event of it is chosen, because that of an invoice contains it', async () => {
	let statut = 'a-paraitre';
	let factures: object[] = [];
	const parameters = { events: ['newInvoice'], firstSight: 'none' };
	const watch = polling(['AL-1'], parameters, () =>
		listed([{ reference: 'AL-1', statut, factures }]),
	);
	await watch.tick();
	statut = 'parue';
	factures = [{ type: 'facture', numero: 'F-1' }];
	expect(await watch.poll()).toMatchObject([{ evenement: 'newInvoice', statut: 'parue' }]);
});

test('an outage in the middle of three polls sends nothing into the queue of what is read alone', async () => {
	let statut = 'a-paraitre';
	let isAway = false;
	let answered = 0;
	const watch = polling(namesOf(1_000), STATUS, (_path, list) => {
		if (isAway && answered > 0) return refused('err_internal_server');
		answered++;
		return listed(list.map((reference) => ({ reference, statut })));
	});
	await watch.tick();
	isAway = true;
	for (let poll = 0; poll < 3; poll++) {
		answered = 0;
		await watch.tick();
	}
	isAway = false;
	statut = 'parue';
	expect(await watch.poll()).toHaveLength(1_000);
});

test('knowledge of a process from quiet polls outlives a poll whose items n8n did not take', async () => {
	const notices = new Map(['AL-1', 'AL-2'].map((reference) => [reference, 'a-paraitre']));
	const watch = polling(
		['AL-1', 'AL-2'],
		STATUS,
		() => listed([...notices].map(([reference, statut]) => ({ reference, statut }))),
		{ keeping: 'scheduler' },
	);
	for (let poll = 0; poll < 2; poll++) expect(await watch.poll()).toEqual([]);
	notices.set('AL-1', 'parue');
	const before = watch.stored;
	const [first] = await watch.poll();
	expect(first).toMatchObject({ reference: 'AL-1', ancien_statut: 'a-paraitre' });
	watch.stored = before;
	notices.set('AL-2', 'suspendue');
	const { evenement_id } = first ?? {};
	expect(await watch.poll()).toMatchObject([
		{ reference: 'AL-1', ancien_statut: 'a-paraitre', evenement_id },
		{ reference: 'AL-2', statut: 'suspendue', ancien_statut: 'a-paraitre' },
	]);
	expect(await watch.poll()).toEqual([]);
});

test('a poll that learns nothing writes nothing', async () => {
	const watch = polling(['AL-1'], STATUS, () => listed([{ reference: 'AL-1', statut: 'parue' }]));
	await watch.tick();
	const before = watch.stored;
	await watch.tick();
	expect(watch.stored).toBe(before);
});

test('changes of a reference that was removed and listed again have identifiers of their own', async () => {
	let statut = 'a-paraitre';
	const watch = polling(['AL-1', 'AL-2'], STATUS, (_path, list) => {
		return listed(list.map((reference) => ({ reference, statut })));
	});
	const identifiers: unknown[] = [];
	const all = watch.parameters;
	for (let round = 0; round < 2; round++) {
		statut = 'a-paraitre';
		watch.parameters = { ...all, references: 'AL-2' };
		await watch.tick();
		watch.parameters = all;
		await watch.tick();
		statut = 'parue';
		const told = await watch.poll();
		identifiers.push(...told.map(({ evenement_id: id }) => id));
		expect(told).toHaveLength(2);
		await during(after(2 * DAY_MS), 3 * DAY_MS);
	}
	expect(new Set(identifiers).size).toBe(4);
});

test('a suspension keeps its reason where its status is refused, and is no change then', async () => {
	let statut = 'a-paraitre';
	let isRefusing = false;
	const events = ['suspended', 'reasonChanged', 'toBePublished'];
	const watch = polling(['AL-1'], { events, firstSight: 'none' }, () => {
		if (isRefusing) return refused('err_annonce_suspendue');
		return listed([{ reference: 'AL-1', statut, motif: 'texte' }]);
	});
	await watch.tick();
	statut = 'suspendue';
	expect(await watch.poll()).toMatchObject([{ motif: 'texte' }]);
	isRefusing = true;
	for (let poll = 0; poll < 3; poll++) expect(await watch.poll()).toEqual([]);
	isRefusing = false;
	expect(await watch.poll()).toEqual([]);
	statut = 'a-paraitre';
	expect(await watch.poll()).toMatchObject([{ ancien_motif: 'texte' }]);
});

describe('a poll that fails', () => {
	const isOfLastFifty = (name: string) => Number(name.slice(3)) >= 100;
	const found = (list: readonly string[]) =>
		listed(list.map((reference) => ({ reference, statut: 'parue' })));

	test('a poll that fails is no activation where the durable scheduler gives it as long as the classic one', async () => {
		const away = { budgetMs: 300_000 };
		const watch = polling(namesOf(1), STATUS, () => undefined, away);
		for (let poll = 0; poll < 3; poll++) await watch.tick();
		expect(watch.errors).toHaveLength(3);
		expect(watch.logged).toEqual([]);
	});

	test('a poll that fails says when the quota stays used up, and how long to wait', async () => {
		const watch = polling(namesOf(1), STATUS, () => refused('err_requetes_max'));
		await expect(watch.poll()).rejects.toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: 60_000 },
		});
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause: 'rate-limited' } });
	});

	test.each([
		['temporarily-unavailable', 'getCredentials', new Error('database is locked')],
		['configuration-invalid', 'getCredentials', new NodeOperationError(NODE, 'No credentials set')],
		['node-defect', 'getNodeParameter', new TypeError('x is not a function')],
	])('a poll that fails declares %s for what fails in %s', async (cause, method, thrown) => {
		const change = (context: object) => {
			Object.assign(context, {
				[method]: () => {
					throw thrown;
				},
			});
		};
		const watch = polling(namesOf(1), STATUS, (_path, list) => found(list), { change });
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause } });
		await expect(watch.poll()).rejects.toThrow(thrown.message);
	});

	test.each([
		[
			'a third of the notices',
			(_path: string, list: readonly string[]) => list.some(isOfLastFifty),
		],
		['one kind of events', (path: string) => path.endsWith('/factures')],
		['one notice', (_path: string, list: readonly string[]) => list.includes('AL-7')],
	])('the failure for %s is logged when it begins and ends', async (_what, isLost) => {
		let isAway = false;
		const parameters = { events: ['statusChanged', 'newInvoice'], firstSight: 'none' };
		const watch = polling(namesOf(150), parameters, (path, list) => {
			if (isAway && isLost(path, list)) return undefined;
			const isAlone = path.includes('/annonce/');
			return isAlone ? { ...found(list).annonces[0], resultat: 'succes' } : found(list);
		});
		await watch.tick();
		isAway = true;
		for (let poll = 0; poll < 6; poll++) await watch.tick();
		expect(watch.logged).toHaveLength(1);
		isAway = false;
		for (let poll = 0; poll < 3; poll++) await watch.tick();
		expect(watch.logged).toEqual([
			expect.stringContaining('Part of the notices could not be read this time.'),
			'All notices can be read again.',
		]);
	});
});

test('knowledge of a trigger that does not poll any more is forgotten', async () => {
	const parameters = { events: ['notFound'], firstSight: 'none' };
	const missing = () => polling(['GONE'], parameters, () => listed([]), { keeping: 'scheduler' });
	const [left, other] = [missing(), missing()];
	for (let poll = 0; poll < 2; poll++) await left.tick();
	for (let days = 0; days < 40; days += 20) await during(after(20 * DAY_MS), 21 * DAY_MS);
	await other.tick();
	// n8n stored nothing of its polls: with what the process knew, this one would be the third that misses it.
	expect(await left.poll()).toEqual([]);
});

test('the stored state takes at most 60 bytes a notice with one kind of event', async () => {
	const names = namesOf(200).map((name) => `26L0001${name.slice(3)}`);
	let statut = 'a-paraitre';
	const watch = polling(names, STATUS, (_path, list) => {
		return listed(list.map((reference) => ({ reference, statut })));
	});
	await watch.tick();
	statut = 'parue';
	expect(await watch.poll()).toHaveLength(200);
	expect(Buffer.byteLength(watch.stored) / 200).toBeLessThanOrEqual(60);
});

test.each<[unknown, string]>([
	[['statusChanged', 'newDocument'], 'Status Changed, New Document'],
	['={{ "published" }}', 'Published'],
])('the editor shows the chosen events under the name of the node: %j', (events, subtitle) => {
	const node = workflowNode('Legal Notice Trigger', 'n8n-nodes-legal-notice.legalNoticeTrigger', {
		events: events as string[],
	});
	const { expression } = workflowOf([node], {}, { id: 'subtitle', active: false });
	const shown = expression.getSimpleParameterValue(
		node,
		new LegalNoticeTrigger().description.subtitle,
		'internal',
		{},
	);
	expect(shown).toBe(subtitle);
});

test.each([true, undefined])('the editor says that what it shows is an example: %j', (exemple) => {
	const { description } = new LegalNoticeTrigger();
	const { displayName: name, hints = [] } = description;
	const node = workflowNode(name, 'n8n-nodes-legal-notice.legalNoticeTrigger', {});
	const { expression } = workflowOf([node], {}, { id: 'hint', active: false });
	const data = { main: [[{ json: exemple === undefined ? {} : { exemple } }]] };
	const run = { startTime: 0, executionIndex: 0, executionTime: 0, source: [], data };
	const ran = { resultData: { runData: { [name]: [run] } } } as never;
	const shown = hints.filter(({ displayCondition = '' }) => {
		return expression.getParameterValue(displayCondition, ran, 0, 0, name, [], 'manual', {});
	});
	expect(shown.map(({ message }) => /example/.test(message))).toEqual(exemple ? [true] : []);
});
