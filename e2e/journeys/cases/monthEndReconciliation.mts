import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';
import { createTable } from '../tables.mts';

const EXAMPLE = 'month-end-reconciliation';
const START = 'First of the month';

export function monthEndReconciliation(): void {
	/** What the office has written down of its orders. */
	async function own(name: string, rows: readonly Json[]) {
		const { name: table } = await createTable('table-to-orders', rows);
		const recipient = `${name}@cabinet-demo.example`;
		return { values: { table, month: '2026-11', recipient } };
	}

	it('lists what was ordered, what was invoiced, and the difference to the cent', async () => {
		const { notices } = stage.sandbox;
		const references = await stage.orders(5);
		const [same = '', dearer = '', open = '', credited = '', cancelled = ''] = references;
		for (const reference of [same, dearer, credited]) notices.invoice(reference);
		notices.credit(credited);
		notices.cancel(cancelled);

		const { tarif } = await stage.order();
		const cents = Math.round((tarif as Tariff).totaux.montant_ttc * 100);
		const row = (reference: string, month = '2026-11') => ({
			reference,
			file_reference: `=HYPERLINK("${reference}")`,
			publication_date: `${month}-12`,
			total: (reference === dearer ? cents - 10 : cents) / 100,
		});
		const rows = references.map((reference) => row(reference));
		const { values } = await own('cloture', [...rows, row(same, '2026-10')]);
		await stage.run(await stage.open(EXAMPLE, { values }), START);

		const mail = await stage.mail.received(values.recipient, /novembre 2026, écarts : 4/);
		assert.match(mail.text, /^Annonces commandées : 5\./);
		const [file] = mail.attachments;
		assert.equal(file?.filename, 'rapprochement-2026-11.csv');
		const list = file.content.toString('utf8').replace(/^\uFEFF/, '');
		const [head = '', ...lines] = list.trim().split(/\r?\n/);
		assert.match(head, /^Référence;Dossier;Commandé TTC;Facturé TTC;Écart;.*;Remarque$/);
		assert.equal(lines.length, 5);
		for (const line of lines) assert.match(line, /^\w+;"?'=HYPERLINK/, 'a text, not a formula');
		const lineOf = (reference: string) => lines.find((line) => line.startsWith(reference)) ?? '';
		const total = (cents / 100).toFixed(2).replace('.', ',');
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
			const cells = { publication_date: '2026-11-12', total: 1 };
			const references = await stage.orders(2);
			const { values } = await own(
				name,
				references.map((reference) => ({ reference, ...cells })),
			);
			return {
				own: { values },
				done: () => stage.mailsTo(values.recipient).map(() => name),
			};
		},
	});
}

interface Tariff {
	readonly totaux: { readonly montant_ttc: number };
}
