/** Invoices and credit notes of ordered rows: the accounting tool is asked first, a person gets what it does not know, once. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { openInvoices } from '../../lib/noticesTable.mts';
import { callService } from '../../lib/serviceCall.mts';
import { before, it } from '../../lib/testing.mts';
import type { Desk } from '../desk.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { stage } from '../stage.mts';

const INBOX = 'factures@cabinet.example';
const START = 'Every hour';
const SUPPLIER = '42';

export function accounting(desk: () => Desk): void {
	let workflow: StoredWorkflow;
	/** The supplier's invoices in the tool. */
	const entries: Json[] = [];
	const tool = httpStandIn(({ path }) => {
		const filter = new URL(path, 'http://tool.example').searchParams.get('filter') ?? '[]';
		const fields = (JSON.parse(filter) as Json[]).map(({ field, value }) => [field, value]);
		const asked = Object.fromEntries(fields) as Json;
		const items = entries.filter(
			(one) =>
				asked['supplier_id'] === SUPPLIER && one['invoice_number'] === asked['invoice_number'],
		);
		return { json: { items, has_more: false } };
	});
	const mails = (number: string) =>
		stage.mailsTo(INBOX).filter(({ subject }) => subject.includes(` ${number} : `));
	const run = async () => await stage.run(workflow, START);

	before(async () => {
		const values = { comptabilite: INBOX, adresse_pennylane: tool.url };
		workflow = await stage.open('accounting', { values });
	});

	/** A row of an ordered notice. @returns its reference */
	async function ordered(dossier: string): Promise<string> {
		const reference = await stage.order(dossier);
		await desk().add({ dossier, societe: `${dossier} & Cie`, etat: 'parue', reference });
		return reference;
	}

	/** The one row of an invoice or credit note in the table `factures`. */
	async function rowOf(number: string): Promise<Json> {
		const all = (await (await openInvoices(stage.client)).rows()).filter(
			({ numero }) => numero === number,
		);
		assert.equal(all.length, 1, `rows of ${number}: ${all.length}`);
		return all[0] ?? {};
	}

	it('e-mails an invoice that the tool does not know, then its credit note, each once with its PDF', async () => {
		const reference = await ordered('COMPTA');
		const invoice = stage.sandbox.notices.invoice(reference);
		await run();
		const credit = stage.sandbox.notices.credit(reference);
		for (let times = 0; times < 2; times += 1) await run();
		for (const [number, kind, sign] of [
			[invoice, 'Facture', ''],
			[credit, 'Avoir', '-'],
		] as const) {
			const [mail, ...more] = mails(number);
			assert.deepEqual(more, []);
			assert.equal(mail?.subject, `${kind} ${number} : COMPTA & Cie`);
			const [file, ...others] = mail.attachments;
			assert.deepEqual(others, []);
			assert.equal(file?.content.subarray(0, 5).toString(), '%PDF-');
			assert.ok(file?.filename.includes(number), file?.filename);
			const facts = (mail.html ?? '').replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
			assert.match(facts, /\|Dossier\|COMPTA\|Société\|COMPTA &amp; Cie\|Date\|\d/);
			assert.match(
				facts,
				new RegExp(`\\|TVA 20 %\\|${sign}[\\d\\s]+,\\d\\d\\s€\\|TTC\\|${sign}\\d`),
			);
			const row = await rowOf(number);
			assert.match(String(row['note']), /^Envoyée par e-mail/);
			assert.equal(row['transmise'], 'oui');
			assert.equal(Math.sign(Number(row['ttc'])), sign ? -1 : 1);
		}
	});

	it('sends nothing of what the tool knows with this total, and points out another total', async () => {
		const reference = await ordered('CONNUE');
		const known = stage.sandbox.notices.invoice(reference);
		const credit = stage.sandbox.notices.credit(reference);
		const other = stage.sandbox.notices.invoice(await ordered('AUTRE-TOTAL'));
		const total = stage.ordered('CONNUE')[0]?.montant_ttc ?? NaN;
		entries.push(
			{ invoice_number: known, currency_amount: total.toFixed(2) },
			{ invoice_number: credit, currency_amount: (-total).toFixed(2) },
			{ invoice_number: other, currency_amount: '1.00' },
		);
		await run();
		for (const number of [known, credit]) {
			assert.deepEqual(mails(number), []);
			assert.match(String((await rowOf(number))['note']), /^Déjà dans l’outil comptable/);
		}
		assert.equal(mails(other).length, 1);
		assert.match(mails(other)[0]?.html ?? '', /connaît ce numéro avec un autre total/);
	});

	it('sends one invoice of two notices once, with both', async () => {
		const references = [await ordered('PARTAGE-1'), await ordered('PARTAGE-2')];
		const number = stage.sandbox.notices.invoice(references);
		for (let times = 0; times < 2; times += 1) await run();
		assert.equal(mails(number).length, 1);
		assert.match(mails(number)[0]?.html ?? '', /PARTAGE-1, PARTAGE-2/);
		assert.equal((await rowOf(number))['reference'], references.join(', '));
	});

	it('goes on with the others while the service refuses a suspended notice', async () => {
		const suspended = await ordered('SUSPENDUE');
		const waiting = stage.sandbox.notices.invoice(suspended);
		stage.sandbox.notices.suspend(suspended, 'Pièce manquante');
		const other = stage.sandbox.notices.invoice(await ordered('NON-SUSPENDUE'));
		stage.sandbox.settings({ suspendedNotice: 'refused' });
		// Follow has not seen it yet: the run says so, once a day. Afterwards the row is left out.
		assert.equal((await stage.attempt(workflow, START)).status, 'error');
		await run();
		await desk().change('SUSPENDUE', { etat: 'suspendue' });
		await run();
		stage.sandbox.settings({ suspendedNotice: 'usable' });
		assert.deepEqual([mails(other).length, mails(waiting).length], [1, 0]);
		await desk().change('SUSPENDUE', { etat: 'parue' });
		await run();
		assert.equal(mails(waiting).length, 1);
	});

	it('reads amounts that are text, and sends an invoice without type, date and lines once', async () => {
		const reference = await ordered('ÉTRANGE');
		stage.sandbox.notices.invoice(reference);
		const path = `/annonce-legale/api/externe/annonce/${reference}/factures`;
		const { factures } = await callService(stage.sandbox, 'GET', path);
		const { url } = (factures as Json[])[0] ?? {};
		const amounts = { montant_ht: '1 000,00', montant_ttc: '1 200,00' };
		const odd = [{ numero: 'F-ODD', date_facture: '0000-00-00', ...amounts, url, lignes: [] }];
		const found = { reference, factures: odd };
		const body = JSON.stringify({ resultat: 'succes', ...found, annonces: [found] });
		stage.sandbox.fault({ kind: 'wrongShape', match: { path: 'factures' }, body, times: 1000 });
		for (let times = 0; times < 2; times += 1) await stage.attempt(workflow, START);
		stage.sandbox.clearFaults();
		const [mail, ...more] = mails('F-ODD');
		assert.deepEqual(more, []);
		const facts = (mail?.html ?? '').replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
		assert.match(
			facts,
			/\|ÉTRANGE\|Société\|ÉTRANGE &amp; Cie\|HT\|1\s000,00\s€\|TTC\|1\s200,00\s€\|/,
		);
		const row = await rowOf('F-ODD');
		assert.deepEqual([row['ttc'], row['reference']], [1200, reference]);
	});

	/** What fails for a while, how the run ends, and whether the row says so. */
	const failures: Record<string, [() => unknown, 'error' | 'success', boolean]> = {
		'the tool is away': [() => (tool.failing = /./), 'error', false],
		'the service is away': [
			() => stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'factures' }, times: 1000 }),
			'error',
			false,
		],
		'the PDF is a page': [() => stage.sandbox.settings({ pdfLinks: 'html' }), 'success', true],
		'the mail server refuses': [() => (stage.mail.refusing = /factures@/), 'success', true],
	};
	Object.entries(failures).forEach(([what, [fail, status, isNoted]], index) => {
		it(`sends and books nothing while ${what}, and each invoice once afterwards`, async () => {
			const numbers = [await ordered(`PANNE-${index}-1`), await ordered(`PANNE-${index}-2`)].map(
				(reference) => stage.sandbox.notices.invoice(reference),
			);
			fail();
			try {
				assert.equal((await stage.attempt(workflow, START)).status, status);
			} finally {
				stage.sandbox.clearFaults();
				stage.sandbox.settings({ pdfLinks: 'plain' });
				stage.mail.refusing = undefined;
				tool.failing = undefined;
			}
			for (const number of numbers) {
				assert.deepEqual(mails(number), []);
				if (isNoted) assert.match(String((await rowOf(number))['note']), /^Pas encore envoyée/);
			}
			for (let times = 0; times < 2; times += 1) await run();
			for (const number of numbers) {
				assert.equal(mails(number).length, 1);
				assert.match(String((await rowOf(number))['note']), /^Envoyée par e-mail/);
			}
		});
	});

	it('has only ever asked the tool', () => {
		assert.deepEqual(
			tool.received.filter(({ method }) => method !== 'GET'),
			[],
		);
	});
}
