import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type * as WorkflowPackage from 'n8n-workflow';

import type { ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import {
	Downloads,
	FileRefusal,
	filesOf,
	type DownloadOptions,
	type NoticeFile,
} from '../../../nodes/LegalNotice/transport/files.ts';
import { FakeFiles, movedTo, page, pdf, type Page } from './fakeFiles.mts';

const { UserError } = createRequire(import.meta.url)('n8n-workflow') as typeof WorkflowPackage;
const URL_1 = 'https://files.example/a.pdf?cle=demo-link-key';
const OTHER = 'https://files.example/other.pdf';
const ORIGIN = 'http://127.0.0.1:5678';
const MEGABYTE = 1_048_576;
/** More than the beginning that is looked at. */
const LARGE = 300_000;
const LATER = 'Run this again later. If it stays so, ask the service for the document.';

const attestation: NoticeFile = {
	type: 'attestation',
	numero: 'A-1',
	reference: 'AL-1',
	url: URL_1,
};

const client = async (): Promise<ServiceClient> =>
	await Promise.resolve({
		environment: 'test',
		origin: ORIGIN,
		call: async () => await Promise.reject(new Error('the interface is not called for a file')),
	});

const downloadsOf = (files: FakeFiles, options: DownloadOptions = {}) =>
	new Downloads(files.context, client, options);

async function download(files: FakeFiles, options: DownloadOptions = {}, url: unknown = URL_1) {
	return await downloadsOf(files, options).get({ ...attestation, url });
}

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Gives what it has and stays open. */
function open(...pieces: readonly Buffer[]): Readable {
	const body = new Readable({ read() {} });
	for (const piece of pieces) body.push(piece);
	return body;
}

async function refusalOf(
	pages: Record<string, Page>,
	options: DownloadOptions = {},
	url?: unknown,
) {
	const files = new FakeFiles(pages);
	const failure: unknown = await download(files, options, url ?? URL_1).catch(
		(thrown: unknown) => thrown,
	);
	expect(files.stored).toEqual([]);
	return { files, failure, ...explain(failure) };
}

function throwing(error: unknown): Page {
	return () => {
		throw error;
	};
}

/** Pieces with a pause before each; it stands still after the last one. */
function slow(pieces: readonly Buffer[], pauseMs: number): Readable {
	const left = [...pieces];
	return new Readable({
		read() {
			setTimeout(() => {
				const piece = left.shift();
				if (piece) this.push(piece);
			}, pauseMs);
		},
	});
}

describe('a document', () => {
	test('is asked for without keys, as a stream that can be given up', async () => {
		const files = new FakeFiles({ [URL_1]: page(pdf()) });
		expect(await download(files)).toMatchObject({
			fileName: 'attestation_AL-1_A-1.pdf',
			mimeType: 'application/pdf',
		});
		expect(files.asked).toEqual([
			{
				method: 'GET',
				url: URL_1,
				headers: { Accept: 'application/pdf, */*;q=0.5' },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 30_000,
				abortSignal: expect.any(AbortSignal) as AbortSignal,
			},
		]);
	});

	test.each([
		[100, false],
		[1_023, false],
		[1_025, true],
		[3 * MEGABYTE, true],
	])('of %i bytes is stored whole; as a stream: %p', async (bytes, streamed) => {
		const content = pdf(bytes);
		const pieces: Buffer[] = [];
		for (let at = 0; at < bytes; at += 50_000) pieces.push(content.subarray(at, at + 50_000));
		const files = new FakeFiles({ [URL_1]: page(pieces) });
		const { data } = await download(files);
		expect(Buffer.from(data, 'base64').equals(content)).toBe(true);
		expect(files.stored[0]).toMatchObject({ bytes, streamed });
	});

	test('that comes as text or bytes of another kind is stored as its bytes', async () => {
		const files = new FakeFiles({ [URL_1]: page(['%PDF-', new Uint8Array([49, 50]), 3]) });
		expect(Buffer.from((await download(files)).data, 'base64').toString()).toBe('%PDF-123');
	});

	test('whose mark comes late in its first kilobyte is one', async () => {
		const late = Buffer.concat([Buffer.alloc(900, ' '), pdf()]);
		const files = new FakeFiles({ [URL_1]: page([...late].map((byte) => Buffer.of(byte))) });
		await download(files);
		expect(files.stored[0]?.bytes).toBe(1_000);
	});
});

describe('redirects', () => {
	test.each([301, 302, 303, 307, 308])('are followed with HTTP %i', async (status) => {
		const files = new FakeFiles({
			[URL_1]: movedTo('b.pdf', status),
			'https://files.example/b.pdf': movedTo('https://other.example/c.pdf', status),
			'https://other.example/c.pdf': page(pdf()),
		});
		await download(files);
		expect(files.asked.map(({ url }) => url)).toHaveLength(3);
		expect(files.isCut(0)).toBe(true);
	});

	test('a connection that breaks after it redirected ends nothing', async () => {
		const body = new Readable({ read() {} });
		const files = new FakeFiles({
			[URL_1]: (request) => {
				setTimeout(() => body.destroy(new Error('cut')), 1);
				return movedToWith(body)(request);
			},
			'https://files.example/b.pdf': page(slow([pdf()], 10).take(1)),
		});
		await download(files);
		expect(files.stored).toHaveLength(1);
	});
	const movedToWith = (body: Readable) =>
		page(body, { status: 302, headers: { location: 'b.pdf' } });

	test('end after five', async () => {
		const { files, message, fix, failure } = await refusalOf({ [URL_1]: movedTo(URL_1) });
		expect(files.asked).toHaveLength(6);
		expect(message).toBe('The link to the attestation A-1 of AL-1 redirects more than 5 times.');
		expect(fix).toBe(LATER);
		expect(failure).toBeInstanceOf(FileRefusal);
	});

	test.each([
		['http://other.example/c.pdf', 'an address that is not encrypted (http://other.example)'],
		['https://127.0.0.1/c.pdf', 'an address inside a network (127.0.0.1)'],
		['http://127.0.0.1:5679/c.pdf', 'an address that is not encrypted (http://127.0.0.1:5679)'],
		[['b.pdf'], 'without saying where to'],
	])('to %p are refused, with the host that redirected', async (location, why) => {
		const { message, fix } = await refusalOf({ [URL_1]: movedTo(location) });
		expect(message).toContain('The link to the attestation A-1 of AL-1 (files.example) redirects');
		expect(message).toContain(why);
		expect(message).not.toContain('demo-link-key');
		expect(fix).toBe('Ask the service for the document.');
	});
});

describe('what is no document', () => {
	test.each<[string, Page, string]>([
		['a web page', page(Buffer.from('<h1>Fermé</h1>')), 'gave a web page ("Fermé")'],
		['nothing', page([]), 'gave nothing'],
		[
			'a type of its own',
			page(Buffer.from('PK..'), { headers: { 'content-type': ['application/zip'] } }),
			'gave a file that is no PDF',
		],
		['a refusal', page(pdf(), { status: 404 }), 'answered HTTP 404 with a file that is no PDF'],
		['a kilobyte of something', page(open(Buffer.alloc(1_024, 'x'))), 'gave a file that is no PDF'],
	])('%s is told', async (_what, reply, told) => {
		const { message, files, failure, httpCode } = await refusalOf({ [URL_1]: reply });
		expect(message).toBe(
			`The link to the attestation A-1 of AL-1 (files.example) ${told} instead of a PDF.`,
		);
		expect(failure).toBeInstanceOf(FileRefusal);
		expect(httpCode).toBe(message.includes('404') ? '404' : '502');
		expect(files.asked).toHaveLength(1);
	});

	test.each(['', ' ', undefined, 7])('the link %p is refused without a request', async (url) => {
		const files = new FakeFiles({});
		const failure: unknown = await download(files, {}, url ?? null).catch((e: unknown) => e);
		expect(explain(failure).message).toBe('The link to the attestation A-1 of AL-1 is empty.');
		expect(files.asked).toEqual([]);
	});

	test('a link to this machine is followed only at the origin of the Base URL', async () => {
		const here = `${ORIGIN}/a.pdf`;
		const files = new FakeFiles({ [here]: page(pdf()) });
		await download(files, {}, here);
		expect(files.stored).toHaveLength(1);
		for (const other of ['http://127.0.0.1:5679/a.pdf', 'https://127.0.0.1:5678/a.pdf']) {
			await expect(download(files, {}, other)).rejects.toBeInstanceOf(FileRefusal);
		}
		expect(files.asked).toHaveLength(1);
	});

	test.each([
		undefined,
		{ statusCode: 200, headers: {}, body: '%PDF-' },
		{ body: {} },
		{ body: null },
	])('an answer that cannot be read is told: %p', async (answer) => {
		const { message } = await refusalOf({ [URL_1]: () => answer });
		expect(message).toBe('The answer to the link of the attestation A-1 of AL-1 cannot be read.');
	});
});

describe('a document that is too large', () => {
	test.each([
		[50 * MEGABYTE, false],
		[50 * MEGABYTE + 1, true],
	])('is refused by the %d bytes that it announces: %p', async (bytes, refused) => {
		const files = new FakeFiles({
			[URL_1]: page(pdf(), { headers: { 'content-length': String(bytes) } }),
		});
		const failure: unknown = await download(files).catch((error: unknown) => error);
		expect(files.stored).toHaveLength(refused ? 0 : 1);
		if (!refused) return;
		expect(explain(failure)).toMatchObject({
			message: 'The attestation A-1 of AL-1 is larger than 50 MB.',
			fix: 'Download it outside n8n; Document > Get Many gives its link.',
		});
		expect(files.isCut()).toBe(true);
	});

	test.each([
		['before it is handed over', 100_000],
		['while it is stored', 500_000],
	])('is ended at the limit when it announces nothing, %s', async (_when, maxBytes) => {
		const pieces = Array.from({ length: 20 }, (_, at) =>
			at === 0 ? pdf(50_000) : Buffer.alloc(50_000),
		);
		const { message, files } = await refusalOf({ [URL_1]: page(pieces) }, { maxBytes });
		expect(message).toBe('The attestation A-1 of AL-1 is larger than 50 MB.');
		expect(files.isCut()).toBe(true);
	});
});

describe('a document that does not come', () => {
	test.each<[unknown, string, string]>([
		[{ code: 'ECONNREFUSED' }, 'files.example cannot be reached (ECONNREFUSED).', LATER],
		[{ syscall: 'connect' }, 'files.example cannot be reached (no connection).', LATER],
		[{ code: 'ECONNRESET' }, 'files.example stopped answering (ECONNRESET).', LATER],
		[new Error('?'), 'files.example stopped answering (no connection).', LATER],
		[
			new UserError('It is restricted'),
			'n8n did not send the call to files.example. It is restricted',
			'Ask the administrator of n8n to allow this host.',
		],
	])('because of %p: told with its host', async (error, told, advice) => {
		const { message, fix, failure } = await refusalOf({ [URL_1]: throwing(error) });
		expect(message).toBe(`The attestation A-1 of AL-1 could not be downloaded: ${told}`);
		expect(fix).toBe(advice);
		expect(failure).toBeInstanceOf(FileRefusal);
	});

	test.each([20, 400_000])('breaking off after %i bytes', async (bytes) => {
		const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		const body = () =>
			Readable.from(
				(async function* () {
					yield pdf(bytes);
					await Promise.resolve();
					throw broken;
				})(),
			);
		const { message } = await refusalOf({ [URL_1]: (request) => page(body())(request) });
		expect(message).toContain('files.example stopped answering (ECONNRESET)');
	});

	test.each([
		['standing still with its first byte', [], 1],
		['standing still after its beginning', [pdf(2_000)], 1],
		['standing still while it is stored', [pdf(300_000)], 1],
		['however it trickles', [pdf(20), ...Array.from({ length: 99 }, () => Buffer.of(1))], 20],
	])('because it takes too long in all, %s', async (_when, pieces, pauseMs) => {
		const began = Date.now();
		const { message, files, httpCode, cause } = await refusalOf(
			{ [URL_1]: (request) => page(slow(pieces, pauseMs))(request) },
			{ timeoutMs: 7_000, fileMs: 150 },
		);
		expect(message).toBe('The attestation A-1 of AL-1 took longer than 5 minutes.');
		expect({ httpCode, cause }).toEqual({ httpCode: '503', cause: 'temporarily-unavailable' });
		expect(files.asked[0]?.timeout).toBe(7_000);
		expect(files.isCut()).toBe(true);
		expect(Date.now() - began).toBeGreaterThan(140);
		expect(Date.now() - began).toBeLessThan(2_000);
	});

	test.each([
		['before it is handed over', 20],
		['while it is stored', 300_000],
	])('given up %s, but ended as if it were whole, is no file', async (_when, bytes) => {
		const body = slow([pdf(bytes)], 1);
		const files = new FakeFiles({ [URL_1]: page(body) });
		files.whenCut = () => body.push(null);
		const failure: unknown = await download(files, { fileMs: 50 }).catch((e: unknown) => e);
		expect(explain(failure).message).toContain('took longer than 5 minutes');
		expect(files.stored).toEqual([]);
	});

	test('because it is lost while it is stored: not told as a full disk', async () => {
		const body = open(pdf(LARGE));
		const files = new FakeFiles({ [URL_1]: page(body) });
		files.storing = async () => {
			await pause(10);
			body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		};
		await expect(download(files)).rejects.toThrow('files.example stopped answering (ECONNRESET).');
	});

	test.each([
		[new Error('No space left'), 'No space left'],
		['disk full', 'disk full'],
	])(
		'because of the storage, whatever becomes of the connection afterwards: %p',
		async (thrown, told) => {
			const files = new FakeFiles({ [URL_1]: page(open(pdf(LARGE))) });
			let handed: unknown;
			files.storing = async (content) => {
				handed = content;
				return await Promise.reject(thrown as Error);
			};
			const failure: unknown = await download(files).catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(FileRefusal);
			expect(failure).toMatchObject({
				message: `n8n could not store the attestation A-1 of AL-1: ${told}`,
				advice: 'Check the binary data storage of the n8n server.',
			});
			expect(() => (handed as Readable).emit('error', new Error('lost'))).not.toThrow();
		},
	);
});

describe('a stop of the execution', () => {
	test('before the request: nothing is asked', async () => {
		const { failure, files } = await refusalOf({}, { signal: AbortSignal.abort() });
		expect(failure).toMatchObject({ kind: 'cancelled' });
		expect(files.asked).toEqual([]);
	});

	test('during the request', async () => {
		const stop = new AbortController();
		const { failure, files } = await refusalOf(
			{
				[URL_1]: () => {
					stop.abort();
					throw new Error('aborted');
				},
			},
			{ signal: stop.signal },
		);
		expect(failure).toMatchObject({ kind: 'cancelled' });
		expect(files.isCut()).toBe(true);
	});

	test.each([20, 300_000])('that ends it as if it were whole, after %i bytes', async (bytes) => {
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 30);
		const body = slow([pdf(bytes)], 1);
		const files = new FakeFiles({ [URL_1]: page(body) });
		files.whenCut = () => body.push(null);
		await expect(download(files, { signal: stop.signal })).rejects.toMatchObject({
			kind: 'cancelled',
		});
		expect(files.stored).toEqual([]);
	});
});

describe('each link is followed once', () => {
	test('for whoever asks for it, each with an answer of its own', async () => {
		const files = new FakeFiles({ [URL_1]: page(pdf()) });
		const all = downloadsOf(files);
		const [one, two] = await Promise.all([all.get(attestation), all.get({ ...attestation })]);
		expect(two).toEqual(one);
		expect(two).not.toBe(one);
		expect(files.asked).toHaveLength(1);
	});

	test('also an invoice that bills several notices, unless another newspaper uses its number', async () => {
		const files = new FakeFiles({ [URL_1]: page(pdf()), [OTHER]: page(pdf()) });
		const all = downloadsOf(files);
		for (const [reference, url] of [
			['AL-1', URL_1],
			['AL-2', URL_1],
			['AL-3', OTHER],
		] as const) {
			await all.get({ type: 'facture', numero: 'F-1', reference, url });
		}
		expect(files.asked).toHaveLength(2);
	});

	test.each<[string, Partial<NoticeFile>]>([
		['another notice', { reference: 'AL-2' }],
		['another type', { type: 'justificatif' }],
		['another link', { url: OTHER }],
		['another place among its kind', { rank: 2 }],
		['another number', { numero: 'A-2' }],
		['no number', { numero: undefined }],
	])('but %s is another document', async (_what, change) => {
		const files = new FakeFiles({ [URL_1]: [page(pdf()), page(pdf())], [OTHER]: page(pdf()) });
		const all = downloadsOf(files);
		await all.get(attestation);
		await all.get({ ...attestation, ...change });
		expect(files.asked).toHaveLength(2);
	});
});

describe('many downloads', () => {
	const many = (count: number): NoticeFile[] =>
		Array.from({ length: count }, (_, at) => ({
			...attestation,
			url: `https://files.example/${at}.pdf`,
		}));
	const pagesOf = (files: readonly NoticeFile[], reply: () => Page) =>
		Object.fromEntries(files.map(({ url }) => [String(url), reply()]));

	test.each([false, true])('come three at once; failing: %p', async (failing) => {
		let running = 0;
		let most = 0;
		const slowly: Page = async (request) => {
			most = Math.max(most, ++running);
			await pause(2);
			running--;
			return page(pdf(), { status: failing ? 410 : 200 })(request);
		};
		const wanted = many(20);
		const host = new FakeFiles(pagesOf(wanted, () => slowly));
		const all = downloadsOf(host);
		await Promise.allSettled(wanted.map(async (file) => await all.get(file)));
		expect([host.asked.length, most, running]).toEqual([20, 3, 0]);
	});

	test('are not begun any more after a stop; what is under way is finished', async () => {
		const wanted = many(5);
		const all = downloadsOf(new FakeFiles(pagesOf(wanted, () => page(pdf()))));
		const outcomes = wanted.map(
			async (file) =>
				await all.get(file).then(
					() => 'had',
					({ kind }: { kind: string }) => kind,
				),
		);
		all.stop();
		expect(await Promise.all(outcomes)).toEqual([
			...['had', 'had', 'had'],
			...['notStarted', 'notStarted'],
		]);
	});
});

describe('the documents of an answer', () => {
	test('are files in their order, each with its place among those of its kind', () => {
		const documents = [
			{ type: 'attestation', numero: 7, url: URL_1 },
			null,
			{ type: 'attestation', numero: '7 ', url: OTHER },
			{ type: 'justificatif', numero: '', url: URL_1 },
			{ numero: 'X', url: OTHER },
			{ type: 'justificatif' },
		];
		expect(filesOf(documents, 'AL-1')).toEqual([
			{ type: 'attestation', numero: '7', reference: 'AL-1', rank: 1, url: URL_1 },
			{ type: 'attestation', numero: '7', reference: 'AL-1', rank: 2, url: OTHER },
			{ type: 'justificatif', numero: undefined, reference: 'AL-1', rank: 1, url: URL_1 },
			{ type: 'document', numero: 'X', reference: 'AL-1', rank: 1, url: OTHER },
			{ type: 'justificatif', numero: undefined, reference: 'AL-1', rank: 2, url: undefined },
		]);
		expect(filesOf('kaputt', 'AL-1')).toEqual([]);
	});

	test.each([
		[undefined, 'justificatif of AL-1'],
		[1, 'justificatif of AL-1'],
		[2, 'justificatif no. 2 of AL-1'],
	])('at the place %p are called by it: "%s"', async (rank, name) => {
		const proof = { type: 'justificatif', numero: undefined, reference: 'AL-1', url: '', rank };
		await expect(downloadsOf(new FakeFiles({})).get(proof)).rejects.toThrow(
			`The link to the ${name} is empty.`,
		);
	});
});
