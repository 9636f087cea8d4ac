import {
	CallLimiter,
	type CallEnd,
	type Priority,
} from '../../../nodes/LegalNotice/transport/limiter.ts';
import { after, beginAt, during, elapsed, virtualTimeForTests } from '../../simulation/clock.mts';

const MINUTE = 60_000;

virtualTimeForTests();

/** A service that answers after a while, and a count of what reached it when. */
class Bench {
	readonly limiter: CallLimiter;
	readonly sent: number[] = [];
	readonly order: string[] = [];
	inFlight = 0;
	mostInFlight = 0;
	outcome: (call: number) => CallEnd = () => 'answered';
	latency: (call: number) => number = () => 50;

	constructor(perMinute = 300) {
		this.limiter = new CallLimiter(perMinute);
	}

	async call(name = '', priority: Priority = 'rest', signal?: AbortSignal): Promise<void> {
		const release = await this.limiter.acquire(priority, { signal });
		const number = this.sent.push(elapsed()) - 1;
		this.order.push(name);
		this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
		await after(this.latency(number));
		this.inFlight--;
		release(this.outcome(number));
	}

	async advance(ms: number): Promise<void> {
		await during(after(ms), 2 * ms);
	}

	many(count: number, name = '', priority: Priority = 'rest'): void {
		for (let index = 0; index < count; index++) void this.call(name, priority);
	}

	/** Most calls that were sent within any window of this length. */
	mostIn(windowMs: number): number {
		return Math.max(
			...this.sent.map(
				(from) => this.sent.filter((at) => at >= from && at < from + windowMs).length,
			),
		);
	}
}

test('the limiter never sends more calls in any minute than the key allows, and wastes no time', async () => {
	const bench = new Bench(300);
	const share = 300;
	bench.latency = (call) => (call % 7) * 40;
	const start = elapsed();
	bench.many(4 * share);
	await bench.advance(10 * MINUTE);
	expect(bench.sent).toHaveLength(4 * share);
	expect(bench.mostIn(MINUTE)).toBe(share);
	expect((bench.sent.at(-1) ?? Infinity) - start).toBeLessThan(1.05 * 3 * MINUTE);
});

test('a call counts for a minute from its answer on, because nobody knows when it arrived', async () => {
	const bench = new Bench(1);
	bench.latency = () => 30_000;
	bench.many(2);
	await bench.advance(3 * MINUTE);
	const [first = 0, second = 0] = bench.sent;
	expect(second - first).toBeGreaterThanOrEqual(30_000 + MINUTE);
});

test('work that fits into the minute goes out at once, 100 in flight at a service that takes its time', async () => {
	const bench = new Bench(300);
	bench.latency = () => 600;
	bench.many(270);
	await bench.advance(3_000);
	expect([bench.sent.length, bench.mostInFlight]).toEqual([270, 100]);
});

test('the calls of a whole minute go out in two rounds where the answers come quickly', async () => {
	const bench = new Bench(300);
	bench.latency = () => 200;
	const start = elapsed();
	bench.many(300);
	await bench.advance(1_000);
	expect(bench.sent.map((at) => at - start).filter((at) => at < 300)).toHaveLength(300);
	expect(bench.mostInFlight).toBe(200);
});

test('no call waits until its signature is too old at a service that answers 25 calls a second', async () => {
	const bench = new Bench(10_000);
	let freeAt = 0;
	const waits: number[] = [];
	bench.latency = () => {
		const now = elapsed();
		freeAt = Math.max(now, freeAt) + 40;
		waits.push(freeAt - now);
		return freeAt - now;
	};
	// Quick answers of few calls do not make the many behind them wait too long.
	bench.many(10);
	await bench.advance(10_000);
	bench.many(600);
	await bench.advance(MINUTE);
	expect(waits).toHaveLength(610);
	expect(Math.max(...waits)).toBeLessThan(5_000);
});

/** A thousand calls of three processes of n8n at a service that counts refused calls too. */
async function threeProcesses(latencyMs: number) {
	const counted: number[] = [];
	let refused = 0;
	const isServed = async () => {
		// A fifth more or less for each way.
		const half = (latencyMs / 2) * (0.8 + 0.4 * Math.random());
		await after(half);
		while ((counted[0] ?? Infinity) <= elapsed() - MINUTE) counted.shift();
		const served = counted.push(elapsed()) <= 300;
		if (!served) refused++;
		await after(half);
		return served;
	};
	const process = async (calls: number) => {
		const limiter = new CallLimiter(300);
		// Executions do not begin in the same millisecond.
		await after(500 * Math.random());
		let [left, done] = [calls, 0];
		const worker = async () => {
			while (left-- > 0) {
				for (let served = false; !served; ) {
					const release = await limiter.acquire('rest');
					served = await isServed();
					release(served ? 'answered' : 'refused');
				}
				done++;
			}
		};
		await Promise.all(Array.from({ length: 100 }, worker));
		expect(done).toBe(calls);
	};
	await during(Promise.all([334, 333, 333].map(process)), 60 * MINUTE);
	return { refused: refused / (1_000 + refused), minutes: elapsed() / MINUTE };
}

test.each([50, 200])(
	'three processes that share a key unknowingly, %d ms from each other, get at most a quarter refused, within 1.5 x the shortest time',
	async (latencyMs) => {
		for (let seed = 1; seed <= 5; seed++) {
			beginAt(seed);
			const { refused, minutes } = await threeProcesses(latencyMs);
			expect(refused).toBeLessThanOrEqual(0.25);
			expect(minutes).toBeLessThan(1.5 * 3);
		}
	},
);

test('a list that a person waits for goes out next, then what orders or cancels, then the rest', async () => {
	const bench = new Bench(64);
	bench.many(100, 'rest');
	await bench.advance(1_000);
	void bench.call('order', 'effect');
	void bench.call('list', 'person');
	await bench.advance(MINUTE);
	expect(bench.order.slice(64, 67)).toEqual(['list', 'order', 'rest']);
});

test.each([0.5, 1, 17.9])('%p calls a minute are kept as well', async (perMinute) => {
	const bench = new Bench(perMinute);
	bench.many(6);
	await bench.advance(30 * MINUTE);
	expect(bench.sent).toHaveLength(6);
	const windowMs = MINUTE / Math.min(1, perMinute);
	expect(bench.mostIn(windowMs)).toBeLessThanOrEqual(Math.max(1, Math.floor(perMinute)));
});

test('a call that was never sent does not count as used', async () => {
	const bench = new Bench(5);
	bench.outcome = (call) => (call < 20 ? 'notSent' : 'answered');
	bench.many(30);
	await bench.advance(1_000);
	expect(bench.sent).toHaveLength(25);
});

describe('after a refusal over quota', () => {
	test('nothing goes out until the oldest call has left the minute; then half, 8 in flight, and a tenth more each minute', async () => {
		const bench = new Bench(300);
		bench.outcome = (call) => (call === 100 ? 'refused' : 'answered');
		bench.many(100);
		await bench.advance(10_000);
		bench.many(2_000);
		await bench.advance(60);
		const underWay = bench.sent.length;
		expect(underWay).toBeLessThanOrEqual(100 + 2 * 100);
		await bench.advance(49_000);
		expect(bench.sent).toHaveLength(underWay);
		// A little longer by chance.
		await bench.advance(7_000);
		expect(bench.sent.length).toBeGreaterThan(underWay);
		await bench.advance(2 * MINUTE);
		bench.mostInFlight = 0;
		const before = bench.sent.length;
		await bench.advance(MINUTE);
		const minute = bench.sent.length - before;
		expect(bench.mostInFlight).toBe(8);
		expect(minute).toBeGreaterThan(150);
		expect(minute).toBeLessThan(290);
		await bench.advance(4 * MINUTE);
		bench.many(300);
		const from = elapsed();
		await bench.advance(MINUTE);
		expect(bench.sent.filter((at) => at >= from).length).toBeGreaterThan(270);
	});

	test('calls that are refused together slow down once', async () => {
		const bench = new Bench(300);
		bench.outcome = (call) => (call >= 40 && call < 60 ? 'refused' : 'answered');
		bench.many(1_000);
		await bench.advance(4 * MINUTE);
		expect(bench.sent.length).toBeGreaterThan(450);
	});
});

test('a wait ends at once when the execution is stopped, and takes no call from the others', async () => {
	const bench = new Bench(10);
	const never = bench.call('never', 'rest', AbortSignal.abort());
	await expect(never).rejects.toMatchObject({ kind: 'executionStopped' });
	expect(bench.sent).toEqual([]);
	bench.many(10);
	await bench.advance(1_000);
	const stop = new AbortController();
	const waiting = bench.call('stopped', 'rest', stop.signal).catch((failure: unknown) => failure);
	void bench.call('after');
	await bench.advance(10);
	stop.abort();
	expect(await waiting).toMatchObject({ kind: 'executionStopped' });
	await bench.advance(61_000);
	expect(bench.order).not.toContain('stopped');
	expect(bench.order).toContain('after');
});

test.each([
	[100, true],
	[58_000, false],
])('a list whose turn does not come in 5 s is given up: after %d ms, %p', async (from, givenUp) => {
	const bench = new Bench(10);
	bench.many(10, '', 'person');
	await bench.advance(from);
	const waiting = bench.limiter
		.acquire('person', { maxWaitMs: 5_000 })
		.catch((failure: unknown) => failure);
	await bench.advance(10_000);
	if (!givenUp) expect(await waiting).toBeInstanceOf(Function);
	else expect(await waiting).toMatchObject({ kind: 'busy', facts: { waitedMs: 5_000 } });
});

test.each([0, -5, NaN])('a figure of %p counts as the 300 of the service', async (figure) => {
	const limiter = new CallLimiter(1);
	limiter.allow(figure);
	const ends = Array.from({ length: 64 }, async () => await limiter.acquire('rest'));
	expect(await Promise.all(ends)).toHaveLength(64);
});

test('another figure counts from then on, and forgets no call', async () => {
	const limiter = new CallLimiter();
	const take = async (figure: number) => {
		limiter.allow(figure);
		const turn = limiter.acquire('rest', { maxWaitMs: 1 });
		return await during(turn, 10).then(
			() => 'goes out',
			() => 'waits',
		);
	};
	expect([await take(3), await take(3), await take(3)]).toEqual(Array(3).fill('goes out'));
	expect([await take(2), await take(5), await take(3)]).toEqual(['waits', 'goes out', 'waits']);
});
