/**
 * The trigger on a real n8n that is killed and started again, with each way in which n8n keeps the state of pollers.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { TRIGGER, watching } from '../demo/watching.mts';
import { OFTEN } from '../journeys/ownValues.mts';
import { Client } from '../lib/client.mts';
import type { Execution } from '../lib/execution.mts';
import { orderNotice } from '../lib/serviceCall.mts';
import { after, before, describe, it, sideBySide } from '../lib/testing.mts';
import { until } from '../lib/until.mts';
import type { Workflow } from '../lib/workflow.mts';
import { openWorld, OWNER, type World } from '../lib/world.mts';

/** What n8n's durable scheduler takes after a kill. */
const PATIENCE_MS = 100_000;
const SCHEDULER = { N8N_SCHEDULER_ENABLED: 'true', N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true' };

const CURSORS = { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };
/** Off by default in n8n, and slow to wake after a kill: five minutes each, by a command of their own. */
const DURABLE = {
	'n8n 2.41 with durable scheduler and cursors': CURSORS,
	'n8n 2.41 with the durable scheduler alone': SCHEDULER,
};
/** Of an event. */
const FIELDS = ['evenement', 'reference', 'ancien_statut', 'statut'];

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
	let [first, second, third] = ['', '', ''];
	/** Each change as the workflow is to report it. */
	const expected: string[] = [];

	const order = async () => String((await orderNotice(world.sandbox))['reference']);
	function watchingAll(...more: readonly string[]): Workflow {
		const workflow = watching(world.credential);
		Object.assign(workflow.nodes[0]?.parameters ?? {}, {
			events: ['published', 'suspended', 'statusChanged'],
			references: [first, second, third, ...more].join('\n'),
			...(!isDurable && { pollTimes: OFTEN }),
		});
		return workflow;
	}

	before(async () => {
		world = await openWorld(`trigger ${name.replace(/\W+/g, '-')}`, environment);
		({ client } = world);
		[first, second, third] = [await order(), await order(), await order()];
		workflowId = (await client.createWorkflow(watchingAll('INCONNU-1'))).id;
		await client.activate(workflowId);
	});
	after(async () => await world?.close());

	/** Waits for the poll that follows, seen by its call to the service. */
	async function nextPoll(): Promise<void> {
		const calls = () =>
			world.sandbox.journal.calls().filter(({ path }) => path.endsWith('statuts')).length;
		const before = calls();
		await until('The next poll', () => calls() > before || undefined, PATIENCE_MS);
		// The state is written right after.
		await sleep(1_000);
	}
	/** Waits for a run for each change; together they began with these changes in their order. @returns the newest */
	async function reports(change: string): Promise<Execution | undefined> {
		expected.push(change);
		const all = async () => {
			const found = await client.executionIds(workflowId);
			return found.length >= expected.length ? found : undefined;
		};
		const ids = await until(`Run ${expected.length}`, all, PATIENCE_MS);
		const runs = await Promise.all(ids.map(async (id) => await client.finished(id)));
		for (const run of runs) assert.equal(run.status, 'success', run.error);
		const events = runs.toReversed().flatMap((run) => run.items(TRIGGER));
		assert.deepEqual(
			events.map(({ json }) => FIELDS.map((field) => json[field]).join(' ')),
			expected,
		);
		return runs[0];
	}

	it('starts the workflow after a publication, with the attestation', async () => {
		await nextPoll();
		assert.deepEqual(await client.executionIds(workflowId), []);
		world.sandbox.notices.publish(first);
		const run = await reports(`published ${first} a-paraitre parue`);
		const [item] = run?.items(TRIGGER) ?? [];
		assert.equal(item?.binary?.['attestation']?.mimeType, 'application/pdf');
		assert.match(String(item.json['constate_le']), /\+0[12]:00$/);
	});

	it('reports after a kill what changed meanwhile, once, and nothing twice', async () => {
		await nextPoll();
		await world.instance.kill();
		world.sandbox.notices.suspend(second);
		const server = await world.instance.startServer({ environment });
		client = new Client(server.url);
		await client.signIn(OWNER);
		await reports(`suspended ${second} a-paraitre suspendue`);
		await nextPoll();
		assert.equal((await client.executionIds(workflowId)).length, 2);
	});

	it('goes on when the workflow is published anew with a longer list', async () => {
		await client.updateWorkflow(workflowId, watchingAll(await order()));
		await client.activate(workflowId);
		await nextPoll();
		await nextPoll();
		world.sandbox.notices.publish(second);
		await reports(`published ${second} suspendue parue`);
		world.sandbox.notices.publish(third);
		await reports(`published ${third} a-paraitre parue`);
	});
}
