import { sleep } from 'n8n-workflow';

import { ServiceFailure } from '../errors/failures';
import { timings } from './timings';

/** First a list that a person waits for, then what orders or cancels, then everything else. */
export type Priority = 'interactive' | 'effect' | 'bulk';

export type Outcome = 'answered' | 'refused' | 'notSent';

export interface Waiting {
	readonly signal?: AbortSignal | undefined;
	readonly maxWaitMs?: number | undefined;
}

interface Waiter {
	readonly rank: number;
	readonly signal: AbortSignal | undefined;
	readonly since: number;
	readonly maxWaitMs: number;
	readonly resolve: (release: (outcome: Outcome) => void) => void;
	readonly reject: (failure: ServiceFailure) => void;
}

const RANKS: readonly Priority[] = ['interactive', 'effect', 'bulk'];
const IN_FLIGHT = 64;
/** While other programs use the key, so that a refusal meets few calls under way. */
const IN_FLIGHT_SHARED = 8;
const AFTER_REFUSAL = 0.5;
const REGAINED_PER_MINUTE = 0.1;
/** Clocks of two machines tick differently. */
const MARGIN_MS = 30;
const LOOK_AGAIN_MS = 250;

/** The clock of the machine may be set back, and then a minute would last an hour. */
const forwardOnly = () => performance.now();

/**
 * The calls of one key in this process (specification, Limits: 300 a minute). A call counts from its sending until a
 * minute after its answer, because the service counts it in between. After a refusal other programs use the key: pause,
 * then half the rate, a tenth of the figure back each minute.
 */
export class CallLimiter {
	private readonly waiting: Waiter[] = [];
	/** When the calls of the last minute were answered, oldest first. */
	private readonly answered: number[] = [];
	private inFlight = 0;
	private looking = false;
	private rateAfterRefusal = Infinity;
	private refusedAt = -Infinity;
	private pausedUntil = -Infinity;

	/** @param perMinute any positive number, also below 1 */
	constructor(
		private readonly perMinute: number,
		private readonly now: () => number = forwardOnly,
		private readonly pause: (ms: number) => Promise<void> = sleep,
	) {}

	/** @returns what is to be called, once, when the call has ended. @throws ServiceFailure `cancelled`, `busy` */
	async acquire(
		priority: Priority,
		{ signal, maxWaitMs = Infinity }: Waiting = {},
	): Promise<(outcome: Outcome) => void> {
		const since = this.now();
		const look = () => this.look();
		signal?.addEventListener('abort', look, { once: true });
		try {
			return await new Promise((resolve, reject) => {
				const rank = RANKS.indexOf(priority);
				const waiter = { rank, signal, since, maxWaitMs, resolve, reject };
				const behind = this.waiting.findIndex((other) => other.rank > rank);
				this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, waiter);
				this.look();
				void this.lookAgain();
			});
		} finally {
			signal?.removeEventListener('abort', look);
		}
	}

	private look(): void {
		const now = this.now();
		const left = this.waiting.splice(0).filter((waiter) => {
			const { signal, since, maxWaitMs, resolve, reject } = waiter;
			const waitedMs = now - since;
			if (signal?.aborted) reject(new ServiceFailure('cancelled'));
			else if (this.waitMs(waiter) === 0) resolve(this.begin());
			else if (waitedMs >= maxWaitMs) reject(new ServiceFailure('busy', { waitedMs }));
			else return true;
			return false;
		});
		this.waiting.push(...left);
	}

	/** Time makes room, not only answers. */
	private async lookAgain(): Promise<void> {
		if (this.looking) return;
		this.looking = true;
		for (let next = this.waiting[0]; next; next = this.waiting[0]) {
			await this.pause(Math.min(LOOK_AGAIN_MS, this.waitMs(next)));
			this.look();
		}
		this.looking = false;
	}

	private begin(): (outcome: Outcome) => void {
		const startedAt = this.now();
		this.inFlight++;
		return (outcome) => {
			this.inFlight--;
			if (outcome !== 'notSent') this.answered.push(this.now());
			// Calls under way together are refused together, and tell the same.
			if (outcome === 'refused' && startedAt > this.refusedAt) this.slowDown();
			this.look();
		};
	}

	/** Milliseconds until this call may go out, were it the next one. */
	private waitMs({ rank }: Waiter): number {
		const now = this.now();
		if (now < this.pausedUntil) return this.pausedUntil - now;
		const rate = this.rate();
		const isList = rank === 0;
		// A person's list does not queue behind bulk work.
		if (!isList && this.inFlight >= (rate < this.perMinute ? IN_FLIGHT_SHARED : IN_FLIGHT)) {
			return LOOK_AGAIN_MS;
		}
		const kept = isList ? 0 : keptForLists(this.perMinute);
		const calls = Math.max(1, Math.floor(rate) - kept);
		while ((this.answered[0] ?? Infinity) <= now - windowMs(rate)) this.answered.shift();
		const used = this.answered.length + this.inFlight;
		if (used < calls) return 0;
		const freeing = this.answered[used - calls];
		return freeing === undefined ? LOOK_AGAIN_MS : Math.max(1, freeing + windowMs(rate) - now);
	}

	/** Calls a minute at the moment. */
	private rate(): number {
		const minutes = (this.now() - this.refusedAt) / timings().quotaWindowMs;
		const regained = this.perMinute * REGAINED_PER_MINUTE * minutes;
		return Math.min(this.perMinute, this.rateAfterRefusal + regained);
	}

	private slowDown(): void {
		const now = this.now();
		this.rateAfterRefusal = Math.max(1, this.rate() * AFTER_REFUSAL);
		this.refusedAt = now;
		const untilFree = (this.answered[0] ?? now) + windowMs(this.perMinute) - now;
		// With jitter, so that processes refused together do not come back together.
		this.pausedUntil =
			now + Math.max(timings().quotaWindowMs / 60, untilFree) * (1 + Math.random() / 10);
	}
}

function windowMs(rate: number): number {
	return timings().quotaWindowMs / Math.min(1, rate) + MARGIN_MS;
}

/** Calls a minute that other work leaves to lists: 10 of 300, none of fewer than 20. */
export function keptForLists(perMinute: number): number {
	return Math.min(10, Math.floor(perMinute / 20));
}

const limiters = new Map<string, CallLimiter>();

/** One for each digest of a credential: with the public key alone, nobody slows down somebody else's work. */
export function limiterFor(credential: string, perMinute: number): CallLimiter {
	const limiter = limiters.get(credential) ?? new CallLimiter(perMinute > 0 ? perMinute : 300);
	limiters.set(credential, limiter);
	return limiter;
}
