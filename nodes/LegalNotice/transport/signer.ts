import { createHash } from 'node:crypto';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { INTERFACE_PATH, readBaseUrl } from '../domain/baseUrl';
import { timestampFor } from './clock';

/**
 * Signature of one call: SHA-256, lower-case hexadecimal, of secret, method, path, body and timestamp joined
 * with `+` (specification, Authentication). The body is hashed as the bytes that are sent.
 *
 * @param path from {@link INTERFACE_PATH} on, as on the wire, without query
 * @param timestamp Unix seconds, the value of the Timestamp header
 */
export function signature(
	secretKey: string,
	method: string,
	path: string,
	body: Buffer,
	timestamp: number,
): string {
	return createHash('sha256')
		.update(`${secretKey}+${method}+${path}+`, 'utf8')
		.update(body)
		.update(`+${timestamp}`, 'utf8')
		.digest('hex');
}

/**
 * The request options of n8n, in the shape of its request helper (`baseURL`, `url`) or in the older one that the
 * HTTP Request node still passes (`uri`, `form`, `formData`).
 */
export type SignableOptions = Omit<IHttpRequestOptions, 'body' | 'url'> & {
	url?: string;
	uri?: string;
	body?: unknown;
	form?: unknown;
	formData?: unknown;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
};

export interface SigningKeys {
	readonly baseUrl: unknown;
	readonly publicKey: unknown;
	readonly secretKey: unknown;
}

const OWN_HEADERS = new Set(['application', 'timestamp', 'signature']);

/**
 * Returns a copy of the options that is ready to be sent: signed, with the very bytes as a Buffer (n8n's HTTP
 * client trims and re-quotes strings, never Buffers), without redirects. The given options stay as they are,
 * because n8n shows them in the browser and stores them with errors. May be applied again to its own result:
 * n8n does so after an HTTP 401.
 *
 * @throws Error with a sentence for the user when the request cannot be signed
 */
export function signRequest(keys: SigningKeys, options: SignableOptions): SignableOptions {
	const publicKey = keyText(keys.publicKey, 'Public Key');
	const secretKey = keyText(keys.secretKey, 'Secret Key');
	const base = readBaseUrl(keys.baseUrl);
	if (!base.ok) throw new Error(base.reason);

	const method = (options.method ?? 'GET').toUpperCase();
	const target = targetOf(options, base.origin);
	const signed: SignableOptions = { ...options, headers: foreignHeaders(options.headers) };
	if (options.uri === undefined) {
		delete signed.baseURL;
		signed.url = target.url;
	} else {
		signed.uri = target.url;
	}
	const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(options);
	delete signed.form;
	delete signed.body;
	if (body) {
		signed.headers = withContentType(signed.headers, body.contentType);
		// n8n takes the bytes of a form apart again, but leaves its text alone.
		signed.body = isFormEncoded(signed.headers) ? body.bytes.toString('utf8') : body.bytes;
	}
	signed.disableFollowRedirect = true;
	signed.followRedirect = false;
	signed.followAllRedirects = false;

	const timestamp = timestampFor(base.origin);
	const bytes = body?.bytes ?? Buffer.alloc(0);
	signed.headers = {
		...signed.headers,
		Application: publicKey,
		Timestamp: String(timestamp),
		Signature: signature(secretKey, method, target.path, bytes, timestamp),
	};
	return signed;
}

function keyText(value: unknown, label: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new Error(`The '${label}' of the credential is empty. Enter the key you received.`);
	}
	return text;
}

/** The absolute address to call, and the part of its path that is signed. */
function targetOf(options: SignableOptions, origin: string): { url: string; path: string } {
	const given = (options.uri ?? options.url ?? '').trim();
	const absolute = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : join(options.baseURL ?? '', given);
	const url = parsed(absolute);
	if (!url) {
		throw new Error(
			`The URL "${given}" is not a complete address. Enter it with https:// and the host.`,
		);
	}
	if (url.origin !== origin) {
		throw new Error(
			`The URL leads to ${url.origin}, but this credential belongs to ${origin}. Use the host of the credential's 'Base URL'; the keys are never sent elsewhere.`,
		);
	}
	const written = (absolute.split(/[?#]/, 1)[0] ?? '').slice(absolute.indexOf('//') + 2);
	if (absolute.includes('#') || /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(written)) {
		throw new Error(
			'The URL contains # or a path part made of dots, and would reach another notice than the one written. Write # as %23, or use the Legal Notice node, which accepts every reference.',
		);
	}
	const at = url.pathname.indexOf(`${INTERFACE_PATH}/`);
	if (at < 0) {
		throw new Error(
			`The path "${url.pathname}" is not part of the interface. It starts with ${INTERFACE_PATH}/ (for example ${INTERFACE_PATH}/client).`,
		);
	}
	let path = url.pathname.slice(at);
	// A base URL pasted with the interface's path, joined with a path that has it too.
	while (path.startsWith(`${INTERFACE_PATH}${INTERFACE_PATH}/`)) {
		path = path.slice(INTERFACE_PATH.length);
	}
	const before = url.pathname.slice(0, at).replace(/\/+$/, '');
	return { url: `${url.origin}${before}${path}${url.search}`, path };
}

function parsed(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}

function join(base: string, path: string): string {
	if (path === '') return base.trim();
	return `${base.trim().replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

type Headers = NonNullable<IHttpRequestOptions['headers']>;

function foreignHeaders(headers: IHttpRequestOptions['headers']): Headers {
	return Object.fromEntries(
		Object.entries(headers ?? {}).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
	);
}

function withContentType(headers: IHttpRequestOptions['headers'], contentType: string): Headers {
	const known = Object.entries(headers ?? {}).some(
		([name, value]) =>
			name.toLowerCase() === 'content-type' && value !== undefined && value !== null,
	);
	return known ? { ...headers } : { ...headers, 'Content-Type': contentType };
}

function bodyOf(options: SignableOptions): { bytes: Buffer; contentType: string } | undefined {
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

function json(bytes: Buffer): { bytes: Buffer; contentType: string } {
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

function isFormEncoded(headers: IHttpRequestOptions['headers']): boolean {
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

function unsignable(what: string): Error {
	return new Error(
		`A body sent as ${what} cannot be signed, because its bytes are not known beforehand. Send JSON instead.`,
	);
}
