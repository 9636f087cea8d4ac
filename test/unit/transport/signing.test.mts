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
/** Frozen, for n8n shows and stores the options that were given. */
const post = (options: Partial<SignableOptions> = {}) =>
	signRequest(keys, Object.freeze({ url, method: 'POST', body: { a: 1 }, ...options }));

/** By a few lines of its own (specification, Authentication). */
const signatureOf = (method: string, body: string, timestamp: unknown) =>
	createHash('sha256')
		.update(`demo-secret+${method}+${P}/devis+${body}+${String(timestamp)}`)
		.digest('hex');

test.each<[unknown, string]>([
	[{ a: 'é €' }, '{"a":"é €"}'],
	[[1, 2], '[1,2]'],
	[false, 'false'],
	[' {"a":"é"}\n', ' {"a":"é"}\n'],
	[Buffer.from('é'), 'é'],
	[new Uint8Array([104, 105]), 'hi'],
	['{}', '{}'],
	[{ pipe: 1, getReader: 2 }, '{"pipe":1,"getReader":2}'],
	[Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
])('the body %j is signed over the very bytes that are sent', (body, bytes) => {
	const { headers, ...sent } = post({ body, form: null, headers: { Accept: 'x/form-y' } });
	expect(sent.body).toEqual(Buffer.from(bytes));
	expect(headers?.Signature).toBe(signatureOf('POST', bytes, headers?.Timestamp));
});

test.each<Partial<SignableOptions>>([
	...(['GET', 'HEAD', 'get' as never, undefined] as const).map((method) => ({ method }) as never),
	...[undefined, null, {}, '', Buffer.alloc(0)].map((body) => ({ body })),
	{ body: {}, form: null },
])('an empty body is signed and sent without a body and a content type: %p', (options) => {
	const { headers, ...sent } = post(options);
	for (const name of ['body', 'form']) expect(sent).not.toHaveProperty(name);
	expect(headers).not.toHaveProperty('Content-Type');
	const method = (sent.method ?? 'GET').toUpperCase();
	expect(headers?.Signature).toBe(signatureOf(method, '', headers?.Timestamp));
});

const noJson = /^A form, a file or a stream cannot be signed\. Send the body as JSON\.$/;
const elsewhere = /^The URL leads to .* belongs to https:\/\/a\.example\..*never sent elsewhere\.$/;
const incomplete = /^The URL ".*" is not a complete address with https:\/\/ and a host\.$/;
test.each<[string, Partial<SignableOptions>, RegExp]>([
	['a multipart form', { formData: {} }, noJson],
	['a form', { form: { a: 1 } }, noJson],
	['URL parameters', { body: new URLSearchParams({ a: 'b' }) }, noJson],
	['the type of a form', { headers: { 'content-type': 'a/X-www-Form-urlencoded; a=b' } }, noJson],
	['a stream', { body: Readable.from('a') }, noJson],
	['a form builder', { body: new FormData() }, noJson],
	['a path alone', { url: 'devis' }, incomplete],
	['no address', { url: '' }, /^The URL "" is not a complete address/],
	['a long text', { url: 'x'.repeat(300) }, /^The URL "x{200}" is/],
	['a scheme alone', { url: 'https://' }, incomplete],
	['another host', { url: `https://b.example${P}/devis` }, elsewhere],
	['http', { url: `http://a.example${P}/devis` }, elsewhere],
	['another port', { url: `https://a.example:1${P}/devis` }, elsewhere],
	[
		'another path',
		{ url: 'https://a.example/other' },
		/^The path "\/other" is not part of the inter/,
	],
	['a long path', { url: `https://a.example/${'x'.repeat(300)}` }, /^The path "\/x{199}" is not/],
])('%s is refused in a sentence', (_name, options, words) => {
	expect(() => post(options)).toThrow(words);
});

test.each(
	'a/../b|./b|a/..|%2e%2E/b|.%2e/b|a/.?x=1|a\\..\\b|a\\1|a/.\t./b|a\r\nb|a\n1|a#1|a?x#1'.split('|'),
)('%j would reach another notice than the one written, and is not signed', (path) => {
	for (const asked of [
		{ baseURL: `https://a.example${P}`, url: path },
		{ url: `https://a.example${P}/${path}` },
	]) {
		expect(() => signRequest(keys, asked)).toThrow(
			/^The URL contains #, a backslash.* Write # as %23/,
		);
	}
});

const base = `https://a.example${P}`;
const joined = (path: string): [Partial<SignableOptions>, string] => [
	{ baseURL: base, url: path },
	`${base}/${path}`,
];
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
	...['annonce/AL:1/statut', '2:1/statut', 'devis?lien=https://b.example'].map(joined),
	...['annonce/A..1/statut', 'annonce/...1/statut', 'devis?texte=a\\b'].map(joined),
])('%j goes to %s', (options, sent) => {
	const signed = signRequest(keys, options);
	expect(signed.url).toBe(sent);
	expect(signed).not.toHaveProperty('baseURL');
	const { url: given, ...rest } = options;
	const older = signRequest(keys, { ...rest, uri: String(given) });
	expect(older).toMatchObject({ uri: sent });
	expect(older).not.toHaveProperty('url');
});

test('nothing is signed without an address', () => {
	expect(() => signRequest(keys, {})).toThrow(/^The URL "" is not a complete address/);
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
	const old = { application: 'old', signature: 'old', HOST: 'b.example' };
	const given = { ...once.headers, ...old, Accept: 'x', Empty: '' };
	const twice = signRequest(keys, { ...once, headers: given });
	const names = Object.keys(twice.headers ?? {}).sort();
	expect(names).toEqual(['Accept', 'Application', 'Content-Type', 'Signature', 'Timestamp']);
	expect(twice.body).toEqual(once.body);
});

test('a content type of the body that is given is kept, and an empty one is not', () => {
	const text = post({ headers: { 'content-type': 'text/plain' } }).headers;
	expect(text).toMatchObject({ 'content-type': 'text/plain' });
	expect(text).not.toHaveProperty('Content-Type');
	const alike = { 'X-Content-Type': 'x/form-y', 'Content-Type-X': 'x/form-y' };
	for (const headers of [{ 'content-type': null as never }, alike]) {
		expect(post({ headers }).headers).toMatchObject({ 'Content-Type': 'application/json' });
	}
});
