/**
 * n8n in queue mode: one main process and several workers on Redis and PostgreSQL. They order at the same time with one
 * key, and no process knows of the others' calls.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStage, type Stage } from '../journeys/stage.mts';
import { numberedNotices, ORDER, orderWorkflow } from '../lib/orders.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { until } from '../lib/until.mts';
import { openAccount } from './judge.mts';
import { startServices, type Services } from './services.mts';

const QUOTA_PER_MINUTE = 300;
/** Share of all calls that the service may refuse because the processes exceed the key's quota together. */
const MAX_REFUSED = 0.25;
const ORDERS = 1_000;
const WORKFLOWS = 10;
const TIMEOUT_MS = 12 * 60_000;
/** Requests per Minute of the credential, in every process: at 300 each believes that it has the whole quota. */
const PER_MINUTE = Number(process.env['PER_MINUTE'] ?? 300);

describe('n8n in queue mode', () => {
	let folder = '';
	let services: Services | undefined;
	let stage: Stage;

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'legal-notice-queue-'));
		services = await startServices(folder);
		stage = await openStage('queue', services.environment);
		await startWorkers();
	});
	after(async () => {
		await stage?.close();
		await services?.stop();
		await rm(folder, { recursive: true, force: true });
	});

	async function startWorkers(): Promise<void> {
		const { instance, server } = stage.world;
		// A worker makes the addresses that wake executions, and knows nothing of the main process's host and port.
		const environment = { ...services?.environment, WEBHOOK_URL: server.url };
		const start = async (name: string) => await instance.startWorker(name, environment);
		await Promise.all(['worker-1', 'worker-2'].map(start));
	}

	it(
		`n8n orders ${ORDERS} notices of ${WORKFLOWS} workflows once each, with one key`,
		async () => {
			const { client, sandbox, world } = stage;
			sandbox.settings({ quotaPerMinute: QUOTA_PER_MINUTE, latencyMs: 50 });
			const limit = { requestsPerMinute: PER_MINUTE };
			const { credential, judge } = await openAccount(world, 'Queue', limit);
			const notices = numberedNotices('QUEUE', ORDERS);
			const ids: string[] = [];
			for (let index = 0; index < WORKFLOWS; index += 1) {
				const part = notices.filter((_notice, place) => place % WORKFLOWS === index);
				const name = `queue-${index}`;
				const workflow = orderWorkflow({ name, notices: part, credential, webhookPath: name });
				const stored = await client.createWorkflow(workflow);
				await stage.activate(stored);
				ids.push(stored.id);
			}
			const began = performance.now();
			// As outside programs would, all at once.
			for (const index of ids.keys()) {
				const url = `${world.server.url}/webhook/queue-${index}`;
				assert.ok((await fetch(url, { method: 'POST' })).ok);
			}
			let items = 0;
			for (const id of ids) {
				const [begun = '', ...others] = await until('A run', async () => {
					const found = await client.executionIds(id);
					return found.length > 0 ? found : undefined;
				});
				const run = await client.finished(begun, TIMEOUT_MS);
				assert.deepEqual([run.status, others], ['success', []], run.error);
				items += run.items(ORDER).filter(({ json }) => json['reference']).length;
			}
			const seconds = Math.round((performance.now() - began) / 1000);
			const verdict = judge(notices.map(({ dossier }) => dossier));
			const least = (ORDERS / QUOTA_PER_MINUTE - 1) * 60;
			console.log('queue mode:', { items, seconds, least, ...verdict });
			const { ordered, twice, missing, calls, overQuota } = verdict;
			assert.deepEqual([ordered, items, twice, missing], [ORDERS, ORDERS, [], []]);
			assert.ok(overQuota / calls <= MAX_REFUSED);
		},
		TIMEOUT_MS,
	);
});
