import type { IDataObject } from 'n8n-workflow';
import { runNode, type RunOptions } from './engine.mts';
import { serviceNames } from './services.mts';
import { Stage } from './triggerStage.mts';

type Row = { ref: string; statut?: string; motif?: string };

describe.each(serviceNames)('status changes of a table, on the %s', (name) => {
	const stage = new Stage();
	let references: string[];

	beforeAll(async () => {
		await stage.open(name);
		references = await stage.order(4, 'T');
	});

	afterAll(async () => {
		await stage.close();
	});

	const setStatus = (reference = '', status: string, reason?: string) =>
		stage.sandbox.notices.setStatus(reference, status, reason);

	async function changes(
		rows: Row[],
		parameters: Record<string, unknown> = {},
		settings: RunOptions['settings'] = {},
	) {
		return await runNode({
			credential: stage.credential,
			items: rows as IDataObject[],
			settings,
			parameters: {
				resource: 'notice',
				operation: 'getStatusChanges',
				reference: '={{ $json.ref }}',
				previousStatus: '={{ $json.statut }}',
				previousReason: '',
				options: {},
				...parameters,
			} as never,
		});
	}

	it('only changed rows come out, with both values, each paired with its row, in one call', async () => {
		const [first = '', second = '', third = ''] = references;
		setStatus(first, 'parue');
		setStatus(second, 'suspendue', 'Logo');
		setStatus(third, 'a-paraitre');
		stage.sandbox.journal.clear();
		const { items, error } = await changes([
			{ ref: first, statut: 'a-paraitre' },
			{ ref: third, statut: 'a-paraitre' },
			{ ref: 'T-00001', statut: 'a-paraitre' },
			{ ref: first, statut: 'parue' },
		]);
		expect(error).toBeUndefined();
		expect(stage.calls()).toHaveLength(1);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				evenement: 'published',
				evenement_id: expect.stringMatching(/^[\w-]{22}$/) as unknown,
				demande: first,
				reference: first,
				numero_commande: 'T-00000',
				statut: 'parue',
				ancien_statut: 'a-paraitre',
				motif: null,
				ancien_motif: null,
				constate_le: expect.stringMatching(/\+0[12]:00$/) as unknown,
			}),
			expect.objectContaining({
				evenement: 'suspended',
				demande: 'T-00001',
				reference: second,
				statut: 'suspendue',
				motif: 'Logo',
			}),
		]);
	});

	it('the same table gives the same items again, and none once it is brought up to date', async () => {
		const rows: Row[] = references.map((ref) => ({ ref }));
		const once = await changes(rows);
		const again = await changes(rows);
		const ids = (json: IDataObject[]) => json.map(({ evenement_id: id }) => id);
		expect(ids(again.json)).toEqual(ids(once.json));
		const updated = once.json.map(({ demande, statut }) => ({
			ref: String(demande),
			statut: String(statut),
		}));
		expect((await changes(updated)).json).toEqual([]);
	});

	it.each([
		['current', 4],
		['publishedOrSuspended', 2],
		['none', 0],
	])('rows without a status come out as first sight says: %s', async (firstSight, count) => {
		setStatus(references[0], 'parue');
		setStatus(references[1], 'suspendue', 'Logo');
		const { json } = await changes(
			references.map((ref) => ({ ref })),
			{ options: { firstSight } },
		);
		expect(json).toHaveLength(count);
		for (const item of json) expect(item.ancien_statut).toBeNull();
	});

	it('a notice that is not found comes out once, and its word is taken back', async () => {
		const ref = 'INCONNU#9';
		const { json } = await changes([
			{ ref, statut: 'parue' },
			{ ref: references[3] ?? '', statut: 'introuvable' },
		]);
		expect(json[0]).toMatchObject({
			evenement: 'notFound',
			demande: ref,
			reference: ref,
			introuvable: true,
			statut: 'introuvable',
			ancien_statut: 'parue',
		});
		expect(json[1]).toMatchObject({ reference: references[3], ancien_statut: 'introuvable' });
		expect((await changes([{ ref, statut: String(json[0]?.statut) }])).json).toEqual([]);
	});

	it('or is an error where that is chosen, which other rows survive', async () => {
		const rows = [{ ref: 'INCONNU-9' }, { ref: references[0] ?? '' }];
		const options = { options: { ifNotFound: 'fail' } };
		const { items, errorItems } = await changes(rows, options, { onError: 'continueErrorOutput' });
		expect(items).toHaveLength(1);
		expect(errorItems).toHaveLength(1);
		expect((await changes(rows, options)).error?.message).toContain('err_annonce_introuvable');
	});

	it('reasons are compared where the table keeps them', async () => {
		const ref = references[1] ?? '';
		setStatus(ref, 'suspendue', 'Logo');
		const kept = { previousReason: '={{ $json.motif }}' };
		expect((await changes([{ ref, statut: 'suspendue' }])).json).toEqual([]);
		expect((await changes([{ ref, statut: 'suspendue', motif: 'Logo' }], kept)).json).toEqual([]);
		for (const motif of ['Texte', '', undefined]) {
			const row = { ref, statut: 'suspendue', ...(motif === undefined ? {} : { motif }) };
			expect((await changes([row], kept)).json).toEqual([
				expect.objectContaining({
					evenement: 'reasonChanged',
					motif: 'Logo',
					ancien_motif: motif || null,
				}),
			]);
		}
	});

	it('a row without a reference says so', async () => {
		const { error } = await changes([{ ref: ' ' }]);
		expect(error?.message).toContain("'Reference or Order Number' is empty.");
	});

	it('is the same in queue mode, in a manual run and when it is tried again', async () => {
		setStatus(references[0], 'parue');
		for (const mode of ['manual', 'trigger', 'retry'] as const) {
			const { json } = await runNode({
				credential: stage.credential,
				mode,
				items: [{ ref: references[0] }],
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
				parameters: {
					resource: 'notice',
					operation: 'getStatusChanges',
					reference: '={{ $json.ref }}',
					previousStatus: 'a-paraitre',
				},
			});
			expect(json.map(({ evenement }) => evenement)).toEqual(['published']);
		}
	});
});
