import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import type { Stage } from '../stage.mts';

export function correctANotice(stage: () => Stage): void {
	let workflow: StoredWorkflow;

	before(async () => {
		workflow = await stage().open('correct-a-notice');
		await stage().activate(workflow);
	});

	/** Sends the form. @returns what the last page says */
	async function corrected(asked: string, text: string): Promise<string> {
		const page = await stage().form('legal-notice-correction');
		await page.getByLabel('Référence ou numéro de commande').fill(asked);
		await page.getByLabel('Dossier').fill('CORRECT-1');
		await page.getByLabel('Texte corrigé').fill(text);
		await page.getByRole('button', { name: 'Remplacer l’annonce' }).click();
		await page.waitForURL(/form-waiting/);
		await page.getByRole('heading').first().waitFor();
		const said = await page.locator('body').innerText();
		await page.close();
		return said;
	}

	const placed = async (number: string): Promise<string> => {
		const { reference } = await stage().order({ dossier: 'CORRECT-0', numero_commande: number });
		return String(reference);
	};
	const statusOf = (reference: string) =>
		stage()
			.world.sandbox.journal.orders()
			.find((order) => order.reference === reference);

	it('replaces a notice that is not published yet', async () => {
		const old = await placed('CORRECT-A');
		const said = await corrected('CORRECT-A', 'EXEMPLE DÉMO, SAS. Transfert du siège corrigé.');
		const [, fresh = ''] = /devient (\w+)/.exec(said) ?? [];
		assert.match(said, new RegExp(`Remplacée : ${old}`));
		assert.notEqual(fresh, old);
		assert.equal(statusOf(fresh)?.dossier, 'CORRECT-1');
	});

	it('says that a notice is not known', async () => {
		assert.match(await corrected('CORRECT-X', 'Transfert du siège.'), /introuvable/);
	});

	it('says that a published notice needs a rectificatif', async () => {
		const old = await placed('CORRECT-B');
		stage().world.sandbox.notices.publish(old);
		assert.match(await corrected(old, 'Transfert du siège.'), /rectificatif/);
	});

	it('says that nothing was changed when the new text is refused', async () => {
		const old = await placed('CORRECT-C');
		const said = await corrected(old, 'Nomination de Đặng en qualité de gérant.');
		assert.match(said, /Rien n’a été changé.*'Text'/s);
		assert.equal(statusOf(old)?.statut, 'a-paraitre');
	});

	it('alerts the office when the old notice is cancelled and the new one cannot be ordered', async () => {
		const old = await placed('CORRECT-D');
		stage().world.sandbox.fault({
			kind: 'codes',
			codes: ['err_bouclage_depasse'],
			match: { path: 'order' },
			times: 1,
		});
		const said = await corrected(old, 'EXEMPLE DÉMO, SAS. Transfert du siège, autre correction.');
		assert.match(said, /annulée, nouvelle annonce non commandée/);
		const mail = await stage().mail.received('formalites@cabinet-demo.example', /^Urgent : /);
		assert.match(mail.text, new RegExp(`${old} is cancelled`));
		assert.match(mail.text, /Old Notice Already Cancelled/);
	});

	it('says on its page what is half done, also when that e-mail is refused', async () => {
		await placed('CORRECT-F');
		const codes = ['err_bouclage_depasse'];
		stage().world.sandbox.fault({ kind: 'codes', codes, match: { path: 'order' } });
		stage().mail.refusing = /./;
		const said = await corrected('CORRECT-F', 'EXEMPLE DÉMO, SAS. Transfert du siège, refusé.');
		stage().mail.refusing = undefined;
		assert.match(said, /annulée, nouvelle annonce non commandée.*Old Notice Already Cancelled/s);
	});

	it('says that nothing was changed when the service is away', async () => {
		const old = await placed('CORRECT-G');
		stage().world.sandbox.fault({ kind: 'dropBefore', match: { path: 'quote' }, times: 1000 });
		const said = await corrected(old, 'EXEMPLE DÉMO, SAS. Transfert du siège, sans réponse.');
		stage().world.sandbox.clearFaults();
		assert.match(said, /Rien n’a été changé/);
		assert.equal(statusOf(old)?.statut, 'a-paraitre');
	});

	it('says that nothing was changed when the Replace node has no credential', async () => {
		const old = await placed('CORRECT-E');
		await stage().world.client.deactivate(workflow.id);
		workflow = await stage().open('correct-a-notice', { withoutCredential: 'Replace the notice' });
		await stage().activate(workflow);
		assert.match(await corrected(old, 'EXEMPLE DÉMO, SAS. Autre siège.'), /Rien n’a été changé/);
		assert.equal(statusOf(old)?.statut, 'a-paraitre');
	});
}
