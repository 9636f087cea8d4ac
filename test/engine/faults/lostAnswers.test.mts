/** Single situations after a lost or strange answer, within one try. */
import { Container, ofCore } from '../n8n.mts';
import { files, LOST, LOST_AFTERWARDS, orderCalls, situation } from './ordering.mts';

const { sandbox, order, placed, fault } = situation();
const hidden = { kind: 'codes' as const, codes: ['err_annonce_introuvable'] };

test('orders without a number that are lost are each told with their file', async () => {
	fault('order', LOST, { times: 3 });
	const { error } = await order({ orderNumberMode: 'none' }, { items: files(3) });
	for (const file of ['D-0', 'D-1', 'D-2'])
		expect(error?.message).toContain(`for the file ${file}`);
});

test('an order number that is the reference of another notice is not taken for its order', async () => {
	const { reference } = await placed();
	fault('order', LOST);
	const number = { orderNumberMode: 'custom', orderNumber: String(reference) };
	const { error } = await order(number, { items: [{ file: 'D-OTHER' }] });
	expect(error?.message).toContain('is the reference of another notice');
	expect(sandbox.journal.orders()).toHaveLength(1);
});

test('a notice that is registered but shows a little later is found, not called cancelled', async () => {
	await placed();
	fault('status', hidden);
	const { json, error } = await order();
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ existant: true });
});

test('a status that names no notice is no proof that an order exists', async () => {
	fault('order', LOST);
	fault('status', { kind: 'wrongShape', body: '{"resultat":"succes"}' });
	const { error } = await order();
	expect(sandbox.journal.orders()).toEqual([]);
	expect(error?.message).toMatch(
		/not known whether the notice with order number D-0-\w+ was ordered.*"reference"/,
	);
});

test('a number that is registered but cannot be looked up is told, and a later run finds it', async () => {
	await placed();
	fault('status', LOST, { times: 3 });
	const { error } = await order();
	expect(error?.message).toMatch(
		/order number D-0-\w+ is registered, but its notice could not be asked/,
	);
	expect(await placed()).toMatchObject({ existant: true });
});

test('an order of a cancelled notice is not placed again under its number, and this is said', async () => {
	const { reference } = await placed();
	sandbox.notices.cancel(String(reference));
	expect((await order()).error?.message).toContain('it was cancelled. Nothing was ordered');
});

test('a lost order is not called cancelled while it is not visible', async () => {
	fault('order', LOST_AFTERWARDS);
	fault('status', hidden, { times: 3 });
	const { error } = await order();
	expect(sandbox.journal.orders()).toHaveLength(1);
	expect(error?.message).toContain('It is not known whether');
	expect(error?.message).not.toContain('cancelled');
});

test('an order that is answered without its number still comes out with it', async () => {
	fault('order', { kind: 'wrongShape', body: '{"resultat":"succes","reference":"AL-9"}' });
	const item = await placed({ orderNumberMode: 'custom', orderNumber: 'BARE-1' });
	expect(item).toMatchObject({ reference: 'AL-9', numero_commande: 'BARE-1' });
});

describe('where n8n protects the network that it is in', () => {
	const { SsrfProtectionConfig } = ofCore('@n8n/config') as {
		SsrfProtectionConfig: new () => { enabled: boolean };
	};
	const protection = Container.get(SsrfProtectionConfig);
	beforeEach(() => (protection.enabled = true));
	afterEach(() => (protection.enabled = false));

	test.each(['127.0.0.1', 'localhost'])('a call to %s is told as not sent, once', async (host) => {
		const { publicKey, secretKey } = sandbox.createKey();
		const baseUrl = sandbox.url.replace('127.0.0.1', host);
		const credential = { publicKey, secretKey, baseUrl };
		const { error } = await order({}, { credential });
		expect(error?.message).toBe(
			'n8n did not send the call: The request was blocked because it resolves to a restricted IP address',
		);
		expect(error?.description).toContain('Nothing was sent');
		expect(orderCalls(sandbox)).toBe(0);
	});
});

test('an operation that this version does not have is named, and nothing is sent', async () => {
	const { error } = await order({ operation: 'orderTwice' });
	expect(error?.message).toBe(
		'The operation "orderTwice" of "notice" does not exist in this version of the node',
	);
	expect(error?.description).toBe("Choose another 'Operation', or update the package.");
	expect(sandbox.journal.calls()).toEqual([]);
});
