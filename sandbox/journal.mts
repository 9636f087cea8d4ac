import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { RouteName } from './types.mts';

/** One call that reached the sandbox. */
export interface JournalCall {
	n: number;
	/** Epoch milliseconds of arrival. */
	at: number;
	route: RouteName;
	method: string;
	/** Path as on the wire, without the query. */
	path: string;
	query: string;
	publicKey: string | null;
	headers: IncomingHttpHeaders;
	/** Body as text, exactly as received; empty unless the signature was right. */
	body: string;
	/** Whether the service processed and accepted the call, even when a fault then hid the answer. */
	accepted: boolean;
	/** Codes of the refusal that was sent, or that the fault hid. */
	codes: string[];
	/** HTTP status sent; null while the call is under way or when the connection was cut. */
	status: number | null;
	fault: string | null;
	durationMs: number | null;
}

/** A call as it arrives; its address as on the wire. */
export interface Received {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
}

export function received({ method, headers, raw }: FastifyRequest): Received {
	return { method, headers, url: raw.url ?? '' };
}

/** More than any test makes; the oldest calls are forgotten beyond. */
const MOST_CALLS = 20_000;

/** What reached the sandbox, in order: the judge of "exactly once". */
export class Journal {
	#calls: JournalCall[] = [];
	#count = 0;
	readonly #now: () => number;

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/** Notes a call as it arrives, without its body; what became of it is filled in later. */
	open({ method, url, headers }: Received, route: RouteName): JournalCall {
		const [path = '', ...query] = url.split('?');
		const key = headers.application;
		this.#count += 1;
		const call: JournalCall = {
			n: this.#count,
			at: this.#now(),
			route,
			method,
			path,
			query: query.join('?'),
			publicKey: typeof key === 'string' ? key : null,
			headers,
			body: '',
			accepted: false,
			codes: [],
			status: null,
			fault: null,
			durationMs: null,
		};
		this.#calls.push(call);
		if (this.#calls.length > MOST_CALLS) this.#calls.shift();
		return call;
	}

	/** Keeps the body of a call whose signature is right. */
	keepBody(call: JournalCall, body: Buffer): void {
		call.body = body.toString('utf8');
	}

	calls(): JournalCall[] {
		return [...this.#calls];
	}

	clear(): void {
		this.#calls = [];
		this.#count = 0;
	}
}

/** The body exactly as received. */
export function bytesOf({ body }: FastifyRequest): Buffer {
	return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
