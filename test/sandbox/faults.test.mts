import { errorCodes, type Fault } from '../../sandbox/index.mts';
import { Bench } from './bench.mts';

describe('faults on demand', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await Bench.start();
	});
	afterEach(() => bench.stop());

	async function outcome(fault: Fault): Promise<[number | string, number]> {
		bench.sandbox.fault({ match: { path: 'order' }, ...fault });
		const seen = await bench.order().then(
			({ status, codes }) => codes[0] ?? status,
			() => 'cut',
		);
		return [seen, bench.sandbox.journal.orders().length];
	}

	it('knows the 73 codes that are listed, each once', () => {
		expect(new Set(errorCodes).size).toBe(73);
		expect(errorCodes).toHaveLength(73);
	});

	it.each<[string, Fault, number | string, number]>([
		['refused', { kind: 'codes', codes: ['err_x'] }, 'err_x', 0],
		[
			'refused although registered',
			{ kind: 'internalError', processed: true },
			'err_internal_server',
			1,
		],
		['refused for the quota', { kind: 'quota' }, 'err_requetes_max', 0],
		['cut before', { kind: 'dropBefore' }, 'cut', 0],
		['cut after', { kind: 'dropAfter' }, 'cut', 1],
		['never answered', { kind: 'timeout', ms: 20 }, 'cut', 0],
		['never answered although registered', { kind: 'timeout', ms: 20, processed: true }, 'cut', 1],
		['answered by a proxy', { kind: 'status', status: 504 }, 504, 0],
		['answered late', { kind: 'slow', ms: 20 }, 200, 1],
		['redirected', { kind: 'redirect' }, 302, 0],
	])('an order is %s', async (_name, fault, seen, orders) => {
		expect(await outcome(fault)).toEqual([seen, orders]);
	});

	it.each<[Fault['kind'], RegExp, number]>([
		['html', /^<!doctype html>/, 0],
		['truncated', /^\{"resultat":"succes","reference":"26L000001"[^]*[^}]$/, 1],
		['emptyBody', /^$/, 1],
		['wrongShape', /^\{"status":"ok"/, 0],
	])('%s: status 200 with something else in it', async (kind, text, orders) => {
		bench.sandbox.fault({ kind });
		const answer = await bench.order();
		expect(answer.status).toBe(200);
		expect(answer.text).toMatch(text);
		expect(bench.sandbox.journal.orders().length).toBe(orders);
	});

	it('strikes the calls it is aimed at, as often as asked, after letting some pass', async () => {
		bench.sandbox.fault({
			kind: 'quota',
			match: { method: 'post', path: '/annonces/' },
			times: 2,
			skip: 1,
		});
		const statuses = () => bench.client.post('/annonces/statuts', { references: ['x'] });
		const seen: number[] = [(await bench.client.get('/client')).codes.length];
		for (let i = 0; i < 4; i += 1) seen.push((await statuses()).codes.length);
		expect(seen).toEqual([0, 0, 1, 1, 0]);
	});

	it('repeats the same choice of calls for the same seed', async () => {
		const draw = async (seed: number): Promise<string> => {
			bench.sandbox.reset();
			bench.sandbox.fault({ kind: 'quota', probability: 0.5, seed, times: 100 });
			let drawn = '';
			for (let i = 0; i < 20; i += 1) drawn += (await bench.client.get('/client')).codes.length;
			return drawn;
		};
		const first = await draw(7);
		expect(first).toMatch(/^(?=.*0)(?=.*1)/);
		expect(await draw(7)).toBe(first);
		expect(await draw(8)).not.toBe(first);
	});

	it('does not keep a closing sandbox waiting', async () => {
		const other = await Bench.start({ settings: { latencyMs: 50 } });
		other.sandbox.fault({ kind: 'timeout' });
		const calls = [other.client.get('/client'), other.client.get('/client')];
		const ends = Promise.allSettled(calls);
		await new Promise((resolve) => setTimeout(resolve, 20));
		const start = performance.now();
		await other.stop();
		expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(performance.now() - start).toBeLessThan(5000);
	});

	it('is told apart in the journal: what the service did, and what was sent', async () => {
		bench.sandbox.fault({ kind: 'dropAfter' });
		await bench.order().catch(() => undefined);
		await bench.order({ dossier: '' });
		const calls = bench.sandbox.journal.calls();
		expect(calls).toMatchObject([
			{ accepted: true, status: null, codes: [], fault: 'dropAfter' },
			{ accepted: false, status: 200, codes: ['err_dossier_absent'], fault: null },
		]);
	});
});
