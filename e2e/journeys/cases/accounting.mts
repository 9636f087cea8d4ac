/** Invoices and credit notes of ordered rows: to the inbox or into the books, each once, and compared at the month's end. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const INBOX = 'factures@cabinet-demo.example';
const OFFICE = 'formalites@cabinet-demo.example';
const START = 'Every hour';
const MONTH = '2026-10';

export function accounting(): void {
	let notices: Notices;
	let byMail: StoredWorkflow;
	let byApi: StoredWorkflow;
	const entries: Json[] = [];
	const files: string[] = [];
	let isProxied = false;
	const books = httpStandIn(({ method, path, body, text }) => {
		if (isProxied) return { json: '<html>proxy</html>' };
		if (method === 'POST') {
			const id = path === '/file_attachments' ? files.push(text) : entries.push(body);
			return { status: 201, json: { id } };
		}
		const { searchParams } = new URL(path, books.url);
		const filter = JSON.parse(searchParams.get('filter') ?? '[]') as Json[];
		const fields = new Map(filter.map(({ field, value }) => [String(field), String(value)]));
		const items = entries.filter((entry) =>
			['invoice_number', 'date', 'supplier_id'].every(
				(name) => String(entry[name]) === fields.get(name),
			),
		);
		return { json: { items, has_more: false } };
	});
	const work = async (workflow: StoredWorkflow) => succeeded(await stage.attempt(workflow, START));
	const mails = (number: string) =>
		stage.mailsTo(INBOX).filter(({ subject }) => subject.includes(` ${number} du `));
	const booked = (number: string) => entries.filter((entry) => entry['invoice_number'] === number);

	before(async () => {
		notices = await setUp();
		byMail = await stage.open('accounting', { values: { accounting: INBOX } });
		const values = { way: 'pennylane', accountingUrl: books.url, accounting: INBOX };
		byApi = await stage.open('accounting', { values });
	});

	/** Rows of ordered notices; earlier ones are looked at no more. @returns their references */
	async function ordered(dossiers: readonly string[], fields: Json = {}): Promise<string[]> {
		for (const { dossier } of await notices.rows()) {
			await notices.change(String(dossier), { reference: '' });
		}
		const references: string[] = [];
		for (const dossier of dossiers) {
			const answer = await stage.order({ dossier, ...fields });
			const reference = String(answer['reference']);
			await notices.add({ dossier, etat: 'parue', reference, total_ttc: 100 });
			references.push(reference);
		}
		return references;
	}
	const linesOf = async (dossier: string) =>
		String((await notices.row(dossier))['factures_transmises'] ?? '').split('\n');

	it('e-mails an invoice and the credit note that follows, each once, with its PDF', async () => {
		const [reference = ''] = await ordered(['COMPTA']);
		const invoice = stage.sandbox.notices.invoice(reference);
		await work(byMail);
		const credit = stage.sandbox.notices.credit(reference);
		await work(byMail);
		await work(byMail);
		for (const [number, kind] of [
			[invoice, 'Facture'],
			[credit, 'Avoir'],
		] as const) {
			const [mail, ...more] = mails(number);
			assert.deepEqual(more, []);
			assert.ok(mail?.subject.startsWith(kind));
			assert.match(mail?.text ?? '', /^TTC\s: -?[\d\s]+,\d\d\s€$/m);
			assert.equal(mail?.attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
		}
		const row = await notices.row('COMPTA');
		assert.match(
			String(row['factures_transmises']),
			/^facture \S+ du 20\d\d-\d\d-\d\d : \d+\.\d\d\navoir \S+ du \S+ : -?\d+\.\d\d$/,
		);
		assert.equal(row['factures'], row['factures_transmises']);
		assert.match(`${row['facture_le']}|${row['probleme'] ?? ''}`, /^2[^|]*\|$/);
	});

	it('sends one invoice for two notices once, and notes it at both rows', async () => {
		const references = await ordered(['PARTAGE-1', 'PARTAGE-2']);
		const number = stage.sandbox.notices.invoice(references);
		for (let run = 0; run < 3; run += 1) await work(byMail);
		assert.equal(mails(number).length, 1);
		assert.deepEqual(await linesOf('PARTAGE-1'), await linesOf('PARTAGE-2'));
	});

	it('sends an invoice and a credit note that are new at once, both', async () => {
		const [reference = ''] = await ordered(['DEUX-NEUVES', 'AUTRE']);
		const invoice = stage.sandbox.notices.invoice(reference);
		const credit = stage.sandbox.notices.credit(reference);
		for (let run = 0; run < 3; run += 1) await work(byMail);
		assert.deepEqual([mails(invoice).length, mails(credit).length], [1, 1]);
	});

	it('books in Pennylane once, leaves alone what is there already, and other VAT to a person', async () => {
		const [own = '', known = ''] = await ordered(['LIVRE-1', 'LIVRE-2']);
		const numbers = [own, known].map((reference) => stage.sandbox.notices.invoice(reference));
		const date = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' });
		entries.push({ invoice_number: numbers[1], supplier_id: '42', date });
		for (let run = 0; run < 2; run += 1) await work(byApi);
		const [entry = {}, ...more] = booked(numbers[0] ?? '');
		assert.deepEqual(more, []);
		assert.equal(booked(numbers[1] ?? '').length, 1);
		const cents = (name: string) => Math.round(Number(entry[name]) * 100);
		assert.equal(
			cents('currency_amount_before_tax') + cents('currency_tax'),
			cents('currency_amount'),
		);
		assert.equal(entry['supplier_id'], 42);
		const [line] = entry['invoice_lines'] as Json[];
		assert.deepEqual(line, {
			currency_amount: entry['currency_amount'],
			currency_tax: entry['currency_tax'],
			vat_rate: 'FR_200',
		});
		assert.match(files[Number(entry['file_attachment_id']) - 1] ?? '', /%PDF-/);
		for (const dossier of ['LIVRE-1', 'LIVRE-2']) assert.ok((await linesOf(dossier))[0]);

		const [paper = ''] = await ordered(['PAPIER'], { justificatifs_papiers: 1 });
		const number = stage.sandbox.notices.invoice(paper);
		await work(byApi);
		assert.equal(booked(number).length, 0);
		assert.match(
			String((await notices.row('PAPIER'))['probleme']),
			/^Comptabilité : facture \S+, envoi automatique impossible \(TVA autre/,
		);
	});

	it('tries each invoice and credit note of a row although one cannot go, and names that one', async () => {
		const [own = '', other = ''] = await ordered(['COINCÉE-1', 'COINCÉE-2']);
		const [paper = ''] = await ordered(['COINCÉE-3'], { justificatifs_papiers: 1 });
		await notices.change('COINCÉE-1', { reference: own });
		await notices.change('COINCÉE-2', { reference: other });
		const { invoice, credit } = stage.sandbox.notices;
		const stuck = invoice([own, other, paper]);
		const numbers = [credit(own), credit(other), invoice(own), invoice(other)];
		for (let run = 0; run < 6; run += 1) await work(byApi);
		assert.deepEqual(
			[stuck, ...numbers].map((number) => booked(number).length),
			[0, 1, 1, 1, 1],
		);
		const problem = new RegExp(`^Comptabilité : facture ${stuck}, envoi automatique impossible`);
		assert.match(String((await notices.row('COINCÉE-1'))['probleme']), problem);
		for (const dossier of ['COINCÉE-1', 'COINCÉE-2']) {
			assert.equal((await linesOf(dossier)).length, 2);
		}
	});

	it('takes up the e-mail that was cut off, not another one of its row', async () => {
		const [reference = ''] = await ordered(['COUPÉE']);
		const { invoice, credit } = stage.sandbox.notices;
		const numbers = [invoice(reference), credit(reference)] as const;
		await work(byMail);
		const [sent = ''] = await linesOf('COUPÉE');
		await work(byMail);
		const lines = await linesOf('COUPÉE');
		assert.deepEqual(lines.slice(0, 1), [sent]);
		// As if n8n had been killed while the second one was sent, and the first one had never gone.
		await notices.change('COUPÉE', {
			factures: lines[1],
			factures_transmises: '',
			facture_le: 'en cours depuis 2026-01-01T00:00:00.000+01:00',
		});
		await work(byMail);
		const row = await notices.row('COUPÉE');
		assert.match(String(row['probleme']), /^Comptabilité : envoi interrompu, avoir /);
		assert.equal(row['factures_transmises'], lines[1]);
		await work(byMail);
		assert.deepEqual(
			numbers.map((number) => mails(number).length),
			[2, 1],
		);
	});

	const failures = {
		'the service is silent': () =>
			stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'factures' }, times: 1000 }),
		'the service refuses': () =>
			stage.sandbox.fault({ kind: 'internalError', match: { path: 'factures' }, times: 1000 }),
		'the service is the page of a proxy': () =>
			stage.sandbox.fault({ kind: 'html', match: { path: 'factures' }, times: 1000 }),
		'the PDF is a page': () => stage.sandbox.settings({ pdfLinks: 'html' }),
		'the mail server refuses': () => (stage.mail.refusing = /./),
		'the books are away': () => (books.failing = /./),
		'the books are the page of a proxy': () => (isProxied = true),
	};
	Object.entries(failures).forEach(([what, fail], index) => {
		it(`loses nothing and does nothing twice while ${what}`, async () => {
			const dossiers = [1, 2].map((piece) => `PERTE-${index}-${piece}`);
			const references = await ordered(dossiers);
			const numbers = references.map((reference) => stage.sandbox.notices.invoice(reference));
			const way = what.includes('books') ? byApi : byMail;
			fail();
			try {
				await work(way);
			} finally {
				stage.sandbox.clearFaults();
				stage.sandbox.settings({ pdfLinks: 'plain' });
				stage.mail.refusing = undefined;
				books.failing = undefined;
				isProxied = false;
			}
			const arrived = (number: string) => (way === byApi ? booked(number) : mails(number)).length;
			assert.deepEqual(numbers.map(arrived), [0, 0]);
			const problems = [];
			for (const dossier of dossiers) problems.push((await notices.row(dossier))['probleme'] ?? '');
			for (const one of problems) assert.match(String(one), /^Comptabilité : ./);
			for (let run = 0; run < 2; run += 1) await work(way);
			assert.deepEqual(numbers.map(arrived), [1, 1]);
			for (const dossier of dossiers) assert.equal((await notices.row(dossier))['probleme'], '');
		});
	});

	it('says in the row, once, that invoices cannot be read while only their route is silent, and goes on', async () => {
		const [waits = ''] = await ordered(['MUETTE-1', 'MUETTE-2', 'MUETTE-3']);
		await notices.change('MUETTE-2', { etat: 'terminée' });
		await notices.change('MUETTE-3', { probleme: 'BODACC : autre chose' });
		const approval = await stage.open('approval-and-reminders');
		const told = () => stage.mailsTo(OFFICE).filter(({ text }) => text.includes('MUETTE-1'));
		const problems = async () => {
			const rows = [];
			for (const at of [1, 2, 3]) rows.push((await notices.row(`MUETTE-${at}`))['probleme'] ?? '');
			return rows;
		};
		const SILENT = /^Comptabilité : la liste des factures n’a pas pu être lue/;
		for (const outage of [1, 2]) {
			stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'factures' }, times: 1000 });
			for (let hour = 0; hour < 2; hour += 1) {
				await work(byMail);
				succeeded(await stage.attempt(approval, 'Every ten minutes'));
			}
			stage.sandbox.clearFaults();
			const [waiting, done, other] = await problems();
			assert.match(String(waiting), SILENT);
			assert.deepEqual([done, other], ['', 'BODACC : autre chose']);
			assert.equal(told().length, outage, 'once for each outage');
			const number = outage === 1 ? '' : stage.sandbox.notices.invoice(waits);
			await work(byMail);
			assert.deepEqual(await problems(), ['', '', 'BODACC : autre chose']);
			if (number) assert.equal(mails(number).length, 1);
		}
		await notices.change('MUETTE-3', { probleme: '' });
	});

	it('compares a month to the cent, also what is not invoiced yet', async () => {
		const [invoiced = ''] = await ordered(['MOIS-1', '=MOIS-2', 'MOIS-3']);
		stage.sandbox.notices.invoice(invoiced);
		for (const dossier of ['MOIS-1', '=MOIS-2']) {
			await notices.change(dossier, { date_parution: `${MONTH}-15` });
		}
		const values = { month: MONTH, accounting: INBOX };
		await work(await stage.open('accounting', { values }));
		const mail = await stage.mail.received(INBOX, /^Annonces légales, octobre 2026, écarts : 2$/);
		const list = mail.attachments[0]?.content.toString('utf8') ?? '';
		assert.match(list, /;MOIS-1;100,00;\d+,\d\d;-?\d+,\d\d;/);
		assert.match(list, /;'=MOIS-2;100,00;0,00;-100,00;;;pas encore facturée/);
		assert.ok(!list.includes('MOIS-3'));
	});
}
