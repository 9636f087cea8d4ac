/**
 * Takes the pictures of `docs/desk.md`: each workflow in the real editor, and as `pages` what people see of the demo's desk.
 * Run by hand when something looks different: `node_modules/.bin/node e2e/journeys/pictures.mts [example | pages ...]`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { fillDesk } from '../demo/desk.mts';
import { serveMails } from '../demo/mailPage.mts';
import { openBrowser } from '../lib/chromium.mts';
import { openWorkflow, signIn } from '../lib/editor.mts';
import { EXAMPLES, ROOT } from '../lib/paths.mts';
import { LOOPBACK } from '../lib/ports.mts';
import { readExample, type Workflow } from '../lib/workflow.mts';
import { OWNER } from '../lib/world.mts';
import { linkIn } from './approvalPage.mts';
import { MailServer } from './mailServer.mts';
import { COLLEAGUE, openStage, type Stage } from './stage.mts';

const IMAGES = join(ROOT, 'docs', 'images');
const FOLDER = join(IMAGES, 'journeys');
/** What surrounds the canvas, so that the whole workflow is drawn in its own size. */
const AROUND = { width: 240, height: 170 };
const SCALE = 0.8;
/** Buttons and messages that lie over the canvas. */
const OVERLAYS = [
	'[data-test-id="canvas-controls"]',
	'.tab-bar-container',
	'.vue-flow__minimap',
	'[data-test-id="logs-panel"]',
	'[data-test-id="canvas-handle-plus-wrapper"]',
	'.vue-flow__panel',
	'[class*="executionButtons"]',
	'[class*="nodeButtonsWrapper"]',
	'.el-notification',
];

async function take(stage: Stage, page: Page, example: string): Promise<void> {
	const { server, sandbox } = stage.world;
	const { id } = await stage.open(example, { model: sandbox.url });
	const size = sizeOf(await readExample(example));
	await page.setViewportSize({
		width: Math.round(size.width * SCALE + AROUND.width),
		height: Math.round(size.height * SCALE + AROUND.height),
	});
	await openWorkflow(page, server.url, id);
	await page.keyboard.press('1');
	await page.addStyleTag({ content: `${OVERLAYS.join()} { display: none !important }` });
	await page.waitForTimeout(2_000);
	await page
		.locator('[data-test-id="canvas-wrapper"]')
		.first()
		.screenshot({ path: join(FOLDER, `${example}.jpg`), type: 'jpeg', quality: 60 });
	console.log(`docs/images/journeys/${example}.jpg`);
}

/** The page of the desk, an e-mail and the page behind its link, with the notices of the demo. */
async function takePages(stage: Stage): Promise<void> {
	const { client, world } = stage;
	const mail = new MailServer();
	const port = await mail.listen();
	const server = { host: LOOPBACK, port, secure: false, disableStartTls: true };
	const others = [
		await client.createCredential({ name: 'Pictures', type: 'smtp', data: server }),
		await client.createCredential({ name: 'Pictures', type: 'httpBasicAuth', data: COLLEAGUE }),
	];
	const ensure = async (workflow: Workflow) => {
		const { id } = await client.createWorkflow(workflow);
		return { id, isNew: true };
	};
	await fillDesk({ client, sandbox: world.sandbox, own: world.credential, others, ensure });
	const proofs = mail.mails.filter(({ html }) => linkIn(html) !== '');
	const shown = await serveMails(proofs.slice(0, 1));
	const addresses = {
		'desk-page': `${world.server.url}/webhook/annonces`,
		'desk-mail': `${shown.url}body`,
		'desk-approval': linkIn(proofs[0]?.html),
	};
	const page = await stage.page();
	await page.setViewportSize({ width: 1280, height: 800 });
	for (const [name, address] of Object.entries(addresses)) {
		await page.goto(address);
		await page.screenshot({ path: join(IMAGES, `${name}.jpg`), type: 'jpeg', quality: 82 });
		console.log(`docs/images/${name}.jpg`);
	}
	await shown.close();
	await mail.close();
}

/** Room that the sticky notes take, which lie around all nodes. */
function sizeOf({ nodes }: Workflow): { width: number; height: number } {
	const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	const span = (axis: 0 | 1, size: string) =>
		Math.max(...notes.map((note) => note.position[axis] + Number(note.parameters[size]))) -
		Math.min(...notes.map((note) => note.position[axis]));
	return { width: span(0, 'width'), height: span(1, 'height') };
}

const wanted = process.argv.slice(2);
/** Those that the handbook shows: a part that others call is described with them. */
const handbook = readFileSync(join(ROOT, 'docs', 'desk.md'), 'utf8');
const examples = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''))
	.filter((example) => handbook.includes(`journeys/${example}.jpg`));
await mkdir(FOLDER, { recursive: true });
if (wanted.length === 0 || wanted.includes('pages')) {
	const pages = await openStage('pages');
	try {
		await takePages(pages);
	} finally {
		await pages.close();
	}
}
const stage = await openStage();
const browser = await openBrowser();
try {
	const page = await browser.newPage();
	await signIn(page, stage.world.server.url, OWNER);
	for (const example of examples) {
		if (wanted.length === 0 || wanted.includes(example)) await take(stage, page, example);
	}
} finally {
	await browser.close();
	await stage.close();
}
