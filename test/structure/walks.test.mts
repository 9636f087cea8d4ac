/**
 * Two walks through the published code: from `order.operation.ts` to the bytes on the wire, and from `poll` to the
 * emitted items. The files that are executed on the way are counted by the engine of JavaScript itself.
 */
import { jest } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { sep } from 'node:path';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { BILLED, runBilled } from '../engine/notices.mts';
import { Poller } from '../engine/poll.mts';
import { sandboxForTests } from '../engine/sandbox.mts';
import { limits } from './limits.mts';
import { ROOT } from './package.mts';

const sandbox = sandboxForTests();

/** Counts between `begin` and `end` which files of the package run. */
class Walk {
	private readonly session = new Session();
	files: string[] = [];

	async prepare(): Promise<void> {
		this.session.connect();
		await this.session.post('Profiler.enable');
		await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	}

	begin(): void {
		// Answered in the same turn: what ran before is counted no more.
		void this.session.post('Profiler.takePreciseCoverage');
	}

	end(): void {
		void this.session.post('Profiler.takePreciseCoverage').then(({ result }) => {
			this.files = result
				.filter(({ functions }) =>
					functions.some(
						({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
					),
				)
				.map(({ url }) => url.replace(/^file:\/\//, ''))
				.filter((url) => /\.ts$/.test(url) && url.startsWith(`${ROOT}${sep}`))
				.map((url) => url.slice(ROOT.length + 1))
				.filter((path) => /^(nodes|credentials)\//.test(path))
				.sort();
		});
	}

	async stop(): Promise<void> {
		await this.session.post('Profiler.stopPreciseCoverage');
		this.session.disconnect();
	}
}

/** `WALKS=1 npm test -- --testPathPatterns=walks` says which files they are. */
function check(name: string, files: readonly string[], limit: number): void {
	const list = `${files.length} files, from ${name} on:\n${files.join('\n')}`;
	if (process.env['WALKS']) console.info(list);
	if (files.length > limit) throw new Error(`At most ${limit}. ${list}`);
}

/** A service in front of the sandbox that says when the first call has come. */
async function listening(onCall: () => void): Promise<{ server: Server; url: string }> {
	const server = createServer((request, response) => {
		onCall();
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			void fetch(`${sandbox.url}${request.url ?? ''}`, {
				method: request.method ?? 'GET',
				headers: Object.entries(request.headers).flatMap(([name, value]) =>
					typeof value === 'string' && !/^(host|connection|content-length)$/.test(name)
						? [[name, value] as [string, string]]
						: [],
				),
				...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
			}).then(async (answer) => {
				response.writeHead(answer.status, {
					'content-type': answer.headers.get('content-type') ?? '',
					date: answer.headers.get('date') ?? '',
				});
				response.end(await answer.text());
			});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('an order is followed to the wire in few files', async () => {
	const walk = new Walk();
	let calls = 0;
	const { server, url } = await listening(() => {
		if (++calls === 1) walk.end();
	});
	const { order } = registry.notice.operations;
	const execute = order.execute.bind(order);
	try {
		await walk.prepare();
		jest.spyOn(order, 'execute').mockImplementation(async (...given) => {
			walk.begin();
			return await execute(...given);
		});
		const { error, json } = await runBilled({ ...sandbox.credential, baseUrl: url }, 'order');
		expect(error?.message).toBeUndefined();
		expect(json[0]?.['reference']).toBeTruthy();
	} finally {
		jest.restoreAllMocks();
		await walk.stop();
		server.close();
	}
	expect(walk.files).toContain('nodes/LegalNotice/actions/notice/order.operation.ts');
	expect(walk.files).toContain('credentials/LegalNoticeApi.credentials.ts');
	check('order', walk.files, limits.orderWalk);
});

test('a poll is followed to the items that it emits in few files', async () => {
	const { json } = await runBilled(sandbox.credential, 'order', { ...BILLED });
	const reference = String(json[0]?.['reference']);
	const poller = new Poller({
		credential: sandbox.credential,
		parameters: { events: ['published'], references: reference, firstSight: 'none', options: {} },
	});
	await poller.activate();
	sandbox.notices.publish(reference);
	const walk = new Walk();
	try {
		await walk.prepare();
		walk.begin();
		const items = await poller.poll();
		walk.end();
		expect(items.map(({ evenement }) => evenement)).toEqual(['published']);
	} finally {
		await walk.stop();
	}
	check('poll', walk.files, limits.pollWalk);
});
