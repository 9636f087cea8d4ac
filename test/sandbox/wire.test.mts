/** What is signed and how it is answered. */
import { SandboxInProcess } from '../../sandbox/inProcess.mts';
import { Bench, call } from './bench.mts';
import { at, PREFIX, signed } from './client.mts';

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

test.each([
	['spelled in its own way', '\r\n{\n\t"references" : [ "\\u00e9", "é" ]\n}\n  \n', undefined, ''],
	[
		'without its final line break',
		'{"references":["x"]}',
		'{"references":["x"]}\n',
		'signature_calculee',
	],
	['not in UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), undefined, 'body_incorrect'],
	['that is a list', '[]', undefined, 'body_incorrect'],
	['that is blank', ' ', undefined, 'body_incorrect'],
])('the signature is checked for a body %s', async (_what, raw, signedBody, code) => {
	const options = { raw, ...(signedBody === undefined ? {} : { signedBody }) };
	const { codes } = await bench.client.post('/annonces/statuts', undefined, options);
	expect(codes.join()).toBe(code && `err_${code}`);
});

test('five seconds are tolerated, and six are not', () => {
	const keys = { publicKey: 'key', secretKey: 'demo-secret' };
	const now = 1_795_000_000;
	const sandbox = new SandboxInProcess(keys, {}, { now: () => now * 1000, elapsed: () => 0 });
	const answerTo = (timestamp: number | string) => {
		const headers = signed(keys, 'GET', '/pays', '', String(timestamp));
		const call = { method: 'GET', url: `${PREFIX}/pays`, headers, body: Buffer.alloc(0) };
		return String(sandbox.answer(call).body);
	};
	for (const gap of [-5, 0, 5]) expect(answerTo(now + gap)).toContain('"succes"');
	for (const timestamp of [now - 6, now + 6, `${now}.5`, `${now}000`, 'now']) {
		expect(answerTo(timestamp)).toContain('err_timestamp_controle');
	}
});

test('headers are checked first, then the key, the clock and the signature', async () => {
	const keys = { publicKey: 'demo-public-key', secretKey: 'wrong' };
	const headers = { application: undefined, signature: '', timestamp: undefined };
	const absent = 'application_absent timestamp_absent signature_absent';
	expect(await call({ headers, timestamp: 1 })(bench)).toBe(absent);
	const stranger = { ...keys, publicKey: 'nobody' };
	expect(await call({ keys: stranger, timestamp: 1 })(bench)).toBe('cle_inconnue');
	expect(await call({ keys, timestamp: 1 })(bench)).toBe('timestamp_controle');
	expect(await call({ keys })(bench)).toBe('signature_calculee');
});

test.each([
	['GET', '/nope', 404],
	['GET', '/devis', 404],
	['GET', '/client/', 404],
	['PUT', '/annonce/A', 404],
	['GET', '/annonce/%E0%A4%A/statut', 400],
] as const)(
	'every refusal comes with HTTP 200, but %s %s with %d',
	async (method, path, status) => {
		expect((await bench.client.get('/client', { timestamp: 1 })).status).toBe(200);
		expect((await bench.client.call(method, path, undefined, {})).status).toBe(status);
	},
);

test('a notice is found by an order number that a path must encode', async () => {
	const numero_commande = 'N°1/a b#é%2F?';
	await bench.ordered({ numero_commande });
	const name = encodeURIComponent(numero_commande);
	expect(await bench.get(`/annonce/${name}/statut`, 'numero_commande')).toBe(numero_commande);
	expect(await bench.cancel(name)).toBe('');
});

test('both legacy routes are served like their successors', async () => {
	const body = { references: [await bench.ordered()] };
	const { json } = await bench.client.post('/annonces/statuts', body);
	expect((await bench.client.post('/statut', body)).json).toEqual(json);
	expect(at(json, 'annonces', 0, 'statut')).toBe('a-paraitre');
	const query = '?quantite=3&publication=12&departement=75';
	const dates = (await bench.client.get(`/dates-parutions${query}`)).json;
	expect((await bench.client.get(`/dates-parution${query}`)).json).toEqual(dates);
	expect(at(dates, 'publications', 0, 'dates', 2, 'date_parution')).toBe('2026-12-10');
});
