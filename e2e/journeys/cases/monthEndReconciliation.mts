import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import type { Stage } from '../stage.mts';
import { createTable } from '../tables.mts';

const EXAMPLE = 'month-end-reconciliation';

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
		const table = await createTable(client, 'table-to-orders', [
			...orders.map((order, index) => row(order, '2026-11', index === 1 ? 0.1 : 0)),
			row(orders[0], '2026-10'),
		]);
		const recipient = 'cloture@cabinet-demo.example';
		const workflow = await stage().open(EXAMPLE, {
			values: { table: table.name, month: '2026-11', recipient },
		});
		await stage().run(workflow, 'First of the month');

		const mail = await stage().mail.received(recipient, /2026-11, écarts : 4/);
		assert.match(mail.text, /^Annonces commandées : 5\./);
		const [file] = mail.attachments;
		assert.equal(file?.fileName, 'rapprochement-2026-11.csv');
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
		assert.match(lineOf(open), new RegExp(`,0,-${total},.*pas encore facturée`));
		assert.match(lineOf(credited), new RegExp(`,0,-${total},\\S+ \\S+,|,0,-${total},`));
		assert.match(lineOf(cancelled), /annulée ou inconnue/);
	});

	let tries = 0;
	survives(stage, {
		example: EXAMPLE,
		trigger: 'First of the month',
		nodes: {
			'What was invoiced': () => ({ service: {} }),
			'Send the report': () => ({ mail: /./ }),
		},
		async prepare() {
			tries += 1;
			const recipient = `cloture${tries}@cabinet-demo.example`;
			const rows = (await stage().orders(2)).map((reference) => ({
				reference,
				publication_date: '2026-11-12',
				total: 1,
			}));
			const table = await createTable(stage().world.client, 'table-to-orders', rows);
			const sent = () => stage().mail.mails.filter(({ to }) => to.includes(recipient));
			return {
				own: { values: { table: table.name, month: '2026-11', recipient } },
				pieces: ['report'],
				done: () => sent().map(() => 'report'),
			};
		},
	});
}

function totalOf(order: Json | undefined): number {
	return (order?.['tarif'] as { totaux: { montant_ttc: number } }).totaux.montant_ttc;
}
