/**
 * Takes the pictures of the documentation: the real editor, the example workflow after a run, the README’s seven steps.
 * Run by hand when something looks different: `node_modules/.bin/node tools/docs/pictures.mts` (after `npm run test:e2e`
 * has installed n8n). Pictures are JPEG and stay outside the package: n8n's build copies every PNG it finds into it.
 * The moving picture of the README is put together by `img2webp` (Debian: `apt-get install webp`).
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../e2e/lib/chromium.mts';
import { openNode, openWorkflow, signIn } from '../../e2e/lib/editor.mts';
import type { StoredCredential } from '../../e2e/lib/client.mts';
import { ROOT } from '../../e2e/lib/paths.mts';
import { readExample, withCredential, type Workflow } from '../../e2e/lib/workflow.mts';
import { openWorld, OWNER, type World } from '../../e2e/lib/world.mts';
import { QUOTE, walkSevenSteps } from './sevenSteps.mts';

const WIDTH = 1440;
const HEIGHT = 810;
const FOLDER = join(ROOT, 'docs', 'images');
/** What the lists of the sandbox have for the example's values. */
const CHOSEN = {
	department: ['75', '75 - Paris'],
	publication: ['12', 'La Gazette de la Seine · papier · 75'],
	category: ['MODIF', 'Modification (MODIF)'],
	forfait: ['MOD_TRS_SIE', 'Transfert de siège social (MOD_TRS_SIE)'],
};

/** Messages at the edge fade away by themselves. */
const calm = async (page: Page) => await page.waitForTimeout(2_000);

async function take(page: Page, name: string, height = HEIGHT): Promise<void> {
	await calm(page);
	const clip = { x: 0, y: 0, width: WIDTH, height };
	await page.screenshot({ ...asJpeg(name), clip });
}

function asJpeg(name: string) {
	console.log(`docs/images/${name}.jpg`);
	return { path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 82 } as const;
}

/** The example as it is once somebody has chosen from the lists what it takes from expressions. */
async function chosenFromLists(credential: StoredCredential): Promise<Workflow> {
	const example = withCredential(await readExample('quote-order-status'), credential);
	const chosen = Object.entries(CHOSEN).map(([name, [value, cachedResultName]]) => {
		return [name, { __rl: true, mode: 'list', value, cachedResultName }] as const;
	});
	const nodes = example.nodes.map((node) => {
		const lists = 'publication' in node.parameters ? Object.fromEntries(chosen) : {};
		return { ...node, parameters: { ...node.parameters, ...lists } };
	});
	return { ...example, nodes };
}

async function execute(page: Page): Promise<void> {
	await page.keyboard.press('Control+Enter');
	await page.getByText('Workflow executed successfully').waitFor();
}

/** The README's seven steps, each as a whole picture, and between quote and order the preview that somebody approves. */
async function movingPicture(world: World, page: Page): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'legal-notice-scenes-'));
	const frames: string[] = [];
	const add = async (from: Page, ms: number) => {
		const path = join(folder, `${frames.length}.png`);
		await from.screenshot({ path });
		frames.push('-d', String(ms), path);
	};
	const scene = async (name: string) => {
		await page.getByText('successfully').waitFor({ state: 'hidden' });
		if (name === '4 preview') await showPreview(world, page, add);
		else if (SHOWN.includes(name)) await add(page, 3_500);
	};
	// Otherwise it shows a notice that the other pictures have already ordered.
	world.sandbox.reset();
	const urls = { editor: world.server.url, sandbox: world.sandbox.url };
	const effort = await walkSevenSteps({ page, ...urls, fileReference: 'DEMO-2026-001', scene });
	console.log(`The seven steps take ${effort.clicks} clicks and ${effort.fields} filled fields.`);
	const target = join(FOLDER, 'first-order.webp');
	// Every frame is whole: of frames that hold only what changed, ghosts of the one before stay behind.
	const whole = ['-loop', '0', '-kmax', '1', '-lossy', '-q', '55'];
	execFileSync('img2webp', [...whole, ...frames, '-o', target]);
	console.log('docs/images/first-order.webp');
	await rm(folder, { recursive: true });
}

const SHOWN = ['4 quote', '5 order', '5 ordered', '6 published', '7 pdf'];

/** What is in `epreuve_html`, on a page, as an approver gets it. */
async function showPreview(
	world: World,
	page: Page,
	add: (from: Page, ms: number) => Promise<void>,
): Promise<void> {
	const { results } = await world.client.request<{ results: Array<{ id: string }> }>(
		'GET',
		'/rest/executions?limit=1',
	);
	const run = await world.client.execution(results[0]?.id ?? '');
	const [quoted] = run.items(QUOTE);
	const sheet = await page.context().newPage();
	const style =
		'body{background:#eee;display:flex;justify-content:center;align-items:start;padding:40px}';
	await sheet.setContent(`<style>${style}</style>${String(quoted?.json['epreuve_html'])}`);
	await add(sheet, 5_000);
	// Alone, for the document that explains it.
	await sheet.locator('body > div').screenshot(asJpeg('proof'));
	await sheet.close();
}

const world = await openWorld('pictures');
const browser = await openBrowser();
try {
	const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
	const page = await context.newPage();
	const workflow = await chosenFromLists(world.credential);
	const { id } = await world.client.createWorkflow(workflow);
	await signIn(page, world.server.url, OWNER);
	await openWorkflow(page, world.server.url, id);
	await execute(page);
	await openNode(page, 'Order the notice');
	await take(page, 'order');
	await page.goto(`${world.sandbox.url}/`);
	await page.getByText('DEMO-2026-001').first().waitFor();
	await take(page, 'sandbox', 590);
	await movingPicture(world, page);
} finally {
	await browser.close();
	await world.close();
}
