/** What the options of the trigger promise, and files, documents and invoices that are not as usual. */
import { jest } from '@jest/globals';
import { Service, World } from '../property/watchWorld.mts';
import { KEEPINGS, stageForTests } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = stageForTests();
const EMPTY = '{"resultat":"succes","annonces":[]}';
const withFiles = { events: ['published'], options: { downloadFiles: true } };

describe('a publication that waits for its attestation', () => {
	it.each(KEEPINGS)(
		'goes out without it after the polls chosen, state kept %s',
		async (keeping) => {
			const options = { waitForDocument: 2 };
			const { watch, first } = await stage.watching(1, { keeping, events: ['published'], options });
			stage.sandbox.notices.setStatus(first, 'parue');
			stage.fault({ kind: 'wrongShape', body: EMPTY }, '/documents');
			expect([await watch.poll(), await watch.poll()]).toEqual([[], []]);
			expect(await watch.poll()).toEqual([
				expect.objectContaining({ evenement: 'published', document_manquant: true }),
			]);
			expect(await watch.poll()).toEqual([]);
		},
	);

	it('goes out with it as soon as it is available', async () => {
		stage.sandbox.settings({
			attestationBeforePublication: false,
			attestationAtPublication: false,
		});
		const { watch, first } = await stage.watching(1, {
			events: ['published'],
			options: { waitForDocument: 3, downloadFiles: true, documentTypes: ['attestation'] },
		});
		stage.sandbox.notices.setStatus(first, 'parue');
		expect(await watch.poll()).toEqual([]);
		stage.sandbox.notices.addDocument(first, 'attestation');
		expect(await watch.poll()).toHaveLength(1);
		expect(Object.keys(watch.executions[0]?.[0]?.binary ?? {})).toEqual(['attestation']);
	});
});

describe('an event whose files', () => {
	it.each([
		[
			'cannot be downloaded',
			{ type: 'attestation', raison: expect.stringContaining('instead of a PDF') as unknown },
		],
		['cannot be listed', { type: 'document', raison: expect.any(String) as unknown }],
	])('%s is held back for four polls, then goes out without them', async (what, missing) => {
		const { watch, references } = await stage.watching(1, { keeping: 'cursors', ...withFiles });
		stage.publish(references);
		if (missing.type === 'document') stage.fault({ kind: 'html' }, '/documents');
		else stage.sandbox.settings({ pdfLinks: 'html' });
		for (let tries = 1; tries <= 4; tries++) expect([what, await watch.poll()]).toEqual([what, []]);
		const [event, ...others] = await watch.poll();
		expect(others).toEqual([]);
		expect(event?.fichiers_manquants).toContainEqual(expect.objectContaining(missing));
		expect(await watch.poll()).toEqual([]);
	});

	it('can be downloaded again goes out with them', async () => {
		const { watch, references } = await stage.watching(1, withFiles);
		stage.publish(references);
		stage.sandbox.settings({ pdfLinks: 'json' });
		expect(await watch.poll()).toEqual([]);
		stage.sandbox.settings({ pdfLinks: 'plain' });
		expect(await watch.poll()).toHaveLength(1);
		expect(watch.executions[0]?.[0]?.binary).toHaveProperty('attestation');
	});
});

it('only documents of the chosen types are reported, also when another is chosen later', async () => {
	const { watch, first } = await stage.watching(1, {
		events: ['newDocument'],
		options: { documentTypes: ['attestation'] },
	});
	stage.sandbox.notices.addDocument(first, 'justificatif');
	stage.sandbox.notices.addDocument(first, 'attestation');
	expect(await watch.poll()).toEqual([
		expect.objectContaining({
			document: expect.objectContaining({ type: 'attestation' }) as unknown,
		}),
	]);
	watch.parameters = { ...watch.parameters, options: {} };
	expect(await watch.poll()).toEqual([]);
});

it('a published notice is not read any more, and costs nothing once its days are over', async () => {
	const { watch, references } = await stage.watching(2, {
		events: ['statusChanged', 'newInvoice'],
		options: { stopWatching: 3 },
	});
	const [first = '', second = ''] = references;
	stage.sandbox.notices.setStatus(first, 'parue');
	expect(await watch.poll()).toHaveLength(1);
	stage.sandbox.notices.setStatus(first, 'archivee');
	stage.sandbox.notices.invoice(first);
	expect((await watch.poll()).map(({ evenement }) => evenement)).toEqual(['newInvoice']);
	const later = Date.now() + 5 * 86_400_000;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
	stage.sandbox.journal.clear();
	await watch.poll().catch(() => undefined);
	clock.mockRestore();
	const asked = JSON.stringify(stage.calls().map(({ path, body }) => [path, body]));
	expect(asked).toContain(second);
	expect(asked).not.toContain(first);
});

describe('invoices', () => {
	it('of several notices are one event that names them all', async () => {
		const { watch, references } = await stage.watching(3, { events: ['newInvoice'] });
		stage.sandbox.notices.invoice(references.slice(0, 2));
		const [event, ...others] = await watch.poll();
		expect(event?.references_demandees).toEqual(references.slice(0, 2));
		expect([others, await watch.poll()]).toEqual([[], []]);
	});

	// Two newspapers may give theirs one number.
	it.each([
		[
			'under two notices, other in date and amount,',
			1,
			{ date_facture: '2026-11-19', montant_ttc: 240 },
		],
		['under two notices, other in the link alone,', 1, { url: 'https://other.example/F1.pdf' }],
		['under one notice', 0, { date_facture: '2026-11-19', montant_ttc: 240 }],
	])('of one number %s are two events, each once', async (_where, place, other) => {
		const references = ['AL-1', 'AL-2'];
		const service = new Service(references);
		const world = new World('cursors', service);
		world.parameters = { events: ['newInvoice'], references, firstSight: 'none', options: {} };
		expect(await world.tick()).toEqual([]);
		const first = {
			type: 'facture',
			numero: 'F1',
			montant_ttc: 120,
			url: 'https://a.example/F1.pdf',
		};
		service.notices[0]?.factures.push(first);
		const reported = await world.tick();
		service.notices[place]?.factures.unshift({ ...first, ...other });
		reported.push(...(await world.tick()));
		expect(reported.map(({ facture }) => facture)).toEqual([first, { ...first, ...other }]);
		expect(new Set(reported.map(({ evenement_id: id }) => id)).size).toBe(2);
		expect(await world.tick()).toEqual([]);
	});
});
