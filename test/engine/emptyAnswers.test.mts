/** A success without what was asked for: no operation takes it for its result. */
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from './engine.mts';
import { BILLED, NOTICE } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
beforeAll(() => setTimings({ beforeResendMs: 1 }));
afterAll(() => setTimings());

async function answered(path: string, answer: object, parameters: object) {
	const body = JSON.stringify({ resultat: 'succes', ...answer });
	sandbox.fault({ kind: 'wrongShape', match: { path }, body, times: 10 });
	const result = await runNode({
		credential: sandbox.credential,
		parameters: parameters as never,
	});
	return { ...result, told: result.error?.message ?? '' };
}

const quote = { resource: 'notice', operation: 'quote', ...NOTICE };
const order = { resource: 'notice', operation: 'order', ...BILLED, fileReference: 'E-1' };
const account = { resource: 'account', operation: 'get' };
const contact = { resource: 'contact', operation: 'createOrGet', email: 'a@b.example' };

test.each([
	['a quote without a price', 'quote', {}, quote, 'tarif'],
	['a quote whose price is null', 'quote', { texte: '<p>A</p>', tarif: null }, quote, 'tarif'],
	['an account without a field', 'client', {}, account, 'numero_compte'],
	['an account of something else', 'client', { ok: true }, account, 'numero_compte'],
	[
		'an account without a field, for the billing of an order',
		'client',
		{},
		{ ...order, billingMode: 'accountDefault' },
		'numero_compte',
	],
])('%s is not the answer of the service', async (_what, path, answer, parameters, missing) => {
	const { told, json } = await answered(path, answer, parameters);
	expect(told).toContain(`The answer lacks "${missing}"`);
	expect(json).toEqual([]);
	expect(sandbox.journal.orders()).toEqual([]);
});

test('before an order, a quote without a price orders nothing', async () => {
	const guarded = { ...order, options: { ifTextChanges: 'warn' } };
	const { told } = await answered('quote', {}, guarded);
	expect(told).toContain('The answer lacks "tarif"');
	expect(sandbox.journal.orders()).toEqual([]);
});

test.each([
	['an e-mail is asked for again, and then told as unknown', contact, 3],
	['no e-mail is told as unknown at once', { ...contact, email: '', lastName: 'Pont' }, 1],
])('a contact without id and with %s', async (_what, parameters, calls) => {
	const { told, json } = await answered('createContact', { nom: 'X' }, parameters);
	expect(told).toContain('It is not known whether the contact');
	expect(json).toEqual([]);
	const sent = sandbox.journal.calls().filter(({ method }) => method === 'POST');
	expect(sent).toHaveLength(calls);
});

test('an account with any field of its own is one', async () => {
	const { json, error } = await answered('client', { raison_sociale: 'Cabinet' }, account);
	expect(error).toBeUndefined();
	expect(json).toEqual([{ raison_sociale: 'Cabinet' }]);
});
