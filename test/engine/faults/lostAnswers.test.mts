/** Single situations after a lost answer, within one try and over several. */
import { startSandbox, type Fault, type Sandbox } from '../../../sandbox/index.mts';
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from '../engine.mts';
import { files, orderCalls, ordering } from './ordering.mts';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ settings: { quotaPerMinute: 100_000 } });
});
afterEach(async () => {
	setTimings();
	await sandbox.close();
});

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
	expect(error?.message).toContain('The service cannot be reached (ECONNREFUSED)');
	expect(error?.message).not.toContain('not known');
});

test('an HTTP 401 from a gateway does not send an order twice', async () => {
	sandbox.fault({ kind: 'status', status: 401, match: { path: 'order' } });
	await runNode(ordering(sandbox, { items: files(1) }));
	expect(orderCalls(sandbox)).toBe(1);
});

test('a second try that cannot reach the service still tells what the first one left open', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'status' } });
	sandbox.fault({ kind: 'codes', codes: ['err_client_inactif'], match: { path: 'order' } });
	const { error } = await runNode(
		ordering(sandbox, {
			items: files(1),
			parameters: { orderNumberMode: 'custom', orderNumber: 'OPEN-1' },
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		}),
	);
	expect(error?.message).toContain('order number OPEN-1, not known whether ordered');
	expect(error?.message).toContain('err_client_inactif');
});

test('a custom number whose first try stayed unknown is recognised as our own in the second', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'status' } });
	const { json, error } = await runNode(
		ordering(sandbox, {
			items: files(1),
			parameters: { orderNumberMode: 'custom', orderNumber: 'OWN-1' },
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		}),
	);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ recupere: true, existant: false, numero_commande: 'OWN-1' });
	expect(sandbox.journal.orders()).toHaveLength(1);
});

test('a cancellation whose first try stayed unknown is recognised as done in the second', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
	sandbox.fault({ kind: 'dropAfter', times: 3, match: { path: 'cancel' } });
	sandbox.fault({ kind: 'dropBefore', times: 9, match: { path: 'status' } });
	const { credential } = ordering(sandbox);
	const { json, error } = await runNode({
		credential,
		parameters: {
			resource: 'notice',
			operation: 'cancel',
			reference: String(placed?.numero_commande),
		},
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ annulee: true, recupere: true, reference: placed?.reference });
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

test('a second try of a cancellation does not take an answer without notices for "not found"', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'cancel' } });
	sandbox.fault({ kind: 'dropBefore', times: 9, match: { path: 'status' } });
	const bare = { kind: 'wrongShape', body: '{"resultat":"succes"}' } as const;
	sandbox.fault({ ...bare, skip: 1, match: { path: 'statuses' } });
	const { credential } = ordering(sandbox);
	const { error } = await runNode({
		credential,
		parameters: {
			resource: 'notice',
			operation: 'cancel',
			reference: String(placed?.numero_commande),
		},
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(sandbox.journal.orders()[0]?.cancelled).toBe(false);
	expect(error?.message).toContain('not known whether cancelled');
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
