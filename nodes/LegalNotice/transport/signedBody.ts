import { UserError } from 'n8n-workflow';

import type { SignableOptions } from './signer';

export interface SignableBody {
	readonly bytes: Buffer;
	readonly contentType: string;
}

/** The very bytes that are sent; undefined when there are none. @throws UserError when they cannot be known */
export function bodyOf(options: SignableOptions): SignableBody | undefined {
	if (options.formData !== undefined) throw unsignable('a multipart form');
	if (options.form !== undefined && options.form !== null) {
		const bytes = Buffer.from(formText(options.form), 'utf8');
		return bytes.length > 0
			? { bytes, contentType: 'application/x-www-form-urlencoded' }
			: undefined;
	}
	const { body } = options;
	if (body === undefined || body === null || body === '') return undefined;
	if (Buffer.isBuffer(body)) return body.length > 0 ? json(body) : undefined;
	if (body instanceof Uint8Array) return body.length > 0 ? json(Buffer.from(body)) : undefined;
	if (body instanceof URLSearchParams) {
		return {
			bytes: Buffer.from(body.toString()),
			contentType: 'application/x-www-form-urlencoded',
		};
	}
	if (typeof body === 'string') return json(Buffer.from(body, 'utf8'));
	if (isStream(body)) throw unsignable('a file or stream');
	if (typeof body === 'object') {
		if (Object.keys(body).length === 0) return undefined;
		if (isFormEncoded(options.headers)) {
			const bytes = Buffer.from(formText(body), 'utf8');
			return { bytes, contentType: 'application/x-www-form-urlencoded' };
		}
	}
	return json(Buffer.from(JSON.stringify(body), 'utf8'));
}

function json(bytes: Buffer): SignableBody {
	return { bytes, contentType: 'application/json' };
}

function formText(form: unknown): string {
	if (typeof form === 'string') return form;
	const pairs = Object.entries(Object(form)).flatMap(([name, value]) =>
		(Array.isArray(value) ? value : [value])
			.filter((one) => one !== undefined)
			.map((one): [string, string] => [name, String(one ?? '')]),
	);
	return new URLSearchParams(pairs).toString();
}

export function isFormEncoded(headers: SignableOptions['headers']): boolean {
	return Object.entries(headers ?? {}).some(
		([name, value]) =>
			name.toLowerCase() === 'content-type' &&
			String(value).toLowerCase().includes('application/x-www-form-urlencoded'),
	);
}

/** Streams and the multipart builders of Node (`form-data`, the platform's FormData). */
function isStream(body: unknown): boolean {
	if (typeof body !== 'object' || body === null) return false;
	return (
		('pipe' in body && typeof body.pipe === 'function') ||
		('getReader' in body && typeof body.getReader === 'function') ||
		('append' in body && typeof body.append === 'function')
	);
}

function unsignable(what: string): UserError {
	return new UserError(
		`A body sent as ${what} cannot be signed, because its bytes are not known beforehand. Send JSON instead.`,
	);
}
