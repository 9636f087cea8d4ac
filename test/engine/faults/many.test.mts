/** Many items, and many executions at the same moment. */
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from '../engine.mts';
import { sandboxForEachTest } from '../sandbox.mts';
import { files, orderCalls, ordering } from './ordering.mts';

const sandbox = sandboxForEachTest({ settings: { quotaPerMinute: 100_000 } });
afterEach(() => setTimings());

const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test('one bad item of 500 with three tries: every good one is ordered once, and answered without a call after that', async () => {
	const items = files(500).map((item, index) => ({ ...item, in: index === 250 ? '20' : '75' }));
	const parameters = { department: { __rl: true, mode: 'id', value: '={{ $json.in }}' } };
	const { error } = await runNode(ordering(sandbox, { items, parameters, settings: RETRIED }));
	const orders = sandbox.journal.orders();
	expect(error?.message).toContain(`'Department' cannot be "20"`);
	const done = `${orders.length} of 500 items were completed before it stopped`;
	expect(error?.message).toContain(done);
	// The three tries come further each time, and none sends again what one before it has finished.
	expect(orders.length).toBeGreaterThan(100);
	expect(new Set(orders.map(({ dossier }) => dossier)).size).toBe(orders.length);
	expect(orderCalls(sandbox)).toBe(orders.length);
});

test('several executions at once with one key keep the minute of the key together', async () => {
	setTimings({ quotaWindowMs: 2_000 });
	sandbox.settings({ quotaPerMinute: 60, quotaWindowSeconds: 2 });
	const runs = await Promise.all(
		['A', 'B', 'C', 'D'].map(async (name) => {
			const items = files(30).map(({ file }) => ({ file: `${name}-${file}` }));
			const { credential, ...rest } = ordering(sandbox, { items });
			return await runNode({ ...rest, credential: { ...credential, requestsPerMinute: 60 } });
		}),
	);
	expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
	expect(sandbox.journal.orders()).toHaveLength(120);
	expect(sandbox.journal.calls().filter(({ codes }) => codes.length > 0)).toEqual([]);
});

test('the same notice in four executions at the same moment is ordered once', async () => {
	const runs = await Promise.all(
		[1, 2, 3, 4].map(async () => await runNode(ordering(sandbox, { items: files(5) }))),
	);
	const registered = sandbox.journal.orders().map(({ reference }) => reference);
	expect(registered).toHaveLength(5);
	for (const { json, credentialReads } of runs) {
		// Reading it decrypts it: once for all items.
		expect(credentialReads).toBe(1);
		expect(json.map(({ reference }) => reference).sort()).toEqual(registered.sort());
	}
});
