import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import { stage } from '../stage.mts';
import { createTable } from '../tables.mts';

const EXAMPLE = 'table-to-orders';
const START = 'When clicking ‘Execute workflow’';

export function tableToOrders(): void {
	const company = (file: string, forfait = 'SAS') => ({
		file_reference: file,
		forfait,
		text: `Avis de constitution de ${file}, SAS au capital de 1 000 €, siège à Paris.`,
	});
	const ordered = () => stage.sandbox.journal.orders().map(({ dossier }) => dossier);

	it('orders the good rows, writes the error to the bad one, and orders that once corrected', async () => {
		const before = ordered().length;
		const table = await createTable(EXAMPLE, [
			company('TABLE-1'),
			company('TABLE-2', 'NO_SUCH'),
			company('TABLE-3', 'SARL'),
		]);
		const workflow = await stage.open(EXAMPLE, { values: { table: table.name } });
		await stage.run(workflow, START);
		const [first, bad, third] = await table.rows();
		for (const row of [first, third]) {
			const file = String(row?.['file_reference']);
			assert.equal(stage.ordered(file)[0]?.reference, row?.['reference']);
			assert.match(String(row?.['order_number']), /^CONSTI-75-/);
			assert.match(String(row?.['publication_date']), /^\d{4}-\d{2}-\d{2}$/);
			assert.ok(Number(row?.['total']) > 0);
		}
		assert.equal(bad?.['reference'], null);
		assert.match(
			String(bad?.['problem']),
			/^TABLE-2: The forfait NO_SUCH does not exist for CONSTI \(err_forfait_inconnu\)/,
		);
		assert.equal(ordered().length, before + 2);

		await table.change('TABLE-2', { forfait: 'SASU' });
		// As if an earlier run had ended between the order and the row.
		await table.change('TABLE-3', { reference: null, file_reference: 'TABLE-3-BIS' });
		await stage.run(workflow, START);
		assert.equal(ordered().length, before + 3);
		for (const row of await table.rows()) {
			const [order] = stage.ordered(String(row['file_reference']).replace('-BIS', ''));
			assert.equal(row['reference'], order?.reference);
			assert.ok(!row['problem']);
		}
	});

	it('orders two rows of one file, each with its own reference', async () => {
		const rows = ['SAS', 'SASU'].map((forfait) => ({
			...company('TABLE-4', forfait),
			text: `Avis de constitution d’une ${forfait} au capital de 1 000 €, siège à Paris.`,
		}));
		const table = await createTable(EXAMPLE, rows);
		await stage.run(await stage.open(EXAMPLE, { values: { table: table.name } }), START);
		const references = (await table.rows()).map((row) => row['reference']);
		const ordered = stage.ordered('TABLE-4').map(({ reference }) => reference);
		assert.equal(new Set(ordered).size, 2);
		assert.deepEqual(references, ordered);
	});
}
