import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { CREDENTIAL_TYPE, registerNodeType, runNode, standIn, type Credential } from './engine.mts';

const P = '/annonce-legale/api/externe';

interface Received {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

const received: Received[] = [];
let status = 200;
let location: string | undefined;
let server: Server;
let origin = '';

beforeAll(async () => {
	server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			received.push({ method, url, headers, body: Buffer.concat(parts) });
			response.writeHead(status, {
				'content-type': 'application/json',
				...(location === undefined ? {} : { location }),
			});
			response.end('{"resultat":"succes"}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
	received.length = 0;
	status = 200;
	location = undefined;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const credential = (baseUrl = origin): Credential => ({
	baseUrl,
	publicKey: 'demo-public',
	secretKey: 'demo+secret',
});

/** A node that passes its options to one of n8n's two signing helpers, as other nodes do. */
class Probe implements INodeType {
	description = standIn('probe', { credentials: [{ name: CREDENTIAL_TYPE }] });

	static helper: 'httpRequestWithAuthentication' | 'requestWithAuthentication';
	static options: Record<string, unknown> = {};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const given = { ...Probe.options };
		const before = JSON.stringify(given.headers ?? {});
		await this.helpers[Probe.helper].call(this, CREDENTIAL_TYPE, given as never);
		expect(JSON.stringify(given.headers ?? {})).toBe(before);
		return [[{ json: {} }]];
	}
}
registerNodeType('probe', new Probe());

async function send(
	helper: typeof Probe.helper,
	options: Record<string, unknown>,
	baseUrl?: string,
): Promise<{ error: Error | undefined; call: Received | undefined }> {
	Probe.helper = helper;
	Probe.options = options;
	const { error } = await runNode({
		type: 'probe',
		parameters: {},
		credential: credential(baseUrl),
	});
	return { error, call: received.at(-1) };
}

/** What the service checks (specification, Authentication), by a few lines of its own. */
function expectValid(call: Received | undefined): asserts call is Received {
	if (!call) throw new Error('nothing was received');
	const path = (call.url.split('?', 1)[0] ?? '').slice(call.url.indexOf(P));
	const stamp = call.headers.timestamp;
	const expected = createHash('sha256')
		.update(`demo+secret+${call.method}+${path}+`)
		.update(call.body)
		.update(`+${String(stamp)}`)
		.digest('hex');
	expect(call.headers.signature).toBe(expected);
	expect(call.headers.application).toBe('demo-public');
	expect(Math.abs(Number(stamp) - Date.now() / 1000)).toBeLessThan(2);
}

/** The shape in which the HTTP Request node 4.x calls. */
const legacy = (more: Record<string, unknown>) => ({
	headers: { accept: 'application/json' },
	method: 'GET',
	uri: `${origin}${P}/client`,
	gzip: true,
	rejectUnauthorized: true,
	followRedirect: true,
	followAllRedirects: true,
	resolveWithFullResponse: true,
	encoding: null,
	json: false,
	...more,
});

describe.each([
	['GET', { method: 'GET' }, ''],
	['GET with query', { method: 'GET', qs: { departement: '2A' } }, ''],
	['GET with a body, which is not sent', { method: 'GET', body: { a: 1 } }, ''],
	['POST of an object', { method: 'POST', body: { texte: 'été €' } }, '{"texte":"été €"}'],
	['POST of an empty object', { method: 'POST', body: {} }, ''],
	['POST without body', { method: 'POST' }, ''],
	['POST of text with spaces around it', { method: 'POST', body: ' {"a": 1}\n' }, ' {"a": 1}\n'],
	['POST of bytes', { method: 'POST', body: Buffer.from('{"a":1}\n') }, '{"a":1}\n'],
	['DELETE', { method: 'delete' }, ''],
])('%s in the shape of the HTTP Request node', (_name, options, body) => {
	test('reaches the service with exactly the signed bytes', async () => {
		const { error, call } = await send('requestWithAuthentication', legacy(options));
		expect(error).toBeUndefined();
		expectValid(call);
		expect(call.body.toString()).toBe(body);
	});
});

describe.each([
	['GET', { method: 'GET' }, ''],
	['POST of an object', { method: 'POST', body: { texte: 'été €' } }, '{"texte":"été €"}'],
	['POST of an empty object', { method: 'POST', body: {} }, ''],
	['POST of text that is not JSON', { method: 'POST', body: 'plain ' }, 'plain '],
	['POST of text with spaces around it', { method: 'POST', body: ' {"a": 1}\n' }, ' {"a": 1}\n'],
	['DELETE with a body', { method: 'DELETE', body: { a: 1 } }, '{"a":1}'],
])("%s in the shape of n8n's request helper", (_name, options, body) => {
	test('reaches the service with exactly the signed bytes', async () => {
		const { error, call } = await send('httpRequestWithAuthentication', {
			url: `${origin}${P}/client`,
			...options,
		});
		expect(error).toBeUndefined();
		expectValid(call);
		expect(call.body.toString()).toBe(body);
	});
});

test.each([
	['with a trailing slash', (o: string) => `${o}/`],
	['with the path of the interface', (o: string) => `${o}${P}`],
	['with the path of the interface and a slash', (o: string) => `${o}${P}/`],
	['behind a path of a proxy', (o: string) => `${o}/al-test`],
	['with spaces around it', (o: string) => `  ${o} `],
])('a base URL %s works alike when joined with the path', async (_name, baseUrl) => {
	const { error, call } = await send(
		'httpRequestWithAuthentication',
		{ method: 'GET', baseURL: baseUrl(origin), url: `${P}/client` },
		baseUrl(origin),
	);
	expect(error).toBeUndefined();
	expectValid(call);
	expect(call.url).toBe(`${baseUrl(origin).includes('al-test') ? '/al-test' : ''}${P}/client`);
});

test.each([
	['another host', { uri: `http://localhost:1${P}/client` }, /never sent elsewhere/],
	['a form', { method: 'POST', form: { a: 'b' } }, /Send the body as JSON/],
])('%s is refused before anything is sent', async (_name, options, sentence) => {
	const { error } = await send('requestWithAuthentication', legacy(options));
	expect(error?.message).toMatch(sentence);
	expect(received).toEqual([]);
});

test.each(['httpRequestWithAuthentication', 'requestWithAuthentication'] as const)(
	'%s follows no redirect, so the signed headers stay with the service',
	async (helper) => {
		status = 302;
		location = `${origin}/elsewhere`;
		await send(
			helper,
			helper === 'requestWithAuthentication'
				? legacy({})
				: { method: 'GET', url: `${origin}${P}/client` },
		);
		expect(received.map(({ url }) => url)).toEqual([`${P}/client`]);
	},
);

test("n8n's second attempt after an HTTP 401 is signed anew and still valid", async () => {
	status = 401;
	await send('httpRequestWithAuthentication', {
		method: 'POST',
		url: `${origin}${P}/devis`,
		body: { a: 1 },
	});
	expect(received).toHaveLength(2);
	for (const call of received) {
		expectValid(call);
		expect(call.body.toString()).toBe('{"a":1}');
	}
});
