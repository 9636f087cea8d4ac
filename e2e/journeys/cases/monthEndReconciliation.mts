import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import type { Stage } from '../stage.mts';
import { createTable } from '../tables.mts';

export function monthEndReconciliation(stage: () => Stage): void {
	it('lists what was ordered, what was invoiced, and the difference to the cent', async () => {
		const { sandbox, client } = stage().world;
		const orders = [];
		for (const name of ['A', 'B', 'C', 'D', 'E']) {
			orders.push(await stage().order({ dossier: `MONTH-${name}` }));
		}
		const [same, dearer, open, credited, cancelled] = orders.map(({ reference }) =>
			String(reference),
		) as [string, string, string, string, string];
		for (const reference of [same, dearer, credited]) sandbox.notices.invoice(reference);
		sandbox.notices.credit(credited);
		sandbox.notices.cancel(cancelled);

		const row = (order: Json | undefined, month: string, cheaper = 0) => ({
			reference: String(order?.['reference']),
			file_reference: `=HYPERLINK("${String(order?.['reference'])}")`,
			publication_date: `${month}-12`,
			total: Math.round((totalOf(order) - cheaper) * 100) / 100,
		});
		const table = await createTable(
			client,
			'Orders',
			{
				reference: 'string',
				file_reference: 'string',
				publication_date: 'string',
				total: 'number',
			},
			[
				...orders.map((order, index) => row(order, '2026-11', index === 1 ? 0.1 : 0)),
				row(orders[0], '2026-10'),
			],
		);
		const recipient = 'cloture@cabinet-demo.example';
		const workflow = await stage().open('month-end-reconciliation', {
			values: { tableId: table.id, month: '2026-11', recipient },
		});
		await stage().run(workflow, 'First of the month');

		const mail = await stage().mail.received(recipient, /2026-11: 4 differences/);
		assert.match(mail.text, /^5 notices/);
		const [file] = mail.attachments;
		assert.equal(file?.fileName, 'reconciliation-2026-11.csv');
		const [head = '', ...lines] = (file?.content.toString('utf8') ?? '')
			.replace(/^\uFEFF/, '')
			.trim()
			.split(/\r?\n/);
		assert.match(head, /^"?reference"?,"?file_reference"?,"?ordered"?,"?invoiced"?,"?difference/);
		assert.equal(lines.length, 5);
		const lineOf = (reference: string) => lines.find((line) => line.startsWith(reference)) ?? '';
		for (const line of lines) assert.match(line, /^\w+,"?'=HYPERLINK/, 'a text, not a formula');
		const total = totalOf(orders[0]);
		assert.match(lineOf(same), new RegExp(`,${total},${total},0,`));
		assert.match(lineOf(dearer), /,0\.1,/);
		assert.match(lineOf(open), new RegExp(`,0,-${total},.*not invoiced yet`));
		assert.match(lineOf(credited), new RegExp(`,0,-${total},\\S+ \\S+,|,0,-${total},`));
		assert.match(lineOf(cancelled), /cancelled or unknown/);
	});
}

function totalOf(order: Json | undefined): number {
	return (order?.['tarif'] as { totaux: { montant_ttc: number } }).totaux.montant_ttc;
}
