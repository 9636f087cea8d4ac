import { Bench } from './bench.mts';
import { isRecord } from './client.mts';

describe('the controls over HTTP and the page', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await Bench.start();
	});
	afterEach(() => bench.stop());

	it('does all that a test in the same process can do', async () => {
		const { client } = bench;
		expect((await client.plain('GET', '/_sandbox/health')).json.status).toBe('ok');
		const keys = await client.plain('POST', '/_sandbox/keys', { mode_facturation: 'aucun' });
		const account = {
			publicKey: String(keys.json.publicKey),
			secretKey: String(keys.json.secretKey),
		};
		expect((await client.get('/client', { keys: account })).json.mode_facturation).toBe('aucun');
		await client.plain('POST', '/_sandbox/faults', { kind: 'codes', codes: ['err_x'] });
		expect((await client.get('/client')).codes).toEqual(['err_x']);
		await client.plain('POST', '/_sandbox/settings', { forfaitsRoute: 'missing' });
		expect((await client.get('/forfaits')).status).toBe(404);
		const journal = await client.plain('GET', '/_sandbox/journal');
		expect(Array.isArray(journal.json.calls) && journal.json.calls.length).toBe(3);
		await client.plain('DELETE', '/_sandbox/journal');
		expect(bench.sandbox.journal.calls()).toEqual([]);
	});

	it('acts on a notice by its reference or order number', async () => {
		const { client } = bench;
		const first = await bench.ordered({ numero_commande: 'N° 1/a' });
		const second = await bench.ordered();
		const act = (name: string, action: string, body?: unknown) =>
			client.plain('POST', `/_sandbox/notices/${encodeURIComponent(name)}/${action}`, body);
		await act('N° 1/a', 'suspend', { motif: 'Pièce manquante' });
		const [order] = bench.sandbox.journal.orders();
		expect([order?.statut, order?.motif]).toEqual(['suspendue', 'Pièce manquante']);
		await act(first, 'publish');
		expect((await act(first, 'invoice', { references: [second] })).json.numero).toMatch(/^FA-/);
		await act(second, 'cancel');
		const orders = bench.sandbox.journal.orders();
		expect(orders.map(({ statut, invoiced, cancelled }) => [statut, invoiced, cancelled])).toEqual([
			['parue', true, false],
			['a-paraitre', false, true],
		]);
		const wrong = await act('nobody', 'publish');
		expect([wrong.status, wrong.json.error]).toEqual([
			400,
			'No notice has the reference or order number "nobody".',
		]);
	});

	it('says what is wrong with a fault, a key or a body', async () => {
		const post = async (path: string, body: unknown) =>
			(await bench.client.plain('POST', `/_sandbox/${path}`, body)).json.error;
		expect(await post('faults', { kind: 'explode' })).toMatch(/^"kind" must be one of codes, /);
		expect(await post('faults', { kind: 'slow', delay: 3 })).toMatch(/^There is no "delay" here/);
		expect(await post('keys', { publications: 'many' })).toBe('"publications" must be: number.');
		expect(await post('settings', [])).toBe('The body must be a JSON object.');
	});

	it.each<[string, Record<string, string>]>([
		['another origin', { origin: 'https://elsewhere.example' }],
		['another site', { 'sec-fetch-site': 'cross-site' }],
		['a name that resolves to loopback', { host: 'rebound.example' }],
	])('refuses orders from %s', async (_name, headers) => {
		const answer = await bench.client.plain('POST', '/_sandbox/reset', {}, headers);
		expect(answer.status).toBe(403);
		expect(answer.json.error).toMatch(/^The controls answer only to this machine/);
	});

	it('answers no order under a name that was made to resolve to this machine', async () => {
		const { client } = bench;
		const headers = { host: 'rebound.example' };
		const answer = await client.post('/devis', {}, { headers });
		expect([answer.status, answer.json]).toEqual([403, {}]);
		for (const host of ['192.168.1.7:5690', 'sandbox:5690', 'host.docker.internal:5690']) {
			expect((await client.get('/client', { headers: { host } })).status).toBe(200);
		}
	});

	it('lets its own page steer it', async () => {
		const { origin } = bench.sandbox;
		const headers = { origin, 'sec-fetch-site': 'same-origin' };
		expect((await bench.client.plain('POST', '/_sandbox/reset', {}, headers)).status).toBe(200);
	});

	it('serves a page that loads nothing from outside', async () => {
		for (const path of ['/', '/page.css', '/page.js', '/panels.js', '/icon.svg']) {
			const { status, text, headers } = await bench.client.plain('GET', path);
			expect(status).toBe(200);
			expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
			expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
		}
	});

	it('never shows a secret key again', async () => {
		bench.sandbox.createKey({ publicKey: 'key', secretKey: 'demo-secret' });
		await bench.ordered();
		for (const path of ['journal', 'notices', 'settings', 'faults', 'rules', 'health']) {
			const { json, text } = await bench.client.plain('GET', `/_sandbox/${path}`);
			expect(isRecord(json) && Object.keys(json).length).toBeGreaterThan(0);
			expect(text).not.toMatch(/demo-secret/);
		}
	});
});
