import { Readable } from 'node:stream';

import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import { FileBody } from '../../../nodes/LegalNotice/transport/fileBody.ts';
import { downloadPdf, type DownloadOptions } from '../../../nodes/LegalNotice/transport/files.ts';
import { FakeFiles, page, pdf } from './fakeFiles.mts';

const URL_1 = 'https://files.example/a.pdf';
/** More than what is handed over whole. */
const LARGE = 300_000;

const hostOf = (body: Readable) => new FakeFiles({ [URL_1]: page(body) });

async function download(files: FakeFiles, options: DownloadOptions = {}) {
	return await downloadPdf(
		files.context,
		{ url: URL_1, label: 'facture F-1', fileName: 'f.pdf' },
		options,
	);
}

async function told(files: FakeFiles, options: DownloadOptions = {}) {
	const failure: unknown = await download(files, options).catch((thrown: unknown) => thrown);
	return explain(failure);
}

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Gives what it has and stays open. */
function open(...pieces: readonly Buffer[]): Readable {
	const body = new Readable({ read() {} });
	for (const piece of pieces) body.push(piece);
	return body;
}

test('a large document that was stored leaves nothing to be given up', async () => {
	const files = hostOf(Readable.from([pdf(LARGE), pdf(LARGE)]));
	await download(files);
	expect(files.stored).toMatchObject([{ bytes: 2 * LARGE, streamed: true }]);
	expect(files.isCut()).toBe(false);
});

test('a connection lost while the document is stored is told as that, not as a full disk', async () => {
	const body = open(pdf(LARGE));
	const files = hostOf(body);
	files.storing = async () => {
		await pause(10);
		body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
	};
	const { message } = await told(files);
	expect(message).toBe(
		'The facture F-1 could not be downloaded: files.example stopped answering (ECONNRESET).',
	);
});

test('a connection lost after n8n gave up storing ends nothing', async () => {
	const files = hostOf(open(pdf(LARGE)));
	let handed: unknown;
	files.storing = async (content) => {
		handed = content;
		return await Promise.reject(new Error('disk full'));
	};
	expect((await told(files)).message).toBe('n8n could not store the facture F-1: disk full');
	expect(handed).toBeInstanceOf(Readable);
	const stream = handed as Readable;
	expect(() => stream.emit('error', new Error('lost'))).not.toThrow();
});

test('a storage that is slow and then fails is told as that, not as a silent host', async () => {
	const files = hostOf(Readable.from([pdf()]));
	files.storing = async () => {
		await pause(450);
		throw new Error('disk full');
	};
	const { message } = await told(files, { timeoutMs: 50 });
	expect(message).toBe('n8n could not store the facture F-1: disk full');
});

test('what is no document is told by its first kilobyte, without waiting for more', async () => {
	const files = hostOf(open(Buffer.alloc(1_024, 'x')));
	const { message } = await told(files, { timeoutMs: 100 });
	expect(message).toBe(
		'The link to the facture F-1 (files.example) gave a file that is no PDF instead of a PDF.',
	);
});

test('a document that keeps coming is given up when it takes too long in all', async () => {
	const slowly = async function* () {
		for (let piece = 0; piece < 40; piece++) {
			yield pdf(20);
			await pause(20);
		}
	};
	const files = hostOf(Readable.from(slowly()));
	const { message, httpCode, cause } = await told(files, { timeoutMs: 5_000, totalMs: 300 });
	expect(message).toContain('files.example stopped answering (ETIMEDOUT)');
	expect({ httpCode, cause }).toEqual({ httpCode: '503', cause: 'temporarily-unavailable' });
	expect(files.stored).toEqual([]);
});

test('a stream that cannot be handed on is an answer of another than the service', async () => {
	const files = hostOf(Object.assign(Readable.from([pdf(LARGE)]), { compose: () => null }));
	const { message, httpCode } = await told(files);
	expect(message).toContain('files.example gave no answer');
	expect(httpCode).toBe('502');
});

test.each([
	['no stream', { iterator: 'none', destroy() {} }],
	['what cannot be ended', { iterator() {} }],
])('an answer whose body is %s cannot be read', async (_what, body) => {
	const files = new FakeFiles({ [URL_1]: () => ({ statusCode: 200, headers: {}, body }) });
	const { message } = await told(files);
	expect(message).toBe('The answer to the link of the facture F-1 cannot be read.');
});

test('a body that was given up is not looked after any more', async () => {
	let cuts = 0;
	const body = new FileBody(
		open(pdf()),
		{ maxBytes: LARGE, stallMs: 50, totalMs: 50 },
		() => new Error('too large'),
		() => void cuts++,
	);
	body.end();
	await pause(450);
	expect(cuts).toBe(1);
	expect(body.failure).toBeUndefined();
});
