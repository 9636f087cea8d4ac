import type { IBinaryData, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { describeContent, isPdf } from '../domain/pdf';
import { readPdfLink } from '../domain/pdfLink';
import { isRecord } from './answer';
import { asThrown, connectionFailure, ServiceFailure } from './failures';
import { FileBody, isStream, type FileStream } from './fileBody';
import { FileRefusal } from './fileRefusal';

/** The part of an execution or a poll that downloads need. */
export interface FileContext {
	readonly helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
}

export interface PdfFile {
	/** The link as the service gave it. */
	readonly url: unknown;
	/** Names the document in a sentence: `attestation A-7 of AL-1`. */
	readonly label: string;
	/** With its extension; see `pdfFileName`. */
	readonly fileName: string;
}

export interface DownloadOptions {
	readonly signal?: AbortSignal | undefined;
	readonly maxBytes?: number;
	/** Milliseconds until the answer begins, and between two pieces of it. */
	readonly timeoutMs?: number;
	/** Milliseconds for the whole file. */
	readonly totalMs?: number;
}

const MAX_BYTES = 50 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const TOTAL_MS = 300_000;
const MAX_REDIRECTS = 5;
const LATER = 'Run this again later. If it stays so, ask the service for the document.';
const BY_HAND = 'Ask the service for the document.';

interface Opened {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly stream: FileStream;
	readonly url: URL;
}

/**
 * Fetches a document and stores it as n8n is set up to: in memory, on disk or elsewhere. The request carries no key
 * and no signature. Only a PDF is accepted, over https (http on this machine), up to 50 MB.
 *
 * @throws FileRefusal when something else came, ServiceFailure when the execution was stopped
 */
export async function downloadPdf(
	context: FileContext,
	file: PdfFile,
	options: DownloadOptions = {},
): Promise<IBinaryData> {
	const maxBytes = options.maxBytes ?? MAX_BYTES;
	const { stream, status, headers, url } = await open(context, file, options);
	const tooLarge = () =>
		new FileRefusal(
			`The ${file.label} is larger than ${Math.floor(maxBytes / 1_048_576)} MB.`,
			'Download it outside n8n; Document > Get Many gives its link.',
			false,
		);
	const body = new FileBody(
		stream,
		{
			maxBytes,
			stallMs: options.timeoutMs ?? TIMEOUT_MS,
			totalMs: options.totalMs ?? TOTAL_MS,
			signal: options.signal,
		},
		tooLarge,
	);
	try {
		if (Number(headers['content-length'] ?? 0) > maxBytes) throw asThrown(tooLarge());
		const start = await body.start();
		if (status !== 200 || !isPdf(start)) {
			const came = describeContent(start, textOf(headers['content-type']));
			const answered = status === 200 ? 'gave' : `answered HTTP ${status} with`;
			throw asThrown(
				new FileRefusal(
					`The link to the ${file.label} (${url.host}) ${answered} ${came} instead of a PDF.`,
					LATER,
					true,
					new ServiceFailure('notTheService', { status }),
				),
			);
		}
		return await store(context, file, await body.content());
	} catch (thrown) {
		throw asThrown(inWords(body.failure ?? thrown, file, url, options.signal));
	} finally {
		body.end();
	}
}

async function store(
	context: FileContext,
	file: PdfFile,
	content: Buffer | FileStream,
): Promise<IBinaryData> {
	try {
		return await context.helpers.prepareBinaryData(content, file.fileName, 'application/pdf');
	} catch (thrown) {
		const why = thrown instanceof Error ? thrown.message : String(thrown);
		throw asThrown(
			new FileRefusal(
				`n8n could not store the ${file.label}: ${why}`,
				'Check the binary data storage of the n8n server.',
				false,
			),
		);
	}
}

/** Follows redirects by hand, so that each address is checked before anything is sent to it. */
async function open(
	context: FileContext,
	file: PdfFile,
	options: DownloadOptions,
): Promise<Opened> {
	let next: unknown = file.url;
	let from: URL | undefined;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const link = readPdfLink(next, from);
		if (!link.ok) {
			const host = from ? ` (${from.host})` : '';
			throw new FileRefusal(`The link to the ${file.label}${host} ${link.reason}.`, BY_HAND, true);
		}
		const opened = await request(context, file, link.url, options);
		if (![301, 302, 303, 307, 308].includes(opened.status)) return opened;
		opened.stream.on('error', () => {});
		opened.stream.destroy();
		next = opened.headers.location;
		from = link.url;
	}
	throw new FileRefusal(
		`The link to the ${file.label} redirects more than ${MAX_REDIRECTS} times.`,
		LATER,
		true,
	);
}

async function request(
	context: FileContext,
	file: PdfFile,
	url: URL,
	{ signal, timeoutMs = TIMEOUT_MS }: DownloadOptions,
): Promise<Opened> {
	if (signal?.aborted) throw new ServiceFailure('cancelled');
	const wanted: IHttpRequestOptions = {
		method: 'GET',
		url: url.href,
		headers: { Accept: 'application/pdf, */*;q=0.5' },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
		...(signal ? { abortSignal: signal } : {}),
	};
	try {
		const answer: unknown = await context.helpers.httpRequest(wanted);
		if (!isRecord(answer) || !isStream(answer.body)) throw notReadable(file);
		const headers = isRecord(answer.headers) ? answer.headers : {};
		return { status: Number(answer.statusCode), headers, stream: answer.body, url };
	} catch (thrown) {
		throw asThrown(inWords(thrown, file, url, signal));
	}
}

function notReadable(file: PdfFile): FileRefusal {
	return new FileRefusal(
		`The answer to the link of the ${file.label} cannot be read.`,
		LATER,
		true,
	);
}

/** What the network or n8n's storage threw, as a sentence. */
function inWords(
	thrown: unknown,
	file: PdfFile,
	url: URL,
	signal: AbortSignal | undefined,
): unknown {
	if (thrown instanceof FileRefusal) return thrown;
	const failure =
		thrown instanceof ServiceFailure ? thrown : connectionFailure(thrown, signal?.aborted === true);
	if (failure.kind === 'cancelled') return failure;
	const { networkCode } = failure.facts;
	const what =
		failure.kind === 'notSent'
			? `cannot be reached (${networkCode ?? 'no connection'})`
			: `stopped answering (${networkCode ?? 'no answer'})`;
	return new FileRefusal(
		`The ${file.label} could not be downloaded: ${url.host} ${what}.`,
		LATER,
		true,
		failure,
	);
}

function textOf(header: unknown): string {
	return typeof header === 'string' ? header : '';
}
