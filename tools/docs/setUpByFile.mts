/** The handbook's other way, file by file, as far as the first notice needs it. */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { EXAMPLES } from '../../e2e/lib/paths.mts';
import {
	approve,
	DEPARTMENT,
	fillBasicAuth,
	fillForm,
	fillOwn,
	fillSmtp,
	NEWSPAPER,
	OFFICE,
	REVIEWER,
	type Part,
	type Play,
} from './deskPlay.mts';
import { byId } from './hand.mts';

/** Each file, and the values that somebody changes in it. */
const PLACE = { departement: DEPARTMENT, journal: NEWSPAPER };
const PEOPLE = { reviewer: REVIEWER, office: OFFICE, sender: OFFICE };
const FILES: ReadonlyArray<[string, Readonly<Record<string, string>>]> = [
	['other-notices', PLACE],
	['proof-and-order', PEOPLE],
	['approval-and-reminders', PEOPLE],
];

/** In the order of the handbook. */
export const PARTS_BY_FILE: readonly Part[] = [
	['three credentials', createCredentials],
	['Set up the desk', setUp],
	['three files, own values, published', async (play) => await bring(play)],
	['the form of the first notice', fillForm],
	['its approval, up to the order', approve],
];

async function createCredentials(play: Play): Promise<void> {
	await fillOwn(play, await newCredential(play, 'Legal Notice API'));
	await fillSmtp(play, await newCredential(play, 'SMTP'));
	await fillBasicAuth(play, await newCredential(play, 'Basic Auth'));
}

/** @returns its window */
async function newCredential({ page, hand }: Play, type: string): Promise<Locator> {
	await hand.click(byId(page, 'universal-add').first());
	await hand.click(page.getByRole('menuitem', { name: 'New credential' }));
	await byId(page, 'new-credential-type-select').first().waitFor();
	await page.waitForTimeout(1_000);
	await hand.type(page, type);
	const options = byId(page, 'new-credential-type-select-option');
	await hand.click(options.getByText(type, { exact: true }).first());
	await hand.click(byId(page, 'new-credential-type-button'));
	const dialog = byId(page, 'credential-edit-dialog');
	await dialog.waitFor();
	return dialog;
}

async function setUp(play: Play): Promise<void> {
	const { page, hand } = play;
	await importFile(play, 'desk-set-up');
	await hand.click(byId(page, 'execute-workflow-button'));
	await page.getByText('Workflow executed successfully').waitFor();
}

async function bring(play: Play): Promise<void> {
	for (const [file, values] of FILES) {
		await importFile(play, file);
		await changeValues(play, values);
		await publish(play);
	}
}

async function importFile({ page, hand }: Play, file: string): Promise<void> {
	await hand.click(byId(page, 'universal-add').first());
	await hand.click(page.getByRole('menuitem', { name: 'New workflow' }));
	await byId(page, 'canvas-add-button').waitFor();
	await hand.click(byId(page, 'workflow-menu'));
	await hand.click(page.getByRole('menuitem', { name: 'Import' }));
	const asked = page.waitForEvent('filechooser');
	await hand.click(page.getByRole('menuitem', { name: 'From file' }));
	// In the window of the computer's own: the file, and "Open".
	hand.also({ clicks: 2 });
	await (await asked).setFiles(join(EXAMPLES, `${file}.json`));
	await byId(page, 'canvas-node').first().waitFor();
}

async function changeValues(play: Play, values: Readonly<Record<string, string>>): Promise<void> {
	const { page, hand } = play;
	await hand.doubleClick(
		page.locator('[data-test-id="canvas-node"][data-node-name="Your values"]'),
	);
	const panel = byId(page, 'ndv');
	await panel.waitFor();
	for (const [name, value] of Object.entries(values)) {
		const line = byId(panel, 'assignment').filter({ has: page.locator(`input[value="${name}"]`) });
		await hand.write(byId(line, 'assignment-value').locator('textarea, input').first(), value);
	}
	await page.waitForTimeout(500);
	await hand.click(byId(panel, 'ndv-close-button'));
}

async function publish({ page, hand }: Play): Promise<void> {
	await hand.click(byId(page, 'workflow-open-publish-modal-button'));
	await hand.click(byId(page, 'workflow-publish-button'));
	await page
		.getByText(/Workflow published/i)
		.first()
		.waitFor();
	await page.keyboard.press('Escape');
}
