import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import {
	signature,
	signRequest,
	type SignableOptions,
} from '../../../nodes/LegalNotice/transport/signing.ts';

const keys = { baseUrl: 'https://a.example/test', publicKey: ' key ', secretKey: 'demo-secret' };
const P = '/annonce-legale/api/externe';
const url = `https://a.example/test${P}/devis`;

/** The bytes that the service would check the signature over. */
function signedBytes(options: SignableOptions): string {
	const signed = signRequest(keys, options);
	const bytes = Buffer.isBuffer(signed.body) ? signed.body : Buffer.from(String(signed.body ?? ''));
	const timestamp = Number(signed.headers?.Timestamp);
	const method = options.method ?? 'GET';
	expect(signed.headers?.Signature).toBe(
		signature('demo-secret', method, `${P}/devis`, bytes, timestamp),
	);
	return bytes.toString('utf8');
}

test.each<[string, Partial<SignableOptions>, string]>([
	['an object', { body: { a: 1 } }, '{"a":1}'],
	['a list', { body: [1, 2] }, '[1,2]'],
	['a number', { body: 7 }, '7'],
	['a text with spaces around it', { body: ' {"a":1}\n' }, ' {"a":1}\n'],
	['a Buffer', { body: Buffer.from('é') }, 'é'],
	['an empty Buffer', { body: Buffer.alloc(0) }, ''],
	['bytes', { body: new Uint8Array([104, 105]) }, 'hi'],
	['no bytes', { body: new Uint8Array(0) }, ''],
	['null', { body: null }, ''],
	['an empty object', { body: {} }, ''],
])('%s is signed over the very bytes that are sent', (_name, options, bytes) => {
	expect(signedBytes({ url, method: 'POST', ...options })).toBe(bytes);
});

test('without a method it is a GET, and a GET has no body', () => {
	expect(signedBytes({ url, body: { a: 1 } })).toBe('');
});

test.each<[string, Partial<SignableOptions>, RegExp]>([
	['a multipart form', { formData: {} }, /form, a file or a stream cannot be signed/],
	['a form', { form: { a: 1 } }, /form, a file or a stream cannot be signed/],
	['URL parameters', { body: new URLSearchParams({ a: 'b' }) }, /cannot be signed.*as JSON/],
	[
		'an object with the type of a form',
		{ body: { a: 1 }, headers: { 'content-type': 'Application/x-www-form-urlencoded; a=b' } },
		/cannot be signed.*as JSON/,
	],
	['a stream', { body: Readable.from('a') }, /cannot be signed.*as JSON/],
	['a web stream', { body: new ReadableStream() }, /cannot be signed.*as JSON/],
	['a form builder', { body: new FormData() }, /cannot be signed.*as JSON/],
	['half an address', { url: 'devis' }, /is not a complete address/],
	['no address', { url: '' }, /is not a complete address/],
	['another host', { url: `https://b.example${P}/devis` }, /the keys are never sent elsewhere/],
	[
		'a path outside the interface',
		{ url: 'https://a.example/other' },
		/is not part of the interface/,
	],
	['a number sign', { url: `${url}#1` }, /contains #, a backslash.* path part made of dots/],
])('%s is refused in a sentence', (_name, options, words) => {
	expect(() => signRequest(keys, { url, method: 'POST', ...options })).toThrow(words);
});

test.each([
	[{ publicKey: '' }, /'Public Key' of the credential is empty/],
	[{ secretKey: undefined }, /'Secret Key' of the credential is empty/],
	[{ baseUrl: '' }, /base URL is empty/],
])('an incomplete credential is refused: %p', (change, words) => {
	expect(() => signRequest({ ...keys, ...change } as typeof keys, { url })).toThrow(words);
});

test('a path is joined with the base address, and the base address alone is one', () => {
	expect(signRequest(keys, { baseURL: `https://a.example${P}/`, url: '/devis' }).url).toBe(
		`https://a.example${P}/devis`,
	);
	expect(signRequest(keys, { baseURL: ` ${url} `, url: '' }).url).toBe(url);
	expect(signRequest(keys, { uri: `${url}?a=1` }).uri).toBe(`${url}?a=1`);
});

test('a request may be signed again: headers are replaced, whatever their case', () => {
	const once = signRequest(keys, { url, method: 'POST', body: { a: 1 } });
	const twice = signRequest(keys, { ...once, headers: { ...once.headers, signature: 'old' } });
	const names = Object.keys(twice.headers ?? {}).map((name) => name.toLowerCase());
	expect(names.filter((name) => name === 'signature')).toHaveLength(1);
	expect(twice.headers?.Application).toBe('key');
	expect(twice.body).toEqual(once.body);
});

test('the options that were given stay as they are', () => {
	const options = { url, method: 'POST' as const, body: { a: 1 }, headers: { Accept: 'x' } };
	signRequest(keys, options);
	expect(options).toEqual({ url, method: 'POST', body: { a: 1 }, headers: { Accept: 'x' } });
});

describe('what is sent', () => {
	const post = (options: Partial<SignableOptions> = {}) =>
		signRequest(keys, { url, method: 'POST', body: { a: 1 }, ...options });

	test('is signed as the specification says, with the secret key, and carries the public key', () => {
		const { headers, body } = post({ method: 'post' as never, headers: { timestamp: '7' } });
		const timestamp = String(headers?.Timestamp);
		expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
		expect(headers).toEqual({
			'Content-Type': 'application/json',
			Application: 'key',
			Timestamp: timestamp,
			Signature: createHash('sha256')
				.update(`demo-secret+POST+${P}/devis+{"a":1}+${timestamp}`)
				.digest('hex'),
		});
		expect(body).toEqual(Buffer.from('{"a":1}'));
	});

	test('is not led elsewhere by redirects', () => {
		expect(post()).toMatchObject({
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		});
	});

	test('keeps its query and its prefix, which are not signed', () => {
		const signed = signRequest(keys, { url: `${url}?page=2&b=%20` });
		expect(signed.url).toBe(`${url}?page=2&b=%20`);
		expect(signed.headers?.Signature).toBe(
			signature('demo-secret', 'GET', `${P}/devis`, Buffer.alloc(0), timestampOf(signed)),
		);
	});

	test.each([
		[`https://a.example${P}${P}/devis`, `https://a.example${P}/devis`],
		[`https://a.example/test/${P}/devis`, `https://a.example/test${P}/devis`],
		[` https://a.example${P}/a/%2E%2Ex `, `https://a.example${P}/a/%2E%2Ex`],
		[`https://a.example${P}/a?x=/../`, `https://a.example${P}/a?x=/../`],
	])('%s goes to %s', (given, sent) => {
		expect(signRequest(keys, { url: given }).url).toBe(sent);
	});

	test.each(['/a/../devis', '/./devis', '/a/..', '/%2e%2E/devis', '/.%2e/devis', '/a/.?x=1'])(
		'a path with dots is refused before it reaches another notice: %s',
		(path) => {
			expect(() => signRequest(keys, { url: `https://a.example${P}${path}` })).toThrow(
				/contains #, a backslash.* path part made of dots.*Write # as %23/,
			);
		},
	);

	test('an address is joined from its parts, as n8n writes them', () => {
		const joined = signRequest(keys, { baseURL: ` https://a.example/x${P}// `, url: '//devis' });
		expect(joined.url).toBe(`https://a.example/x${P}/devis`);
		expect(joined).not.toHaveProperty('baseURL');
		const older = signRequest(keys, { baseURL: `https://a.example${P}`, uri: '/devis' });
		expect(older.uri).toBe(`https://a.example${P}/devis`);
		expect(older).not.toHaveProperty('url');
		expect(() => signRequest(keys, {})).toThrow(/^The URL "" is not a complete address/);
	});

	test('a GET and a HEAD have no body, whatever is given', () => {
		for (const method of ['GET', 'HEAD', 'get'] as never[]) {
			const signed = post({ method });
			expect(signed).not.toHaveProperty('body');
			expect(signed.headers).not.toHaveProperty('Content-Type');
		}
	});

	test('a type of the body that is given is kept, an empty one is not', () => {
		expect(post({ headers: { 'content-type': 'text/plain' } }).headers).toMatchObject({
			'content-type': 'text/plain',
		});
		expect(post({ headers: { 'content-type': 'text/plain' } }).headers).not.toHaveProperty(
			'Content-Type',
		);
		for (const none of [undefined, null]) {
			expect(post({ headers: { 'content-type': none as never } }).headers).toMatchObject({
				'Content-Type': 'application/json',
			});
		}
	});

	test('no form leaves the body as it is', () => {
		expect(post({ form: null }).body).toEqual(Buffer.from('{"a":1}'));
		expect(post({ body: false }).body).toEqual(Buffer.from('false'));
		expect(post({ body: '' })).not.toHaveProperty('body');
		expect(post({ body: Buffer.alloc(0) })).not.toHaveProperty('body');
	});

	test('keys and base URL are those of the credential, without spaces around them', () => {
		const { publicKey, ...rest } = keys;
		expect(() => signRequest({ ...rest, publicKey: 7 }, { url })).toThrow(
			"The 'Public Key' of the credential is empty. Enter the key you received.",
		);
		const signed = signRequest({ ...rest, publicKey, secretKey: ' demo-secret\n' }, { url });
		expect(signed.headers?.Signature).toBe(
			signature('demo-secret', 'GET', `${P}/devis`, Buffer.alloc(0), timestampOf(signed)),
		);
	});
});

function timestampOf(signed: SignableOptions): number {
	return Number(signed.headers?.Timestamp);
}

test.each(['Host', 'HOST', 'host'])(
	'a given %s header is left out, and with it the way to another server',
	(name) => {
		const signed = signRequest(keys, { url, headers: { [name]: 'b.example', Accept: 'x' } });
		const names = Object.keys(signed.headers ?? {}).map((one) => one.toLowerCase());
		expect(names).not.toContain('host');
		expect(names).toContain('accept');
	},
);

describe('the whole call is bounded by its time-out', () => {
	test('which ends the call, whole milliseconds or not', async () => {
		const { abortSignal } = signRequest(keys, { url, timeout: 20.5 });
		expect(abortSignal?.aborted).toBe(false);
		await new Promise((resolve) => setTimeout(resolve, 60));
		expect(abortSignal?.aborted).toBe(true);
	});

	test('as well as by the stop of the execution', () => {
		const stop = new AbortController();
		const signed = signRequest(keys, { url, timeout: 30_000, abortSignal: stop.signal });
		stop.abort();
		expect(signed.abortSignal?.aborted).toBe(true);
	});

	test('without one it has no end of its own', () => {
		expect(signRequest(keys, { url })).not.toHaveProperty('abortSignal');
	});
});
