/** Many items, many executions at the same moment, and one that is stopped, by a person or by one of its items. */
import { hasten, realTime } from '../time.mts';
import { files, LOST, orderCalls, situation } from './ordering.mts';

const { sandbox, order, fault } = situation();

/**
 * A service that looks whether a number is taken and registers it a moment later registers both of two orders that it gets
 * at the same moment: one has to be answered before the other is sent.
 */
describe('of two at the same moment the second waits for the first', () => {
	const twice = { items: [...files(1), ...files(1)] };
	const contact = { resource: 'contact', operation: 'createOrGet', lastName: 'Deux' };

	async function inTurn(route: string, path: string, parameters: object, runs: number) {
		sandbox.journal.clear();
		fault(path, { kind: 'slow', ms: 150 }, { times: 2 });
		const more = runs === 1 ? twice : {};
		const ran = await Promise.all(Array.from({ length: runs }, () => order(parameters, more)));
		const calls = sandbox.journal.calls().filter((call) => call.route === route);
		const [first, second] = calls.map(({ at, durationMs }) => [at, at + Number(durationMs)]);
		// The second of two replacements waits before it asks for its old notice, and then finds the new one.
		expect(second?.[0] ?? Infinity).toBeGreaterThanOrEqual(Number(first?.[1]));
		// Reading the credential decrypts it: once for all items.
		expect(ran.map(({ credentialReads }) => credentialReads)).toEqual(ran.map(() => 1));
		return ran.flatMap(({ json }) => json);
	}

	test.each([
		['items of a run that order one notice', 1, {}],
		['runs that order one notice', 2, {}],
		['items that replace one notice', 1, { operation: 'replace', text: 'Corrigé.' }],
	])('%s', async (_what, runs, parameters) => {
		const reference = await sandbox.order('OLD');
		const items = await inTurn('order', 'order', { reference, ...parameters }, runs);
		expect(new Set(items.map((item) => item.reference)).size).toBe(1);
		expect(items.map(({ recupere }) => recupere)).toEqual([false, false]);
		expect(items.map(({ existant }) => existant).sort()).toEqual([false, true]);
	});

	test.each([
		['items of a run', 1],
		['runs', 2],
	])('%s that create one contact', async (_what, runs) => {
		const email = 'Deux@example.test';
		const items = await inTurn('createContact', 'createContact', { ...contact, email }, runs);
		expect(new Set(items.map(({ id }) => id)).size).toBe(1);
	});
});

let busy: NodeJS.Timeout | undefined;
afterEach(() => clearInterval(busy));

test('an item that stops a run of many before anything is sent leaves nothing behind', async () => {
	const unheard: unknown[] = [];
	const hear = (reason: unknown) => unheard.push(reason);
	process.on('unhandledRejection', hear);
	// On a busy machine each turn of the thread is over before the next item begins.
	busy = setInterval(() => keepThread(20), 0);
	const options = { maximumTotal: "={{ $json.file === 'D-0' ? '' : 500 }}" };
	const broken = { ...sandbox.credential, environment: '' as 'test' };
	for (const credential of [sandbox.credential, broken]) {
		const { error } = await order({ options }, { items: files(12), credential });
		expect(error?.message).toContain("'Maximum Total' was added, but is empty");
		await soon(200);
	}
	process.off('unhandledRejection', hear);
	expect([sandbox.calls(), unheard]).toEqual([[], []]);
});

function keepThread(ms: number): void {
	const startedAt = performance.now();
	while (performance.now() - startedAt < ms);
}

const soon = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Stops an order once the service has seen its call, and a little later. */
async function stopped(count: number, orderNumber: string, afterMs: number) {
	realTime();
	let stop = () => {};
	const number = { orderNumberMode: 'custom', orderNumber };
	const running = order(number, { items: files(count), onStarted: (given) => (stop = given) });
	for (let waits = 0; waits < 400 && orderCalls(sandbox) < count; waits++) await soon(50);
	await soon(afterMs);
	const stoppedAt = Date.now();
	stop();
	const { error } = await running;
	expect(Date.now() - stoppedAt).toBeLessThan(10_000);
	return error?.message;
}

test('an execution that is stopped while it waits for the quota ends at once and sends nothing more', async () => {
	// Late, so that the first refusal does not keep an order from being sent that a busy machine begins after it.
	fault('order', { kind: 'quota', ms: 1_000 }, { times: 100 });
	expect(await stopped(3, '=S-{{ $json.file }}', 2_000)).toContain('The execution was stopped');
	await soon(300);
	expect(orderCalls(sandbox)).toBe(3);
	expect(sandbox.journal.orders()).toEqual([]);
});

test.each([
	['in the pause before a resend', LOST, 0],
	['while an order is under way', { kind: 'slow' as const, ms: 5_000 }, 1],
])('a stop %s leaves the order unknown, which is said', async (_when, struck, registered) => {
	fault('order', struck);
	const unknown = 'It is not known whether the notice with order number STOP-1 was ordered';
	expect(await stopped(1, 'STOP-1', 300)).toContain(unknown);
	expect(orderCalls(sandbox)).toBe(1);
	expect(sandbox.journal.orders()).toHaveLength(registered);
});

test('an execution that waits for the equal order of another one ends at once when it is stopped', async () => {
	realTime();
	fault('order', { kind: 'slow', ms: 4_000 });
	const first = order();
	for (let waits = 0; waits < 400 && orderCalls(sandbox) < 1; waits++) await soon(10);
	let stop = () => {};
	const second = order({}, { onStarted: (given) => (stop = given) });
	await soon(500);
	const stoppedAt = Date.now();
	stop();
	expect((await second).error?.message).toContain('The execution was stopped');
	expect(Date.now() - stoppedAt).toBeLessThan(2_000);
	expect((await first).json).toHaveLength(1);
	expect(orderCalls(sandbox)).toBe(1);
});

test('items that wait for their turn leave at once when another item stops the node', async () => {
	const startedAt = Date.now();
	const credential = { ...sandbox.credential, requestsPerMinute: 5 };
	const items = [...files(30), { file: '' }];
	const { error } = await order({ text: 'Avis.' }, { items, credential });
	expect(error?.message).toContain("'File Reference' is empty");
	expect(Date.now() - startedAt).toBeLessThan(20_000);
});

test('a cancellation goes before the quotes that wait for the quota, with all that it looks up', async () => {
	hasten(60);
	const credential = { ...sandbox.credential, requestsPerMinute: 10 };
	const { reference } = (await order({}, { credential })).json[0] ?? {};
	const quotes = () => sandbox.journal.calls().filter(({ route }) => route === 'quote').length;
	const quoting = order({ operation: 'quote' }, { items: files(50), credential });
	while (quotes() < 8) await soon(5);
	const cancelling = { operation: 'cancel', reference: String(reference) };
	expect((await order(cancelling, { credential })).json).toMatchObject([{ annulee: true }]);
	expect(quotes()).toBeLessThan(40);
	await quoting;
});
