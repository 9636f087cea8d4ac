/** The example workflow on a real n8n: run over REST, read back, looked at in the editor. */
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../lib/chromium.mts';
import { openNode, openWorkflow, screenshot, seeNode, signIn } from '../lib/editor.mts';
import type { Execution, Json } from '../lib/execution.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { readExample, withCredential, type Workflow } from '../lib/workflow.mts';
import { openWorld, OWNER, type World } from '../lib/world.mts';

const TRIGGER = 'When clicking ‘Execute workflow’';
const PUBLICATION_DATE = /^\d{4}-\d{2}-\d{2}$/;

function only(execution: Execution, node: string): Json {
	const items = execution.items(node);
	assert.equal(items.length, 1, `${node} puts out one item; the run says: ${execution.error}`);
	return items[0]?.json ?? {};
}

describe('the example workflow', () => {
	let world: World;
	let browser: Browser | undefined;
	let workflow: Workflow;
	let workflowId = '';
	let first: Execution;

	before(async () => {
		// The log is searched for secrets, so it has to hold what n8n would ever write.
		world = await openWorld('workflow', { environment: { N8N_LOG_LEVEL: 'debug' } });
		workflow = withCredential(await readExample('quote-order-status'), world.credential);
		({ id: workflowId } = await world.client.createWorkflow(workflow));
		first = await world.client.run(workflowId, TRIGGER);
	});

	after(async () => {
		await browser?.close();
		await world?.close();
	});

	it('quotes, orders and reads the status in one run', () => {
		assert.equal(first.error, undefined);
		assert.equal(first.status, 'success');

		const quote = only(first, 'Quote the notice');
		assert.match(String(quote['date_parution']), PUBLICATION_DATE);
		assert.ok(Number((quote['tarif'] as { totaux: Json }).totaux['montant_ttc']) > 0);

		const order = only(first, 'Order the notice');
		assert.equal(order['date_parution'], quote['date_parution']);
		assert.deepEqual(order['tarif'], quote['tarif'], 'the order costs what was quoted');
		assert.equal(order['environnement'], 'test');

		const status = only(first, 'Get the status');
		assert.equal(status['reference'], order['reference']);
		assert.equal(status['numero_commande'], order['numero_commande']);
		assert.equal(status['statut'], 'a-paraitre');
	});

	it('places one order in the service', () => {
		const orders = world.sandbox.journal.orders();
		assert.deepEqual(
			orders.map(({ reference }) => reference),
			[only(first, 'Order the notice')['reference']],
		);
	});

	it('finds the same order again when it is run again', async () => {
		const second = await world.client.run(workflowId, TRIGGER);
		assert.equal(second.error, undefined);
		assert.equal(
			only(second, 'Order the notice')['reference'],
			only(first, 'Order the notice')['reference'],
		);
		assert.equal(world.sandbox.journal.orders().length, 1);
	});

	it('shows the new status once the notice is published', async () => {
		world.sandbox.notices.publish(String(only(first, 'Order the notice')['reference']));
		const later = await world.client.run(workflowId, TRIGGER);
		assert.equal(only(later, 'Get the status')['statut'], 'parue');
	});

	it('stops with the service’s code and the label when a value is refused', async () => {
		const refused = await world.client.createWorkflow(withUnknownPublication(workflow));
		const run = await world.client.run(refused.id, TRIGGER);
		assert.equal(run.status, 'error');
		const [attempt] = run.runs('Quote the notice');
		const said = `${attempt?.error?.message} ${attempt?.error?.description}`;
		assert.match(said, /Publication/);
		assert.match(said, /err_publication_introuvable/);
	});

	it('keeps the secret key out of exports, stored runs and the log', async () => {
		const { secretKey } = world.sandbox;
		const exported = await world.instance.command(['export:workflow', '--all', '--pretty']);
		assert.match(exported, /Quote the notice/);
		const runs = await Promise.all(
			(await world.client.workflows()).map(async ({ id }) =>
				Promise.all(
					(await world.client.executionIds(id)).map(
						async (run) => await world.client.execution(run),
					),
				),
			),
		);
		const stored = runs.flat().map((run) => run.stored);
		assert.ok(stored.length >= 4, 'good and failed runs are looked through');
		const log = world.server.output();
		assert.match(log, /Running node "Order the notice" finished successfully/);
		for (const text of [exported, ...stored, log]) {
			assert.ok(!text.includes(secretKey));
		}
	});

	it('looks right in the editor', async () => {
		browser = await openBrowser();
		const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
		await signIn(page, world.server.url, OWNER);
		await openWorkflow(page, world.server.url, workflowId);
		for (const { name, type } of workflow.nodes) {
			if (!type.endsWith('.stickyNote')) await seeNode(page, name);
		}
		await screenshot(page, 'editor');

		const panel = await openNode(page, 'Order the notice');
		for (const label of ['Department', 'Publication', 'File Reference']) {
			await panel.getByText(label, { exact: true }).first().waitFor();
		}
		await screenshot(page, 'node');
	});
});

/** A publication that no account has: a refusal by the service, not by the node. */
function withUnknownPublication(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Quote the notice'
			? {
					...node,
					parameters: {
						...node.parameters,
						publication: { __rl: true, mode: 'id', value: '999999' },
					},
				}
			: node,
	);
	return { ...workflow, name: 'Refused', nodes };
}
