/** What no real connection brings about at will: exact bounds, bad moments, links asked for twice. The rest: test/engine/files.test.mts. */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import {
	Downloads,
	FileRefusal,
	filesOf,
	type DownloadOptions,
	type NoticeFile,
} from '../../../nodes/LegalNotice/transport/files.ts';
import { UserError } from './n8nErrors.mts';

const LINK = 'https://files.example/a.pdf?cle=demo-link-key';
const OTHER = 'https://files.example/other.pdf';
const MAX_BYTES = 50 * 1_048_576;
/** More than the beginning that is looked at. */
const LARGE = 300_000;
const LATER = 'Run this again later. If it stays so, ask the service for the document.';

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

interface Moments {
	/** When the connection is given up. */
	cut?: () => void;
	storing?: (content: unknown) => Promise<void>;
}

/** Hosts of documents and n8n's storage, in memory. */
function downloadsFrom(
	pages: Record<string, Page>,
	options: DownloadOptions = {},
	moments: Moments = {},
) {
	const asked: string[] = [];
	const stored: Array<{ content: Buffer; streamed: boolean }> = [];
	const helpers = {
		httpRequest: async ({ url, abortSignal }: IHttpRequestOptions) => {
			asked.push(url);
			(abortSignal as AbortSignal).addEventListener('abort', () => moments.cut?.());
			return await Promise.resolve(pages[url]?.());
		},
		prepareBinaryData: async (content: Buffer | Readable, fileName: string) => {
			await moments.storing?.(content);
			const streamed = !Buffer.isBuffer(content);
			const pieces = streamed ? ((await content.toArray()) as Buffer[]) : [content];
			stored.push({ content: Buffer.concat(pieces), streamed });
			return { data: '', mimeType: 'application/pdf', fileName };
		},
	};
	const call = async () => await Promise.reject(new Error('not called for a file'));
	const client = async () => await Promise.resolve({ environment: 'test' as const, call });
	const downloads = new Downloads({ helpers } as never, client, options);
	const failure = async (file: NoticeFile = attestation): Promise<unknown> => {
		const thrown: unknown = await downloads.get(file).catch((error: unknown) => error);
		expect(stored).toEqual([]);
		return thrown;
	};
	return { asked, stored, downloads, failure };
}

test.each([
	[1_023, false],
	[1_024, true],
	[2_000, true],
])('a document of %i bytes is stored whole; as a stream: %p', async (bytes, streamed) => {
	const content = pdf(bytes);
	const pieces = [0, 700, 1_400].map((at) => content.subarray(at, at + 700));
	const { stored, downloads } = downloadsFrom({ [LINK]: page(pieces) });
	expect(await downloads.get(attestation)).toMatchObject({ fileName: 'attestation_AL-1_A-1.pdf' });
	expect(stored).toEqual([{ content, streamed }]);
});

test('a document that comes as text, or as bytes of another kind, is stored as its bytes', async () => {
	const pieces = ['%PDF-', new Uint8Array([49, 50]), 3];
	const answer = () => ({ statusCode: 200, body: Readable.from(pieces) });
	const { stored, downloads } = downloadsFrom({ [LINK]: answer });
	await downloads.get(attestation);
	expect(stored[0]?.content.toString()).toBe('%PDF-123');
});

describe('redirects', () => {
	test.each([301, 302, 303, 307, 308])('are followed with HTTP %i, five times', async (status) => {
		const link = (number: number) => `https://files.example/${number}`;
		const pages = Object.fromEntries(
			[0, 1, 2, 3, 4].map((number) => [link(number), movedTo(`/${number + 1}`, status)] as const),
		);
		const good = downloadsFrom({ ...pages, [link(5)]: page([pdf()]) });
		await good.downloads.get({ ...attestation, url: link(0) });
		expect(good.asked).toEqual([0, 1, 2, 3, 4, 5].map(link));
		const bad = downloadsFrom({ ...pages, [link(5)]: movedTo(link(6), status) });
		expect(explain(await bad.failure({ ...attestation, url: link(0) }))).toMatchObject({
			message: 'The link to the attestation A-1 of AL-1 redirects more than 5 times.',
			fix: LATER,
		});
	});

	test('to what is no public address are refused, with the host that redirected and without a key', async () => {
		const { failure, asked } = downloadsFrom({ [LINK]: movedTo('https://127.0.0.1/c.pdf') });
		expect(explain(await failure())).toMatchObject({
			message:
				'The link to the attestation A-1 of AL-1 (files.example) redirects to an address inside a network (127.0.0.1), not a public host name.',
			fix: 'Ask the service for the document.',
		});
		expect(asked).toEqual([LINK]);
	});

	test('a connection that breaks after it redirected ends nothing', async () => {
		const body = open();
		const { stored, downloads } = downloadsFrom({
			[LINK]: page(body, 302, { location: OTHER }),
			[OTHER]: async () => {
				body.destroy(reset());
				await new Promise((resolve) => setTimeout(resolve, 5));
				return page([pdf()])();
			},
		});
		await downloads.get(attestation);
		expect(stored).toHaveLength(1);
	});
});

test.each([
	[200, 'gave', '502'],
	[404, 'answered HTTP 404 with', '404'],
])('what comes with HTTP %i instead of a PDF is reported', async (status, verb, httpCode) => {
	const headers = { 'content-type': ['application/zip'] };
	const { failure } = downloadsFrom({ [LINK]: page(['PK..'], status, headers) });
	expect(explain(await failure())).toMatchObject({
		message: `The link to the attestation A-1 of AL-1 (files.example) ${verb} a file that is no PDF instead of a PDF.`,
		httpCode,
	});
});

test.each([undefined, { body: null }, { statusCode: 200, headers: {}, body: '%PDF-' }])(
	'an answer that cannot be read is reported: %p',
	async (answer) => {
		const { failure } = downloadsFrom({ [LINK]: () => answer });
		expect(explain(await failure()).message).toBe(
			'The answer to the link of the attestation A-1 of AL-1 cannot be read.',
		);
	},
);

test('a document is refused by the size that it announces from one byte above 50 MB', async () => {
	const announcing = (bytes: number) =>
		downloadsFrom({ [LINK]: page([pdf()], 200, { 'content-length': String(bytes) }) });
	await announcing(MAX_BYTES).downloads.get(attestation);
	expect(explain(await announcing(MAX_BYTES + 1).failure())).toMatchObject({
		message: 'The attestation A-1 of AL-1 is larger than 50 MB.',
		fix: 'Download it outside n8n; Document > Get Many gives its link.',
	});
});

test.each<[unknown, string, string]>([
	[{ code: 'ECONNREFUSED' }, 'files.example cannot be reached (ECONNREFUSED).', LATER],
	[{ syscall: 'connect' }, 'files.example cannot be reached (no connection).', LATER],
	[{ code: 'ECONNRESET' }, 'files.example stopped answering (ECONNRESET).', LATER],
	[
		new UserError('It is restricted'),
		'n8n did not send the call to files.example. It is restricted',
		'Ask the administrator of n8n to allow this host.',
	],
])(
	'a connection that comes to nothing by %p is reported with its host',
	async (error, why, fix) => {
		const failure = await downloadsFrom({ [LINK]: throwing(error) }).failure();
		expect(failure).toBeInstanceOf(FileRefusal);
		const message = `The attestation A-1 of AL-1 could not be downloaded: ${why}`;
		expect(explain(failure)).toMatchObject({ message, fix });
	},
);

test.each([100, LARGE])(
	'a document of which %i bytes came until it was given up is no file, even if it ends like a whole one',
	async (bytes) => {
		const body = open(pdf(bytes));
		const late = downloadsFrom(
			{ [LINK]: page(body) },
			{ fileMs: 30 },
			{ cut: () => body.push(null) },
		);
		expect(explain(await late.failure())).toMatchObject({
			message: 'The attestation A-1 of AL-1 took longer than 5 minutes.',
			httpCode: '503',
		});
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 30);
		const other = open(pdf(bytes));
		const stopped = downloadsFrom(
			{ [LINK]: page(other) },
			{ signal: stop.signal },
			{ cut: () => other.push(null) },
		);
		expect(await stopped.failure()).toMatchObject({ kind: 'cancelled' });
	},
);

test('a connection that is lost before or while the document is stored is not reported as a full disk', async () => {
	const told = 'files.example stopped answering (ECONNRESET).';
	const breaking = async function* () {
		yield pdf(LARGE);
		await Promise.resolve();
		throw reset();
	};
	const early = downloadsFrom({ [LINK]: page(Readable.from(breaking())) });
	expect(String(await early.failure())).toContain(told);
	const body = open(pdf(LARGE));
	const storing = async () => {
		await new Promise((resolve) => setTimeout(resolve, 10));
		body.destroy(reset());
	};
	const late = downloadsFrom({ [LINK]: page(body) }, {}, { storing });
	expect(String(await late.failure())).toContain(told);
});

test.each([new Error('disk full'), 'disk full'])(
	'a full disk is, whatever becomes of the connection afterwards: %p',
	async (thrown) => {
		let handed: unknown;
		const storing = async (content: unknown) => {
			handed = content;
			return await Promise.reject(thrown as Error);
		};
		const { failure } = downloadsFrom({ [LINK]: page(open(pdf(LARGE))) }, {}, { storing });
		expect(await failure()).toMatchObject({
			message: 'n8n could not store the attestation A-1 of AL-1: disk full',
			advice: 'Check the binary data storage of the n8n server.',
		});
		expect(() => (handed as Readable).emit('error', new Error('lost'))).not.toThrow();
	},
);

test('an execution that is stopped asks for nothing more, and says so instead of the failed request', async () => {
	const before = downloadsFrom({}, { signal: AbortSignal.abort() });
	expect(await before.failure()).toMatchObject({ kind: 'cancelled' });
	expect(before.asked).toEqual([]);
	const stop = new AbortController();
	const stopping = () => {
		stop.abort();
		throw new Error('aborted');
	};
	const during = downloadsFrom({ [LINK]: stopping }, { signal: stop.signal });
	expect(await during.failure()).toMatchObject({ kind: 'cancelled' });
});

test('after a stop no download is begun; those under way are finished', async () => {
	const files = [0, 1, 2, 3, 4].map((at) => ({
		...attestation,
		url: `https://files.example/${at}`,
	}));
	const pages = Object.fromEntries(files.map(({ url }) => [url, page([pdf()])]));
	const { downloads } = downloadsFrom(pages);
	const outcomes = files.map(async (file) => await downloads.get(file));
	downloads.stop();
	const kinds = (await Promise.allSettled(outcomes)).map((one) =>
		one.status === 'fulfilled' ? 'had' : (one.reason as { kind: string }).kind,
	);
	expect(kinds).toEqual(['had', 'had', 'had', 'notStarted', 'notStarted']);
});

test.each<[number, string, Partial<NoticeFile>, Partial<NoticeFile>]>([
	[1, 'the same notice', {}, {}],
	[1, 'an invoice of two notices', { type: 'facture' }, { type: 'facture', reference: 'AL-2' }],
	[2, 'another newspaper with that number', { type: 'facture' }, { type: 'facture', url: OTHER }],
	[2, 'another notice', {}, { reference: 'AL-2' }],
	[2, 'another type', {}, { type: 'justificatif' }],
	[2, 'another place among its kind', {}, { rank: 2 }],
	[2, 'no number', {}, { numero: undefined }],
])('a link is followed %i times for %s', async (times, _what, one, other) => {
	const { asked, downloads } = downloadsFrom({
		[LINK]: () => page([pdf()])(),
		[OTHER]: page([pdf()]),
	});
	const first = await downloads.get({ ...attestation, ...one });
	const second = await downloads.get({ ...attestation, ...other });
	expect(asked).toHaveLength(times);
	// Operations name the field of each item's own copy.
	expect(second).not.toBe(first);
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
	expect(filesOf(documents, reference)).toEqual([
		{ type: 'attestation', numero: '7', reference, rank: 1, url: LINK },
		{ type: 'attestation', numero: '7', reference, rank: 2, url: OTHER },
		{ type: 'justificatif', numero: undefined, reference, rank: 1, url: LINK },
		{ type: 'document', numero: 'X', reference, rank: 1, url: OTHER },
		{ type: 'justificatif', numero: undefined, reference, rank: 2, url: undefined },
	]);
	expect(filesOf('kaputt', reference)).toEqual([]);
});

test.each([
	[undefined, 'justificatif of AL-1'],
	[1, 'justificatif of AL-1'],
	[2, 'justificatif no. 2 of AL-1'],
])('a document at the place %p is called "%s"', async (rank, name) => {
	const proof = { type: 'justificatif', numero: undefined, reference: 'AL-1', url: '', rank };
	expect(explain(await downloadsFrom({}).failure(proof)).message).toBe(
		`The link to the ${name} is empty.`,
	);
});
