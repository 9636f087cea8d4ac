/** Stands in front of a service as a later version of it would: with fields and values that nobody documented yet. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { close, listen } from './loopback.mts';

export type Change = (answer: Record<string, unknown>) => unknown;

export interface LaterVersion {
	/** Base URL for the credential. */
	url: string;
	/** How the answers to come are changed. */
	change(change: Change): void;
	close(): Promise<void>;
}

export async function startLaterVersion(target: string): Promise<LaterVersion> {
	let change: Change = (answer) => answer;

	const handle = async (call: IncomingMessage, answer: ServerResponse): Promise<void> => {
		const { application = '', timestamp = '', signature = '' } = call.headers;
		const signed = { application, timestamp, signature } as Record<string, string>;
		const { method = 'GET' } = call;
		const sent = await text(call);
		const body = sent === '' ? {} : { body: sent };
		const real = await fetch(`${target}${call.url ?? ''}`, { method, headers: signed, ...body });
		const bytes = Buffer.from(await real.arrayBuffer());
		// Files stand at the address of the service, as seen from outside.
		const here = (text: string) => text.replaceAll(target, url);
		const isFile = !(real.headers.get('content-type') ?? '').includes('json');
		answer.writeHead(real.status, { 'content-type': real.headers.get('content-type') ?? '' });
		answer.end(
			isFile ? bytes : JSON.stringify(change(JSON.parse(here(bytes.toString())) as never), null, 1),
		);
	};

	const server = createServer((call, answer) => {
		handle(call, answer).catch(() => answer.destroy());
	});
	const url = await listen(server);
	return {
		url,
		change: (next) => (change = next),
		close: async () => await close(server),
	};
}

/** Every object of a value, the outermost included, changed. */
export function everyObject(
	value: unknown,
	change: (fields: Record<string, unknown>) => Record<string, unknown>,
): unknown {
	if (Array.isArray(value)) return value.map((entry) => everyObject(entry, change));
	if (typeof value !== 'object' || value === null) return value;
	const inner = Object.entries(value).map(([name, field]) => [name, everyObject(field, change)]);
	return change(Object.fromEntries(inner) as Record<string, unknown>);
}
