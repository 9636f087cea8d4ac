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
		await row
			.getByRole('button', { name: /publish/i })
			.first()
			.click();
		await row.getByText('parue').waitFor();
		await screenshot(page, 'sandbox');

		const status = await callService(
			sandbox,
			'GET',
			`/annonce-legale/api/externe/annonce/${reference}/statut`,
		);
		assert.equal(status['statut'], 'parue');
		assert.deepEqual(foreign, [], 'nothing is loaded from elsewhere');
	});
});
