/** A journey that asks a person by e-mail before it orders. */
import assert from 'node:assert/strict';
import type { Execution } from '../../lib/execution.mts';
import { stage } from '../stage.mts';

export const YES = 'Oui, le texte est relu';
export type Answer = typeof YES | 'Non';

/**
 * Reads the request for approval, opens its page and answers, if the run gets that far.
 *
 * @returns the run once it has ended
 */
export async function decided(
	run: string,
	reviewer: string,
	dossier: string,
	answer: Answer = YES,
): Promise<Execution> {
	if ((await stage.rested(run)).status === 'waiting') {
		const before = stage.ordered(dossier).length;
		const [page, mail] = await stage.review(reviewer, new RegExp(`${dossier}$`));
		const proof = (await stage.client.execution(run)).items('Quote the notice')[0]?.json;
		assert.ok(mail.includes(String(proof?.['epreuve_html'])), 'the e-mail shows the proof');
		assert.match(mail, /Devis : .*La Gazette de la Seine \(75\).* à commander avant le .* € TTC/);
		const said = await page.locator('body').innerText();
		for (const fact of ['Journal', 'Département', 'Annonce', 'bouclage', 'Total TTC']) {
			assert.ok(said.includes(fact), `the page shows ${fact}`);
		}
		assert.equal(stage.ordered(dossier).length, before, 'opening the page orders nothing');
		await stage.decide(page, answer);
		await page.getByText('Réponse enregistrée').waitFor();
		await page.close();
	}
	return await stage.client.finished(run);
}
