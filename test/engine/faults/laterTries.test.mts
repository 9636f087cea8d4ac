/** What a second try of Retry On Fail knows of the first one. */
import { files, LOST, LOST_AFTERWARDS, ordering, situation, TWO_TRIES } from './ordering.mts';

const { sandbox, order, placed, fault, cancel } = situation();
const inactive = { kind: 'codes' as const, codes: ['err_client_inactif'] };
const twice = async (parameters: object) => await order(parameters, { settings: TWO_TRIES });
const numbered = (orderNumber: string) => ({ orderNumberMode: 'custom', orderNumber });

test('a second try that cannot reach the service still tells what the first one left open', async () => {
	fault('order', LOST_AFTERWARDS);
	fault('status', LOST, { skip: 1, times: 3 });
	fault('order', inactive);
	const { error } = await twice(numbered('OPEN-1'));
	expect(error?.message).toContain('order number OPEN-1, not known whether ordered');
	expect(error?.message).toContain('err_client_inactif');
});

test.each([
	['that was registered is recognised as our own', LOST_AFTERWARDS, true],
	['that was not registered is ordered', LOST, false],
])(
	'a custom number whose first try stayed unknown, %s in the second',
	async (_what, lost, recupere) => {
		fault('order', lost);
		fault('status', LOST, { skip: 1, times: 3 });
		const { json, error } = await twice(numbered('OWN-1'));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ recupere, existant: false, numero_commande: 'OWN-1' });
		expect(sandbox.journal.orders()).toHaveLength(1);
	},
);

test('a cancellation whose first try stayed unknown is recognised as done in the second', async () => {
	const { reference, numero_commande } = await placed();
	fault('cancel', LOST_AFTERWARDS, { times: 3 });
	fault('status', LOST, { times: 9 });
	const { json, error } = await cancel(numero_commande);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ annulee: true, recupere: true, reference });
});

test('a second try of a cancellation does not take an answer without notices for "not found"', async () => {
	const { numero_commande } = await placed();
	fault('cancel', LOST, { times: 3 });
	fault('status', LOST, { times: 9 });
	fault('statuses', { kind: 'wrongShape', body: '{"resultat":"succes"}' }, { skip: 1 });
	const { error } = await cancel(numero_commande);
	expect(sandbox.journal.orders()[0]?.cancelled).toBe(false);
	expect(error?.message).toContain('not known whether cancelled');
});

test('what the first try left open is told although the second does not come to it', async () => {
	fault('order', inactive);
	fault('order', LOST_AFTERWARDS);
	fault('status', LOST, { times: 3 });
	fault('order', inactive);
	const options = { ifAlreadyOrdered: 'returnExisting' };
	// Five calls in the first try leave one for the second: its failure stops the item that waits.
	const credential = { ...ordering(sandbox).credential, requestsPerMinute: 6 };
	const { error } = await order(
		{ ...numbered('=LEFT-{{ $json.file }}'), options },
		{ items: files(2), settings: TWO_TRIES, credential },
	);
	expect(error?.message).toContain('err_client_inactif');
	expect(error?.message).toContain('1 were not started');
	const open = 'To be looked at: notice with order number LEFT-D-1, not known whether ordered';
	expect(error?.message).toContain(open);
});

test('a replacement that stopped after the cancellation is finished by the second try', async () => {
	const { reference } = await placed();
	fault('order', LOST, { times: 3 });
	const { json, error } = await twice({ operation: 'replace', reference, text: 'Avis corrigé.' });
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ ancienne_reference: reference, existant: false });
	expect(sandbox.journal.orders().map(({ cancelled }) => cancelled)).toEqual([true, false]);
});
