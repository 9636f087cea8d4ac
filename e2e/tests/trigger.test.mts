/**
 * The trigger on a real n8n that is killed and started again, with each way in which n8n keeps the state of pollers.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { TRIGGER, watching } from '../demo/watching.mts';
import { OFTEN } from '../journeys/ownValues.mts';
import { Client } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';
import { orderNotice } from '../lib/serviceCall.mts';
import { after, before, describe, it, sideBySide } from '../lib/testing.mts';
import { until } from '../lib/until.mts';
import type { Workflow } from '../lib/workflow.mts';
import { openWorld, OWNER, type World } from '../lib/world.mts';

/** What n8n's durable scheduler takes after a kill. */
const PATIENCE_MS = 100_000;
const SCHEDULER = { N8N_SCHEDULER_ENABLED: 'true', N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true' };

/** Off by default in n8n, and slow to wake after a kill: five minutes each, by a command of their own. */
const DURABLE = {
	'n8n 2.41 with durable scheduler and cursors': {
		...SCHEDULER,
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
	'n8n 2.41 with the durable scheduler alone': SCHEDULER,
};
const isDurable = process.env['E2E_DURABLE'] === 'true';
const variants = isDurable ? DURABLE : { 'n8n 2.41': {} };

sideBySide('the trigger', () => {
	for (const [name, environment] of Object.entries(variants)) {
		describe(`on ${name}`, () => killedAndRestarted(name, environment));
	}
});

function killedAndRestarted(name: string, environment: Readonly<Record<string, string>>): void {
	let world: World;
	let client: Client;
	let workflowId = '';
	let references: string[] = [];

	before(async () => {
		world = await openWorld(`trigger ${name.replace(/\W+/g, '-')}`, environment);
		({ client } = world);
		references = [await order(), await order(), await order()];
		const stored = await client.createWorkflow(watchingAll([...references, 'INCONNU-1']));
		workflowId = stored.id;
		await client.activate(workflowId);
	});
	after(async () => await world?.close());

	const order = async () => String((await orderNotice(world.sandbox))['reference']);
	function watchingAll(list: readonly string[]): Workflow {
		const workflow = watching(world.credential);
		const events = ['published', 'suspended', 'statusChanged'];
		const changed = {
			events,
			references: list.join('\n'),
			...(!isDurable && { pollTimes: OFTEN }),
		};
		Object.assign(workflow.nodes[0]?.parameters ?? {}, changed);
		return workflow;
	}
	/** Waits for the poll that follows, seen by its call to the service. */
	async function nextPoll(): Promise<void> {
		const calls = () =>
			world.sandbox.journal.calls().filter(({ path }) => path.endsWith('statuts')).length;
		const before = calls();
		await until('The next poll', () => calls() > before || undefined, PATIENCE_MS);
		// The state is written right after.
		await sleep(1_000);
	}
	/** What all runs of the workflow began with, the oldest first; waits for `count` runs. */
	async function eventsOf(count: number): Promise<readonly Json[]> {
		const ids = await until(
			`Run ${count}`,
			async () => {
				const found = await client.executionIds(workflowId);
				return found.length >= count ? found : undefined;
			},
			PATIENCE_MS,
		);
		const runs = await Promise.all(ids.map(async (id) => await client.finished(id)));
		for (const run of runs) assert.equal(run.status, 'success', run.error);
		return runs.reverse().flatMap((run) => run.items(TRIGGER).map(({ json }) => json));
	}
	const reported: string[] = [];
	const seen = async (count: number) =>
		(await eventsOf(count)).map(({ evenement, reference, ancien_statut: from, statut: to }) =>
			[evenement, reference, from, to].join(' '),
		);

	it('starts the workflow after a publication, with the attestation', async () => {
		const [first = ''] = references;
		await nextPoll();
		assert.deepEqual(await client.executionIds(workflowId), []);
		world.sandbox.notices.publish(first);
		reported.push(`published ${first} a-paraitre parue`);
		assert.deepEqual(await seen(1), reported);
		const [id = ''] = await client.executionIds(workflowId);
		const [item] = (await client.execution(id)).items(TRIGGER);
		assert.equal(item?.binary?.['attestation']?.mimeType, 'application/pdf');
		assert.match(String(item.json['constate_le']), /\+0[12]:00$/);
	});

	it('reports after a kill what changed meanwhile, once, and nothing twice', async () => {
		const [, second = ''] = references;
		await nextPoll();
		await world.instance.kill();
		world.sandbox.notices.suspend(second);
		reported.push(`suspended ${second} a-paraitre suspendue`);
		const server = await world.instance.startServer({ name: 'again', environment });
		client = new Client(server.url);
		await client.signIn(OWNER);
		assert.deepEqual(await seen(2), reported);
		await nextPoll();
		assert.equal((await client.executionIds(workflowId)).length, 2);
	});

	it('goes on when the workflow is published anew with a longer list', async () => {
		const [, second = '', third = ''] = references;
		await client.updateWorkflow(workflowId, watchingAll([...references, await order()]));
		await client.activate(workflowId);
		await nextPoll();
		await nextPoll();
		world.sandbox.notices.publish(second);
		reported.push(`published ${second} suspendue parue`);
		assert.deepEqual(await seen(3), reported);
		world.sandbox.notices.publish(third);
		reported.push(`published ${third} a-paraitre parue`);
		assert.deepEqual(await seen(4), reported);
	});
}
