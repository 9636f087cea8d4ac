/** Single orders after lost or strange answers, with existing orders, under a guard, and in a second try. */
import { byId, RETRIES } from '../engine.mts';
import type { Fault } from '../../../sandbox/index.mts';
import { Container, ofCore, ofWorkflow } from '../n8n.mts';
import { files, LOST, LOST_AFTERWARDS, situation } from './ordering.mts';

const { sandbox, order, placed, fault } = situation();
const refusal = (code: string) => ({ kind: 'codes' as const, codes: [code] });
const NAMELESS = { kind: 'wrongShape', body: '{"resultat":"succes"}' } as const;
const THREE = { times: 3 };
const AGAIN = { settings: RETRIES };
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

test('a guard stops what is not ordered yet, and stops an existing notice only where that is an error', async () => {
	const maximumTotal = 1;
	await told(/above the 'Maximum Total' .*Nothing was ordered/, 0, { options: { maximumTotal } });
	// It cannot be asked whether an earlier run has ordered it.
	fault('status', LOST, THREE);
	const unasked =
		/above the 'Maximum Total'.* Nothing was ordered now\. Whether it was ordered before could not be looked up\. Run it again to have it looked up\. If it was not ordered: Raise 'Maximum Total'/;
	await told(unasked, 0, { options: { maximumTotal } });
	await placed();
	await found({ existant: true }, { options: { maximumTotal } });
	await told(/already registered/, 1, { options: { maximumTotal, ifAlreadyOrdered: 'fail' } });
});

test('the order number is automatic unless another mode is chosen', async () => {
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

test("a notice that already has the person's number is reported as existing, also where the answer is lost", async () => {
	await placed({ ...own, text: 'Un autre avis.' });
	fault('order', LOST_AFTERWARDS);
	await found({ existant: true, recupere: false }, { ...own, ...returned });
});

test('an existing notice keeps the date that was requested, and says that its own is not known', async () => {
	await placed(own);
	const asked = { ...own, ...returned, publicationDate: byId('2031-06-06') };
	const { json } = await order(asked);
	expect(json[0]).toMatchObject({ existant: true, date_demandee: '2031-06-06' });
	expect(json[0]).not.toHaveProperty('date_modifiee');
});

test('nothing is ordered where an existing notice is an error and its number cannot be looked up', async () => {
	fault('status', LOST, THREE);
	await told(/connection.*Nothing was changed/, 0, own);
});

test('orders without a number that are lost are each reported with 200 characters of their file', async () => {
	fault('order', LOST, THREE);
	const words = /for the file D-0x{197} .*for the file D-1x{197},.*for the file D-2x{197},/;
	const fileReference = "={{ $json.file.padEnd(9_000, 'x') }}";
	await told(words, 0, { orderNumberMode: 'none', fileReference }, { items: files(3) });
});

test('a status that names no notice is no proof that an order exists', async () => {
	fault('order', LOST);
	fault('status', NAMELESS);
	await told(/not known whether the notice for the file D-0 was ordered.*"reference"/, 0);
});

test('a number that is registered but cannot be looked up is reported, and a later run finds it', async () => {
	await placed();
	fault('status', LOST, THREE);
	await told(/notice for the file D-0 is registered already, but the node could not look it up/, 1);
	await found({ existant: true });
});

test('a number that another run takes in between is refused, where that is an error, without being looked up', async () => {
	fault('order', refusal('err_annonce_commandee'));
	const asked = { ...own, options: { ifAlreadyOrdered: 'fail' } };
	fault('status', LOST, { ...THREE, skip: 1 });
	await told(/"OWN-1" is already registered.*set the option 'If Already Ordered'/, 0, asked);
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
	const words = /^D-0: n8n did not send the call: .* restricted IP address .*Nothing was sent/;
	await told(words, 0, {}, { credential }).finally(() => (protection.enabled = false));
	expect(sandbox.calls()).toEqual([]);
});

test('an operation that this version does not have is named, and nothing is sent', async () => {
	const words =
		/^The operation "orderTwice" of "notice" does not exist in this version of the node Choose another 'Operation', or update the package.$/;
	await told(words, 0, { operation: 'orderTwice' });
	expect(sandbox.calls()).toEqual([]);
});

describe('the second try', () => {
	const cancel = async (reference: unknown) =>
		await order({ operation: 'cancel', reference: String(reference) }, AGAIN);

	const LATER = { skip: 1, ...THREE };
	const ofTheMoment = (text: string) => `={{ '${text}' + $now.toFormat('HHmmssSSS') }}`;
	const closing = { maximumTotal: 900, ifDateMoves: 'fail' };
	test.each<[string, object, Array<[string, Fault, object]>]>([
		['was registered', own, [['status', LOST, LATER]]],
		[
			'has a number that is made of the time',
			{ ...own, orderNumber: ofTheMoment('OWN-') },
			[['status', LOST, LATER]],
		],
		[
			'has a text that is made of the time',
			{ text: ofTheMoment('Avis du ') },
			[['status', LOST, THREE]],
		],
		[
			'has a date that has closed since',
			{ ...own, options: closing },
			[
				['status', LOST, LATER],
				['quote', refusal('err_bouclage_depasse'), { skip: 1, times: 9 }],
			],
		],
	])(
		'an order whose answer was lost, and which %s, comes out as it is',
		async (_what, parameters, faults) => {
			fault('order', LOST_AFTERWARDS);
			for (const [path, struck, more] of faults) fault(path, struck, more);
			await found({ recupere: true, existant: false }, parameters, AGAIN);
		},
	);

	test('what was ordered is reported as done although numbers that depend on the time have become equal', async () => {
		// The clock of expressions, which goes on by an hour once the notices are ordered.
		const { Settings } = ofWorkflow('luxon') as { Settings: { now: () => number } };
		const { now } = Settings;
		const start = Date.now();
		Settings.now = () => start + (sandbox.journal.orders().length < 2 ? 0 : 3_600_000);
		const orderNumber = `={{ $now.toMillis() === ${start} ? 'OWN-' + $json.file : 'OWN' }}`;
		fault('order', LOST_AFTERWARDS);
		// Each number is looked up before it is sent.
		fault('status', LOST, { skip: 2, ...THREE });
		const numbered = { orderNumberMode: 'custom', orderNumber };
		const { error, json } = await order(numbered, { items: files(2), ...AGAIN });
		Settings.now = now;
		expect(error).toBeUndefined();
		const ordered = sandbox.journal.orders().map(({ reference }) => reference);
		expect(json.map(({ reference }) => reference).sort()).toEqual(ordered.sort());
		expect(ordered).toHaveLength(2);
	});

	test('a cancellation whose outcome was unknown is recognised as done', async () => {
		const { reference, numero_commande } = await placed();
		fault('cancel', LOST_AFTERWARDS, THREE);
		fault('status', LOST, { times: 9 });
		const { json } = await cancel(numero_commande);
		expect(json[0]).toMatchObject({ annulee: true, recupere: true, reference });
	});

	test('a cancellation that two items name, each by another name, comes out of both', async () => {
		const { reference, numero_commande: number } = await placed();
		fault('statuses', LOST, { skip: 1, ...THREE });
		const named = { operation: 'cancel', reference: '={{ $json.name }}' };
		const items = [{ name: String(reference) }, { name: String(number) }];
		const { json, told } = await order(named, { ...AGAIN, items });
		expect(told).toBe('');
		expect(json).toEqual(Array(2).fill(expect.objectContaining({ annulee: true, reference })));
	});

	test('a cancellation does not take an answer without notices for "not found"', async () => {
		const { numero_commande } = await placed();
		fault('cancel', LOST, THREE);
		fault('status', LOST, { times: 9 });
		fault('statuses', NAMELESS, { skip: 1, times: 2 });
		const { told } = await cancel(numero_commande);
		expect(sandbox.standing()).toHaveLength(1);
		expect(told).toMatch(/not known whether the notice \S+ was cancelled.*This one failed:/);
	});
});
