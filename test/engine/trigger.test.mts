/** The trigger as n8n polls it: events, files, options, and what is stored between polls. */
import { jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Service, World } from '../property/watchWorld.mts';
import { serviceNames } from './readings.mts';
import { KEEPINGS, stageForTests } from './triggerStage.mts';

jest.setTimeout(60_000);

const EVENTS = ['statusChanged', 'published', 'suspended', 'toBePublished', 'reasonChanged'];
const ALL = ['statusChanged', 'newDocument', 'newInvoice'];

describe.each(serviceNames)('the trigger, polled by n8n, on the %s', (name) => {
	const stage = stageForTests(name);

	it.each(KEEPINGS)(
		'reports changes of references and order numbers once, also over a restart, state kept %s',
		async (keeping) => {
			const [first = '', second = '', third = ''] = await stage.orderMany(3);
			const watch = stage.watch([first, 'N-00001', third], { keeping, events: EVENTS });
			await watch.activate();
			expect(await watch.poll()).toEqual([]);
			const { notices } = stage;
			notices.setStatus(first, 'parue');
			notices.setStatus(second, 'suspendue', 'Pièce manquante');
			expect(await watch.poll()).toEqual([
				{
					evenement: 'published',
					evenement_id: expect.stringMatching(/^[\w-]{22}$/) as unknown,
					demande: first,
					reference: first,
					numero_commande: 'N-00000',
					statut: 'parue',
					ancien_statut: 'a-paraitre',
					motif: null,
					ancien_motif: null,
					constate_le: expect.stringMatching(/^[\d-]{10}T[\d:]{8}\+0[12]:00$/) as unknown,
				},
				expect.objectContaining({
					...{ evenement: 'suspended', demande: 'N-00001', reference: second },
					motif: 'Pièce manquante',
				}),
			]);
			expect(await watch.poll()).toEqual([]);
			notices.setStatus(second, 'suspendue', 'Logo illisible');
			await watch.killAndRestart();
			await watch.poll();
			notices.setStatus(second, 'a-paraitre');
			notices.setStatus(third, 'archivee');
			await watch.poll();
			const reported = watch.executions.slice(1).map((items) => items.map(({ json }) => json));
			expect(reported).toEqual([
				[expect.objectContaining({ evenement: 'reasonChanged', ancien_motif: 'Pièce manquante' })],
				[
					expect.objectContaining({ evenement: 'toBePublished', statut: 'a-paraitre' }),
					expect.objectContaining({ evenement: 'statusChanged', statut: 'archivee' }),
				],
			]);
		},
	);

	it('reports a new document and a new invoice once, with their files', async () => {
		const options = { downloadFiles: true };
		const { watch, first } = await stage.watching(1, { events: ALL.slice(1), options });
		stage.notices.addDocument(first, 'attestation');
		stage.notices.addDocument(first, 'facture');
		await watch.poll();
		const [document, invoice] = watch.executions[0] ?? [];
		const type = 'attestation';
		expect(document?.json).toMatchObject({ evenement: 'newDocument', document: { type } });
		expect(Object.keys(document?.binary ?? {})).toEqual(['attestation']);
		// The same fields as Invoice > Get Many, simplified, beside the service's own object.
		const { numero, date_facture, montant_ht, montant_ttc } = invoice?.json.facture as IDataObject;
		expect(invoice?.json).toMatchObject({
			evenement: 'newInvoice',
			...{ numero, date_facture, montant_ht, montant_ttc, references_demandees: [first] },
			montant_tva: expect.any(Number) as unknown,
			tva_par_taux: expect.any(Object) as unknown,
		});
		expect(Object.keys(invoice?.binary ?? {})).toEqual([`facture_${String(numero)}`]);
		expect(await watch.poll()).toEqual([]);
		expect(watch.executions.flat()).toHaveLength(2);
	});

	it.each(KEEPINGS)(
		'reports a notice that is not found once, after three polls in a row, state kept %s',
		async (keeping) => {
			const [first = '', gone = ''] = await stage.orderMany(2);
			const watch = stage.watch([first, gone, 'INCONNU#1'], { keeping, events: ['notFound'] });
			await watch.activate();
			stage.notices.cancel(gone);
			const reported: unknown[] = [];
			for (let poll = 1; poll < 8; poll++) {
				for (const { demande, ancien_statut, introuvable } of await watch.poll()) {
					reported.push([poll, demande, ancien_statut, introuvable]);
				}
			}
			expect(reported).toEqual([
				[2, 'INCONNU#1', null, true],
				[3, gone, 'a-paraitre', true],
			]);
		},
	);

	it('shows real events in the editor, or a marked example, and remembers nothing of it', async () => {
		const [first = '', second = ''] = await stage.orderMany(2);
		stage.notices.setStatus(first, 'parue');
		const watch = stage.watch([second, first, 'INCONNU-3'], { events: ['published'] });
		const [shown, ...others] = (await watch.fetchTestEvent()).map(({ json }) => json);
		expect(others).toEqual([]);
		expect(shown).toMatchObject({
			...{ evenement: 'published', reference: first, statut: 'parue' },
			references_inconnues: ['INCONNU-3'],
		});
		watch.parameters = { ...watch.parameters, events: ['suspended'] };
		const [example = {}] = (await watch.fetchTestEvent()).map(({ json }) => json);
		expect(example).toMatchObject({ evenement: 'suspended', statut: 'suspendue', exemple: true });
		expect(Object.keys(example)).toEqual(['exemple', ...Object.keys(shown ?? {})]);
		expect(watch.stored).toBe('{}');
	});
});

const stage = stageForTests();

describe('references that the service does not know', () => {
	it.each(['omit', 'refuse', 'entry'] as const)(
		'neither spoil nor slow the others where a batch does this with them: %s',
		async (unknownReferences) => {
			stage.settings({ unknownReferences });
			const references = await stage.orderMany(9);
			const watch = stage.watch([...references, 'INCONNU-1', 'INCONNU#2'], {
				events: ['published', 'newInvoice', 'notFound'],
			});
			await watch.activate();
			await watch.poll();
			stage.publish(references.slice(0, 1));
			stage.notices.invoice(references[1] ?? '');
			const reported = await watch.poll();
			expect(reported.map(({ evenement, demande }) => [evenement, demande]).sort()).toEqual([
				['newInvoice', references[1]],
				['notFound', 'INCONNU#2'],
				['notFound', 'INCONNU-1'],
				['published', references[0]],
			]);
			const calls: number[] = [];
			for (let poll = 0; poll < 12; poll++) {
				stage.journal.clear();
				expect(await watch.poll()).toEqual([]);
				calls.push(stage.asked().length);
			}
			// One each for status and invoices; the unknown ones are asked for in every tenth poll.
			expect(Math.min(...calls)).toBe(2);
			expect(calls.filter((count) => count > 2).length).toBeLessThanOrEqual(2);
		},
	);

	it('among them several cancelled at once, are reported, whatever their documents and invoices cost', async () => {
		stage.settings({ unknownReferences: 'refuse' });
		const events = ['statusChanged', 'newDocument', 'newInvoice', 'notFound'];
		const { watch, references } = await stage.watching(90, { events });
		const gone = [7, 33, 58].map((at) => references[at] ?? '');
		for (const reference of gone) stage.notices.cancel(reference);
		const reported: unknown[] = [];
		for (let poll = 0; poll < 12; poll++) {
			reported.push(
				...(await watch.poll()).map(({ evenement, demande }) => `${evenement} ${demande}`),
			);
		}
		expect(reported.sort()).toEqual(gone.map((one) => `notFound ${one}`).sort());
	});

	it.each(KEEPINGS)('are asked for when it is published anew, state kept %s', async (keeping) => {
		const references = await stage.orderMany(1);
		const watch = stage.watch([...references, 'LATE-00000'], { keeping, firstSight: 'current' });
		await watch.activate();
		for (let poll = 0; poll < 4; poll++) await watch.poll();
		await stage.orderMany(1, 'LATE');
		expect(await watch.poll()).toEqual([]);
		await watch.activate('update');
		const last = watch.executions.at(-1)?.map(({ json }) => json.numero_commande);
		expect(last).toEqual(['LATE-00000']);
	});
});

describe('files and documents', () => {
	const published = (options: object) => ({ events: ['published'], options: { ...options } });
	const EMPTY = '{"resultat":"succes","annonces":[]}';

	it.each(KEEPINGS)(
		'a publication goes out without its attestation after the polls chosen, state kept %s',
		async (keeping) => {
			const watching = { keeping, ...published({ waitForDocument: 2 }) };
			const { watch, references } = await stage.watching(1, watching);
			stage.publish(references);
			stage.strike({ kind: 'wrongShape', body: EMPTY }, '/documents');
			expect([await watch.poll(), await watch.poll()]).toEqual([[], []]);
			expect(await watch.poll()).toEqual([
				expect.objectContaining({ evenement: 'published', document_manquant: true }),
			]);
			expect(await watch.poll()).toEqual([]);
		},
	);

	it('a publication goes out with its attestation as soon as it is available', async () => {
		stage.settings({ attestationBeforePublication: false, attestationAtPublication: false });
		const options = { waitForDocument: 3, downloadFiles: true, documentTypes: ['attestation'] };
		const { watch, first, references } = await stage.watching(1, published(options));
		stage.publish(references);
		expect(await watch.poll()).toEqual([]);
		stage.notices.addDocument(first, 'attestation');
		expect(await watch.poll()).toHaveLength(1);
		expect(Object.keys(watch.executions[0]?.[0]?.binary ?? {})).toEqual(['attestation']);
	});

	it.each([
		['attestation', expect.stringContaining('instead of a PDF') as unknown],
		['document', expect.any(String) as unknown],
	])('an event is held back for four polls, then goes out without its %s', async (type, raison) => {
		const more = published({ downloadFiles: true });
		const { watch, references } = await stage.watching(1, { keeping: 'cursors', ...more });
		stage.publish(references);
		if (type === 'document') stage.strike({ kind: 'html' }, '/documents');
		else stage.settings({ pdfLinks: 'html' });
		for (let tries = 1; tries <= 4; tries++) expect(await watch.poll()).toEqual([]);
		const [event, ...others] = await watch.poll();
		expect(others).toEqual([]);
		expect(event?.fichiers_manquants).toContainEqual(expect.objectContaining({ type, raison }));
		expect(await watch.poll()).toEqual([]);
	});

	it('only documents of the chosen types are reported, also when others are chosen later', async () => {
		const options = { documentTypes: ['attestation'] };
		const { watch, first } = await stage.watching(1, { events: ['newDocument'], options });
		stage.notices.addDocument(first, 'justificatif');
		stage.notices.addDocument(first, 'attestation');
		const types = (await watch.poll()).map(({ document }) => (document as IDataObject).type);
		expect(types).toEqual(['attestation']);
		watch.parameters = { ...watch.parameters, options: {} };
		expect(await watch.poll()).toEqual([]);
	});

	it('a published notice is not read any more, and costs nothing once its days are over', async () => {
		const options = { stopWatching: 3 };
		const events = ['statusChanged', 'newInvoice'];
		const { watch, references } = await stage.watching(2, { events, options });
		const [first = '', second = ''] = references;
		stage.publish([first]);
		expect(await watch.poll()).toHaveLength(1);
		stage.notices.setStatus(first, 'archivee');
		stage.notices.invoice(first);
		expect((await watch.poll()).map(({ evenement }) => evenement)).toEqual(['newInvoice']);
		const later = Date.now() + 5 * 86_400_000;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
		stage.journal.clear();
		await watch.poll().catch(() => undefined);
		clock.mockRestore();
		const asked = JSON.stringify(stage.asked().map(({ path, body }) => [path, body]));
		expect(asked).toContain(second);
		expect(asked).not.toContain(first);
	});

	it('an invoice of several notices is one event that names them all', async () => {
		const { watch, references } = await stage.watching(3, { events: ['newInvoice'] });
		stage.notices.invoice(references.slice(0, 2));
		const named = (await watch.poll()).map(({ references_demandees: all }) => all);
		expect(named).toEqual([references.slice(0, 2)]);
		expect(await watch.poll()).toEqual([]);
	});

	// Two newspapers may give theirs one number.
	it.each([
		['under two notices, other in date and amount', 1, { date_facture: '2026-11-19' }],
		['under two notices, other in the link alone', 1, { url: 'https://other.example/F1.pdf' }],
		['under one notice', 0, { montant_ttc: 240 }],
	])('invoices of one number are two events, each once: %s', async (_where, place, other) => {
		const references = ['AL-1', 'AL-2'];
		const service = new Service(references);
		const world = new World('cursors', service);
		world.parameters = { events: ['newInvoice'], references, firstSight: 'none', options: {} };
		expect(await world.tick()).toEqual([]);
		const url = 'https://a.example/F1.pdf';
		const first = { type: 'facture', numero: 'F1', montant_ttc: 120, url };
		service.notices[0]?.factures.push(first);
		const reported = await world.tick();
		service.notices[place]?.factures.unshift({ ...first, ...other });
		reported.push(...(await world.tick()), ...(await world.tick()));
		expect(reported.map(({ facture }) => facture)).toEqual([first, { ...first, ...other }]);
		expect(new Set(reported.map(({ evenement_id: id }) => id)).size).toBe(2);
	});
});

describe('what n8n stores', () => {
	it.each([
		['60 bytes for a reference of 12 characters', ['statusChanged'], 60, 0],
		['100 bytes with its attestation and its invoice', ALL, 100, 120],
	])('is at most %s, and names it with its status', async (_size, events, bytes, reported) => {
		const references = await stage.orderMany(60, 'NUMERO');
		const numbers = references.map((_one, at) => `NUMERO-${`${at}`.padStart(5, '0')}`);
		const watch = stage.watch(numbers, { keeping: 'cursors', events });
		await watch.poll();
		for (const reference of references) {
			stage.notices.addDocument(reference, 'attestation');
			stage.notices.invoice(reference);
		}
		expect(await watch.poll()).toHaveLength(reported);
		expect(Buffer.byteLength(watch.stored) / 60).toBeLessThanOrEqual(bytes);
		const { notices } = JSON.parse(watch.stored) as { notices: Record<string, unknown> };
		expect(notices['NUMERO-00007']).toMatchObject({ statut: 'a-paraitre' });
	});

	it.each(KEEPINGS)('serves references named like properties, kept %s', async (keeping) => {
		const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
		const references = await stage.orderAs(names.slice(0, 2));
		const watch = stage.watch(names, { keeping, events: ['published', 'notFound'] });
		await watch.activate();
		const reported: unknown[] = [];
		for (let poll = 0; poll < 5; poll++) {
			reported.push(...(await watch.poll()).map(({ demande }) => demande));
			if (poll === 2) stage.publish(references);
		}
		expect(reported.sort()).toEqual([...names].sort());
	});

	const damaged = { version: 2, notices: { 'N-1': null }, held: {}, missed: {} };
	it.each([
		['something else stands in its place', { v: 1, words: ['parue'] }],
		['it is damaged', { ...damaged, words: [] }],
		['a part of it is', { ...damaged, missed: { status: {}, documents: {}, invoices: {} } }],
	])('is begun anew, with a line in the log, where %s', async (_what, kept) => {
		const references = await stage.orderMany(1);
		const watch = stage.watch(references, { firstSight: 'publishedOrSuspended' });
		watch.keep(kept);
		await watch.activate();
		expect(watch.logged.join()).toContain('so every notice is seen for the first time again');
		expect(JSON.parse(watch.stored)).not.toHaveProperty('words');
		stage.publish(references);
		expect(await watch.poll()).toHaveLength(1);
		// Nor is it found by a trigger that is renamed.
		watch.nodeName = 'Renamed';
		await watch.activate('update');
		expect(watch.executions[1]?.[0]?.json).toMatchObject({ ancien_statut: null });
	});
});

describe('polls of one trigger that overlap', () => {
	it.each(KEEPINGS)('report a change once, state kept %s', async (keeping) => {
		const { watch, references } = await stage.watching(3, { keeping });
		await watch.poll();
		stage.publish(references);
		stage.settings({ latencyMs: 50 });
		await Promise.all([watch.tick(), watch.tick(), watch.tick()]);
		expect(watch.executions.flat()).toHaveLength(3);
		expect(await watch.poll()).toEqual([]);
	});

	it.each([0, 1])(
		'end when the workflow is published anew after %i calls, and that one reports',
		async (calls) => {
			const { watch, references } = await stage.watching(1);
			stage.publish(references);
			stage.settings({ latencyMs: 100 });
			const underWay = watch.tick();
			while (stage.asked().length < calls) await new Promise(setImmediate);
			await watch.activate('update');
			await underWay;
			expect(watch.executions.flat()).toHaveLength(1);
			expect(await watch.poll()).toEqual([]);
		},
	);

	it('do not keep Fetch Test Event, nor a poll that failed, in the way', async () => {
		const { watch, references } = await stage.watching(1, { keeping: 'cursors' });
		stage.settings({ latencyMs: 50 });
		const underWay = watch.tick();
		expect(await watch.fetchTestEvent()).toHaveLength(1);
		await underWay;
		stage.refuse('', 'err_cle_inconnue');
		await expect(watch.poll()).rejects.toThrow();
		stage.publish(references);
		expect(await watch.poll()).toHaveLength(1);
	});
});
