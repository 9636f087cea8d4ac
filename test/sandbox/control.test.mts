/** The controls over HTTP, the page, and who may use them. */
import { Bench } from './bench.mts';

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

const control = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, headers = {}) =>
	bench.client.plain(method, `/_sandbox/${path}`, body && JSON.stringify(body), headers);

test('another process can do all that a test in the same process can', async () => {
	const { json: keys } = await control('POST', 'keys', { mode_facturation: 'aucun' });
	const { client } = new Bench(bench.sandbox, bench.client.as(keys as never));
	expect((await client.get('/client')).json.mode_facturation).toBe('aucun');
	await control('POST', 'faults', { kind: 'codes', codes: ['err_x'] });
	expect(await bench.get('/client')).toBe('x');
	await control('POST', 'settings', { forfaitsRoute: 'missing' });
	expect((await client.get('/forfaits')).status).toBe(404);
	expect((await control('GET', 'journal')).json.calls).toHaveLength(3);
	await control('DELETE', 'journal');
	expect(bench.sandbox.journal.calls()).toEqual([]);
});

test('a notice is acted on by its reference or order number', async () => {
	const first = await bench.ordered({ numero_commande: 'N° 1/a' });
	const second = await bench.ordered();
	const act = async (name: string, action: string, body?: object) =>
		(await control('POST', `notices/${encodeURIComponent(name)}/${action}`, body)).json;
	await act('N° 1/a', 'suspend', { motif: 'Pièce manquante' });
	expect(bench.sandbox.journal.orders()[0]).toMatchObject({ motif: 'Pièce manquante' });
	await act(first, 'publish');
	expect((await act(first, 'invoice', { references: [second] })).numero).toMatch(/^FA-/);
	await act(second, 'cancel');
	expect(bench.sandbox.journal.orders()).toMatchObject([
		{ statut: 'parue', invoiced: true, cancelled: false },
		{ statut: 'a-paraitre', invoiced: false, cancelled: true },
	]);
	const error = 'No notice has the reference or order number "nobody".';
	expect(await act('nobody', 'publish')).toEqual({ error });
});

test.each([
	['faults', { kind: 'explode' }, /^There is no fault "explode". Kinds: codes, /],
	['settings', [], /^The body must be a JSON object.$/],
])('wrong input is explained: %s %j', async (path, body, words) => {
	const { status, json } = await control('POST', path, body);
	expect([status, json.error]).toEqual([400, expect.stringMatching(words)]);
});

test.each([
	['another origin', { origin: 'https://elsewhere.example' }, 403],
	['another site', { 'sec-fetch-site': 'cross-site' }, 403],
	['a name that resolves to loopback', { host: 'rebound.example' }, 403],
	['its own page', { 'sec-fetch-site': 'same-origin' }, 200],
])('the control answers the right callers only: %s', async (_name, headers, status) => {
	expect((await control('POST', 'reset', {}, headers)).status).toBe(status);
});

test('no order is answered under a name that was made to resolve to this machine', async () => {
	const hosts = [
		'rebound.example',
		'192.168.1.7:5690',
		'sandbox:5690',
		'host.docker.internal:5690',
	];
	const answers = hosts.map((host) => bench.client.get('/client', { headers: { host } }));
	expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 200, 200, 200]);
});

test('the page loads nothing from outside', async () => {
	for (const path of ['/', '/page.css', '/page.js', '/icon.svg']) {
		const { status, text, headers } = await bench.client.plain('GET', path);
		expect([path, status]).toEqual([path, 200]);
		expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
		expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
	}
});

test('a secret key is never shown again', async () => {
	bench.sandbox.createKey({ publicKey: 'key', secretKey: 'demo-secret' });
	await bench.ordered();
	for (const path of ['journal', 'notices', 'settings', 'faults']) {
		const { json, text } = await control('GET', path);
		expect(Object.keys(json)).not.toEqual([]);
		expect(text).not.toMatch(/demo-secret/);
	}
});
