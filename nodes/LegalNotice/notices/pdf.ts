/** What the link of a file leads to: whether the link may be followed, and whether a PDF within bounds comes. */
import { trimmedText } from '../reading/cells/parameters';
import type { UnknownRecord } from '../reading/records';
import { rethrown, connectionFailure, isTimeOut, ServiceFailure, Stop } from '../errors/failures';
import type { ByteStream } from '../transport/envelope';
import { labelOf, type NoticeFile } from './files';

export const OUTSIDE = 'Download it outside n8n; Document > Get Many gives its link.';
export const LATER =
	'Run this again. Links may expire, so download fewer notices at a time if there are many. If it keeps happening, ask the service for the document.';

export const LIMITS = {
	/** A file has to begin within this time. */
	timeoutMs: 30_000,
	/** A file has to be complete within this time. */
	fileMs: 300_000,
	/** n8n has no bound of its own. */
	maxBytes: 50 * 1_048_576,
	/** A notice has an attestation, its proofs, an invoice and a credit note: far fewer. */
	maxNoticeFiles: 50,
};

/** A name with a dot inside and none at its end; numbers, as in an IP address, are no last part of a name. */
const PUBLIC_NAME = /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;

/** Ends of names that only a network of its own resolves (RFC 6761, 6762, 8375, ICANN) or that are usual in one. */
const INSIDE =
	/\.(local|localdomain|localhost|internal|intranet|intra|private|corp|home|lan|svc|consul|docker|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

export type PdfLinkResult =
	| { readonly ok: true; readonly url: URL }
	| { readonly ok: false; readonly reason: string };

/**
 * Reads the link of a document (specification, Document and Facture: `url`), or where it redirects to. One rule for
 * every hop: it leads to the origin of the Base URL, or over https to a public name, so that no answer makes n8n call an
 * address inside its own network.
 *
 * @param from the address that redirected here
 * @returns `reason` as the end of a sentence, without the link itself, which may carry a key
 */
export function readPdfLink(value: unknown, origin: string | undefined, from?: URL): PdfLinkResult {
	const text = trimmedText(value);
	const url = completeUrl(text, origin, from);
	if (!url) return refuse(whyIncomplete(text, from));
	const { protocol, host } = url;
	// `URL.origin` of a blob: is that of the address inside it.
	if (`${protocol}//${host}` === origin) return { ok: true, url };
	const leads = from ? 'redirects to' : 'is';
	if (protocol !== 'https:') {
		return refuse(`${leads} an address that is not encrypted (${protocol}//${host})`);
	}
	if (PUBLIC_NAME.test(url.hostname) && !INSIDE.test(url.hostname)) return { ok: true, url };
	return refuse(`${leads} an address inside a network (${host}), not a public host name`);
}

/** A path alone leads to the service itself, or to the host that redirected here. */
function completeUrl(
	text: string,
	origin: string | undefined,
	from: URL | undefined,
): URL | undefined {
	if (text === '') return undefined;
	if (from) return parsed(text, from.href);
	if (text.startsWith('/')) return parsed(text, origin);
	return parsed(text, undefined);
}

function parsed(text: string, base: string | undefined): URL | undefined {
	if (!URL.canParse(text, base)) return undefined;
	return new URL(text, base);
}

function whyIncomplete(text: string, from: URL | undefined): string {
	if (from && text === '') return 'redirects without saying where to';
	if (from) return 'redirects to no complete address';
	if (text === '') return 'is empty';
	return 'is no complete address';
}

function refuse(reason: string): PdfLinkResult {
	return { ok: false, reason };
}

/** What a link answered. */
export interface Source {
	readonly file: NoticeFile;
	readonly url: URL;
	readonly httpStatus: number;
	readonly headers: UnknownRecord;
	readonly stream: ByteStream;
}

/**
 * Reads a file whole, within its bound.
 *
 * @throws Stop unless it is a PDF, and complete before the signal ends it
 */
export async function readPdf(
	source: Source,
	maxBytes: number,
	signal: AbortSignal,
): Promise<Buffer> {
	const { file, url, stream } = source;
	const pieces: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const value of stream as AsyncIterable<unknown>) {
			const piece = Buffer.from(value instanceof Uint8Array ? value : String(value));
			bytes += piece.length;
			checkSize(source, bytes, maxBytes);
			// What is no PDF is not read to its end.
			if (bytes - piece.length < PDF_HEAD_BYTES && bytes >= PDF_HEAD_BYTES) {
				checkIsPdf(source, Buffer.concat([...pieces, piece]));
			}
			pieces.push(piece);
		}
		// What was given up may still end like a whole file.
		signal.throwIfAborted();
	} catch (thrown) {
		throw rethrown(thrown instanceof Stop ? thrown : connectionLost(file, url, thrown));
	}
	const content = Buffer.concat(pieces);
	checkIsPdf(source, content);
	return content;
}

/** @throws Stop for a file that is, or says that it is, too large */
function checkSize({ file, headers }: Source, bytes: number, maxBytes: number): void {
	const { 'content-length': announced = 0 } = headers;
	if (Math.max(bytes, Number(announced)) > maxBytes) {
		throw fileStop(`The ${labelOf(file)} is larger than 50 MB.`, OUTSIDE);
	}
}

/** @throws Stop */
function checkIsPdf({ file, url, httpStatus, headers }: Source, start: Buffer): void {
	if (httpStatus === 200 && isPdf(start)) return;
	const came = describeContent(start, trimmedText(headers['content-type']));
	const answered = httpStatus === 200 ? 'gave' : `answered HTTP ${httpStatus} with`;
	throw fileStop(
		`The link to the ${labelOf(file)} (${url.host}) ${answered} ${came} instead of a PDF.`,
		LATER,
		new ServiceFailure('notTheService', { status: httpStatus }),
	);
}

/** Readers of PDF accept the mark `%PDF-` anywhere in the first 1024 bytes, and so do files in the field. */
const PDF_HEAD_BYTES = 1024;

/** A page or an answer may quote the mark, so what begins like one is none. */
export function isPdf(start: Buffer): boolean {
	const head = start.subarray(0, PDF_HEAD_BYTES);
	return head.includes('%PDF-') && !/^\uFEFF?\s*[<{[]/.test(head.toString('utf8'));
}

/** What a link gave instead of a PDF, for a sentence: `a web page ("Ce lien a expiré")`. */
export function describeContent(start: Buffer, contentType: string): string {
	const text = start
		.subarray(0, 2_000)
		.toString('utf8')
		.replace(/^\uFEFF/, '')
		.trim();
	if (text === '') return 'nothing';
	const isPage = /^<(!doctype|html|head|body|h1|p)\b/i.test(text) || /html/i.test(contentType);
	if (!isPage && !/^[<{[]/.test(text) && !/^text|json|xml/i.test(contentType)) {
		return 'a file that is no PDF';
	}
	const line = headingOf(text)
		.replace(/<[^<>]*>/g, ' ')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	const what = isPage ? 'a web page' : 'text';
	return line === '' ? what : `${what} ("${line.replace(/^(.{80}).+/su, '$1…')}")`;
}

/** The heading of a page says more than its title, which is often just a number; a page without either, all of its text. */
function headingOf(page: string): string {
	const heading = /<h1[^>]*>([^<]+)/i.exec(page) ?? /<title[^>]*>([^<]+)/i.exec(page);
	return heading?.[1] ?? page;
}

/** A file that could not be had, in words without its link, which may carry a key. */
export function fileStop(message: string, advice: string, reason?: unknown): Stop {
	return new Stop(message, advice, { reason, saysReason: true });
}

export function connectionLost(file: NoticeFile, url: URL, thrown: unknown): Stop {
	const failure = connectionFailure(thrown, false);
	const { networkCode = 'no connection', refusedByN8n } = failure.facts;
	const refused = `The ${labelOf(file)} could not be downloaded`;
	if (refusedByN8n !== undefined) {
		const message = `${refused}: n8n did not send the call to ${url.host}. ${refusedByN8n}`;
		return fileStop(message, 'Ask the administrator of n8n to allow this host.', failure);
	}
	if (isTimeOut(failure.facts)) {
		const message = `${refused}: ${url.host} did not answer in time (${networkCode}).`;
		return fileStop(message, "Raise the option 'Timeout', or run this again later.", failure);
	}
	const what = failure.kind === 'notSent' ? 'cannot be reached' : 'stopped answering';
	return fileStop(`${refused}: ${url.host} ${what} (${networkCode}).`, LATER, failure);
}
