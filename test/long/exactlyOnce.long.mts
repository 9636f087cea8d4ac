/**
 * Thousands of orders in several executions at once, under faults of every kind on every route, re-run as a person
 * would until nothing is open. The service's own list is the judge.
 *
 * `LONG_SEED` repeats a run, `LONG_ORDERS` changes its size.
 */
import { writeSync } from 'node:fs';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import type { Fault } from '../../sandbox/index.mts';
import { runNode } from '../engine/engine.mts';
import { errorText, leaks, startService } from '../engine/faults/matrix.mts';
import { ORDER } from '../engine/faults/ordering.mts';
import { serviceNames } from '../engine/readings.mts';
import type { TestSandbox } from '../engine/sandbox.mts';
import { Chance } from './random.mts';

const seed = Number(process.env['LONG_SEED'] ?? Date.now() % 1_000_000_000);
const wanted = Number(process.env['LONG_ORDERS'] ?? 2_000);

interface Wish {
	readonly file: string;
	readonly mode: 'automatic' | 'custom' | 'none';
	reference?: string;
	/** Without a number: an outcome that stays unknown is final. */
	isUnknown?: boolean;
}

const FAULTS: readonly Fault[] = [
	// A connection that is dropped.
	{ kind: 'timeout', ms: 0 },
	{ kind: 'timeout', ms: 1_500 },
	{ kind: 'slow', ms: 200 },
	{ kind: 'status' },
	{ kind: 'html' },
	{ kind: 'truncated' },
	{ kind: 'emptyBody' },
	{ kind: 'wrongShape' },
	{ kind: 'wrongShape', body: '{"resultat":"succes"}' },
	{ kind: 'internalError' },
	{ kind: 'quota', processed: false },
	{ kind: 'codes', codes: ['err_timestamp_controle'], processed: false },
];

beforeAll(() => {
	const repeats = { beforeRepeatMs: 5, beforeResendMs: 20 };
	setTimings({ answerMs: 1_000, ...repeats, quotaWindowMs: 200, quotaPatienceMs: 2_000 });
});
afterAll(() => setTimings());

test.each(serviceNames)(`${wanted} orders at the %s, once each, seed ${seed}`, async (name) => {
	const chance = new Chance(seed);
	const service = await startService(name);
	const startedAt = Date.now();
	// Most with the automatic number; some without any, which may stay unknown but never be doubled.
	const wishes = Array.from({ length: wanted }, (_, index): Wish => {
		const draw = chance.next();
		const mode = draw < 0.7 ? 'automatic' : draw < 0.9 ? 'custom' : 'none';
		return { file: `F-${index}`, mode };
	});
	let open: readonly Wish[] = wishes;
	for (let round = 1; open.length > 0; round++) {
		expect(round).toBeLessThan(60);
		// The last rounds are calm, as the world is sooner or later: then nothing may stay open.
		if (round <= 4) armSome(chance, service, open.length);
		const executions = batchesOf(chance, open).map((batch) => work(chance, service, batch));
		await Promise.all(executions);
		open = wishes.filter(({ reference, isUnknown }) => !reference && !isUnknown);
	}
	const wrong = wishes.flatMap((wish) => mistakes(service, wish));
	const unknown = wishes.filter(({ isUnknown }) => isUnknown).length;
	const calls = service.journal.calls().length;
	const seconds = Math.round((Date.now() - startedAt) / 1000);
	const said = `${unknown} reported as unknown (orders without a number), ${wrong.length} wrong`;
	writeSync(1, `\n${wanted} orders at the ${name}: ${said}; ${calls} calls, ${seconds} s\n`);
	await service.close();
	expect(wrong).toEqual([]);
});

function mistakes(sandbox: TestSandbox, { file, isUnknown, reference }: Wish): string[] {
	const orders = sandbox.journal.orders().filter(({ dossier }) => dossier === file);
	const found = orders.map((one) => one.reference).join(' ');
	if (orders.length > 1) return [`${file} twice: ${found}`];
	if (isUnknown === true || found === reference) return [];
	return [`${file} reported as ${reference}, is ${found || 'lost'}`];
}

/** About one call in three is struck, on the routes that orders use. */
function armSome(chance: Chance, sandbox: TestSandbox, count: number): void {
	const routes = ['order', 'order', 'order', 'status', 'statuses', 'quote'] as const;
	for (let left = Math.ceil(count / 2); left > 0; left--) {
		sandbox.fault({
			processed: chance.yes(0.5),
			...chance.pick(FAULTS),
			match: { path: chance.pick(routes) },
			skip: chance.whole(count),
			times: chance.pick([1, 1, 1, 2, 4]),
		});
	}
}

/** One execution takes items of one order number mode, as a node has one setting. */
function batchesOf(chance: Chance, open: readonly Wish[]): Wish[][] {
	return (['automatic', 'custom', 'none'] as const).flatMap((mode) => {
		const left = open.filter((wish) => wish.mode === mode);
		const batches: Wish[][] = [];
		while (left.length > 0) batches.push(left.splice(0, 1 + chance.whole(120)));
		return batches;
	});
}

/** What an execution that stops has not put out is ordered again, where a number says that it exists. */
async function work(chance: Chance, service: TestSandbox, batch: readonly Wish[]): Promise<void> {
	const mode = batch[0]?.mode ?? 'none';
	const retries = chance.yes(0.5) && { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const continues = chance.yes(mode === 'none' ? 1 : 0.5);
	const result = await runNode({
		credential: service.credential,
		items: batch.map(({ file }) => ({ file })),
		parameters: {
			...{ ...ORDER, resource: 'notice', operation: 'order' },
			...{ orderNumberMode: mode, orderNumber: '=C-{{ $json.file }}' },
			options: {
				...(chance.yes(0.2) && { maximumTotal: 100_000 }),
				// A person who runs the workflow again with their own numbers asks for what exists.
				ifAlreadyOrdered: 'returnExisting',
			},
		} as never,
		settings: { ...retries, ...(continues && { onError: 'continueRegularOutput' }) },
	});
	expect(leaks(result, service)).toEqual([]);
	if (result.error) return;
	expect(result.pairs).toEqual(batch.map((_, item) => ({ item })));
	for (const [index, wish] of batch.entries()) {
		const text = errorText(result.items[index]);
		if (text === '') wish.reference = String(result.json[index]?.['reference']);
		else wish.isUnknown = mode === 'none' && /not known whether/.test(text);
	}
}
