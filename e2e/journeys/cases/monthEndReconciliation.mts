import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';
import { createTable } from '../tables.mts';

const EXAMPLE = 'month-end-reconciliation';
const START = 'First of the month';

export function monthEndReconciliation(): void {
	it('lists what was ordered, what was invoiced, and the difference to the cent', async () => {
		const { notices } = stage.sandbox;
		const orders: Json[] = [];
		for (const name of ['A', 'B', 'C', 'D', 'E']) {
			orders.push(await stage.order({ dossier: `MONTH-${name}` }));
		}
		const [same = '', dearer = '', open = '', credited = '', cancelled = ''] = orders.map(
			({ reference }) => String(reference),
		);
		for (const reference of [same, dearer, credited]) notices.invoice(reference);
		notices.credit(credited);
		notices.cancel(cancelled);

		const row = (order: Json, month: string, cheaper = 0) => ({
			reference: order['reference'],
			file_reference: `=HYPERLINK("${String(order['reference'])}")`,
			publication_date: `${month}-12`,
			total: Math.round((totalOf(order) - cheaper) * 100) / 100,
		});
		const table = await createTable('table-to-orders', [
			...orders.map((order, index) => row(order, '2026-11', index === 1 ? 0.1 : 0)),
			...orders.slice(0, 1).map((order) => row(order, '2026-10')),
		]);
		const recipient = 'cloture@cabinet-demo.example';
		const values = { table: table.name, month: '2026-11', recipient };
		await stage.run(await stage.open(EXAMPLE, { values }), START);

		const mail = await stage.mail.received(recipient, /novembre 2026, écarts : 4/);
		assert.match(mail.text, /^Annonces commandées : 5\./);
		const [file] = mail.attachments;
		assert.equal(file?.filename, 'rapprochement-2026-11.csv');
		const list = file.content.toString('utf8').replace(/^\uFEFF/, '');
		const [head = '', ...lines] = list.trim().split(/\r?\n/);
		assert.match(
			head,
			/^Référence;Dossier;Commandé TTC;Facturé TTC;Écart;Factures;Avoirs;Remarque$/,
		);
		assert.equal(lines.length, 5);
		for (const line of lines) assert.match(line, /^\w+;"?'=HYPERLINK/, 'a text, not a formula');
		const lineOf = (reference: string) => lines.find((line) => line.startsWith(reference)) ?? '';
		const [total = ''] = orders.map((order) => totalOf(order).toFixed(2).replace('.', ','));
		assert.match(lineOf(same), new RegExp(`;${total};${total};0,00;`));
		assert.match(lineOf(dearer), /;0,10;/);
		assert.match(lineOf(open), new RegExp(`;0,00;-${total};.*pas encore facturée`));
		assert.match(lineOf(credited), new RegExp(`;0,00;-${total};\\S+;\\S+;`));
		assert.match(lineOf(cancelled), /annulée ou inconnue/);
	});

	survives({
		example: EXAMPLE,
		trigger: START,
		nodes: {
			'What was invoiced': () => ({ service: {} }),
			'Send the report': () => ({ mail: /./ }),
		},
		async prepare(name) {
			const recipient = `${name}@cabinet-demo.example`;
			const references = await stage.orders(2);
			const cells = { publication_date: '2026-11-12', total: 1 };
			const rows = references.map((reference) => ({ reference, ...cells }));
			const { name: table } = await createTable('table-to-orders', rows);
			return {
				own: { values: { table, month: '2026-11', recipient } },
				done: () => stage.mailsTo(recipient).map(() => name),
			};
		},
	});
}

function totalOf(order: Json): number {
	return (order['tarif'] as { totaux: { montant_ttc: number } }).totaux.montant_ttc;
}
