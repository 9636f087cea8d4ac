/** The sandbox's page in a real browser. */
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { openBrowser } from '../lib/chromium.mts';
import { screenshot } from '../lib/editor.mts';
import { callService, demoOrder } from '../lib/serviceCall.mts';
import { after, before, describe, it } from '../lib/testing.mts';

describe('the page of the sandbox', () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let reference = '';

	before(async () => {
		sandbox = await startSandbox();
		browser = await openBrowser();
		const answer = await callService(
			sandbox,
			'POST',
			'/annonce-legale/api/externe/commande',
			demoOrder,
		);
		assert.equal(answer['resultat'], 'succes', JSON.stringify(answer));
		reference = String(answer['reference']);
	});
	after(async () => {
		await browser?.close();
		await sandbox?.close();
	});

	it('publishes an ordered notice with a click', async () => {
		const page = await browser.newPage();
		const foreign: string[] = [];
		page.on('request', (request) => {
			if (!request.url().startsWith(sandbox.url)) foreign.push(request.url());
		});
		await page.goto(`${sandbox.url}/`);
		const row = page.getByRole('row').filter({ hasText: reference });
		await row.getByText('a-paraitre').waitFor();
		const height = (await row.boundingBox())?.height ?? 0;
		assert.ok(height > 0 && height < 50, `a row is one line high, not ${height} pixels`);
		const act = async (label: string) => {
			await row.getByRole('button', { name: /^Actions/ }).click();
			await page.getByRole('button', { name: label, exact: true }).click();
		};
		await act('Mark as published');
		await row.getByText('parue').waitFor();
		await screenshot(page, 'sandbox');

		const status = await callService(
			sandbox,
			'GET',
			`/annonce-legale/api/externe/annonce/${reference}/statut`,
		);
		assert.equal(status['statut'], 'parue');
		assert.deepEqual(foreign, [], 'nothing is loaded from elsewhere');

		for (const label of ['Invoice', 'Credit note', 'Add a proof']) await act(label);
		await row.getByRole('button', { name: /^Documents/ }).click();
		const documents = page.locator('#menu a');
		await documents.nth(3).waitFor();
		assert.deepEqual(
			(await documents.allTextContents()).map((text) => text.split(' ')[0]),
			['attestation', 'justificatif', 'facture', 'avoir'],
		);
	});

	it('copies the base URL and the keys', async () => {
		const context = await browser.newContext();
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		const page = await context.newPage();
		await page.goto(`${sandbox.url}/`);
		for (const text of [sandbox.url, sandbox.publicKey, sandbox.secretKey]) {
			await page.getByRole('button', { name: `Copy ${text}` }).click();
			await page.getByText(`Copied: ${text}`).waitFor();
			assert.equal(await page.evaluate('navigator.clipboard.readText()'), text);
		}
	});

	it('forgets all notices, after a question', async () => {
		const page = await browser.newPage();
		await page.goto(`${sandbox.url}/`);
		const forget = page.getByRole('button', { name: /^Forget all notices/ });
		page.once('dialog', (question) => void question.dismiss());
		await forget.click();
		assert.equal(sandbox.journal.orders().length, 1);
		page.once('dialog', (question) => void question.accept());
		await forget.click();
		await page.getByText('No notice yet').waitFor();
		assert.deepEqual(sandbox.journal.orders(), []);
	});
});
