/** An agent that drafts the text of a row, with a model that follows a script. */
import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import type { Desk } from '../desk.mts';
import { modelServer, toolAnswers } from '../modelServer.mts';
import { stage } from '../stage.mts';

const TEXT =
	'AVIS DE MODIFICATION\n\nEXEMPLE DÉMO & Cie <SAS> change d’objet.\n\nPour avis, Alix MODÈLE';

export function aiDraftsANotice(desk: () => Desk): void {
	const { server } = modelServer((turn) => {
		const answers = toolAnswers(turn);
		if (answers.length >= 2) return { say: TEXT };
		if (answers.length === 1) assert.match(answers[0] ?? '', /Đ/, 'what cannot be printed');
		return { call: 'Check_the_text', with: { text: answers.length === 0 ? `${TEXT} Đặng` : TEXT } };
	});

	it('writes the checked text to a row, and keeps the answers of the form while the model is away', async () => {
		const workflow = await stage.open('ai-drafts-a-notice', { model: `${server.url}/v1` });
		await stage.activate(workflow);
		server.failing = /./;
		const page = await stage.page();
		await page.goto(`${stage.world.server.url}/form/annonce-assistant`);
		await page.getByLabel('Dossier').fill('IA');
		await page.getByLabel('Société').fill('EXEMPLE DÉMO');
		await page.getByLabel('Décision à publier').fill('L’objet change.');
		await page.getByRole('button', { name: 'Rédiger l’annonce' }).click();
		await page.getByText('Demande enregistrée').waitFor();
		assert.equal((await stage.next(workflow)).status, 'error');
		server.failing = undefined;
		const [failed = ''] = await stage.client.executionIds(workflow.id);
		await stage.retry(failed);
		const retried = await stage.next(workflow);
		assert.equal(retried.status, 'success', retried.error);
		const row = await desk().row('IA');
		assert.deepEqual(
			[row['etat'], row['texte'], row['societe']],
			['à relire', TEXT, 'EXEMPLE DÉMO'],
		);
		assert.deepEqual(stage.ordered('IA'), []);
	});
}
