/** Get Status Changes: a table that remembers, and an operation that does not. */
import type { IDataObject } from 'n8n-workflow';
import { RETRIES, type RunOptions } from './engine.mts';
import { serviceNames } from './readings.mts';
import { readingForTests } from './sandbox.mts';

describe.each(serviceNames)('status changes of a table, with the %s', (name) => {
	const sandbox = readingForTests(name, { initialStatus: 'a-paraitre' });
	let [first, second, third, fourth] = ['', '', '', ''];
	let rows: IDataObject[];
	beforeAll(async () => {
		const references = await sandbox.orderNumbered('T-0', 'T-1', 'T-2', 'T-3');
		[first = '', second = '', third = '', fourth = ''] = references;
		rows = references.map((ref) => ({ ref }));
		sandbox.notices.setStatus(first, 'parue');
		sandbox.notices.setStatus(second, 'suspendue', 'Logo');
	});

	async function changes(items: IDataObject[], more: object = {}, rest: Partial<RunOptions> = {}) {
		const reference = '={{ $json.ref }}';
		const previousStatus = '={{ $json.statut }}';
		const parameters = { reference, previousStatus, previousReason: '', ...more };
		return await sandbox.run('notice.getStatusChanges', parameters, { items, ...rest });
	}

	it('only changed rows come out, with both values, each paired with its row, in one call', async () => {
		sandbox.journal.clear();
		const { json, pairs } = await changes([
			{ ref: first, statut: 'a-paraitre' },
			{ ref: third, statut: 'a-paraitre' },
			{ ref: 'T-1', statut: 'a-paraitre' },
			{ ref: first, statut: 'parue' },
		]);
		expect(sandbox.calls()).toHaveLength(1);
		expect(pairs).toEqual([{ item: 0 }, { item: 2 }]);
		expect(json).toEqual([
			expect.objectContaining({
				evenement: 'published',
				evenement_id: expect.stringMatching(/^[\w-]{22}$/) as unknown,
				...{ demande: first, reference: first, numero_commande: 'T-0' },
				...{ statut: 'parue', ancien_statut: 'a-paraitre', motif: null, ancien_motif: null },
				constate_le: expect.stringMatching(/\+0[12]:00$/) as unknown,
			}),
			expect.objectContaining({
				...{ evenement: 'suspended', demande: 'T-1', reference: second },
				...{ statut: 'suspendue', motif: 'Logo' },
			}),
		]);
	});

	it('the same table gives the same items in every mode, and none once it is up to date', async () => {
		const { json: once } = await changes(rows);
		const ids = once.map(({ evenement_id: id }) => id);
		for (const mode of ['manual', 'trigger', 'retry'] as const) {
			const { json } = await changes(rows, {}, { mode, settings: RETRIES });
			expect(json.map(({ evenement_id: id }) => id)).toEqual(ids);
		}
		const updated = once.map(({ demande: ref, statut }) => ({ ref, statut }) as IDataObject);
		expect((await changes(updated)).json).toEqual([]);
	});

	it.each([
		['current', 4],
		['publishedOrSuspended', 2],
		['none', 0],
	])('rows without a status come out as First Sight says: %s', async (firstSight, count) => {
		const { json } = await changes(rows, { options: { firstSight } });
		expect(json.map(({ ancien_statut: before }) => before)).toEqual(Array(count).fill(null));
	});

	it('a notice that is not found comes out once, is withdrawn when it is found, or is an error', async () => {
		const ref = 'INCONNU#9';
		const { json } = await changes([
			{ ref, statut: 'parue' },
			{ ref: fourth, statut: 'introuvable' },
		]);
		expect(json).toMatchObject([
			{
				...{ evenement: 'notFound', demande: ref, reference: ref, introuvable: true },
				...{ statut: 'introuvable', ancien_statut: 'parue' },
			},
			{ reference: fourth, ancien_statut: 'introuvable' },
		]);
		expect((await changes([{ ref, statut: 'introuvable' }])).json).toEqual([]);
		const failing = { options: { ifNotFound: 'fail' } };
		const both = [{ ref }, { ref: first }];
		const settings = { onError: 'continueErrorOutput' } as const;
		const { items, errorItems } = await changes(both, failing, { settings });
		expect([items.length, errorItems.length]).toEqual([1, 1]);
		expect((await changes(both, failing)).told).toContain('err_annonce_introuvable');
	});

	it('reasons are compared where the table keeps them', async () => {
		const row = { ref: second, statut: 'suspendue' };
		const kept = { previousReason: '={{ $json.motif }}' };
		expect((await changes([row])).json).toEqual([]);
		expect((await changes([{ ...row, motif: 'Logo' }], kept)).json).toEqual([]);
		for (const motif of ['Texte', undefined]) {
			expect((await changes([{ ...row, motif }], kept)).json).toMatchObject([
				{ evenement: 'reasonChanged', motif: 'Logo', ancien_motif: motif ?? null },
			]);
		}
	});

	it('a row without a reference says so', async () => {
		expect((await changes([{ ref: ' ' }])).told).toBe("'Reference or Order Number' is empty.");
	});
});
