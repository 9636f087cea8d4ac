/** What the options of the trigger promise. */
import { jest } from '@jest/globals';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { KEEPINGS, Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
beforeAll(() => setTimings({ beforeRepeatMs: 10 }));
afterAll(() => setTimings());
beforeEach(() => stage.open());
afterEach(() => stage.close());

describe('options of the trigger', () => {
	it.each(KEEPINGS)(
		'a publication whose attestation does not come goes out after the polls chosen, state kept %s',
		async (keeping) => {
			const credential = stage.account();
			const [reference = ''] = await stage.order(credential, 1);
			const watch = stage.watch(credential, [reference], {
				keeping,
				parameters: { events: ['published'], options: { waitForDocument: 2 } },
			});
			await watch.activate();
			await watch.poll();
			stage.sandbox.notices.setStatus(reference, 'parue');
			const body = '{"resultat":"succes","annonces":[]}';
			stage.sandbox.fault({ kind: 'wrongShape', body, match: { path: '/documents' }, times: 9 });
			expect([await watch.poll(), await watch.poll()]).toEqual([[], []]);
			expect(await watch.poll()).toEqual([
				expect.objectContaining({ evenement: 'published', document_manquant: true }),
			]);
			expect(await watch.poll()).toEqual([]);
		},
	);

	it('a change whose documents cannot be listed goes out after five polls, and says so', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], {
			keeping: 'cursors',
			parameters: { events: ['published'], options: { downloadFiles: true } },
		});
		await watch.poll();
		stage.sandbox.notices.publish(reference);
		stage.sandbox.fault({ kind: 'html', match: { path: '/documents' }, times: 999 });
		for (let poll = 0; poll < 4; poll++) expect(await watch.poll()).toEqual([]);
		expect(await watch.poll()).toEqual([
			expect.objectContaining({
				evenement: 'published',
				fichiers_manquants: [{ type: 'document', raison: expect.any(String) as unknown }],
			}),
		]);
	});

	it('only documents of the chosen types are reported, also when another is chosen later', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], {
			keeping: 'cursors',
			parameters: { events: ['newDocument'], options: { documentTypes: ['attestation'] } },
		});
		await watch.poll();
		stage.sandbox.notices.addDocument(reference, 'justificatif');
		stage.sandbox.notices.addDocument(reference, 'attestation');
		const types = (items: object[]) =>
			items.map((item) => (item as { document: { type: string } }).document.type);
		expect(types(await watch.poll())).toEqual(['attestation']);
		watch.parameters = { ...watch.parameters, options: {} };
		expect(await watch.poll()).toEqual([]);
	});

	it('a published notice is not read any more, and costs nothing once its days are over', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 2);
		const [first = '', second = ''] = references;
		const watch = stage.watch(credential, references, {
			keeping: 'cursors',
			parameters: {
				events: ['statusChanged', 'newInvoice'],
				options: { stopWatching: 3 },
			},
		});
		await watch.poll();
		stage.sandbox.notices.setStatus(first, 'parue');
		expect(await watch.poll()).toHaveLength(1);
		stage.sandbox.notices.setStatus(first, 'archivee');
		stage.sandbox.notices.invoice(first);
		expect((await watch.poll()).map(({ evenement }) => evenement)).toEqual(['newInvoice']);
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
		try {
			clock.mockImplementation(() => now + 5 * 86_400_000);
			stage.sandbox.journal.clear();
			await watch.poll().catch(() => undefined);
		} finally {
			clock.mockRestore();
		}
		const asked = JSON.stringify(
			stage.sandbox.journal.calls().map(({ path, body }) => [path, body]),
		);
		expect(asked).toContain(second);
		expect(asked).not.toContain(first);
	});

	it('an invoice of several notices is one event that names them all', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 3);
		const watch = stage.watch(credential, references, {
			keeping: 'cursors',
			parameters: { events: ['newInvoice'] },
		});
		await watch.poll();
		stage.sandbox.notices.invoice(references.slice(0, 2));
		expect(await watch.poll()).toEqual([
			expect.objectContaining({ references_demandees: references.slice(0, 2) }),
		]);
		expect(await watch.poll()).toEqual([]);
	});
});
