import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from './engine.mts';
import { pdf, startLinkHost } from './filesLinks.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
afterEach(() => setTimings());

const ORDER = {
	resource: 'notice',
	operation: 'order',
	...BILLED,
};
const run = async (parameters: Record<string, unknown>, items: object[] = [{}]) =>
	await runNode({
		credential: sandbox.credential,
		items: items as never,
		parameters: parameters as never,
		settings: { onError: 'continueRegularOutput' },
	});

test('a longer time than usual is waited', async () => {
	setTimings({ answerMs: 200, beforeResendMs: 10, beforeRepeatMs: 5 });
	sandbox.fault({ kind: 'slow', ms: 900, times: 6 });
	const status = { resource: 'notice', operation: 'getStatus', reference: 'AL-1' };
	const usual = await run(status);
	expect(usual.json[0]?.error).toMatch(
		/^The service did not answer within 0.2 seconds. .* The option .Timeout. sets/,
	);
	const longer = await run({ ...status, options: { timeout: 5 } });
	expect(longer.json).toEqual([{ demande: 'AL-1', introuvable: true }]);
});

test('a shorter time is kept, and an order beyond it is found again, not sent again', async () => {
	setTimings({ beforeResendMs: 10 });
	sandbox.fault({ kind: 'slow', ms: 9_000, match: { path: 'order' } });
	const startedAt = Date.now();
	const { json } = await run({ ...ORDER, fileReference: 'SLOW-1', options: { timeout: 5 } });
	expect(json[0]).toMatchObject({ recupere: true });
	expect(Date.now() - startedAt).toBeGreaterThan(4_500);
	expect(Date.now() - startedAt).toBeLessThan(8_000);
	expect(sandbox.journal.orders().filter(({ dossier }) => dossier === 'SLOW-1')).toHaveLength(1);
}, 20_000);

test.each([[4], [301], ['soon'], [-1], [{ a: 1 }]])(
	'%p seconds are refused before any call',
	async (timeout) => {
		for (const parameters of [
			{ ...ORDER, fileReference: 'REFUSED' },
			{ resource: 'notice', operation: 'getStatus', reference: 'AL-1' },
		]) {
			const { json } = await run({ ...parameters, options: { timeout } } as never, [{}, {}]);
			expect(json).toHaveLength(2);
			for (const { error } of json) expect(error).toMatch(/^'Timeout' cannot be .*5 to 300/);
		}
		expect(sandbox.journal.calls()).toEqual([]);
	},
);

test('a download that does not begin is given up after the same time', async () => {
	const host = await startLinkHost(sandbox.url);
	const url = host.on('/slow', (response) => {
		const late = setTimeout(() => response.end(pdf()), 12_000);
		response.on('close', () => clearTimeout(late));
	});
	const body = {
		resultat: 'succes',
		reference: 'AL-1',
		documents: [{ type: 'attestation', numero: 'A-1', url }],
	};
	sandbox.fault({ kind: 'wrongShape', match: { path: 'documents' }, body: JSON.stringify(body) });
	const startedAt = Date.now();
	const { json } = await runNode({
		credential: { ...sandbox.credential, baseUrl: host.url },
		parameters: {
			resource: 'document',
			operation: 'download',
			reference: 'AL-1',
			options: { timeout: 5 },
		},
		settings: { onError: 'continueRegularOutput' },
	});
	expect(json[0]?.error).toMatch(/attestation A-1 of AL-1 could not be downloaded/);
	expect(Date.now() - startedAt).toBeGreaterThan(4_500);
	expect(Date.now() - startedAt).toBeLessThan(8_000);
	await host.close();
}, 30_000);
