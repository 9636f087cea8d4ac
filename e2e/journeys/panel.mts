/** The editor's panels as a person uses them: the list of nodes, a node's lists, the window of a credential. */
import type { Locator, Page } from 'playwright-core';

const PATIENCE_MS = 30_000;
/** What the dots at the end of a text that is cut off take. */
const DOTS_PX = 12;

const byId = (within: Page | Locator, id: string): Locator =>
	within.locator(`[data-test-id="${id}"]`);

/** Opens the list of nodes and searches it. @returns the names found, the best first, once there are any */
export async function searchNodes(page: Page, words: string): Promise<readonly string[]> {
	const search = byId(page, 'node-creator-search-bar');
	if (!(await search.isVisible())) await byId(page, 'node-creator-plus-button').click();
	await search.fill(words);
	const found = byId(page, 'node-creator-item-name');
	await found.first().waitFor();
	// The list follows the typing a moment later.
	await page.waitForTimeout(500);
	return await found.allInnerTexts();
}

/** What can be chosen once a found node was clicked. */
export async function actionsOf(page: Page, node: string): Promise<readonly string[]> {
	await byId(page, 'node-creator-item-name').getByText(node, { exact: true }).first().click();
	const items = byId(page, 'item-iterator-item');
	await items.first().waitFor();
	await page.waitForTimeout(500);
	return await items.allInnerTexts();
}

/** Opens one of a node's lists. @returns its entries, once there are any */
export async function openList(panel: Locator, parameter: string): Promise<readonly string[]> {
	await byId(byId(panel, `resource-locator-${parameter}`), 'rlc-input').click();
	const entries = byId(panel.page(), 'rlc-item').filter({ visible: true });
	await entries.first().waitFor();
	await panel.page().waitForTimeout(500);
	return await entries.allInnerTexts();
}

/** What the width of the open list shows of an entry before it cuts it off. */
export async function shownOf(panel: Locator, entry: string): Promise<string> {
	const entries = byId(panel.page(), 'rlc-item').filter({ visible: true });
	return await entries
		.filter({ hasText: entry })
		.first()
		.evaluate((item: HTMLElement, dots) => {
			const text = document.createTreeWalker(item, NodeFilter.SHOW_TEXT).nextNode();
			if (!text) return '';
			// The three dots take the place of the last letters.
			const edge = (text.parentElement ?? item).getBoundingClientRect().right - dots;
			const letters = document.createRange();
			const whole = text.textContent ?? '';
			for (let end = whole.length; end > 0; end--) {
				letters.setStart(text, 0);
				letters.setEnd(text, end);
				if (letters.getBoundingClientRect().right <= edge) return whole.slice(0, end);
			}
			return '';
		}, DOTS_PX);
}

/** Chooses an entry of the list that is open; typing part of it first narrows the list. */
export async function choose(panel: Locator, entry: string): Promise<void> {
	const entries = byId(panel.page(), 'rlc-item').filter({ visible: true });
	await entries.filter({ hasText: entry }).first().click();
}

/**
 * "Execute step". Messages at the edge of the window come and go; what counts is what the panel shows in the end.
 *
 * @returns all that the right-hand side of the panel says once it shows what is awaited
 * @throws Error with what it shows instead
 */
export async function execute(panel: Locator, awaited: RegExp): Promise<string> {
	await byId(panel, 'node-execute-button').click();
	const output = byId(panel, 'output-panel');
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const said = await output.innerText();
		if (awaited.test(said)) return said;
		if (Date.now() > deadline) throw new Error(`${String(awaited)} is not shown, but:\n${said}`);
		await panel.page().waitForTimeout(100);
	}
}

/** Creates a credential from the page of credentials. @returns its window */
export async function newCredential(page: Page, url: string, type: string): Promise<Locator> {
	await page.goto(`${url}/home/credentials`);
	await byId(page, 'add-resource-credential').first().click();
	await byId(page, 'new-credential-type-select').last().click();
	await page.keyboard.type(type);
	await byId(page, 'new-credential-type-select-option').filter({ hasText: type }).first().click();
	await byId(page, 'new-credential-type-button').click();
	const dialog = byId(page, 'credential-edit-dialog');
	await dialog.waitFor();
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
	await byId(dialog.page(), 'credential-save-button').click();
	await dialog.getByText(outcome).first().waitFor();
}
