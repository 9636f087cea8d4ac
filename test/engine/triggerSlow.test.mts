/** A slow service, in virtual time: what one poll has no time for, the next ones come to. */
import { after, during, elapsed } from '../adversary/clock.mts';
import { pdf } from './front.mts';
import { listed, namesOf, polling, refused, virtualTimeForTests } from './virtualPoller.mts';

virtualTimeForTests();
const MINUTE_MS = 60_000;
const invoiceOf = (reference: string) => ({ type: 'facture', numero: `F-${reference}`, url: '' });

/** A call that is never answered, as n8n ends it after the time that a poll gives it. */
async function givenUp(): Promise<never> {
	await after(9_000);
	throw Object.assign(new Error('timeout of 9000ms exceeded'), { code: 'ECONNABORTED' });
}

test.each([
	['files that are downloaded', 40, { downloadFiles: true }],
	['an attestation that is waited for', 65, { waitForDocument: 5 }],
])(
	'a publication that needs %s is told wherever it stands in a long list',
	async (_what, perNoticeMs, options) => {
		const published = ['AL-50', 'AL-150', 'AL-250'];
		let isPublished = false;
		const entryOf = (reference: string) => {
			const isOut = isPublished && published.includes(reference);
			const file = { type: 'attestation', numero: `A-${reference}`, url: '' };
			const statut = isOut ? 'parue' : 'a-paraitre';
			return { reference, statut, documents: isOut ? [file] : [], factures: [] };
		};
		const events = ['published', 'newDocument', 'newInvoice'];
		const watch = polling(namesOf(300), { events, options }, async (_path, list) => {
			await after(100 + perNoticeMs * list.length);
			return listed(list.map(entryOf));
		});
		for (let poll = 0; poll < 60; poll++) {
			isPublished = poll >= 20;
			await watch.tick();
			await during(after(MINUTE_MS), 2 * MINUTE_MS);
		}
		const told = watch.executions.flat().map(({ json }) => json);
		const publications = told.filter(({ evenement }) => evenement === 'published');
		expect(publications.map(({ reference }) => reference).sort()).toEqual(published.sort());
	},
);

test.each([
	['files that are downloaded', { downloadFiles: true }],
	['an attestation that is waited for', { waitForDocument: 5 }],
])(
	'a publication that needs %s is told in the sixth poll where documents are never answered, and invoices are read meanwhile',
	async (_what, options) => {
		let statut = 'a-paraitre';
		let factures: object[] = [];
		const read = new Set<string>();
		const events = ['published', 'newInvoice'];
		const watch = polling(['AL-1'], { events, options, firstSight: 'none' }, async (path) => {
			if (path.endsWith('/documents')) await givenUp();
			read.add(path.replace(/.*\//, ''));
			return listed([{ reference: 'AL-1', statut, factures }]);
		});
		await watch.tick();
		statut = 'parue';
		factures = [invoiceOf('AL-1')];
		read.clear();
		for (let poll = 0; poll < 6; poll++) await watch.tick();
		const told = watch.executions.flat().map(({ json }) => json);
		expect(told).toContainEqual(expect.objectContaining({ evenement: 'published' }));
		expect([...read].sort()).toEqual(['factures', 'statuts']);
	},
);

test('an invoice is told where only pages come for statuses, and nothing is quick', async () => {
	let isDown = false;
	const entryOf = (reference: string) => {
		const factures = isDown ? [invoiceOf(reference)] : [];
		return { reference, statut: 'a-paraitre', factures };
	};
	const parameters = {
		...{ events: ['newInvoice', 'notFound'], firstSight: 'none' },
		options: { downloadFiles: true },
	};
	const watch = polling(['GONE-1', 'AL-2', 'GONE-3', 'GONE-4'], parameters, async (path, list) => {
		await after(1_000);
		if (isDown && path.includes('/statut')) return undefined;
		const isGone = isDown && list.some((reference) => reference.startsWith('GONE'));
		if (list.length > 2) return refused('err_references_max');
		if (isGone || path.includes('GONE')) return refused('err_annonce_introuvable');
		return listed(list.map(entryOf));
	});
	await watch.tick();
	isDown = true;
	for (let poll = 0; poll < 20; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told).toEqual(['AL-2']);
});

test('changes are told of every notice of a long list where invoices are never answered', async () => {
	let statut = 'a-paraitre';
	const names = namesOf(250);
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	const watch = polling(names, { events, firstSight: 'none' }, async (path, list) => {
		if (statut === 'parue' && path.endsWith('/factures')) await givenUp();
		return listed(list.map((reference) => ({ reference, statut, documents: [], factures: [] })));
	});
	await watch.tick();
	statut = 'parue';
	for (let poll = 0; poll < 12; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told.sort()).toEqual(names.sort());
});

test('the invoice of a notice that was missing is told where documents are never answered', async () => {
	let isThere = false;
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	const options = { downloadFiles: true };
	const watch = polling(['AL-1', 'AL-2'], { events, options }, async (path, list) => {
		const isUnknown = !isThere && (path.includes('AL-2') || list.includes('AL-2'));
		if (isUnknown) return refused('err_annonce_introuvable');
		if (isThere && path.endsWith('/documents')) await givenUp();
		const factures = [{ type: 'facture', numero: 'F-1', url: '' }];
		return listed(list.map((reference) => ({ reference, statut: 'a-paraitre', factures })));
	});
	for (let poll = 0; poll < 3; poll++) await watch.tick();
	isThere = true;
	for (let poll = 0; poll < 40; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => `${json.evenement} ${json.demande}`);
	expect(told).toContain('newInvoice AL-2');
});

test('invoices are told of every notice of four hundred where documents are never answered', async () => {
	let isDown = false;
	const names = namesOf(400);
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	const options = { downloadFiles: true };
	const watch = polling(names, { events, options, firstSight: 'none' }, async (path, list) => {
		if (isDown && path.endsWith('/documents')) await givenUp();
		const entryOf = (reference: string) => {
			const factures = isDown ? [invoiceOf(reference)] : [];
			return { reference, statut: 'a-paraitre', documents: [], factures };
		};
		return listed(list.map(entryOf));
	});
	await watch.tick();
	isDown = true;
	for (let poll = 0; poll < 100; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(new Set(told).size).toBe(names.length);
});

test('a list of one that was missing has its invoice told where documents are never answered', async () => {
	let isThere = false;
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	const watch = polling(['AL-1'], { events, options: { downloadFiles: true } }, async (path) => {
		if (!isThere) return refused('err_annonce_introuvable');
		if (path.endsWith('/documents')) await givenUp();
		return listed([{ reference: 'AL-1', statut: 'a-paraitre', factures: [invoiceOf('AL-1')] }]);
	});
	for (let poll = 0; poll < 3; poll++) await watch.tick();
	isThere = true;
	for (let poll = 0; poll < 60; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.evenement);
	expect(told).toContain('newInvoice');
});

test('a publication comes with its attestation where a poll has time for it only at its beginning', async () => {
	let isOut = false;
	const names = namesOf(300);
	const entryOf = (reference: string) => {
		const isPublished = isOut && reference === 'AL-150';
		const documents = isPublished ? [{ type: 'attestation', numero: 'A-1', url: '' }] : [];
		return { reference, statut: isPublished ? 'parue' : 'a-paraitre', documents };
	};
	const parameters = {
		events: ['published'],
		options: { waitForDocument: 3, downloadFiles: true },
	};
	const watch = polling(names, parameters, async (path, list) => {
		await after(path.endsWith('/documents') ? 8_700 : 6_500);
		return listed(list.map(entryOf));
	});
	await watch.tick();
	isOut = true;
	for (let poll = 0; poll < 20; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json);
	expect(told).toMatchObject([{ reference: 'AL-150', evenement: 'published' }]);
	expect(told[0]).not.toHaveProperty('document_manquant');
});

test('invoices are told where one notice spoils each list, those without files are left out, and statuses are never answered', async () => {
	let hasInvoices = false;
	const names = namesOf(110);
	const events = ['statusChanged', 'newInvoice'];
	const watch = polling(names, { events, firstSight: 'none' }, async (path, list) => {
		if (path.includes('/statut')) await givenUp();
		if (list.includes('AL-55') || path.includes('AL-55')) return refused('err_internal_server');
		const known = hasInvoices ? list : [];
		return listed(known.map((reference) => ({ reference, factures: [invoiceOf(reference)] })));
	});
	for (let poll = 0; poll < 40; poll++) await watch.tick();
	hasInvoices = true;
	for (let poll = 0; poll < 40; poll++) await watch.tick();
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told.sort()).toEqual(names.filter((name) => name !== 'AL-55').sort());
});

describe('a poll that runs out of time goes on where it stopped, and starves nothing', () => {
	const scheduled = { keeping: 'scheduler', budgetMs: 4_000 } as const;
	const attestationsOf = (reference: string, count: number) =>
		Array.from({ length: count }, (_one, at) => {
			const numero = `${reference}-${at}`;
			return { type: 'attestation', numero, url: `https://service.example/${numero}.pdf` };
		});
	/** Notices that are published at once, watched by the scheduler; calls and files take 250 ms from then on. */
	const watching = async (count: number, batchMaximum: number, files: number) => {
		let isOut = false;
		const names = namesOf(count);
		const passing = async () => await after(isOut ? 250 : 1);
		const entryOf = (reference: string) => {
			const attestations = attestationsOf(reference, reference === 'AL-0' ? files : 1);
			return {
				reference,
				statut: isOut ? 'parue' : 'a-paraitre',
				documents: isOut ? attestations : [],
			};
		};
		const parameters = {
			...{ events: ['statusChanged'], firstSight: 'none' },
			options: { downloadFiles: files > 0 },
		};
		const watch = polling(
			names,
			parameters,
			async (_path, list) => {
				await passing();
				if (isOut && list.length > batchMaximum) return refused('err_references_max');
				return listed(list.map(entryOf));
			},
			{
				...scheduled,
				file: async () => {
					await passing();
					return pdf();
				},
			},
		);
		await during(watch.activate(), MINUTE_MS);
		isOut = true;
		return { watch, names };
	};

	test.each([
		['reading', 150, 2, 0],
		['downloading', 40, 100, 1],
	])('%s', async (_what, count, batchMaximum, files) => {
		const { watch, names } = await watching(count, batchMaximum, files);
		let polls = 0;
		for (; polls < 30 && watch.executions.flat().length < count; polls++) {
			const startedAt = elapsed();
			await watch.tick();
			expect(elapsed() - startedAt).toBeLessThan(scheduled.budgetMs);
		}
		expect(polls).toBeGreaterThan(1);
		const items = watch.executions.flat();
		expect(items.map(({ json }) => json.reference).sort()).toEqual([...names].sort());
		expect(items.filter(({ binary }) => binary)).toHaveLength(files > 0 ? count : 0);
	});

	test('an event with more files than it has time for is reported, and those behind it', async () => {
		const { watch, names } = await watching(2, 100, 60);
		for (let poll = 0; poll < 10; poll++) await watch.tick();
		const items = watch.executions.flat();
		expect(items.map(({ json }) => json.reference).sort()).toEqual([...names].sort());
		const { binary = {} } = items.find(({ json }) => json.reference === 'AL-0') ?? {};
		expect(Object.keys(binary).length).toBeGreaterThan(2);
	});
});
