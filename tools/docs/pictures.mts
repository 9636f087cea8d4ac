/**
 * Takes the pictures of the documentation: the real editor, the example workflow after a run against the sandbox.
 * Run by hand when something looks different: `node_modules/.bin/node tools/docs/pictures.mts` (after `npm run test:e2e`
 * has installed n8n). Pictures are JPEG and stay outside the package: n8n's build copies every PNG it finds into it.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../e2e/lib/chromium.mts';
import { openNode, openWorkflow, seeNode, signIn } from '../../e2e/lib/editor.mts';
import { ROOT } from '../../e2e/lib/paths.mts';
import { readExample, withCredential } from '../../e2e/lib/workflow.mts';
import { openWorld, OWNER, type World } from '../../e2e/lib/world.mts';

const WIDTH = 1440;
const HEIGHT = 810;
const FOLDER = join(ROOT, 'docs', 'images');

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

async function pictures(world: World, page: Page): Promise<void> {
	const example = withCredential(await readExample('quote-order-status'), world.credential);
	const { id } = await world.client.createWorkflow(example);
	await signIn(page, world.server.url, OWNER);
	await openWorkflow(page, world.server.url, id);
	await seeNode(page, 'Order the notice');
	await page.keyboard.press('Control+Enter');
	await page.getByText('Workflow executed successfully').waitFor();
	await page.keyboard.press('1');
	await take(page, 'workflow');

	await openNode(page, 'Order the notice');
	await take(page, 'order');

	await page.goto(`${world.sandbox.url}/`);
	await page.getByText('DEMO-2026-001').first().waitFor();
	await take(page, 'sandbox', 590);
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
