/** A journey that asks a person by e-mail before it orders. */
import type { Execution } from '../../lib/execution.mts';
import { stage } from '../stage.mts';

export const YES = 'Oui, le texte est relu';
export type Answer = typeof YES | 'Non';
/** Is shown what the e-mail says, and its page. */
export type Look = (mail: string, page: string) => void;

/** Answers the request for approval, if the run gets that far, and waits for its end. */
export async function decided(
	run: string,
	reviewer: string,
	dossier: string,
	answer: Answer = YES,
	look: Look = () => undefined,
): Promise<Execution> {
	if ((await stage.rested(run)).status === 'waiting') {
		const [page, mail] = await stage.review(reviewer, new RegExp(`${dossier}$`));
		look(mail, await page.locator('body').innerHTML());
		await stage.decide(page, answer);
		// The page shows that the answer has arrived.
		await page.getByLabel('Commander cette annonce ?').waitFor({ state: 'hidden' });
		await page.close();
	}
	return await stage.client.finished(run);
}
