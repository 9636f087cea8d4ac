/** The form behind the e-mail that asks for an approval: its three answers, and how to send one without a browser. */
import { PATIENCE_MS, until } from '../lib/until.mts';
import type { Mail } from './mailServer.mts';

export const APPROVE = 'J’approuve : commander cette annonce';
export const CHANGE = 'Je demande une modification';
export const REFUSE = 'Je refuse cette annonce';

export const linkIn = ({ html = '' }: Mail): string =>
	/href="([^"]*webhook-waiting[^"]*)"/.exec(html)?.[1] ?? '';

/** Sends what the form sends, without a browser, as soon as the run waits for it. */
export async function answer(
	link: string,
	choice: string,
	name = 'Alix Modèle',
	remark = '',
): Promise<void> {
	const form = new FormData();
	// In the order of the form: the proof, the answer, the name, the remark.
	form.append('field-1', JSON.stringify([choice]));
	form.append('field-2', name);
	form.append('field-3', remark);
	await until(
		'The form behind an e-mail',
		async () => (await fetch(link, { method: 'POST', body: form })).ok || undefined,
		PATIENCE_MS,
	);
}
