/**
 * Takes the pictures of `docs/desk.md`: what people see of the demo's desk. Run
 * by hand when something looks different: `node_modules/.bin/node e2e/journeys/pictures.mts`.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { fillDesk } from '../demo/desk.mts';
import type { StoredCredential } from '../lib/client.mts';
import { ROOT } from '../lib/paths.mts';
import type { Workflow } from '../lib/workflow.mts';
import { linkOf } from './desk.mts';
import { openStage, READER, type Stage } from './stage.mts';

const IMAGES = join(ROOT, 'docs', 'images');
async function shoot(page: Page, name: string): Promise<void> {
	await page.screenshot({ path: join(IMAGES, `${name}.jpg`), type: 'jpeg', quality: 70 });
	console.log(`docs/images/${name}.jpg`);
}

/** The demo's notices, with the passwords and the mail server of the stage. */
async function fill(
	{ client, world, mail }: Stage,
	others: readonly StoredCredential[],
): Promise<void> {
	const ensure = async (workflow: Workflow) => {
		const { id } = await client.createWorkflow(workflow);
		return { id, isNew: true };
	};
	const { sandbox, credential } = world;
	await fillDesk({
		client,
		sandbox,
		mail,
		own: credential,
		others,
		ensure,
	});
}

const stage = await openStage('pictures');
try {
	await fill(stage, stage.others('page-of-notices'));
	const { url } = stage.world.server;
	const page = await stage.page(READER);
	await page.setViewportSize({ width: 1280, height: 860 });
	await page.goto(`${url}/webhook/annonces`);
	await shoot(page, 'desk-page');
	await page.goto(await linkOf('DEMO-2'));
	await shoot(page, 'desk-approval');
} finally {
	await stage.close();
}
