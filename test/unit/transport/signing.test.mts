import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { signRequest, type SignableOptions } from '../../../nodes/LegalNotice/transport/signing.ts';

const keys = {
	environment: 'test',
	baseUrl: 'https://a.example/test',
	publicKey: ' key ',
	secretKey: ' demo-secret\n',
};
const P = '/annonce-legale/api/externe';
const url = `https://a.example/test${P}/devis`;
const urlOf = (options: SignableOptions) => signRequest(keys, options).url;
const post = (options: Partial<SignableOptions> = {}) =>
	signRequest(keys, { url, method: 'POST', body: { a: 1 }, ...options });

test('what is sent is signed as the specification says, and carries the public key', () => {
	const options = { url, method: 'post' as never, body: { a: 1 }, headers: { timestamp: '7' } };
	const { headers, body, ...rest } = signRequest(keys, options);
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
	const followed = { followRedirect: false, followAllRedirects: false };
	expect(rest).toEqual({ url, method: 'post', disableFollowRedirect: true, ...followed });
	// n8n shows and stores the options that were given.
	expect(options).toEqual({ url, method: 'post', body: { a: 1 }, headers: { timestamp: '7' } });
});

test.each<[string, unknown, string]>([
	['an object', { a: 'é €' }, '{"a":"é €"}'],
	['a list', [1, 2], '[1,2]'],
	['a number', 7, '7'],
	['false', false, 'false'],
	['a text with spaces around it', ' {"a":"é"}\n', ' {"a":"é"}\n'],
	['a Buffer', Buffer.from('é'), 'é'],
	['bytes', new Uint8Array([104, 105]), 'hi'],
	['the text {}', '{}', '{}'],
	[
		'a field named like a method of a stream',
		{ pipe: 1, getReader: 2 },
		'{"pipe":1,"getReader":2}',
	],
	['what has no prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
])('%s is signed over the very bytes that are sent', (_name, body, bytes) => {
	expect(post({ body }).body).toEqual(Buffer.from(bytes));
	expect(post({ body, form: null, headers: { Accept: 'x/form-y' } }).body).toEqual(
		Buffer.from(bytes),
	);
});

test.each<[string, Partial<SignableOptions>]>([
	...['GET', 'HEAD', 'get', undefined].map((method) => [`${method}`, { method }] as never),
	...[undefined, null, {}, '', Buffer.alloc(0), new Uint8Array(0)].map(
		(body) => ['no', { body }] as never,
	),
	['no form', { body: {}, form: null }],
])('a request with %s body is sent without one, and without a type of it: %p', (_name, options) => {
	const signed = post(options);
	expect(signed).not.toHaveProperty('body');
	expect(signed).not.toHaveProperty('form');
	expect(signed.headers).not.toHaveProperty('Content-Type');
	expect(signed.headers?.Signature).toBe(
		createHash('sha256')
			.update(
				`demo-secret+${(signed.method ?? 'GET').toUpperCase()}+${P}/devis++${String(signed.headers?.Timestamp)}`,
			)
			.digest('hex'),
	);
});

const form = 'Application/x-www-form-urlencoded; a=b';
test.each<[string, Partial<SignableOptions>, RegExp]>([
	...(
		[
			['a multipart form', { formData: {} }],
			['a form', { form: { a: 1 } }],
			['URL parameters', { body: new URLSearchParams({ a: 'b' }) }],
			['an object with the type of a form', { headers: { 'content-type': form } }],
			['a stream', { body: Readable.from('a') }],
			['a web stream', { body: new ReadableStream() }],
			['a form builder', { body: new FormData() }],
		] as const
	).map(
		([name, options]) =>
			[
				name,
				options,
				/^A form, a file or a stream cannot be signed\. Send the body as JSON\.$/,
			] as never,
	),
	...['devis', '', 'https://./..', 'https://'].map(
		(one) =>
			[one, { url: one }, /^The URL ".*" is not a complete address|never sent elsewhere/] as never,
	),
	...[
		`https://b.example${P}/devis`,
		`http://a.example${P}/devis`,
		`https://a.example:1${P}/devis`,
	].map(
		(one) =>
			[
				one,
				{ url: one },
				/^The URL leads to .* belongs to https:\/\/a\.example\..*the keys are never sent elsewhere\.$/,
			] as never,
	),
	[
		'a path outside the interface',
		{ url: 'https://a.example/other' },
		/^The path "\/other" is not part of the interface\. It starts with/,
	],
])('%s is refused in a sentence', (_name, options, words) => {
	expect(() => post(options)).toThrow(words);
});

test.each([
	...[
		'a/../b',
		'./b',
		'a/..',
		'%2e%2E/b',
		'.%2e/b',
		'a/.?x=1',
		'a\\..\\b',
		'a\\1',
		'a/.\t./b',
		'a\r\n',
		'a#1',
		'a?x#1',
	],
	'a\n1',
])('%j would reach another notice than the one written, and is not signed', (path) => {
	for (const asked of [
		{ baseURL: `https://a.example${P}`, url: `${path}/x` },
		{ url: `https://a.example${P}/${path}/x` },
	]) {
		const sent =
			path.startsWith('a/.?') || path === 'a/..'
				? { ...asked, url: asked.url.replace(/\/x$/, '') }
				: asked;
		expect(() => signRequest(keys, sent)).toThrow(
			/^The URL contains #, a backslash.* Write # as %23/,
		);
	}
});

const base = `https://a.example${P}`;
test.each<[Partial<SignableOptions>, string]>([
	[{ url: `${url}?page=2&b=%20` }, `${url}?page=2&b=%20`],
	[{ url: ` ${base}/a/%2E%2Ex ` }, `${base}/a/%2E%2Ex`],
	[{ url: `${base}/a?x=/../` }, `${base}/a?x=/../`],
	[{ url: `${base}${P}/devis` }, `${base}/devis`],
	[{ url: `https://a.example/test/${P}/devis` }, `https://a.example/test${P}/devis`],
	[{ baseURL: ` https://a.example/x${P}// `, url: '//devis' }, `https://a.example/x${P}/devis`],
	[{ baseURL: `${base}/devis`, url: '' }, `${base}/devis`],
	[{ baseURL: `\u00a0${base}\ufeff`, url: '\u2003devis' }, `${base}/devis`],
	[{ baseURL: base, url: `${base}/devis` }, `${base}/devis`],
	...[
		'annonce/AL:1/statut',
		'2:1/statut',
		'devis?lien=https://b.example',
		'annonce/A..1/statut',
		'annonce/...1/statut',
		'devis?texte=a\\b',
	].map((path) => [{ baseURL: base, url: path }, `${base}/${path}`] as never),
])('%j goes to %s', (options, sent) => {
	const signed = signRequest(keys, options);
	expect(signed.url).toBe(sent);
	expect(signed).not.toHaveProperty('baseURL');
	const { url: given, ...rest } = options;
	const older = signRequest(keys, { ...rest, uri: String(given) });
	expect(older).toMatchObject({ uri: sent });
	expect(older).not.toHaveProperty('url');
});

test('without any address nothing is signed', () => {
	expect(() => urlOf({})).toThrow(
		/^The URL "" is not a complete address with https:\/\/ and a host\.$/,
	);
});

test.each([
	[{ publicKey: '' }, "The 'Public Key' of the credential is empty. Enter the key you received."],
	[{ publicKey: 7 }, "The 'Public Key' of the credential is empty."],
	[{ secretKey: ' ' }, "The 'Secret Key' of the credential is empty."],
	[{ baseUrl: '' }, 'The base URL is empty.'],
	[{ environment: '' }, "Choose the 'Environment' of the credential: Test or Production."],
])('an incomplete credential is refused: %p', (change, words) => {
	expect(() => signRequest({ ...keys, ...change }, { url })).toThrow(words);
});

test('a request may be signed again: its headers are replaced, whatever their case', () => {
	const once = post();
	const given = { ...once.headers, signature: 'old', HOST: 'b.example', Accept: 'x', Empty: '' };
	const twice = signRequest(keys, { ...once, headers: given });
	const names = Object.keys(twice.headers ?? {}).sort();
	expect(names).toEqual(['Accept', 'Application', 'Content-Type', 'Signature', 'Timestamp']);
	expect(twice.body).toEqual(once.body);
});

test('a type of the body that is given is kept, an empty one is not', () => {
	const text = post({ headers: { 'content-type': 'text/plain' } }).headers;
	expect(text).toMatchObject({ 'content-type': 'text/plain' });
	expect(text).not.toHaveProperty('Content-Type');
	const none = { 'content-type': null as never };
	expect(post({ headers: none }).headers).toMatchObject({ 'Content-Type': 'application/json' });
});

test('the whole call is bounded by its time-out, and by the stop of the execution', async () => {
	expect(post()).not.toHaveProperty('abortSignal');
	for (const timeout of [0, -1, NaN]) expect(post({ timeout })).not.toHaveProperty('abortSignal');
	const { abortSignal } = post({ timeout: 20.5 });
	expect(abortSignal?.aborted).toBe(false);
	await new Promise((resolve) => setTimeout(resolve, 60));
	expect(abortSignal?.aborted).toBe(true);
	const stop = new AbortController();
	const stopped = post({ timeout: 30_000, abortSignal: stop.signal });
	stop.abort();
	expect(stopped.abortSignal?.aborted).toBe(true);
});
