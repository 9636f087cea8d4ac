import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import type { Stage } from '../stage.mts';

const TEXT =
	'SOCIÉTÉ EXEMPLE DÉMO\n\nPar décision du 3 novembre 2026, transfert du siège au 5 avenue de la Démonstration, 75012 Paris.';

export function formToApprovedOrder(stage: () => Stage): void {
	let workflow: StoredWorkflow;

	before(async () => {
		workflow = await stage().open('form-to-approved-order');
		await stage().activate(workflow);
	});

	const ordered = (dossier: string) =>
		stage()
			.world.sandbox.journal.orders()
			.filter((order) => order.dossier === dossier);

	/** Fills in the first page and sends it. */
	async function asked(dossier: string, text: string): Promise<Page> {
		const page = await stage().form('legal-notice-order');
		await page.getByLabel('File reference').fill(dossier);
		await page.getByLabel('Text of the notice').fill(text);
		await page.getByRole('button', { name: 'Show the price' }).click();
		return page;
	}

	async function decided(page: Page, answer: string): Promise<void> {
		await page.getByLabel('Order this notice?').selectOption(answer);
		await page.getByRole('button', { name: 'Continue' }).click();
	}

	it('shows price, date, closing time and the text as printed, and orders what is approved', async () => {
		const page = await asked('FORM-1', TEXT);
		await page.getByText('Please check before ordering').first().waitFor();
		const shown = await page.locator('body').innerText();
		assert.match(shown, /Price: \d+(\.\d+)? € including tax/);
		assert.match(shown, /Published on: \d{4}-\d{2}-\d{2}/);
		assert.match(shown, /Can be ordered until: \d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
		assert.match(shown, /transfert du siège au 5 avenue de la Démonstration/);
		assert.equal(ordered('FORM-1').length, 0, 'nothing is ordered before the approval');

		await decided(page, 'Yes, order it');
		await page.getByRole('heading', { name: /^Ordered: / }).waitFor();
		const [order] = ordered('FORM-1');
		assert.ok((await page.locator('body').innerText()).includes(order?.reference ?? 'no order'));
		await page.close();
	});

	it('orders nothing without approval', async () => {
		const page = await asked('FORM-2', TEXT);
		await decided(page, 'No');
		await page.getByText('Nothing was ordered').first().waitFor();
		assert.equal(ordered('FORM-2').length, 0);
		await page.close();
	});

	it('orders nothing, and says so, when the price has changed since it was shown', async () => {
		const page = await asked('FORM-4', TEXT);
		await page.getByText('Please check before ordering').first().waitFor();
		const shown = await page.locator('body').innerText();
		const [, date = ''] = /Published on: (\S+)/.exec(shown) ?? [];
		const dearer = {
			resultat: 'succes',
			date_parution: date,
			date_bouclage: `${date} 00:00:00`,
			texte: '<p>EXEMPLE</p>',
			tarif: { totaux: { montant_ht: 1000, montant_tva: 200, montant_ttc: 1200 } },
		};
		stage().world.sandbox.fault({
			kind: 'wrongShape',
			body: JSON.stringify(dearer),
			match: { path: 'devis' },
		});
		await decided(page, 'Yes, order it');
		await page.getByText('Please correct this and try again').waitFor();
		assert.match(await page.locator('body').innerText(), /1[\s,.]?200.*Maximum Total/s);
		assert.equal(ordered('FORM-4').length, 0);
		await page.close();
	});

	it('finds the first order when the same form is sent twice', async () => {
		const page = await asked('FORM-1', TEXT);
		await decided(page, 'Yes, order it');
		await page.getByRole('heading', { name: /^Ordered: / }).waitFor();
		assert.equal(ordered('FORM-1').length, 1);
		await page.close();
	});

	it('lets nobody in who does not know the password', async () => {
		const { url } = stage().world.server;
		assert.equal((await fetch(`${url}/form/legal-notice-order`)).status, 401);
	});

	it('says what to correct in a text that cannot be printed', async () => {
		const page = await asked('FORM-3', 'Nomination de Đặng en qualité de gérant.');
		await page.getByText('Please correct this and try again').waitFor();
		assert.match(await page.locator('body').innerText(), /'Text'.*Đ/s);
		await page.close();
	});

	for (const [node, dossier] of [
		['Quote the notice', 'FORM-5'],
		['Order the notice', 'FORM-6'],
	] as const) {
		it(`orders nothing, and says so, when "${node}" has no credential`, async () => {
			await stage().world.client.deactivate(workflow.id);
			workflow = await stage().open('form-to-approved-order', { withoutCredential: node });
			await stage().activate(workflow);
			const page = await asked(dossier, TEXT);
			if (node === 'Order the notice') await decided(page, 'Yes, order it');
			await page.getByText('Please correct this and try again').waitFor();
			assert.equal(ordered(dossier).length, 0);
			await page.close();
		});
	}
}
