import { timings } from './timings';

/** Share of a minute's calls that goes out without distance, whoever wants them. */
const UNHURRIED_FROM = 1 / 3;
/** A minute's calls are spread over this much when more wait than the minute has left ... */
const LEAST_SPREAD_MS = 6_000;
/** ... and over more when they will take many minutes. */
const SPREAD_PER_MINUTE_MS = 2_000;
/** Share of a minute's calls that may go out at once while other programs use the key. */
const BURST_OF_SHARE = 0.1;

/** How far apart bulk calls are sent. */
export interface Spacing {
	/** Milliseconds between two of them; 0 when each goes out as soon as it can. */
	readonly intervalMs: number;
	/** How many may make up for a pause before them. */
	readonly burst: number;
}

/** What the spacing depends on, in calls. */
export interface Work {
	/** That a minute can hold. */
	readonly perMinute: number;
	/** That the last minute holds already. */
	readonly used: number;
	/** That are wanted, now and later, as far as that is known. */
	readonly wanted: number;
	/** Whether they are wanted by the execution that found the minute unused. */
	readonly isFirst: boolean;
	/** Whether other programs use the key. */
	readonly isShared: boolean;
}

/**
 * Work that fits into the minute goes out as fast as the service answers. Work that does not fit gains nothing by
 * haste, so its calls are spread over some seconds: should others use the key, one refusal tells before many more are
 * under way. So are the calls of further executions: where several run, more are likely to come, in other processes
 * too. Once others are known to use the key, calls go out evenly.
 */
export function spacingFor({ perMinute, used, wanted, isFirst, isShared }: Work): Spacing {
	const { quotaWindowMs } = timings();
	if (isShared) {
		return { intervalMs: quotaWindowMs / perMinute, burst: perMinute * BURST_OF_SHARE };
	}
	const hasty = isFirst ? perMinute : perMinute * UNHURRIED_FROM;
	if (used + wanted <= hasty) return { intervalMs: 0, burst: 0 };
	const minutes = Math.floor(wanted / perMinute);
	const spreadMs = Math.max(LEAST_SPREAD_MS, minutes * SPREAD_PER_MINUTE_MS);
	return { intervalMs: Math.min(quotaWindowMs, spreadMs) / perMinute, burst: 1 };
}

/** Keeps the distance between bulk calls. */
export class Pace {
	private dueAt = 0;

	waitMs({ intervalMs }: Spacing, now: number): number {
		return intervalMs === 0 ? 0 : Math.max(0, this.dueAt - now);
	}

	/** Notes that a call goes out. */
	sent({ intervalMs, burst }: Spacing, now: number): void {
		this.dueAt = Math.max(this.dueAt, now - burst * intervalMs) + intervalMs;
	}
}
