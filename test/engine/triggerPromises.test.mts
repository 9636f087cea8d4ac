/** What the page of the trigger promises, in virtual time: no change is hidden, and calls, downloads and log lines are bounded. */
import { NodeOperationError } from 'n8n-workflow';
import { LegalNoticeTrigger } from '../../nodes/LegalNotice/LegalNoticeTrigger.node.ts';
import { after, during } from '../simulation/clock.mts';
import { pdf } from './front.mts';
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

describe('files', () => {
	test('lists of files are read as long as there is time where nothing has changed', async () => {
		let calls = 0;
		const options = { downloadFiles: true };
		const watch = polling(namesOf(5_000), { ...STATUS, options }, async (_path, list) => {
			calls++;
			await after(4_000);
			return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
		});
		await watch.tick();
		expect(calls).toBe(50);
	});

	test('files of a change at the head of a long list come with it, although each takes ten seconds', async () => {
		let isOut = false;
		const options = { downloadFiles: true };
		const watch = polling(
			namesOf(5_000),
			{ events: ['published'], firstSight: 'none', options },
			async (_path, list) => {
				await after(4_000);
				return listed(
					list.map((reference) => {
						const isPublished = isOut && reference === 'AL-0';
						const documents = isPublished ? [file(reference)] : [];
						return { reference, statut: isPublished ? 'parue' : 'a-paraitre', documents };
					}),
				);
			},
			{
				file: async () => {
					await after(10_000);
					return pdf();
				},
			},
		);
		await watch.tick();
		isOut = true;
		expect(await watch.poll()).toMatchObject([{ reference: 'AL-0' }]);
		expect(Object.keys(watch.executions[0]?.[0]?.binary ?? {})).toEqual(['attestation']);
	});

	test('files of suspended notices are requested in one list of their own, and those that are first read later count as seen', async () => {
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
		expect(lists).toEqual(['AL-2', 'AL-1,AL-3', 'AL-2', 'AL-1,AL-3']);
		service.statut = 'a-paraitre';
		expect(await told()).toEqual([]);
		service.ofSuspended = ['A', 'C'];
		expect(await told()).toMatchObject([{ numero: 'C-AL-1' }, { numero: 'C-AL-3' }]);
	});

	test('a poll that had no time to begin a download does not count as a try', async () => {
		const names = namesOf(60);
		let isOut = false;
		const options = { downloadFiles: true };
		const watch = polling(
			names,
			{ events: ['newDocument'], firstSight: 'none', options },
			(_path, list) =>
				listed(
					list.map((reference) => {
						return { reference, statut: 'parue', documents: isOut ? [file(reference)] : [] };
					}),
				),
			{
				file: async () => {
					await after(12_000);
					return pdf();
				},
			},
		);
		await watch.tick();
		isOut = true;
		for (let poll = 0; poll < 30; poll++) await watch.tick();
		const items = watch.executions.flat();
		expect(items.map(({ json }) => json.demande).sort()).toEqual([...names].sort());
		expect(items.filter(({ binary }) => binary === undefined)).toEqual([]);
	});

	test('files of an event that waits are stored once, and only the broken one is tried in each poll', async () => {
		const [name = ''] = namesOf(1);
		let statut = 'a-paraitre';
		const tried: string[] = [];
		const stored: string[] = [];
		const documents = ['A', 'B', 'C'].map(file);
		const options = { downloadFiles: true };
		const watch = polling(
			[name],
			{ ...STATUS, options },
			() => listed([{ reference: name, statut, documents: statut === 'parue' ? documents : [] }]),
			{
				file: async (url) => {
					tried.push(url.slice(-5, -4));
					return await Promise.resolve(url.endsWith('B.pdf') ? Buffer.from('<html>') : pdf());
				},
				change: ({ helpers }) => {
					const store = helpers.prepareBinaryData.bind(helpers);
					helpers.prepareBinaryData = async (content, fileName, type) => {
						stored.push(String(fileName));
						return await store(content, fileName, type);
					};
				},
			},
		);
		await watch.tick();
		statut = 'parue';
		for (let poll = 0; poll < 4; poll++) expect(await watch.poll()).toEqual([]);
		expect([tried.join(''), stored]).toEqual(['ABCBBB', []]);
		expect(await watch.poll()).toMatchObject([{ fichiers_manquants: [{ numero: 'B' }] }]);
		expect(stored).toHaveLength(2);
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

test('an event that waits for a kind that is not chosen any more never goes out', async () => {
	const [name = ''] = namesOf(1);
	let statut = 'a-paraitre';
	const parameters = { events: ['published'], firstSight: 'none', options: { waitForDocument: 9 } };
	const watch = polling([name], parameters, () => {
		return listed([{ reference: name, statut, documents: [], factures: [] }]);
	});
	await watch.tick();
	statut = 'parue';
	expect(await watch.poll()).toEqual([]);
	expect(watch.stored).toContain('depuis');
	watch.parameters = { ...watch.parameters, events: ['newInvoice'] };
	for (let poll = 0; poll < 3; poll++) expect(await watch.poll()).toEqual([]);
	expect(watch.stored).not.toContain('depuis');
	watch.parameters = { ...watch.parameters, events: ['published'] };
	for (let poll = 0; poll < 12; poll++) expect(await watch.poll()).toEqual([]);
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

test('a suspension that waits for a file keeps its reason where its status is refused meanwhile', async () => {
	let statut = 'a-paraitre';
	let isRefusing = false;
	const watch = polling(
		['AL-1'],
		{ events: ['suspended'], firstSight: 'none', options: { downloadFiles: true } },
		(path) => {
			if (isRefusing && path.endsWith('/statuts')) return refused('err_annonce_suspendue');
			const documents = [file('A')];
			return listed([{ reference: 'AL-1', statut, motif: 'texte', documents }]);
		},
		{ file: async () => await Promise.resolve(Buffer.from('<html>')) },
	);
	await watch.tick();
	statut = 'suspendue';
	expect(await watch.poll()).toEqual([]);
	isRefusing = true;
	for (let poll = 0; poll < 5; poll++) await watch.tick();
	expect(watch.executions.flat()).toMatchObject([{ json: { motif: 'texte' } }]);
});

test('a reason that has changed and waits for a file is reported also where it changes back', async () => {
	const documents = [file('A')];
	let motif = 'avant';
	const watch = polling(
		['AL-1'],
		{ events: ['reasonChanged'], firstSight: 'none', options: { downloadFiles: true } },
		() => listed([{ reference: 'AL-1', statut: 'suspendue', motif, documents }]),
		{ file: async () => await Promise.resolve(Buffer.from('<html>')) },
	);
	await watch.tick();
	motif = 'apres';
	expect(await watch.poll()).toEqual([]);
	motif = 'avant';
	for (let poll = 0; poll < 8; poll++) await watch.tick();
	expect(watch.executions.flat().map(({ json }) => json.ancien_motif)).toEqual(['avant', 'apres']);
});

describe('a document that waits for its file', () => {
	/** Polls until one document waits, whose link leads nowhere. */
	const waiting = async (document: object = file('A')) => {
		const service = { documents: [] as Array<{ type?: string }>, isLost: false };
		const options = { downloadFiles: true };
		const parameters = { events: ['newDocument'], firstSight: 'none', options };
		const watch = polling(
			['AL-1'],
			parameters,
			(path) => {
				if (service.isLost && path.endsWith('/documents')) return undefined;
				const { documents } = service;
				const factures = documents.filter(({ type }) => type === 'facture');
				return listed([{ reference: 'AL-1', statut: 'parue', documents, factures }]);
			},
			{ file: async () => await Promise.resolve(Buffer.from('<html>')) },
		);
		await watch.tick();
		service.documents = [document];
		expect(await watch.poll()).toEqual([]);
		expect(watch.stored).toContain('fichiers');
		return { service, watch };
	};

	test('a document that waits for its file, and whose type is not chosen any more, is forgotten', async () => {
		const { service, watch } = await waiting();
		const options = { downloadFiles: true, documentTypes: ['justificatif'] };
		watch.parameters = { ...watch.parameters, options };
		expect(await watch.poll()).toEqual([]);
		expect(watch.stored).not.toContain('fichiers');
		service.documents = [];
		for (let poll = 0; poll < 8; poll++) expect(await watch.poll()).toEqual([]);
	});

	test('a document that waits for its file, and is an invoice, comes as a document where New Invoice is chosen meanwhile', async () => {
		const { watch } = await waiting({ ...file('F-1'), type: 'facture' });
		watch.parameters = { ...watch.parameters, events: ['newDocument', 'newInvoice'] };
		const told: unknown[] = [];
		for (let poll = 0; poll < 8; poll++) told.push(...(await watch.poll()));
		expect(told).toMatchObject([{ evenement: 'newDocument', document: { numero: 'F-1' } }]);
		expect(watch.stored).not.toContain('fichiers');
	});

	test('a document that waits for its file is not gone where its list could not be read', async () => {
		const { service, watch } = await waiting();
		service.isLost = true;
		for (let poll = 0; poll < 8; poll++) await watch.tick();
		expect(watch.executions).toEqual([]);
		service.isLost = false;
		const told: unknown[] = [];
		for (let poll = 0; poll < 5; poll++) told.push(...(await watch.poll()));
		expect(told).toMatchObject([{ document: { numero: 'A' } }]);
	});
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
	[['statusChanged', 'newDocument'], 'status changed, new document'],
	['={{ "published" }}', 'published'],
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
