/** n8n is killed where a person or another system is waited for: in forms, on pages, while a deal calls, a model drafts, a notice is corrected. */
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
const LINK = 'https://www.bodacc.fr/annonce/detail-annonce/A/20260001/123';
const ANNOUNCED = { familleavis: 'modification', numeroannonce: 1, url_complete: LINK };
const moment = async (what: string, look: () => boolean | undefined) =>
	await until(what, () => look() || undefined);

export function killedInBetween(): void {
	let notices: Notices;
	const registers = httpStandIn(() => ({ json: { results: [ANNOUNCED] } }), true);
	/** What deals have heard, by their IDs. */
	const deal: Record<string, Json> = {};
	const crm = httpStandIn(({ method, path, body }) => {
		const id = String(path.split('/').at(-1));
		if (method === 'PATCH') deal[id] = body;
		return { json: { id, stage: 'won', name: 'TUE-CRM', company: { name: 'Cie' }, ...deal[id] } };
	});
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
		for (const one of [registers, crm, model]) one.hanging = undefined;
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

	it('an answer that was lost with n8n is given again, and is taken once', async () => {
		await alone();
		const approval = await stage.open('approval-and-reminders');
		const order = await stage.open('proof-and-order');
		await stage.activate(approval);
		const dossier = 'TUE-ACCORD';
		await notices.add({ dossier, texte: '<p>EXEMPLE DÉMO, accord.</p>' });
		await run(order, 'Every five minutes');
		const [proof] = stage.mailsTo(REVIEWER).filter(({ text }) => text.includes(`>${dossier}<`));
		const page = await stage.page();
		await page.goto(linkIn(proof?.text));
		await killed('The page', () => true);
		const jeton = new URL(page.url()).searchParams.get('jeton') ?? '';
		const body = new URLSearchParams({ jeton, decision: 'oui', nom: 'Jeanne' });
		const answered = fetch(page.url().replace(/\?.*/, ''), { method: 'POST', body }).catch(
			() => {},
		);
		await killed('The answer', () => true);
		await answered;
		// It was taken before n8n was killed, or it is asked for again.
		await page.reload();
		if (await page.getByRole('button', { name: 'Approuver et commander' }).isVisible()) {
			await decide(page, 'oui');
		}
		await page.close();
		await run(order, 'Every five minutes');
		await notices.inState(dossier, 'commandée');
		assert.equal(stage.ordered(dossier).length, 1);
		await stage.client.deactivate(approval.id);
	});

	it('a CRM that got no answer calls again and has one row; a deal that may have heard hears again', async () => {
		await alone();
		const deals = await stage.open('crm-deal-to-notice', { values: { crm: crm.url } });
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
		assert.equal(heard().at(-1)?.body['etat'], (await notices.row('TUE-CRM'))['etat']);
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

	const TEXT = '<p class="fs-texte">EXEMPLE DÉMO. Texte corrigé.</p>';
	/** Opens the form of corrections. @returns the second page, or the last one where there is none */
	async function asked(dossier: string): Promise<[Page, string]> {
		const page = await stage.form('annonce-corriger', { 'Dossier ou référence': dossier });
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
			await notices.add({ dossier, etat: 'commandée', reference });
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
			const left = cancelled ? /^Avoir : facture et avoir, s’il y en a,/ : /^$/;
			assert.match(String(row['probleme']), left, route);
		}
	});

	/** Sends a correction again. @param begun whether its row says that it was begun */
	async function goesOn(dossier: string, begun: boolean): Promise<void> {
		if (begun) {
			const row = await notices.row(dossier);
			assert.match(String(row['probleme']), /^Correction : commencée.*renvoyez le formulaire/);
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
