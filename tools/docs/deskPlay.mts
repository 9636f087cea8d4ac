/** What a person does after the desk is in n8n: the credentials, the first notice, its approval. */
import type { Locator, Page } from 'playwright-core';
import type { MailServer } from '../../e2e/journeys/mailServer.mts';
import type { Json } from '../../e2e/lib/execution.mts';
import { openNotices } from '../../e2e/lib/noticesTable.mts';
import { LOOPBACK } from '../../e2e/lib/ports.mts';
import type { World } from '../../e2e/lib/world.mts';
import { byId, type Hand } from './hand.mts';

export const COLLEAGUE = { username: 'cabinet', password: 'demo-form-password' };
export const FIRM = 'Étude Dupont & Filles';
export const OFFICE = 'bureau@etude.example';
export const REVIEWER = 'maitre@etude.example';
/** The sandbox's newspaper of that department. */
export const DEPARTMENT = '75';
export const NEWSPAPER = '12';
const FILE_REFERENCE = 'PREMIER-1';
const TEXT =
	'Par décision du 2 novembre 2026, l’associé unique a prononcé la dissolution anticipée.';

export interface Play {
	readonly world: World;
	readonly mail: MailServer;
	readonly mailPort: number;
	readonly page: Page;
	readonly hand: Hand;
}

/** A part of the handbook's page, by what it is about. */
export type Part = readonly [string, (play: Play) => Promise<void>];

/** The window of the package's own credential. */
export async function fillOwn(play: Play, dialog: Locator): Promise<void> {
	const { page, hand, world } = play;
	const { url, publicKey, secretKey } = world.sandbox;
	await hand.click(fieldOf(dialog, 'environment'));
	const choices = page.locator('.el-select-dropdown__item').filter({ visible: true });
	await hand.click(choices.filter({ hasText: 'Orders on the test instance' }));
	await hand.write(fieldOf(dialog, 'baseUrl'), url);
	await hand.write(fieldOf(dialog, 'publicKey'), publicKey);
	await hand.write(fieldOf(dialog, 'secretKey'), secretKey);
	await save(play, dialog);
}

export async function fillSmtp(play: Play, dialog: Locator): Promise<void> {
	const { hand, mailPort } = play;
	await hand.write(fieldOf(dialog, 'host'), LOOPBACK);
	await hand.write(fieldOf(dialog, 'port'), String(mailPort));
	// The mail server of the play knows neither encryption nor users: two switches in the place of user and password.
	await hand.click(switchOf(dialog, 'secure'));
	await hand.click(switchOf(dialog, 'disableStartTls'));
	await save(play, dialog);
}

export async function fillBasicAuth(play: Play, dialog: Locator): Promise<void> {
	await play.hand.write(fieldOf(dialog, 'user'), COLLEAGUE.username);
	await play.hand.write(fieldOf(dialog, 'password'), COLLEAGUE.password);
	await save(play, dialog, false);
}

const fieldOf = (dialog: Locator, name: string): Locator =>
	byId(dialog, `parameter-input-${name}`).locator('input').first();
const switchOf = (dialog: Locator, name: string): Locator =>
	byId(dialog, `parameter-input-${name}`).locator('.el-switch, [role=switch]').first();

/** n8n tests it, if that is a type that it can test, and the window is closed. */
async function save({ page, hand }: Play, dialog: Locator, isTested = true): Promise<void> {
	// n8n takes what was typed a tenth of a second after the last key.
	await page.waitForTimeout(500);
	const kept = page.waitForResponse(
		(response) =>
			/\/rest\/credentials(\/\w+)?$/.test(response.url()) &&
			['POST', 'PATCH'].includes(response.request().method()),
	);
	await hand.click(byId(page, 'credential-save-button'));
	await kept;
	await page.waitForTimeout(500);
	const tested = dialog.getByText('Connection tested successfully').filter({ visible: true });
	if (isTested) await tested.first().waitFor();
	await hand.click(page.getByRole('button', { name: /^Close/ }).last());
	await dialog.waitFor({ state: 'hidden' });
}

/** A text of one's own: the form that needs the least. */
export async function fillForm({ page, hand, world }: Play): Promise<void> {
	// Its address, and the browser's own question for user and password.
	hand.also({ fields: 3, clicks: 1 });
	await page.goto(`${world.server.url}/form/annonce-libre`);
	await hand.write(page.getByLabel('Dossier'), FILE_REFERENCE);
	await hand.select(page.locator('select'), 'Texte libre');
	await hand.click(page.getByRole('button'));
	await hand.write(page.getByLabel('Titre'), 'AVIS');
	await hand.write(page.getByLabel('Texte, un paragraphe'), TEXT);
	await hand.write(page.getByLabel('Catégorie (code)'), 'DISSOL');
	await hand.write(page.getByLabel('Signataire'), 'le liquidateur');
	await hand.click(page.getByRole('button', { name: 'Enregistrer l’annonce' }));
	await page.getByText('Annonce enregistrée').waitFor();
}

export async function approve({ page, hand, world, mail }: Play): Promise<void> {
	const { text } = await mail.received(REVIEWER, /annonce à relire/);
	const link = /href="([^"]*jeton=[^"]*)"/.exec(text)?.[1] ?? '';
	// The e-mail is opened, and the link in it.
	hand.also({ clicks: 2 });
	await page.goto(link);
	await hand.click(page.getByRole('button', { name: 'Approuver et commander' }));
	await page.getByRole('heading', { name: /^Annonce / }).waitFor();
	// The order follows within seconds.
	await mail.received(OFFICE, /annonce commandée/);
	const row = await rowOf(world);
	const orders = world.sandbox.journal.orders();
	if (orders.length !== 1 || orders[0]?.reference !== row['reference']) {
		throw new Error(`The first notice was not ordered: ${JSON.stringify(row)}`);
	}
}

const rowOf = async ({ client }: World): Promise<Json> =>
	(await (await openNotices(client)).rows()).find((row) => row['dossier'] === FILE_REFERENCE) ?? {};
