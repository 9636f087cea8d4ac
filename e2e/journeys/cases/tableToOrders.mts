import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import type { Stage } from '../stage.mts';
import { createTable, type Table } from '../tables.mts';

const EXAMPLE = 'table-to-orders';
const START = 'When clicking ‘Execute workflow’';

export function tableToOrders(stage: () => Stage): void {
	let table: Table;
	let workflow: StoredWorkflow;

	const company = (file: string, forfait: string) => ({
		file_reference: file,
		forfait,
		text: `Avis de constitution de ${file}, SAS au capital de 1 000 €, siège à Paris.`,
	});
	const ordersOf = (prefix: string) =>
		stage()
			.world.sandbox.journal.orders()
			.filter(({ dossier }) => dossier.startsWith(prefix));
	const orders = () => ordersOf('TABLE-');

	before(async () => {
		const rows = [
			company('TABLE-1', 'SAS'),
			company('TABLE-2', 'NO_SUCH'),
			company('TABLE-3', 'SARL'),
		];
		table = await createTable(stage().world.client, EXAMPLE, rows);
		workflow = await stage().open(EXAMPLE, { values: { table: table.name } });
	});

	it('orders the good rows and writes the error to the bad one', async () => {
		await stage().run(workflow, START);
		const [first, bad, third] = await table.rows();
		for (const row of [first, third]) {
			const order = orders().find(({ reference }) => reference === row?.['reference']);
			assert.equal(order?.dossier, row?.['file_reference']);
			assert.equal(row?.['order_number'], `CONSTI-${String(row?.['file_reference'])}`);
			assert.match(String(row?.['publication_date']), /^\d{4}-\d{2}-\d{2}$/);
			assert.ok(Number(row?.['total']) > 0);
		}
		assert.equal(bad?.['reference'], null);
		assert.match(String(bad?.['problem']), /forfait does not exist.*err_forfait_inconnu/);
		assert.equal(orders().length, 2);
	});

	it('orders what was corrected, and nothing else again', async () => {
		await table.change('TABLE-2', { forfait: 'SASU' });
		// As if an earlier run had ended between the order and the row.
		await table.change('TABLE-3', { reference: null });
		await stage().run(workflow, START);
		const rows = await table.rows();
		assert.equal(orders().length, 3);
		assert.deepEqual(
			rows.map(({ reference }) => reference),
			['TABLE-1', 'TABLE-2', 'TABLE-3'].map(
				(file) => orders().find(({ dossier }) => dossier === file)?.reference,
			),
		);
		assert.deepEqual([rows[1]?.['problem'], rows[2]?.['problem']], ['', '']);
	});

	let tries = 0;
	survives(stage, {
		example: EXAMPLE,
		trigger: START,
		nodes: {
			'Order the notices': () => ({
				service: { path: 'order' },
				one: { kind: 'codes', codes: ['err_bouclage_depasse'], match: { path: 'order' }, skip: 1 },
			}),
		},
		async prepare() {
			tries += 1;
			const prefix = `TRY${tries}-`;
			const pieces = [1, 2, 3].map((number) => `${prefix}${number}`);
			const rows = pieces.map((piece) => company(piece, 'SAS'));
			const tried = await createTable(stage().world.client, EXAMPLE, rows);
			return {
				own: { values: { table: tried.name } },
				pieces,
				done: () => ordersOf(prefix).map(({ dossier }) => dossier),
				async remembered() {
					const ordered = (await tried.rows()).filter(({ reference }) => Boolean(reference));
					return ordered.map((row) => String(row['file_reference']));
				},
			};
		},
	});
}
