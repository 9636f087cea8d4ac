/** How a call ended, for the limiter. */
export type Outcome = 'answered' | 'timedOut' | 'overQuota' | 'failed' | 'notSent';

/** Leave to send one call; given back, with what came of it, when the call has ended. */
export interface Permit {
	release(outcome: Outcome): void;
}

export interface Acquire {
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds after which the wait ends with a failure. */
	readonly maxWaitMs?: number | undefined;
	/** How many calls the same execution is going to make beyond those that it has asked for, as far as it knows. */
	readonly more?: (() => number) | undefined;
	/** The same object for all calls of an execution. */
	readonly execution?: object;
}
