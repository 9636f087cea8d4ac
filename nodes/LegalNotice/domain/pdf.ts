/** Readers of PDF accept the mark `%PDF-` anywhere in the first 1024 bytes, and so do files in the field. */
export const PDF_HEAD_BYTES = 1024;

/** A page or an answer may quote the mark, so what begins like one is none. */
export function isPdf(start: Buffer): boolean {
	const head = start.subarray(0, PDF_HEAD_BYTES);
	return head.includes('%PDF-') && !/^\uFEFF?\s*[<{[]/.test(head.toString('utf8'));
}

/**
 * What a link gave instead of a PDF, for a sentence: `a web page ("Ce lien a expiré")`.
 *
 * @param start first bytes of the answer, decoded as UTF-8
 * @param contentType its Content-Type header, when it has one
 */
export function describeContent(start: Buffer, contentType: string): string {
	const text = start
		.toString('utf8')
		.replace(/^\uFEFF/, '')
		.trim();
	if (text === '') return 'nothing';
	const type = contentType.toLowerCase();
	if (/^<(!doctype|html|head|body|h1|p)\b/i.test(text) || type.includes('html')) {
		return `a web page${quoted(titleOf(text))}`;
	}
	if (/^[{[]/.test(text) || type.includes('json')) return `JSON${quoted(text)}`;
	if (text.startsWith('<') || type.includes('xml')) return `XML${quoted(visible(text))}`;
	if (type.startsWith('text/')) return `text${quoted(text)}`;
	const named = /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0];
	return named && !named.includes('pdf') ? `a file of type ${named}` : 'a file that is no PDF';
}

/** The heading of a page says more than its title, which is often just a number. */
function titleOf(html: string): string {
	const heading = /<h1[^>]*>([^<]+)/i.exec(html)?.[1];
	const title = /<title[^>]*>([^<]+)/i.exec(html)?.[1];
	return heading ?? title ?? visible(html);
}

function visible(markup: string): string {
	return markup.replace(/<[^>]*>/g, ' ');
}

function quoted(text: string): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	if (line === '') return '';
	return ` ("${line.length > 80 ? `${line.slice(0, 80)}…` : line}")`;
}
