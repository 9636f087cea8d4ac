/** The test of the credential, and its signature on whatever n8n's own helpers send. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { startSandbox, type Fault } from '../../sandbox/index.mts';
import {
	CREDENTIAL_TYPE,
	GOES_ON,
	registerNodeType,
	runNode,
	standIn,
	testCredential,
	type Credential,
} from './engine.mts';
import { close, listen } from './loopback.mts';
import { Container, ofCore } from './n8n.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForTests } from './sandbox.mts';

describe.each(serviceNames)('the test of the credential, with the %s', (name) => {
	const service = readingForTests(name);
	const outcome = async (changes: Partial<Credential> = {}) =>
		await testCredential({ ...service.credential, ...changes });

	test('the test accepts right keys, also pasted with spaces, with any spelling of the address', async () => {
		expect(await outcome()).toEqual({ status: 'OK', message: 'Connection successful!' });
		const { publicKey, secretKey, baseUrl } = service.credential;
		const padded = { publicKey: ` ${publicKey}\n`, secretKey: `\t${secretKey} ` };
		expect(await outcome(padded)).toMatchObject({ status: 'OK' });
		for (const url of [`${baseUrl}/`, `${baseUrl}/annonce-legale/api/externe`, `  ${baseUrl} `]) {
			expect(await outcome({ baseUrl: url })).toMatchObject({ status: 'OK' });
		}
	});

	test('the test distinguishes a wrong secret key from a wrong public key', async () => {
		const secret = await outcome({ secretKey: 'demo-secret-of-somebody' });
		expect(secret.message).toContain('The secret key does not belong to this public key');
		const key = await outcome({ publicKey: 'nobody' });
		expect(key.message).toContain('The service does not know this public key');
		expect([secret.status, key.status]).toEqual(['Error', 'Error']);
		expect(`${secret.message} ${key.message}`).not.toContain('demo-secret-of-somebody');
	});
});

describe('a credential that is edited', () => {
	const sandbox = sandboxForTests();

	test('the credential signs the next execution with its new values', async () => {
		const [first, second] = [sandbox.createKey(), sandbox.createKey()];
		const credential = { ...sandbox.credential };
		const run = async (changes: Partial<Credential>) => {
			Object.assign(credential, changes);
			const { json } = await sandbox.run('account.get', {}, { credential, settings: GOES_ON });
			return String(json[0]?.error ?? 'done');
		};
		expect(await run(first)).toBe('done');
		expect(await run({ secretKey: 'demo-secret-of-somebody' })).toContain('err_signature_calculee');
		expect(await run(second)).toBe('done');
		expect(sandbox.journal.calls().at(-1)?.publicKey).toBe(second.publicKey);
	});
});

test.each(['127.0.0.1', 'localhost'])('a call that n8n forbids is not sent (%s)', async (host) => {
	const sandbox = await startSandbox();
	const { SsrfProtectionConfig } = ofCore('@n8n/config') as {
		SsrfProtectionConfig: new () => { enabled: boolean };
	};
	const protection = Container.get(SsrfProtectionConfig);
	protection.enabled = true;
	const baseUrl = sandbox.url.replace('127.0.0.1', host);
	const credential = { ...sandbox.createKey(), baseUrl };
	const parameters = { resource: 'account', operation: 'get' };
	const { told } = await runNode({ parameters, credential });
	protection.enabled = false;
	const calls = sandbox.journal.calls();
	await sandbox.close();
	expect(told).toMatch(/^n8n did not send the call: .* restricted IP address/);
	expect(calls).toEqual([]);
});

describe('the test of the credential when something else is wrong', () => {
	const sandbox = sandboxForTests();
	/** What is shown for an account of its own. */
	const failure = async (changes: object = {}, fault?: Fault, account = {}) => {
		const keys = sandbox.createKey(account);
		const match = { publicKey: keys.publicKey };
		if (fault) sandbox.fault({ times: 3, ...fault, match });
		const { status, message } = await testCredential({
			...{ ...keys, baseUrl: sandbox.url },
			...changes,
		});
		expect(status).toBe('Error');
		return message;
	};

	test('the test explains an access that is not open yet', async () => {
		expect(await failure({}, undefined, { inactive: true })).toContain(
			'not activated your access yet',
		);
	});

	test('every code of the environment, and an unknown one, fails with its own sentence', async () => {
		const codes = (new LegalNoticeApi().test.rules ?? []).flatMap(({ properties }) =>
			'key' in properties && properties.key === 'erreurs[0]' ? [String(properties.value)] : [],
		);
		expect(codes.length).toBeGreaterThanOrEqual(11);
		for (const code of [...codes, 'err_of_tomorrow']) {
			expect(await failure({}, { kind: 'codes', codes: [code] })).toMatch(/^[A-Z].{30,}\.$/);
		}
	});

	const NOT_THE_SERVICE = /^The address answers, but not as the legal notice service does\./;
	test.each<[Fault, RegExp]>([
		[{ kind: 'html' }, NOT_THE_SERVICE],
		[{ kind: 'wrongShape', body: '{"resultat":null}' }, NOT_THE_SERVICE],
		[
			{ kind: 'status', status: 503 },
			/^The service is not available, perhaps because of maintenance.*later/,
		],
		[{ kind: 'status', status: 407 }, /^A proxy .* asks for a login.*administrator of n8n/],
		[{ kind: 'status', status: 403 }, /^Something in front of the service refused the call/],
		[{ kind: 'status', status: 404 }, /^There is no legal notice service at this address/],
		[{ kind: 'redirect', location: 'https://127.0.0.1:9/' }, /^The address redirects elsewhere/],
		[{ kind: 'wrongShape', body: '{"resultat":"erreur"}' }, /refused the call/],
	])('an answer of %j fails with its sentence', async (fault, sentence) => {
		expect(await failure({}, fault)).toMatch(sentence);
	});

	test('the troubleshooting page explains what n8n shows unchanged', async () => {
		const page = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8');
		for (const [code, baseUrl] of [
			['ENOTFOUND', 'https://nowhere.invalid'],
			['ECONNREFUSED', 'http://127.0.0.1:9'],
			['EPROTO', sandbox.url.replace('http:', 'https:')],
		] as const) {
			expect(await failure({ baseUrl })).toBe(code);
			expect(page).toMatch(new RegExp(`^\\| \`${code}\``, 'm'));
		}
	});

	test.each([
		[{ environment: '' }, /^Choose the 'Environment' of the credential: Test or Production\.$/],
		[{ baseUrl: '' }, /empty|Base URL/i],
		[{ baseUrl: 'legal-notices.example.com' }, /https:\/\//],
	])('the test explains %j', async (changes, explanation) => {
		expect(await failure(changes)).toMatch(explanation);
	});
});

describe("the signature, in n8n's two helpers", () => {
	const P = '/annonce-legale/api/externe';
	const received: Array<{ call: IncomingMessage; body: string }> = [];
	let status = 200;
	let origin = '';
	let begunAt = 0;
	const server = createServer((call, response) => {
		void text(call).then((body) => {
			received.push({ call, body });
			response.writeHead(status, { location: '/elsewhere', 'content-type': 'application/json' });
			response.end('{"resultat":"succes"}');
		});
	});
	beforeAll(async () => void (origin = await listen(server)));
	beforeEach(() => {
		begunAt = Date.now();
		received.length = 0;
		status = 200;
	});
	afterAll(async () => await close(server));

	/** As the HTTP Request node 4.x calls, and as other nodes do. */
	const HELPERS = ['requestWithAuthentication', 'httpRequestWithAuthentication'] as const;
	type Helper = (typeof HELPERS)[number];

	/** Sends from a node that passes its options to a helper. @returns what stopped it */
	async function send(helper: Helper, options: object, baseUrl = origin): Promise<string> {
		const headers = { accept: 'application/json' };
		const legacy = { headers, uri: `${origin}${P}/client` };
		const others = { gzip: true, followRedirect: true, followAllRedirects: true, json: false };
		const given =
			helper === 'requestWithAuthentication'
				? { ...legacy, ...others, resolveWithFullResponse: true, encoding: null, ...options }
				: { headers, url: `${origin}${P}/client`, ...options };
		const probe: INodeType = {
			description: standIn('probe', { credentials: [{ name: CREDENTIAL_TYPE }] }),
			async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
				await this.helpers[helper].call(this, CREDENTIAL_TYPE, given as never);
				return [[{ json: {} }]];
			},
		};
		registerNodeType('probe', probe);
		const credential = { baseUrl, publicKey: 'demo-public', secretKey: 'demo+secret' };
		const { told } = await runNode({ type: 'probe', parameters: {}, credential });
		expect(headers).toEqual({ accept: 'application/json' });
		return told;
	}

	/** What the service checks of each call (specification, Authentication), by a few lines of its own. */
	function expectValid(expected: string, calls = 1): void {
		expect(received).toHaveLength(calls);
		for (const { call, body } of received) {
			const { method = '', url = '', headers } = call;
			const path = (url.split('?', 1)[0] ?? '').slice(url.indexOf(P));
			const { timestamp, signature, application } = headers;
			expect(body).toBe(expected);
			const signed = `demo+secret+${method}+${path}+${body}+${String(timestamp)}`;
			expect(signature).toBe(createHash('sha256').update(signed).digest('hex'));
			expect(application).toBe('demo-public');
			expect(Number(timestamp)).toBeGreaterThanOrEqual(Math.floor(begunAt / 1000));
			expect(Number(timestamp)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
		}
	}

	const both = (options: object, body = '') =>
		HELPERS.map((helper) => [helper, options, body] as const);
	test.each<readonly [Helper, object, string]>([
		...both({ method: 'GET', qs: { departement: '2A' } }),
		...both({ method: 'POST', body: { texte: 'été €' } }, '{"texte":"été €"}'),
		...both({ method: 'POST', body: {} }),
		...both({ method: 'POST', body: ' {"a": 1}\n' }, ' {"a": 1}\n'),
		...both({ method: 'DELETE' }),
		['requestWithAuthentication', { method: 'GET', body: { a: 1 } }, ''],
		['requestWithAuthentication', { method: 'POST', body: Buffer.from('{"a":1}\n') }, '{"a":1}\n'],
		['httpRequestWithAuthentication', { method: 'DELETE', body: { a: 1 } }, '{"a":1}'],
	])(
		'%s of %j reaches the service with exactly the signed bytes',
		async (helper, options, body) => {
			expect(await send(helper, options)).toBe('');
			expectValid(body);
		},
	);

	test('a signature is refused to another address and to a form, before anything is sent', async () => {
		const elsewhere = { uri: `http://localhost:1${P}/client` };
		expect(await send('requestWithAuthentication', elsewhere)).toMatch(/never sent elsewhere/);
		const form = { method: 'POST', form: { a: 'b' } };
		expect(await send('requestWithAuthentication', form)).toMatch(/Send the body as JSON/);
		expect(received).toEqual([]);
	});

	test.each(HELPERS)('the credential lets %s follow no redirect', async (helper) => {
		status = 302;
		await send(helper, { method: 'GET' });
		expectValid('');
	});

	test("the signature is made anew for n8n's second attempt after an HTTP 401", async () => {
		status = 401;
		await send('httpRequestWithAuthentication', { method: 'POST', body: { a: 1 } });
		expectValid('{"a":1}', 2);
	});
});
