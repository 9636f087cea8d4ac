/** Decides when each call of one key goes out: never more a minute than the credential allows, orders before bulk reads. */
import { ServiceFailure } from '../errors/failures';
import { pause } from './pause';

/** First a list that a person waits for, then what orders or cancels with all that it asks for, then the rest. */
export type Priority = 'person' | 'effect' | 'rest';

export type CallEnd = 'answered' | 'refused' | 'notSent';

/** It is called once, when the call has ended. */
export type Release = (end: CallEnd) => void;

interface Waiting {
	readonly signal?: AbortSignal | undefined;
	readonly maxWaitMs?: number | undefined;
}

interface Waiter {
	readonly rank: number;
	readonly signal: AbortSignal | undefined;
	readonly since: number;
	readonly maxWaitMs: number | undefined;
	readonly resolve: (release: Release) => void;
	readonly reject: (failure: ServiceFailure) => void;
}

const RANKS: readonly Priority[] = ['person', 'effect', 'rest'];
/** The service counts calls by this minute (specification, Limits). */
export const QUOTA_WINDOW_MS = 60_000;
/** With more at once, a slow service would come to the last ones when their signatures are too old (5 s). */
const IN_FLIGHT = 100;
/** Where the answers come quickly, many orders need not wait for one another: each quick answer makes one more place. */
const IN_FLIGHT_QUICK = 200;
const QUICK_MS = 500;
/** While other programs use the key, a refusal meets the calls under way: there are few of them. */
const IN_FLIGHT_SHARED = 8;
/** Parts of the rate: what a refusal leaves of it, and what each minute gives back. */
const AFTER_REFUSAL = 0.5;
const REGAINED_PER_MINUTE = 0.1;
/** The clocks of two machines tick differently, so that the service's minute may be a little longer. */
const MARGIN_MS = 30;
/** No event says that another program uses the key less, so the limiter rechecks. */
const LOOK_AGAIN_MS = 250;
/** Calls of one key a minute (specification, Limits). */
const SERVICE_ALLOWS = 300;

/**
 * The calls of one key in this process (specification, Limits: 300 a minute). A call counts from its sending until a
 * minute after its answer, because the service counts it in between. After a refusal other programs use the key: pause,
 * then half the rate, a tenth of the figure back each minute. It uses `performance.now`: the clock of the machine may be
 * set back, and then a minute would last an hour.
 */
export class CallLimiter {
	private readonly waiting: Waiter[] = [];
	/** Moments at which the calls of the last minute were answered, the oldest first. */
	private readonly answered: number[] = [];
	private inFlight = 0;
	private places = IN_FLIGHT;
	private looking = false;
	private lastRefusal: { readonly at: number; readonly rateAfter: number } | undefined;
	private pausedUntil = 0;

	/** @param perMinute any positive number, also below 1 */
	constructor(private perMinute = SERVICE_ALLOWS) {}

	/** The credential may say another figure by now; the calls of the last minute still count. */
	allow(perMinute: number): void {
		// What is no figure is what the service allows.
		this.perMinute = perMinute > 0 ? perMinute : SERVICE_ALLOWS;
	}

	/** Waits until the call may go out. @throws ServiceFailure `executionStopped`, `busy` */
	async acquire(priority: Priority, { signal, maxWaitMs }: Waiting = {}): Promise<Release> {
		const since = performance.now();
		const rank = RANKS.indexOf(priority);
		const released = new Promise<Release>((resolve, reject) => {
			// Its place is behind those of the same rank, which came before it.
			const behind = this.waiting.findIndex((other) => other.rank > rank);
			const place = behind < 0 ? this.waiting.length : behind;
			this.waiting.splice(place, 0, { rank, signal, since, maxWaitMs, resolve, reject });
			this.look();
		});
		// Most calls go out at once.
		if (this.waiting.length === 0) return await released;
		void this.lookAgain();
		const onAbort = () => this.dismiss();
		if (signal?.aborted) onAbort();
		signal?.addEventListener('abort', onAbort, { once: true });
		return await released.finally(() => signal?.removeEventListener('abort', onAbort));
	}

	/** Lets the calls go out that need not wait any more; where one has to wait, all behind it have to. */
	private look(): void {
		while (this.waiting.length > 0 && this.waitMs() <= 0) {
			const next = this.waiting.shift();
			if (next?.signal?.aborted) next.reject(new ServiceFailure('executionStopped'));
			else next?.resolve(this.begin());
		}
	}

	/** Gives the calls up that wait in vain. */
	private dismiss(): void {
		for (const waiter of this.waiting.splice(0)) {
			const { signal, since, maxWaitMs = Infinity, reject } = waiter;
			const waitedMs = performance.now() - since;
			if (signal?.aborted) reject(new ServiceFailure('executionStopped'));
			else if (waitedMs >= maxWaitMs) reject(new ServiceFailure('busy', { waitedMs }));
			else this.waiting.push(waiter);
		}
	}

	/** A call also becomes free without any answer, when the oldest one leaves the minute. */
	private async lookAgain(): Promise<void> {
		if (this.looking) return;
		this.looking = true;
		while (this.waiting.length > 0) {
			await pause(Math.min(LOOK_AGAIN_MS, this.waitMs()));
			this.look();
			this.dismiss();
		}
		this.looking = false;
	}

	private begin(): Release {
		const startedAt = performance.now();
		this.inFlight++;
		return (end) => {
			this.inFlight--;
			// A quick answer makes a place more and a slow one a place less; what follows a pause may meet a service that is slow by now.
			const isQuick = end === 'answered' && performance.now() - startedAt < QUICK_MS;
			const places = this.inFlight === 0 ? IN_FLIGHT : this.places + (isQuick ? 1 : -1);
			this.places = Math.min(Math.max(places, IN_FLIGHT), IN_FLIGHT_QUICK);
			if (end !== 'notSent') this.answered.push(performance.now());
			// Calls that were under way at a refusal are refused with it, and say nothing new.
			const isNews = this.lastRefusal === undefined || startedAt > this.lastRefusal.at;
			if (end === 'refused' && isNews) this.slowDown();
			this.look();
		};
	}

	/** Milliseconds until the next call may go out. */
	private waitMs(): number {
		const now = performance.now();
		if (now < this.pausedUntil) return this.pausedUntil - now;
		const rate = this.rate();
		const isShared = rate < this.perMinute;
		if (this.inFlight >= (isShared ? IN_FLIGHT_SHARED : this.places)) return LOOK_AGAIN_MS;
		return this.waitInWindow(rate, now);
	}

	/** The sliding window: a call is free when fewer than the rate were answered in the last minute or are under way. */
	private waitInWindow(rate: number, now: number): number {
		const allowed = Math.max(1, Math.floor(rate));
		const firstKept = this.answered.findIndex((at) => at > now - windowMs(rate));
		this.answered.splice(0, firstKept < 0 ? this.answered.length : firstKept);
		const used = this.answered.length + this.inFlight;
		if (used < allowed) return 0;
		const freeing = this.answered[used - allowed];
		// The one that makes room is still under way.
		if (freeing === undefined) return LOOK_AGAIN_MS;
		return Math.max(1, freeing + windowMs(rate) - now);
	}

	/** The calls that may go out in a minute, as things are now. */
	private rate(): number {
		if (this.lastRefusal === undefined) return this.perMinute;
		const { at, rateAfter } = this.lastRefusal;
		const minutes = (performance.now() - at) / QUOTA_WINDOW_MS;
		return Math.min(this.perMinute, rateAfter + this.perMinute * REGAINED_PER_MINUTE * minutes);
	}

	private slowDown(): void {
		const now = performance.now();
		this.lastRefusal = { at: now, rateAfter: Math.max(1, this.rate() * AFTER_REFUSAL) };
		const [oldest = now] = this.answered;
		const untilFree = oldest + windowMs(this.perMinute) - now;
		// With jitter, so that processes refused together do not come back together.
		this.pausedUntil = now + Math.max(QUOTA_WINDOW_MS / 60, untilFree) * (1 + Math.random() / 10);
	}
}

/** A rate below one a minute makes the window longer. */
function windowMs(rate: number): number {
	return QUOTA_WINDOW_MS / Math.min(1, rate) + MARGIN_MS;
}
