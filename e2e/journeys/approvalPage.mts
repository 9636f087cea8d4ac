/** The page behind the link of a preview, as a person answers it. */
import type { Page } from 'playwright-core';

export type Decision = 'oui' | 'changer' | 'non';

/** The two answers that unfold a field, and the button that sends it. */
const UNFOLDED = {
	changer: ['Demander une modification', 'Envoyer la demande'],
	non: ['Refuser', 'Confirmer le refus'],
} as const;

/** @returns the address in an e-mail with a preview; '' for none */
export const linkIn = (mail = ''): string => /href="([^"]*jeton=[^"]*)"/.exec(mail)?.[1] ?? '';

/** Without no-break spaces. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Gives an answer. @returns the page that says what became of it */
export async function decide(page: Page, decision: Decision, reason = ''): Promise<string> {
	if (decision === 'oui') {
		await page.getByRole('button', { name: 'Approuver et commander' }).click();
	} else {
		const [choice, send] = UNFOLDED[decision];
		await page.locator('summary', { hasText: choice }).click();
		await page.locator('textarea:visible').fill(reason);
		await page.getByRole('button', { name: send }).click();
	}
	await page.getByRole('heading', { name: /^(Annonce|Modification) / }).waitFor();
	return plain(await page.locator('body').innerText());
}
