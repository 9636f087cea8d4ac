/** The handbook's way to the whole desk at once: a key, one program, the credentials. */
import type { Locator } from 'playwright-core';
import { DeskProgram } from '../../e2e/journeys/deskProgram.mts';
import type { Json } from '../../e2e/lib/execution.mts';
import type { World } from '../../e2e/lib/world.mts';
import {
	approve,
	DEPARTMENT,
	fillBasicAuth,
	fillForm,
	fillOwn,
	fillSmtp,
	FIRM,
	NEWSPAPER,
	OFFICE,
	REVIEWER,
	type Part,
	type Play,
} from './deskPlay.mts';
import { byId } from './hand.mts';

/** In the order of the handbook. */
export function partsAtOnce(): readonly Part[] {
	const terminal = new DeskProgram();
	return [
		['key of the API, own values, one import', async (play) => await importDesk(play, terminal)],
		['three credentials, published', async (play) => await fillCredentials(play, terminal)],
		['the form of the first notice', fillForm],
		['its approval, up to the order', approve],
		['Set up the desk', runSetUp],
	];
}

async function importDesk(play: Play, terminal: DeskProgram): Promise<void> {
	const { page, hand, world } = play;
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
	const answers = [world.server.url, key, FIRM, OFFICE, REVIEWER, '', '', DEPARTMENT, NEWSPAPER];
	hand.also({ fields: answers.length });
	terminal.answer(...answers);
	await terminal.says('Then press Enter');
}

async function fillCredentials(play: Play, terminal: DeskProgram): Promise<void> {
	const { page, hand, world } = play;
	await hand.click(byId(page, 'settings-back'));
	await hand.click(byId(page, 'tab-CredentialsView'));
	await fillOwn(play, await openCredential(play, 'Legal Notice API'));
	await fillSmtp(play, await openCredential(play, 'E-mails of the desk (SMTP)'));
	await fillBasicAuth(play, await openCredential(play, 'Forms and page of the desk (Basic Auth)'));
	hand.also({ fields: 1 });
	terminal.answer('');
	await terminal.says('Done.');
	terminal.close();
	await checkDesk(world);
}

/** One of those that n8n has made empty. @returns its window */
async function openCredential({ page, hand }: Play, name: string): Promise<Locator> {
	await hand.click(page.getByText(name).first());
	const dialog = byId(page, 'credential-edit-dialog');
	await dialog.waitFor();
	return dialog;
}

/** Whether all is published that a firm without CRM and language model has, and no example of a value is left. */
async function checkDesk({ client }: World): Promise<void> {
	const all = await client.request<readonly Json[]>('GET', '/rest/workflows');
	const missing = all.filter(({ activeVersionId: version }) => !version);
	if (missing.length !== 3) throw new Error(`${missing.length} workflows are not published`);
	for (const { id, name } of all) {
		const text = JSON.stringify(await client.workflow(String(id)));
		if (text.includes('cabinet-demo'))
			throw new Error(`${String(name)} has a value of the example`);
	}
}

async function runSetUp({ page, hand, world }: Play): Promise<void> {
	hand.also({ fields: 1 });
	await page.goto(`${world.server.url}/home/workflows`);
	await hand.click(page.getByText(/^Set up the desk/).first());
	await hand.click(byId(page, 'execute-workflow-button'));
	await page.getByText('Workflow executed successfully').waitFor();
}
