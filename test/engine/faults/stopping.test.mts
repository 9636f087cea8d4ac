/** What an execution does when it is stopped, by a person or by one of its items. */
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from '../engine.mts';
import { sandboxForEachTest } from '../sandbox.mts';
import { files, orderCalls, ordering } from './ordering.mts';

const sandbox = sandboxForEachTest({ settings: { quotaPerMinute: 100_000 } });
afterEach(() => setTimings());

const soon = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

test('an execution that is stopped while it waits for the quota ends at once and sends nothing more', async () => {
	sandbox.fault({ kind: 'quota', times: 100 });
	let stop = () => {};
	const running = runNode(
		ordering(sandbox, { items: files(3), onStarted: (given) => (stop = given) }),
	);
	for (let waits = 0; waits < 100 && orderCalls(sandbox) < 3; waits++) await soon(100);
	expect(orderCalls(sandbox)).toBe(3);
	const stoppedAt = Date.now();
	stop();
	const { error } = await running;
	expect(Date.now() - stoppedAt).toBeLessThan(1_000);
	expect(error?.message).toContain('The execution was stopped');
	await soon(300);
	expect(orderCalls(sandbox)).toBe(3);
	expect(sandbox.journal.orders()).toEqual([]);
});

test('an execution that is stopped in the pause before a resend ends at once, and says what it does not know', async () => {
	sandbox.fault({ kind: 'dropBefore', match: { path: 'order' } });
	let stop = () => {};
	const running = runNode(
		ordering(sandbox, {
			items: files(1),
			parameters: { orderNumberMode: 'custom', orderNumber: 'STOP-1' },
			onStarted: (given) => (stop = given),
		}),
	);
	await soon(800);
	const stoppedAt = Date.now();
	stop();
	const { error } = await running;
	expect(Date.now() - stoppedAt).toBeLessThan(1_000);
	expect(error?.message).toContain(
		'It is not known whether the notice with order number STOP-1 was ordered',
	);
	expect(orderCalls(sandbox)).toBe(1);
});

test('an order that is under way when the execution is stopped is told as unknown, not as undone', async () => {
	sandbox.fault({ kind: 'slow', ms: 5_000, match: { path: 'order' } });
	let stop = () => {};
	const running = runNode(
		ordering(sandbox, {
			items: files(1),
			parameters: { orderNumberMode: 'custom', orderNumber: 'STOP-2' },
			onStarted: (given) => (stop = given),
		}),
	);
	await soon(800);
	stop();
	const { error } = await running;
	expect(sandbox.journal.orders()).toHaveLength(1);
	expect(error?.message).toContain(
		'It is not known whether the notice with order number STOP-2 was ordered',
	);
});

test('items that wait for their turn leave at once when another item stops the node', async () => {
	const options = ordering(sandbox, {
		items: [...files(30), { file: '' }],
		parameters: { text: 'Avis.' },
	});
	const startedAt = Date.now();
	const { error } = await runNode({
		...options,
		credential: { ...options.credential, requestsPerMinute: 5 },
	});
	expect(error?.message).toContain("'File Reference' is empty");
	expect(Date.now() - startedAt).toBeLessThan(3_000);
});
