/** What an execution does when it is stopped, by a person or by one of its items. */
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { files, LOST, ordering, orderCalls, situation } from './ordering.mts';

const { sandbox, order, fault } = situation();
const soon = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Stops an order once the service has seen its call, and a little later. */
async function stopped(count: number, orderNumber: string, afterMs: number) {
	setTimings();
	let stop = () => {};
	const number = { orderNumberMode: 'custom', orderNumber };
	const running = order(number, { items: files(count), onStarted: (given) => (stop = given) });
	for (let waits = 0; waits < 100 && orderCalls(sandbox) < count; waits++) await soon(50);
	await soon(afterMs);
	const stoppedAt = Date.now();
	stop();
	const { error } = await running;
	expect(Date.now() - stoppedAt).toBeLessThan(10_000);
	return error?.message;
}

test('an execution that is stopped while it waits for the quota ends at once and sends nothing more', async () => {
	fault('order', { kind: 'quota' }, { times: 100 });
	expect(await stopped(3, '=S-{{ $json.file }}', 0)).toContain('The execution was stopped');
	await soon(300);
	expect(orderCalls(sandbox)).toBe(3);
	expect(sandbox.journal.orders()).toEqual([]);
});

test.each([
	['in the pause before a resend', LOST, 0],
	['while an order is under way', { kind: 'slow' as const, ms: 5_000 }, 1],
])(
	'an execution that is stopped %s ends at once, and says what it does not know',
	async (_when, struck, registered) => {
		fault('order', struck);
		const unknown = 'It is not known whether the notice with order number STOP-1 was ordered';
		expect(await stopped(1, 'STOP-1', 300)).toContain(unknown);
		expect(orderCalls(sandbox)).toBe(1);
		expect(sandbox.journal.orders()).toHaveLength(registered);
	},
);

test('items that wait for their turn leave at once when another item stops the node', async () => {
	const startedAt = Date.now();
	const credential = { ...ordering(sandbox).credential, requestsPerMinute: 5 };
	const items = [...files(30), { file: '' }];
	const { error } = await order({ text: 'Avis.' }, { items, credential });
	expect(error?.message).toContain("'File Reference' is empty");
	expect(Date.now() - startedAt).toBeLessThan(20_000);
});
