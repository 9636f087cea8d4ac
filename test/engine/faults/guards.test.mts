/** Guards of an order meet orders that exist, and attempts whose outcome stayed unknown. */
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { byId, runNode, type RunOptions } from '../engine.mts';
import { sandboxForEachTest } from '../sandbox.mts';
import { files, orderCalls, ordering } from './ordering.mts';

const sandbox = sandboxForEachTest();
beforeEach(() => setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 }));
afterEach(() => setTimings());

const run = async (parameters: object, more: Partial<RunOptions> = {}) =>
	await runNode(ordering(sandbox, { items: files(1), parameters: parameters as never, ...more }));

test('a notice above the maximum is not ordered, with both figures', async () => {
	const { error } = await run({ options: { maximumTotal: 1 } });
	expect(error?.message).toContain("above the 'Maximum Total'");
	expect(orderCalls(sandbox)).toBe(0);
});

test('a notice that is ordered already is returned although a guard would stop it now', async () => {
	const first = (await run({})).json[0];
	const { json, error } = await run({ options: { maximumTotal: 1 } });
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ existant: true, reference: first?.reference });
	expect(orderCalls(sandbox)).toBe(1);
});

test('the figures are told although it cannot be asked whether the notice exists', async () => {
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'status' } });
	const { error } = await run({ options: { maximumTotal: 1 } });
	expect(error?.message).toContain("above the 'Maximum Total'");
});

test('where an existing notice is an error, the guard speaks first', async () => {
	await run({});
	const { error } = await run({ options: { maximumTotal: 1, ifAlreadyOrdered: 'fail' } });
	expect(error?.message).toContain("above the 'Maximum Total'");
});

test('an attempt that stayed unknown and was not registered is ordered by the second try', async () => {
	sandbox.fault({ kind: 'dropBefore', match: { path: 'order' } });
	sandbox.fault({ kind: 'dropBefore', skip: 1, times: 3, match: { path: 'status' } });
	const { json, error } = await run(
		{ orderNumberMode: 'custom', orderNumber: 'G-1' },
		{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
	);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ recupere: false, existant: false, numero_commande: 'G-1' });
	expect(json[0]?.total_ttc).toBeGreaterThan(0);
});

test.each([
	['may be an earlier one', 'returnExisting', "c'est cette commande ou une précédente"],
	['is this one', 'fail', "la réponse du service s'est perdue, l'annonce a été retrouvée"],
])('a lost order under a number of the person says that it %s', async (_what, policy, words) => {
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	const { json } = await run({
		orderNumberMode: 'custom',
		orderNumber: 'G-2',
		options: { ifAlreadyOrdered: policy },
	});
	expect(json[0]?.recupere).toBe(true);
	expect(json[0]?.resume).toContain(words);
});

test('a number of a run that was broken off says how to go on, and what that means', async () => {
	const custom = { orderNumberMode: 'custom', orderNumber: 'G-6' };
	const first = (await run(custom)).json[0];
	const { error } = await run(custom);
	expect(error?.message).toContain('err_annonce_commandee');
	expect(error?.description).toMatch(
		/'If Already Ordered' to Return Existing and run it again.*without comparing their text/,
	);
	const options = { ifAlreadyOrdered: 'returnExisting' };
	const { json } = await run({ ...custom, options });
	expect(json[0]).toMatchObject({ existant: true, reference: first?.reference });
});

test.each([{}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }])(
	'the number of another notice is refused, not taken for an order that was lost (%j)',
	async (settings) => {
		const custom = { orderNumberMode: 'custom', orderNumber: 'G-3' };
		const first = (await run({ ...custom, text: 'Avis UN.' })).json[0];
		sandbox.fault({ kind: 'dropBefore', times: 9, match: { path: 'order' } });
		const { json, error } = await run({ ...custom, text: 'Avis DEUX.' }, { settings });
		expect(error?.message).toContain('err_annonce_commandee');
		expect(json).toEqual([]);
		expect(sandbox.journal.orders().map(({ reference }) => reference)).toEqual([first?.reference]);
	},
);

test.each(['returnExisting', 'fail'])(
	'the number of a notice that cannot be asked for while it is suspended is told as registered (%s)',
	async (ifAlreadyOrdered) => {
		const custom = { orderNumberMode: 'custom', orderNumber: 'G-5', options: { ifAlreadyOrdered } };
		await run(custom);
		sandbox.fault({ kind: 'codes', codes: ['err_annonce_suspendue'], match: { path: 'status' } });
		const { error } = await run(custom);
		expect(error?.message).toContain('The order number G-5 is registered');
		expect(error?.description).toContain('when it is no longer suspended');
		expect(sandbox.journal.orders()).toHaveLength(1);
	},
);

test('where an existing notice is an error, nothing is ordered while its number cannot be asked for', async () => {
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'status' } });
	const { error } = await run({ orderNumberMode: 'custom', orderNumber: 'G-4' });
	expect(`${error?.message} ${error?.description}`).toMatch(/connection.*Nothing was changed/);
	expect(orderCalls(sandbox)).toBe(0);
});

test('an existing notice keeps the date that was asked for, and tells that its own is not known', async () => {
	const dates = await runNode({
		credential: ordering(sandbox).credential,
		parameters: { resource: 'publication', operation: 'getDates', quantity: 3 },
	});
	const date = String(dates.json[0]?.date_parution);
	const publicationDate = byId(date);
	await run({ publicationDate });
	const { json, error } = await run({ publicationDate });
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ existant: true, date_demandee: date });
});

test('a billing mode that does not exist stops before any call', async () => {
	const { error } = await run({ billingMode: "={{ 'somebody' }}" });
	expect(error?.message).toContain('\'Billing\' cannot be "somebody"');
	expect(sandbox.journal.calls()).toEqual([]);
});
