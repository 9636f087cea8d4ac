import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { serverTime } from './auth.mts';
import type { JournalCall } from './journal.mts';
import type { Service } from './service.mts';

/** What is sent back: an HTTP status and a body. */
export interface Answer {
	status: number;
	type: string;
	body: string | Buffer;
	/** Codes of the refusal that the body holds, for the journal. */
	codes?: string[];
	headers?: Record<string, string>;
}

export function json(body: string): Answer {
	return { status: 200, type: 'application/json; charset=utf-8', body };
}

export function html(status: number, body: string): Answer {
	return { status, type: 'text/html; charset=utf-8', body };
}

export function redirect(location: string): Answer {
	return { ...html(302, ''), headers: { location } };
}

/** A whole page that says no more than this. */
export function page(status: number, text: string): Answer {
	return html(status, `<!doctype html><title>${text}</title><h1>${text}</h1>\n`);
}

/** Sends the answer with the Date header and the encoding that are switched on, and notes it. */
export function send(
	service: Service,
	{ status, type, body, codes, headers = {} }: Answer,
	entry: JournalCall,
	reply: FastifyReply,
): void {
	const { settings } = service;
	entry.status = status;
	entry.durationMs = service.clock.now() - entry.at;
	if (codes) entry.codes = codes;
	reply.raw.sendDate = settings.dateHeader;
	if (settings.dateHeader && settings.clockSkewSeconds !== 0) {
		void reply.header('date', new Date(serverTime(service)).toUTCString());
	}
	void reply.code(status).type(type).headers(headers);
	const accepts = String(entry.headers['accept-encoding']).includes('gzip');
	const encoding = entry.route === 'pdf' ? 'plain' : settings.responseEncoding;
	if (encoding === 'gzip' && accepts) {
		void reply.header('content-encoding', 'gzip').send(gzipSync(body));
	} else if (encoding === 'chunked') {
		const bytes = Buffer.from(body);
		// Cut anywhere, even inside a character.
		const half = Math.floor(bytes.length / 2);
		void reply.send(Readable.from([bytes.subarray(0, half), bytes.subarray(half)]));
	} else {
		void reply.send(body);
	}
}
