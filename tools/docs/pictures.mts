/**
 * Takes the pictures of the documentation: the real editor, the example workflow after a run against the sandbox.
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
import { PACKAGE_NAME, ROOT } from '../../e2e/lib/paths.mts';
import { readExample, withCredential, type Workflow } from '../../e2e/lib/workflow.mts';
import { openWorld, OWNER, type World } from '../../e2e/lib/world.mts';

const WIDTH = 1440;
const HEIGHT = 810;
const NODE_TYPE = `${PACKAGE_NAME}.legalNotice`;
const FOLDER = join(ROOT, 'docs', 'images');
/** What the lists of the sandbox have for the example's values. */
const CHOSEN = {
	department: ['75', '75 - Paris'],
	publication: [
		'12',
		'La Gazette de la Seine · Hebdomadaire · digital + paper proof · header possible',
	],
	category: ['MODIF', 'Modification (MODIF)'],
	forfait: ['MOD_TRS_SIE', 'Transfert de siège social (MOD_TRS_SIE)'],
};

/** Messages at the edge fade away by themselves. */
const calm = async (page: Page) => await page.waitForTimeout(2_000);

async function take(page: Page, name: string, height = HEIGHT): Promise<void> {
	await calm(page);
	const clip = { x: 0, y: 0, width: WIDTH, height };
	await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 82, clip });
	console.log(`docs/images/${name}.jpg`);
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

/** Credential, workflow, its run, and the panel of each node of the package. */
async function movingPicture(world: World, page: Page, workflow: Workflow): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'legal-notice-scenes-'));
	const frames: string[] = [];
	const scene = async (ms = 2_500) => {
		await calm(page);
		const path = join(folder, `${frames.length}.png`);
		await page.screenshot({ path });
		frames.push('-d', String(ms), path);
	};
	// Otherwise it shows a notice that the other pictures have already ordered.
	world.sandbox.reset();
	const { id } = await world.client.createWorkflow(workflow);
	await page.goto(`${world.server.url}/home/credentials/${world.credential.id}`);
	await page.getByText('Base URL').first().waitFor();
	await scene();
	await openWorkflow(page, world.server.url, id);
	await page.keyboard.press('1');
	await scene();
	await execute(page);
	await scene();
	for (const { name } of workflow.nodes.filter(({ type }) => type === NODE_TYPE)) {
		await openNode(page, name);
		await scene(3_500);
		await page.keyboard.press('Escape');
	}
	const target = join(FOLDER, 'first-order.webp');
	execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '60', ...frames, '-o', target]);
	console.log('docs/images/first-order.webp');
	await rm(folder, { recursive: true });
}

const world = await openWorld('pictures');
const browser = await openBrowser();
try {
	const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
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
	await movingPicture(world, page, workflow);
} finally {
	await browser.close();
	await world.close();
}
