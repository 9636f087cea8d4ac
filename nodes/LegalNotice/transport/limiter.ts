import { createHash } from 'node:crypto';
import { sleep } from 'n8n-workflow';

import { ServiceFailure } from './failures';
import { timings } from './timings';

/** `interactive`: a person waits for a list. `bulk`: executions and polls. */
export type Priority = 'interactive' | 'bulk';

/** How a call ended, for the limiter: only the service's own answers tell about its latency. */
export type Outcome = 'answered' | 'timedOut' | 'overQuota' | 'failed' | 'notSent';

export interface Permit {
	release(outcome: Outcome): void;
}

export interface Acquire {
	readonly signal?: AbortSignal | undefined;
	readonly maxWaitMs?: number | undefined;
	/** How many calls the same execution is going to make beyond those that it has asked for, as far as it knows. */
	readonly more?: (() => number) | undefined;
}

interface Waiter {
	readonly priority: Priority;
	readonly more: () => number;
	readonly grant: (permit: Permit) => void;
}

/** Clocks of two machines tick differently: a slot is free a little later than a minute after its call. */
const WINDOW_MARGIN_MS = 30;
const START_CONCURRENCY = 32;
const MAX_CONCURRENCY = 100;
/** Latency counts as grown when it is above twice the best seen plus this. */
const LATENCY_SLACK_MS = 50;
/** Share of a minute's figure that a process wins back in each minute without a refusal. */
const REGAIN_PER_MINUTE = 0.2;
const AFTER_REFUSAL = 0.8;
/** A minute's calls are spread over this much when more wait than the minute has left ... */
const LEAST_SPREAD_MS = 6_000;
/** ... and over more when they will take many minutes. */
const SPREAD_PER_MINUTE_MS = 2_000;
/** Share of a minute's calls that may go out at once while other programs use the key. */
const BURST_OF_SHARE = 0.1;
const POLL_MS = 250;

/**
 * Calls a minute and calls at once for one key on one instance, shared by everything in this process.
 *
 * - At most `perMinute` calls in any 60 s. A call counts from its sending until a minute after its answer, because
 *   the service counts it somewhere in between. A few are kept for lists that a person waits for.
 * - Calls at once: 32, doubled by each round of answers up to 100 while latency holds, halved on time-outs and
 *   quota refusals.
 * - Work that fits into the minute goes out as fast as the service answers. Work that does not fit gains nothing by
 *   haste, so its calls are spread over some seconds: should others use the key, one refusal tells before many
 *   more are under way.
 * - When the service says that the quota is used up, other programs use the key too: the process pauses and goes
 *   on with less than it got through, evenly, winning back a little each minute. Processes that share a key converge.
 */
export class CallLimiter {
	private perMinute = 300;
	/** Calls of the last minute whose answer is there, oldest first. */
	private readonly ended: Array<{ readonly at: number; readonly refused: boolean }> = [];
	private running = 0;
	private concurrency = START_CONCURRENCY;
	private bestLatency = Infinity;
	private lastCut = 0;
	private share = Infinity;
	private shareSince = 0;
	private pausedUntil = 0;
	/** When the next bulk call is due, while calls are spread. */
	private paceAt = 0;
	private readonly waiting: Record<Priority, Waiter[]> = { interactive: [], bulk: [] };
	private pumping = false;

	constructor(
		private readonly now: () => number = Date.now,
		private readonly pause: (ms: number) => Promise<void> = sleep,
	) {}

	/** The credential's figure; any positive number, also below 1. */
	configure(perMinute: number): void {
		if (Number.isFinite(perMinute) && perMinute > 0) this.perMinute = perMinute;
	}

	/** Waits until a call may go out. The wait ends at once when the signal is aborted or `maxWaitMs` has passed. */
	async acquire(
		priority: Priority,
		{ signal, maxWaitMs, more = () => 0 }: Acquire = {},
	): Promise<Permit> {
		if (signal?.aborted) throw new ServiceFailure('cancelled');
		const asked = this.now();
		return await new Promise<Permit>((resolve, reject) => {
			const leave = (failure: ServiceFailure) => {
				const queue = this.waiting[priority];
				const at = queue.indexOf(waiter);
				if (at >= 0) {
					queue.splice(at, 1);
					reject(failure);
				}
			};
			const onAbort = () => leave(new ServiceFailure('cancelled'));
			const waiter: Waiter = {
				priority,
				more,
				grant: (permit) => {
					signal?.removeEventListener('abort', onAbort);
					resolve(permit);
				},
			};
			signal?.addEventListener('abort', onAbort, { once: true });
			this.waiting[priority].push(waiter);
			this.grantWhatIsFree();
			// A call that went out at once leaves no timer behind.
			if (maxWaitMs !== undefined && this.waiting[priority].includes(waiter)) {
				void this.pause(maxWaitMs).then(() =>
					leave(new ServiceFailure('busy', { waitedMs: this.now() - asked })),
				);
			}
			void this.pump();
		});
	}

	/** Milliseconds until the next call may go out; 0 when now. */
	waitMs(priority: Priority): number {
		const now = this.now();
		if (now < this.pausedUntil) return this.pausedUntil - now;
		this.forgetOld(now);
		const { capacity, windowMs } = this.capacity(priority);
		const used = this.ended.length + this.running;
		if (used >= capacity) {
			const freeing = this.ended[used - capacity];
			return freeing === undefined ? POLL_MS : Math.max(1, freeing.at + windowMs - now);
		}
		if (priority === 'interactive' || this.spacing(capacity).intervalMs === 0) return 0;
		return Math.max(0, this.paceAt - now);
	}

	/** Milliseconds between two bulk calls, and how many may make up for a pause before them. */
	private spacing(capacity: number): { intervalMs: number; burst: number } {
		if (this.share !== Infinity) {
			return { intervalMs: timings().quotaWindowMs / capacity, burst: capacity * BURST_OF_SHARE };
		}
		const { length } = this.waiting.bulk;
		const backlog = length + (this.waiting.bulk[0]?.more() ?? 0);
		if (backlog <= capacity - this.ended.length - this.running) return { intervalMs: 0, burst: 0 };
		const minutes = Math.floor(backlog / capacity);
		const spreadMs = Math.max(LEAST_SPREAD_MS, minutes * SPREAD_PER_MINUTE_MS);
		return { intervalMs: Math.min(timings().quotaWindowMs, spreadMs) / capacity, burst: 1 };
	}

	private capacity(priority: Priority): { capacity: number; windowMs: number } {
		const figure = Math.min(this.perMinute, this.currentShare());
		const whole = Math.max(1, Math.floor(figure));
		const { quotaWindowMs } = timings();
		const windowMs = (figure < 1 ? quotaWindowMs / figure : quotaWindowMs) + WINDOW_MARGIN_MS;
		const kept = priority === 'interactive' ? 0 : reservedForLists(this.perMinute);
		return { capacity: Math.max(1, whole - kept), windowMs };
	}

	private currentShare(): number {
		if (this.share === Infinity) return Infinity;
		const minutes = (this.now() - this.shareSince) / timings().quotaWindowMs;
		const share = this.share + Math.max(0, minutes) * this.perMinute * REGAIN_PER_MINUTE;
		if (share < this.perMinute) return share;
		this.share = Infinity;
		return Infinity;
	}

	private grantWhatIsFree(): void {
		for (const priority of ['interactive', 'bulk'] as const) {
			const queue = this.waiting[priority];
			while (queue.length > 0 && this.mayStart(priority)) {
				if (priority === 'bulk') this.pace();
				queue.shift()?.grant(this.start());
			}
		}
	}

	private mayStart(priority: Priority): boolean {
		// A person's list does not queue behind bulk work: it may exceed the calls at once, not those a minute.
		if (priority === 'bulk' && this.running >= Math.floor(this.concurrency)) return false;
		return this.waitMs(priority) === 0;
	}

	/** Notes that a bulk call goes out, so that the next one keeps its distance. */
	private pace(): void {
		const { intervalMs, burst } = this.spacing(this.capacity('bulk').capacity);
		this.paceAt = Math.max(this.paceAt, this.now() - burst * intervalMs) + intervalMs;
	}

	private start(): Permit {
		const startedAt = this.now();
		this.running++;
		let open = true;
		return {
			release: (outcome) => {
				if (!open) return;
				open = false;
				const full = this.running >= Math.floor(this.concurrency);
				this.running--;
				const now = this.now();
				// What the service refused over quota may count there as well.
				if (outcome !== 'notSent') this.ended.push({ at: now, refused: outcome === 'overQuota' });
				this.adapt(outcome, now, now - startedAt, startedAt, full);
				this.grantWhatIsFree();
			},
		};
	}

	private adapt(
		outcome: Outcome,
		now: number,
		latency: number,
		startedAt: number,
		full: boolean,
	): void {
		const alreadyCut = startedAt < this.lastCut;
		if (outcome === 'answered') {
			this.bestLatency = Math.min(this.bestLatency, latency);
			const holds = latency <= 2 * this.bestLatency + LATENCY_SLACK_MS;
			if (holds && full) this.concurrency = Math.min(MAX_CONCURRENCY, this.concurrency + 1);
			if (!holds && !alreadyCut) this.cut(0.9, now);
		} else if (outcome === 'timedOut') {
			if (!alreadyCut) this.cut(0.5, now);
		} else if (outcome === 'overQuota' && !alreadyCut) {
			this.cut(0.5, now);
			this.yieldShare(now);
		}
	}

	private cut(factor: number, now: number): void {
		this.concurrency = Math.max(1, this.concurrency * factor);
		this.lastCut = now;
	}

	/** Others use the key as well: go on with less than what just got through, after the oldest call has expired. */
	private yieldShare(now: number): void {
		this.forgetOld(now);
		const through = Math.max(1, this.ended.filter(({ refused }) => !refused).length);
		this.share = Math.max(1, Math.min(this.currentShare(), through) * AFTER_REFUSAL);
		this.shareSince = now;
		const oldest = this.ended[0]?.at ?? now;
		const { quotaWindowMs } = timings();
		const free = oldest + quotaWindowMs + WINDOW_MARGIN_MS;
		const untilFree = Math.max(quotaWindowMs / 60, free - now);
		// Jitter, so that processes refused together do not come back together.
		this.pausedUntil = now + untilFree * (1 + Math.random() * 0.1);
	}

	private forgetOld(now: number): void {
		const { windowMs } = this.capacity('interactive');
		let expired = 0;
		while ((this.ended[expired]?.at ?? now) + windowMs <= now) expired++;
		if (expired > 0) this.ended.splice(0, expired);
	}

	/** Looks again when a slot becomes free by time; slots freed by answers are given out in `release`. */
	private async pump(): Promise<void> {
		if (this.pumping) return;
		this.pumping = true;
		while (this.waiting.interactive.length + this.waiting.bulk.length > 0) {
			const next = this.waiting.interactive.length > 0 ? 'interactive' : 'bulk';
			// Nothing to wait for by time: an answer under way makes room.
			await this.pause(Math.min(POLL_MS, this.waitMs(next) || POLL_MS));
			this.grantWhatIsFree();
		}
		this.pumping = false;
	}
}

/** Calls a minute that bulk work leaves to lists: 10 of 300, none of fewer than 20. */
export function reservedForLists(perMinute: number): number {
	return Math.min(10, Math.floor(perMinute / 20));
}

const limiters = new Map<string, CallLimiter>();

/** The limiter of a key on an instance. The name is a digest: no key is kept as a map key. */
export function limiterFor(publicKey: string, baseUrl: string, perMinute: number): CallLimiter {
	const name = createHash('sha256').update(`${publicKey}\n${baseUrl}`).digest('base64');
	const limiter = limiters.get(name) ?? new CallLimiter();
	limiters.set(name, limiter);
	limiter.configure(perMinute);
	return limiter;
}
