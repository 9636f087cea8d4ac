import { readFileSync } from 'node:fs';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { testCredential, type Credential } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

describe.each(serviceNames)('testing the credential, against the %s', (name) => {
	let service: RunningService;

	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	const outcome = async (changes: Partial<Credential> = {}) =>
		await testCredential({ ...service.credential, ...changes });

	test('right keys are right', async () => {
		expect(await outcome()).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	test.each([
		['a slash at the end', (url: string) => `${url}/`],
		['the path of the interface', (url: string) => `${url}/annonce-legale/api/externe`],
		['spaces around it', (url: string) => `  ${url} `],
	])('an address pasted with %s is right as well', async (_case, change) => {
		expect((await outcome({ baseUrl: change(service.credential.baseUrl) })).status).toBe('OK');
	});

	test('keys pasted with spaces are right as well', async () => {
		const { publicKey, secretKey } = service.credential;
		const pasted = { publicKey: ` ${publicKey}\n`, secretKey: `\t${secretKey} ` };
		expect((await outcome(pasted)).status).toBe('OK');
	});

	test('a wrong secret key is told apart from a wrong public key', async () => {
		const secret = await outcome({ secretKey: 'demo-secret-of-somebody' });
		expect(secret.status).toBe('Error');
		expect(secret.message).toContain('The secret key does not belong to this public key');
		const key = await outcome({ publicKey: 'nobody' });
		expect(key.status).toBe('Error');
		expect(key.message).toContain('The service does not know this public key');
		expect(`${secret.message} ${key.message}`).not.toContain('demo-secret-of-somebody');
	});
});

describe('testing the credential when something else is wrong', () => {
	const sandbox = sandboxForTests();

	const credential = (options = {}): Credential => ({
		...sandbox.createKey(options),
		baseUrl: sandbox.url,
	});

	test('an access that is not open yet is explained', async () => {
		const { status, message } = await testCredential(credential({ inactive: true }));
		expect(status).toBe('Error');
		expect(message).toContain('not finalised yet');
	});

	const codes = (new LegalNoticeApi().test.rules ?? []).flatMap((rule) =>
		'key' in rule.properties && rule.properties.key === 'erreurs[0]'
			? [String(rule.properties.value)]
			: [],
	);

	test('every code of the environment has its own sentence', () => {
		expect(codes.length).toBeGreaterThanOrEqual(11);
	});

	test.each([...codes, 'err_of_tomorrow'])('%s fails with a sentence', async (code) => {
		const keys = credential();
		const match = { publicKey: keys.publicKey };
		sandbox.fault({ kind: 'codes', codes: [code], times: 3, match });
		const { status, message } = await testCredential(keys);
		expect(status).toBe('Error');
		expect(message).toMatch(/^[A-Z].{30,}\.$/);
	});

	test.each([
		['a web page', { kind: 'html' }],
		['JSON of something else', { kind: 'wrongShape', body: '{"status":"ok"}' }],
		['nothing', { kind: 'emptyBody' }],
		['half of an answer', { kind: 'truncated' }],
		['HTTP 404', { kind: 'status', status: 404 }],
		['HTTP 500', { kind: 'status', status: 500 }],
		['a redirect', { kind: 'redirect', location: 'https://127.0.0.1:9/' }],
	])('an address that answers with %s fails', async (_name, fault) => {
		const keys = credential();
		sandbox.fault({ times: 3, ...fault, match: { publicKey: keys.publicKey } } as never);
		const { status, message } = await testCredential(keys);
		expect(status).toBe('Error');
		expect(message).toMatch(/^The address answers, but not as the legal notice service does\./);
	});

	test.each([
		['without codes', '{"resultat":"erreur"}', /refused the call/],
		['without a result', '{"resultat":null}', /not as the legal notice service does/],
	])('a refusal written %s fails with its sentence', async (_name, body, sentence) => {
		const keys = credential();
		sandbox.fault({ kind: 'wrongShape', body, times: 3, match: { publicKey: keys.publicKey } });
		const { status, message } = await testCredential(keys);
		expect(status).toBe('Error');
		expect(message).toMatch(sentence);
	});

	test.each([
		['ENOTFOUND', 'https://nowhere.invalid'],
		['ECONNREFUSED', 'http://127.0.0.1:9'],
		['EPROTO', () => sandbox.url.replace('http:', 'https:')],
	])(
		'n8n shows %s as it is, and the troubleshooting page says what it means',
		async (code, url) => {
			const baseUrl = typeof url === 'string' ? url : url();
			expect(await testCredential({ ...credential(), baseUrl })).toEqual({
				status: 'Error',
				message: code,
			});
			const page = new URL('../../docs/troubleshooting.md', import.meta.url);
			expect(readFileSync(page, 'utf8')).toMatch(new RegExp(`^\\| \`${code}\``, 'm'));
		},
	);

	test('an environment that was never chosen is asked for, as the node does', async () => {
		for (const environment of ['', 'elsewhere'] as never[]) {
			expect(await testCredential({ ...credential(), environment })).toEqual({
				status: 'Error',
				message: "Choose the 'Environment' of the credential: Test or Production.",
			});
		}
	});

	test.each([
		['', /empty|Base URL/i],
		['legal-notices.example.com', /https:\/\//],
		['http://legal-notices.example.com', /not encrypted/],
		['http://192.168.1.20:5690', /not encrypted/],
		['ftp://legal-notices.example.com', /https/],
	])('the address "%s" is explained', async (baseUrl, explanation) => {
		const { status, message } = await testCredential({ ...credential(), baseUrl });
		expect(status).toBe('Error');
		expect(message).toMatch(explanation);
	});
});
