/** Some other system with an HTTP interface (CRM, accounting, tickets, model), as far as one journey talks to it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../lib/execution.mts';
import { LOOPBACK } from '../lib/ports.mts';
import { after, before } from '../lib/testing.mts';

interface Received {
	readonly method: string;
	/** With the query. */
	readonly path: string;
	/** Empty where it is no JSON. */
	readonly body: Json;
	readonly text: string;
}

interface Sent extends Omit<Received, 'body'> {
	/** Method, path and body. */
	readonly line: string;
	readonly headers: IncomingHttpHeaders;
}

interface Reply {
	readonly status?: number;
	readonly json: unknown;
}

export interface HttpStandIn {
	readonly url: string;
	/** What was asked with the right key, the oldest first. */
	readonly received: readonly Received[];
	/** Requests that get an error instead of an answer, by method, path and body in one line. */
	failing: RegExp | undefined;
}

/** The header that the workflows' credential (Header Auth) has to bring. */
export const ACCESS = { name: 'X-Api-Key', value: 'demo-outside-key' };

/**
 * It runs while the tests of the group do in which it is made.
 *
 * @param isOpen whether anybody may ask, without the header
 */
export function httpStandIn(answer: (request: Received) => Reply, isOpen = false): HttpStandIn {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		const send = ({ status = 200, json }: Reply) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(json));
		};
		// An n8n that is killed cuts its request off, which must not end the program.
		void reply(request)
			.then(send)
			.catch(() => response.destroy());
	});
	before(async () => {
		await once(server.listen(0, LOOPBACK), 'listening');
	});
	after(() => {
		server.close();
		server.closeAllConnections();
	});

	async function reply(request: IncomingMessage): Promise<Reply> {
		const { method = '', url: path = '' } = request;
		const text = (await request.toArray()).join('');
		const line = `${method} ${path} ${text}`;
		return replyTo({ method, path, text, line, headers: request.headers });
	}

	function replyTo({ method, path, text, line, headers }: Sent): Reply {
		if (!isOpen && headers[ACCESS.name.toLowerCase()] !== ACCESS.value) {
			return { status: 401, json: { message: 'The key is missing or wrong.' } };
		}
		if (standIn.failing?.test(line)) return { status: 503, json: {} };
		const body = text.startsWith('{') ? (JSON.parse(text) as Json) : {};
		received.push({ method, path, body, text });
		return answer({ method, path, body, text });
	}

	const standIn: HttpStandIn = {
		get url() {
			return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
		},
		received,
		failing: undefined,
	};
	return standIn;
}
