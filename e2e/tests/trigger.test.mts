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
/** n8n then says at `/metrics` how many polls began while another one was under way. */
const METRICS = { N8N_METRICS: 'true', N8N_METRICS_INCLUDE_POLL_TRIGGER_METRICS: 'true' };
/** Longer than the two seconds between polls. */
const SLOW_ANSWER_MS = 3_000;
/** Of an event. */
const FIELDS = ['evenement', 'reference', 'ancien_statut', 'statut'];

const isDurable = process.env['E2E_DURABLE'] === 'true';
const variants = isDurable ? DURABLE : { 'n8n 2.41': {} };

sideBySide('the trigger', () => {
	for (const [name, environment] of Object.entries(variants)) {
		describe(`on ${name}`, () => killedAndRestarted(name, environment));
	}
});

function killedAndRestarted(name: string, more: Readonly<Record<string, string>>): void {
	const environment = { ...more, ...METRICS };
	let world: World;
	let url = '';
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
		({ url } = world.server);
		[first, second, third] = [await order(), await order(), await order()];
		workflowId = (await client.createWorkflow(watchingAll('INCONNU-1'))).id;
		await client.activate(workflowId);
	});
	after(async () => await world?.close());

	const statusCalls = () =>
		world.sandbox.journal.calls().filter(({ path }) => path.endsWith('statuts')).length;
	/** Waits for the poll that follows, seen by its call to the service. */
	async function nextPoll(): Promise<void> {
		const before = statusCalls();
		await until('The next poll', () => statusCalls() > before || undefined, PATIENCE_MS);
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

	/** Something that happens between a kill of n8n and its next start. */
	async function whileDown(happen: () => unknown): Promise<void> {
		await world.instance.kill();
		happen();
		({ url } = await world.instance.startServer({ environment }));
		client = new Client(url);
		await client.signIn(OWNER);
	}

	it('the trigger starts the workflow after a publication', async () => {
		await nextPoll();
		assert.deepEqual(await client.executionIds(workflowId), []);
		world.sandbox.notices.publish(first);
		const run = await reports(`published ${first} a-paraitre parue`);
		const [item] = run?.items(TRIGGER) ?? [];
		assert.match(String(item?.json['constate_le']), /\+0[12]:00$/);
	});

	it('the trigger reports once, after a kill, what changed meanwhile', async () => {
		await nextPoll();
		await whileDown(() => world.sandbox.notices.suspend(second));
		await reports(`suspended ${second} a-paraitre suspendue`);
		await nextPoll();
		assert.equal((await client.executionIds(workflowId)).length, 2);
	});

	it('the trigger goes on when the workflow is published again with a longer list', async () => {
		await client.updateWorkflow(workflowId, watchingAll(await order()));
		await client.activate(workflowId);
		await nextPoll();
		await nextPoll();
		const publish = () => world.sandbox.notices.publish(second);
		// Nothing has changed since: with durable cursors n8n has stored what the last polls have seen all the same.
		if (more === CURSORS) await whileDown(publish);
		else publish();
		await reports(`published ${second} suspendue parue`);
		world.sandbox.notices.publish(third);
		await reports(`published ${third} a-paraitre parue`);
	});

	/** Polls that began while another one of the trigger was under way, as n8n counts them. */
	async function overlappingPolls(): Promise<number> {
		const metrics = await (await fetch(`${url}/metrics`)).text();
		const counted = /^n8n_poll_trigger_overlapping_ticks_total\{.*legalNoticeTrigger.*\} (\d+)/m;
		return Number(counted.exec(metrics)?.[1] ?? 0);
	}

	it('the trigger reports each change once, and loses none, where polls last longer than their interval', async () => {
		await client.deactivate(workflowId);
		const references = [await order(), await order(), await order(), await order()];
		const often = watchingAll();
		Object.assign(often.nodes[0]?.parameters ?? {}, {
			references: references.join('\n'),
			pollTimes: OFTEN,
			options: {},
		});
		const { id } = await client.createWorkflow(often);
		await client.activate(id);
		await nextPoll();
		await nextPoll();
		const overlappingBefore = await overlappingPolls();
		const callsBefore = statusCalls();
		const startedAt = Date.now();
		world.sandbox.settings({ latencyMs: SLOW_ANSWER_MS });
		/** By their identifiers: what is reported again has the same one. */
		const reported = async () => {
			const runs = (await client.executionIds(id)).map(async (run) => await client.finished(run));
			const events = (await Promise.all(runs)).flatMap((run) => run.items(TRIGGER));
			const byId = events.map(({ json }) => {
				return [json['evenement_id'], FIELDS.map((field) => json[field]).join(' ')] as const;
			});
			return [...new Map(byId).values()].sort();
		};
		const changes: string[] = [];
		const steps = [
			[world.sandbox.notices.publish, 'published', 'a-paraitre parue'],
			[world.sandbox.notices.suspend, 'suspended', 'parue suspendue'],
		] as const;
		for (const [act, event, statuses] of steps) {
			for (const reference of references) {
				act(reference);
				changes.push(`${event} ${reference} ${statuses}`);
				// The next change happens while the poll that may see this one is under way.
				await sleep(SLOW_ANSWER_MS / 2);
			}
			const areAll = async () => (await reported()).length >= changes.length || undefined;
			await until(`${changes.length} changes`, areAll, PATIENCE_MS, 1_000);
		}
		assert.ok((await overlappingPolls()) > overlappingBefore, 'no polls overlapped');
		// One that finds another one under way leaves the service alone.
		const most = (Date.now() - startedAt) / SLOW_ANSWER_MS + 2;
		assert.ok(statusCalls() - callsBefore <= most, 'polls read side by side');
		world.sandbox.settings({ latencyMs: 0 });
		await nextPoll();
		await nextPoll();
		assert.deepEqual(await reported(), changes.sort());
	});
}
