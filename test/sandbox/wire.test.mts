import { Bench, withBench } from './bench.mts';
import { at, P, sarl, type CallOptions } from './client.mts';

describe('what is signed and how it is answered', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await Bench.start();
	});
	afterEach(() => bench.stop());

	it('accepts any spelling of a body as long as these very bytes are signed', async () => {
		const raw = `\r\n{\n\t"references" : [ "\\u00e9", "é" ]\n}\n  \n`;
		expect((await bench.client.post('/annonces/statuts', undefined, { raw })).codes).toEqual([]);
	});

	it.each([
		['was written anew after signing', '{"references":["x"]}', '{"references": ["x"]}'],
		['lost its final line break', '{"references":["x"]}', '{"references":["x"]}\n'],
	])('refuses a body that %s', async (_what, raw, signedBody) => {
		const answer = await bench.client.post('/annonces/statuts', undefined, { raw, signedBody });
		expect(answer.codes).toEqual(['err_signature_calculee']);
	});

	it('refuses bytes that are not UTF-8, lists and bare values', async () => {
		const bodies = [Buffer.from([0x7b, 0xff, 0x7d]), '[]', '"x"', ' '];
		for (const raw of bodies) {
			const answer = await bench.client.post('/annonces/statuts', undefined, { raw });
			expect(answer.codes).toEqual(['err_body_incorrect']);
		}
	});

	it('leaves the query out of the signature', async () => {
		const path = '/publications?departement=75';
		expect((await bench.client.get(path)).codes).toEqual([]);
		const signed = await bench.client.get(path, { signedPath: `${P}${path}` });
		expect(signed.codes).toEqual(['err_signature_calculee']);
	});

	it('tolerates five seconds, not six', async () => {
		const now = Math.floor(Date.now() / 1000);
		for (const gap of [-4, 4]) {
			expect((await bench.client.get('/client', { timestamp: now + gap })).codes).toEqual([]);
		}
		for (const timestamp of [now - 7, now + 7, `${now}.5`, `${now}000`, 'now']) {
			const answer = await bench.client.get('/client', { timestamp });
			expect(answer.codes).toEqual(['err_timestamp_controle']);
		}
	});

	it('checks the headers, then the key, the clock, the signature', async () => {
		const keys = { publicKey: 'demo-public-key', secretKey: 'wrong' };
		const stranger = { publicKey: 'nobody', secretKey: 'wrong' };
		const headers = { application: undefined, signature: '', timestamp: undefined };
		const codes = async (options: CallOptions) =>
			(await bench.client.get('/client', options)).codes;
		expect(await codes({ headers })).toEqual([
			'err_application_absent',
			'err_timestamp_absent',
			'err_signature_absent',
		]);
		expect(await codes({ keys: stranger, timestamp: 1 })).toEqual(['err_cle_inconnue']);
		expect(await codes({ keys, timestamp: 1 })).toEqual(['err_timestamp_controle']);
		expect(await codes({ keys })).toEqual(['err_signature_calculee']);
	});

	it('answers 200 to every refusal, 404 to routes that do not exist, 400 to paths that cannot be decoded', async () => {
		expect((await bench.client.get('/client', { timestamp: 1 })).status).toBe(200);
		for (const path of ['/nope', '/annonce', '/devis', '/client/']) {
			expect((await bench.client.get(path)).status).toBe(404);
		}
		expect((await bench.client.call('PUT', '/annonce/A', {}, {})).status).toBe(404);
		expect((await bench.client.get('/annonce/%E0%A4%A/statut')).status).toBe(400);
	});

	it('reads a body whatever its content type says', async () => {
		for (const type of ['text/plain', 'application/json;charset=UTF-8', undefined]) {
			const headers = { 'content-type': type };
			const answer = await bench.client.post('/devis', sarl, { headers });
			expect([type, answer.status, answer.codes]).toEqual([type, 200, []]);
		}
	});

	it('finds a notice by an order number that a path must encode', async () => {
		const numero_commande = 'N°1/a b#é%2F?';
		await bench.order({ numero_commande });
		const path = `/annonce/${encodeURIComponent(numero_commande)}`;
		expect((await bench.client.get(`${path}/statut`)).json.numero_commande).toBe(numero_commande);
		expect((await bench.client.delete(path)).codes).toEqual([]);
	});

	it('serves both legacy routes like their successors', async () => {
		const reference = await bench.ordered();
		const body = { references: [reference] };
		const [old, current] = [
			await bench.client.post('/statut', body),
			await bench.client.post('/annonces/statuts', body),
		];
		expect(old.json).toEqual(current.json);
		expect(old.codes).toEqual([]);
		const query = '?quantite=3&publication=12&departement=75';
		const dates = await bench.client.get(`/dates-parution${query}`);
		expect(dates.json).toEqual((await bench.client.get(`/dates-parutions${query}`)).json);
		expect(at(dates.json, 'publications', 0, 'dates', 2, 'date_parution')).toBe('2026-12-10');
	});

	it('may stand behind a proxy prefix that is not signed', async () => {
		await withBench({ pathPrefix: '/al-test/' }, async ({ sandbox, client }) => {
			expect(sandbox.url).toMatch(/\/al-test$/);
			const answer = await client.post('/devis', sarl, { prefix: '/al-test' });
			expect(answer.codes).toEqual([]);
			const wrong = await client.get('/client', {
				prefix: '/al-test',
				signedPath: `/al-test${P}/client`,
			});
			expect(wrong.codes).toEqual(['err_signature_calculee']);
		});
	});
});
