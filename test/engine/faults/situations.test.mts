/** Single orders after lost or strange answers, beside orders that exist, under a guard, and in a second try. */
import { byId } from '../engine.mts';
import { Container, ofCore } from '../n8n.mts';
import { files, LOST, LOST_AFTERWARDS, situation } from './ordering.mts';

const { sandbox, order, placed, fault } = situation();
const refusal = (code: string) => ({ kind: 'codes' as const, codes: [code] });
const HIDDEN = refusal('err_annonce_introuvable');
const INACTIVE = refusal('err_client_inactif');
const NAMELESS = { kind: 'wrongShape', body: '{"resultat":"succes"}' } as const;
const THREE = { times: 3 };
const AGAIN = { settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } };
const own = { orderNumberMode: 'custom', orderNumber: 'OWN-1' };
const returned = { options: { ifAlreadyOrdered: 'returnExisting' } };

/** An order that fails with these words, of message and description. */
async function told(words: RegExp, registered: number, parameters = {}, more = {}) {
	const { told, advice, json } = await order(parameters, more);
	expect(`${told} ${advice}`.replaceAll('\n', ' ')).toMatch(words);
	expect([json, sandbox.journal.orders().length]).toEqual([[], registered]);
}

/** An order that comes out with the reference of the only notice that is registered. */
async function found(item: object, parameters = {}, more = {}) {
	const { error, json } = await order(parameters, more);
	const [first, ...others] = sandbox.journal.orders();
	expect([error, others]).toEqual([undefined, []]);
	expect(json).toEqual([expect.objectContaining({ reference: first?.reference, ...item })]);
}

test('a guard stops what is not ordered yet, not what is, unless an existing notice is an error', async () => {
	const above = /above the 'Maximum Total'/;
	const maximumTotal = 1;
	// It cannot be asked whether the notice exists.
	fault('status', LOST, THREE);
	await told(above, 0, { options: { maximumTotal } });
	await placed();
	await found({ existant: true }, { options: { maximumTotal } });
	await told(/already registered/, 1, { options: { maximumTotal, ifAlreadyOrdered: 'fail' } });
});

test('without a choice the order number is automatic', async () => {
	await placed({ orderNumberMode: 'automatic' });
	await found({ existant: true }, { orderNumberMode: '' });
});

test.each(['returnExisting', 'fail'])(
	'a lost order under a number of the person is found again: %s',
	async (policy) => {
		fault('order', LOST_AFTERWARDS);
		const words = 'la réponse du service n’a pas été reçue, mais l’annonce a été retrouvée';
		const item = { recupere: true, resume: expect.stringContaining(words) as unknown };
		await found(item, { ...own, options: { ifAlreadyOrdered: policy } });
	},
);

test('what has a number of the person before is told as existing, also where the answer is lost', async () => {
	await placed({ ...own, text: 'Un autre avis.' });
	fault('order', LOST_AFTERWARDS);
	await found({ existant: true, recupere: false }, { ...own, ...returned });
});

test('an existing notice keeps the date that was asked for, and tells that its own is not known', async () => {
	await placed(own);
	const asked = { ...own, ...returned, publicationDate: byId('2031-06-06') };
	const { json } = await order(asked);
	expect(json[0]).toMatchObject({ existant: true, date_demandee: '2031-06-06' });
	expect(json[0]).not.toHaveProperty('date_modifiee');
});

test('where an existing notice is an error, nothing is ordered while its number cannot be asked for', async () => {
	fault('status', LOST, THREE);
	await told(/connection.*Nothing was changed/, 0, own);
});

test('orders without a number that are lost are each told with 200 characters of their file', async () => {
	fault('order', LOST, THREE);
	const words = /for the file D-0x{197} .*for the file D-1x{197},.*for the file D-2x{197},/;
	const fileReference = "={{ $json.file.padEnd(9_000, 'x') }}";
	await told(words, 0, { orderNumberMode: 'none', fileReference }, { items: files(3) });
});

test('a status that names no notice is no proof that an order exists', async () => {
	fault('order', LOST);
	fault('status', NAMELESS);
	await told(/not known whether the notice with order number D-0-\w+ was ordered.*"reference"/, 0);
});

test('a number that is registered but cannot be looked up is told, and a later run finds it', async () => {
	await placed();
	fault('status', LOST, THREE);
	await told(/order number D-0-\w+ is registered, but the node could not look up its notice/, 1);
	await found({ existant: true });
});

test('an order of a cancelled notice is not placed again under its number, and this is said', async () => {
	sandbox.notices.cancel(String((await placed()).reference));
	await told(/it was cancelled, or only just ordered\. A notice with this order number/, 1);
});

test('an order that is answered without its number still comes out with it', async () => {
	fault('order', {
		kind: 'wrongShape',
		body: '{"resultat":"succes","reference":"AL-9","tarif":{}}',
	});
	expect(await placed(own)).toMatchObject({ reference: 'AL-9', numero_commande: 'OWN-1' });
});

test.each(['127.0.0.1', 'localhost'])('a call that n8n forbids is not sent (%s)', async (host) => {
	const { SsrfProtectionConfig } = ofCore('@n8n/config') as {
		SsrfProtectionConfig: new () => { enabled: boolean };
	};
	const protection = Container.get(SsrfProtectionConfig);
	protection.enabled = true;
	const baseUrl = sandbox.url.replace('127.0.0.1', host);
	const credential = { ...sandbox.createKey(), baseUrl };
	const words = /^n8n did not send the call: .* restricted IP address .*Nothing was sent/;
	await told(words, 0, {}, { credential }).finally(() => (protection.enabled = false));
	expect(sandbox.calls()).toEqual([]);
});

test('an operation that this version does not have is named, and nothing is sent', async () => {
	const words =
		/^The operation "orderTwice" of "notice" does not exist in this version of the node Choose another 'Operation', or update the package.$/;
	await told(words, 0, { operation: 'orderTwice' });
	expect(sandbox.calls()).toEqual([]);
});

describe('in the second try', () => {
	const cancel = async (reference: unknown) =>
		await order({ operation: 'cancel', reference: String(reference) }, AGAIN);

	test('what the first left open is told where the service cannot be reached', async () => {
		fault('order', LOST_AFTERWARDS);
		fault('status', LOST, { skip: 1, ...THREE });
		fault('order', INACTIVE);
		const words = /(?=.*order number OWN-1, not known whether ordered).*err_client_inactif/;
		await told(words, 1, own, AGAIN);
	});

	test.each([
		['that was registered is recognised as our own', LOST_AFTERWARDS, true],
		['that was not registered is ordered', LOST, false],
	])('a custom number %s', async (_what, lost, recupere) => {
		fault('order', lost);
		fault('status', LOST, { skip: 1, ...THREE });
		await found({ recupere, existant: false, numero_commande: 'OWN-1' }, own, AGAIN);
	});

	test.each(['returnExisting', 'fail'])(
		'what is only known to be registered after a lost answer is recognised as our own (%s)',
		async (ifAlreadyOrdered) => {
			fault('order', LOST_AFTERWARDS);
			fault('status', HIDDEN, { skip: 1 });
			fault('status', LOST, { skip: 1, ...THREE });
			const options = { ifAlreadyOrdered };
			await found({ recupere: true, existant: false }, { ...own, options }, AGAIN);
		},
	);

	test.each([
		[
			'its number',
			{ orderNumberMode: 'custom', orderNumber: "={{ 'OWN-' + $now.toFormat('HHmmssSSS') }}" },
		],
		['its text', { text: "={{ 'Avis du ' + $now.toFormat('dd/MM/yyyy HH:mm:ss.SSS') }}" }],
	])('an order that was registered is found although %s is made of the time', async (...row) => {
		const [, ofTheMoment] = row;
		fault('order', LOST_AFTERWARDS);
		fault('status', LOST, { skip: 'orderNumber' in ofTheMoment ? 1 : 0, ...THREE });
		await found({ recupere: true, existant: false }, ofTheMoment, AGAIN);
	});

	test('what was ordered stays done although numbers that are made of the time have become equal', async () => {
		// Long enough for the first try of a busy machine.
		const soon = Date.now() + 3_000;
		const orderNumber = `={{ Date.now() < ${soon} ? 'OWN-' + $json.file : 'OWN' }}`;
		fault('order', LOST_AFTERWARDS);
		// Each number is looked up before it is sent.
		fault('status', LOST, { skip: 2, ...THREE });
		const settings = { ...AGAIN.settings, waitBetweenTries: 3_000 };
		const numbered = { orderNumberMode: 'custom', orderNumber };
		const { error, json } = await order(numbered, { items: files(2), settings });
		expect(error).toBeUndefined();
		const ordered = sandbox.journal.orders().map(({ reference }) => reference);
		expect(json.map(({ reference }) => reference).sort()).toEqual(ordered.sort());
		expect(ordered).toHaveLength(2);
	});

	test('a custom number that was registered is found although its date has closed since', async () => {
		fault('order', LOST_AFTERWARDS);
		fault('status', LOST, { skip: 1, ...THREE });
		fault('quote', refusal('err_bouclage_depasse'), { skip: 1, times: 9 });
		const options = { maximumTotal: 900, ifDateMoves: 'fail' };
		await found({ recupere: true, numero_commande: 'OWN-1' }, { ...own, options }, AGAIN);
	});

	test('a cancellation that stayed unknown is recognised as done', async () => {
		const { reference, numero_commande } = await placed();
		fault('cancel', LOST_AFTERWARDS, THREE);
		fault('status', LOST, { times: 9 });
		const { json } = await cancel(numero_commande);
		expect(json[0]).toMatchObject({ annulee: true, recupere: true, reference });
	});

	test('a cancellation does not take an answer without notices for "not found"', async () => {
		const { numero_commande } = await placed();
		fault('cancel', LOST, THREE);
		fault('status', LOST, { times: 9 });
		fault('statuses', NAMELESS, { skip: 1 });
		const { told } = await cancel(numero_commande);
		expect(sandbox.standing()).toHaveLength(1);
		expect(told).toContain('not known whether cancelled');
	});

	test('what the first left open is told although the second does not come to it', async () => {
		for (const one of [INACTIVE, LOST_AFTERWARDS, INACTIVE]) fault('order', one);
		fault('status', LOST, THREE);
		// Eight calls in the first try, three of them for names, leave one: its failure stops the item that waits.
		const credential = { ...sandbox.credential, requestsPerMinute: 9 };
		const open = 'Check these: notice with order number D-1-\\w+, not known whether ordered';
		const words = new RegExp(`(?=.*err_client_inactif)(?=.*1 were not started).*${open}`);
		await told(words, 1, {}, { items: files(2), ...AGAIN, credential });
	});
});
