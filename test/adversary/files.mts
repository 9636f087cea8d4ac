/** What is behind the links to documents. */
import { Readable } from 'node:stream';
import type { Readings } from './readings.mts';
import { PAGE } from './way.mts';
import type { Response } from './world.mts';

const REDIRECTED = '/redirected';

/** A file that names what it is the file of. */
export function pdfOf(path: string): Buffer {
	return Buffer.from(`%PDF-1.4\n${path}\n%%EOF\n`);
}

/** The part of a link that stays the same when its other parts are new in each answer. */
export function identityOf({ pathname }: URL): string {
	return /[ajfc]\/[^/]+\.pdf$/.exec(pathname)?.[0] ?? pathname;
}

export function fileAt(url: URL, how: Readings['pdf']): Response {
	const isFirst = !url.pathname.startsWith(REDIRECTED);
	if (how === 'redirect' && isFirst) {
		const location = `https://files.example${REDIRECTED}${url.pathname}`;
		return { statusCode: 302, headers: { location }, body: Readable.from([]) };
	}
	if (how === 'gone') {
		return { statusCode: 410, headers: {}, body: Readable.from([Buffer.from('gone')]) };
	}
	if (how === 'page') {
		return {
			statusCode: 200,
			headers: { 'content-type': 'text/html' },
			body: Readable.from([PAGE]),
		};
	}
	const type = how === 'octets' ? 'application/octet-stream' : 'application/pdf';
	const body = Readable.from([pdfOf(identityOf(url))]);
	return { statusCode: 200, headers: { 'content-type': type }, body };
}
