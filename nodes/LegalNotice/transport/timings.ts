/** How long the transport waits, in milliseconds. */
export interface Timings {
	/** For one answer of the service. */
	readonly answerMs: number;
	/** Before a call that is harmless to repeat is repeated; doubled for the second time. */
	readonly beforeRepeatMs: number;
	/** After an order or cancellation whose answer was lost, before it is looked up again or resent. */
	readonly beforeResendMs: number;
	/** The service's "minute" (specification, Limits: 300 requests per minute). */
	readonly quotaWindowMs: number;
	/** Refusals for quota of one call are waited out this long in all; then the person is told. */
	readonly quotaPatienceMs: number;
}

const STANDARD: Timings = {
	answerMs: 30_000,
	beforeRepeatMs: 500,
	beforeResendMs: 2_000,
	quotaWindowMs: 60_000,
	quotaPatienceMs: 600_000,
};

let current = STANDARD;

export function timings(): Timings {
	return current;
}

/** Other durations until the next call; without an argument the standard again. For tests. */
export function setTimings(change: Partial<Timings> = {}): void {
	current = { ...STANDARD, ...change };
}
