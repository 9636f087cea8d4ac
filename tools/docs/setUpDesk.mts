/**
 * The handbook's way from an n8n that has nothing but this package to the whole desk, played in a real n8n with mouse
 * and keyboard, up to the first notice that is ordered; counts clicks and fields, and says how long a person takes.
 * Run by hand: `node_modules/.bin/node tools/docs/setUpDesk.mts` (after `npm run test:e2e` has installed n8n).
 */
import type { Locator, Page } from 'playwright-core';
import { DeskProgram } from '../../e2e/journeys/deskProgram.mts';
import { MailServer } from '../../e2e/journeys/mailServer.mts';
import { openBrowser } from '../../e2e/lib/chromium.mts';
import { signIn } from '../../e2e/lib/editor.mts';
import type { Json } from '../../e2e/lib/execution.mts';
import { openNotices } from '../../e2e/lib/noticesTable.mts';
import { LOOPBACK } from '../../e2e/lib/ports.mts';
import { openWorld, OWNER, type World } from '../../e2e/lib/world.mts';
import { byId, Hand } from './hand.mts';

const SECONDS_EACH = 5;
const COLLEAGUE = { username: 'cabinet', password: 'demo-form-password' };
const OFFICE = 'bureau@etude.example';
const REVIEWER = 'maitre@etude.example';
/** The sandbox's newspaper of that department. */
const DEPARTMENT = '75';
const NEWSPAPER = '12';
const FILE_REFERENCE = 'PREMIER-1';
const TEXT =
	'Par décision du 2 novembre 2026, l’associé unique a prononcé la dissolution anticipée.';

interface Play {
	readonly world: World;
	readonly mail: MailServer;
	readonly mailPort: number;
	readonly page: Page;
	readonly hand: Hand;
	readonly terminal: DeskProgram;
}

/** Each part of the handbook's page, in its order. */
const PARTS: ReadonlyArray<[string, (play: Play) => Promise<void>]> = [
	['key of the API, own values, one import', importDesk],
	['three credentials, published', fillCredentials],
	['the form of the first notice', fillForm],
	['its approval, up to the order', approve],
	['Set up the desk', runSetUp],
];

async function importDesk(play: Play): Promise<void> {
	const { page, hand, world, terminal } = play;
	await hand.click(byId(page, 'main-sidebar-settings'));
	await hand.click(page.getByRole('menuitem', { name: 'n8n API' }));
	await hand.click(page.getByRole('button', { name: /^Create/ }).first());
	await byId(page, 'api-key-label').waitFor();
	// The window is still on its way in: a click may miss.
	await page.waitForTimeout(1_000);
	await hand.type(page, 'desk');
	await hand.click(byId(page, 'scopes-mode-custom'));
	await hand.click(page.getByText('Workflow and executions', { exact: true }));
	await hand.click(page.getByText('Data tables', { exact: true }));
	await hand.click(page.getByRole('button', { name: 'Save' }));
	await hand.click(byId(page, 'copy-input-button'));
	const key = await page.evaluate<string>('navigator.clipboard.readText()');
	await page.keyboard.press('Escape');

	// The handbook's line is copied into a terminal: it downloads the two files and starts the program.
	hand.also({ clicks: 2, fields: 1 });
	const answers = [world.server.url, key, OFFICE, REVIEWER, '', '', DEPARTMENT, NEWSPAPER];
	hand.also({ fields: answers.length });
	terminal.answer(...answers);
	await terminal.says('Then press Enter');
}

async function fillCredentials(play: Play): Promise<void> {
	const { page, hand, world, mailPort, terminal } = play;
	const { url, publicKey, secretKey } = world.sandbox;
	await hand.click(byId(page, 'settings-back'));
	await hand.click(byId(page, 'tab-CredentialsView'));

	const own = await openCredential(play, 'Legal Notice API');
	await hand.click(fieldOf(own, 'environment'));
	const choices = page.locator('.el-select-dropdown__item').filter({ visible: true });
	await hand.click(choices.filter({ hasText: 'Orders on the test instance' }));
	await hand.write(fieldOf(own, 'baseUrl'), url);
	await hand.write(fieldOf(own, 'publicKey'), publicKey);
	await hand.write(fieldOf(own, 'secretKey'), secretKey);
	await save(play, own);

	const smtp = await openCredential(play, 'E-mails of the desk (SMTP)');
	await hand.write(fieldOf(smtp, 'host'), LOOPBACK);
	await hand.write(fieldOf(smtp, 'port'), String(mailPort));
	// The mail server of the play knows neither encryption nor users: two switches in the place of user and password.
	await hand.click(switchOf(smtp, 'secure'));
	await hand.click(switchOf(smtp, 'disableStartTls'));
	await save(play, smtp);

	const forms = await openCredential(play, 'Forms and page of the desk (Basic Auth)');
	await hand.write(fieldOf(forms, 'user'), COLLEAGUE.username);
	await hand.write(fieldOf(forms, 'password'), COLLEAGUE.password);
	await save(play, forms, false);

	hand.also({ fields: 1 });
	terminal.answer('');
	await terminal.says('Done.');
	await checkDesk(world);
}

/** Whether all is published that a firm without CRM and language model has, and no example of a value is left. */
async function checkDesk({ client }: World): Promise<void> {
	const all = await client.request<readonly Json[]>('GET', '/rest/workflows');
	const published = all.filter(({ activeVersionId: version }) => Boolean(version));
	if (published.length !== 11) throw new Error(`${published.length} workflows are published`);
	for (const { id, name } of all) {
		const text = JSON.stringify(await client.workflow(String(id)));
		if (text.includes('cabinet-demo'))
			throw new Error(`${String(name)} has a value of the example`);
	}
}

const fieldOf = (dialog: Locator, name: string): Locator =>
	byId(dialog, `parameter-input-${name}`).locator('input').first();
const switchOf = (dialog: Locator, name: string): Locator =>
	byId(dialog, `parameter-input-${name}`).locator('.el-switch, [role=switch]').first();

/** One of those that n8n has made empty. @returns its window */
async function openCredential({ page, hand }: Play, name: string): Promise<Locator> {
	await hand.click(page.getByText(name).first());
	const dialog = byId(page, 'credential-edit-dialog');
	await dialog.waitFor();
	return dialog;
}

/** n8n tests it, if that is a type that it can test, and the window is closed. */
async function save({ page, hand }: Play, dialog: Locator, isTested = true): Promise<void> {
	// n8n takes what was typed a tenth of a second after the last key.
	await page.waitForTimeout(500);
	await hand.click(byId(page, 'credential-save-button'));
	await page.getByText('Saved', { exact: true }).filter({ visible: true }).first().waitFor();
	const tested = dialog.getByText('Connection tested successfully').filter({ visible: true });
	if (isTested) await tested.first().waitFor();
	await hand.click(page.getByRole('button', { name: /^Close/ }).last());
	await dialog.waitFor({ state: 'hidden' });
}

async function runSetUp({ page, hand, world }: Play): Promise<void> {
	hand.also({ fields: 1 });
	await page.goto(`${world.server.url}/home/workflows`);
	await hand.click(page.getByText(/^Set up the desk/).first());
	await hand.click(byId(page, 'execute-workflow-button'));
	await page.getByText('Workflow executed successfully').waitFor();
}

/** A text of one's own: the form that needs the least. */
async function fillForm({ page, hand, world }: Play): Promise<void> {
	// Its address, and the browser's own question for user and password.
	hand.also({ fields: 3, clicks: 1 });
	await page.goto(`${world.server.url}/form/annonce-libre`);
	await hand.write(page.getByLabel('Dossier'), FILE_REFERENCE);
	await hand.select(page.locator('select'), 'Texte libre');
	await hand.click(page.getByRole('button'));
	await hand.write(page.getByLabel('Titre'), 'EXEMPLE DÉMO');
	await hand.write(page.getByLabel('Texte, un paragraphe'), TEXT);
	await hand.write(page.getByLabel('Catégorie'), 'DISSOL');
	await hand.write(page.getByLabel('Signataire'), 'Le gérant');
	await hand.click(page.getByRole('button', { name: 'Enregistrer l’annonce' }));
	await page.getByText('C’est noté').waitFor();
}

async function approve({ page, hand, world, mail }: Play): Promise<void> {
	await fiveMinutes(world);
	const { text } = await mail.received(REVIEWER, new RegExp(FILE_REFERENCE));
	const link = /href="([^"]*jeton=[^"]*)"/.exec(text)?.[1] ?? '';
	// The e-mail is opened, and the link in it.
	hand.also({ clicks: 2 });
	await page.goto(link);
	await hand.click(page.locator('input[value=oui]'));
	await hand.click(page.getByRole('button'));
	await page.getByText('Merci').waitFor();
	await fiveMinutes(world);
	const row = await rowOf(world);
	const orders = world.sandbox.journal.orders();
	if (orders.length !== 1 || orders[0]?.reference !== row['reference']) {
		throw new Error(`The first notice was not ordered: ${JSON.stringify(row)}`);
	}
	await mail.received(OFFICE, new RegExp(FILE_REFERENCE));
}

/** "Proof and order" runs every five minutes: nobody waits for it here. */
async function fiveMinutes({ client }: World): Promise<void> {
	const all = await client.request<ReadonlyArray<{ id: string; name: string }>>(
		'GET',
		'/rest/workflows',
	);
	const { id } = all.find(({ name }) => name.startsWith('Proof and order')) ?? { id: '' };
	const run = await client.run(id, 'Every five minutes');
	if (run.status !== 'success') throw new Error(`Proof and order: ${run.error}`);
}

const rowOf = async ({ client }: World): Promise<Json> =>
	(await (await openNotices(client)).rows()).find((row) => row['dossier'] === FILE_REFERENCE) ?? {};

const minutes = (clicks: number, fields: number): string =>
	(((clicks + fields) * SECONDS_EACH) / 60).toFixed(1);

async function play(): Promise<void> {
	const world = await openWorld('set-up', { N8N_HOST: LOOPBACK });
	const mail = new MailServer();
	const mailPort = await mail.listen();
	const browser = await openBrowser();
	const terminal = new DeskProgram();
	try {
		// An empty n8n: whoever follows the handbook has stored nothing yet.
		await world.client.deleteCredential(world.credential.id);
		const viewport = { width: 1440, height: 900 };
		const page = await browser.newPage({
			viewport,
			httpCredentials: COLLEAGUE,
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		page.setDefaultTimeout(40_000);
		await signIn(page, world.server.url, OWNER);
		const hand = new Hand();
		for (const [name, part] of PARTS) {
			const before = { ...hand.effort, at: Date.now() };
			await part({ world, mail, mailPort, page, hand, terminal });
			const { clicks, fields } = hand.effort;
			const [more, filled] = [clicks - before.clicks, fields - before.fields];
			const seconds = ((Date.now() - before.at) / 1000).toFixed(0);
			console.log(
				`${name}: ${more} clicks, ${filled} fields, ${minutes(more, filled)} min (script: ${seconds} s)`,
			);
		}
		const { clicks, fields } = hand.effort;
		console.log(`Together: ${clicks} clicks, ${fields} fields, ${minutes(clicks, fields)} min.`);
	} finally {
		terminal.close();
		await browser.close();
		await world.close();
		await mail.close();
	}
}

await play();
