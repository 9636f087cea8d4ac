/** The trigger as n8n polls it: events, files, options, and what is stored between polls. */
import { jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { KEEPINGS } from './poll.mts';
import { serviceNames } from './readings.mts';
import { stageForTests } from './triggerStage.mts';

const EVENTS = ['statusChanged', 'published', 'suspended', 'toBePublished', 'reasonChanged'];
const FILES = ['newDocument', 'newInvoice'];
const text = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;

describe.each(serviceNames)('the trigger, polled by n8n, with the %s', (name) => {
	const stage = stageForTests(name);

	it.each(KEEPINGS)(
		'the trigger reports changes of references and order numbers once, also over a restart, state kept %s',
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
					evenement_id: text(/^[\w-]{22}$/),
					demande: first,
					reference: first,
					numero_commande: 'N-00000',
					statut: 'parue',
					ancien_statut: 'a-paraitre',
					motif: null,
					ancien_motif: null,
					constate_le: text(/^[\d-]{10}T[\d:]{8}\+0[12]:00$/),
				},
				expect.objectContaining({
					...{ evenement: 'suspended', demande: 'N-00001', reference: second },
					motif: 'Pièce manquante',
				}),
			]);
			expect(await watch.poll()).toEqual([]);
			notices.setStatus(second, 'suspendue', 'Logo illisible');
			watch.kill();
			const changed = await (keeping === 'classic' ? watch.activate('init') : watch.poll());
			expect(changed).toMatchObject([
				{ evenement: 'reasonChanged', ancien_motif: 'Pièce manquante' },
			]);
			notices.setStatus(second, 'a-paraitre');
			notices.setStatus(third, 'archivee');
			expect(await watch.poll()).toMatchObject([
				{ evenement: 'toBePublished', statut: 'a-paraitre' },
				{ evenement: 'statusChanged', statut: 'archivee' },
			]);
		},
	);

	it('the trigger reports new documents of the chosen types and new invoices once, each with the name by which its file is fetched', async () => {
		const options = { documentTypes: ['attestation'] };
		const { watch, first } = await stage.watching(1, { events: FILES, options });
		for (const type of ['justificatif', 'attestation', 'facture'] as const) {
			stage.notices.addDocument(first, type);
		}
		const [document, invoice, ...others] = await watch.poll();
		expect(others).toEqual([]);
		const ofDocument = document?.document as IDataObject;
		expect(document).toMatchObject({
			...{ evenement: 'newDocument', reference: first, type: 'attestation' },
			numero: ofDocument.numero,
			nom_fichier: `attestation_${first}_${String(ofDocument.numero)}.pdf`,
			document: { type: 'attestation', url: text(/^http/) },
		});
		// The same fields as Invoice > Get Many, simplified, and the service's own object.
		const { numero, date_facture, montant_ht, montant_ttc } = invoice?.facture as IDataObject;
		expect(invoice).toMatchObject({
			...{ evenement: 'newInvoice', type: 'facture', reference: first },
			...{ numero, date_facture, montant_ht, montant_ttc, references_demandees: [first] },
			nom_fichier: `facture_${String(numero)}_${String(date_facture)}.pdf`,
			montant_tva: expect.any(Number) as unknown,
			tva_par_taux: expect.any(Object) as unknown,
		});
		expect(watch.executions.flat().filter(({ binary }) => binary)).toEqual([]);
		// Nor are the others when their type is chosen later.
		watch.parameters = { ...watch.parameters, options: {} };
		expect(await watch.poll()).toEqual([]);
	});

	it('the trigger shows real events in the editor, or a marked example, and remembers nothing of it', async () => {
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
		expect(example.numero_commande).toBe('N-00001');
		expect(watch.stored).toBe('{}');
	});
});

const stage = stageForTests();

describe('references that the service does not know', () => {
	it.each(['omit', 'refuse', 'entry'] as const)(
		'unknown references neither spoil nor slow the others where a batch does this with them: %s',
		async (unknownReferences) => {
			stage.settings({ unknownReferences });
			const references = await stage.orderMany(9);
			const [first = '', second = ''] = references;
			const events = ['published', 'newInvoice', 'notFound'];
			const watch = stage.watch([...references, 'INCONNU-1', 'INCONNU#2'], { events });
			await watch.activate();
			await watch.poll();
			stage.publish([first]);
			stage.notices.invoice(second);
			const reported = await watch.poll();
			expect(reported.map(({ evenement, demande }) => `${evenement} ${demande}`).sort()).toEqual([
				`newInvoice ${second}`,
				'notFound INCONNU#2',
				'notFound INCONNU-1',
				`published ${first}`,
			]);
			const calls: number[] = [];
			for (let poll = 0; poll < 12; poll++) {
				stage.journal.clear();
				expect(await watch.poll()).toEqual([]);
				calls.push(stage.asked().length);
			}
			// Status and invoices, and the invoices of the two unknown ones; those that spoil lists are read alone.
			expect(Math.max(...calls)).toBeLessThanOrEqual(unknownReferences === 'refuse' ? 6 : 3);
		},
	);

	it.each(KEEPINGS)(
		'references that become unknown are reported once, after three polls in a row, whatever their documents cost, state kept %s',
		async (keeping) => {
			stage.settings({ unknownReferences: 'refuse' });
			const events = ['statusChanged', ...FILES, 'notFound'];
			const { watch, references } = await stage.watching(90, { keeping, events });
			const gone = [7, 33, 58].map((at) => references[at] ?? '');
			for (const reference of gone) stage.notices.cancel(reference);
			const reported = [...(await watch.poll()), ...(await watch.poll())];
			expect(reported).toEqual([]);
			for (let poll = 3; poll <= 12; poll++) reported.push(...(await watch.poll()));
			expect(reported).toMatchObject(
				gone.map((demande) => ({ demande, ancien_statut: 'a-paraitre', introuvable: true })),
			);
		},
	);

	it.each(['omit', 'refuse', 'entry'] as const)(
		'unknown references are reported in the poll after they are ordered, where a batch does this with unknown ones: %s',
		async (unknownReferences) => {
			stage.settings({ unknownReferences });
			const references = await stage.orderMany(1);
			const watch = stage.watch([...references, 'LATE-00000']);
			await watch.activate();
			for (let poll = 0; poll < 30; poll++) await watch.poll();
			await stage.orderMany(1, 'LATE');
			expect(await watch.poll()).toMatchObject([{ numero_commande: 'LATE-00000' }]);
		},
	);
});

describe('files and documents', () => {
	it('a published notice is not read any more, and costs nothing once its days are over', async () => {
		const events = ['statusChanged', 'newInvoice'];
		const { watch, first, second } = await stage.watching(2, {
			...{ events, options: { stopWatching: 3 } },
		});
		stage.publish([first]);
		expect(await watch.poll()).toHaveLength(1);
		stage.notices.setStatus(first, 'archivee');
		stage.notices.invoice(first);
		expect(await watch.poll()).toMatchObject([{ evenement: 'newInvoice' }]);
		const published = Date.now();
		const clock = jest.spyOn(Date, 'now');
		const askedAfter = async (days: number) => {
			clock.mockImplementation(() => published + days * 86_400_000);
			stage.journal.clear();
			await watch.poll().catch(() => undefined);
			return JSON.stringify(stage.asked());
		};
		expect(await askedAfter(2)).toContain(first);
		const asked = await askedAfter(5);
		clock.mockRestore();
		expect(asked).toContain(second);
		expect(asked).not.toContain(first);
	});

	it('an invoice of several notices is one event that names them all', async () => {
		const { watch, first, second } = await stage.watching(3, { events: ['newInvoice'] });
		stage.notices.invoice([first, second]);
		expect(await watch.poll()).toMatchObject([{ references_demandees: [first, second] }]);
		expect(await watch.poll()).toEqual([]);
	});

	it('invoices of one number that differ are events of their own, each once', async () => {
		const { watch, references } = await stage.watching(2, { events: ['newInvoice'] });
		const poll = async (factures: readonly object[][]) => {
			const annonces = references.map((reference, at) => ({ reference, factures: factures[at] }));
			stage.answer('/factures', { annonces });
			return await watch.poll();
		};
		const url = 'https://a.example/F1.pdf';
		const one = { type: 'facture', numero: 'F1', montant_ttc: 120, url };
		const corrected = { ...one, montant_ttc: 240 };
		// Two newspapers may give theirs one number.
		const others = [{ ...one, date_facture: '2026-11-19' }];
		const reported = await poll([[one], []]);
		reported.push(...(await poll([[corrected, one], others])));
		expect(reported.map(({ facture }) => facture)).toEqual([one, corrected, ...others]);
		expect(new Set(reported.map(({ evenement_id: id }) => id)).size).toBe(3);
		expect(await poll([[corrected, one], others])).toEqual([]);
	});
});

describe('what n8n stores', () => {
	it('the stored state takes at most 90 bytes for a notice with attestation and invoice, and names it with its status', async () => {
		const references = await stage.orderMany(60, 'NUMERO');
		const numbers = references.map((_one, at) => `NUMERO-${`${at}`.padStart(5, '0')}`);
		const watch = stage.watch(numbers, { keeping: 'cursors', events: ['statusChanged', ...FILES] });
		await watch.poll();
		for (const reference of references) {
			stage.notices.addDocument(reference, 'attestation');
			stage.notices.invoice(reference);
		}
		expect(await watch.poll()).toHaveLength(120);
		expect(Buffer.byteLength(watch.stored) / 60).toBeLessThanOrEqual(90);
		const { notices } = JSON.parse(watch.stored) as { notices: Record<string, unknown> };
		expect(notices['NUMERO-00007']).toMatchObject({ statut: 'a-paraitre' });
	});

	it.each(KEEPINGS)('the state holds names of properties, kept %s', async (keeping) => {
		const names = ['valueOf', 'constructor', 'toString', 'hasOwnProperty'];
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

	const whole = { version: 5, since: 1, doubtedPolls: 0, alone: [], notices: {} };
	it.each<[string, object]>([
		['another value is in its place', { v: 1, words: ['parue'] }],
		['another version has written it', { ...whole, version: 3 }],
		['its notices are a list', { ...whole, notices: [] }],
	])('the stored state is begun anew, with a line in the log, where %s', async (_what, kept) => {
		const references = await stage.orderMany(1);
		const watch = stage.watch(references, { firstSight: 'publishedOrSuspended' });
		watch.stored = JSON.stringify({ words: [], ...kept });
		await watch.activate();
		expect(watch.logged.join()).toContain('so every notice is seen for the first time again');
		expect(JSON.parse(watch.stored)).not.toHaveProperty('words');
		stage.publish(references);
		expect(await watch.poll()).toHaveLength(1);
		// Nor is it found by a trigger that is renamed.
		watch.nodeName = 'Renamed';
		expect(await watch.activate('update')).toMatchObject([{ ancien_statut: null }]);
	});

	it.each([null, {}, [], 7])(
		'the stored state is carried on over polls without items where its stamp is %j',
		async (stamp) => {
			const watch = stage.watch(['INCONNUE'], { keeping: 'scheduler', events: ['notFound'] });
			watch.stored = JSON.stringify({ ...whole, stamp });
			for (let poll = 0; poll < 5; poll++) await watch.poll();
			expect(watch.executions.flat()).toHaveLength(1);
		},
	);
});

it.each(['null', '[]', '"parue"', '7'])(
	'polls fail and say so where n8n has stored %s, which can hold no state',
	async (stored) => {
		const { watch } = await stage.watching(1);
		watch.kill();
		watch.stored = stored;
		await expect(watch.activate()).rejects.toMatchObject({
			message: text(/^What n8n has stored for this trigger cannot be read/),
			description: text(/^Replace this node with a copy/),
		});
		await expect(watch.poll()).rejects.toThrow('cannot be read');
		watch.stored = '{}';
		expect(await watch.activate()).toEqual([]);
	},
);

describe('polls of one trigger that overlap', () => {
	const moments = KEEPINGS.flatMap((keeping) => [0, 1].map((calls) => [calls, keeping] as const));
	it.each(moments)(
		'polls end when the workflow is published again after %i calls, and the new one reports, state kept %s',
		async (calls, keeping) => {
			const { watch, references } = await stage.watching(1, { keeping });
			await watch.poll();
			stage.journal.clear();
			stage.publish(references);
			stage.settings({ latencyMs: 100 });
			const underWay = watch.tick();
			while (stage.asked().length < calls) await new Promise(setImmediate);
			// A poll whose call is under way ends after the one that takes over.
			stage.settings({ latencyMs: 10 });
			await watch.activate('update');
			await underWay;
			expect(watch.executions.flat()).toHaveLength(1);
			expect(await watch.poll()).toEqual([]);
		},
	);
});
