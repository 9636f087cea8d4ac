import { createHash } from 'node:crypto';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readBaseUrl } from '../domain/baseUrl';
import { timestampFor } from './clock';
import { bodyOf, isFormEncoded } from './signedBody';
import { targetOf } from './signedTarget';

/**
 * Signature of one call: SHA-256, lower-case hexadecimal, of secret, method, path, body and timestamp joined
 * with `+` (specification, Authentication). The body is hashed as the bytes that are sent.
 *
 * @param path from `/annonce-legale/api/externe` on, as on the wire, without query
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
 * @throws UserError with a sentence for the user when the request cannot be signed
 */
export function signRequest(keys: SigningKeys, options: SignableOptions): SignableOptions {
	const publicKey = keyText(keys.publicKey, 'Public Key');
	const secretKey = keyText(keys.secretKey, 'Secret Key');
	const base = readBaseUrl(keys.baseUrl);
	if (!base.ok) throw new UserError(base.reason);

	const method = (options.method ?? 'GET').toUpperCase();
	const target = targetOf(options, base.origin);
	const headers = foreignHeaders(options.headers);
	const signed: SignableOptions = { ...options, headers };
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
		signed.headers = withContentType(headers, body.contentType);
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
		throw new UserError(`The '${label}' of the credential is empty. Enter the key you received.`);
	}
	return text;
}

type Headers = NonNullable<IHttpRequestOptions['headers']>;

function foreignHeaders(headers: IHttpRequestOptions['headers']): Headers {
	return Object.fromEntries(
		Object.entries(headers ?? {}).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
	);
}

function withContentType(headers: Headers, contentType: string): Headers {
	const known = Object.entries(headers).some(
		([name, value]) =>
			name.toLowerCase() === 'content-type' && value !== undefined && value !== null,
	);
	return known ? { ...headers } : { ...headers, 'Content-Type': contentType };
}
