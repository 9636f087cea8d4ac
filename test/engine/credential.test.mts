/** The test of the credential, and its signature on whatever n8n's own helpers send. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import type { Fault } from '../../sandbox/index.mts';
import {
	CREDENTIAL_TYPE,
	registerNodeType,
	runNode,
	standIn,
	testCredential,
	type Credential,
} from './engine.mts';
import { close, listen } from './loopback.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForTests } from './sandbox.mts';

describe.each(serviceNames)('testing the credential, against the %s', (name) => {
	const service = readingForTests(name);
	const outcome = async (changes: Partial<Credential> = {}) =>
		await testCredential({ ...service.credential, ...changes });

	test('right keys are right, also pasted with spaces, at any way of writing the address', async () => {
		expect(await outcome()).toEqual({ status: 'OK', message: 'Connection successful!' });
		const { publicKey, secretKey, baseUrl } = service.credential;
		const padded = { publicKey: ` ${publicKey}\n`, secretKey: `\t${secretKey} ` };
		expect(await outcome(padded)).toMatchObject({ status: 'OK' });
		for (const url of [`${baseUrl}/`, `${baseUrl}/annonce-legale/api/externe`, `  ${baseUrl} `]) {
			expect(await outcome({ baseUrl: url })).toMatchObject({ status: 'OK' });
		}
	});

	test('a wrong secret key is told apart from a wrong public key', async () => {
		const secret = await outcome({ secretKey: 'demo-secret-of-somebody' });
		expect(secret.message).toContain('The secret key does not belong to this public key');
		const key = await outcome({ publicKey: 'nobody' });
		expect(key.message).toContain('The service does not know this public key');
		expect([secret.status, key.status]).toEqual(['Error', 'Error']);
		expect(`${secret.message} ${key.message}`).not.toContain('demo-secret-of-somebody');
	});
});

describe('testing the credential when something else is wrong', () => {
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

	test('an access that is not open yet is explained', async () => {
		expect(await failure({}, undefined, { inactive: true })).toContain('not finalised yet');
	});

	test('every code of the environment, and one of tomorrow, fails with its own sentence', async () => {
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
		[{ kind: 'wrongShape', body: '{"status":"ok"}' }, NOT_THE_SERVICE],
		[{ kind: 'wrongShape', body: '{"resultat":null}' }, NOT_THE_SERVICE],
		[{ kind: 'emptyBody' }, NOT_THE_SERVICE],
		[{ kind: 'truncated' }, NOT_THE_SERVICE],
		[{ kind: 'status', status: 500 }, NOT_THE_SERVICE],
		[{ kind: 'redirect', location: 'https://127.0.0.1:9/' }, NOT_THE_SERVICE],
		[{ kind: 'wrongShape', body: '{"resultat":"erreur"}' }, /refused the call/],
	])('an answer of %j fails with its sentence', async (fault, sentence) => {
		expect(await failure({}, fault)).toMatch(sentence);
	});

	test('what n8n shows as it is, the troubleshooting page explains', async () => {
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
		[{ environment: 'elsewhere' }, /^Choose the 'Environment' of the credential/],
		[{ baseUrl: '' }, /empty|Base URL/i],
		[{ baseUrl: 'legal-notices.example.com' }, /https:\/\//],
		[{ baseUrl: 'http://192.168.1.20:5690' }, /not encrypted/],
		[{ baseUrl: 'ftp://legal-notices.example.com' }, /https/],
	])('%j is explained', async (changes, explanation) => {
		expect(await failure(changes)).toMatch(explanation);
	});
});

describe("the signature, in n8n's two helpers", () => {
	const P = '/annonce-legale/api/externe';
	const received: Array<Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: Buffer }> =
		[];
	let answer: [number, Record<string, string>] = [200, {}];
	let origin = '';
	const server = createServer((request, response) => {
		void buffer(request).then((body) => {
			const { method, url, headers } = request;
			received.push({ method, url, headers, body } as (typeof received)[number]);
			response.writeHead(answer[0], { 'content-type': 'application/json', ...answer[1] });
			response.end('{"resultat":"succes"}');
		});
	});
	beforeAll(async () => void (origin = await listen(server)));
	beforeEach(() => {
		received.length = 0;
		answer = [200, {}];
	});
	afterAll(async () => await close(server));

	/** As the HTTP Request node 4.x calls, and as other nodes do. */
	const HELPERS = ['requestWithAuthentication', 'httpRequestWithAuthentication'] as const;
	type Helper = (typeof HELPERS)[number];

	/** Sends from a node that passes its options to a helper. */
	async function send(helper: Helper, options: object, baseUrl = origin) {
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
				const before = JSON.stringify(given.headers);
				await this.helpers[helper].call(this, CREDENTIAL_TYPE, given as never);
				expect(JSON.stringify(given.headers)).toBe(before);
				return [[{ json: {} }]];
			},
		};
		registerNodeType('probe', probe);
		const credential = { baseUrl, publicKey: 'demo-public', secretKey: 'demo+secret' };
		const { told } = await runNode({ type: 'probe', parameters: {}, credential });
		return { told, call: received.at(-1) };
	}

	/** What the service checks (specification, Authentication), by a few lines of its own. */
	function expectValid(call: (typeof received)[number] | undefined, body: string): void {
		const { method = '', url = '', headers = {} as IncomingMessage['headers'] } = call ?? {};
		const path = (url.split('?', 1)[0] ?? '').slice(url.indexOf(P));
		const stamp = String(headers.timestamp);
		expect(call?.body.toString()).toBe(body);
		expect(headers.signature).toBe(
			createHash('sha256').update(`demo+secret+${method}+${path}+${body}+${stamp}`).digest('hex'),
		);
		expect(headers.application).toBe('demo-public');
		expect(Math.abs(Number(stamp) - Date.now() / 1000)).toBeLessThan(2);
	}

	const both = (options: object, body = '') =>
		HELPERS.map((helper) => [helper, options, body] as const);
	test.each<readonly [Helper, object, string]>([
		...both({ method: 'GET' }),
		...both({ method: 'GET', qs: { departement: '2A' } }),
		...both({ method: 'POST', body: { texte: 'été €' } }, '{"texte":"été €"}'),
		...both({ method: 'POST', body: {} }),
		...both({ method: 'POST', body: ' {"a": 1}\n' }, ' {"a": 1}\n'),
		...both({ method: 'DELETE' }),
		['requestWithAuthentication', { method: 'GET', body: { a: 1 } }, ''],
		['requestWithAuthentication', { method: 'POST', body: Buffer.from('{"a":1}\n') }, '{"a":1}\n'],
		['httpRequestWithAuthentication', { method: 'POST', body: 'plain ' }, 'plain '],
		['httpRequestWithAuthentication', { method: 'DELETE', body: { a: 1 } }, '{"a":1}'],
	])(
		'%s of %j reaches the service with exactly the signed bytes',
		async (helper, options, body) => {
			const { told, call } = await send(helper, options);
			expect(told).toBe('');
			expectValid(call, body);
		},
	);

	test.each(['/', P, `${P}/`, '/al-test', ' '])(
		'works alike for a base URL that ends in %j when joined with the path',
		async (end) => {
			const baseUrl = `${end.trim() === '' ? ' ' : ''}${origin}${end}`;
			const options = { method: 'GET', baseURL: baseUrl, url: `${P}/client` };
			const { told, call } = await send('httpRequestWithAuthentication', options, baseUrl);
			expect(told).toBe('');
			expectValid(call, '');
			expect(call?.url).toBe(`${end === '/al-test' ? end : ''}${P}/client`);
		},
	);

	test.each([
		[{ uri: `http://localhost:1${P}/client` }, /never sent elsewhere/],
		[{ method: 'POST', form: { a: 'b' } }, /Send the body as JSON/],
	])('is refused to %j before anything is sent', async (options, sentence) => {
		expect((await send('requestWithAuthentication', options)).told).toMatch(sentence);
		expect(received).toEqual([]);
	});

	test.each(HELPERS)('stays with the service: %s follows no redirect', async (helper) => {
		answer = [302, { location: `${origin}/elsewhere` }];
		await send(helper, { method: 'GET' });
		expect(received.map(({ url }) => url)).toEqual([`${P}/client`]);
	});

	test("is made anew for n8n's second attempt after an HTTP 401", async () => {
		answer = [401, {}];
		await send('httpRequestWithAuthentication', { method: 'POST', body: { a: 1 } });
		expect(received).toHaveLength(2);
		for (const call of received) expectValid(call, '{"a":1}');
	});
});
