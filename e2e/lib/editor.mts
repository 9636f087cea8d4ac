/** The editor as a person uses it, in a real browser. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Owner } from './client.mts';
import { ARTIFACTS } from './paths.mts';

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

/** Keeps what is on the screen, to be looked at. @returns the file */
export async function screenshot(page: Page, name: string): Promise<string> {
	await mkdir(ARTIFACTS, { recursive: true });
	const path = join(ARTIFACTS, `${name}.png`);
	await page.screenshot({ path });
	return path;
}
