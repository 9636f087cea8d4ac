import type { FastifyReply, FastifyRequest } from 'fastify';

const loopbackHost = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?$/i;
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

/** An address, or a name that only this machine or its containers resolve. */
const address =
	/^(?:\d{1,3}(?:\.\d{1,3}){3}|[a-z\d_-]+|host\.docker\.internal|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Keeps the interface from a web page that has made its own name resolve to this machine (DNS rebinding): its calls
 * carry that name, and the sandbox's keys are known to everybody.
 */
export function guardName(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
	if (address.test(request.headers.host ?? '')) return done();
	forbid(reply, 'The sandbox answers only to an address or a local name.');
}

/**
 * Keeps the controls to this machine and to the sandbox's own page: another site open in the same
 * browser must not steer it (Origin), nor through a name that resolves to loopback (Host).
 */
export function guard(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
	const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'none' } = request.headers;
	const own = origin === `http://${host}` && ['same-origin', 'none'].includes(String(site));
	const local = loopbackAddress.test(request.socket.remoteAddress ?? '');
	if (loopbackHost.test(host) && local && own) return done();
	forbid(reply, 'The controls answer only to this machine and to the page of the sandbox.');
}

function forbid(reply: FastifyReply, error: string): void {
	void reply.code(403).type('application/json').send(JSON.stringify({ error }));
}
