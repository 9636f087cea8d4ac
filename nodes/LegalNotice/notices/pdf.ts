/** What is a PDF, which link may be followed to one, and how its file is named. */

/** Readers of PDF accept the mark `%PDF-` anywhere in the first 1024 bytes, and so do files in the field. */
export const PDF_HEAD_BYTES = 1024;

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
	if (isPage) return withQuote('a web page', headingOf(text) ?? text);
	const isText = /^[<{[]/.test(text) || /^text|json|xml/i.test(contentType);
	return isText ? withQuote('text', text) : 'a file that is no PDF';
}

/** The heading of a page says more than its title, which is often just a number. */
function headingOf(page: string): string | undefined {
	const heading = /<h1[^>]*>([^<]+)/i.exec(page) ?? /<title[^>]*>([^<]+)/i.exec(page);
	return heading?.[1];
}

function withQuote(what: string, markup: string): string {
	const plain = markup.replace(/<[^>]*>/g, ' ');
	const line = plain.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	if (line === '') return what;
	return `${what} ("${line.replace(/^(.{80}).+/su, '$1…')}")`;
}

export type PdfLinkResult =
	| { readonly ok: true; readonly url: URL }
	| { readonly ok: false; readonly reason: string };

/** A name with a dot inside and none at its end; numbers, as in an IP address, are no last part of a name. */
const PUBLIC_NAME = /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;

/** Ends of names that only a network of its own resolves (RFC 6761, 6762, 8375, ICANN) or that are usual in one. */
const INSIDE =
	/\.(local|localdomain|localhost|internal|intranet|intra|private|corp|home|lan|svc|consul|docker|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

/**
 * Reads the link of a document (specification, Document and Facture: `url`), or where it redirects to. One rule for
 * every hop: it leads to the origin of the Base URL, or over https to a public name, so that no answer makes n8n call an
 * address inside its own network.
 *
 * @param from the address that redirected here
 * @returns `reason` as the end of a sentence, without the link itself, which may carry a key
 */
export function readPdfLink(value: unknown, origin: string | undefined, from?: URL): PdfLinkResult {
	const text = typeof value === 'string' ? value.trim() : '';
	const url = completeUrl(text, origin, from);
	if (!url) return refuse(whyIncomplete(text, from));
	const { protocol, host } = url;
	// `URL.origin` of a blob: is that of the address inside it.
	if (`${protocol}//${host}` === origin) return { ok: true, url };
	const leads = from ? 'redirects to' : 'is';
	if (protocol !== 'https:') {
		return refuse(`${leads} an address that is not encrypted (${protocol}//${host})`);
	}
	if (isPublic(url.hostname)) return { ok: true, url };
	return refuse(`${leads} an address inside a network (${host}), not a public host name`);
}

/** A path alone leads to the service itself, or to the host that redirected here. */
function completeUrl(text: string, origin: string | undefined, from?: URL): URL | undefined {
	if (text === '') return undefined;
	const ofService = text.startsWith('/') ? origin : undefined;
	const base = from?.href ?? ofService;
	return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

function whyIncomplete(text: string, from?: URL): string {
	if (from)
		return text === '' ? 'redirects without saying where to' : 'redirects to no complete address';
	return text === '' ? 'is empty' : 'is no complete address';
}

function refuse(reason: string): PdfLinkResult {
	return { ok: false, reason };
}

function isPublic(hostname: string): boolean {
	return PUBLIC_NAME.test(hostname) && !INSIDE.test(hostname);
}

/** What a file is named after. */
export interface FileSubject {
	readonly type: string;
	/** Proofs have none. */
	readonly numero?: string | undefined;
	readonly reference?: string | undefined;
	/** Date of the invoice, `AAAA-MM-JJ`. */
	readonly date?: string | undefined;
	/** Place among the documents of the notice that have the same type and number, from 1. */
	readonly rank?: number | undefined;
}

const MAX_PART = 80;

/** `attestation_AL-1_A-7.pdf`, `facture_F-2_2026-11-21.pdf`: an invoice may bill several notices. */
export function pdfFileName({ type, numero, reference, date, rank }: FileSubject): string {
	const billing = type === 'facture' || type === 'avoir';
	const parts = billing && numero ? [type, numero, date] : [type, reference, numero, date];
	return `${nameOf(parts, rank)}.pdf`;
}

/** Name of a binary field that holds a document among others: `facture_F-2`. */
export function binaryFieldName({ type, numero, rank }: FileSubject): string {
	return nameOf([type, numero], rank);
}

function nameOf(parts: ReadonlyArray<string | undefined>, rank = 1): string {
	const named = [...parts.map((part) => fileNamePart(part ?? '')), rank > 1 ? String(rank) : ''];
	return named.filter((part) => part !== '').join('_') || 'document';
}

/** The files of one item with their binary fields; none takes the place of another. */
export function inBinaryFields<File extends FileSubject>(
	files: readonly File[],
): Array<{ file: File; field: string }> {
	const names = new FieldNames();
	return files.map((file) => ({ file, field: names.take(binaryFieldName(file)) }));
}

/** Names of the binary fields of one item. */
export class FieldNames {
	/** With the last place that was given to each. */
	private readonly taken = new Map<string, number>();

	/** Where the name is taken `other`, then that with its place behind it: `facture_F-1_2`. */
	take(name: string, other = name): string {
		let free = this.taken.has(name) ? other : name;
		let place = this.taken.get(other) ?? 1;
		while (this.taken.has(free)) {
			place++;
			free = `${other}_${place}`;
		}
		this.taken.set(free, 1);
		if (free !== name) this.taken.set(other, place);
		return free;
	}
}

/** A part of a file name that every file system accepts: letters without accents, digits, hyphen and dot. */
function fileNamePart(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^A-Za-z0-9.-]+/g, '-')
		.replace(/\.{2,}/g, '.')
		.slice(0, MAX_PART)
		.replace(/^[.-]+|[.-]+$/g, '');
}
