/** How long the transport waits, in milliseconds. */
const STANDARD = {
	/** For one answer of the service. */
	answerMs: 30_000,
	/** Before a call that is harmless to repeat is repeated; doubled for the second time. */
	beforeRepeatMs: 500,
	/** After an order or cancellation whose answer was lost, before it is looked up again or resent. */
	beforeResendMs: 2_000,
	/** The service's "minute" (specification, Limits: 300 requests per minute). */
	quotaWindowMs: 60_000,
	/** How long the refusals of one call for quota are waited out in all. */
	quotaPatienceMs: 600_000,
};

let current = STANDARD;

export function timings(): Readonly<typeof STANDARD> {
	return current;
}

/** Other durations until the next call; without an argument the standard again. For tests. */
export function setTimings(change: Partial<typeof STANDARD> = {}): void {
	current = { ...STANDARD, ...change };
}
