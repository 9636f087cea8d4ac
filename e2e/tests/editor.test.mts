/** The package in the editor of a real n8n: found, filled in, corrected and looked at as a person does. */
import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import {
	actionsOf,
	choose,
	execute,
	newCredential,
	openList,
	saveCredential,
	searchNodes,
} from '../journeys/panel.mts';
import { openBrowser } from '../lib/chromium.mts';
import { openNode, openWorkflow, signIn } from '../lib/editor.mts';
import type { Json } from '../lib/execution.mts';
import { PACKAGE_NAME } from '../lib/paths.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { attached, chained, node } from '../lib/workflow.mts';
import { openWorld, OWNER, type World } from '../lib/world.mts';

/** The name that the editor gives the node. */
const NODE = 'Legal Notice';

describe('the editor', () => {
	let world: World;
	let browser: Browser;
	let page: Page;
	let workflowId = '';

	const stored = async (parameters: Json): Promise<string> => {
		const all = { resource: 'notice', ...parameters };
		const panel = chained('Panel', [
			node('Start', 'manualTrigger', 1),
			attached(node(NODE, `${PACKAGE_NAME}.legalNotice`, 1, all), world.credential),
		]);
		return (await world.client.createWorkflow(panel)).id;
	};

	before(async () => {
		world = await openWorld('editor');
		browser = await openBrowser();
		page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		await signIn(page, world.server.url, OWNER);
		workflowId = await stored({ operation: 'quote' });
	});
	after(async () => {
		await browser?.close();
		await world?.close();
	});

	const open = async (id = workflowId) => await openWorkflow(page, world.server.url, id);

	it('the search of the editor finds the node by the words of the trade, and lists the trigger and all actions in words', async () => {
		await open();
		for (const word of 'avis statut publication facture devis journal attestation'.split(' ')) {
			assert.ok((await searchNodes(page, word)).includes(NODE), word);
		}
		const asked = ['annonce légale', 'JAL', 'legal notice', 'formalités', 'journaux'];
		for (const words of [
			...asked,
			'get status of notices',
			'cancel notice',
			'download documents',
		]) {
			assert.equal((await searchNodes(page, words))[0], NODE, words);
		}
		const actions = await actionsOf(page, NODE);
		for (const name of ['Quote notice (orders nothing)', 'Get account', 'Get status of notices']) {
			assert.ok(actions.includes(name), `${name} in ${actions.join(', ')}`);
		}
	});

	it('the credential turns red for a wrong secret key and says why, and green for the right one', async () => {
		const { url, publicKey, secretKey } = world.sandbox;
		const dialog = await newCredential(page, world.server.url, 'Legal Notice API');
		const wrong = { baseUrl: ` ${url}/ `, publicKey, secretKey: 'demo-wrong-secret' };
		await saveCredential(dialog, wrong, /Couldn.t connect with these settings/);
		await dialog.getByText('More details').click();
		const why = dialog.getByText(/secret key does not belong/i).first();
		await why.waitFor();
		await saveCredential(dialog, { secretKey }, /Connection tested successfully/);
		assert.equal(await dialog.getByText(/Couldn.t connect/).count(), 0);
	});

	describe('the panel of the node', () => {
		let panel: Locator;

		before(async () => {
			await open();
			panel = await openNode(page, NODE);
		});

		it('each list is narrowed by what was chosen before', async () => {
			const everywhere = await openList(panel, 'publication');
			await page.keyboard.press('Escape');
			await openList(panel, 'department');
			await page.locator('[data-test-id="rlc-search"]').filter({ visible: true }).fill('paris');
			await choose(panel, '75 - Paris');
			const inParis = await openList(panel, 'publication');
			assert.ok(inParis.length > 0 && inParis.length < everywhere.length);
			const said = /^La Gazette de la Seine · papier · 75$/;
			assert.ok(inParis.some((entry) => said.test(entry)));
			await choose(panel, 'La Gazette de la Seine');

			assert.equal(await panel.getByText('Flat Rate (Forfait)', { exact: true }).count(), 0);
			await openList(panel, 'category');
			await choose(panel, 'MODIF');
			const forfaits = await openList(panel, 'forfait');
			for (const entry of forfaits) assert.match(entry, /MOD_/);
			await choose(panel, 'MOD_DENOM');

			const dates = await openList(panel, 'publicationDate');
			assert.equal(dates[0], 'Next possible date');
			assert.match(dates[1] ?? '', /\d{4}-\d{2}-\d{2} \(closes \d{2}-\d{2} \d{2}:\d{2}\)/);
			await page.keyboard.press('Escape');
		});

		it('the panel says what is wrong with the text, then what the service refuses, then shows the quote', async () => {
			const text = panel.locator('[data-test-id="parameter-input-text"] textarea').first();
			await text.fill('Nomination de Đặng en qualité de gérant.');
			const unprintable = /'Text' contains 2 characters that the service cannot print: "Đặng" in "/;
			assert.match(await execute(panel, unprintable), /Replace these characters/);

			await text.fill('EXEMPLE DÉMO, changement de dénomination.');
			const codes = ['err_publication_non_habilite'];
			world.sandbox.fault({ kind: 'codes', codes, match: { path: 'quote' } });
			const refused = await execute(panel, /not authorised.*\(err_publication_non_habilite\)/);
			assert.match(refused, /Choose the 'Department' first, then a 'Publication'/);

			const quoted = await execute(panel, /EXEMPLE DÉMO, changement de dénomination/);
			assert.doesNotMatch(quoted, /err_|cannot print/);
		});
	});

	it('the panel announces what has effects before anybody runs it', async () => {
		for (const [operation, effect] of Object.entries({
			cancel: 'Cancels the notice for good; on production it will not be published.',
			order: 'Binding: on production it is published and billed',
			replace:
				'Cancels the old notice for good and places a binding order, on production published and billed',
		})) {
			await open(await stored({ operation }));
			const panel = await openNode(page, NODE);
			await panel.getByText(effect).waitFor();
		}
	});

	it('the panel shows what is required of a billed advertiser, and above the output what was ordered', async () => {
		const id = (value: string) => ({ __rl: true, mode: 'id', value });
		const place = { address: '1 rue de l’Exemple', postcode: '75001', city: 'Paris' };
		const advertiser = { name: 'EXEMPLE DÉMO', ...place, country: 'FRA' };
		const order = await stored({
			operation: 'order',
			department: id('75'),
			publication: id('12'),
			category: id('CONSTI'),
			forfait: id('SARL'),
			text: 'EXEMPLE DÉMO, constitution.',
			fileReference: 'DEMO-1',
			billingMode: 'annonceur',
			advertiser,
		});
		await open(order);
		const panel = await openNode(page, NODE);
		for (const name of Object.keys(advertiser)) {
			await panel.locator(`[data-test-id="parameter-input-${name}"]`).waitFor();
		}
		await execute(panel, /Ordered on the test instance[^]*Annonce commandée sous la référence/);
	});

	/** A node from the list of nodes, as it opens there. */
	const added = async (action: string): Promise<Locator> => {
		await open();
		await searchNodes(page, NODE);
		await actionsOf(page, NODE);
		await page.getByText(action, { exact: true }).first().click();
		const panel = page.locator('[data-test-id="ndv"]');
		await panel.waitFor();
		return panel;
	};

	it('a new order shows all that is required at once, and the advertiser opens when it is billed', async () => {
		const panel = await added('Order notice (binding, billed)');
		const field = (name: string) => panel.locator(`[data-test-id="parameter-input-${name}"]`);
		const { y = 900, height = 0 } = (await field('text').boundingBox()) ?? {};
		assert.ok(y + height < 880, `the text ends at ${y + height}`);
		await panel.getByText('Account > Get shows who is billed').waitFor();
		assert.equal(await field('postcode').count(), 0);
		await field('billingMode').click();
		const choices = page.locator('.el-select-dropdown__item').filter({ visible: true });
		await choices.filter({ hasText: 'The company concerned (annonceur)' }).click();
		for (const name of ['name', 'address', 'postcode', 'city']) await field(name).waitFor();
		assert.equal(await panel.getByText('Account > Get shows who is billed').count(), 0);
	});

	it('a new download takes the file that its item names', async () => {
		const panel = await added('Download documents');
		await panel.getByText("{{ $json.nom_fichier ?? '' }}").waitFor();
	});

	for (const [scheme, file] of [
		['light', 'legalNotice.svg'],
		['dark', 'legalNotice.dark.svg'],
	] as const) {
		it(`the icon is drawn for the ${scheme} editor`, async () => {
			await page.emulateMedia({ colorScheme: scheme });
			await open();
			const icon = page.locator(`[data-node-name="${NODE}"] img`).first();
			assert.match((await icon.getAttribute('src')) ?? '', new RegExp(`/${file}$`));
			// Fails for what is no image, and waits for one that is not loaded yet.
			await icon.evaluate(async (image: HTMLImageElement) => await image.decode());
		});
	}
});
