/** Guards of an order meet orders that exist, and attempts whose outcome stayed unknown. */
import { byId, runNode } from '../engine.mts';
import { LOST, LOST_AFTERWARDS, orderCalls, ordering, situation, TWO_TRIES } from './ordering.mts';

const { sandbox, order, placed, fault } = situation();
const ceiling = { options: { maximumTotal: 1 } };
const custom = { orderNumberMode: 'custom', orderNumber: 'G-1' };
const returned = { options: { ifAlreadyOrdered: 'returnExisting' } };

test('a notice above the maximum is not ordered, with both figures', async () => {
	expect((await order(ceiling)).error?.message).toContain("above the 'Maximum Total'");
	// The same where it cannot be asked whether the notice exists.
	fault('status', LOST, { times: 3 });
	expect((await order(ceiling)).error?.message).toContain("above the 'Maximum Total'");
	expect(orderCalls(sandbox)).toBe(0);
});

test('a notice that is ordered already is returned although a guard would stop it now', async () => {
	const { reference } = await placed();
	const { json, error } = await order(ceiling);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ existant: true, reference });
	// Where an existing notice is an error, the guard speaks first.
	const failing = await order({ options: { maximumTotal: 1, ifAlreadyOrdered: 'fail' } });
	expect(failing.error?.message).toContain("above the 'Maximum Total'");
	expect(orderCalls(sandbox)).toBe(1);
});

test('without a choice the order number is automatic', async () => {
	const { numero_commande } = await placed({ orderNumberMode: 'automatic' });
	expect(await placed({ orderNumberMode: '' })).toMatchObject({ existant: true, numero_commande });
});

test.each([
	['may be an earlier one', 'returnExisting', "c'est cette commande ou une précédente"],
	['is this one', 'fail', "la réponse du service s'est perdue, l'annonce a été retrouvée"],
])('a lost order under a number of the person says that it %s', async (_what, policy, words) => {
	fault('order', LOST_AFTERWARDS);
	const item = await placed({ ...custom, options: { ifAlreadyOrdered: policy } });
	expect(item.recupere).toBe(true);
	expect(item.resume).toContain(words);
});

test('a number of a run that was broken off says how to go on, and what that means', async () => {
	const { reference } = await placed(custom);
	const { error } = await order(custom);
	expect(error?.message).toContain('err_annonce_commandee');
	expect(error?.description).toMatch(
		/'If Already Ordered' to Return Existing and run it again.*without comparing their text/,
	);
	expect(await placed({ ...custom, ...returned })).toMatchObject({ existant: true, reference });
});

test.each([{}, TWO_TRIES])(
	'the number of another notice is refused, not taken for an order that was lost (%j)',
	async (settings) => {
		const { reference } = await placed({ ...custom, text: 'Avis UN.' });
		fault('order', LOST, { times: 9 });
		const { json, error } = await order({ ...custom, text: 'Avis DEUX.' }, { settings });
		expect(error?.message).toContain('err_annonce_commandee');
		expect(json).toEqual([]);
		expect(sandbox.journal.orders().map((one) => one.reference)).toEqual([reference]);
	},
);

test.each([{}, returned])(
	'the number of a notice that cannot be asked for while it is suspended is told as registered (%j)',
	async (options) => {
		await placed(custom);
		fault('status', { kind: 'codes', codes: ['err_annonce_suspendue'] });
		const { error } = await order({ ...custom, ...options });
		expect(error?.message).toContain('The order number G-1 is registered');
		expect(error?.description).toContain('when it is no longer suspended');
		expect(sandbox.journal.orders()).toHaveLength(1);
	},
);

test('where an existing notice is an error, nothing is ordered while its number cannot be asked for', async () => {
	fault('status', LOST, { times: 3 });
	const { error } = await order(custom);
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
	await placed({ publicationDate });
	expect(await placed({ publicationDate })).toMatchObject({ existant: true, date_demandee: date });
});

test('a billing mode that does not exist stops before any call', async () => {
	const { error } = await order({ billingMode: "={{ 'somebody' }}" });
	expect(error?.message).toContain('\'Billing\' cannot be "somebody"');
	expect(sandbox.journal.calls()).toEqual([]);
});
