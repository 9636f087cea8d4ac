/** Processes of n8n that share keys of the service without knowing of each other: the limiter's real code. */
import type { CallLimiter } from '../../nodes/LegalNotice/transport/limiter.ts';
import { VirtualTime } from '../lib/virtualTime.mts';
import { SimulatedService, type ServiceOptions } from './simulatedService.mts';

export type LimiterClass = new (
	perMinute: number,
	now: () => number,
	pause: (ms: number) => Promise<void>,
) => CallLimiter;

export interface Scenario {
	/** n8n processes that use the key. */
	readonly processes: number;
	/** Calls to make in all, dealt evenly. */
	readonly calls: number;
	/** The credential's Requests per Minute in each of them. */
	readonly perMinute: number;
	/** Items that one process works on at once: 100 inside one execution, the worker's concurrency over many. */
	readonly atOnce: number;
	readonly service: Omit<ServiceOptions, 'random'>;
	/** Chooses the random numbers. */
	readonly seed: number;
}

export interface Outcome {
	/** Seconds until the last call was served. */
	readonly seconds: number;
	/** Seconds it takes at least: 300 at once, then 300 a minute. */
	readonly minimumSeconds: number;
	readonly calls: number;
	readonly refused: number;
	/** Calls that each process got through while all had work: the smallest over the largest. */
	readonly fairness: number;
}

export async function simulate(Limiter: LimiterClass, scenario: Scenario): Promise<Outcome> {
	const random = randomNumbers(scenario.seed);
	// The limiter's own jitter shall be repeatable as well.
	const { random: original } = Math;
	Math.random = random;
	try {
		return await play(Limiter, scenario, random);
	} finally {
		Math.random = original;
	}
}

async function play(
	Limiter: LimiterClass,
	scenario: Scenario,
	random: () => number,
): Promise<Outcome> {
	const { processes, calls, perMinute } = scenario;
	const time = new VirtualTime();
	const service = new SimulatedService(time, { ...scenario.service, random });
	const started = time.now();
	const ends: number[] = [];

	async function work(index: number): Promise<void> {
		const limiter = new Limiter(perMinute, time.now, time.sleep);
		const share = Math.floor(calls / processes) + (index < calls % processes ? 1 : 0);
		// Executions do not begin in the same millisecond.
		await time.sleep(500 * random());
		let left = share;
		const worker = async () => {
			while (left > 0) {
				left--;
				await served(limiter);
			}
		};
		await Promise.all(Array.from({ length: Math.min(scenario.atOnce, share) }, worker));
		ends.push(time.now());
	}

	async function served(limiter: CallLimiter): Promise<void> {
		for (;;) {
			const release = await limiter.acquire('bulk');
			const ok = await service.call();
			release(ok ? 'answered' : 'refused');
			if (ok) return;
		}
	}

	await time.runUntil(Promise.all(Array.from({ length: processes }, (_, index) => work(index))));
	const quota = scenario.service.perMinute ?? 300;
	const first = Math.min(...ends) - started;
	return {
		seconds: (Math.max(...ends) - started) / 1000,
		minimumSeconds: Math.floor((calls - 1) / quota) * 60,
		calls: service.calls,
		refused: service.refused,
		fairness: first / (Math.max(...ends) - started),
	};
}

/** mulberry32: small, fast, and the same on every machine. */
function randomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
