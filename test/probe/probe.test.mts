/** What the probe makes of sandboxes whose switches are known. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settingsLike } from '../../probe/like.mts';
import { type Answers } from '../../probe/questions.mts';
import { reportMarkdown } from '../../probe/report.mts';
import { runProbe, type Ran } from '../../probe/run.mts';
import type { GivenKeys } from '../../probe/service.mts';
import { startSandbox, type Sandbox, type Settings } from '../../sandbox/index.mts';
import { definitions } from '../../sandbox/settings.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';

/** What the sandbox answers with its default switches. */
const USUAL: Answers = {
	dateHeader: true,
	signedPath: 'encoded',
	referenceStyle: 'plain',
	ownRoutes: 'served',
	unknownReference: 'omitted',
	unknownReferenceCode: 'err_annonce_introuvable',
	largestBatch: 0,
	batchTooLarge: null,
	orderNumberUnit: 'characters',
	orderNumberCase: 'distinguished',
	reusedNumber: 'refused',
	closedDate: 'moved',
	unavailableDate: 'refused',
	quoteFields: '1.29',
	pdfLinks: 'plain',
	suspendedNotice: 'usable',
};

/** Runs the probe with orders at a sandbox that has one suspended notice. */
async function probed<T>(
	settings: Partial<Settings>,
	look: (ran: Ran, sandbox: Sandbox, keys: GivenKeys) => T,
	wrong: Partial<GivenKeys> = {},
	before?: (sandbox: Sandbox) => void,
): Promise<T> {
	const sandbox = await startSandbox();
	try {
		const { publicKey, secretKey, url: baseUrl } = sandbox;
		const client = new Client(baseUrl, { publicKey, secretKey });
		await client.post('/commande', { ...sarlOrder, numero_commande: 'SUSPENDED' });
		await client.close();
		sandbox.notices.suspend('SUSPENDED');
		sandbox.settings(settings);
		sandbox.journal.clear();
		before?.(sandbox);
		const keys = { baseUrl, publicKey, secretKey, ...wrong };
		const ran = await runProbe(keys, {
			orders: true,
			suspended: 'SUSPENDED',
			agrees: () => Promise.resolve(true),
			say: () => undefined,
			signal: new AbortController().signal,
		});
		return look(ran, sandbox, keys);
	} finally {
		await sandbox.close();
	}
}

const withLimit = { batchMaximum: 7 } as const;

test.each<[Partial<Settings>, Answers]>([
	[{}, {}],
	[{ clockSkewSeconds: 90 }, {}],
	[{ dateHeader: false }, { dateHeader: false }],
	[{ signedPath: 'decoded' }, { signedPath: 'decoded' }],
	[{ referenceStyle: 'digits' }, { referenceStyle: 'digits' }],
	[{ referenceStyle: 'encoded' }, { referenceStyle: 'encoded' }],
	[{ unknownReferences: 'refuse' }, { unknownReference: 'refused' }],
	[{ unknownReferences: 'entry' }, { unknownReference: 'entry' }],
	...definitions.unknownReferenceCode.choices!.map((code): [Partial<Settings>, Answers] => [
		{ unknownReferenceCode: code },
		{ unknownReferenceCode: code },
	]),
	[withLimit, { largestBatch: 7, batchTooLarge: 'err_body_incorrect' }],
	[
		{ ...withLimit, unknownReferences: 'refuse' },
		{ largestBatch: 7, batchTooLarge: 'err_body_incorrect', unknownReference: 'refused' },
	],
	[
		{ batchMaximum: 99, batchTooLarge: 'http413' },
		{ largestBatch: 99, batchTooLarge: 'http413' },
	],
	[{ orderNumberUnit: 'bytes' }, { orderNumberUnit: 'bytes' }],
	[{ orderNumberCase: 'ignored' }, { orderNumberCase: 'ignored' }],
	[{ cancelledNumberReusable: true }, { reusedNumber: 'accepted' }],
	[{ orderMissedDate: 'refuse' }, { closedDate: 'refused' }],
	[{ unavailableDate: 'move' }, { unavailableDate: 'moved' }],
	[{ quoteVersion: '1.28' }, { quoteFields: '1.28' }],
	[{ quoteVersion: '1.27' }, { quoteFields: '1.27' }],
	...definitions.pdfLinks.choices!.map((links): [Partial<Settings>, Answers] => [
		{ pdfLinks: links },
		{ pdfLinks: links },
	]),
	[{ attestationBeforePublication: false }, { pdfLinks: null }],
	[{ suspendedNotice: 'filesWithheld' }, { suspendedNotice: 'filesWithheld' }],
	[{ suspendedNotice: 'refused' }, { suspendedNotice: 'refused' }],
])(
	'the probe reports what a sandbox does that is switched to %j, and leaves no notice',
	async (settings, changed) => {
		await probed(settings, ({ findings, left }, sandbox) => {
			expect(findings.answers()).toEqual({ ...USUAL, ...changed });
			const orders = sandbox.journal.orders().filter(({ dossier }) => dossier === 'SONDE');
			expect(orders.length).toBeGreaterThan(0);
			expect(orders.length).toBeLessThanOrEqual(4);
			expect(orders.filter(({ cancelled }) => !cancelled)).toEqual([]);
			expect(left).toEqual([]);
			expect(sandbox.journal.calls().length).toBeLessThanOrEqual(100);
		});
	},
);

test('the probe reports that the routes of one notice are missing, while lists answer', async () => {
	const missing = (sandbox: Sandbox) =>
		sandbox.fault({ kind: 'status', status: 404, times: 99, match: { path: 'status' } });
	await probed(
		{},
		({ findings }) => expect(findings.answer('ownRoutes')).toBe('missing'),
		{},
		missing,
	);
});

test('the report says what would change, and shows no key, no address and no name', async () => {
	const settings: Partial<Settings> = { signedPath: 'decoded' };
	const report = await probed(settings, ({ findings, left }, _sandbox, keys) => {
		const text = reportMarkdown('0.0.0', findings, left, keys);
		for (const secret of [keys.secretKey, keys.publicKey, keys.baseUrl, 'DÉMONSTRATION']) {
			expect(text).not.toContain(secret);
		}
		return text;
	});
	expect(report).toContain(
		'Answers that change the package: signedPath, orderNumberCase, suspendedNotice.',
	);
	expect(report).toContain('**To change: sign the path decoded** (transport/signing.ts)');
});

test.each<[string, Partial<GivenKeys>, RegExp]>([
	['a wrong secret key', { secretKey: 'x' }, /refuses the keys: err_signature_calculee/],
	['a wrong public key', { publicKey: 'x' }, /refuses the keys: err_cle_inconnue/],
	['a service that is away', { baseUrl: 'http://127.0.0.1:9' }, /cannot be reached.*ECONNREFUSED/],
	['no encryption', { baseUrl: 'http://example.com' }, /^The base URL .* is not encrypted/],
])('the probe ends in a sentence: %s', async (_case, wrong, sentence) => {
	await expect(probed({}, () => undefined, wrong)).rejects.toThrow(sentence);
});

test('the probe ends in a sentence for the address of another page', async () => {
	const server = createServer((_request, response) => response.end('<h1>Bonjour</h1>'));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const run = probed({}, () => undefined, { baseUrl });
	await expect(run).rejects.toThrow('The address answers, but not as the legal notice service');
	server.close();
});

test('a sandbox that is switched as a report says gives the same answers', async () => {
	const settings: Partial<Settings> = {
		unknownReferences: 'refuse',
		orderMissedDate: 'refuse',
		signedPath: 'decoded',
		cancelledNumberReusable: true,
		batchMaximum: 9,
		quoteVersion: '1.28',
	};
	const answers = await probed(settings, ({ findings }) => findings.answers());
	const like = settingsLike(JSON.stringify({ answers }));
	expect(like).toEqual({ settings: expect.objectContaining(settings) as unknown, left: [] });
	expect(await probed(like.settings, ({ findings }) => findings.answers())).toEqual(answers);
});
