/** One call: sent, limited, repeated where that is harmless, and reported when it comes to nothing. */
import { createClient, type ClientOptions } from '../../../nodes/LegalNotice/transport/client.ts';
import type { ServiceFailure } from '../../../nodes/LegalNotice/errors/failures.ts';
import {
	FINISH,
	LOOK_UP,
	READ_UNREPEATED,
	SPARE,
	START,
} from '../../../nodes/LegalNotice/transport/sendingAgain.ts';
import { signRequest } from '../../../nodes/LegalNotice/transport/signing.ts';
import { after, BEGINNING, during, virtualTimeForTests } from '../../simulation/clock.mts';
import { answer, broken, FakeContext, refusal, success } from './fakeContext.mts';
import { UserError } from './n8nErrors.mts';

virtualTimeForTests();

/** In virtual time, however long it waits. */
const soon = async <Done,>(work: Promise<Done>) => await during(work, 3_600_000);

async function clientOf(fake: FakeContext, options: ClientOptions = {}) {
	const client = await createClient(fake.context, options);
	return {
		call: async (...all: Parameters<typeof client.call>) => await soon(client.call(...all)),
		pause: async (ms: number) => await soon(client.pause(ms)),
	};
}
const failureOf = async (call: Promise<unknown>): Promise<ServiceFailure> =>
	await call.then(
		() => {
			throw new Error('It succeeded.');
		},
		(failure: ServiceFailure) => failure,
	);

const read = { method: 'GET', path: '/client' } as const;
const order = { method: 'POST', path: '/commande', body: {}, manner: START } as const;
const resend = { ...order, manner: FINISH } as const;

/** A key whose one call a minute is used up. */
async function usedUp(options: ClientOptions = {}) {
	const fake = new FakeContext(success());
	fake.credential['requestsPerMinute'] = 1;
	const client = await clientOf(fake, options);
	await client.call(read);
	return { fake, client };
}

test('a call goes to the address of the credential, without empty values in its query', async () => {
	const fake = new FakeContext(success({ id: 7 }));
	const address = `${String(fake.credential['baseUrl'])}/proxy/annonce-legale/api/externe`;
	fake.credential['baseUrl'] = address;
	const client = await clientOf(fake, { timeoutMs: 9 });
	const query = { departement: '2A', page: 2, categorie: undefined, nom: '' };
	const answered = await client.call({ method: 'GET', path: '/liste', query });
	expect(answered).toEqual({ resultat: 'succes', id: 7 });
	await client.call(order);
	const Accept = 'application/json';
	expect(fake.sent).toMatchObject([
		{ url: `${address}/liste?departement=2A&page=2`, headers: { Accept }, timeout: 9 },
		{ url: `${address}/commande`, headers: { Accept, 'Content-Type': Accept } },
	]);
	expect(fake.sent[0]).not.toHaveProperty('body');
});

describe('a refused timestamp', () => {
	const inAnHour = () => ({ date: new Date(Date.now() + 3_600_000).toUTCString() });

	/** Seconds by which calls with this credential are dated ahead of the own clock. */
	const offsetOf = ({ credential }: FakeContext) => {
		const url = `${String(credential['baseUrl'])}/annonce-legale/api/externe/client`;
		const { headers } = signRequest(credential as never, { url });
		return Number(headers?.['Timestamp']) - Date.now() / 1000;
	};

	test('a refused timestamp is answered with another signature, by the clock of the service, once', async () => {
		const refused = refusal('err_timestamp_controle', inAnHour());
		const fake = new FakeContext(refused, success());
		await (await clientOf(fake)).call(order);
		expect(Math.abs(offsetOf(fake) - 3_600)).toBeLessThan(2);
		const again = new FakeContext(refused);
		expect(await failureOf((await clientOf(again)).call(order))).toMatchObject({ kind: 'refusal' });
		expect(again.sent).toHaveLength(2);
	});

	test('a refused timestamp with another code beside it that may have ordered is not sent again', async () => {
		const erreurs = ['err_timestamp_controle', 'err_internal_server'];
		const fake = new FakeContext(answer({ resultat: 'erreur', erreurs }, inAnHour()), success());
		const failure = await failureOf((await clientOf(fake)).call(order));
		expect(failure).toMatchObject({ codes: erreurs, mayBeDone: true });
		expect(fake.sent).toHaveLength(1);
	});

	const inTwentyFiveHours = { date: new Date(BEGINNING + 25 * 3_600_000).toUTCString() };
	test.each([
		refusal('err_timestamp_controle', inTwentyFiveHours),
		refusal('err_timestamp_controle', { date: 'Thu, 01 Jan 2099 00:00:00 GMT' }),
		refusal('err_timestamp_controle', { date: 'yesterday' }),
		refusal('err_timestamp_controle', { date: [new Date(BEGINNING).toUTCString()] }),
		refusal('err_timestamp_controle'),
		answer({ resultat: 'succes' }, { date: new Date(BEGINNING + 3_600_000).toUTCString() }),
	])('it teaches the clock only with a possible date: %#', async (reply) => {
		const fake = new FakeContext(reply);
		await (await clientOf(fake)).call(order).catch(() => undefined);
		expect(fake.sent).toHaveLength(1);
		expect(Math.abs(offsetOf(fake))).toBeLessThan(2);
	});
});

const lost = broken('ECONNRESET');
const page = (status: number) => answer({ page: true }, {}, status);
const refusedByN8n = () => {
	throw new UserError('restricted');
};
test.each([
	['a lost answer of a call that only reads', 3, read, lost, 'noAnswer'],
	['a page of another server, of one that reads', 3, read, page(502), 'notTheService'],
	['a redirect', 1, read, page(302), 'redirect'],
	['a page of a firewall', 1, read, page(403), 'blocked'],
	[
		'a lost answer, where it is asked for once',
		1,
		{ ...read, manner: READ_UNREPEATED },
		lost,
		'noAnswer',
	],
	['a used up quota told by a page, in answer to an order', 1, order, page(429), 'quota'],
	['a refusal of one that reads', 1, read, refusal('err_dossier_absent'), 'refusal'],
	['a refused connection, also of an order', 3, order, broken('ECONNREFUSED'), 'notSent'],
	['a name that does not exist', 1, order, broken('ENOTFOUND'), 'notSent'],
	['an address that n8n refuses', 1, order, refusedByN8n, 'notSent'],
] as const)('%s is sent %d times, then reported', async (_what, times, call, reply, kind) => {
	const fake = new FakeContext(reply);
	const failure = await failureOf((await clientOf(fake)).call(call));
	expect(fake.sent).toHaveLength(times);
	expect(failure).toMatchObject({ kind });
	const isReadOnly = call.path === read.path && failure.mayBeDone;
	expect(failure.facts.readOnly).toBe(isReadOnly ? true : undefined);
	const again = (await clientOf(new FakeContext(reply, reply, success()))).call(call);
	if (times === 3) await again;
	else await failureOf(again);
});

test('a used up quota is waited out, and reported when it lasts too long, with how long the node waited', async () => {
	const fake = new FakeContext(refusal('err_requetes_max'));
	const failure = await failureOf((await clientOf(fake)).call(order));
	expect(failure).toMatchObject({ kind: 'quota', codes: ['err_requetes_max'] });
	expect(failure.facts.waitedMs).toBeGreaterThan(600_000);
	expect(fake.sent.length).toBeGreaterThan(2);
});

test('a quota that stays used up ends the start of new work, and no look-up of what has begun', async () => {
	const fake = new FakeContext(refusal('err_requetes_max'));
	const client = await clientOf(fake);
	const both = await Promise.all([failureOf(client.call(order)), failureOf(client.call(order))]);
	// The first to give up ends the wait of the other, which may give up at the same moment.
	const kinds = both.map(({ kind }) => kind);
	expect(kinds).toContain('quota');
	expect(kinds.filter((kind) => !['quota', 'busy'].includes(kind))).toEqual([]);
	const sent = fake.sent.length;
	for (const call of [read, order]) {
		expect(await failureOf(client.call(call))).toMatchObject({ kind: 'busy', mayBeDone: false });
	}
	expect(fake.sent).toHaveLength(sent);
	await failureOf(client.call({ ...read, manner: LOOK_UP }));
	expect(fake.sent.length).toBeGreaterThan(sent);
});

test.each([
	['which was not waited for', []],
	['behind a refusal for quota that was waited for', [refusal('err_requetes_max')]],
])(
	'a page with 429, %s, prevents no other call: the order is looked up again',
	async (_what, before) => {
		const fake = new FakeContext(...before, page(429), success());
		const client = await clientOf(fake);
		expect(await failureOf(client.call(order))).toMatchObject({ kind: 'quota' });
		expect(await client.call(read)).toMatchObject({ resultat: 'succes' });
		expect(fake.sent).toHaveLength(before.length + 2);
	},
);

test('a call of orders goes before reads that wait longer for the same key, and its optional calls go last', async () => {
	const fake = new FakeContext(success());
	fake.credential['requestsPerMinute'] = 1;
	const reading = await clientOf(fake);
	const ordering = await clientOf(fake, { priority: 'effect' });
	await reading.call(read);
	const optional = failureOf(ordering.call({ ...read, path: '/optional', manner: SPARE }));
	await Promise.all([reading.call(read), ordering.call(order)]);
	expect(await optional).toMatchObject({ kind: 'busy' });
	expect(fake.sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});

describe('another item that stopped the execution', () => {
	test('a stop by another item counts also at the very moment of its turn, and the place is given back', async () => {
		const stop = new AbortController();
		const fake = new FakeContext(success());
		fake.credential['requestsPerMinute'] = 1;
		const waiting = failureOf((await clientOf(fake, { stop: stop.signal })).call(order));
		stop.abort();
		expect(await waiting).toMatchObject({ kind: 'notStarted' });
		await (await clientOf(fake, { maxWaitMs: 20 })).call(read);
		expect(fake.sent).toHaveLength(1);
	});

	const stopped = AbortSignal.abort();
	const { signal: going } = new AbortController();
	test.each([
		['executionStopped', { stop: going, signal: stopped }],
		['executionStopped', { stop: stopped, signal: stopped }],
		['notStarted', { stop: stopped, signal: going }],
		['busy', { stop: going, signal: going, maxWaitMs: 20 }],
	])('an order whose turn does not come says why: %s', async (kind, options) => {
		const { fake } = await usedUp();
		const failure = await failureOf((await clientOf(fake, options)).call(order));
		expect(failure).toMatchObject({ kind, mayBeDone: false });
		expect(fake.sent).toHaveLength(1);
	});
});

describe('a service that accepts calls and answers none', () => {
	const silent = async (): Promise<never> => {
		await after(100);
		return broken('ECONNABORTED')() as never;
	};
	const options = { timeoutMs: 60, timeoutOption: 'Timeout' };

	test('such a service gets five calls in a row after its last answer, and the rest is not sent', async () => {
		const fake = new FakeContext(silent, silent, silent, silent, success(), silent);
		const client = await clientOf(fake, options);
		const facts = { timedOutMs: 60, timeoutOption: 'Timeout' };
		for (let calls = 0; calls < 10; calls++) {
			if (calls === 4) await client.call(order);
			else expect(await failureOf(client.call(order))).toMatchObject({ kind: 'noAnswer', facts });
		}
		for (const call of [order, read]) {
			const notSent = { kind: 'notSent', mayBeDone: false, facts: { ...facts, unanswered: 5 } };
			expect(await failureOf(client.call(call))).toMatchObject(notSent);
		}
		expect(fake.sent).toHaveLength(10);
		// What has begun is looked up and brought to its end all the same.
		for (const call of [resend, { ...read, manner: { ...LOOK_UP, callerRepeats: true } }]) {
			expect(await failureOf(client.call(call))).toMatchObject({ kind: 'noAnswer' });
		}
		expect(fake.sent).toHaveLength(12);
	});

	test('such a service is called on when calls that were sent before its last answer time out', async () => {
		let giveUp = () => {};
		const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
		const late = async () => await givenUp.then(silent);
		const fake = new FakeContext(...Array.from({ length: 6 }, () => late), success());
		const client = await clientOf(fake, options);
		const lost = Array.from({ length: 6 }, async () => await failureOf(client.call(order)));
		while (fake.sent.length < 6) await Promise.resolve();
		await client.call(read);
		giveUp();
		await Promise.all(lost);
		await client.call(order);
		expect(fake.sent).toHaveLength(8);
	});
});

test.each([
	['publicKey', (key: unknown) => ` ${String(key)}\n`, 0],
	['secretKey', () => 'wrong', 1],
	['requestsPerMinute', () => 600, 1],
] as const)(
	'a key pasted with spaces shares the calls of the key, and another credential has its own: %s',
	async (name, changed, sent) => {
		const { fake } = await usedUp();
		const other = new FakeContext(success());
		const value = changed(fake.credential[name]);
		Object.assign(other.credential, { ...fake.credential, [name]: value });
		const call = (await clientOf(other, { maxWaitMs: 20 })).call(read);
		if (sent === 0) expect(await failureOf(call)).toMatchObject({ kind: 'busy' });
		else await call;
		expect(other.sent).toHaveLength(sent);
	},
);
