/**
 * What this process keeps of a pair of keys, for all executions that use it at once or one after the other. Nothing else of
 * `transport/` outlives an execution.
 */
import { CallLimiter } from './limiter';

class KeyState {
	/** When its calls go out. */
	readonly limiter = new CallLimiter();
	/** Milliseconds by which the service's clock is ahead of the one of this machine. */
	clockOffsetMs = 0;
	/** What is being ordered, cancelled or created at the moment, by name (`exactlyOnce.ts`). */
	readonly underWay = new Map<string, Promise<unknown>>();
}

const states = new Map<string, KeyState>();

/** @param digest of both keys (`signing.ts`): nobody who knows just the public one slows down other work */
export function stateOf(digest: string): KeyState {
	const state = states.get(digest) ?? new KeyState();
	states.set(digest, state);
	return state;
}
