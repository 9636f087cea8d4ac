/**
 * The trigger on a real n8n that is killed and started again, with each way in which n8n keeps the state of pollers.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Partner, sarlOrder } from '../../test/sandbox/client.mts';
import { TRIGGER, watching } from '../demo/watching.mts';
import { Client } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';
import { after, before, describe, it, sideBySide } from '../lib/testing.mts';
import type { Workflow } from '../lib/workflow.mts';
import { openWorld, OWNER, type World } from '../lib/world.mts';

/** n8n polls every minute at the most often, at a second of its own choice. */
const A_MINUTE_AND_MORE = 100_000;
const SCHEDULER = { N8N_SCHEDULER_ENABLED: 'true', N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true' };

/** Off by default in n8n, and slow to wake after a kill: five minutes each, by a command of their own. */
const DURABLE = {
	'n8n 2.41 with durable scheduler and cursors': {
		...SCHEDULER,
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
	'n8n 2.41 with the durable scheduler alone': SCHEDULER,
};
const variants = process.env['E2E_DURABLE'] === 'true' ? DURABLE : { 'n8n 2.41': {} };

// n8n polls each minute: what these tests do most is wait.
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
		world = await openWorld(`trigger ${name.replace(/\W+/g, '-')}`, { environment });
		({ client } = world);
		references = await order(3);
		const stored = await client.createWorkflow(watchingAll([...references, 'INCONNU-1']));
		workflowId = stored.id;
		await client.activate(workflowId);
	});
	after(async () => {
		await world?.close();
	});

	/** Notices of the demo account, as a partner's own program would order them. */
	async function order(count: number): Promise<string[]> {
		const partner = new Partner(world.sandbox.url, world.sandbox);
		const ordered: string[] = [];
		for (let index = 0; index < count; index++) {
			const { json } = await partner.post('/commande', { ...sarlOrder, dossier: `D-${index}` });
			ordered.push(String(json.reference));
		}
		await partner.close();
		return ordered;
	}

	function watchingAll(list: readonly string[]): Workflow {
		const workflow = watching(world.credential);
		const [trigger] = workflow.nodes;
		const events = ['published', 'suspended', 'statusChanged'];
		Object.assign(trigger?.parameters ?? {}, { events, references: list.join('\n') });
		return workflow;
	}

	/** Waits for the poll that follows, seen by its call to the service. */
	async function nextPoll(): Promise<void> {
		const calls = () =>
			world.sandbox.journal.calls().filter(({ path }) => path.endsWith('statuts')).length;
		const before = calls();
		await within('the next poll', () => Promise.resolve(calls() > before || undefined));
		// The state is written right after.
		await sleep(2_000);
	}

	async function within<Found>(
		what: string,
		look: () => Promise<Found | undefined>,
	): Promise<Found> {
		for (const until = Date.now() + A_MINUTE_AND_MORE; ; await sleep(250)) {
			const found = await look();
			if (found !== undefined) return found;
			assert.ok(Date.now() < until, `${what} comes within a minute and a half`);
		}
	}

	/** What all runs of the workflow began with, the oldest first; waits for `count` runs. */
	async function eventsOf(count: number): Promise<Json[]> {
		const ids = await within(`run ${count}`, async () => {
			const found = await client.executionIds(workflowId);
			return found.length >= count ? found : undefined;
		});
		const runs = await Promise.all(ids.map(async (id) => await client.finished(id)));
		for (const run of runs) assert.equal(run.status, 'success', run.error);
		return runs.reverse().flatMap((run) => run.items(TRIGGER).map(({ json }) => json));
	}

	const short = (events: readonly Json[]) =>
		events.map(({ evenement, reference, ancien_statut: from, statut: to }) =>
			[evenement, reference, from, to].join(' '),
		);

	const reported: string[] = [];

	it(
		'starts the workflow within a minute of a publication',
		async () => {
			const [first = ''] = references;
			await nextPoll();
			assert.deepEqual(await client.executionIds(workflowId), []);
			world.sandbox.notices.publish(first);
			reported.push(`published ${first} a-paraitre parue`);
			const events = await eventsOf(1);
			assert.deepEqual(short(events), reported);
			const [id = ''] = await client.executionIds(workflowId);
			const [item] = (await client.execution(id)).items(TRIGGER);
			assert.equal(item?.binary?.['attestation']?.mimeType, 'application/pdf');
			assert.match(String(item?.json['constate_le']), /\+0[12]:00$/);
		},
		{ timeout: 300_000 },
	);

	it(
		'reports after a kill what changed meanwhile, once, and nothing twice',
		async () => {
			const [, second = ''] = references;
			await nextPoll();
			await world.instance.kill();
			world.sandbox.notices.suspend(second);
			reported.push(`suspended ${second} a-paraitre suspendue`);
			const server = await world.instance.startServer({ name: 'again', environment });
			client = new Client(server.url);
			await client.signIn(OWNER);
			assert.deepEqual(short(await eventsOf(2)), reported);
			await nextPoll();
			assert.equal((await client.executionIds(workflowId)).length, 2);
		},
		{ timeout: 400_000 },
	);

	it(
		'goes on when the workflow is published anew with a longer list',
		async () => {
			const [, second = '', third = ''] = references;
			const [fourth = ''] = await order(1);
			await client.updateWorkflow(workflowId, watchingAll([...references, fourth]));
			await client.activate(workflowId);
			await nextPoll();
			world.sandbox.notices.publish(second);
			world.sandbox.notices.publish(third);
			reported.push(`published ${second} suspendue parue`, `published ${third} a-paraitre parue`);
			assert.deepEqual(short(await eventsOf(3)), reported);
		},
		{ timeout: 400_000 },
	);

	it('shows in the editor what stands, and which references are not known', async () => {
		const [first = ''] = references;
		const { id } = await client.createWorkflow(watchingAll([first, 'INCONNU-1']));
		const run = await client.run(id, TRIGGER);
		assert.equal(run.status, 'success', run.error);
		const [item, ...others] = run.items(TRIGGER);
		assert.deepEqual(others, []);
		assert.deepEqual(
			[item?.json['evenement'], item?.json['reference'], item?.json['references_inconnues']],
			['published', first, ['INCONNU-1']],
		);
		assert.equal(item?.binary?.['attestation']?.mimeType, 'application/pdf');
	});

	it('keeps the secret key out of what n8n stores and logs', async () => {
		const { secretKey } = world.sandbox;
		const ids = await client.executionIds(workflowId);
		const stored = await Promise.all(ids.map(async (id) => (await client.execution(id)).stored));
		assert.equal(stored.length, 3);
		for (const text of [...stored, world.server.output()]) assert.ok(!text.includes(secretKey));
	});
}
