/** A service that accepts calls and answers none of them, or never to the end. */
import { createServer, type Server } from 'node:http';

import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { files, orderCalls, ordering } from './faults/ordering.mts';
import { close, listen } from './loopback.mts';
import { runNode } from './engine.mts';
import { sandboxForEachTest } from './sandbox.mts';

const sandbox = sandboxForEachTest({ settings: { quotaPerMinute: 100_000 } });
beforeEach(() => setTimings({ answerMs: 700, beforeResendMs: 10, beforeRepeatMs: 5 }));
afterEach(() => setTimings());

test('of 200 orders that would hang, what is in flight is told as unknown and the rest as not sent', async () => {
	sandbox.fault({ kind: 'timeout', ms: 20_000, times: 1_000 });
	const startedAt = Date.now();
	const { json } = await runNode(
		ordering(sandbox, { items: files(200), settings: { onError: 'continueRegularOutput' } }),
	);
	expect(Date.now() - startedAt).toBeLessThan(10_000);
	const told = json.map(({ error }) => String(error));
	const unknown = told.filter((text) => text.startsWith('It is not known whether the notice'));
	const notSent = told.filter((text) => text.startsWith('Not sent, because the service left'));
	expect(unknown.length + notSent.length).toBe(200);
	expect(notSent.length).toBeGreaterThan(100);
	// What was sent may not have arrived; what arrived is never called not sent.
	expect(unknown.length).toBeGreaterThanOrEqual(orderCalls(sandbox));
	expect(notSent[0]).toContain('calls in a row without an answer for 0.7 seconds');
	expect(notSent[0]).toContain("option 'Timeout'");
});

test('lists of names that hang cost no order, and are no sign that the service is away', async () => {
	for (const path of [
		'publications',
		'categories',
		'forfaits',
		'departements',
		'feuilles-styles',
	]) {
		sandbox.fault({ kind: 'timeout', ms: 20_000, times: 1_000, match: { path } });
	}
	const { json } = await runNode(
		ordering(sandbox, { items: files(130), settings: { onError: 'continueRegularOutput' } }),
	);
	expect(json.filter(({ error }) => error)).toEqual([]);
	expect(json.filter(({ reference }) => reference)).toHaveLength(130);
});

test('an answer that drips byte by byte is given up after the time-out as a whole', async () => {
	let calls = 0;
	const server: Server = createServer((_request, response) => {
		calls++;
		response.writeHead(200, { 'content-type': 'application/json' });
		const drip = setInterval(() => response.write(' '), 100);
		response.on('close', () => clearInterval(drip));
	});
	const baseUrl = await listen(server);
	const startedAt = Date.now();
	const { error } = await runNode({
		credential: { baseUrl, publicKey: 'demo-public', secretKey: 'demo-secret' },
		parameters: { resource: 'account', operation: 'get' },
	});
	expect(error?.message).toBe('The service did not answer within 0.7 seconds');
	expect(Date.now() - startedAt).toBeLessThan(8_000);
	expect(calls).toBe(3);
	await close(server);
});
