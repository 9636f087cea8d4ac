import type { Answer } from './answer';
import type { Priority } from './minute';

export interface ServiceCall {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** Behind the path of the interface, already safe to write into a URL, without query. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string | number | undefined>>;
	readonly body?: object;
	/**
	 * Orders, cancellations and new contacts: never sent again unless it is known that nothing was done. One that
	 * `starts` an item's effect is not sent any more once another item has stopped the execution; one that
	 * `continues` it is.
	 */
	readonly sideEffect?: SideEffect;
	/** Not sent again after a lost answer; by default a call that only reads is, twice. */
	readonly once?: boolean;
}

export type SideEffect = 'starts' | 'continues';

export interface ServiceClient {
	readonly environment: 'test' | 'production';
	/** Origin of the Base URL: links of documents may lead there, wherever it is. */
	readonly origin?: string;
	/** One call, signed, limited, and repeated where that is harmless. @throws ServiceFailure */
	call(call: ServiceCall): Promise<Answer>;
}

export interface ExecutionClient extends ServiceClient {
	/** Waits between two calls; ends at once, with a ServiceFailure, when the execution is stopped. */
	pause(ms: number): Promise<void>;
	/** Time of the service in milliseconds since 1970, as far as its answers have told it; else the own clock. */
	now(): number;
}

export interface ClientOptions {
	readonly priority?: Priority;
	/** Milliseconds for one answer. */
	readonly timeoutMs?: number;
	/** Milliseconds that one call may spend waiting after refusals for quota, and before being sent. */
	readonly maxWaitMs?: number;
	readonly signal?: AbortSignal | undefined;
	/** Calls that the execution is going to make, as far as that is known: work that no minute can hold is not hurried. */
	readonly expectedCalls?: number;
	/** Aborted when another item has stopped the execution: what has not been sent by then is not started. */
	readonly stop?: AbortSignal;
}
