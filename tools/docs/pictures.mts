/**
 * Takes the pictures of the documentation: the real editor, the example workflow after a run against the sandbox.
 * Run by hand when something looks different: `node_modules/.bin/node tools/docs/pictures.mts` (after `npm run test:e2e`
 * has installed n8n). Pictures are JPEG and stay outside the package: n8n's build copies every PNG it finds into it.
 * The moving picture of the README is put together by `img2webp` (Debian: `apt-get install webp`).
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../e2e/lib/chromium.mts';
import { openNode, openWorkflow, seeNode, signIn } from '../../e2e/lib/editor.mts';
import type { Json } from '../../e2e/lib/execution.mts';
import { PACKAGE_NAME, ROOT } from '../../e2e/lib/paths.mts';
import { readExample, withCredential, type Workflow } from '../../e2e/lib/workflow.mts';
import { openWorld, OWNER, type World } from '../../e2e/lib/world.mts';

const WIDTH = 1440;
const HEIGHT = 810;
const NODE_TYPE = `${PACKAGE_NAME}.legalNotice`;
const FOLDER = join(ROOT, 'docs', 'images');

/** The scenes of the moving picture, in their order: file and milliseconds. */
const scenes: Array<readonly [file: string, ms: number]> = [];

/** One scene of the moving picture. */
async function scene(page: Page, folder: string, ms = 2_500): Promise<void> {
	// Messages at the edge fade away by themselves.
	await page.waitForTimeout(1_500);
	const path = join(folder, `${scenes.length}.png`);
	await page.screenshot({ path });
	scenes.push([path, ms]);
}

async function take(page: Page, name: string, height = HEIGHT): Promise<void> {
	// Messages at the edge fade away by themselves.
	await page.waitForTimeout(2_000);
	await page.screenshot({
		path: join(FOLDER, `${name}.jpg`),
		type: 'jpeg',
		quality: 82,
		clip: { x: 0, y: 0, width: WIDTH, height },
	});
	console.log(`docs/images/${name}.jpg`);
}

/** The lists behind the choices, in the order in which each narrows the next. */
const LISTS = {
	department: ['searchDepartments', '75'],
	publication: ['searchPublications', '12'],
	category: ['searchCategories', 'MODIF'],
	forfait: ['searchForfaits', 'MOD_TRS_SIE'],
} as const;

/** The example as it is once somebody has chosen from the lists what it takes from expressions. */
async function chosenFromLists(world: World, example: Workflow): Promise<Workflow> {
	const { id, name, type } = world.credential;
	const chosen: Json = {};
	for (const [parameter, [methodName, value]] of Object.entries(LISTS)) {
		const { results } = await world.client.request<{ results: Json[] }>(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			{
				path: `parameters.${parameter}`,
				methodName,
				nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
				currentNodeParameters: { resource: 'notice', operation: 'order', ...chosen },
				credentials: { [type]: { id, name } },
			},
		);
		const line = results.find((entry) => entry['value'] === value);
		if (!line) throw new Error(`${methodName} has no ${value}.`);
		chosen[parameter] = { __rl: true, mode: 'list', value, cachedResultName: line['name'] };
	}
	const nodes = example.nodes.map((node) =>
		'publication' in node.parameters
			? { ...node, parameters: { ...node.parameters, ...chosen } }
			: node,
	);
	return { ...example, nodes };
}

/** Opens a node, shows its panel with the result of the last run, and goes back to the canvas. */
async function show(page: Page, folder: string, node: string): Promise<void> {
	await openNode(page, node);
	await scene(page, folder, 3_500);
	await page.keyboard.press('Escape');
}

async function movingPicture(world: World, page: Page, workflow: Workflow): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'legal-notice-scenes-'));
	// Otherwise it shows a notice that the other pictures have already ordered.
	world.sandbox.reset();
	const { id } = await world.client.createWorkflow(workflow);
	await page.goto(`${world.server.url}/home/credentials/${world.credential.id}`);
	await page.getByText('Base URL').first().waitFor();
	await scene(page, folder);
	await openWorkflow(page, world.server.url, id);
	await seeNode(page, 'Order the notice');
	await page.keyboard.press('1');
	await scene(page, folder);
	await page.keyboard.press('Control+Enter');
	await page.getByText('Workflow executed successfully').waitFor();
	await scene(page, folder);
	for (const { name, type } of workflow.nodes) {
		if (type === NODE_TYPE) await show(page, folder, name);
	}
	const frames = scenes.flatMap(([file, ms]) => ['-d', String(ms), file]);
	const target = join(FOLDER, 'first-order.webp');
	execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '60', ...frames, '-o', target]);
	console.log('docs/images/first-order.webp');
	await rm(folder, { recursive: true });
}

async function pictures(world: World, page: Page): Promise<void> {
	const example = withCredential(await readExample('quote-order-status'), world.credential);
	const workflow = await chosenFromLists(world, example);
	const { id } = await world.client.createWorkflow(workflow);
	await signIn(page, world.server.url, OWNER);
	await openWorkflow(page, world.server.url, id);
	await seeNode(page, 'Order the notice');
	await page.keyboard.press('Control+Enter');
	await page.getByText('Workflow executed successfully').waitFor();

	await openNode(page, 'Order the notice');
	await take(page, 'order');

	await page.goto(`${world.sandbox.url}/`);
	await page.getByText('DEMO-2026-001').first().waitFor();
	await take(page, 'sandbox', 590);
	await movingPicture(world, page, workflow);
}

await mkdir(FOLDER, { recursive: true });
const world = await openWorld('pictures');
const browser = await openBrowser();
try {
	await pictures(world, await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } }));
} finally {
	await browser.close();
	await world.close();
}
