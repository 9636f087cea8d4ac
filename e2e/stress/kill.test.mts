/**
 * The n8n process is killed in the middle of ordering, as by a power cut, and the workflow is run again on the same
 * data. The sandbox, which goes on running, is the judge: each notice is registered once, and what was registered before
 * the kill comes out of the second run with its reference.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { numberedNotices, ORDER, orderWorkflow, START } from '../lib/orders.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { until } from '../lib/until.mts';
import { openWorld, OWNER, type World } from '../lib/world.mts';
import { openAccount } from './judge.mts';

const ORDERS = 200;
/** Orders that have arrived at the service when the process is killed: early, halfway, nearly done. */
const MOMENTS = [10, 100, 160];
/** Long enough that many orders are on their way when the process dies. */
const LATENCY_MS = 150;
/** All orders twice at 300 calls a minute, and the pause after a refusal. */
const RUN_TIMEOUT_MS = 300_000;

describe('n8n is killed while it orders', () => {
	let world: World;

	before(async () => {
		world = await openWorld('kill');
		world.sandbox.settings({ latencyMs: LATENCY_MS });
	});
	after(async () => await world?.close());

	for (const moment of MOMENTS) {
		it(`each notice is ordered once after a second run, with ${moment} of ${ORDERS} orders sent before`, async () => {
			const { client, instance, server } = world;
			const name = `Kill at ${moment}`;
			const { credential, calls, judge } = await openAccount(world, name);
			const notices = numberedNotices(`KILL-${moment}`, ORDERS);
			const { id } = await client.createWorkflow(orderWorkflow({ name, notices, credential }));
			const sent = () => calls().filter(({ route }) => route === 'order');
			const registered = () => sent().filter(({ accepted }) => accepted).length;

			const killed = await client.start(id, START);
			await until('The moment', () => sent().length >= moment || undefined, 180_000, 2);
			const atKill = registered();
			await instance.kill();
			// What had reached the service by then is served, though nobody waits for the answer.
			await sleep(3 * LATENCY_MS);
			const lost = registered() - atKill;
			assert.ok(atKill < ORDERS, 'it was killed before the end');

			await instance.startServer({ port: server.port });
			await client.signIn(OWNER);
			const { status: first } = await client.execution(killed);
			const began = performance.now();
			const again = await client.run(id, START, RUN_TIMEOUT_MS);
			const seconds = Math.round((performance.now() - began) / 1000);
			assert.equal(again.status, 'success', again.error);
			const items = again.items(ORDER);
			const found = items.filter(({ json }) => json['existant'] === true).length;
			const verdict = judge(notices.map(({ dossier }) => dossier));
			console.log('killed:', { atKill, lost, first, found, seconds, ...verdict });
			assert.equal(new Set(items.map(({ json }) => json['reference'])).size, ORDERS);
			assert.equal(found, atKill + lost);
			const { ordered, twice, missing } = verdict;
			assert.deepEqual([ordered, twice, missing], [ORDERS, [], []]);
		});
	}
});
