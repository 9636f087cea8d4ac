import { timings } from './timings';

/** `interactive`: a person waits for a list. `bulk`: executions and polls. */
export type Priority = 'interactive' | 'bulk';

/** Clocks of two machines tick differently: a slot is free a little later than a minute after its call. */
const WINDOW_MARGIN_MS = 30;
/** Share of a minute's figure that a process wins back in each minute without a refusal. */
const REGAIN_PER_MINUTE = 0.2;
const AFTER_REFUSAL = 0.8;
/** When nothing tells when a call is free: an answer under way makes room. */
export const LOOK_AGAIN_MS = 250;

interface Capacity {
	readonly calls: number;
	/** Milliseconds in which that many may be sent. */
	readonly windowMs: number;
}

/**
 * The calls of the last minute, and how many may be made in one.
 *
 * A call counts from its sending until a minute after its answer, because the service counts it somewhere in between.
 * When the service refuses one over quota, other programs use the key too: the process pauses and goes on with less
 * than it got through, winning back a little each minute. Processes that share a key converge.
 */
export class Minute {
	private perMinute = 300;
	/** Calls of the last minute whose answer is there, oldest first. */
	private readonly answered: Array<{ readonly at: number; readonly refused: boolean }> = [];
	private underWay = 0;
	private share = Infinity;
	private shareSince = 0;
	private pausedUntil = 0;

	constructor(private readonly now: () => number) {}

	/** The credential's figure; any positive number, also below 1. */
	configure(perMinute: number): void {
		if (Number.isFinite(perMinute) && perMinute > 0) this.perMinute = perMinute;
	}

	begin(): void {
		this.underWay++;
	}

	/** @param how what the service refused over quota may count there as well; what was never sent does not */
	end(how: 'served' | 'refused' | 'notSent'): void {
		this.underWay--;
		if (how !== 'notSent') this.answered.push({ at: this.now(), refused: how === 'refused' });
	}

	/** Calls that count at the moment. */
	get used(): number {
		this.forgetOld();
		return this.answered.length + this.underWay;
	}

	/** Whether other programs use the key, as far as refusals tell. */
	get isShared(): boolean {
		return this.currentShare() !== Infinity;
	}

	/** Milliseconds until the next call may go out; 0 when now. */
	waitMs(priority: Priority): number {
		const now = this.now();
		if (now < this.pausedUntil) return this.pausedUntil - now;
		const { calls, windowMs } = this.capacity(priority);
		const { used } = this;
		if (used < calls) return 0;
		const freeing = this.answered[used - calls];
		return freeing === undefined ? LOOK_AGAIN_MS : Math.max(1, freeing.at + windowMs - now);
	}

	capacity(priority: Priority): Capacity {
		const figure = Math.min(this.perMinute, this.currentShare());
		const { quotaWindowMs } = timings();
		const windowMs = (figure < 1 ? quotaWindowMs / figure : quotaWindowMs) + WINDOW_MARGIN_MS;
		const kept = priority === 'interactive' ? 0 : reservedForLists(this.perMinute);
		return { calls: Math.max(1, Math.floor(figure) - kept), windowMs };
	}

	/** Others use the key as well: go on with less than what just got through, after the oldest call has expired. */
	yieldToOthers(): void {
		const now = this.now();
		this.forgetOld();
		const through = Math.max(1, this.answered.filter(({ refused }) => !refused).length);
		this.share = Math.max(1, Math.min(this.currentShare(), through) * AFTER_REFUSAL);
		this.shareSince = now;
		const oldest = Math.min(now, ...this.answered.map(({ at }) => at));
		const { quotaWindowMs } = timings();
		const free = oldest + quotaWindowMs + WINDOW_MARGIN_MS;
		const untilFree = Math.max(quotaWindowMs / 60, free - now);
		// Jitter, so that processes refused together do not come back together.
		this.pausedUntil = now + untilFree * (1 + Math.random() * 0.1);
	}

	private currentShare(): number {
		if (this.share === Infinity) return Infinity;
		const minutes = (this.now() - this.shareSince) / timings().quotaWindowMs;
		const share = this.share + minutes * this.perMinute * REGAIN_PER_MINUTE;
		if (share < this.perMinute) return share;
		this.share = Infinity;
		return Infinity;
	}

	private forgetOld(): void {
		const { windowMs } = this.capacity('interactive');
		const since = this.now() - windowMs;
		const kept = this.answered.findIndex(({ at }) => at > since);
		this.answered.splice(0, kept < 0 ? this.answered.length : kept);
	}
}

/** Calls a minute that bulk work leaves to lists: 10 of 300, none of fewer than 20. */
export function reservedForLists(perMinute: number): number {
	return Math.min(10, Math.floor(perMinute / 20));
}
