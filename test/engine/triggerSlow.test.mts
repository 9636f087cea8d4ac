/** A slow service, in virtual time: what one poll has no time for, the next ones come to. */
import { after, beginAt, during, installClock, removeClock } from '../adversary/clock.mts';
import { Poller } from './poll.mts';
import { stageForTests } from './triggerStage.mts';

const stage = stageForTests();
const MINUTE_MS = 60_000;

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
