import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { survives, type Outside } from '../failures.mts';
import { startHttpStandIn, type HttpStandIn } from '../httpStandIn.mts';
import type { Own } from '../ownValues.mts';
import type { Stage } from '../stage.mts';
import { createTable } from '../tables.mts';

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

function play(stage: () => Stage, ending: Ending): void {
	const { example, nodes, values } = ending;
	const own = (table: string, references: readonly string[] = []): Own => ({
		values: { ...values(), table },
		parameters: { [TRIGGER]: { references: references.join('\n') } },
	});
	const numbers = (list: readonly string[]) => ending.arrived().filter((one) => list.includes(one));

	it('takes one invoice for two notices once, and the credit note that follows', async () => {
		const { client, sandbox } = stage().world;
		const table = await createTable(client, 'invoices', []);
		const references = await stage().orders(2);
		const workflow = await stage().open(example, own(table.name, references));
		await stage().activate(workflow);
		const invoice = sandbox.notices.invoice(references);
		const first = await stage().next(workflow);
		assert.equal(first.status, 'success', first.error);
		const credit = sandbox.notices.credit(references[0] ?? '');
		const second = await stage().next(workflow);
		assert.equal(second.status, 'success', second.error);
		await client.deactivate(workflow.id);
		assert.deepEqual(numbers([invoice, credit]), [invoice, credit]);
		for (const number of [invoice, credit]) ending.complete(number);
		assert.deepEqual(
			(await table.rows()).map((row) => [row['number'], Boolean(row['done_on'])]),
			[
				[invoice, true],
				[credit, true],
			],
		);
	});

	survives(stage, {
		example,
		trigger: MORNING,
		nodes: {
			'Get its PDF': () => ({
				service: {},
				one: { kind: 'html', match: { path: 'pdf' }, times: 5 },
			}),
			...nodes,
		},
		async prepare() {
			const { client, sandbox } = stage().world;
			const references = await stage().orders(3);
			const pieces = references.map((reference) => sandbox.notices.invoice(reference));
			const date = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' });
			const rows = pieces.map((number, index) => ({
				key: `facture-${number}-${date}`,
				number,
				type: 'facture',
				date,
				reference: references[index],
			}));
			const table = await createTable(client, 'invoices', rows);
			return {
				own: own(table.name),
				pieces,
				done: () => numbers(pieces),
				async remembered() {
					const done = (await table.rows()).filter((row) => Boolean(row['done_on']));
					return done.map(({ number }) => String(number));
				},
			};
		},
	});
}

export function invoicesByMail(stage: () => Stage): void {
	const INBOX = 'factures@cabinet-demo.example';
	const mails = () => stage().mail.mails.filter(({ to }) => to.includes(INBOX));
	const subject = /^(?:Facture|Avoir) (\S+) du \d\d\/\d\d\/\d{4}$/;
	play(stage, {
		example: 'invoices-by-mail',
		values: () => ({ accounting: INBOX }),
		nodes: { 'Send it to accounting': () => ({ mail: /./ }) },
		arrived: () => mails().map((mail) => subject.exec(mail.subject)?.[1] ?? mail.subject),
		complete(number) {
			const mail = mails().find((one) => one.subject.includes(number));
			assert.match(mail?.text ?? '', /^TTC : -?[\d\s]+,\d\d\s€$/m);
			assert.equal(mail?.attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
		},
	});
}

export function invoicesToAccounting(stage: () => Stage): void {
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
			const wanted = (field: string) => filter.find((one) => one['field'] === field)?.['value'];
			const items = entries.filter(
				(entry) =>
					entry['invoice_number'] === wanted('invoice_number') &&
					entry['date'] === wanted('date') &&
					String(entry['supplier_id']) === wanted('supplier_id'),
			);
			return { json: { items, has_more: false } };
		});
	});
	after(async () => await accounting?.close());

	const system = (one: RegExp) => () => ({ system: accounting, one });
	play(stage, {
		example: 'invoices-to-accounting',
		values: () => ({ accountingUrl: accounting.url }),
		nodes: {
			'Look for it': system(/^GET/),
			'Upload the PDF': system(/file_attachments/),
			'Book it': system(/^POST .*import/),
		},
		arrived: () => entries.map((entry) => String(entry['invoice_number'])),
		complete(number) {
			const entry = entries.find((one) => one['invoice_number'] === number) ?? {};
			const [net = 0, vat = 0, gross = 0] = ['before_tax', 'tax', ''].map((name) =>
				Number(entry[name === 'tax' ? 'currency_tax' : `currency_amount${name && `_${name}`}`]),
			);
			assert.ok(net !== 0 && vat !== 0);
			assert.equal(Math.round((net + vat) * 100), Math.round(gross * 100));
			assert.match(files[Number(entry['file_attachment_id']) - 1] ?? '', /%PDF-/);
		},
	});

	it('leaves an invoice alone that the approved platform has brought already', async () => {
		const { client, sandbox } = stage().world;
		const [reference = ''] = await stage().orders(1);
		const number = sandbox.notices.invoice(reference);
		const date = '2026-11-12';
		entries.push({ invoice_number: number, supplier_id: '42', date });
		const row = { key: 'facture', number, type: 'facture', date, reference };
		const table = await createTable(client, 'invoices', [row]);
		const values = { table: table.name, accountingUrl: accounting.url };
		const workflow = await stage().open('invoices-to-accounting', { values });
		await stage().run(workflow, MORNING);
		const [{ done_on: done, problem } = {}] = await table.rows();
		assert.deepEqual([Boolean(done), problem], [true, 'déjà dans la comptabilité']);
		assert.equal(entries.filter((entry) => entry['invoice_number'] === number).length, 1);
	});
}
