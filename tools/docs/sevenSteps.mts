/**
 * The README's seven steps to the PDF, played in the real editor with mouse and keyboard as somebody does who follows
 * them, counting what has to be clicked and filled in.
 */
import type { Locator, Page } from 'playwright-core';
import { choose, execute, openList } from '../../e2e/journeys/panel.mts';

const TEXT = `EXEMPLE DÉMO, société à responsabilité limitée au capital de 1 000 euros, siège social : 1 rue de l’Exemple, 75001 Paris, 999 999 999 RCS Paris.

Par décision du 2 novembre 2026, l’associé unique a transféré le siège social au 2 rue de l’Exemple, 75002 Paris. Mention au RCS de Paris.`;
/** What is typed to find an entry, and the entry. */
const LISTS = {
	department: ['paris', '75 - Paris'],
	publication: ['', 'La Gazette de la Seine · papier · 75'],
	category: ['modif', 'Modification (MODIF)'],
	forfait: ['siège', 'Transfert de siège social'],
} as const;
/** The names that n8n gives the nodes. */
export const QUOTE = 'Quote notice (orders nothing)';
const ORDER = 'Order notice (binding, billed)';
const STATUS = 'Get status of notices';
const DOWNLOAD = 'Download documents';

export interface Walk {
	readonly page: Page;
	readonly editor: string;
	readonly sandbox: string;
	readonly fileReference: string;
	/** Called whenever a step is done. */
	readonly scene: (name: string) => Promise<void>;
}

/** What it took up to the PDF. */
export interface Effort {
	readonly clicks: number;
	readonly fields: number;
}

const byId = (within: Page | Locator, id: string): Locator =>
	within.locator(`[data-test-id="${id}"]`).filter({ visible: true });
const panelOf = (page: Page): Locator => byId(page, 'ndv');

export async function walkSevenSteps(walk: Walk): Promise<Effort> {
	const { page, scene } = walk;
	let clicks = 0;
	let fields = 0;
	const context = page.context();
	await context.exposeFunction('countClick', () => (clicks += 1));
	await context.exposeFunction('countField', () => (fields += 1));
	await context.addInitScript(`
		addEventListener('pointerdown', () => countClick(), true);
		addEventListener('change', () => countField(), true);
	`);
	await page.goto(`${walk.editor}/workflow/new`);
	await byId(page, 'canvas-add-button').click();
	await quote(walk);
	await scene('4 quote');
	await preview(walk);
	await order(walk);
	await follow(walk);
	return { clicks, fields };
}

/** Steps 1 to 4. */
async function quote({ page, scene }: Walk): Promise<void> {
	await addAction(page, QUOTE);
	await scene('1 node');
	const panel = panelOf(page);
	for (const [parameter, [typed, entry]] of Object.entries(LISTS)) {
		await openList(panel, parameter);
		if (typed) await byId(page, 'rlc-search').fill(typed);
		await choose(panel, entry);
	}
	await byId(panel, 'parameter-input-text').locator('textarea').fill(TEXT);
	await scene('3 notice');
	await execute(panel, /Devis/);
}

async function addAction(page: Page, action: string): Promise<void> {
	await byId(page, 'node-creator-search-bar').fill('legal notice');
	await byId(page, 'node-creator-item-name')
		.getByText('Legal Notice', { exact: true })
		.first()
		.click();
	const entry = byId(page, 'item-iterator-item').filter({ hasText: action }).first();
	const category = page.getByText(/^Actions \(\d+\)$/);
	await category.waitFor();
	if (!(await entry.isVisible())) await category.click();
	await entry.click();
	await panelOf(page).waitFor();
}

async function preview({ page, scene }: Walk): Promise<void> {
	const panel = panelOf(page);
	// Below it is only the one of the header.
	await byId(panel, 'collection-parameter-add').first().click();
	await byId(page, 'collection-parameter-option').filter({ hasText: 'Include Preview' }).click();
	// n8n shows files first.
	await execute(panel, /epreuve-.*\.html/);
	await scene('4 preview');
}

/** Step 5, in the same panel: what was filled in for the quote is kept. */
async function order({ page, scene, fileReference }: Walk): Promise<void> {
	const panel = panelOf(page);
	await byId(panel, 'parameter-input-operation').click();
	await page.getByRole('option', { name: /^Order/ }).click();
	await byId(panel, 'parameter-input-fileReference').locator('input').fill(fileReference);
	await scene('5 order');
	// n8n shows the file of the preview first.
	await execute(panel, /epreuve-26L\d+\.html/);
	await inSchema(byId(panel, 'output-panel'));
	await panel
		.getByText(/Annonce commandée/)
		.first()
		.waitFor();
	await scene('5 ordered');
	await closePanel(page);
}

/** Steps 6 and 7. */
async function follow(walk: Walk): Promise<void> {
	const { page, scene, sandbox, fileReference } = walk;
	// The reference of its item is filled in, here and in the next node.
	await addAfter(page, ORDER, STATUS);
	const other = await page.context().newPage();
	await other.goto(`${sandbox}/`);
	const row = other.getByRole('row').filter({ hasText: fileReference });
	await row.getByRole('button', { name: 'Mark as published' }).click();
	await row.getByText('parue').waitFor();
	await other.close();
	await execute(panelOf(page), /parue/);
	await scene('6 published');
	await closePanel(page);
	await addAfter(page, STATUS, DOWNLOAD);
	await execute(panelOf(page), /attestation/);
	await scene('7 pdf');
	const file = page.waitForEvent('download');
	await byId(panelOf(page), 'ndv-download-binary-data').click();
	if (!(await file).suggestedFilename().endsWith('.pdf')) throw new Error('The file is no PDF.');
}

async function addAfter(page: Page, after: string, action: string): Promise<void> {
	// "Zoom to fit"
	await page.keyboard.press('1');
	await page.waitForTimeout(500);
	await output(page, after).locator('[data-test-id="canvas-handle-plus"]').click();
	await addAction(page, action);
}

/** Shows fields where n8n shows files. */
async function inSchema(side: Locator): Promise<void> {
	const files = side.getByText('File Name:');
	if (await files.isVisible()) await side.getByText('Schema', { exact: true }).click();
}

/** As somebody does who does not know of the key. */
async function closePanel(page: Page): Promise<void> {
	await byId(panelOf(page), 'ndv-close-button').click();
	await panelOf(page).waitFor({ state: 'hidden' });
}

const output = (page: Page, node: string): Locator =>
	page.locator(`[data-test-id="canvas-node-output-handle"][data-node-name="${node}"]`);
