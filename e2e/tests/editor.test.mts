/** The package in the editor of a real n8n: found, filled in, corrected and looked at as a person does. */
import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { emptyQuote, NODE } from '../journeys/oneNode.mts';
import {
	actionsOf,
	choose,
	execute,
	newCredential,
	openList,
	saveCredential,
	searchNodes,
	shownOf,
} from '../journeys/panel.mts';
import { openBrowser } from '../lib/chromium.mts';
import { openNode, openWorkflow, screenshot, seeNode, signIn } from '../lib/editor.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { openWorld, OWNER, type World } from '../lib/world.mts';

describe('the editor', () => {
	let world: World;
	let browser: Browser;
	let page: Page;
	let workflowId = '';

	before(async () => {
		world = await openWorld('editor');
		browser = await openBrowser();
		page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		await signIn(page, world.server.url, OWNER);
		({ id: workflowId } = await world.client.createWorkflow(emptyQuote(world.credential)));
	});
	after(async () => {
		await browser?.close();
		await world?.close();
	});

	const open = async () => await openWorkflow(page, world.server.url, workflowId);

	for (const words of ['legal notice', 'annonce légale', 'JAL']) {
		it(`finds the node under "${words}"`, async () => {
			await open();
			const [first] = await searchNodes(page, words);
			assert.equal(first, NODE);
		});
	}

	it('lists the actions in words, and the trigger with them', async () => {
		await open();
		assert.deepEqual(await searchNodes(page, 'legal notice'), [NODE]);
		const actions = await actionsOf(page, NODE);
		for (const name of ['Quote notice (orders nothing)', 'Get account', 'Get status of notices']) {
			assert.ok(actions.includes(name), `${name} in ${actions.join(', ')}`);
		}
	});

	describe('the window of the credential', () => {
		it('turns red for a wrong secret key and says why, green for the right one', async () => {
			const { url, publicKey, secretKey } = world.sandbox;
			const dialog = await newCredential(page, world.server.url, 'Legal Notice API');
			const wrong = { baseUrl: url, publicKey, secretKey: 'demo-wrong-secret' };
			await saveCredential(dialog, wrong, /Couldn.t connect with these settings/);
			await dialog.getByText('More details').click();
			await dialog
				.getByText(/secret key does not belong/i)
				.first()
				.waitFor();
			await screenshot(page, 'credential-red');
			await saveCredential(dialog, { secretKey }, /Connection tested successfully/);
			assert.equal(await dialog.getByText(/Couldn.t connect/).count(), 0);
			await screenshot(page, 'credential-green');
		});
	});

	describe('the panel of the node', () => {
		let panel: Locator;

		before(async () => {
			await open();
			panel = await openNode(page, NODE);
		});

		it('narrows each list by what was chosen before', async () => {
			const everywhere = await openList(panel, 'publication');
			await page.keyboard.press('Escape');
			await openList(panel, 'department');
			await page.locator('[data-test-id="rlc-search"]').filter({ visible: true }).fill('paris');
			await choose(panel, '75 - Paris');
			const inParis = await openList(panel, 'publication');
			assert.ok(inParis.length > 0 && inParis.length < everywhere.length);
			// What tells newspapers apart must not be cut off; that a header is possible may be.
			const shown = await shownOf(panel, 'La Gazette de la Seine');
			assert.match(shown, /^La Gazette de la Seine · Hebdomadaire · digital \+ paper/);
			await screenshot(page, 'publications');
			await choose(panel, 'La Gazette de la Seine');

			assert.equal(await panel.getByText('Forfait', { exact: true }).count(), 0);
			await openList(panel, 'category');
			await choose(panel, 'MODIF');
			const forfaits = await openList(panel, 'forfait');
			assert.ok(
				forfaits.every((entry) => entry.includes('MOD_')),
				forfaits.join(),
			);
			await choose(panel, 'MOD_DENOM');

			const dates = await openList(panel, 'publicationDate');
			assert.equal(dates[0], 'Next possible date');
			assert.match(dates[1] ?? '', /\d{4}-\d{2}-\d{2} \(closes \d{4}-\d{2}-\d{2} \d{2}:\d{2}\)/);
			await page.keyboard.press('Escape');
		});

		const text = () => panel.locator('[data-test-id="parameter-input-text"] textarea').first();

		it('says what is wrong with the text, and what to do', async () => {
			await text().fill('Nomination de Đặng en qualité de gérant.');
			const said = await execute(
				panel,
				/'Text' contains 2 characters that the service cannot print: "Đ"/,
			);
			assert.match(said, /Replace the others/);
			await screenshot(page, 'error-text');
		});

		it('says what the service refuses, with its code and the parameter', async () => {
			await text().fill('EXEMPLE DÉMO, changement de dénomination.');
			world.sandbox.fault({
				kind: 'codes',
				codes: ['err_publication_non_habilite'],
				match: { path: 'quote' },
			});
			const said = await execute(panel, /not authorised.*\(err_publication_non_habilite\)/);
			assert.match(said, /Choose the 'Department' first, then a 'Publication'/);
			await screenshot(page, 'error-refusal');
		});

		it('shows the quote once all is right', async () => {
			const said = await execute(panel, /EXEMPLE DÉMO, changement de dénomination/);
			assert.doesNotMatch(said, /err_|cannot print/);
		});
	});

	for (const [scheme, file] of [
		['light', 'legalNotice.svg'],
		['dark', 'legalNotice.dark.svg'],
	] as const) {
		it(`draws the icon for the ${scheme} editor`, async () => {
			await page.emulateMedia({ colorScheme: scheme });
			await open();
			await seeNode(page, NODE);
			const icon = page.locator(`[data-node-name="${NODE}"] img`).first();
			assert.match((await icon.getAttribute('src')) ?? '', new RegExp(`/${file}$`));
			// Fails for what is no image, and waits for one that is not loaded yet.
			await icon.evaluate(async (image: HTMLImageElement) => await image.decode());
			await screenshot(page, `editor-${scheme}`);
		});
	}
});
