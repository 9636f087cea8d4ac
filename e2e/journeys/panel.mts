/** The editor's panels as a person uses them: the list of nodes, a node's lists, the window of a credential. */
import type { Locator, Page } from 'playwright-core';

const byId = (within: Page | Locator, id: string): Locator =>
	within.locator(`[data-test-id="${id}"]`);

/** n8n takes what was typed into a field a tenth of a second after the last key. */
const typed = async (page: Page) => await page.waitForTimeout(500);

/** All of a list once there is anything; it follows typing and clicks a moment later. */
async function texts(list: Locator): Promise<readonly string[]> {
	await list.first().waitFor();
	await list.page().waitForTimeout(500);
	return await list.allInnerTexts();
}

/** Opens the list of nodes and searches it. @returns the names found, the best first */
export async function searchNodes(page: Page, words: string): Promise<readonly string[]> {
	const search = byId(page, 'node-creator-search-bar');
	if (!(await search.isVisible())) await byId(page, 'node-creator-plus-button').click();
	await search.fill(words);
	return await texts(byId(page, 'node-creator-item-name'));
}

/** What can be chosen once a found node was clicked. */
export async function actionsOf(page: Page, node: string): Promise<readonly string[]> {
	await byId(page, 'node-creator-item-name').getByText(node, { exact: true }).first().click();
	return await texts(byId(page, 'item-iterator-item'));
}

const entriesOf = (panel: Locator) => byId(panel.page(), 'rlc-item').filter({ visible: true });

/** Opens one of a node's lists. @returns its entries */
export async function openList(panel: Locator, parameter: string): Promise<readonly string[]> {
	await byId(byId(panel, `resource-locator-${parameter}`), 'rlc-input').click();
	return await texts(entriesOf(panel));
}

/** Chooses an entry of the list that is open. */
export async function choose(panel: Locator, entry: string): Promise<void> {
	await entriesOf(panel).filter({ hasText: entry }).first().click();
}

/** "Execute step". @returns all that the right-hand side of the panel says once it shows what is awaited */
export async function execute(panel: Locator, awaited: RegExp): Promise<string> {
	await typed(panel.page());
	await byId(panel, 'node-execute-button').click();
	const output = byId(panel, 'output-panel');
	await output.filter({ hasText: awaited }).waitFor();
	return await output.innerText();
}

/** Creates a credential of the test instance from the page of credentials. @returns its window */
export async function newCredential(page: Page, url: string, type: string): Promise<Locator> {
	await page.goto(`${url}/home/credentials`);
	await byId(page, 'add-resource-credential').first().click();
	await byId(page, 'new-credential-type-select').last().click();
	await page.keyboard.type(type);
	await byId(page, 'new-credential-type-select-option').filter({ hasText: type }).first().click();
	await byId(page, 'new-credential-type-button').click();
	const dialog = byId(page, 'credential-edit-dialog');
	await dialog.waitFor();
	await byId(dialog, 'parameter-input-environment').locator('input').first().click();
	const choices = page.locator('.el-select-dropdown__item').filter({ visible: true });
	await choices.filter({ hasText: 'Orders on the test instance' }).first().click();
	return dialog;
}

/** Fills fields in, saves, and waits until n8n's own test ends as expected. */
export async function saveCredential(
	dialog: Locator,
	fields: Readonly<Record<string, string>>,
	outcome: RegExp,
): Promise<void> {
	for (const [name, value] of Object.entries(fields)) {
		await byId(dialog, `parameter-input-${name}`).locator('input').fill(value);
	}
	await typed(dialog.page());
	await byId(dialog.page(), 'credential-save-button').click();
	await dialog.getByText(outcome).first().waitFor();
}
