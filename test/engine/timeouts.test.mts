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
	expect(usual.json[0]?.error).toMatch(/connection to the service was lost/);
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

test('the longest of the items is waited for all of them', async () => {
	setTimings({ answerMs: 200 });
	sandbox.fault({ kind: 'slow', ms: 600, times: 2 });
	const { json } = await run(
		{
			...ORDER,
			fileReference: '={{ $json.file }}',
			options: { timeout: '={{ $json.seconds ?? 30 }}' },
		},
		[{ file: 'LONG-1' }, { file: 'LONG-2', seconds: 6 }],
	);
	expect(json).toEqual([
		expect.objectContaining({ recupere: false }),
		expect.objectContaining({ recupere: false }),
	]);
});

test('a short time of one item does not cut the others short', async () => {
	sandbox.fault({ kind: 'slow', ms: 6_000, times: 1 });
	const { json } = await run(
		{ ...ORDER, operation: 'quote', options: { timeout: '={{ $json.seconds ?? 30 }}' } },
		[{}, { seconds: 5 }],
	);
	expect(json).toHaveLength(2);
	for (const item of json) expect(item).not.toHaveProperty('error');
	expect(sandbox.journal.calls().filter(({ route }) => route === 'quote')).toHaveLength(2);
}, 20_000);

test.each([[4], [301], ['soon'], [-1], [{ a: 1 }]])(
	'%p seconds are refused on their own item, before any call for it',
	async (seconds) => {
		for (const parameters of [
			{ ...ORDER, fileReference: '={{ $json.file }}' },
			{ resource: 'notice', operation: 'getStatus', reference: '={{ $json.file }}' },
		]) {
			const options = { timeout: '={{ $json.seconds ?? 30 }}' };
			const { json } = await run({ ...parameters, options }, [
				{ file: `BAD-${String(seconds)}`, seconds },
				{ file: `GOOD-${String(seconds)}` },
			]);
			expect(json[0]?.error).toMatch(/^'Timeout' cannot be .*5 to 300/);
			expect(json[1]).not.toHaveProperty('error');
		}
	},
);

test('a download that stands still is given up after its own time', async () => {
	const host = await startLinkHost();
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
	const download = { resource: 'document', operation: 'download', reference: 'AL-1' };
	const startedAt = Date.now();
	const { json } = await run({ ...download, options: { downloadTimeout: 5 } });
	expect(json[0]?.error).toMatch(/attestation A-1 of AL-1 could not be downloaded/);
	expect(Date.now() - startedAt).toBeGreaterThan(4_500);
	expect(Date.now() - startedAt).toBeLessThan(8_000);
	const refused = await run({ ...download, options: { downloadTimeout: 1 } });
	expect(refused.json[0]?.error).toMatch(/^'Download Timeout' cannot be "1"/);
	await host.close();
}, 30_000);
