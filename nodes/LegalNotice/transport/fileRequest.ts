import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readPdfLink } from '../domain/pdfLink';
import { asThrown, ServiceFailure } from './failures';
import { isStream, type FileStream } from './fileBody';
import { inWords, LATER } from './fileFailure';
import { FileRefusal } from './fileRefusal';
import { isRecord } from '../domain/records';

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
	/** Whether the service is on this machine, as a sandbox is: its links may then lead here. */
	readonly local?: boolean | undefined;
	readonly maxBytes?: number;
	/** Milliseconds until the answer begins, and between two pieces of it. */
	readonly timeoutMs?: number;
	/** Milliseconds for the whole file. */
	readonly totalMs?: number;
}

export const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
const BY_HAND = 'Ask the service for the document.';

interface Opened {
	readonly status: number;
	readonly contentType: string;
	/** As announced; 0 when it was not. */
	readonly bytes: number;
	readonly location: string;
	readonly stream: FileStream;
	readonly url: URL;
	readonly cut: () => void;
}

/** Follows redirects by hand, so that each address is checked before anything is sent to it. */
export async function openLink(
	context: FileContext,
	file: PdfFile,
	options: DownloadOptions,
): Promise<Opened> {
	let next: unknown = file.url;
	let from: URL | undefined;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const link = readPdfLink(next, options.local === true, from);
		if (!link.ok) {
			const host = from ? ` (${from.host})` : '';
			throw new FileRefusal(`The link to the ${file.label}${host} ${link.reason}.`, BY_HAND, true);
		}
		const opened = await request(context, file, link.url, options);
		if (![301, 302, 303, 307, 308].includes(opened.status)) return opened;
		opened.stream.on('error', () => {});
		opened.cut();
		next = opened.location;
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
	const own = new AbortController();
	const wanted: IHttpRequestOptions = {
		method: 'GET',
		url: url.href,
		headers: { Accept: 'application/pdf, */*;q=0.5' },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
		abortSignal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
	};
	try {
		const answer: unknown = await context.helpers.httpRequest(wanted);
		if (!isRecord(answer) || !isStream(answer.body)) throw notReadable(file);
		const headers = isRecord(answer.headers) ? answer.headers : {};
		return {
			status: Number(answer.statusCode),
			contentType: textOf(headers['content-type']),
			bytes: Number(headers['content-length'] ?? 0),
			location: textOf(headers.location),
			stream: answer.body,
			url,
			cut: () => own.abort(),
		};
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

function textOf(header: unknown): string {
	return typeof header === 'string' ? header : '';
}
