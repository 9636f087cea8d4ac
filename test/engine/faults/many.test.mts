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
	expect(error?.message).toContain(
		`${orders.length} of 500 items were completed before it stopped`,
	);
	// The three tries come further each time, and none sends again what one before it has finished.
	expect(orders.length).toBeGreaterThan(100);
	expect(new Set(orders.map(({ dossier }) => dossier)).size).toBe(orders.length);
	expect(orderCalls(sandbox)).toBe(orders.length);
});

test('one bad item of 500 that is continued past leaves 499 orders and one error', async () => {
	const items = files(500).map((item, index) => ({ ...item, text: index === 250 ? '' : 'Avis.' }));
	const settings = { ...RETRIED, onError: 'continueRegularOutput' } as const;
	const parameters = { text: '={{ $json.text }}' };
	const result = await runNode(ordering(sandbox, { items, parameters, settings }));
	expect(result.error).toBeUndefined();
	expect([sandbox.journal.orders().length, orderCalls(sandbox)]).toEqual([499, 499]);
	expect(result.json).toHaveLength(500);
	expect(result.json.filter(({ reference }) => reference === undefined)).toHaveLength(1);
	// Reading it decrypts it: once for all items.
	expect(result.credentialReads).toBe(1);
});

test('several executions at once with one key keep the minute of the key together', async () => {
	setTimings({ quotaWindowMs: 2_000 });
	sandbox.settings({ quotaPerMinute: 60, quotaWindowSeconds: 2 });
	const runs = await Promise.all(
		['A', 'B', 'C', 'D'].map(async (name) => {
			const options = ordering(sandbox, {
				items: Array.from({ length: 30 }, (_, index) => ({ file: `${name}-${index}` })),
			});
			return await runNode({
				...options,
				credential: { ...options.credential, requestsPerMinute: 60 },
			});
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
	expect(sandbox.journal.orders()).toHaveLength(5);
	for (const { json } of runs) {
		expect(json.map(({ reference }) => reference).sort()).toEqual(
			sandbox.journal
				.orders()
				.map(({ reference }) => reference)
				.sort(),
		);
	}
});
