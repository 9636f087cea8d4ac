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
	/** Body as text, exactly as received. */
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

/** More calls than any test makes; the oldest are forgotten beyond, so that a benchmark stays small. */
const capacity = 20_000;

/** What reached the sandbox, in order: the judge of "exactly once". */
export class Journal {
	#calls: JournalCall[] = [];
	#count = 0;

	/** Notes a call as it arrives; what became of it is filled in later. */
	open(request: FastifyRequest, route: RouteName): JournalCall {
		const [path = '', ...query] = (request.raw.url ?? '').split('?');
		const key = request.headers.application;
		this.#count += 1;
		const call: JournalCall = {
			n: this.#count,
			at: Date.now(),
			route,
			method: request.method,
			path,
			query: query.join('?'),
			publicKey: typeof key === 'string' ? key : null,
			headers: request.headers,
			body: bytesOf(request).toString('utf8'),
			accepted: false,
			codes: [],
			status: null,
			fault: null,
			durationMs: null,
		};
		this.#calls.push(call);
		if (this.#calls.length >= capacity * 2) this.#calls = this.calls();
		return call;
	}

	calls(): JournalCall[] {
		return this.#calls.slice(-capacity);
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
