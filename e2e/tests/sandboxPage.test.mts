/** The sandbox's page in a real browser. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { openBrowser } from '../lib/chromium.mts';
import { callService, orderNotice } from '../lib/serviceCall.mts';
import { after, before, describe, it } from '../lib/testing.mts';

describe('the page of the sandbox', () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let page: Page;

	before(async () => {
		sandbox = await startSandbox();
		browser = await openBrowser();
		const context = await browser.newContext();
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		page = await context.newPage();
	});
	after(async () => {
		await browser?.close();
		await sandbox?.close();
	});

	it('the page publishes and invoices an ordered notice with clicks, and loads nothing from elsewhere', async () => {
		const { reference } = await orderNotice(sandbox);
		const foreign: string[] = [];
		page.on('request', (request) => {
			if (!request.url().startsWith(sandbox.url)) foreign.push(request.url());
		});
		await page.goto(`${sandbox.url}/`);
		const row = page.getByRole('row').filter({ hasText: String(reference) });
		await row.getByText('à paraître').waitFor();
		const words = await row.innerText();
		assert.match(words, /Dissolution de société/);
		assert.match(
			words,
			/(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) \d\d?(er)? \S+ 20\d\d$/m,
		);
		assert.match(words, /^closes .*, \d\d?\u00a0h(\u00a0\d\d)?$/m);
		assert.match(words, /\d,\d\d\s€/);
		await row.getByRole('button', { name: 'Mark as published' }).click();
		await row.getByText('parue').waitFor();
		await row.getByRole('button', { name: 'Invoice' }).click();
		await row.getByRole('link', { name: /^facture/ }).waitFor();
		for (const label of ['Credit note', 'Add a proof']) {
			await row.getByRole('button', { name: /^More/ }).click();
			await page.locator('#menu').getByRole('button', { name: label }).click();
			await page.getByText(/(credited|proof added)\.$/).waitFor();
		}
		const path = `/annonce-legale/api/externe/annonce/${String(reference)}/statut`;
		assert.equal((await callService(sandbox, 'GET', path))['statut'], 'parue');

		const documents = row.getByRole('link');
		await documents.nth(3).waitFor();
		assert.deepEqual(
			(await documents.allTextContents()).map((text) => text.split(' ')[0]),
			['attestation', 'justificatif', 'facture', 'avoir'],
		);
		assert.deepEqual(foreign, []);
	});

	it('the page shows 30 notices with their whole file and order number, and 20 calls, at 1,280 pixels', async () => {
		const wide = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		for (let number = 101; number <= 130; number += 1) {
			const dossier = `DOSSIER-2026-${number}`;
			await orderNotice(sandbox, { dossier, numero_commande: `${dossier}-K26ZR1T9NXXC45QEVSVQ` });
		}
		await wide.goto(`${sandbox.url}/`);
		const last = wide.getByRole('row').filter({ hasText: 'DOSSIER-2026-130' });
		await last.waitFor();
		const cells = wide.locator('#notices td:first-child');
		const cut = await cells.evaluateAll(
			(all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
		);
		assert.equal(cut, 0, 'cells that are cut');
		const overflow = 'document.documentElement.scrollWidth - innerWidth';
		assert.ok(Number(await wide.evaluate(overflow)) <= 0, 'nothing lies outside of the window');
		const file = last.getByText('DOSSIER-2026-130', { exact: true });
		const lines = await file.evaluate((cell) => {
			const text = new Range();
			text.selectNodeContents(cell);
			return text.getClientRects().length;
		});
		assert.equal(lines, 1, 'a file number is on one line');
		await wide.getByText('Latest calls').click();
		await wide.locator('#calls tr').nth(20).waitFor();
		await wide.close();
	});

	it('the page copies the base URL and the keys, and deletes all notices after a confirmation', async () => {
		await page.goto(`${sandbox.url}/`);
		for (const text of [sandbox.url, sandbox.publicKey, sandbox.secretKey]) {
			await page.getByRole('button', { name: `Copy ${text}` }).click();
			await page.getByText(`Copied: ${text}`).waitFor();
			assert.equal(await page.evaluate('navigator.clipboard.readText()'), text);
		}
		const forget = page.getByRole('button', { name: /^Forget all notices/ });
		page.once('dialog', (question) => void question.dismiss());
		await forget.click();
		assert.notEqual(sandbox.journal.orders().length, 0);
		page.once('dialog', (question) => void question.accept());
		await forget.click();
		await page.getByText('No notice yet').waitFor();
		assert.deepEqual(sandbox.journal.orders(), []);
	});
});
