/** n8n is killed where a person, another system or a receipt is waited for: in forms, on pages, while it e-mails, books, drafts and corrects. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { decide, linkIn } from '../approvalPage.mts';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { ACCESS, httpStandIn } from '../httpStandIn.mts';
import { modelServer } from '../modelServer.mts';
import { first, second } from '../noticeForm.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const REVIEWER = 'relecture@cabinet-demo.example';
const INBOX = 'factures@cabinet-demo.example';
const LINK = 'https://www.bodacc.fr/annonce/detail-annonce/A/20260001/123';
const ANNOUNCED = { familleavis: 'modification', numeroannonce: 1, url_complete: LINK };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const moment = async (what: string, look: () => boolean | undefined) =>
	await until(what, () => look() || undefined);

export function killedInBetween(): void {
	let notices: Notices;
	const entries: Json[] = [];
	const books = httpStandIn(({ method, path, body }) => {
		if (method === 'POST' && path === '/file_attachments') return { status: 201, json: { id: 1 } };
		if (method === 'POST') return { status: 201, json: { id: entries.push(body) } };
		const asked = decodeURIComponent(path);
		const items = entries.filter((one) => asked.includes(`"${String(one['invoice_number'])}"`));
		return { json: { items, has_more: false } };
	});
	const registers = httpStandIn(() => ({ json: { results: [ANNOUNCED] } }), true);
	const crm = httpStandIn(({ path }) => ({
		json: { id: path.split('/').at(-1), stage: 'won', name: 'TUE-CRM', company: { name: 'Cie' } },
	}));
	const { server: model } = modelServer(() => ({ say: 'EXEMPLE DÉMO' }));

	before(async () => {
		notices = await setUp();
	});

	/** Kills n8n in that moment, starts it again, and lets everything outside answer. */
	async function killed(what: string, look: () => boolean | undefined): Promise<void> {
		await moment(what, look);
		await stage.kill();
		stage.sandbox.clearFaults();
		stage.mail.hanging = undefined;
		for (const one of [books, registers, crm, model]) one.hanging = undefined;
	}
	async function alone(): Promise<void> {
		const done = { etat: 'terminée', reference: '', parue_le: '', probleme: '', source: '' };
		for (const { dossier } of await notices.rows()) await notices.change(String(dossier), done);
	}
	const rowsOf = async (dossier: string) =>
		(await notices.rows()).filter((row) => row['dossier'] === dossier);
	const run = async (workflow: StoredWorkflow, trigger: string) =>
		succeeded(await stage.attempt(workflow, trigger));

	it('a form goes on between its pages; killed while it asks the registers it has written nothing and is sent again', async () => {
		const values = { annuaire: registers.url, registre: registers.url };
		const form = await stage.open('company-change', { values });
		const [path, kind] = ['annonce-modification', 'Transfert du siège'];
		await stage.active(form, async () => {
			const page = await first(path, 'TUE-PAGES', kind);
			await killed('The second page', () => true);
			await second(page);
			await page.close();
			registers.hanging = /./;
			const held = registers.held;
			const sent = first(path, 'TUE-REGISTRES', kind).catch(() => undefined);
			await killed('The question to the registers', () => registers.held > held);
			await sent;
			assert.equal((await rowsOf('TUE-REGISTRES')).length, 0);
			const again = await first(path, 'TUE-REGISTRES', kind);
			await second(again);
			await again.close();
		});
		for (const dossier of ['TUE-PAGES', 'TUE-REGISTRES']) {
			assert.equal((await notices.row(dossier))['etat'], 'à relire');
			await notices.change(dossier, { etat: 'refusée' });
		}
	});

	it('a proof whose receipt is lost is sent again, with the one link that counts; an answer is taken once', async () => {
		await alone();
		const order = await stage.open('proof-and-order');
		const approval = await stage.open('approval-and-reminders');
		await stage.activate(approval);
		const dossier = 'TUE-ACCORD';
		const proofs = () =>
			stage.mailsTo(REVIEWER).filter(({ subject }) => subject.endsWith(` : ${dossier}`));
		const link = (at: number) => linkIn(proofs().at(at)?.text);
		await notices.add({ dossier });
		stage.mail.hanging = 'receipt';
		await stage.start(order, 'Every five minutes');
		await killed('The e-mail', () => proofs().length === 1);
		await run(order, 'Every five minutes');
		assert.equal(proofs().length, 1, 'taken for a while');
		await notices.change(dossier, { pris_le: ago(20) });
		await run(order, 'Every five minutes');
		assert.equal(proofs().length, 2);
		assert.match(await (await fetch(link(0))).text(), /Aucune réponse attendue/);

		const page = await stage.page();
		await page.goto(link(1));
		await killed('The page', () => true);
		const jeton = new URL(link(1)).searchParams.get('jeton') ?? '';
		const body = new URLSearchParams({ jeton, decision: 'oui' });
		const answered = fetch(link(1).replace(/\?.*/, ''), { method: 'POST', body }).catch(() => {});
		await killed('The answer', () => true);
		await answered;
		await decide(page, 'oui');
		await page.close();
		for (let times = 0; times < 2; times += 1) await run(order, 'Every five minutes');
		assert.equal((await notices.row(dossier))['etat'], 'commandée');
		assert.equal(stage.ordered(dossier).length, 1);
		await stage.client.deactivate(approval.id);
	});

	it('what colleagues are told is told again where n8n was killed before the receipt, and a row says what it cannot know', async () => {
		await alone();
		const order = await stage.open('proof-and-order');
		const approval = await stage.open('approval-and-reminders');
		const follow = await stage.open('follow');
		const mails = (words: RegExp) =>
			stage.mail.mails.filter(({ subject, text }) => words.test(`${subject}\n${text}`)).length;
		await notices.add({ dossier: 'TUE-DITE', texte: '<p>EXEMPLE DÉMO, dite.</p>' });
		await run(order, 'Every five minutes');
		await notices.change('TUE-DITE', { etat: 'approuvée', reponse_le: ago(0) });
		const reference = await stage.numbered('TUE-PARUE');
		stage.sandbox.notices.publish(reference);
		await notices.add({
			dossier: 'TUE-PARUE',
			etat: 'commandée',
			reference,
			attestation_le: ago(1),
		});
		const waiting = { demande_le: ago(60), bouclage: ago(-60), resume: 'Devis', jeton: 'f00' };
		await notices.add({ dossier: 'TUE-RAPPEL', ...waiting });
		const told = [
			/^Annonce parue : TUE-PARUE/,
			/^Rappel, .* : TUE-RAPPEL/,
			/^Annonce commandée : TUE-DITE/,
		];
		stage.mail.hanging = 'receipt';
		await stage.start(follow, 'Every half hour');
		await moment('The publication', () => mails(/^Annonce parue : TUE-PARUE/) === 1);
		await stage.start(approval, 'Every ten minutes');
		await moment('The reminder', () => mails(/^Rappel, .* : TUE-RAPPEL/) === 1);
		await notices.change('TUE-RAPPEL', { etat: 'brouillon' });
		await stage.start(order, 'Every five minutes');
		await killed('The order', () => told.every((words) => mails(words) === 1));
		await notices.change('TUE-RAPPEL', { etat: 'à relire', pris_le: ago(0) });
		assert.match(String((await notices.row('TUE-DITE'))['probleme']), /^Commandée ; l’e-mail/);
		for (let times = 0; times < 2; times += 1) {
			await run(follow, 'Every half hour');
			await run(approval, 'Every ten minutes');
			await run(order, 'Every five minutes');
		}
		assert.deepEqual(told.map(mails), [2, 2, 1], 'again, or by the row');
		assert.equal(mails(/- TUE-DITE, .* : Commandée ;/), 1);
		assert.equal(stage.ordered('TUE-DITE').length, 1);
		const { etat, probleme } = await notices.row('TUE-DITE');
		assert.deepEqual([etat, probleme], ['commandée', '']);
		assert.equal((await notices.row('TUE-PARUE'))['etat'], 'parue');
	});

	it('the register is asked again', async () => {
		await alone();
		const register = await stage.open('register', { values: { registerUrl: registers.url } });
		await notices.add({ dossier: 'TUE-BODACC', etat: 'parue', parue_le: ago(1), siren: '1' });
		registers.hanging = /./;
		const { held } = registers;
		await stage.start(register, 'Every morning');
		await killed('The question', () => registers.held > held);
		await run(register, 'Every morning');
		const row = await notices.row('TUE-BODACC');
		assert.deepEqual([row['bodacc_lien'], row['probleme'] ?? ''], [LINK, '']);
	});

	it('a CRM that got no answer calls again and has one row; a deal that may have heard hears again', async () => {
		await alone();
		const deals = await stage.open('crm-deal-to-notice', { values: { crmUrl: crm.url } });
		const call = async () =>
			await fetch(`${stage.world.server.url}/webhook/legal-notice-deal-won`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', [ACCESS.name]: ACCESS.value },
				body: JSON.stringify({ dealId: 'T-1' }),
			}).then(
				({ status }) => status,
				() => 0,
			);
		await stage.active(deals, async () => {
			crm.hanging = /^GET/;
			const { held } = crm;
			const lost = call();
			await killed('The deal', () => crm.held > held);
			assert.equal(await lost, 0);
			assert.deepEqual([await call(), await call()], [200, 200]);
		});
		assert.equal((await rowsOf('TUE-CRM')).length, 1);
		crm.hanging = /^PATCH/;
		const { held } = crm;
		await stage.start(deals, 'Every ten minutes');
		await killed('What the deal hears', () => crm.held > held);
		await run(deals, 'Every ten minutes');
		const heard = () => crm.received.filter(({ method }) => method === 'PATCH');
		const count = heard().length;
		await run(deals, 'Every ten minutes');
		assert.equal(heard().length, count);
		assert.equal(heard().at(-1)?.body['etat'], 'à relire');
		await notices.change('TUE-CRM', { etat: 'refusée' });
	});

	it('a draft waits with a word, and the form sent again writes the same row', async () => {
		const draft = await stage.open('ai-drafts-a-notice', { model: `${model.url}/v1` });
		const send = async () => {
			const fields = { Dossier: 'TUE-IA', 'Décision à publier': 'Décision.', Société: 'Cie' };
			const page = await stage.form('annonce-assistant', fields);
			await page.getByText('Demande enregistrée').waitFor();
			await page.close();
		};
		await stage.active(draft, async () => {
			model.hanging = /./;
			const { held } = model;
			await send();
			await killed('The model', () => model.held > held);
			const row = await notices.row('TUE-IA');
			assert.match(`${row['etat']} ${row['probleme']}`, /^brouillon .*renvoyez le formulaire/);
			await send();
			const drafted = await notices.inState('TUE-IA', 'à relire');
			assert.equal(drafted['probleme'], '');
		});
		await notices.change('TUE-IA', { etat: 'refusée' });
	});

	it('an invoice whose receipt is lost is sent once, and the row says so; an entry is made once', async () => {
		await alone();
		const values = { accounting: INBOX, accountingUrl: books.url };
		const byMail = await stage.open('accounting', { values });
		const byApi = await stage.open('accounting', { values: { ...values, way: 'pennylane' } });
		for (const [dossier, workflow] of [
			['TUE-FACTURE', byMail],
			['TUE-ÉCRITURE', byApi],
		] as const) {
			const reference = await stage.numbered(dossier);
			stage.sandbox.notices.invoice(reference);
			await notices.add({ dossier, etat: 'parue', reference });
			const mails = () => stage.mailsTo(INBOX).filter(({ text }) => text.includes(reference));
			const times = () => (workflow === byMail ? mails().length : entries.length);
			if (workflow === byMail) stage.mail.hanging = 'receipt';
			else books.hanging = /POST .supplier_invoices/;
			await stage.start(workflow, 'Every hour');
			await killed('What goes to accounting', () => times() === 1);
			await run(workflow, 'Every hour');
			assert.match(String((await notices.row(dossier))['facture_le']), /^en cours depuis 2/);
			await notices.change(dossier, { facture_le: `en cours depuis ${ago(40)}` });
			for (let more = 0; more < 2; more += 1) await run(workflow, 'Every hour');
			assert.equal(times(), 1);
			const row = await notices.row(dossier);
			assert.match(`${row['facture_le']} ${row['factures_transmises']}`, /^2\S+ facture /);
			const word = /^Comptabilité : envoi interrompu, facture .* : si elle n’est pas arrivée/;
			assert.match(String(row['probleme'] ?? ''), workflow === byMail ? word : /^$/);
			if (workflow !== byMail) continue;
			await notices.change(dossier, { factures_transmises: '' });
			await run(workflow, 'Every hour');
			assert.equal(times(), 2, 'a person had it sent again');
			assert.equal((await notices.row(dossier))['probleme'], '');
			await notices.change(dossier, { reference: '' });
		}
	});

	const TEXT = '<p class="fs-texte">EXEMPLE DÉMO. Texte corrigé.</p>';
	/** Opens the form of corrections. @returns the second page, or the last one where there is none */
	async function asked(dossier: string): Promise<[Page, string]> {
		const page = await stage.form('annonce-corriger', { 'Dossier, référence': dossier });
		await page
			.getByText(/^Corriger : |^Rien n’a été changé/)
			.first()
			.waitFor();
		return [page, await page.locator('body').innerText()];
	}
	it('corrections go on after n8n was killed while they waited for status, quote, cancellation and order, with one notice each', async () => {
		await alone();
		const form = await stage.open('correct-a-notice');
		const { calls } = stage.sandbox.journal;
		const routes = ['status', 'quote', 'cancel', 'order'];
		const fileOf = (route: string) => `TUE-CORRIGER-${route}`;
		for (const route of routes) {
			const dossier = fileOf(route);
			const reference = await stage.numbered(dossier);
			await notices.add({ dossier, etat: 'commandée', reference, numero_commande: dossier });
		}
		await stage.active(form, async () => {
			const pages: Page[] = [];
			for (const route of routes) {
				const [page] = await asked(fileOf(route));
				await page.getByLabel('Texte corrigé').fill(TEXT);
				pages.push(page);
			}
			const sent: Array<Promise<void>> = [];
			for (const [at, route] of routes.entries()) {
				const page = pages[at];
				assert.ok(page);
				const before = calls().length;
				stage.sandbox.fault({ kind: 'slow', ms: 25_000, match: { path: route } });
				sent.push(stage.decide(page, 'Oui, corriger').catch(() => {}));
				const waits = () =>
					calls()
						.slice(before)
						.some((one) => one.route === route);
				await moment(route, waits);
			}
			await killed('All of them', () => true);
			await Promise.all(sent);
			for (const page of pages) await page.close();
			for (const route of routes) await goesOn(fileOf(route), route !== 'status');
		});
		for (const route of routes) {
			const dossier = fileOf(route);
			const [standing, ...more] = stage.ordered(dossier).filter(({ cancelled }) => !cancelled);
			assert.deepEqual(more, []);
			const row = await notices.row(dossier);
			assert.deepEqual(
				[row['reference'], row['etat'], row['texte']],
				[standing?.reference, 'commandée', TEXT],
			);
			// Of a notice that the killed run cancelled nobody knows whether it had been invoiced.
			const cancelled = /^(cancel|order)$/.test(route);
			const left = cancelled ? /^À remettre .*s’il y en a : facture et avoir/ : /^$/;
			assert.match(String(row['probleme']), left, route);
		}
	});

	/** Sends a correction again. @param begun whether its row says that it was begun */
	async function goesOn(dossier: string, begun: boolean): Promise<void> {
		if (begun) {
			const row = await notices.row(dossier);
			assert.match(String(row['probleme']), /^Correction commencée.*renvoyez le formulaire/);
			const [closed, said] = await asked(dossier);
			assert.match(said, /correction est déjà en cours/);
			await closed.close();
			await notices.change(dossier, { pris_le: ago(20) });
		}
		const [again] = await asked(dossier);
		const text = again.getByLabel('Texte corrigé');
		if (!begun) await text.fill(TEXT);
		assert.equal(await text.inputValue(), TEXT, 'as it was sent');
		await stage.decide(again, 'Oui, corriger');
		const last = /^Annonce remplacée|^À reprendre|^Rien n’a été changé/;
		await again.getByText(last).first().waitFor();
		assert.match(await again.locator('body').innerText(), /Annonce remplacée/);
		await again.close();
	}

	it('setting up again after it was killed makes no second table or example', async () => {
		const again = await stage.open('desk-set-up');
		const { calls } = stage.sandbox.journal;
		const before = calls().length;
		stage.sandbox.fault({ kind: 'slow', ms: 20_000, match: { path: 'client' } });
		await stage.start(again, 'When clicking ‘Execute workflow’');
		await killed('The account', () =>
			calls()
				.slice(before)
				.some((one) => one.route === 'client'),
		);
		notices = await setUp();
		assert.equal((await rowsOf('EXEMPLE')).length, 1);
	});
}
