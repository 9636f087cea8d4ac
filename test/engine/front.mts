/**
 * A server in front of a sandbox: it answers some paths itself, such as links to files, which then have the origin of the Base
 * URL, and changes answers as a later version of the service would.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { close, listen } from './loopback.mts';
import type { TestSandbox } from './sandbox.mts';

type Answer = (response: ServerResponse) => void;
type Fields = Record<string, unknown>;

export interface Front {
	url: string;
	/** Calls that it answered itself. */
	hits: IncomingMessage[];
	/** Most of them that were open at the same time. */
	most: number;
	/** How a test has the answers of the sandbox changed; one that is awaited is held back meanwhile. */
	change: (answer: Fields, sent: string, path: string) => unknown;
	/** Answers a path itself. @returns its address */
	on(path: string, answer: Answer): string;
}

export const pdf = (bytes = 2000, end = ''): Buffer =>
	Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 0x20), Buffer.from(end)]);

export function frontForTests(sandbox: TestSandbox): Front {
	const answers = new Map<string, Answer>();
	let open = 0;
	const front: Front = {
		url: '',
		hits: [],
		most: 0,
		change: (answer) => answer,
		on(path, answer) {
			answers.set(path, answer);
			return front.url + path;
		},
	};

	async function passOn(call: IncomingMessage, response: ServerResponse): Promise<void> {
		const { application = '', timestamp = '', signature = '' } = call.headers;
		const headers = { application, timestamp, signature } as Record<string, string>;
		const sent = await text(call);
		const options = { method: call.method ?? 'GET', headers, body: sent || null };
		const real = await fetch(`${sandbox.url}${call.url}`, { ...options, redirect: 'manual' });
		const bytes = Buffer.from(await real.arrayBuffer());
		// Files are at the address of the service, as seen from outside.
		const here = (text: string | null) => text?.replaceAll(sandbox.url, front.url) ?? '';
		const type = real.headers.get('content-type') ?? '';
		const location = here(real.headers.get('location'));
		response.writeHead(real.status, { 'content-type': type, ...(location && { location }) });
		if (!type.includes('json')) return void response.end(bytes);
		const answer = JSON.parse(here(bytes.toString())) as Fields;
		response.end(JSON.stringify(await front.change(answer, sent, call.url ?? '')));
	}

	const server = createServer((call, response) => {
		const answer = answers.get(call.url ?? '');
		if (!answer) return void passOn(call, response).catch(() => response.destroy());
		front.hits.push(call);
		front.most = Math.max(front.most, ++open);
		response.on('close', () => open--);
		answer(response);
	});
	beforeAll(async () => {
		front.url = await listen(server);
		sandbox.credential = { ...sandbox.credential, baseUrl: front.url };
	});
	afterEach(() => void (front.change = (answer) => answer));
	afterAll(async () => await close(server));
	return front;
}
