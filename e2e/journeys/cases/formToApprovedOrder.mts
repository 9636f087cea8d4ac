import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { callService } from '../../lib/serviceCall.mts';
import { after, before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';

const EXAMPLE = 'form-to-approved-order';
const TEXT =
	'SOCIÉTÉ EXEMPLE DÉMO\n\nPar décision du 3 novembre 2026, transfert du siège au 5 avenue de la Démonstration, 75012 Paris.';

export function formToApprovedOrder(): void {
	let workflow: StoredWorkflow;

	before(async () => {
		workflow = await stage.open(EXAMPLE);
		await stage.activate(workflow);
	});
	after(async () => await stage.client.deactivate(workflow.id));

	/** Sends the form. @returns the page that it leads to, and all it says */
	async function asked(dossier: string, text = TEXT): Promise<[Page, string]> {
		const fields = { Dossier: dossier, 'Texte de l’annonce': text };
		const page = await stage.form('legal-notice-order', fields);
		await page
			.getByText(/À vérifier avant|À corriger avant/)
			.first()
			.waitFor();
		return [page, await page.locator('body').innerText()];
	}
	/** Answers the question. @returns what the last page says */
	async function decided(page: Page, answer: string): Promise<string> {
		await stage.decide(page, answer);
		const last = page
			.getByText(/^Commandée : |À corriger avant|non confirmée|Rien n’a été commandé/)
			.first();
		await last.waitFor();
		const said = await page.locator('body').innerText();
		await page.close();
		return said;
	}

	it('shows price, date, closing time and the proof, and orders what is approved, once', async () => {
		const [page, shown] = await asked('FORM-1');
		assert.match(shown, /Prix : \d+,\d\d\s€ TTC/);
		assert.match(shown, /Parution : (1er|[1-3]?\d) \p{L}+ \d{4}/u);
		assert.match(shown, /Bouclage : (1er|[1-3]?\d) \p{L}+ \d{4} à \d{1,2} h \d{2}/u);
		assert.match(shown, /transfert du siège au 5 avenue de la Démonstration/);
		assert.equal(stage.ordered('FORM-1').length, 0, 'nothing is ordered before the approval');
		for (const form of [page, (await asked('FORM-1'))[0]]) {
			const said = await decided(form, 'Oui, commander');
			const [order, ...more] = stage.ordered('FORM-1');
			assert.deepEqual(more, []);
			assert.ok(said.includes(order?.reference ?? 'no order'));
		}
	});

	it('orders nothing without approval', async () => {
		const odd = 'Nom commercial : {{ 1 + 1 }} $& $$';
		const [page, shown] = await asked('FORM-2', odd);
		assert.ok(shown.includes(odd), 'the text as it is');
		assert.match(await decided(page, 'Non'), /Rien n’a été commandé/);
		assert.equal(stage.ordered('FORM-2').length, 0);
	});

	it('orders nothing, and says so, when the price has changed since it was shown', async () => {
		const [page] = await asked('FORM-3');
		const calls = stage.sandbox.journal.calls();
		const { body = '', path = '' } = calls.findLast(({ route }) => route === 'quote') ?? {};
		const quote = await callService(stage.sandbox, 'POST', path, JSON.parse(body) as Json);
		const totaux = { montant_ht: 1000, montant_tva: 200, montant_ttc: 1200 };
		const dearer = { ...quote, tarif: { totaux } };
		const match = { path: 'devis' };
		stage.sandbox.fault({ kind: 'wrongShape', body: JSON.stringify(dearer), match });
		assert.match(await decided(page, 'Oui, commander'), /1[\s,.]?200.*Maximum Total/s);
		assert.equal(stage.ordered('FORM-3').length, 0);
	});

	it('lets nobody in who does not know the password', async () => {
		const { url } = stage.world.server;
		assert.equal((await fetch(`${url}/form/legal-notice-order`)).status, 401);
	});

	it('says what to correct in a text that cannot be printed', async () => {
		const [page, said] = await asked('FORM-4', 'Nomination de Đặng en qualité de gérant.');
		assert.match(said, /À corriger avant de recommencer.*'Text'.*Đ/s);
		await page.close();
	});

	survives({
		example: EXAMPLE,
		trigger: 'Notice form',
		single: true,
		nodes: {
			'Quote the notice': () => ({ service: { path: 'quote' } }),
			'Order the notice': () => ({ service: { path: 'order' } }),
		},
		async prepare(dossier) {
			await stage.client.deactivate(workflow.id);
			const done = () => stage.ordered(dossier).map(() => dossier);
			return { own: {}, done, remembered: done };
		},
		play: async (played, dossier) =>
			await stage.active(played, async () => {
				const [page, shown] = await asked(dossier);
				const quoted = shown.includes('À vérifier');
				const said = quoted ? await decided(page, 'Oui, commander') : shown;
				assert.match(
					said,
					stage.ordered(dossier).length > 0 ? /Commandée : / : /À corriger|non confirmée/,
				);
				if (!quoted) await page.close();
				return await stage.rested(await stage.begun(played));
			}),
	});
}
