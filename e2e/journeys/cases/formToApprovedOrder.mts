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
		await page.getByLabel('Dossier').fill(dossier);
		await page.getByLabel('Texte de l’annonce').fill(text);
		await page.getByRole('button', { name: 'Voir le prix' }).click();
		return page;
	}

	async function decided(page: Page, answer: string): Promise<void> {
		await page.getByLabel('Commander cette annonce ?').selectOption(answer);
		await page.getByRole('button', { name: 'Continuer' }).click();
	}

	it('shows price, date, closing time and the text as printed, and orders what is approved', async () => {
		const page = await asked('FORM-1', TEXT);
		await page.getByText('À vérifier avant de commander').first().waitFor();
		const shown = await page.locator('body').innerText();
		assert.match(shown, /Prix : \d+,\d\d\s€ TTC/);
		assert.match(shown, /Parution : \d{1,2} \p{L}+ \d{4}/u);
		assert.match(shown, /Bouclage : \d{1,2} \p{L}+ \d{4} à \d{2}:\d{2}/u);
		assert.match(shown, /transfert du siège au 5 avenue de la Démonstration/);
		assert.equal(ordered('FORM-1').length, 0, 'nothing is ordered before the approval');

		await decided(page, 'Oui, commander');
		await page.getByRole('heading', { name: /^Commandée : / }).waitFor();
		const [order] = ordered('FORM-1');
		assert.ok((await page.locator('body').innerText()).includes(order?.reference ?? 'no order'));
		await page.close();
	});

	it('orders nothing without approval', async () => {
		const page = await asked('FORM-2', TEXT);
		await decided(page, 'Non');
		await page.getByText('Rien n’a été commandé').first().waitFor();
		assert.equal(ordered('FORM-2').length, 0);
		await page.close();
	});

	it('orders nothing, and says so, when the price has changed since it was shown', async () => {
		const page = await asked('FORM-4', TEXT);
		await page.getByText('À vérifier avant de commander').first().waitFor();
		const shown = await page.locator('body').innerText();
		const date = isoDate(/Parution : (.*)/.exec(shown)?.[1] ?? '');
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
		await decided(page, 'Oui, commander');
		await page.getByText('À corriger avant de recommencer').waitFor();
		assert.match(await page.locator('body').innerText(), /1[\s,.]?200.*Maximum Total/s);
		assert.equal(ordered('FORM-4').length, 0);
		await page.close();
	});

	it('finds the first order when the same form is sent twice', async () => {
		const page = await asked('FORM-1', TEXT);
		await decided(page, 'Oui, commander');
		await page.getByRole('heading', { name: /^Commandée : / }).waitFor();
		assert.equal(ordered('FORM-1').length, 1);
		await page.close();
	});

	it('lets nobody in who does not know the password', async () => {
		const { url } = stage().world.server;
		assert.equal((await fetch(`${url}/form/legal-notice-order`)).status, 401);
	});

	it('says what to correct in a text that cannot be printed', async () => {
		const page = await asked('FORM-3', 'Nomination de Đặng en qualité de gérant.');
		await page.getByText('À corriger avant de recommencer').waitFor();
		assert.match(await page.locator('body').innerText(), /'Text'.*Đ/s);
		await page.close();
	});

	for (const [node, path] of [
		['Quote the notice', 'quote'],
		['Order the notice', 'order'],
	] as const) {
		for (const away of [true, false]) {
			it(`orders nothing, and says so, when "${node}" ${away ? 'gets no answer' : 'has no credential'}`, async () => {
				const { client, sandbox } = stage().world;
				const dossier = `FORM-${path}-${away}`;
				const fault = { kind: 'dropBefore', match: { path }, times: 1000 } as const;
				if (!away) {
					await client.deactivate(workflow.id);
					workflow = await stage().open('form-to-approved-order', { withoutCredential: node });
					await stage().activate(workflow);
				}
				if (away && path === 'quote') sandbox.fault(fault);
				const page = await asked(dossier, TEXT);
				if (path === 'order') {
					await page.getByText('À vérifier avant de commander').first().waitFor();
					if (away) sandbox.fault(fault);
					await decided(page, 'Oui, commander');
				}
				await page.getByText('À corriger avant de recommencer').waitFor();
				sandbox.clearFaults();
				assert.equal(ordered(dossier).length, 0);
				await page.close();
				if (!away) {
					await client.deactivate(workflow.id);
					workflow = await stage().open('form-to-approved-order');
					await stage().activate(workflow);
				}
			});
		}
	}
}

/** @param french such as `3 novembre 2026` */
function isoDate(french: string): string {
	const [day = '', month = '', year = ''] = french.split(' ');
	const nameOf = (index: number) =>
		new Date(2026, index, 1).toLocaleDateString('fr-FR', { month: 'long' });
	const number = Array.from({ length: 12 }, (_, index) => nameOf(index)).indexOf(month) + 1;
	return [year, String(number).padStart(2, '0'), day.padStart(2, '0')].join('-');
}
