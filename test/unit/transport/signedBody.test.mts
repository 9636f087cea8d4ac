import { signRequest, type SignableOptions } from '../../../nodes/LegalNotice/transport/signing.ts';

const keys = { baseUrl: 'https://a.example', publicKey: 'key', secretKey: 'demo-secret' };
const url = 'https://a.example/annonce-legale/api/externe/devis';

const posted = (options: Partial<SignableOptions>) =>
	signRequest(keys, { url, method: 'POST', ...options });

test.each<[string, Partial<SignableOptions>]>([
	['no body at all', {}],
	['no form', { form: null }],
	['no bytes', { body: new Uint8Array(0) }],
])('a request with %s is sent without a body, and without a type of one', (_what, options) => {
	const signed = posted(options);
	expect(signed).not.toHaveProperty('body');
	expect(signed).not.toHaveProperty('form');
	expect(signed.headers).not.toHaveProperty('Content-Type');
});

test.each(['pipe', 'getReader', 'append'])(
	'a field named %s is data like any other, also in what has no prototype',
	(name) => {
		const fields = { [name]: 'valeur' };
		const bytes = Buffer.from(`{"${name}":"valeur"}`);
		expect(posted({ body: fields }).body).toEqual(bytes);
		expect(posted({ body: Object.assign(Object.create(null), fields) }).body).toEqual(bytes);
	},
);

test('only the type of the body makes it a form, whatever other headers name', () => {
	const form = 'application/x-www-form-urlencoded';
	const signed = posted({ body: { a: 1 }, headers: { Accept: form } });
	expect(signed.body).toEqual(Buffer.from('{"a":1}'));
});

test.each([{ body: { a: 'é €' } }, { body: '{"a":"é €"}' }])(
	'accents are signed and sent in UTF-8: %p',
	(options) => {
		expect(posted(options).body).toEqual(Buffer.from('7b2261223a22c3a920e282ac227d', 'hex'));
	},
);
