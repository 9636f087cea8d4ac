/** The editor as a person uses it, in a real browser. */
import type { Locator, Page } from 'playwright-core';
import type { Owner } from './client.mts';

/** Signs in through the form. */
export async function signIn(page: Page, url: string, owner: Owner): Promise<void> {
	await page.goto(`${url}/signin`);
	await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
	await page.locator('input[name="password"]').fill(owner.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
}

/** Opens a workflow and waits until its nodes are drawn. */
export async function openWorkflow(page: Page, url: string, id: string): Promise<void> {
	await page.goto(`${url}/workflow/${id}`);
	await page.locator('[data-test-id="canvas-node"]').first().waitFor();
}

/** Opens a node's panel by a double click on it. @returns the panel */
export async function openNode(page: Page, name: string): Promise<Locator> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	const panel = page.locator('[data-test-id="ndv"]');
	await panel.waitFor();
	return panel;
}
