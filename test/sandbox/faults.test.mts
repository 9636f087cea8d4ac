/** Faults on demand: what the caller sees, and whether the service did what it was asked. */
import type { Fault } from '../../sandbox/index.mts';
import { Bench } from './bench.mts';
import { sarlOrder } from './client.mts';

/** Longer than a test may last. */
const HOURS = 10_000_000;
const turn = async () => await new Promise((resolve) => setImmediate(resolve));

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

test.each<[Fault, string | RegExp, number]>([
	[{ kind: 'codes', codes: ['err_x'] }, '200 err_x', 0],
	[{ kind: 'internalError', processed: true }, '200 err_internal_server', 1],
	[{ kind: 'quota' }, '200 err_requetes_max', 0],
	[{ kind: 'dropBefore' }, 'cut', 0],
	[{ kind: 'dropAfter' }, 'cut', 1],
	[{ kind: 'timeout', ms: 20 }, 'cut', 0],
	[{ kind: 'timeout', ms: 20, processed: true }, 'cut', 1],
	[{ kind: 'status', status: 504 }, '504 <!doc', 0],
	[{ kind: 'slow', ms: 20 }, '200 {"res', 1],
	[{ kind: 'redirect' }, '302 ', 0],
	[{ kind: 'html' }, '200 <!doc', 0],
	[{ kind: 'truncated' }, '200 {"res', 1],
	[{ kind: 'emptyBody' }, '200 ', 1],
	[{ kind: 'wrongShape' }, '200 {"sta', 0],
])('an order meets the fault %j', async (fault, seen, orders) => {
	bench.sandbox.fault({ match: { path: 'order' }, ...fault });
	const answer = await bench.client.post('/commande', sarlOrder).catch(() => undefined);
	const what = answer && `${answer.status} ${answer.codes[0] ?? answer.text.slice(0, 5)}`;
	expect([what ?? 'cut', bench.sandbox.journal.orders().length]).toEqual([seen, orders]);
	if (fault.kind === 'truncated') expect(answer?.json).toEqual({});
	// The journal records what the service did separately from what it sent.
	const status = answer?.status ?? null;
	const accepted = orders === 1;
	expect(bench.sandbox.journal.calls()).toMatchObject([{ accepted, status, fault: fault.kind }]);
});

test('a fault strikes the calls it is aimed at, as often as asked, after letting some pass', async () => {
	bench.sandbox.fault({ kind: 'quota', match: { path: '/annonces/' }, times: 2, skip: 1 });
	const seen = [await bench.get('/client')];
	for (let call = 0; call < 4; call++) {
		seen.push(await bench.post('/annonces/statuts', { references: ['x'] }));
	}
	expect(seen).toEqual(['', '', 'requetes_max', 'requetes_max', '']);
});

test('a sandbox that closes does not wait for calls without an answer', async () => {
	const other = await Bench.start({ settings: { latencyMs: 50 } });
	other.sandbox.fault({ kind: 'timeout', ms: HOURS });
	const calls = Promise.allSettled([other.get('/client'), other.get('/client')]);
	while (other.sandbox.journal.calls().length < 2) await turn();
	await other.stop();
	expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
