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

/** More than any test makes; the oldest calls are forgotten beyond, so that nobody fills the memory. */
const capacity = { calls: 20_000, bytes: 64 * 1024 * 1024 };

/** What reached the sandbox, in order: the judge of "exactly once". */
export class Journal {
	/** With the bytes that each holds. */
	#calls = new Map<JournalCall, number>();
	#bytes = 0;
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
		this.#calls.set(call, 0);
		this.#grow(call, [url, ...Object.entries(headers).flat()].join('').length);
		return call;
	}

	/** Keeps the body of a call whose signature is right. */
	keepBody(call: JournalCall, body: Buffer): void {
		call.body = body.toString('utf8');
		this.#grow(call, body.length);
	}

	#grow(call: JournalCall, bytes: number): void {
		const known = this.#calls.get(call);
		if (known === undefined) return;
		this.#calls.set(call, known + bytes);
		this.#bytes += bytes;
		for (const [oldest, held] of this.#calls) {
			if (this.#calls.size <= capacity.calls && this.#bytes <= capacity.bytes) break;
			this.#calls.delete(oldest);
			this.#bytes -= held;
		}
	}

	calls(): JournalCall[] {
		return [...this.#calls.keys()];
	}

	clear(): void {
		this.#calls.clear();
		this.#bytes = 0;
		this.#count = 0;
	}
}

/** The body exactly as received. */
export function bytesOf({ body }: FastifyRequest): Buffer {
	return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
