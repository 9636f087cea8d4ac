/** Many items, many executions at the same moment, and one that is stopped, by a person or by one of its items. */
import { after, during, elapsed } from '../simulation/clock.mts';
import type { Fault } from '../../sandbox/index.mts';
import type { RunOptions } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { sandboxForEachTest } from './sandbox.mts';
import { refused, scriptedForTests, UNKNOWN } from './scripted.mts';
import { hasten, realTime, shortPausesForTests } from './time.mts';

const sandbox = sandboxForEachTest();
shortPausesForTests();

/** A notice for the file that an item names. */
const ORDER = {
	...BILLED,
	text: '=Avis du dossier {{ $json.file }}.',
	fileReference: '={{ $json.file }}',
};
const files = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ file: `D-${index}` }));
const order = async (parameters: object = {}, more: Partial<RunOptions> = {}) =>
	await sandbox.run('notice.order', { ...ORDER, ...parameters }, { items: files(1), ...more });
const fault = (path: string, struck: Fault) => sandbox.fault({ ...struck, match: { path } });
const orderCalls = () => sandbox.calls().filter((call) => call === 'POST /commande').length;

test('the second of two runs with one number waits for the first, and is refused', async () => {
	const own = numbered('ONE-1');
	// Both would find the number free.
	fault('status', { kind: 'slow', ms: 150, times: 2 });
	// Were the second one sent, it would find the first and take it for its own.
	fault('order', { kind: 'dropAfter', skip: 1 });
	const texts = ['Un avis.', 'Un autre avis.'];
	const ran = await Promise.all(texts.map((text) => order({ ...own, text })));
	expect(ran.flatMap(({ json }) => json)).toHaveLength(1);
	expect(ran.map(({ told }) => told).join('')).toContain('ONE-1" is already registered');
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
async function stopped(orderNumber: string) {
	realTime();
	let stop = () => {};
	const running = order(numbered(orderNumber), { onStarted: (given) => (stop = given) });
	while (orderCalls() < 1) await soon(50);
	await soon(300);
	stop();
	return (await running).error?.message;
}

test.each([
	['in the pause before a resend', { kind: 'dropBefore' as const }, 0],
	['while an order is under way', { kind: 'slow' as const, ms: 5_000 }, 1],
])('a stop %s makes the error say: outcome unknown', async (_when, struck, registered) => {
	fault('order', struck);
	const unknown = 'It is not known whether the notice with order number STOP-1 was ordered';
	expect(await stopped('STOP-1')).toContain(unknown);
	expect(orderCalls()).toBe(1);
	expect(sandbox.journal.orders()).toHaveLength(registered);
});

describe('an execution that is stopped, in virtual time,', () => {
	const service = scriptedForTests();
	const credential = {
		...{ baseUrl: 'https://service.example', publicKey: 'shared', secretKey: 'secret' },
		requestsPerMinute: 1_000,
	};
	const STOPPED_AT = 10_000;
	/** What it waits for would come then; time goes on a little while n8n ends an execution. */
	const ANSWERED_AT = 2 * STOPPED_AT;

	/** Orders, and is stopped at its time where it is `stopped`. */
	async function run(count: number, isStopped: boolean) {
		const onStarted = (stop: () => void) => {
			if (isStopped) void after(STOPPED_AT - elapsed()).then(stop);
		};
		const more = { items: files(count), credential, onStarted };
		const { told, json } = await service.run('notice.order', ORDER, more);
		return { told, json, endedAt: elapsed() };
	}

	test('while it waits for the quota ends at once and sends nothing more', async () => {
		service.answer = ({ what }) =>
			what === 'POST /commande' ? refused('err_requetes_max') : UNKNOWN;
		const { told, endedAt } = await run(3, true);
		expect(told).toContain('The execution was stopped');
		expect(endedAt).toBeLessThan(ANSWERED_AT);
		await during(after(300_000), 300_000);
		expect(service.orders).toHaveLength(3);
	});

	test('while it waits for the equal order of another one ends at once, and lets no third one go first', async () => {
		service.answer = async ({ what }) => {
			if (what !== 'POST /commande') return UNKNOWN;
			await after(ANSWERED_AT);
			return { reference: 'AL-1', date_parution: '2026-12-14', texte: 'Avis du dossier D-0.' };
		};
		const runs = [run(1, false), run(1, true), after(STOPPED_AT + 1).then(() => run(1, false))];
		const [first, second] = await Promise.all(runs);
		expect(second?.told).toContain('The execution was stopped');
		expect(second?.endedAt).toBeLessThan(ANSWERED_AT);
		expect(first?.json).toMatchObject([{ reference: 'AL-1' }]);
		const sentAt = service.orders.map(({ at }) => at);
		expect(sentAt).toEqual([expect.any(Number), expect.any(Number)]);
		expect(sentAt[1]).toBeGreaterThanOrEqual(Number(sentAt[0]) + ANSWERED_AT);
	});
});

test('items that wait for their turn leave at once when another item stops the node', async () => {
	const credential = { ...sandbox.credential, requestsPerMinute: 5 };
	const items = [...files(30), { file: '' }];
	const { error } = await order({ text: 'Avis.' }, { items, credential });
	expect(error?.message).toContain("'File Reference' is empty");
	// Those that waited for the next minute never went out.
	expect(orderCalls()).toBeLessThanOrEqual(5);
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
