/** A slow service, in virtual time: what one poll has no time for, the next ones come to. */
import { after, beginAt, during, installClock, removeClock } from '../adversary/clock.mts';
import { Poller } from './poll.mts';
import { stageForTests } from './triggerStage.mts';

const stage = stageForTests();
const MINUTE_MS = 60_000;
const HANGS_MS = 10 * MINUTE_MS;

afterEach(() => removeClock());

test.each([
	['files that are downloaded', 40, { downloadFiles: true }],
	['an attestation that is waited for', 65, { waitForDocument: 5 }],
])(
	'a publication that needs %s is told wherever it stands in a long list',
	async (_what, perNoticeMs, options) => {
		const names = Array.from({ length: 300 }, (_one, at) => `AL-${at}`);
		const published = ['AL-50', 'AL-150', 'AL-250'];
		let isPublished = false;
		const entryOf = (reference: string) => {
			const isOut = isPublished && published.includes(reference);
			const file = { type: 'attestation', numero: `A-${reference}`, url: '' };
			const statut = isOut ? 'parue' : 'a-paraitre';
			return { reference, statut, documents: isOut ? [file] : [], factures: [] };
		};
		const watch = new Poller({
			...{ credential: stage.credential, keeping: 'cursors', budgetMs: 36_000 },
			parameters: {
				events: ['published', 'newDocument', 'newInvoice'],
				...{ references: names.join(), firstSight: 'none', options },
			},
			answer: async (_path, list) => {
				await after(100 + perNoticeMs * list.length);
				return { resultat: 'succes', annonces: list.map(entryOf) };
			},
		});
		installClock();
		beginAt(1);
		for (let poll = 0; poll < 60; poll++) {
			isPublished = poll >= 20;
			await during(watch.tick(), MINUTE_MS);
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
		const watch = new Poller({
			...{ credential: stage.credential, keeping: 'scheduler', budgetMs: 36_000 },
			parameters: {
				...{ events: ['published', 'newInvoice'], references: 'AL-1', firstSight: 'none' },
				options,
			},
			answer: async (path) => {
				if (path.endsWith('/documents')) await after(HANGS_MS);
				read.add(path.replace(/.*\//, ''));
				return { resultat: 'succes', annonces: [{ reference: 'AL-1', statut, factures }] };
			},
		});
		installClock();
		beginAt(1);
		await during(watch.tick(), MINUTE_MS);
		statut = 'parue';
		factures = [{ type: 'facture', numero: 'F-1', url: '' }];
		read.clear();
		for (let poll = 0; poll < 6; poll++) await during(watch.tick(), MINUTE_MS);
		const told = watch.executions.flat().map(({ json }) => json);
		expect(told).toContainEqual(expect.objectContaining({ evenement: 'published' }));
		expect([...read].sort()).toEqual(['factures', 'statuts']);
	},
);

const refused = (...erreurs: string[]) => ({ resultat: 'erreur', erreurs });

test('an invoice is told where only pages come for statuses, and nothing is quick', async () => {
	let isDown = false;
	const entryOf = (reference: string) => {
		const invoice = { type: 'facture', numero: `F-${reference}`, url: '' };
		return { reference, statut: 'a-paraitre', factures: isDown ? [invoice] : [] };
	};
	const watch = new Poller({
		...{ credential: stage.credential, keeping: 'cursors', budgetMs: 36_000 },
		parameters: {
			events: ['newInvoice', 'notFound'],
			...{ references: 'GONE-1, AL-2, GONE-3, GONE-4', firstSight: 'none' },
			options: { downloadFiles: true },
		},
		answer: async (path, list) => {
			await after(1_000);
			if (isDown && path.includes('/statut')) return undefined;
			const isGone = isDown && list.some((reference) => reference.startsWith('GONE'));
			if (list.length > 2) return refused('err_references_max');
			if (isGone || path.includes('GONE')) return refused('err_annonce_introuvable');
			return { resultat: 'succes', annonces: list.map(entryOf) };
		},
	});
	installClock();
	beginAt(1);
	await during(watch.tick(), MINUTE_MS);
	isDown = true;
	for (let poll = 0; poll < 20; poll++) await during(watch.tick(), MINUTE_MS);
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told).toEqual(['AL-2']);
});

/** A call that is never answered, as n8n ends it after the time that a poll gives it. */
async function givenUp(): Promise<never> {
	await after(9_000);
	throw Object.assign(new Error('timeout of 9000ms exceeded'), { code: 'ECONNABORTED' });
}

test('changes are told of every notice of a long list where invoices are never answered', async () => {
	let statut = 'a-paraitre';
	const names = Array.from({ length: 250 }, (_one, at) => `AL-${at}`);
	const watch = new Poller({
		...{ credential: stage.credential, keeping: 'cursors', budgetMs: 36_000 },
		parameters: {
			events: ['statusChanged', 'newDocument', 'newInvoice'],
			...{ references: names.join(), firstSight: 'none', options: {} },
		},
		answer: async (path, list) => {
			if (statut === 'parue' && path.endsWith('/factures')) await givenUp();
			const files = { documents: [], factures: [] };
			return {
				resultat: 'succes',
				annonces: list.map((reference) => ({ reference, statut, ...files })),
			};
		},
	});
	installClock();
	beginAt(1);
	await during(watch.tick(), MINUTE_MS);
	statut = 'parue';
	for (let poll = 0; poll < 12; poll++) await during(watch.tick(), MINUTE_MS);
	const told = watch.executions.flat().map(({ json }) => json.demande);
	expect(told.sort()).toEqual(names.sort());
});
