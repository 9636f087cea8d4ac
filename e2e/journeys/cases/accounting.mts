/** Invoices and credit notes of ordered rows: to the inbox or into the books, each once, and compared at the month's end. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { openInvoices } from '../../lib/noticesTable.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const INBOX = 'factures@cabinet-demo.example';
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
	const rowsOf = async (number: string): Promise<readonly Json[]> =>
		(await (await openInvoices(stage.client)).rows()).filter(({ numero }) => numero === number);
	const problemOf = async (dossier: string): Promise<string> =>
		String((await notices.row(dossier))['probleme'] ?? '');

	before(async () => {
		notices = await setUp();
		byMail = await stage.open('accounting', { values: { comptabilite: INBOX } });
		const values = { pennylane: true, adresse_pennylane: books.url, comptabilite: INBOX };
		byApi = await stage.open('accounting', { values, activated: true });
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
			const cells = { societe: `${dossier} & Cie`, journal_nom: 'La Gazette de la Seine (75)' };
			await notices.add({ dossier, etat: 'parue', reference, total_ttc: 100, ...cells });
			references.push(reference);
		}
		return references;
	}

	it('can be published as it is imported, without a credential for Pennylane', async () => {
		const { id } = await stage.open('accounting');
		const imported = await stage.client.workflow(id);
		const nodes = imported.nodes.map((node) =>
			node.type.endsWith('.httpRequest') ? { ...node, credentials: {} } : node,
		);
		await stage.client.updateWorkflow(id, { ...imported, nodes });
		await stage.active({ ...imported, id }, async () => await Promise.resolve());
	});

	it('e-mails an invoice and the credit note that follows, each once, with its PDF, and writes them down', async () => {
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
			assert.match(
				mail?.subject ?? '',
				new RegExp(`^${kind} ${number} du .* 20\\d\\d, COMPTA & Cie$`),
			);
			assert.equal(mail?.attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
			const facts = (mail?.html ?? '').replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
			for (const [label, value] of [
				['Dossier', 'COMPTA'],
				['Société', 'COMPTA &amp; Cie'],
				['Journal', 'La Gazette de la Seine \\(75\\)'],
				['Date', '\\d\\d?(er)? \\S+ 20\\d\\d'],
				['Échéance', '\\d\\d?(er)? \\S+ 20\\d\\d'],
				['HT', '-?[\\d\\s]+,\\d\\d\\s€'],
				['TVA 20 %', '-?[\\d\\s]+,\\d\\d\\s€'],
				['TTC', '-?[\\d\\s]+,\\d\\d\\s€'],
			]) {
				assert.match(facts, new RegExp(`\\|${label}\\|${value}\\|`));
			}
			const [row, ...others] = await rowsOf(number);
			assert.deepEqual(others, []);
			assert.equal(row?.['reference'], reference);
			assert.equal(row['dossier'], 'COMPTA');
			assert.match(String(row['tva']), /^TVA 20 % : -?[\d\s]+,\d\d\s€$/);
			assert.equal(Math.sign(Number(row['ttc'])), kind === 'Avoir' ? -1 : 1);
		}
	});

	it('sends one invoice for two notices once, with both', async () => {
		const references = await ordered(['PARTAGE-1', 'PARTAGE-2']);
		const number = stage.sandbox.notices.invoice(references);
		for (let run = 0; run < 2; run += 1) await work(byMail);
		assert.equal(mails(number).length, 1);
		assert.match(mails(number)[0]?.html ?? '', /PARTAGE-1, PARTAGE-2/);
		const [row, ...more] = await rowsOf(number);
		assert.deepEqual([row?.['reference'], more], [references.join(', '), []]);
	});

	it('sends an invoice and a credit note that are new at once, both', async () => {
		const [reference = ''] = await ordered(['DEUX-NEUVES', 'AUTRE']);
		const invoice = stage.sandbox.notices.invoice(reference);
		const credit = stage.sandbox.notices.credit(reference);
		for (let run = 0; run < 2; run += 1) await work(byMail);
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
		for (const number of numbers) assert.equal((await rowsOf(number)).length, 1);

		const [paper = ''] = await ordered(['PAPIER'], { justificatifs_papiers: 1 });
		const number = stage.sandbox.notices.invoice(paper);
		await work(byApi);
		assert.equal(booked(number).length, 0);
		assert.match(mails(number)[0]?.html ?? '', /À saisir à la main/);
		assert.match(String((await rowsOf(number))[0]?.['note']), /^À saisir à la main/);
	});

	it('does not book again what a killed run had booked without writing it down', async () => {
		const [reference = ''] = await ordered(['TUÉE']);
		const number = stage.sandbox.notices.invoice(reference);
		await work(byApi);
		const table = await openInvoices(stage.client);
		await table.change('TUÉE', { numero: 'nobody', date: '2000-01-01' });
		await work(byApi);
		assert.equal(booked(number).length, 1);
		assert.equal((await rowsOf(number)).length, 1);
	});

	it('says in the row that an invoice waits while the nodes for Pennylane are still deactivated', async () => {
		const [reference = ''] = await ordered(['COUPÉE']);
		await notices.change('COUPÉE', { probleme: 'Correction : autre chose' });
		const number = stage.sandbox.notices.invoice(reference);
		const values = { pennylane: true, adresse_pennylane: books.url, comptabilite: INBOX };
		const asImported = await stage.open('accounting', { values });
		for (let run = 0; run < 2; run += 1) await work(asImported);
		assert.equal(booked(number).length + mails(number).length, 0);
		assert.match(
			await problemOf('COUPÉE'),
			new RegExp(
				`^Comptabilité : facture ${number} pas encore transmise .*\nCorrection : autre chose$`,
			),
		);
		await work(byApi);
		assert.equal(await problemOf('COUPÉE'), 'Correction : autre chose');
	});

	/** What fails, and what the run and the row say of it. */
	const failures: Record<string, [fail: () => unknown, run: string, row: RegExp]> = {
		'the service is silent': [
			() => stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'factures' }, times: 1000 }),
			'error',
			/^$/,
		],
		'the service is the page of a proxy': [
			() => stage.sandbox.fault({ kind: 'html', match: { path: 'factures' }, times: 1000 }),
			'error',
			/^$/,
		],
		'the PDF is a page': [
			() => stage.sandbox.settings({ pdfLinks: 'html' }),
			'success',
			/^Comptabilité : facture \S+ pas encore transmise/,
		],
		'the mail server refuses': [
			() => (stage.mail.refusing = /./),
			'success',
			/^Comptabilité : facture \S+ pas encore transmise/,
		],
		'the books are away': [
			() => (books.failing = /./),
			'success',
			/^Comptabilité : facture \S+ pas encore transmise/,
		],
		'the books are the page of a proxy': [
			() => (isProxied = true),
			'success',
			/^Comptabilité : facture \S+ pas encore transmise/,
		],
	};
	Object.entries(failures).forEach(([what, [fail, run, problem]], index) => {
		it(`loses nothing and does nothing twice while ${what}`, async () => {
			const dossiers = [1, 2].map((piece) => `PERTE-${index}-${piece}`);
			const references = await ordered(dossiers);
			const numbers = references.map((reference) => stage.sandbox.notices.invoice(reference));
			const way = what.includes('books') ? byApi : byMail;
			fail();
			try {
				assert.equal((await stage.attempt(way, START)).status, run);
			} finally {
				stage.sandbox.clearFaults();
				stage.sandbox.settings({ pdfLinks: 'plain' });
				stage.mail.refusing = undefined;
				books.failing = undefined;
				isProxied = false;
			}
			const arrived = (number: string) => (way === byApi ? booked(number) : mails(number)).length;
			assert.deepEqual(numbers.map(arrived), [0, 0]);
			for (const dossier of dossiers) assert.match(await problemOf(dossier), problem);
			for (let times = 0; times < 2; times += 1) await work(way);
			assert.deepEqual(numbers.map(arrived), [1, 1]);
			for (const dossier of dossiers) assert.equal(await problemOf(dossier), '');
		});
	});

	it('compares a month to the cent, also what is not invoiced yet', async () => {
		const [invoiced = ''] = await ordered(['MOIS-1', '=MOIS-2', 'MOIS-3']);
		stage.sandbox.notices.invoice(invoiced);
		for (const dossier of ['MOIS-1', '=MOIS-2']) {
			await notices.change(dossier, { date_parution: `${MONTH}-15` });
		}
		const values = { mois: MONTH, comptabilite: INBOX };
		await work(await stage.open('accounting', { values }));
		const mail = await stage.mail.received(INBOX, /^Annonces légales, octobre 2026, écarts : 2$/);
		const list = mail.attachments[0]?.content.toString('utf8') ?? '';
		assert.match(list, /;MOIS-1;MOIS-1 & Cie;100,00;\d+,\d\d;-?\d+,\d\d;/);
		assert.match(list, /;'=MOIS-2;'=MOIS-2 & Cie;100,00;0,00;-100,00;;;pas encore facturée/);
		assert.ok(!list.includes('MOIS-3'));
	});
}
