import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Fields, isRecord, Refusal } from './fields.mts';
import type { RawCall } from './gate.mts';
import type { Personality } from './personality.mts';
import type { Answer, Call } from './routes.mts';

const prefix = '/annonce-legale/api/externe/';

/** Decodes what the gate let through. @throws Refusal `err_body_incorrect`. */
export function readCall(raw: RawCall, query: string, personality: Personality): Call {
	const segments = (raw.path.startsWith(prefix) ? raw.path.slice(prefix.length) : '')
		.split('/')
		.map((segment) => {
			try {
				return decodeURIComponent(segment);
			} catch {
				throw new Refusal(['err_reference_incorrect']);
			}
		});
	const pattern = segments[0] === 'annonce' ? ['annonce', '*', ...segments.slice(2)] : segments;
	const rawBody = raw.method === 'POST' ? parse(raw, personality) : {};
	if (raw.method !== 'POST' && raw.body.length > 0 && personality.pedantic) {
		throw new Refusal(['err_body_incorrect']);
	}
	return {
		segments,
		name: `${raw.method} ${pattern.join('/')}`,
		body: new Fields(rawBody, personality),
		rawBody,
		query: new URLSearchParams(query),
	};
}

function parse(raw: RawCall, personality: Personality): Record<string, unknown> {
	const type = raw.headers['content-type'] ?? '';
	if (personality.pedantic && !/^application\/json\b/i.test(type)) {
		throw new Refusal(['err_body_incorrect']);
	}
	if (raw.body.length === 0 && !personality.pedantic) return {};
	try {
		const value: unknown = JSON.parse(
			new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw.body),
		);
		if (isRecord(value)) return value;
	} catch {
		// Neither UTF-8 nor JSON: refused below like a list or a bare string.
	}
	throw new Refusal(['err_body_incorrect']);
}

/** Writes an answer; `undefined` is a path which is no endpoint. */
export function send(
	response: ServerResponse,
	answer: Answer | undefined,
	gzip: boolean,
	personality: Personality,
): void {
	if (answer === undefined) {
		response.writeHead(404, { 'content-type': 'text/html; charset=UTF-8' });
		response.end('<!DOCTYPE html><title>Not Found</title><h1>Not Found</h1>');
		return;
	}
	if (personality.bareTransport) {
		response.sendDate = false;
		response.setHeader('content-type', 'application/json');
		const bytes = Buffer.from(JSON.stringify(answer), 'utf8');
		// Cut anywhere, even inside a character: only whole answers can be decoded.
		const half = Math.floor(bytes.length / 2);
		response.write(bytes.subarray(0, half));
		response.end(bytes.subarray(half));
		return;
	}
	const { resultat, ...rest } = answer;
	const shown = { version: '1.29', ...withExtras(rest), resultat };
	const text = JSON.stringify(shown, null, 4)
		.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.replace(/\//g, '\\/');
	const body = gzip ? gzipSync(text) : Buffer.from(text);
	response.setHeader('content-type', 'text/plain; charset=UTF-8');
	if (gzip) response.setHeader('content-encoding', 'gzip');
	response.setHeader('content-length', body.length);
	response.end(body);
}

/** Every object of every list gains a field nobody documented. */
function withExtras(answer: Answer): Answer {
	const entries = Object.entries(answer).map(([name, value]): [string, unknown] => {
		if (!Array.isArray(value)) return [name, value];
		const items: unknown[] = value;
		return [name, items.map((item) => (isRecord(item) ? { ...item, _ordre: null } : item))];
	});
	return Object.fromEntries(entries);
}
