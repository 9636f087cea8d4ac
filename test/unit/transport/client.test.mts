import { createRequire } from 'node:module';
import type * as WorkflowPackage from 'n8n-workflow';

import { createClient } from '../../../nodes/LegalNotice/transport/client.ts';
import type { ClientOptions } from '../../../nodes/LegalNotice/transport/client.ts';
import { signRequest } from '../../../nodes/LegalNotice/transport/signing.ts';
import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import type { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
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

test.each([
	['https://service.example', 'https://service.example'],
	['http://127.0.0.1:5/proxy/', 'http://127.0.0.1:5'],
])('a client of %s knows its origin, where documents may lie: %s', async (baseUrl, origin) => {
	const fake = new FakeContext(success({}));
	fake.credential['baseUrl'] = baseUrl;
	expect((await createClient(fake.context)).origin).toBe(origin);
});

describe('a call', () => {
	test('asks n8n for one signed request, bytes in and out, without redirects', async () => {
		const fake = new FakeContext(success({ id: 7 }));
		fake.credential['baseUrl'] = `${fake.origin}/proxy/annonce-legale/api/externe`;
		const base = fake.origin.replace('/annonce-legale/api/externe', '');
		const client = await createClient(fake.context);
		const query = { departement: '2A', page: 2, categorie: undefined, nom: '' };
		expect(await client.call({ method: 'GET', path: '/liste', query })).toEqual({
			resultat: 'succes',
			id: 7,
		});
		expect(fake.sent).toEqual([
			{
				request: {
					method: 'GET',
					url: `${base}/annonce-legale/api/externe/liste?departement=2A&page=2`,
					headers: { Accept: 'application/json' },
					encoding: 'arraybuffer',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
					timeout: 30_000,
				},
				credential: fake.credential,
			},
		]);
	});

	test('sends a body as the bytes of its JSON', async () => {
		const fake = new FakeContext(success());
		await (await clientOf(fake, { timeoutMs: 9 })).call({ ...order, body: { nom: 'Été' } });
		expect(fake.sent[0]?.request).toMatchObject({
			url: `${fake.origin}/annonce-legale/api/externe/commande`,
			body: Buffer.from('{"nom":"Été"}', 'utf8'),
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			timeout: 9,
		});
	});
});

describe('the credential', () => {
	test.each([
		['Base URL', { baseUrl: 'service.example' }, 'is not a complete address'],
		['Public Key', { publicKey: ' ' }, "The 'Public Key' of the credential is empty."],
		['Secret Key', { secretKey: undefined }, "The 'Secret Key' of the credential is empty."],
		['Environment', { environment: '' }, "Choose the 'Environment' of the credential"],
		['Environment', { environment: undefined }, "Choose the 'Environment' of the credential"],
	])('without a usable %s is refused before anything is sent', async (_label, change, sentence) => {
		const fake = new FakeContext(success());
		Object.assign(fake.credential, change);
		const failure = await failureOf(clientOf(fake));
		expect(failure.message).toContain(sentence);
		expect(explain(failure).cause).toBe('configuration-invalid');
	});

	test('says which instance it is for', async () => {
		const fake = new FakeContext();
		expect((await clientOf(fake)).environment).toBe('test');
		fake.credential['environment'] = 'production';
		expect((await clientOf(fake)).environment).toBe('production');
	});

	test('shares its calls a minute with whoever pasted the key with spaces', async () => {
		const fake = new FakeContext(success());
		fake.credential['requestsPerMinute'] = 1;
		await (await clientOf(fake)).call(read);
		fake.credential['publicKey'] = ` ${String(fake.credential['publicKey'])}\n`;
		const waiting = (await clientOf(fake, { maxWaitMs: 30 })).call(read);
		expect(await failureOf(waiting)).toMatchObject({ kind: 'busy' });
		expect(fake.sent).toHaveLength(1);
	});
});

describe('a refused timestamp', () => {
	const inAnHour = () => ({ date: new Date(Date.now() + 3_600_000).toUTCString() });

	/** Minutes by which calls with this credential are dated ahead of the own clock. */
	const offsetOf = ({ credential, origin }: FakeContext) => {
		const url = `${origin}/annonce-legale/api/externe/client`;
		const { headers } = signRequest(credential as never, { url });
		return Math.round((Number(headers?.['Timestamp']) - Date.now() / 1000) / 60);
	};

	test('is corrected by the time of that answer, and the call sent again', async () => {
		const fake = new FakeContext(refusal('err_timestamp_controle', inAnHour()), success());
		await (await clientOf(fake)).call(order);
		expect(fake.sent).toHaveLength(2);
		expect(offsetOf(fake)).toBe(60);
	});

	test('is corrected once only', async () => {
		const fake = new FakeContext(refusal('err_timestamp_controle', inAnHour()));
		const failure = await failureOf((await clientOf(fake)).call(order));
		expect(failure.codes).toEqual(['err_timestamp_controle']);
		expect(fake.sent).toHaveLength(2);
	});

	test.each([
		['more than a day ahead', { date: 'Thu, 01 Jan 2099 00:00:00 GMT' }],
		['more than a day behind', { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }],
		['no date', { date: 'yesterday' }],
		['a list of dates', { date: [new Date().toUTCString()] }],
		['without a date', {}],
	])('with %s teaches nothing, and is not repeated', async (_case, headers) => {
		const fake = new FakeContext(refusal('err_timestamp_controle', headers));
		const failure = await failureOf((await clientOf(fake)).call(order));
		expect(failure.codes).toEqual(['err_timestamp_controle']);
		expect(fake.sent).toHaveLength(1);
		expect(offsetOf(fake)).toBeCloseTo(0);
	});

	test('of one credential does not move the clock of another at the same address', async () => {
		const fake = new FakeContext(refusal('err_timestamp_controle', inAnHour()), success());
		await (await clientOf(fake)).call(read);
		const other = new FakeContext();
		Object.assign(other.credential, { ...fake.credential, secretKey: 'another-secret' });
		expect(offsetOf(other)).toBeCloseTo(0);
	});

	test('an answer that is accepted teaches nothing', async () => {
		const fake = new FakeContext(answer({ resultat: 'succes' }, inAnHour()));
		await (await clientOf(fake)).call(read);
		expect(offsetOf(fake)).toBeCloseTo(0);
	});
});

describe('a lost answer', () => {
	test('of a call that only reads is asked for twice more', async () => {
		const fake = new FakeContext(lost(), lost(), success());
		await (await clientOf(fake)).call(read);
		expect(fake.sent).toHaveLength(3);
	});

	test('is told in the end, and that nothing was changed', async () => {
		const fake = new FakeContext(lost());
		const failure = await failureOf((await clientOf(fake)).call(read));
		expect(fake.sent).toHaveLength(3);
		expect(failure).toMatchObject({ kind: 'noAnswer', facts: { networkCode: 'ECONNRESET' } });
		expect(explain(failure).fix).toBe('Nothing was changed by it. Try again later.');
	});

	test.each([order, resend])('of an order is not sent again ($sideEffect)', async (call) => {
		const fake = new FakeContext(lost(), success());
		const failure = await failureOf((await clientOf(fake)).call(call));
		expect(fake.sent).toHaveLength(1);
		expect(explain(failure).fix).toContain('It is not known whether');
	});

	test('a refusal is repeated by nobody', async () => {
		for (const call of [read, order]) {
			const fake = new FakeContext(refusal('err_dossier_absent'), success());
			const failure = await failureOf((await clientOf(fake)).call(call));
			expect(failure.codes).toEqual(['err_dossier_absent']);
			expect(fake.sent).toHaveLength(1);
		}
	});
});

describe('a call that was not sent', () => {
	test('is tried twice more, also an order', async () => {
		const fake = new FakeContext(broken('ECONNREFUSED'), broken('ECONNREFUSED'), success());
		await (await clientOf(fake)).call(order);
		expect(fake.sent).toHaveLength(3);
	});

	test.each([
		['a name that does not exist', broken('ENOTFOUND')],
		[
			'an address that n8n refuses',
			() => {
				throw new UserError('restricted');
			},
		],
	])('is not tried again with %s', async (_case, reply) => {
		const fake = new FakeContext(reply, success());
		expect(await failureOf((await clientOf(fake)).call(order))).toMatchObject({ kind: 'notSent' });
		expect(fake.sent).toHaveLength(1);
	});

	test('waits longer before the second time', async () => {
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
		const fake = new FakeContext(success());
		fake.credential['requestsPerMinute'] = 1;
		const client = await clientOf(fake, { signal: stop.signal });
		await client.call(read);
		const waiting = failureOf(client.call(order));
		stop.abort();
		expect(await waiting).toMatchObject({ kind: 'cancelled', ambiguous: false });
		expect(fake.sent).toHaveLength(1);
	});

	test('ends the pause before a repetition', async () => {
		setTimings({ beforeRepeatMs: 1_500 });
		const stop = new AbortController();
		const fake = new FakeContext(lost());
		const waiting = failureOf((await clientOf(fake, { signal: stop.signal })).call(read));
		await turn();
		stop.abort();
		expect(await waiting).toMatchObject({ kind: 'cancelled' });
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

	test('ends a pause between two calls', async () => {
		const stop = new AbortController();
		const client = await clientOf(new FakeContext(), { signal: stop.signal });
		const pausing = failureOf(client.pause(1_500));
		stop.abort();
		expect(await pausing).toMatchObject({ kind: 'cancelled' });
		const began = Date.now();
		await (await clientOf(new FakeContext())).pause(30);
		expect(Date.now() - began).toBeGreaterThanOrEqual(28);
	});
});

describe('another item that stopped the execution', () => {
	test('keeps what would begin from being sent, but not what completes something', async () => {
		const stop = new AbortController();
		stop.abort();
		const fake = new FakeContext(success());
		const client = await clientOf(fake, {
			stop: stop.signal,
			signal: new AbortController().signal,
		});
		expect(await failureOf(client.call(order))).toMatchObject({ kind: 'notStarted' });
		expect(fake.sent).toHaveLength(0);
		await client.call(resend);
		await client.call(read);
		expect(fake.sent).toHaveLength(2);
	});

	test('also while it waits for its turn', async () => {
		const stop = new AbortController();
		const fake = new FakeContext(success());
		fake.credential['requestsPerMinute'] = 1;
		const client = await clientOf(fake, { stop: stop.signal });
		await client.call(order);
		const waiting = failureOf(client.call(order));
		await turn(1);
		stop.abort();
		expect(await waiting).toMatchObject({ kind: 'notStarted' });
		expect(fake.sent).toHaveLength(1);
	});

	test('at the very moment of its turn: it gives its place back', async () => {
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
		const both = new AbortController();
		both.abort();
		const client = await clientOf(new FakeContext(success()), {
			stop: both.signal,
			signal: both.signal,
		});
		expect(await failureOf(client.call(order))).toMatchObject({ kind: 'cancelled' });
	});

	test('where nothing stops, orders go out', async () => {
		const fake = new FakeContext(success());
		await (await clientOf(fake, { stop: new AbortController().signal })).call(order);
		await (await clientOf(fake)).call(order);
		expect(fake.sent).toHaveLength(2);
	});

	test('a list that waits too long says so, although others could be stopped', async () => {
		const fake = new FakeContext(success());
		fake.credential['requestsPerMinute'] = 1;
		const client = await clientOf(fake, { stop: new AbortController().signal, maxWaitMs: 20 });
		await client.call(order);
		expect(await failureOf(client.call(order))).toMatchObject({ kind: 'busy' });
	});
});

test('64 calls are in flight, however slow the service is', async () => {
	const held = new Held();
	const fake = new FakeContext(held.reply);
	const client = await clientOf(fake);
	const calls = Array.from({ length: 100 }, async () => await client.call(read));
	await turn();
	expect(fake.atOnce).toBe(64);
	held.letGo();
	await turn();
	held.letGo();
	await Promise.all(calls);
	expect(fake.mostAtOnce).toBe(64);
});

describe('a service that accepts calls and answers none', () => {
	const silent = async (): Promise<never> => {
		await turn(30);
		throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
	};
	const options = { timeoutMs: 30, timeoutOption: 'Timeout' };

	test('gets five calls in a row, and the rest is not sent', async () => {
		const fake = new FakeContext(silent);
		const client = await clientOf(fake, options);
		for (let calls = 0; calls < 5; calls++) {
			const { message, fix } = explain(await failureOf(client.call(order)));
			expect(message).toBe('The service did not answer within 0 seconds');
			expect(fix).toContain("The option 'Timeout' sets how long to wait.");
		}
		const failure = await failureOf(client.call(order));
		expect(failure).toMatchObject({ kind: 'notSent', ambiguous: false });
		expect(explain(failure).message).toBe(
			'Not sent, because the service left 5 calls in a row without an answer for 0 seconds',
		);
		expect(await failureOf(client.call(read))).toMatchObject({ kind: 'notSent' });
		expect(fake.sent).toHaveLength(5);
	});

	test('leaves what waits for its turn unsent as well, and unused', async () => {
		const fake = new FakeContext(silent);
		fake.credential['requestsPerMinute'] = 6;
		const client = await clientOf(fake, options);
		const calls = Array.from({ length: 9 }, async () => await failureOf(client.call(order)));
		const kinds = (await Promise.all(calls)).map(({ kind }) => kind);
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

test.each([
	['requestsPerMinute', 600],
	['secretKey', 'wrong'],
	['publicKey', 'another'],
])('a credential with another %s uses up none of the calls of this one', async (name, value) => {
	const fake = new FakeContext(success());
	fake.credential['requestsPerMinute'] = 1;
	await (await clientOf(fake)).call(read);
	const other = new FakeContext(success());
	Object.assign(other.credential, { ...fake.credential, [name]: value });
	await (await clientOf(other, { maxWaitMs: 20 })).call(read);
	expect(other.sent).toHaveLength(1);
	expect(await failureOf((await clientOf(fake, { maxWaitMs: 20 })).call(read))).toMatchObject({
		kind: 'busy',
	});
});
