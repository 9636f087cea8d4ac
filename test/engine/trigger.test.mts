import { jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { serviceNames } from './services.mts';
import { KEEPINGS, stageForTests } from './triggerStage.mts';

jest.setTimeout(60_000);

const EVENTS = ['statusChanged', 'published', 'suspended', 'toBePublished', 'reasonChanged'];

describe.each(serviceNames)('the trigger, polled by n8n, on the %s', (name) => {
	const stage = stageForTests(name);

	it.each(KEEPINGS)(
		'reports changes of references and order numbers once, also over a restart, state kept %s',
		async (keeping) => {
			const [first = '', second = '', third = ''] = await stage.order(3);
			const list = [first, 'N-00001', third];
			const watch = stage.watch(list, { keeping, events: EVENTS });
			await watch.activate();
			expect(await watch.poll()).toEqual([]);
			const { notices } = stage.sandbox;
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
					evenement: 'suspended',
					demande: 'N-00001',
					reference: second,
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
		const { watch, first } = await stage.watching(1, {
			events: ['newDocument', 'newInvoice'],
			options: { downloadFiles: true },
		});
		expect(await watch.poll()).toEqual([]);
		stage.sandbox.notices.addDocument(first, 'attestation');
		stage.sandbox.notices.addDocument(first, 'facture');
		await watch.poll();
		const [document, invoice] = watch.executions[0] ?? [];
		expect(document?.json).toMatchObject({
			evenement: 'newDocument',
			reference: first,
			document: { type: 'attestation' },
		});
		expect(Object.keys(document?.binary ?? {})).toEqual(['attestation']);
		// The same fields as Invoice > Get Many, simplified, beside the service's own object.
		const { type, numero, date_facture, montant_ht, montant_ttc } = invoice?.json
			.facture as IDataObject;
		expect(invoice?.json).toMatchObject({
			evenement: 'newInvoice',
			...{ type, numero, date_facture, montant_ht, montant_ttc, references_demandees: [first] },
			montant_tva: expect.any(Number) as unknown,
			tva_par_taux: expect.any(Object) as unknown,
		});
		expect(invoice?.binary?.[`facture_${String(numero)}`]).toMatchObject({
			mimeType: 'application/pdf',
			fileName: expect.stringContaining(String(numero)) as unknown,
		});
		expect(await watch.poll()).toEqual([]);
		expect(watch.executions.flat()).toHaveLength(2);
	});

	it.each(KEEPINGS)(
		'reports a notice that is not found once, after three polls in a row, state kept %s',
		async (keeping) => {
			const [first = '', gone = ''] = await stage.order(2);
			const watch = stage.watch([first, gone, 'INCONNU#1'], { keeping, events: ['notFound'] });
			await watch.activate();
			stage.sandbox.notices.cancel(gone);
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
		const [first = '', second = ''] = await stage.order(2);
		stage.sandbox.notices.setStatus(first, 'parue');
		const watch = stage.watch([second, first, 'INCONNU-3'], { events: ['published'] });
		const [shown, ...others] = await watch.fetchTestEvent();
		expect(others).toEqual([]);
		expect(shown?.json).toMatchObject({
			...{ evenement: 'published', reference: first, statut: 'parue' },
			references_inconnues: ['INCONNU-3'],
		});
		watch.parameters = { ...watch.parameters, events: ['suspended'] };
		const [example] = await watch.fetchTestEvent();
		expect(example?.json).toMatchObject({
			evenement: 'suspended',
			statut: 'suspendue',
			exemple: true,
		});
		expect(Object.keys(example?.json ?? {})).toEqual([
			'exemple',
			...Object.keys(shown?.json ?? {}),
		]);
		expect(watch.stored).toBe('{}');
	});
});

describe('references that the service does not know', () => {
	const stage = stageForTests();

	it.each(['omit', 'refuse', 'entry'] as const)(
		'neither spoil nor slow the others where a batch does this with them: %s',
		async (unknownReferences) => {
			stage.sandbox.settings({ unknownReferences });
			const references = await stage.order(9);
			const watch = stage.watch([...references, 'INCONNU-1', 'INCONNU#2'], {
				events: ['published', 'newInvoice', 'notFound'],
			});
			await watch.activate();
			await watch.poll();
			stage.publish(references.slice(0, 1));
			stage.sandbox.notices.invoice(references[1] ?? '');
			const reported = await watch.poll();
			expect(reported.map(({ evenement, demande }) => [evenement, demande]).sort()).toEqual([
				['newInvoice', references[1]],
				['notFound', 'INCONNU#2'],
				['notFound', 'INCONNU-1'],
				['published', references[0]],
			]);
			const calls: number[] = [];
			for (let poll = 0; poll < 12; poll++) {
				stage.sandbox.journal.clear();
				expect(await watch.poll()).toEqual([]);
				calls.push(stage.calls().length);
			}
			// One each for status and invoices; the unknown ones are asked for in every tenth poll.
			expect(Math.min(...calls)).toBe(2);
			expect(calls.filter((count) => count > 2).length).toBeLessThanOrEqual(2);
		},
	);

	it.each(KEEPINGS)(
		'are asked for at once when the workflow is published anew, state kept %s',
		async (keeping) => {
			const references = await stage.order(1);
			const watch = stage.watch([...references, 'LATE-00000'], { keeping, firstSight: 'current' });
			await watch.activate();
			for (let poll = 0; poll < 4; poll++) await watch.poll();
			await stage.order(1, 'LATE');
			expect(await watch.poll()).toEqual([]);
			await watch.activate('update');
			expect(watch.executions.at(-1)?.map(({ json }) => json.numero_commande)).toEqual([
				'LATE-00000',
			]);
		},
	);
});
