/**
 * The service's clock, per origin, learned from its Date header.
 *
 * The service accepts 5 s of difference (specification, Authentication). A Date header is whole seconds, so an
 * estimate is good to half a second plus half the round trip: below {@link THRESHOLD_MS} the own clock is kept.
 */
const THRESHOLD_MS = 1_500;
/** Clocks drift and machines sleep: an estimate older than this no longer outranks a slower newer one. */
const BEST_FOR_MS = 300_000;

interface Estimate {
	readonly offsetMs: number;
	readonly roundTripMs: number;
	readonly learnedAt: number;
	/** Set after the service itself refused the timestamp: then even a small offset is used. */
	readonly forced: boolean;
}

const estimates = new Map<string, Estimate>();

export interface ClockSample {
	/** Value of the Date header of the answer. */
	readonly date: string | undefined;
	/** Value of the Age header; above 0 the answer, and its Date, come from a cache. */
	readonly age: string | undefined;
	/** Own clock, milliseconds, before sending and after receiving. */
	readonly sentAt: number;
	readonly receivedAt: number;
}

/** Unix time of the service at this moment, whole seconds, for the Timestamp header. */
export function timestampFor(origin: string, ownNow = Date.now()): number {
	return Math.floor((ownNow + offsetFor(origin)) / 1000);
}

/** Milliseconds to add to the own clock; 0 while the difference is below the threshold. */
export function offsetFor(origin: string): number {
	const known = estimates.get(origin);
	if (!known) return 0;
	return known.forced || Math.abs(known.offsetMs) > THRESHOLD_MS ? known.offsetMs : 0;
}

/**
 * Takes the Date header of an answer into account.
 *
 * @param refused whether this very answer said `err_timestamp_controle`: its Date then replaces what was known.
 * @returns whether the answer carried a usable time.
 */
export function learnClock(origin: string, sample: ClockSample, refused = false): boolean {
	const measured = sample.date === undefined ? NaN : Date.parse(sample.date);
	if (!Number.isFinite(measured) || Number(sample.age ?? 0) > 0) return false;
	const roundTripMs = Math.max(0, sample.receivedAt - sample.sentAt);
	const offsetMs = measured + 500 - (sample.sentAt + sample.receivedAt) / 2;
	const known = estimates.get(origin);
	const contradicts =
		known !== undefined &&
		Math.abs(offsetMs - known.offsetMs) > THRESHOLD_MS + (roundTripMs + known.roundTripMs) / 2;
	const outdated = known !== undefined && sample.receivedAt - known.learnedAt > BEST_FOR_MS;
	if (!known || refused || contradicts || outdated || roundTripMs <= known.roundTripMs) {
		const forced = refused || (known?.forced === true && !contradicts);
		estimates.set(origin, { offsetMs, roundTripMs, learnedAt: sample.receivedAt, forced });
	}
	return true;
}

/** Forgets what was learned; for tests. */
export function resetClocks(): void {
	estimates.clear();
}
