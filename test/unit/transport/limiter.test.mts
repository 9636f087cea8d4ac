import { CallLimiter } from '../../../nodes/LegalNotice/transport/limiter.ts';
import { limiterFor } from '../../../nodes/LegalNotice/transport/limiters.ts';
import { reservedForLists, type Priority } from '../../../nodes/LegalNotice/transport/minute.ts';
import type { Outcome } from '../../../nodes/LegalNotice/transport/permit.ts';
import { simulate } from '../../../bench/scale/simulation.mts';
import { VirtualTime } from './virtualTime.mts';

/** A service that answers after a while, and a count of what reached it when. */
class Bench {
	readonly time = new VirtualTime();
	readonly limiter = new CallLimiter(this.time.now, this.time.sleep);
	readonly sent: number[] = [];
	readonly order: string[] = [];
	atOnce = 0;
	mostAtOnce = 0;
	outcome: (call: number) => Outcome = () => 'answered';
	latency: (call: number) => number = () => 50;

	constructor(perMinute = 300) {
		this.limiter.configure(perMinute);
	}

	call(name = '', priority: Priority = 'bulk', signal?: AbortSignal): Promise<void> {
		return (async () => {
			const permit = await this.limiter.acquire(priority, { signal });
			const number = this.sent.push(this.time.now()) - 1;
			this.order.push(name);
			this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
			await this.time.sleep(this.latency(number));
			this.atOnce--;
			permit.release(this.outcome(number));
		})();
	}

	many(count: number): void {
		for (let index = 0; index < count; index++) void this.call();
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

test('never more calls in any minute than the credential allows, counted where the service counts', async () => {
	const bench = new Bench(300);
	bench.latency = (call) => (call % 7) * 40;
	bench.many(1_200);
	await bench.time.advance(600_000);
	expect(bench.sent).toHaveLength(1_200);
	expect(bench.mostIn(60_000)).toBeLessThanOrEqual(300);
});

test('bulk work leaves a few calls a minute to the lists, and wastes no time beside that', async () => {
	const bench = new Bench(300);
	const share = 300 - reservedForLists(300);
	const start = bench.time.now();
	bench.many(4 * share);
	await bench.time.advance(400_000);
	expect(bench.sent).toHaveLength(4 * share);
	expect((bench.sent.at(-1) ?? Infinity) - start).toBeLessThan(1.05 * 180_000);
});

test('work that fits into the minute goes out at once', async () => {
	const bench = new Bench(300);
	bench.many(270);
	await bench.time.advance(1_000);
	expect(bench.sent).toHaveLength(270);
});

test('work that no minute can hold is spread over some seconds', async () => {
	const bench = new Bench(300);
	let left = 1_000;
	for (let index = 0; index < 40; index++) {
		void (async () => {
			while (left-- > 0) {
				const permit = await bench.limiter.acquire('bulk', { more: () => left });
				bench.sent.push(bench.time.now());
				await bench.time.sleep(50);
				permit.release('answered');
			}
		})();
	}
	await bench.time.advance(1_000);
	expect(bench.sent.length).toBeLessThan(60);
	await bench.time.advance(6_000);
	expect(bench.sent).toHaveLength(300 - reservedForLists(300));
});

describe('where several executions run', () => {
	/** Calls of one execution; how many of them were sent shows in `bench.order`. */
	function execution(bench: Bench, name: string, calls: number): void {
		const execution = {};
		let more = calls;
		for (let index = 0; index < calls; index++) {
			void (async () => {
				more--;
				const permit = await bench.limiter.acquire('bulk', { execution, more: () => more });
				bench.order.push(name);
				await bench.time.sleep(50);
				permit.release('answered');
			})();
		}
	}
	const sentBy = (bench: Bench, name: string) => bench.order.filter((one) => one === name).length;

	test('the one that finds the minute unused goes out at once, further ones over some seconds', async () => {
		const bench = new Bench(300);
		execution(bench, 'first', 150);
		await bench.time.advance(1);
		execution(bench, 'second', 100);
		await bench.time.advance(500);
		expect(sentBy(bench, 'first')).toBe(150);
		expect(sentBy(bench, 'second')).toBeLessThan(30);
		await bench.time.advance(2_500);
		expect(sentBy(bench, 'second')).toBe(100);
	});

	test('small ones go out at once, whichever is first', async () => {
		const bench = new Bench(300);
		execution(bench, 'first', 40);
		execution(bench, 'second', 40);
		await bench.time.advance(200);
		expect(bench.order).toHaveLength(80);
	});

	test('the next one after a minute of silence is a first one again', async () => {
		const bench = new Bench(300);
		execution(bench, 'first', 100);
		await bench.time.advance(61_000);
		execution(bench, 'second', 200);
		await bench.time.advance(500);
		expect(sentBy(bench, 'second')).toBe(200);
	});
});

test.each([50, 200])(
	'three processes that share a key unknowingly, %p ms away, have at most 5 %% of their calls refused',
	async (latencyMs) => {
		const { calls, refused, fairness } = await simulate(CallLimiter, {
			processes: 3,
			calls: 1_000,
			perMinute: 300,
			atOnce: 100,
			oneExecution: true,
			service: { latencyMs },
			seed: 7,
		});
		expect(refused / calls).toBeLessThan(0.05);
		// No process is kept waiting by the others.
		expect(fairness).toBeGreaterThan(0.75);
	},
);

test('a list that a person waits for goes before bulk work, also when bulk has used up its share', async () => {
	const bench = new Bench(300);
	bench.many(1_000);
	await bench.time.advance(5_000);
	const before = bench.sent.length;
	void bench.call('list', 'interactive');
	await bench.time.advance(1);
	expect(bench.order.slice(before)).toEqual(['list']);
});

test.each([0.5, 1, 3, 17.9])('%p calls a minute are kept as well', async (perMinute) => {
	const bench = new Bench(perMinute);
	bench.many(6);
	await bench.time.advance(30 * 60_000);
	expect(bench.sent).toHaveLength(6);
	const windowMs = perMinute < 1 ? 60_000 / perMinute : 60_000;
	expect(bench.mostIn(windowMs)).toBeLessThanOrEqual(Math.max(1, Math.floor(perMinute)));
});

test.each([0, -5, Number.NaN, Infinity])('a figure of %p is not taken', async (perMinute) => {
	const bench = new Bench(10);
	bench.limiter.configure(perMinute);
	bench.many(20);
	await bench.time.advance(50_000);
	expect(bench.sent).toHaveLength(10);
});

test('calls at once start at 32 and grow to 100 while latency holds', async () => {
	const bench = new Bench(100_000);
	bench.many(32);
	await bench.time.advance(10);
	expect(bench.mostAtOnce).toBe(32);
	bench.many(2_000);
	await bench.time.advance(10_000);
	expect(bench.mostAtOnce).toBe(100);
});

test('calls at once double with each round of answers, from the first one on', async () => {
	const bench = new Bench(300);
	bench.latency = () => 200;
	bench.many(270);
	await bench.time.advance(650);
	// 32, 64, 100 and the rest: four rounds.
	expect(bench.sent).toHaveLength(270);
});

test.each([50, 0])(
	'calls at once are halved after a time-out, once for all that were under way, after %i ms',
	async (latency) => {
		const bench = new Bench(100_000);
		bench.latency = (call) => (call < 32 ? latency : 50);
		bench.outcome = (call) => (call < 32 ? 'timedOut' : 'answered');
		bench.many(32);
		await bench.time.advance(60);
		bench.mostAtOnce = 0;
		bench.many(16);
		await bench.time.advance(10);
		bench.many(50);
		await bench.time.advance(10);
		expect(bench.mostAtOnce).toBe(16);
	},
);

test('calls at once shrink when latency grows', async () => {
	const bench = new Bench(100_000);
	bench.latency = (call) => (call < 100 ? 20 : 20 * bench.atOnce);
	bench.many(9_000);
	await bench.time.advance(10_000);
	bench.mostAtOnce = 0;
	// However long the work lasts, what our own calls cause is not taken for the service's latency.
	await bench.time.advance(120_000);
	expect(bench.sent.length).toBeLessThan(9_000);
	expect(bench.mostAtOnce).toBeLessThan(50);
});

test('calls at once grow again when the service has become slower for good', async () => {
	const bench = new Bench(100_000);
	bench.latency = (call) => (call < 200 ? 20 : 300);
	bench.many(3_200);
	await bench.time.advance(30_000);
	expect(bench.sent).toHaveLength(3_200);
	expect(bench.mostAtOnce).toBe(100);
});

test('what was fast before a long rest does not make calls at once shrink after it', async () => {
	const bench = new Bench(100_000);
	bench.latency = (call) => (call < 300 ? 20 : 600);
	bench.many(300);
	await bench.time.advance(60_000);
	bench.many(300);
	await bench.time.advance(1_300);
	// A hundred at a time: three rounds.
	expect(bench.sent).toHaveLength(600);
});

test.each([50, 300, 2_000])(
	'calls at once do not fall below 8 for latency alone (%i ms after 2 ms)',
	async (latency) => {
		const bench = new Bench(100_000);
		bench.latency = (call) => (call < 100 ? 2 : 60 + latency);
		bench.many(10_000);
		await bench.time.advance(9_000);
		const sent = bench.sent.length;
		await bench.time.advance(60 + latency);
		expect(bench.sent.length - sent).toBeGreaterThanOrEqual(8);
	},
);

test('after a refusal for quota nothing goes out for a while, then less than before', async () => {
	const bench = new Bench(300);
	const start = bench.time.now();
	bench.outcome = (call) =>
		call >= 100 && bench.time.now() < start + 10_000 ? 'overQuota' : 'answered';
	bench.many(600);
	await bench.time.advance(2_000);
	const refusedAfter = bench.sent.length;
	// What was under way is refused too, but nothing new is sent.
	expect(refusedAfter).toBeLessThan(100 + 2 * 70);
	await bench.time.advance(50_000);
	expect(bench.sent).toHaveLength(refusedAfter);
	await bench.time.advance(30_000);
	const second = bench.sent.length - refusedAfter;
	expect(second).toBeGreaterThan(20);
	expect(second).toBeLessThan(refusedAfter);
});

test.each([
	['a time-out', 'timedOut'],
	['an answer that is slow', 'answered'],
] as const)(
	'a refusal for quota makes the key pause also just after %s',
	async (_what, outcome) => {
		const bench = new Bench(300);
		bench.latency = () => 1;
		bench.many(20);
		await bench.time.advance(100);
		const permits = await Promise.all(
			Array.from({ length: 10 }, async () => await bench.limiter.acquire('bulk')),
		);
		await bench.time.advance(500);
		permits[0]?.release(outcome);
		await bench.time.advance(50);
		for (const permit of permits.slice(1)) permit.release('overQuota');
		const before = bench.sent.length;
		bench.many(9);
		await bench.time.advance(1_000);
		expect(bench.sent).toHaveLength(before);
		await bench.time.advance(70_000);
		expect(bench.sent).toHaveLength(before + 9);
	},
);

test('calls that are refused together make the key give way once', async () => {
	const bench = new Bench(300);
	bench.many(100);
	await bench.time.advance(500);
	const permits = await Promise.all(
		Array.from({ length: 20 }, async () => await bench.limiter.acquire('bulk')),
	);
	await bench.time.advance(50);
	for (const permit of permits) permit.release('overQuota');
	bench.many(300);
	await bench.time.advance(80_000);
	// Four fifths of the hundred that got through, and not a fraction of them for each refusal.
	expect(bench.sent.length).toBeGreaterThan(135);
});

test('the share is won back when nobody else uses the key any more', async () => {
	const bench = new Bench(300);
	bench.outcome = (call) => (call === 50 ? 'overQuota' : 'answered');
	bench.many(20_000);
	await bench.time.advance(20 * 60_000);
	const from = bench.time.now() - 60_000;
	expect(bench.sent.filter((at) => at > from).length).toBeGreaterThan(280);
});

test('a wait ends at once when the execution is stopped, and takes no call from the others', async () => {
	const bench = new Bench(10);
	bench.many(10);
	await bench.time.advance(1_000);
	const stop = new AbortController();
	const waiting = bench.call('stopped', 'bulk', stop.signal).then(
		() => 'sent',
		(failure: { kind?: string }) => failure.kind,
	);
	void bench.call('after');
	await bench.time.advance(10);
	stop.abort();
	expect(await waiting).toBe('cancelled');
	await bench.time.advance(61_000);
	expect(bench.order).not.toContain('stopped');
	expect(bench.order).toContain('after');
});

test('a wait that was stopped before it began sends nothing', async () => {
	const bench = new Bench();
	const stop = new AbortController();
	stop.abort();
	await expect(bench.call('', 'bulk', stop.signal)).rejects.toMatchObject({ kind: 'cancelled' });
	expect(bench.sent).toEqual([]);
});

test('a list gives up waiting with a word when its time is over', async () => {
	const bench = new Bench(10);
	for (let index = 0; index < 10; index++) void bench.call('', 'interactive');
	await bench.time.advance(100);
	const waiting = bench.limiter
		.acquire('interactive', { maxWaitMs: 5_000 })
		.catch((failure: unknown) => failure);
	await bench.time.advance(5_001);
	expect(await waiting).toMatchObject({ kind: 'busy' });
});

test('a list whose turn comes in time is not ended afterwards', async () => {
	const bench = new Bench(10);
	for (let index = 0; index < 10; index++) void bench.call('', 'interactive');
	await bench.time.advance(58_000);
	const waiting = bench.limiter.acquire('interactive', { maxWaitMs: 5_000 });
	await bench.time.advance(10_000);
	expect(await waiting).toHaveProperty('release');
});

test('a permit that is given back twice frees one call', async () => {
	const bench = new Bench(100_000);
	const permits = await Promise.all(
		Array.from({ length: 32 }, async () => await bench.limiter.acquire('bulk')),
	);
	permits[0]?.release('failed');
	permits[0]?.release('failed');
	bench.many(5);
	await bench.time.advance(1);
	expect(bench.sent).toHaveLength(1);
});

test('one key on one instance has one limiter in the process, and another key another', () => {
	const one = limiterFor('key', 'https://a.example', 300);
	expect(limiterFor('key', 'https://a.example', 100)).toBe(one);
	expect(limiterFor('key', 'https://b.example', 300)).not.toBe(one);
	expect(limiterFor('other', 'https://a.example', 300)).not.toBe(one);
});
