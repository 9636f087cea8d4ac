/** What no real connection brings about at will: exact bounds, bad moments, links requested twice. The rest: test/engine/files.test.mts. */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { explain, fullText } from '../../../nodes/LegalNotice/errors/words.ts';
import { Downloads, type DownloadOptions } from '../../../nodes/LegalNotice/notices/downloads.ts';
import { filesOf, type NoticeFile } from '../../../nodes/LegalNotice/notices/files.ts';
import { Stop } from '../../../nodes/LegalNotice/errors/failures.ts';
import { UserError } from '../transport/n8nErrors.mts';
import { shortPausesForTests } from '../../engine/time.mts';

shortPausesForTests();

const LINK = 'https://files.example/a.pdf?cle=demo-link-key';
const OTHER = 'https://files.example/other.pdf';
const MAX_BYTES = 50 * 1_048_576;
/** More than the beginning that is looked at. */
const LARGE = 300_000;

const attestation = { type: 'attestation', numero: 'A-1', reference: 'AL-1', url: LINK };
const pdf = (bytes = 100) =>
	Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 'x')]);
const reset = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

/** What a host answers to one request. */
type Page = () => unknown;
const page =
	(pieces: Readable | readonly unknown[], statusCode = 200, headers: object = {}): Page =>
	() => ({
		statusCode,
		headers,
		body: pieces instanceof Readable ? pieces : Readable.from(pieces),
	});
const movedTo = (location: unknown, status = 302) => page([], status, { location });
const throwing = (error: unknown): Page => {
	return () => {
		throw error;
	};
};
/** Gives what it has and stays open. */
function open(...pieces: readonly Buffer[]): Readable {
	const body = new Readable({ read() {} });
	for (const piece of pieces) body.push(piece);
	return body;
}

/** Hosts of documents and n8n's storage, in memory. */
function downloadsFrom(
	pages: Record<string, Page>,
	options: DownloadOptions = {},
	cut?: () => void,
	storing?: () => Promise<void>,
) {
	const asked: string[] = [];
	const stored: Buffer[] = [];
	const helpers = {
		httpRequest: async ({ url, abortSignal }: IHttpRequestOptions) => {
			asked.push(url);
			(abortSignal as AbortSignal).addEventListener('abort', () => cut?.());
			return await Promise.resolve(pages[url]?.());
		},
		prepareBinaryData: async (content: Buffer, fileName: string) => {
			await storing?.();
			stored.push(content);
			return { data: '', mimeType: 'application/pdf', fileName };
		},
	};
	const call = async () => await Promise.reject(new Error('not called for a file'));
	const client = async () => await Promise.resolve({ environment: 'test' as const, call });
	const downloads = new Downloads({ helpers } as never, client, options);
	const get = async (file: NoticeFile) => {
		const { binary, lacking } = await downloads.fetch([{ file, field: 'data' }], false);
		if (lacking[0]) throw lacking[0].failure;
		return binary.data;
	};
	const failure = async (file: NoticeFile = attestation): Promise<unknown> => {
		const thrown: unknown = await get(file).catch((error: unknown) => error);
		expect(stored).toEqual([]);
		return thrown;
	};
	return { asked, stored, downloads, get, failure };
}

test('redirects of every kind are followed, up to five times', async () => {
	const link = (number: number) => `https://files.example/${number}`;
	const statuses = [301, 302, 303, 307, 308];
	const pages = Object.fromEntries(
		statuses.map((status, at) => [link(at), movedTo(`/${at + 1}`, status)]),
	);
	const file = { ...attestation, url: link(0) };
	const good = downloadsFrom({ ...pages, [link(5)]: page([pdf()]) });
	await good.get(file);
	expect(good.asked).toEqual([0, 1, 2, 3, 4, 5].map(link));
	const bad = downloadsFrom({ ...pages, [link(5)]: movedTo(link(6)) });
	expect(fullText(await bad.failure(file))).toMatch(
		/A-1 of AL-1 redirects more than 5 times\. Run/,
	);
});

test('a connection that breaks after it redirected stops nothing', async () => {
	const body = open();
	const { stored, get } = downloadsFrom({
		[LINK]: page(body, 302, { location: OTHER }),
		[OTHER]: async () => {
			body.destroy(reset());
			await new Promise((resolve) => setTimeout(resolve, 5));
			return page([pdf()])();
		},
	});
	await get(attestation);
	expect(stored).toHaveLength(1);
});

const announcing = (bytes: number) => page([pdf()], 200, { 'content-length': String(bytes) });
const zip = (status: number) => page(['PK..'], status, { 'content-type': ['application/zip'] });
const unreadable = /^The answer to the link of the attestation A-1 of AL-1 cannot be read\. Run/;
test.each<[Page, RegExp, string?]>([
	[movedTo('https://127.0.0.1/c.pdf'), /\(files\.example\) redirects to .* \(127\.0\.0\.1\), not/],
	[zip(200), /A-1 of AL-1 \(files\.example\) gave a file .* instead of a PDF\. Run/, '502'],
	[zip(429), /answered HTTP 429 with a file .* PDF\. .*Try again later\./, '429'],
	[zip(404), /A-1 of AL-1 \(files\.example\) answered HTTP 404 with a file .* PDF\. Run/, '404'],
	[() => undefined, unreadable],
	[() => ({ statusCode: 200, headers: {}, body: '%PDF-' }), unreadable],
	[announcing(MAX_BYTES + 1), /A-1 of AL-1 is larger than 50 MB\. .* gives its link\.$/],
	[throwing({ code: 'ECONNREFUSED' }), /: files\.example cannot be reached \(ECONNREFUSED\)\. Run/],
	[throwing({ syscall: 'connect' }), /: files\.example cannot be reached \(no connection\)\./],
	[
		throwing(new UserError('Restricted.')),
		/: n8n did not send the call to files\.example\. Restricted\. Ask the administrator/,
	],
])('file %# is not downloaded, and no error shows the key in its link', async (...row) => {
	const [answer, sentence, httpCode] = row;
	const { failure, asked } = downloadsFrom({ [LINK]: answer });
	const thrown = await failure();
	expect(thrown).toBeInstanceOf(Stop);
	expect(fullText(thrown)).toMatch(sentence);
	expect(fullText(thrown)).not.toContain('demo-link-key');
	if (httpCode) expect(explain(thrown)).toMatchObject({ httpCode });
	// What is lost on its way is sent for twice more.
	const isLost = /reached|Try again later/.test(String(sentence));
	expect(asked).toEqual(isLost ? [LINK, LINK, LINK] : [LINK]);
});

test('a notice gives fifty files, whatever it lists, and another notice as many again', async () => {
	const link = (number: number) => `https://files.example/${number}`;
	const pages = Object.fromEntries(
		Array.from({ length: 60 }, (_, at) => [link(at), page([pdf()])]),
	);
	const { get, asked } = downloadsFrom(pages);
	const all = await Promise.allSettled(
		Object.keys(pages).map(async (url) => await get({ ...attestation, url })),
	);
	expect(asked).toHaveLength(50);
	expect(fullText((all[59] as PromiseRejectedResult).reason)).toBe(
		'The attestation A-1 of AL-1 is not downloaded: its notice has more than 50 files. Download it outside n8n; Document > Get Many gives its link.',
	);
	await get({ ...attestation, reference: 'AL-2', url: link(59) });
	expect(asked).toHaveLength(51);
});

test('a host that answers nothing is not waited for again with each of many files', async () => {
	const link = (number: number) => `https://files.example/${number}`;
	const pages = Object.fromEntries(
		Array.from({ length: 30 }, (_, at) => [link(at), throwing({ code: 'ECONNREFUSED' })]),
	);
	const { get, asked } = downloadsFrom(pages);
	await Promise.allSettled(
		Object.keys(pages).map(async (url) => await get({ ...attestation, url })),
	);
	expect(asked.length).toBeLessThanOrEqual(36);
});

test('a file that is lost on its way, or refused by a busy server, is sent for again', async () => {
	const answers = [throwing(reset()), page(['<p>busy</p>'], 503), page([pdf()])];
	const { get, asked, stored } = downloadsFrom({ [LINK]: () => answers.shift()?.() });
	await get(attestation);
	expect([asked.length, stored]).toEqual([3, [pdf()]]);
});

test.each([100, LARGE])(
	'a document of which %i bytes came until it was given up counts as no file, even if it ends like a whole one',
	async (bytes) => {
		const given = async (options: DownloadOptions) => {
			const body = open(pdf(bytes));
			return await downloadsFrom({ [LINK]: page(body) }, options, () => body.push(null)).failure();
		};
		expect(explain(await given({ fileMs: 30 }))).toMatchObject({
			message: 'The attestation A-1 of AL-1 took longer than 5 minutes.',
			httpCode: '503',
		});
		expect(await given({ signal: AbortSignal.timeout(30) })).toMatchObject({
			kind: 'executionStopped',
		});
	},
);

test('a connection that is lost before the document is stored is not reported as a full disk', async () => {
	const breaking = async function* () {
		yield pdf(LARGE);
		await Promise.resolve();
		throw reset();
	};
	const { failure } = downloadsFrom({ [LINK]: page(Readable.from(breaking())) });
	expect(String(await failure())).toContain('files.example stopped answering (ECONNRESET).');
});

test('a file that does not begin in time names the option', async () => {
	const late = Object.assign(new Error('timeout of 30000ms exceeded'), { code: 'ECONNABORTED' });
	const { failure } = downloadsFrom({ [LINK]: throwing(late) });
	expect(await failure()).toMatchObject({
		message: expect.stringContaining('files.example did not answer in time') as string,
		advice: "Raise the option 'Timeout', or run this again later.",
	});
});

test.each([new Error('disk full'), 'disk full'])('a full disk is reported: %p', async (thrown) => {
	const storing = async () => await Promise.reject(thrown as Error);
	const { failure } = downloadsFrom({ [LINK]: page([pdf(LARGE)]) }, {}, undefined, storing);
	expect(await failure()).toMatchObject({
		message: 'n8n could not store the attestation A-1 of AL-1: disk full',
		advice: 'Check the binary data storage of the n8n server.',
	});
});

test('an execution that is stopped requests nothing more', async () => {
	const { asked, failure } = downloadsFrom({}, { signal: AbortSignal.abort() });
	expect(await failure()).toMatchObject({ kind: 'executionStopped' });
	expect(asked).toEqual([]);
});

test('the documents of an answer are files in their order, each with its place among those of its kind', () => {
	const documents = [
		{ type: 'attestation', numero: 7, url: LINK },
		null,
		{ type: 'attestation', numero: '7 ', url: OTHER },
		{ type: 'justificatif', numero: '', url: LINK },
		{ numero: 'X', url: OTHER },
		{ type: 'justificatif' },
	];
	const reference = 'AL-1';
	expect(filesOf(documents, reference, 'documents')).toMatchObject([
		{ type: 'attestation', numero: '7', reference, rank: 1, url: LINK },
		{ type: 'attestation', numero: '7', reference, rank: 2, url: OTHER },
		{ type: 'justificatif', numero: undefined, reference, rank: 1, url: LINK },
		{ type: 'document', numero: 'X', reference, rank: 1, url: OTHER },
		{ type: 'justificatif', numero: undefined, reference, rank: 2, url: undefined },
	]);
	expect(filesOf('kaputt', reference, 'documents')).toEqual([]);
});

test('a second document of its kind is named as the second', async () => {
	const proof = { type: 'justificatif', numero: undefined, reference: 'AL-1', url: '', rank: 2 };
	const { failure } = downloadsFrom({});
	expect(fullText(await failure(proof))).toContain('to the justificatif no. 2 of AL-1 is empty.');
});
