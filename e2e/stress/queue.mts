/**
 * n8n in queue mode: one main process and several workers order at the same time with one key. No process knows of
 * the others' calls; the sandbox holds all of them to the key's quota, and its journal is the judge.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { numberedNotices, ORDER, orderWorkflow } from '../lib/orders.mts';
import { CREDENTIAL_TYPE, credentialData, openWorld, type World } from '../lib/world.mts';
import { callWebhook, settled } from './executions.mts';
import { isExact, judge } from './judge.mts';
import { startPostgres } from './postgres.mts';
import { printTable, runProgram, say } from './program.mts';
import { startRedis } from './redis.mts';

const QUOTA_PER_MINUTE = 300;
/** Share of all calls that the service may refuse because the processes exceed the key's quota together. */
const MAX_REFUSED = 0.25;
const ORDERS = 1_000;
const WORKFLOWS = 10;
const WORKERS = 2;
/** Milliseconds until the sandbox answers. */
const LATENCY_MS = 50;
/** What has not ended by then has failed. */
const MINUTES = 12;
/** Requests per Minute of the credential, in every process. */
const PER_MINUTE = readPerMinute();

await runProgram(async (atEnd) => {
	const folder = await mkdtemp(join(tmpdir(), 'legal-notice-queue-'));
	atEnd(async () => await rm(folder, { recursive: true, force: true }));
	const redis = await startRedis(folder);
	atEnd(async () => await redis.stop());
	const postgres = await startPostgres(folder);
	if (postgres) atEnd(async () => await postgres.stop());
	else
		say('No PostgreSQL was found: the processes share an SQLite file, which n8n advises against.');
	const environment = { ...redis.environment, ...postgres?.environment };
	say('Starting n8n: the main process ...');
	const world = await openWorld('queue', { environment });
	atEnd(async () => await world.close());
	for (let number = 1; number <= WORKERS; number += 1) {
		say(`Starting n8n: worker ${number} of ${WORKERS} ...`);
		await world.instance.startWorker({
			name: `worker-${number}`,
			environment,
		});
	}
	world.sandbox.settings({ quotaPerMinute: QUOTA_PER_MINUTE, latencyMs: LATENCY_MS });

	const { items, ...run } = await orderAll(world);
	const refusedShare = run.verdict.overQuota / Math.max(1, run.verdict.calls);
	const good =
		isExact(run.verdict, ORDERS) &&
		items === ORDERS &&
		run.statuses['success'] === WORKFLOWS &&
		refusedShare <= MAX_REFUSED;
	printTable(
		['figure', 'value'],
		[
			['orders wanted', ORDERS],
			['orders registered', run.verdict.ordered],
			['items with a reference', items],
			['ordered twice', run.verdict.duplicates.length],
			['missing', run.verdict.missing.length],
			['executions', JSON.stringify(run.statuses)],
			['calls', run.verdict.calls],
			['refused with `err_requetes_max`', run.verdict.overQuota],
			['refused share (at most 25 %)', `${(refusedShare * 100).toFixed(1)} %`],
			['time', `${run.seconds} s`],
			['least time that the quota allows', `${(ORDERS / QUOTA_PER_MINUTE - 1) * 60} s`],
		],
	);
	say(
		good
			? 'Good.'
			: `WRONG: ${JSON.stringify(run.statuses)}, calls ${JSON.stringify(run.verdict.byKind)}`,
	);
	return good;
});

/** `--per-minute`, 300 when not given: then each process believes that it has the whole quota. */
function readPerMinute(): number {
	const options = { 'per-minute': { type: 'string', default: '300' } } as const;
	return Number(parseArgs({ options }).values['per-minute']);
}

/** Starts every workflow at once through its webhook, as outside programs would, and waits for the last. */
async function orderAll(world: World) {
	const { sandbox, client, server } = world;
	const account = sandbox.createKey();
	const credential = await client.createCredential({
		name: 'Queue',
		type: CREDENTIAL_TYPE,
		data: { ...credentialData(sandbox), ...account, requestsPerMinute: PER_MINUTE },
	});
	const notices = numberedNotices('QUEUE', ORDERS);
	const size = Math.ceil(ORDERS / WORKFLOWS);
	const ids: string[] = [];
	for (let number = 0; number < WORKFLOWS; number += 1) {
		const part = notices.slice(number * size, (number + 1) * size);
		const { id } = await client.createWorkflow(
			orderWorkflow({
				name: `Queue ${number + 1}`,
				notices: part,
				credential,
				webhookPath: `queue-${number + 1}`,
			}),
		);
		await client.activate(id);
		ids.push(id);
	}
	say(`Starting ${WORKFLOWS} workflows with ${ORDERS} orders ...`);
	const started = performance.now();
	for (const index of ids.keys()) await callWebhook(`${server.url}/webhook/queue-${index + 1}`);

	const progress = () =>
		judge(
			sandbox,
			account.publicKey,
			notices.map(({ dossier }) => dossier),
		);
	const statuses = await settled(client, ids, MINUTES, () => {
		const { ordered, calls, overQuota } = progress();
		say(`${ordered} orders, ${calls} calls, ${overQuota} of them refused over quota`);
	});
	const seconds = Math.round((performance.now() - started) / 1000);
	let items = 0;
	for (const id of ids) {
		for (const run of await client.executionIds(id)) {
			const stored = await client.execution(run);
			items += stored.items(ORDER).filter(({ json }) => json['reference']).length;
			if (stored.error) say(`Execution ${run} failed: ${stored.error}`);
		}
	}
	return { verdict: progress(), statuses, items, seconds };
}
