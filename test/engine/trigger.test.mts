import { jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Poller, type Keeping } from './poll.mts';
import { serviceNames } from './services.mts';
import { startWatched, type WatchedService } from './watchedService.mts';

jest.setTimeout(60_000);

const EVENTS = ['statusChanged', 'published', 'suspended', 'toBePublished', 'reasonChanged'];

describe.each(serviceNames)('the trigger, polled by n8n, on the %s', (name) => {
	let service: WatchedService;
	let references: string[];

	beforeAll(async () => {
		service = await startWatched(name);
		references = [];
		for (let index = 0; index < 9; index++) references.push(await service.order(`NUMERO-${index}`));
	});

	afterAll(async () => {
		await service.close();
	});

	function poller(parameters: Record<string, unknown>, keeping: Keeping = 'classic'): Poller {
		return new Poller({
			credential: service.credential,
			keeping,
			parameters: {
				events: EVENTS,
				references: '',
				firstSight: 'none',
				options: {},
				...parameters,
			} as never,
		});
	}

	it.each(['classic', 'scheduler', 'cursors'] as const)(
		'tells changes of references and order numbers once, state kept %s',
		async (keeping) => {
			const [first = '', second = '', third = ''] = references;
			for (const reference of [first, second, third]) service.setStatus(reference, 'a-paraitre');
			const watch = poller({ references: `${first}\nNUMERO-1, ${third}` }, keeping);
			await watch.activate();
			expect(await watch.poll()).toEqual([]);
			service.setStatus(first, 'parue');
			service.setStatus(second, 'suspendue', 'Pièce manquante');
			const items = await watch.poll();
			expect(items).toEqual([
				{
					evenement: 'published',
					evenement_id: expect.stringMatching(/^[\w-]{22}$/) as unknown,
					demande: first,
					reference: first,
					numero_commande: 'NUMERO-0',
					statut: 'parue',
					ancien_statut: 'a-paraitre',
					motif: null,
					ancien_motif: null,
					constate_le: expect.stringMatching(
						/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/,
					) as unknown,
				},
				expect.objectContaining({
					evenement: 'suspended',
					demande: 'NUMERO-1',
					reference: second,
					numero_commande: 'NUMERO-1',
					statut: 'suspendue',
					ancien_statut: 'a-paraitre',
					motif: 'Pièce manquante',
				}),
			]);
			expect(await watch.poll()).toEqual([]);
			service.setStatus(second, 'suspendue', 'Logo illisible');
			expect(await watch.poll()).toEqual([
				expect.objectContaining({
					evenement: 'reasonChanged',
					motif: 'Logo illisible',
					ancien_motif: 'Pièce manquante',
				}),
			]);
			service.setStatus(second, 'a-paraitre');
			service.setStatus(third, 'archivee');
			expect((await watch.poll()).map(({ evenement, statut }) => [evenement, statut])).toEqual([
				['toBePublished', 'a-paraitre'],
				['statusChanged', 'archivee'],
			]);
			expect(watch.executions).toHaveLength(3);
		},
	);

	it('tells what changed while n8n was down', async () => {
		const [first = ''] = references;
		service.setStatus(first, 'a-paraitre');
		for (const keeping of ['classic', 'scheduler', 'cursors'] as const) {
			const watch = poller({ references: first }, keeping);
			await watch.activate();
			await watch.poll();
			service.setStatus(first, 'parue');
			await watch.killAndRestart();
			await watch.poll();
			expect(watch.executions.flat().map(({ json }) => json.evenement)).toEqual(['published']);
			service.setStatus(first, 'a-paraitre');
			await watch.poll();
			await watch.killAndRestart();
			await watch.poll();
			expect(watch.executions).toHaveLength(2);
		}
	});

	it('tells a new document and a new invoice once, with their files', async () => {
		const reference = references[3] ?? '';
		const watch = poller({
			events: ['newDocument', 'newInvoice'],
			references: reference,
			options: { downloadFiles: true },
		});
		await watch.activate();
		expect(await watch.poll()).toEqual([]);
		service.addDocument(reference, 'attestation');
		service.addDocument(reference, 'facture');
		await watch.poll();
		const items = watch.executions[0] ?? [];
		expect(items.map(({ json }) => json.evenement)).toEqual(['newDocument', 'newInvoice']);
		expect(items[0]?.json).toMatchObject({ reference, document: { type: 'attestation' } });
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['attestation']);
		const invoice = items[1]?.json.facture as { numero: string; type: string };
		// The same fields as Invoice > Get Many, simplified.
		const { type, numero, date_facture, montant_ht, montant_ttc } = invoice as IDataObject;
		expect(items[1]?.json).toMatchObject({
			...{ type, numero, date_facture, montant_ht, montant_ttc, references_demandees: [reference] },
			montant_tva: expect.any(Number) as unknown,
			tva_par_taux: expect.any(Object) as unknown,
		});
		expect(Object.keys(items[1]?.binary ?? {})).toEqual([`facture_${invoice.numero}`]);
		expect(items[1]?.binary?.[`facture_${invoice.numero}`]).toMatchObject({
			mimeType: 'application/pdf',
			fileName: expect.stringContaining(invoice.numero) as unknown,
		});
		expect(await watch.poll()).toEqual([]);
	});

	it('tells that a notice is gone, once, and only after misses at several polls', async () => {
		const gone = await service.order();
		const [first = ''] = references;
		const watch = poller({
			events: ['notFound'],
			references: [first, gone, 'INCONNU#1'].join('\n'),
		});
		await watch.activate();
		await service.cancel(gone);
		const told: unknown[] = [];
		let polls = 0;
		for (; polls < 10; polls++) {
			for (const item of await watch.poll())
				told.push([polls, item.demande, item.ancien_statut, item.introuvable]);
		}
		expect(told).toHaveLength(2);
		expect(told).toContainEqual([expect.any(Number), gone, 'a-paraitre', true]);
		expect(told).toContainEqual([expect.any(Number), 'INCONNU#1', null, true]);
	});

	it('keeps unknown references from spoiling or slowing the others', async () => {
		const [first = ''] = references;
		service.setStatus(first, 'a-paraitre');
		const watch = poller({ references: [...references, 'INCONNU-1', 'INCONNU-2'] });
		await watch.activate();
		for (let poll = 0; poll < 3; poll++) await watch.poll();
		service.calls();
		service.setStatus(first, 'parue');
		expect(await watch.poll()).toHaveLength(1);
		const calls: number[] = [];
		for (let poll = 0; poll < 12; poll++) {
			service.calls();
			await watch.poll();
			calls.push(service.calls().length);
		}
		// Nine notices need one call, or four where the service takes seven and more are tried first.
		expect(Math.min(...calls)).toBeLessThanOrEqual(name === 'strict sandbox' ? 4 : 1);
		expect(calls.filter((count) => count > Math.min(...calls)).length).toBeLessThanOrEqual(3);
	});

	it('holds a publication until its attestation is there', async () => {
		const reference = await service.order();
		const watch = poller({
			events: ['published'],
			references: reference,
			options: { waitForDocument: 3, downloadFiles: true, documentTypes: ['attestation'] },
		});
		await watch.activate();
		service.setStatus(reference, 'parue');
		expect(await watch.poll()).toEqual([]);
		service.addDocument(reference, 'attestation');
		expect(await watch.poll()).toEqual([
			expect.objectContaining({ evenement: 'published', reference }),
		]);
		expect(Object.keys(watch.executions[0]?.[0]?.binary ?? {})).toEqual(['attestation']);
	});

	it('shows real events in the editor, or a marked example, and remembers nothing of it', async () => {
		const [first = '', second = ''] = references;
		service.setStatus(first, 'parue');
		service.setStatus(second, 'a-paraitre');
		const watch = poller({ events: ['published'], references: `${second}\n${first}` });
		const shown = await watch.fetchTestEvent();
		expect(shown.map(({ json }) => json)).toEqual([
			expect.objectContaining({ evenement: 'published', reference: first, statut: 'parue' }),
		]);
		expect(shown[0]?.json).not.toHaveProperty('exemple');
		watch.parameters = { ...watch.parameters, events: ['suspended'] };
		const example = await watch.fetchTestEvent();
		expect(example.map(({ json }) => json)).toEqual([
			expect.objectContaining({ evenement: 'suspended', statut: 'suspendue', exemple: true }),
		]);
		expect(Object.keys(example[0]?.json ?? {})).toEqual([
			'exemple',
			...Object.keys(shown[0]?.json ?? {}),
		]);
		expect(watch.stored).toBe('{}');
	});

	it('shows in the editor which references the service does not know', async () => {
		const [first = ''] = references;
		const watch = poller({ references: `${first}\nINCONNU-3` });
		const [shown] = await watch.fetchTestEvent();
		expect(shown?.json).toMatchObject({ reference: first, references_inconnues: ['INCONNU-3'] });
	});
});
