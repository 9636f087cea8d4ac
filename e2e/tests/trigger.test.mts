/**
 * The trigger on a real n8n that is killed and started again, with each way in which n8n keeps the state of pollers. The
 * notices are published through the sandbox's page controls, as by its button.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Partner, sarlOrder } from '../../test/sandbox/client.mts';
import { Client } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';
import { PACKAGE_NAME } from '../lib/paths.mts';
import { after, before, describe, it, sideBySide } from '../lib/testing.mts';
import type { Workflow } from '../lib/workflow.mts';
import { openWorld, OWNER, type World } from '../lib/world.mts';

const TRIGGER = 'Legal Notice Trigger';
/** n8n polls every minute at the most often, at a second of its own choice. */
const A_MINUTE_AND_MORE = 100_000;
const SCHEDULER = { N8N_SCHEDULER_ENABLED: 'true', N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true' };

interface Variant {
	readonly name: string;
	readonly environment: Readonly<Record<string, string>>;
}

const everyday: readonly Variant[] = [{ name: 'n8n 2.41', environment: {} }];

/** Off by default in n8n, and slow to wake after a kill: five minutes each, by a command of their own. */
const durable: readonly Variant[] = [
	{
		name: 'n8n 2.41 with durable scheduler and cursors',
		environment: { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
	},
	{ name: 'n8n 2.41 with the durable scheduler alone', environment: SCHEDULER },
];

const variants = process.env['E2E_DURABLE'] === 'true' ? durable : everyday;

// n8n polls each minute: what these tests do most is wait.
sideBySide('the trigger', () => {
	for (const variant of variants) describe(`on ${variant.name}`, () => killedAndRestarted(variant));
});

function killedAndRestarted({ name, environment }: Variant): void {
	let world: World;
	let client: Client;
	let workflowId = '';
	let invoicesId = '';
	let unknownId = '';
	let references: string[] = [];

	before(async () => {
		world = await openWorld(`trigger ${name.replace(/\W+/g, '-')}`, { environment });
		({ client } = world);
		references = await order(3);
		const stored = await client.createWorkflow(watching([...references, 'INCONNU-1']));
		workflowId = stored.id;
		await client.activate(workflowId);
		const [first = ''] = references;
		// Each asks for one reference, by its own route: the polls counted below are those of the workflow above.
		invoicesId = await activated([first], { events: ['newInvoice'] });
		unknownId = await activated(['INCONNU-2'], { events: ['notFound'] });
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

	async function activated(list: readonly string[], parameters: Json): Promise<string> {
		const { id } = await client.createWorkflow(watching(list, parameters));
		await client.activate(id);
		return id;
	}

	function watching(list: readonly string[], parameters: Json = {}): Workflow {
		const { id, name: credentialName, type } = world.credential;
		return {
			name: 'Watch notices',
			nodes: [
				{
					id: 'f6a3f1f0-4f0f-4a53-8f55-4b3b2a1c0d01',
					name: TRIGGER,
					type: `${PACKAGE_NAME}.legalNoticeTrigger`,
					typeVersion: 1,
					position: [0, 0],
					parameters: {
						pollTimes: { item: [{ mode: 'everyMinute' }] },
						events: ['published', 'suspended', 'statusChanged'],
						references: list.join('\n'),
						firstSight: 'none',
						options: { downloadFiles: true },
						...parameters,
					},
					credentials: { [type]: { id, name: credentialName } },
				},
				{
					id: 'f6a3f1f0-4f0f-4a53-8f55-4b3b2a1c0d02',
					name: 'Done',
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					position: [220, 0],
					parameters: {},
				},
			],
			connections: { [TRIGGER]: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		};
	}

	/** Presses the button of the sandbox's page. */
	async function press(reference: string, action: string): Promise<void> {
		const { origin } = world.sandbox;
		const answer = await fetch(`${origin}/_sandbox/notices/${reference}/${action}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{}',
		});
		assert.equal(answer.status, 200);
	}

	/** Waits for the poll that follows, told by a call to the service. */
	async function nextPoll(): Promise<void> {
		const calls = () =>
			world.sandbox.journal.calls().filter(({ path }) => path.endsWith('statuts'));
		const before = calls().length;
		const deadline = Date.now() + A_MINUTE_AND_MORE;
		while (calls().length === before) {
			assert.ok(Date.now() < deadline, 'n8n polls at least every minute and a half');
			await sleep(250);
		}
		// The state is written right after.
		await sleep(2_000);
	}

	/** What all runs of the workflow began with, the oldest first; waits for `count` runs. */
	async function eventsOf(
		count: number,
		id = workflowId,
		waitMs = A_MINUTE_AND_MORE,
	): Promise<Json[]> {
		const deadline = Date.now() + waitMs;
		for (;;) {
			const ids = await client.executionIds(id);
			if (ids.length >= count) {
				const runs = await Promise.all(ids.map(async (id) => await client.finished(id)));
				for (const run of runs) assert.equal(run.status, 'success', run.error);
				return runs.reverse().flatMap((run) => run.items(TRIGGER).map(({ json }) => json));
			}
			assert.ok(Date.now() < deadline, `run ${count} starts within ${waitMs} ms`);
			await sleep(500);
		}
	}

	const short = (events: readonly Json[]) =>
		events.map(({ evenement, reference, ancien_statut: from, statut: to }) =>
			[evenement, reference, from, to].join(' '),
		);

	const told: string[] = [];

	it(
		'starts the workflow within a minute of a click on "Mark as published"',
		async () => {
			const [first = ''] = references;
			await nextPoll();
			assert.deepEqual(await client.executionIds(workflowId), []);
			await press(first, 'publish');
			told.push(`published ${first} a-paraitre parue`);
			const events = await eventsOf(1);
			assert.deepEqual(short(events), told);
			const [id = ''] = await client.executionIds(workflowId);
			const [item] = (await client.execution(id)).items(TRIGGER);
			assert.equal(item?.binary?.['attestation']?.mimeType, 'application/pdf');
			assert.match(String(item?.json['constate_le']), /\+0[12]:00$/);
		},
		{ timeout: 300_000 },
	);

	it(
		'tells after a kill what changed meanwhile, once, and nothing twice',
		async () => {
			const [, second = ''] = references;
			await nextPoll();
			await world.instance.kill();
			await press(second, 'suspend');
			told.push(`suspended ${second} a-paraitre suspendue`);
			const server = await world.instance.startServer({ name: 'again', environment });
			client = new Client(server.url);
			await client.signIn(OWNER);
			assert.deepEqual(short(await eventsOf(2)), told);
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
			await client.updateWorkflow(workflowId, watching([...references, fourth]));
			await client.activate(workflowId);
			await nextPoll();
			await press(second, 'publish');
			await press(third, 'publish');
			await press(references[0] ?? '', 'invoice');
			told.push(`published ${second} suspendue parue`, `published ${third} a-paraitre parue`);
			assert.deepEqual(short(await eventsOf(3)), told);
		},
		{ timeout: 400_000 },
	);

	it(
		'tells a new invoice with its file',
		async () => {
			const [first = ''] = references;
			const events = await eventsOf(1, invoicesId);
			assert.deepEqual(
				events.map(({ evenement, reference, references_demandees: asked }) => [
					evenement,
					reference,
					asked,
				]),
				[['newInvoice', first, [first]]],
			);
			const { numero } = events[0]?.['facture'] as { numero: string };
			const [id = ''] = await client.executionIds(invoicesId);
			const [item] = (await client.execution(id)).items(TRIGGER);
			assert.equal(item?.binary?.[`facture_${numero}`]?.mimeType, 'application/pdf');
		},
		{ timeout: 200_000 },
	);

	it(
		'tells once that a notice is not known, after misses at several polls',
		async () => {
			const events = await eventsOf(1, unknownId, 4 * A_MINUTE_AND_MORE);
			assert.deepEqual(
				events.map(({ evenement, demande, introuvable }) => [evenement, demande, introuvable]),
				[['notFound', 'INCONNU-2', true]],
			);
		},
		{ timeout: 500_000 },
	);

	it('shows in the editor what stands, and which references are not known', async () => {
		const [first = ''] = references;
		const { id } = await client.createWorkflow(watching([first, 'INCONNU-1']));
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
