import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { survives, type Outside } from '../failures.mts';
import { startHttpStandIn, type HttpStandIn } from '../httpStandIn.mts';
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
	arrived(): readonly string[];
	/** Checks amounts and PDF. */
	complete(number: string): void;
}

function play(ending: Ending): void {
	const { example, nodes, values } = ending;
	const own = (table: string, references: readonly string[] = []): Own => ({
		values: { ...values(), table },
		parameters: { [TRIGGER]: { references: references.join('\n') } },
	});
	const numbers = (list: readonly string[]) => ending.arrived().filter((one) => list.includes(one));

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
			for (const number of [invoice, credit]) ending.complete(number);
			assert.deepEqual(await table.marked('done_on', 'number'), [invoice, credit]);
		});
	});

	const pdf = { kind: 'html', match: { path: 'pdf' }, times: 5 } as const;
	survives({
		example,
		trigger: MORNING,
		nodes: { 'Get its PDF': () => ({ service: {}, one: pdf }), ...nodes },
		async prepare() {
			const references = await stage.orders(3);
			const pieces = references.map((reference) => stage.sandbox.notices.invoice(reference));
			const date = today();
			const rows = pieces.map((number, index) => ({
				key: `facture-${number}-${date}`,
				number,
				type: 'facture',
				date,
				reference: references[index],
			}));
			const table = await createTable('invoices', rows);
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
	let accounting: HttpStandIn;

	before(async () => {
		accounting = await startHttpStandIn(({ method, path, body, text }) => {
			const { pathname, searchParams } = new URL(path, 'http://accounting');
			if (pathname === '/file_attachments') {
				files.push(text);
				return { status: 201, json: { id: files.length } };
			}
			if (method === 'POST') {
				entries.push(body);
				return { status: 201, json: { id: entries.length, ...body } };
			}
			const filter = JSON.parse(searchParams.get('filter') ?? '[]') as Json[];
			const fields = new Map(filter.map(({ field, value }) => [String(field), String(value)]));
			const items = entries.filter((entry) =>
				['invoice_number', 'date', 'supplier_id'].every(
					(name) => String(entry[name]) === fields.get(name),
				),
			);
			return { json: { items, has_more: false } };
		});
	});
	after(async () => await accounting?.close());

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
			const [net = 0, vat = 0, gross = 0] = [
				'currency_amount_before_tax',
				'currency_tax',
				'currency_amount',
			].map((name) => Number(entry[name]));
			assert.ok(net !== 0 && vat !== 0);
			assert.equal(Math.round((net + vat) * 100), Math.round(gross * 100));
			assert.match(files[Number(entry['file_attachment_id']) - 1] ?? '', /%PDF-/);
		},
	});

	/** Takes one invoice. @returns its row */
	async function taken(reference: string, number: string): Promise<Json> {
		const date = today();
		const row = { key: `facture-${number}-${date}`, number, type: 'facture', date, reference };
		const table = await createTable('invoices', [row]);
		const values = { table: table.name, accountingUrl: accounting.url };
		await stage.run(await stage.open('invoices-to-accounting', { values }), MORNING);
		return (await table.rows())[0] ?? {};
	}

	it('leaves an invoice alone that the approved platform has brought already', async () => {
		const [reference = ''] = await stage.orders(1);
		const number = stage.sandbox.notices.invoice(reference);
		entries.push({ invoice_number: number, supplier_id: '42', date: today() });
		const { done_on: done, problem } = await taken(reference, number);
		assert.deepEqual([Boolean(done), problem], [true, 'déjà dans la comptabilité']);
		assert.equal(entriesOf(number).length, 1);
	});

	it('leaves an invoice with a paper proof, whose VAT has two rates, to a person', async () => {
		const reference = String((await stage.order({ justificatifs_papiers: 1 }))['reference']);
		const number = stage.sandbox.notices.invoice(reference);
		const { done_on: done, problem } = await taken(reference, number);
		assert.deepEqual([done ?? null, entriesOf(number)], [null, []]);
		assert.match(String(problem), /^TVA pas seulement à 20 %/);
	});
}
