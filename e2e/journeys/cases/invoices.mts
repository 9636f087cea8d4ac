import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { survives, type Outside } from '../failures.mts';
import { httpStandIn } from '../httpStandIn.mts';
import type { Own } from '../ownValues.mts';
import { stage, succeeded } from '../stage.mts';
import { createTable } from '../tables.mts';

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' });
const MORNING = 'Every morning';
const TRIGGER = 'A new invoice or credit note';

/** What one of the journeys does with an invoice. */
interface Ending {
	readonly example: string;
	readonly values: () => Json;
	readonly nodes: Readonly<Record<string, () => Outside>>;
	/** Numbers of the invoices that arrived, once for each time. */
	readonly arrived: () => readonly string[];
	/** Checks amounts and PDF. */
	readonly complete: (number: string) => void;
}

/** Invoices each notice. @returns the numbers, and the table that has them */
async function invoiced(references: readonly string[]) {
	const pieces = references.map((reference) => stage.sandbox.notices.invoice(reference));
	const rows = pieces.map((number, index) => ({
		key: `facture-${number}-${today()}`,
		number,
		type: 'facture',
		date: today(),
		reference: references[index],
	}));
	return { pieces, table: await createTable('invoices', rows) };
}

function play({ example, nodes, values, arrived, complete }: Ending): void {
	const own = (table: string, references: readonly string[] = []): Own => ({
		values: { ...values(), table },
		parameters: { [TRIGGER]: { references: references.join('\n') } },
	});
	const numbers = (list: readonly string[]) => arrived().filter((one) => list.includes(one));

	it('takes one invoice for two notices once, and the credit note that follows', async () => {
		const { notices } = stage.sandbox;
		const table = await createTable('invoices', []);
		const references = await stage.orders(2);
		const workflow = await stage.open(example, own(table.name, references));
		await stage.active(workflow, async () => {
			const invoice = notices.invoice(references);
			succeeded(await stage.next(workflow));
			const credit = notices.credit(references[0] ?? '');
			succeeded(await stage.next(workflow));
			assert.deepEqual(numbers([invoice, credit]), [invoice, credit]);
			for (const number of [invoice, credit]) complete(number);
			assert.deepEqual(await table.marked('done_on', 'number'), [invoice, credit]);
		});
	});

	const pdf = { kind: 'html', match: { path: 'pdf' }, times: 5 } as const;
	survives({
		example,
		trigger: MORNING,
		nodes: { 'Get its PDF': () => ({ service: {}, one: pdf }), ...nodes },
		async prepare() {
			const { pieces, table } = await invoiced(await stage.orders(3));
			return {
				own: own(table.name),
				pieces,
				done: () => numbers(pieces),
				remembered: async () => await table.marked('done_on', 'number'),
			};
		},
	});
}

export function invoicesByMail(): void {
	const INBOX = 'factures@cabinet-demo.example';
	const subject = /^(?:Facture|Avoir) (\S+) du \d\d\/\d\d\/\d{4}$/;
	play({
		example: 'invoices-by-mail',
		values: () => ({ accounting: INBOX }),
		nodes: { 'Send it to accounting': () => ({ mail: /./ }) },
		arrived: () =>
			stage.mailsTo(INBOX).map((mail) => subject.exec(mail.subject)?.[1] ?? mail.subject),
		complete(number) {
			const mail = stage.mailsTo(INBOX).find((one) => one.subject.includes(number));
			assert.match(mail?.text ?? '', /^TTC : -?[\d\s]+,\d\d\s€$/m);
			assert.equal(mail?.attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
		},
	});
}

export function invoicesToAccounting(): void {
	const entries: Json[] = [];
	const files: string[] = [];
	const accounting = httpStandIn(({ method, path, body, text }) => {
		if (method === 'POST') {
			const id = path === '/file_attachments' ? files.push(text) : entries.push(body);
			return { status: 201, json: { id } };
		}
		const { searchParams } = new URL(path, accounting.url);
		const filter = JSON.parse(searchParams.get('filter') ?? '[]') as Json[];
		const fields = new Map(filter.map(({ field, value }) => [String(field), String(value)]));
		const items = entries.filter((entry) =>
			['invoice_number', 'date', 'supplier_id'].every(
				(name) => String(entry[name]) === fields.get(name),
			),
		);
		return { json: { items, has_more: false } };
	});

	const entriesOf = (number: string) =>
		entries.filter((entry) => entry['invoice_number'] === number);
	const system = (one: RegExp) => () => ({ system: accounting, one });
	play({
		example: 'invoices-to-accounting',
		values: () => ({ accountingUrl: accounting.url }),
		nodes: {
			'Look for it': system(/^GET/),
			'Upload the PDF': system(/file_attachments/),
			'Book it': system(/^POST .*import/),
		},
		arrived: () => entries.map((entry) => String(entry['invoice_number'])),
		complete(number) {
			const [entry = {}] = entriesOf(number);
			const cents = (name: string) => Math.round(Number(entry[name]) * 100);
			const [net, vat] = [cents('currency_amount_before_tax'), cents('currency_tax')];
			assert.ok(net !== 0 && vat !== 0);
			assert.equal(net + vat, cents('currency_amount'));
			assert.match(files[Number(entry['file_attachment_id']) - 1] ?? '', /%PDF-/);
		},
	});

	it('leaves alone what the approved platform has brought already, and two rates of VAT to a person', async () => {
		const references = await stage.orders(1);
		references.push(String((await stage.order({ justificatifs_papiers: 1 }))['reference']));
		const { pieces, table } = await invoiced(references);
		const [known = '', paper = ''] = pieces;
		entries.push({ invoice_number: known, supplier_id: '42', date: today() });
		const values = { table: table.name, accountingUrl: accounting.url };
		await stage.run(await stage.open('invoices-to-accounting', { values }), MORNING);
		assert.deepEqual([entriesOf(known).length, entriesOf(paper).length], [1, 0]);
		assert.deepEqual(await table.marked('done_on', 'number'), [known]);
		const [first, second] = await table.marked('problem', 'problem');
		assert.equal(first, 'déjà dans la comptabilité');
		assert.match(second ?? '', /^TVA pas seulement à 20 %/);
	});
}
