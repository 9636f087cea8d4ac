/** Processes of n8n that share keys of the service without knowing of each other: the limiter's real code, in virtual time. */
import type { CallLimiter } from '../../../nodes/LegalNotice/transport/limiter.ts';

/** A clock that jumps from one event to the next, so that hours of waiting are simulated in seconds. */

interface Sleeper {
	readonly at: number;
	readonly number: number;
	readonly wake: () => void;
}

/** Promises that hang behind one another inside the limiter and its callers until nothing moves any more. */
const SETTLE_TURNS = 12;

export class VirtualTime {
	#time = 1_000_000;
	#count = 0;
	/** A binary heap, the earliest sleeper first. */
	readonly #heap: Sleeper[] = [];

	readonly now = (): number => this.#time;

	readonly sleep = (ms: number): Promise<void> =>
		new Promise((wake) => this.#push({ at: this.#time + ms, number: this.#count++, wake }));

	/** Lets time pass until `done` settles. @throws Error when nothing is left that could settle it */
	async runUntil(done: Promise<unknown>): Promise<void> {
		let settled = false;
		const mark = () => {
			settled = true;
		};
		done.then(mark, mark);
		for (;;) {
			for (let turn = 0; turn < SETTLE_TURNS; turn++) await Promise.resolve();
			if (settled) break;
			const next = this.#pop();
			if (!next) throw new Error('The simulation stands still.');
			this.#time = Math.max(this.#time, next.at);
			next.wake();
		}
		await done;
	}

	#push(sleeper: Sleeper): void {
		const heap = this.#heap;
		let at = heap.push(sleeper) - 1;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if (isBefore(heap[parent], sleeper)) break;
			heap[at] = heap[parent] ?? sleeper;
			at = parent;
		}
		heap[at] = sleeper;
	}

	#pop(): Sleeper | undefined {
		const heap = this.#heap;
		const first = heap[0];
		const last = heap.pop();
		if (!first || !last || heap.length === 0) return first;
		let at = 0;
		for (;;) {
			let child = 2 * at + 1;
			if (child >= heap.length) break;
			if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
			if (!isBefore(heap[child], last)) break;
			heap[at] = heap[child] ?? last;
			at = child;
		}
		heap[at] = last;
		return first;
	}
}

function isBefore(one: Sleeper | undefined, other: Sleeper | undefined): boolean {
	if (!one || !other) return one !== undefined;
	return one.at < other.at || (one.at === other.at && one.number < other.number);
}

interface ServiceOptions {
	/** Round trip in milliseconds; each call varies by a fifth around it. */
	readonly latencyMs: number;
	readonly perMinute?: number;
	/** The specification leaves open how the minute is counted. */
	readonly window?: 'sliding' | 'fixed';
	readonly refusedCount?: boolean;
	readonly random: () => number;
}

const MINUTE = 60_000;

/** The quota of the service for one key, without anything else of it. */
class SimulatedService {
	calls = 0;
	refused = 0;
	/** When calls were counted, oldest first. */
	#counted: number[] = [];
	readonly #time: VirtualTime;
	readonly #options: ServiceOptions;

	constructor(time: VirtualTime, options: ServiceOptions) {
		this.#time = time;
		this.#options = options;
	}

	/** One call there and back. @returns whether it was served */
	async call(): Promise<boolean> {
		const { latencyMs, random } = this.#options;
		const half = (latencyMs / 2) * (0.8 + 0.4 * random());
		await this.#time.sleep(half);
		const served = this.#admit();
		await this.#time.sleep(half);
		return served;
	}

	#admit(): boolean {
		const { perMinute = 300, window = 'sliding', refusedCount = true } = this.#options;
		const now = this.#time.now();
		const start = window === 'sliding' ? now - MINUTE : Math.floor(now / MINUTE) * MINUTE - 1;
		const kept = this.#counted.findIndex((at) => at > start);
		this.#counted = kept < 0 ? [] : this.#counted.slice(kept);
		const served = this.#counted.length < perMinute;
		if (served || refusedCount) this.#counted.push(now);
		this.calls++;
		if (!served) this.refused++;
		return served;
	}
}

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
