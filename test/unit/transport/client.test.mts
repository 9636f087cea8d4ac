/** One call: sent, limited, repeated where that is harmless, and told when it comes to nothing. */
import { createRequire } from 'node:module';
import type * as WorkflowPackage from 'n8n-workflow';

import { createClient, type ClientOptions } from '../../../nodes/LegalNotice/transport/client.ts';
import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import type { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { signRequest } from '../../../nodes/LegalNotice/transport/signing.ts';
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { answer, broken, FakeContext, Held, lost, refusal, success } from './fakeContext.mts';

const { UserError } = createRequire(import.meta.url)('n8n-workflow') as typeof WorkflowPackage;

beforeEach(() => setTimings({ beforeRepeatMs: 1, quotaWindowMs: 300 }));
afterEach(() => setTimings());

const clientOf = async (fake: FakeContext, options: ClientOptions = {}) =>
	await createClient(fake.context, options);
const failureOf = async (call: Promise<unknown>): Promise<ServiceFailure> =>
	await call.then(
		() => {
			throw new Error('It succeeded.');
		},
		(failure: ServiceFailure) => failure,
	);
const turn = async (ms = 20) => await new Promise((resolve) => setTimeout(resolve, ms));

const read = { method: 'GET', path: '/client' } as const;
const order = { method: 'POST', path: '/commande', body: {}, sideEffect: 'starts' } as const;
const resend = { ...order, sideEffect: 'continues' } as const;

/** A key whose one call a minute is used up. */
async function usedUp(options: ClientOptions = {}, change: object = {}) {
	setTimings({ quotaWindowMs: 60_000, beforeRepeatMs: 1 });
	const fake = new FakeContext(success());
	Object.assign(fake.credential, { requestsPerMinute: 1, ...change });
	const client = await clientOf(fake, options);
	await client.call(read);
	return { fake, client };
}

test('a call asks n8n for one signed request, bytes in and out, without redirects', async () => {
	const fake = new FakeContext(success({ id: 7 }));
	const { origin } = fake;
	fake.credential['baseUrl'] = `${origin}/proxy/annonce-legale/api/externe`;
	const client = await createClient(fake.context);
	expect(client).toMatchObject({ origin, environment: 'test' });
	const query = { departement: '2A', page: 2, categorie: undefined, nom: '' };
	const answered = await client.call({ method: 'GET', path: '/liste', query });
	expect(answered).toEqual({ resultat: 'succes', id: 7 });
	const request = {
		method: 'GET',
		url: `${origin}/proxy/annonce-legale/api/externe/liste?departement=2A&page=2`,
		headers: { Accept: 'application/json' },
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: 30_000,
	};
	expect(fake.sent).toEqual([{ request, credential: fake.credential }]);
	fake.credential['environment'] = 'production';
	const production = await clientOf(fake, { timeoutMs: 9 });
	expect(production.environment).toBe('production');
	await production.call({ ...order, body: { nom: 'Été' } });
	expect(fake.sent[1]?.request).toEqual({
		...request,
		method: 'POST',
		url: `${origin}/proxy/annonce-legale/api/externe/commande`,
		body: Buffer.from('{"nom":"Été"}', 'utf8'),
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		timeout: 9,
	});
});

test.each([
	[{ baseUrl: 'service.example' }, 'is not a complete address'],
	[{ publicKey: ' ' }, "The 'Public Key' of the credential is empty."],
	[{ secretKey: undefined }, "The 'Secret Key' of the credential is empty."],
	[{ environment: '' }, "Choose the 'Environment' of the credential: Test or Production."],
	[{ environment: undefined }, "Choose the 'Environment' of the credential"],
])('a credential with %p is refused before anything is sent', async (change, sentence) => {
	const fake = new FakeContext(success());
	Object.assign(fake.credential, change);
	const failure = await failureOf(clientOf(fake));
	expect(failure.message).toContain(sentence);
	expect(explain(failure).cause).toBe('configuration-invalid');
});

describe('a refused timestamp', () => {
	const inAnHour = () => ({ date: new Date(Date.now() + 3_600_000).toUTCString() });

	/** Seconds by which calls with this credential are dated ahead of the own clock. */
	const offsetOf = ({ credential, origin }: FakeContext) => {
		const url = `${origin}/annonce-legale/api/externe/client`;
		const { headers } = signRequest(credential as never, { url });
		return Number(headers?.['Timestamp']) - Date.now() / 1000;
	};

	test('is corrected by the time of that answer, and the call sent again', async () => {
		const fake = new FakeContext(refusal('err_timestamp_controle', inAnHour()), success());
		await (await clientOf(fake)).call(order);
		expect(fake.sent).toHaveLength(2);
		expect(Math.abs(offsetOf(fake) - 3_600)).toBeLessThan(2.5);
		// The clock of another credential at the same address stays.
		const other = new FakeContext();
		Object.assign(other.credential, { ...fake.credential, secretKey: 'another-secret' });
		expect(Math.abs(offsetOf(other))).toBeLessThan(2);
	});

	test('is corrected once only', async () => {
		const fake = new FakeContext(refusal('err_timestamp_controle', inAnHour()));
		const failure = await failureOf((await clientOf(fake)).call(order));
		expect(failure.codes).toEqual(['err_timestamp_controle']);
		expect(fake.sent).toHaveLength(2);
	});

	test.each([
		{ date: 'Thu, 01 Jan 2099 00:00:00 GMT' },
		{ date: 'Thu, 01 Jan 1970 00:00:00 GMT' },
		{ date: 'yesterday' },
		{ date: [new Date().toUTCString()] },
		{},
	])('with the headers %j teaches nothing, and is not repeated', async (headers) => {
		const fake = new FakeContext(refusal('err_timestamp_controle', headers));
		const failure = await failureOf((await clientOf(fake)).call(order));
		expect(failure.codes).toEqual(['err_timestamp_controle']);
		expect(fake.sent).toHaveLength(1);
		expect(Math.abs(offsetOf(fake))).toBeLessThan(2);
	});

	test('is what the clock is learned from, not an answer that is accepted', async () => {
		const fake = new FakeContext(answer({ resultat: 'succes' }, inAnHour()));
		await (await clientOf(fake)).call(read);
		expect(Math.abs(offsetOf(fake))).toBeLessThan(2);
	});
});

const unlisted = () => {
	throw new UserError('restricted');
};
const page = (status: number) => answer({ page: true }, {}, status);
test.each([
	['a lost answer of a call that only reads', 3, read, lost(), 'noAnswer'],
	['a page of another server, of one that reads', 3, read, page(502), 'notTheService'],
	['a redirect', 1, read, page(302), 'redirect'],
	['a page of a firewall', 1, read, page(403), 'blocked'],
	['a lost answer, where it is asked for once', 1, { ...read, once: true }, lost(), 'noAnswer'],
	['a lost answer of an order', 1, order, lost(), 'noAnswer'],
	['a lost answer of an order that is resent', 1, resend, lost(), 'noAnswer'],
	['a page in answer to an order', 1, order, page(502), 'notTheService'],
	['a used up quota told by a page, in answer to an order', 1, order, page(429), 'quota'],
	['a refusal of one that reads', 1, read, refusal('err_dossier_absent'), 'refusal'],
	['a refusal of an order', 1, order, refusal('err_dossier_absent'), 'refusal'],
	['a refused connection, also of an order', 3, order, broken('ECONNREFUSED'), 'notSent'],
	['a name that does not exist', 1, order, broken('ENOTFOUND'), 'notSent'],
	['an address that n8n refuses', 1, order, unlisted, 'notSent'],
] as const)('%s: sent %d times, then told', async (_what, times, call, reply, kind) => {
	const fake = new FakeContext(reply);
	const failure = await failureOf((await clientOf(fake)).call(call));
	expect(fake.sent).toHaveLength(times);
	expect(failure).toMatchObject({ kind });
	expect(failure.facts.readOnly).toBe(call.path === read.path ? true : undefined);
	const repeated = new FakeContext(reply, reply, success());
	const again = (await clientOf(repeated)).call(call);
	if (times === 3) await again;
	else await failureOf(again);
});

test('a call is repeated a little later, and later still the second time', async () => {
	setTimings({ beforeRepeatMs: 40 });
	const times: number[] = [];
	const fake = new FakeContext(() => {
		times.push(Date.now());
		throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
	});
	await failureOf((await clientOf(fake)).call(read));
	const [first = 0, second = 0, third = 0] = times;
	expect(second - first).toBeGreaterThanOrEqual(29);
	expect(third - second).toBeGreaterThanOrEqual(59);
	expect(third - second).toBeLessThan(400);
});

describe('a used up quota', () => {
	test('is waited out, also by an order', async () => {
		const fake = new FakeContext(refusal('err_requetes_max'), success());
		const started = Date.now();
		await (await clientOf(fake)).call(order);
		expect(fake.sent).toHaveLength(2);
		expect(Date.now() - started).toBeGreaterThanOrEqual(300);
	});

	test('is told when it lasts too long, with how long the node waited', async () => {
		setTimings({ quotaWindowMs: 60, quotaPatienceMs: 400 });
		const fake = new FakeContext(refusal('err_requetes_max'));
		const began = Date.now();
		const failure = await failureOf((await clientOf(fake)).call(order));
		expect(failure).toMatchObject({ kind: 'quota', codes: ['err_requetes_max'] });
		expect(failure.facts.waitedMs).toBeGreaterThan(400);
		expect(failure.facts.waitedMs).toBeLessThanOrEqual(Date.now() - began);
		expect(fake.sent.length).toBeGreaterThan(2);
	});

	test('keeps a person who waits for a list no longer than that person has patience', async () => {
		const fake = new FakeContext(refusal('err_requetes_max'));
		const client = await clientOf(fake, { maxWaitMs: 50, priority: 'interactive' });
		const began = Date.now();
		expect(explain(await failureOf(client.call(read))).cause).toBe('quota-exhausted');
		expect(Date.now() - began).toBeLessThan(2_000);
	});
});

describe('a stop of the execution', () => {
	test('ends the wait for the own turn, and nothing is sent', async () => {
		const stop = new AbortController();
		const { fake, client } = await usedUp({ signal: stop.signal });
		const waiting = failureOf(client.call(order));
		stop.abort();
		expect(await waiting).toMatchObject({ kind: 'cancelled', ambiguous: false });
		expect(fake.sent).toHaveLength(1);
	});

	test('ends the pause before a repetition, and one between two calls', async () => {
		setTimings({ beforeRepeatMs: 2_000 });
		const stop = new AbortController();
		const client = await clientOf(new FakeContext(lost()), { signal: stop.signal });
		const waiting = [failureOf(client.call(read)), failureOf(client.pause(2_000))];
		await turn();
		stop.abort();
		waiting.push(failureOf(client.pause(2_000)));
		for (const failure of await Promise.all(waiting)) expect(failure.kind).toBe('cancelled');
		const began = Date.now();
		await (await clientOf(new FakeContext())).pause(30);
		expect(Date.now() - began).toBeGreaterThanOrEqual(28);
	});

	test('under way leaves it open whether the order was placed', async () => {
		const stop = new AbortController();
		const fake = new FakeContext(() => {
			stop.abort();
			throw new Error('aborted');
		});
		const failure = await failureOf((await clientOf(fake, { signal: stop.signal })).call(order));
		expect(failure).toMatchObject({ kind: 'cancelled', ambiguous: true });
	});
});

describe('another item that stopped the execution', () => {
	test('keeps what would begin from being sent, but not what completes something', async () => {
		const fake = new FakeContext(success());
		const signal = new AbortController().signal;
		const client = await clientOf(fake, { stop: AbortSignal.abort(), signal });
		expect(await failureOf(client.call(order))).toMatchObject({ kind: 'notStarted' });
		expect(fake.sent).toHaveLength(0);
		await client.call(resend);
		await client.call(read);
		expect(fake.sent).toHaveLength(2);
	});

	test('also while it waits for its turn', async () => {
		const stop = new AbortController();
		const { fake, client } = await usedUp({ stop: stop.signal });
		const waiting = failureOf(client.call(order));
		await turn(1);
		stop.abort();
		expect(await waiting).toMatchObject({ kind: 'notStarted' });
		expect(fake.sent).toHaveLength(1);
	});

	test('at the very moment of its turn: it gives its place back', async () => {
		setTimings({ quotaWindowMs: 60_000 });
		const stop = new AbortController();
		const fake = new FakeContext(success());
		fake.credential['requestsPerMinute'] = 1;
		const waiting = failureOf((await clientOf(fake, { stop: stop.signal })).call(order));
		stop.abort();
		expect(await waiting).toMatchObject({ kind: 'notStarted' });
		await (await clientOf(fake, { maxWaitMs: 20 })).call(read);
		expect(fake.sent).toHaveLength(1);
	});

	test('a stop of the whole execution says so instead', async () => {
		const both = { stop: AbortSignal.abort(), signal: AbortSignal.abort() };
		const client = await clientOf(new FakeContext(success()), both);
		expect(await failureOf(client.call(order))).toMatchObject({ kind: 'cancelled' });
	});

	test('where nothing stops, orders go out, and one that waits too long says so', async () => {
		const { client } = await usedUp({ stop: new AbortController().signal, maxWaitMs: 20 });
		expect(await failureOf(client.call(order))).toMatchObject({ kind: 'busy' });
		const free = new FakeContext(success());
		await (await clientOf(free, { stop: new AbortController().signal })).call(order);
		expect(free.sent).toHaveLength(1);
	});
});

test('64 calls are in flight, however slow the service is', async () => {
	const held = new Held();
	const fake = new FakeContext(held.reply);
	const client = await clientOf(fake);
	const calls = Array.from({ length: 100 }, async () => await client.call(read));
	await turn();
	expect(fake.atOnce).toBe(64);
	for (let rounds = 0; rounds < 2; rounds++) {
		held.letGo();
		await turn();
	}
	await Promise.all(calls);
	expect(fake.mostAtOnce).toBe(64);
});

describe('a service that accepts calls and answers none', () => {
	const silent = async (): Promise<never> => {
		await turn(60);
		throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
	};
	const options = { timeoutMs: 60, timeoutOption: 'Timeout' };

	test('gets five calls in a row, and the rest is not sent', async () => {
		const fake = new FakeContext(silent);
		const client = await clientOf(fake, options);
		for (let calls = 0; calls < 5; calls++) {
			const { message, fix } = explain(await failureOf(client.call(order)));
			expect(message).toBe('The service did not answer within 0.1 seconds');
			expect(fix).toContain("The option 'Timeout' sets how long to wait.");
		}
		const failure = await failureOf(client.call(order));
		expect(failure).toMatchObject({ kind: 'notSent', ambiguous: false });
		expect(explain(failure).message).toMatch(
			/^Not sent, because the service left 5 calls in a row/,
		);
		expect(await failureOf(client.call(read))).toMatchObject({ kind: 'notSent' });
		expect(fake.sent).toHaveLength(5);
	});

	test('leaves what waits for its turn unsent as well, and unused', async () => {
		const fake = new FakeContext(silent);
		fake.credential['requestsPerMinute'] = 6;
		const client = await clientOf(fake, options);
		const calls = Array.from({ length: 9 }, async () => (await failureOf(client.call(order))).kind);
		const kinds = await Promise.all(calls);
		expect(kinds.filter((kind) => kind === 'noAnswer')).toHaveLength(6);
		expect(kinds.filter((kind) => kind === 'notSent')).toHaveLength(3);
		expect(fake.sent).toHaveLength(6);
	});

	test('is asked on as long as calls that were sent later are answered', async () => {
		let calls = 0;
		const every = async (request: never): Promise<unknown> =>
			++calls % 5 === 0 ? success()(request) : await silent();
		const fake = new FakeContext(every as never);
		const client = await clientOf(fake, options);
		for (let sent = 0; sent < 20; sent++) await client.call(order).catch(() => undefined);
		expect(fake.sent).toHaveLength(20);
	});
});

test('a key that was pasted with spaces shares the calls a minute of the key', async () => {
	const { fake } = await usedUp();
	fake.credential['publicKey'] = ` ${String(fake.credential['publicKey'])}\n`;
	const waiting = (await clientOf(fake, { maxWaitMs: 30 })).call(read);
	expect(await failureOf(waiting)).toMatchObject({ kind: 'busy' });
	expect(fake.sent).toHaveLength(1);
});

test.each([
	['requestsPerMinute', 600],
	['secretKey', 'wrong'],
	['publicKey', 'another'],
])('a credential with another %s uses up none of the calls of this one', async (name, value) => {
	const { fake } = await usedUp();
	const other = new FakeContext(success());
	Object.assign(other.credential, { ...fake.credential, [name]: value });
	await (await clientOf(other, { maxWaitMs: 20 })).call(read);
	expect(other.sent).toHaveLength(1);
});
