/**
 * A host of documents that answers as told, in front of a service if there is one, so that links to it have the origin of
 * the Base URL; and a probe node that downloads on n8n's engine.
 */
import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Downloads, type DownloadOptions } from '../../nodes/LegalNotice/transport/files.ts';
import { toNodeError } from '../../nodes/LegalNotice/transport/errors.ts';
import { registerNodeType, runNode, standIn, type Result } from './engine.mts';

export type Answer = (response: ServerResponse, hit: number) => void;

export interface LinkHost {
	url: string;
	hits: Array<{ path: string; headers: IncomingHttpHeaders }>;
	/** Most requests that were open at the same time. */
	most(): number;
	/** What a path answers; `hit` counts from 1. */
	on(path: string, answer: Answer): string;
	close(): Promise<void>;
}

export const pdf = (bytes = 2000): Buffer =>
	Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(Math.max(0, bytes - 9), 0x20)]);

/** @param behind URL of the service that answers whatever no path was set for */
export async function startLinkHost(behind?: string): Promise<LinkHost> {
	const answers = new Map<string, Answer>();
	const counts = new Map<string, number>();
	const hits: LinkHost['hits'] = [];
	let open = 0;
	let most = 0;
	const server = createServer((asked, response) => {
		const path = asked.url ?? '';
		const answer = answers.get(path);
		if (!answer && behind !== undefined) {
			const { method, headers } = asked;
			const passed = request(new URL(path, behind), { method, headers }, (answered) => {
				response.writeHead(answered.statusCode ?? 502, answered.headers);
				answered.pipe(response);
			});
			passed.on('error', () => response.destroy());
			asked.pipe(passed);
			return;
		}
		hits.push({ path, headers: asked.headers });
		most = Math.max(most, ++open);
		response.on('close', () => open--);
		const hit = (counts.get(path) ?? 0) + 1;
		counts.set(path, hit);
		if (answer) answer(response, hit);
		else response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
	return {
		url,
		hits,
		most: () => most,
		on: (path, answer) => {
			answers.set(path, answer);
			return url + path;
		},
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

let probes = 0;

/** Downloads one link on the engine, as an operation does. */
export async function probe(
	url: unknown,
	options: Omit<DownloadOptions, 'signal'> = {},
	onStarted?: (stop: () => void) => void,
): Promise<Result> {
	const type = `probe${++probes}`;
	registerNodeType(type, {
		description: standIn(type),
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const signal = this.getExecutionCancelSignal();
			const file = { type: 'attestation', numero: 'A-1', reference: 'AL-1', url };
			const origin = typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : '';
			const client = async () =>
				await Promise.resolve({
					environment: 'test' as const,
					// Of a link to this machine, as with a sandbox there.
					...(origin.includes('127.0.0.1') ? { origin } : {}),
					call: async () => await Promise.reject(new Error('not called')),
				});
			try {
				const data = await new Downloads(this, client, { ...options, signal }).get(file);
				return [[{ json: {}, binary: { data } }]];
			} catch (error) {
				throw toNodeError(this.getNode(), error);
			}
		},
	});
	return await runNode({
		type,
		credential: { baseUrl: 'https://legal.example', publicKey: 'k', secretKey: 'demo-secret' },
		parameters: {},
		...(onStarted ? { onStarted } : {}),
	});
}
