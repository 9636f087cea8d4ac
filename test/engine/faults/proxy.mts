/**
 * Stands between the package and a service and spoils chosen calls, as networks and gateways do. It knows nothing of
 * the interface but the paths, so it works in front of any implementation.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { arrayBuffer } from 'node:stream/consumers';

import { close, listen } from '../loopback.mts';
import { routeOf, type Fault, type SeenCall } from './types.mts';

export interface Proxy {
	/** Base URL for the credential. */
	url: string;
	arm(fault: Fault): void;
	/** Every call that arrived, spoiled or not. */
	calls(): SeenCall[];
	close(): Promise<void>;
}

const page = '<!doctype html><title>Maintenance</title><h1>Site en maintenance</h1>';

/** @param skewSeconds by which the Date of the answers is ahead; without it they have none */
export async function startProxy(target: string, skewSeconds?: number): Promise<Proxy> {
	const calls: SeenCall[] = [];
	let armed: Fault[] = [];

	// Each fault counts for itself the calls that it lets pass, as in the sandbox.
	const take = (route: string): Fault | undefined => {
		for (const fault of armed.filter((one) => one.route === route)) {
			if (fault.skip-- > 0) continue;
			if (--fault.times <= 0) armed = armed.filter((other) => other !== fault);
			return fault;
		}
		return undefined;
	};

	const handle = async (call: IncomingMessage, answer: ServerResponse): Promise<void> => {
		const body = Buffer.from(await arrayBuffer(call));
		const method = call.method ?? '';
		const path = call.url ?? '';
		const route = routeOf(method, path);
		calls.push({
			route,
			path: path.split('?', 1)[0] ?? '',
			body: body.toString('utf8'),
			signature: String(call.headers.signature),
		});
		const fault = take(route);
		const real = fault && !fault.processed ? undefined : await forward(target, call, body);
		if (skewSeconds === undefined) answer.sendDate = false;
		else {
			answer.setHeader('date', new Date(Date.now() + skewSeconds * 1000).toUTCString());
		}
		if (fault) await spoil(fault, real, answer);
		else if (real) send(answer, real.status, real.headers['content-type'], real.body);
	};

	const server = createServer((call, answer) => {
		handle(call, answer).catch(() => answer.destroy());
	});
	const url = await listen(server);
	return {
		url,
		arm: (fault) => void armed.push({ ...fault }),
		calls: () => calls,
		close: async () => await close(server),
	};
}

interface Real {
	status: number;
	headers: IncomingMessage['headers'];
	body: Buffer;
}

async function forward(target: string, call: IncomingMessage, body: Buffer): Promise<Real> {
	const headers = { ...call.headers };
	delete headers.host;
	delete headers['accept-encoding'];
	return await new Promise((resolve, reject) => {
		const outgoing = request(
			`${target}${call.url ?? ''}`,
			{ method: call.method ?? 'GET', headers, agent: false },
			(incoming) => {
				arrayBuffer(incoming).then(
					(bytes) =>
						resolve({
							status: incoming.statusCode ?? 0,
							headers: incoming.headers,
							body: Buffer.from(bytes),
						}),
					reject,
				);
			},
		);
		outgoing.once('error', reject);
		outgoing.end(body);
	});
}

async function spoil(fault: Fault, real: Real | undefined, answer: ServerResponse): Promise<void> {
	const json = 'application/json; charset=utf-8';
	switch (fault.kind) {
		case 'drop':
			answer.destroy();
			return;
		case 'timeout':
			await pause(fault.ms);
			answer.destroy();
			return;
		case 'slow':
			await pause(fault.ms);
			if (real) send(answer, real.status, json, real.body);
			return;
		case 'status':
			send(answer, 502, 'text/html', Buffer.from(page));
			return;
		case 'html':
			send(answer, 200, 'text/html', Buffer.from(page));
			return;
		case 'truncated': {
			const whole = real?.body ?? Buffer.from('{"resultat":"succes","reference":"');
			send(answer, 200, json, whole.subarray(0, whole.length / 2));
			return;
		}
		case 'cut': {
			// The length is announced, and the connection ends before it is there.
			const whole = real?.body ?? Buffer.from('{"resultat":"succes","reference":"');
			answer.writeHead(200, { 'content-type': json, 'content-length': whole.length });
			answer.write(whole.subarray(0, whole.length / 2), () => answer.destroy());
			return;
		}
		case 'emptyBody':
			send(answer, 200, json, Buffer.alloc(0));
			return;
		case 'wrongShape':
			send(answer, 200, json, Buffer.from('{"status":"ok","data":[]}'));
			return;
		case 'bareSuccess':
			send(answer, 200, json, Buffer.from('{"resultat":"succes"}'));
			return;
		case 'bareRefusal':
			send(answer, 500, json, Buffer.from('{"resultat":"erreur"}'));
			return;
		case 'codes':
			send(
				answer,
				200,
				json,
				Buffer.from(JSON.stringify({ resultat: 'erreur', erreurs: fault.codes })),
			);
	}
}

function send(
	answer: ServerResponse,
	status: number,
	type: string | undefined,
	body: Buffer,
): void {
	answer.writeHead(status, { 'content-type': type ?? 'application/json' });
	answer.end(body);
}

async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => {
		setTimeout(resolve, ms).unref();
	});
}
