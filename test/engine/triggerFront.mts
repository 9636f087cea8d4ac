/** Something between n8n and the sandbox that treats calls as a test wants it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Front {
	url: string;
	/** Calls so far. */
	calls: number;
	close(): Promise<void>;
}

/** `pass` on; `drop` the connection; answer with a `page`; refuse with an `internal` error; or say this. */
export type Treatment = 'pass' | 'drop' | 'page' | 'internal' | { json: unknown };

export interface FrontCall {
	readonly url: string;
	readonly body: string;
}

const SIGNED = ['application', 'timestamp', 'signature', 'content-type'];

export async function startFront(
	origin: string,
	treat: (call: FrontCall) => Treatment,
): Promise<Front> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			front.calls++;
			const body = Buffer.concat(chunks);
			const call = { url: request.url ?? '', body: body.toString() };
			const treatment = treat(call);
			if (treatment === 'drop') {
				request.socket.destroy();
			} else if (treatment === 'page') {
				response.statusCode = 500;
				response.end('<html>Internal Server Error</html>');
			} else if (treatment === 'internal') {
				response.end('{"resultat":"erreur","erreurs":["err_internal_server"]}');
			} else if (treatment !== 'pass') {
				response.end(JSON.stringify(treatment.json));
			} else {
				void fetch(`${origin}${call.url}`, {
					method: request.method ?? 'GET',
					headers: headersOf(request.headers),
					...(body.length > 0 ? { body } : {}),
				}).then(async (answer) => response.end(Buffer.from(await answer.arrayBuffer())));
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const front: Front = {
		url: `http://127.0.0.1:${port}`,
		calls: 0,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return front;
}

/** The references that a call asks for. */
export function readReferences(url: string, body: string): string[] {
	const single = /\/annonce\/([^/?]+)\/\w+$/.exec(url)?.[1];
	if (single !== undefined) return [decodeURIComponent(single)];
	return body === '' ? [] : ((JSON.parse(body) as { references?: string[] }).references ?? []);
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(
		SIGNED.flatMap((name) => {
			const value = headers[name];
			return typeof value === 'string' ? [[name, value]] : [];
		}),
	);
}
