/** Single situations after a lost or strange answer, within one try. */
import type { Fault } from '../../../sandbox/index.mts';
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from '../engine.mts';
import { sandboxForEachTest } from '../sandbox.mts';
import { files, orderCalls, ordering } from './ordering.mts';

const sandbox = sandboxForEachTest({ settings: { quotaPerMinute: 100_000 } });
afterEach(() => setTimings());

test('a success that does not say what was ordered is looked up, not reported without reference', async () => {
	sandbox.fault({
		kind: 'wrongShape',
		body: '{"resultat":"succes"}',
		processed: true,
		match: { path: 'order' },
	});
	setTimings({ beforeResendMs: 10 });
	const { json, error } = await runNode(ordering(sandbox, { items: files(1) }));
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({
		reference: sandbox.journal.orders()[0]?.reference,
		recupere: true,
	});
});

describe.each([
	['HTTP 500 with a bare refusal', 500, '{"resultat":"erreur"}'],
	['HTTP 503 with a refusal without codes', 503, '{"resultat":"erreur","erreurs":[]}'],
	['HTTP 200 with a bare refusal', 200, '{"resultat":"erreur"}'],
	['HTTP 500 with a code that nobody listed', 500, '{"resultat":"erreur","erreurs":["err_neu"]}'],
])('%s, although the order was registered,', (_name, status, body) => {
	beforeEach(() => {
		setTimings({ beforeResendMs: 10 });
		sandbox.fault({ kind: 'status', status, body, processed: true, match: { path: 'order' } });
	});

	test('makes the node look its number up', async () => {
		const { json, error } = await runNode(ordering(sandbox, { items: files(1) }));
		expect(error).toBeUndefined();
		const reference = sandbox.journal.orders()[0]?.reference;
		expect(json[0]).toMatchObject({ reference, recupere: true });
	});

	test('does not send it twice where it has no number', async () => {
		const { error } = await runNode(
			ordering(sandbox, {
				items: files(1),
				parameters: { orderNumberMode: 'none' },
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			}),
		);
		expect(error?.message).toContain(
			'It is not known whether the notice for the file D-0 was ordered',
		);
		expect(sandbox.journal.orders()).toHaveLength(1);
	});
});

test('orders without a number that are lost are each told with their file', async () => {
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'order' } });
	const parameters = { orderNumberMode: 'none' };
	const { error } = await runNode(ordering(sandbox, { items: files(3), parameters }));
	for (const file of ['D-0', 'D-1', 'D-2'])
		expect(error?.message).toContain(`for the file ${file}`);
});

test('an order number that is the reference of another notice is not taken for its order', async () => {
	setTimings({ beforeResendMs: 10 });
	const first = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
	sandbox.fault({ kind: 'dropBefore', match: { path: 'order' } });
	const { error } = await runNode(
		ordering(sandbox, {
			items: [{ file: 'D-OTHER' }],
			parameters: { orderNumberMode: 'custom', orderNumber: String(first?.reference) },
		}),
	);
	expect(error?.message).toContain('is the reference of another notice');
	expect(sandbox.journal.orders()).toHaveLength(1);
});

test('a connection that is refused is told as such: nothing was sent', async () => {
	const options = ordering(sandbox, { items: files(1) });
	setTimings({ beforeRepeatMs: 5 });
	const { error } = await runNode({
		...options,
		credential: { ...options.credential, baseUrl: 'http://127.0.0.1:1' },
	});
	expect(error?.message).toContain(
		'Nothing answers at the host and port of the service (ECONNREFUSED)',
	);
	expect(error?.message).not.toContain('not known');
});

test('an HTTP 401 from a gateway does not send an order without number twice, as n8n would', async () => {
	sandbox.fault({ kind: 'status', status: 401, match: { path: 'order' } });
	await runNode(ordering(sandbox, { items: files(1), parameters: { orderNumberMode: 'none' } }));
	expect(orderCalls(sandbox)).toBe(1);
});

test('a notice that is registered but shows a little later is found, not called cancelled', async () => {
	setTimings({ beforeResendMs: 10 });
	await runNode(ordering(sandbox, { items: files(1) }));
	sandbox.fault({ kind: 'codes', codes: ['err_annonce_introuvable'], match: { path: 'status' } });
	const { json, error } = await runNode(ordering(sandbox, { items: files(1) }));
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ existant: true });
});

test('a status that names no notice is no proof that an order exists', async () => {
	setTimings({ beforeResendMs: 10 });
	sandbox.fault({ kind: 'dropBefore', match: { path: 'order' } });
	sandbox.fault({ kind: 'wrongShape', body: '{"resultat":"succes"}', match: { path: 'status' } });
	const { error } = await runNode(ordering(sandbox, { items: files(1) }));
	expect(sandbox.journal.orders()).toEqual([]);
	expect(error?.message).toMatch(
		/not known whether the notice with order number D-0-\w+ was ordered/,
	);
	expect(error?.message).toContain('"reference"');
});

test('a number that is registered but cannot be looked up is told, and a later run finds it', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	await runNode(ordering(sandbox, { items: files(1) }));
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'status' } });
	const { error } = await runNode(ordering(sandbox, { items: files(1) }));
	expect(error?.message).toMatch(
		/order number D-0-\w+ is registered, but its notice could not be asked/,
	);
	const { json } = await runNode(ordering(sandbox, { items: files(1) }));
	expect(json[0]).toMatchObject({ existant: true });
});

test('an order of a cancelled notice is not placed again under its number, and this is said', async () => {
	setTimings({ beforeResendMs: 10 });
	const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
	sandbox.notices.cancel(String(placed?.reference));
	const { error } = await runNode(ordering(sandbox, { items: files(1) }));
	expect(error?.message).toContain('it was cancelled. Nothing was ordered');
});

test('a custom number of a lost order that is found is not called cancelled while it is not visible', async () => {
	setTimings({ beforeResendMs: 10 });
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	const hidden: Fault = { kind: 'codes', codes: ['err_annonce_introuvable'], times: 3 };
	sandbox.fault({ ...hidden, match: { path: 'status' } });
	const { error } = await runNode(ordering(sandbox, { items: files(1) }));
	expect(sandbox.journal.orders()).toHaveLength(1);
	expect(error?.message).toContain('It is not known whether');
	expect(error?.message).not.toContain('cancelled');
});

test('an order that is answered without its number still comes out with it', async () => {
	sandbox.fault({
		kind: 'wrongShape',
		body: '{"resultat":"succes","reference":"AL-9"}',
		match: { path: 'order' },
	});
	const parameters = { orderNumberMode: 'custom', orderNumber: 'BARE-1' };
	const { json } = await runNode(ordering(sandbox, { items: files(1), parameters }));
	expect(json[0]).toMatchObject({ reference: 'AL-9', numero_commande: 'BARE-1' });
});

test.each(['publicKey', 'secretKey'])(
	'a credential without %s is told before any call',
	async (key) => {
		const options = ordering(sandbox, { items: files(1) });
		const { error } = await runNode({
			...options,
			credential: { ...options.credential, [key]: ' ' },
		});
		expect(error?.message).toContain(key === 'publicKey' ? "'Public Key'" : "'Secret Key'");
		expect(sandbox.journal.calls()).toEqual([]);
	},
);
