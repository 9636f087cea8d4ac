/**
 * Thousands of orders in several executions at once, under faults of every kind on every route, re-run as a person
 * would until nothing is open. The service's own list is the judge.
 *
 * `LONG_SEED` repeats a run, `LONG_ORDERS` changes its size, `LONG_SERVICE` the service.
 */
import { writeSync } from 'node:fs';

import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { runNode, type Result } from '../engine/engine.mts';
import type { Fault } from '../../sandbox/index.mts';
import type { RouteName } from '../../sandbox/types.mts';
import { errorText, leaks, startService, type Service } from '../engine/faults/matrix.mts';
import { BILLED } from '../engine/notices.mts';
import { serviceNames } from '../engine/readings.mts';
import { Chance } from './random.mts';

const seed = Number(process.env.LONG_SEED ?? Date.now() % 1_000_000_000);
const wanted = Number(process.env.LONG_ORDERS ?? 2_000);
const names = serviceNames.filter((name) =>
	process.env.LONG_SERVICE === undefined ? true : name === process.env.LONG_SERVICE,
);

type Mode = 'automatic' | 'custom' | 'none';

interface Wish {
	file: string;
	mode: Mode;
	/** Without a number: an outcome that stays unknown is final. */
	unknown: boolean;
	reference: string | undefined;
}

interface Tally {
	registered: number;
	unknown: number;
	calls: number;
	executions: number;
	wrong: string[];
}

const KINDS: readonly Fault[] = [
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
	setTimings({
		answerMs: 1_000,
		beforeRepeatMs: 5,
		beforeResendMs: 20,
		quotaWindowMs: 200,
		quotaPatienceMs: 2_000,
	});
});
afterAll(() => setTimings());

test.each(names)(`${wanted} orders at the %s, each exactly once (seed ${seed})`, async (name) => {
	writeSync(1, `\nrandomized run: ${wanted} orders at the ${name}, LONG_SEED=${seed}\n`);
	const chance = new Chance(seed);
	const service = await startService(name);
	const startedAt = Date.now();
	const total: Tally = { registered: 0, unknown: 0, calls: 0, executions: 0, wrong: [] };
	try {
		const wishes = wishesOf(chance, 0, wanted);
		total.executions += await untilNothingIsOpen(chance, service, wishes);
		judge(service, wishes, total);
	} finally {
		await service.sandbox.close();
	}
	writeSync(
		1,
		`  ${total.registered} registered, ${total.unknown} told as unknown (orders without a number), ` +
			`${total.wrong.length} twice, lost or mistaken; ${total.calls} calls, ` +
			`${total.executions} executions, ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`,
	);
	expect(total.wrong).toEqual([]);
});

/** @returns executions that it took */
async function untilNothingIsOpen(
	chance: Chance,
	service: Service,
	wishes: readonly Wish[],
): Promise<number> {
	let open = wishes;
	let executions = 0;
	for (let round = 1; open.length > 0; round++) {
		// The last rounds are calm, as the world is sooner or later: then nothing may stay open.
		if (round <= 4) armSome(chance, service, open.length);
		const batches = batchesOf(chance, open);
		executions += batches.length;
		await Promise.all(batches.map(async (batch) => await work(chance, service, batch)));
		open = wishes.filter((wish) => wish.reference === undefined && !wish.unknown);
		expect(round).toBeLessThan(60);
	}
	return executions;
}

function judge(service: Service, wishes: readonly Wish[], total: Tally): void {
	const orders = service.sandbox.journal.orders();
	for (const { file, unknown, reference } of wishes) {
		const references = orders.filter(({ dossier }) => dossier === file).map((one) => one.reference);
		if (references.length > 1) total.wrong.push(`${file} twice: ${references.join(' ')}`);
		else if (!unknown && references[0] === undefined) total.wrong.push(`${file} lost`);
		else if (reference !== undefined && references[0] !== reference) {
			total.wrong.push(`${file} told as ${reference}, is ${references[0] ?? 'nothing'}`);
		}
		if (unknown) total.unknown++;
	}
	total.registered += orders.length;
	total.calls += service.sandbox.journal.calls().length;
}

/** Most with the automatic number; some without any, which may stay unknown but never be doubled. */
function wishesOf(chance: Chance, first: number, count: number): Wish[] {
	return Array.from({ length: count }, (_, index) => {
		const draw = chance.next();
		return {
			file: `F-${first + index}`,
			mode: draw < 0.7 ? 'automatic' : draw < 0.9 ? 'custom' : 'none',
			unknown: false,
			reference: undefined,
		};
	});
}

/** About one call in three is struck, on the routes that orders use. */
function armSome(chance: Chance, service: Service, count: number): void {
	const routes: RouteName[] = ['order', 'order', 'order', 'status', 'statuses', 'quote'];
	for (let left = Math.ceil(count / 2); left > 0; left--) {
		service.sandbox.fault({
			processed: chance.yes(0.5),
			...chance.pick(KINDS),
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

async function work(chance: Chance, service: Service, batch: readonly Wish[]): Promise<void> {
	const mode = batch[0]?.mode ?? 'automatic';
	const retries = chance.yes(0.5);
	const continues = chance.yes(0.5);
	const quotes = chance.yes(0.2);
	const result = await runNode({
		credential: service.credential,
		items: batch.map(({ file }) => ({ file })),
		parameters: {
			...BILLED,
			resource: 'notice',
			operation: 'order',
			fileReference: '={{ $json.file }}',
			text: '=Avis du dossier {{ $json.file }}.',
			orderNumberMode: mode,
			orderNumber: '=C-{{ $json.file }}',
			// A person who runs the workflow again with their own numbers asks for what exists.
			options: { ...(quotes ? { maximumTotal: 100_000 } : {}), ifAlreadyOrdered: 'returnExisting' },
		} as never,
		settings: {
			...(retries ? { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } : {}),
			...(continues ? { onError: 'continueRegularOutput' } : {}),
		},
	});
	expect(leaks(result, service)).toEqual([]);
	if (result.error) readError(result, batch, service);
	else readItems(result, batch);
}

function readItems(result: Result, batch: readonly Wish[]): void {
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
		batch.map((_, item) => ({ item })),
	);
	for (const [index, wish] of batch.entries()) {
		const item = result.items[index];
		const text = errorText(item);
		if (text === '') wish.reference = String(item?.json.reference ?? 'a success without reference');
		else if (wish.mode === 'none') wish.unknown = /not known whether/.test(text);
	}
}

/** A person who reads the error knows what is done, and what has no number and is not known. */
function readError(result: Result, batch: readonly Wish[], service: Service): void {
	const message = result.error?.message ?? '';
	const done = /\d+ of \d+ items were completed before it stopped[^.]*\./.exec(message)?.[0] ?? '';
	const told = Number(/^(\d+)/.exec(done)?.[1] ?? 0);
	const files = new Map(batch.map((wish) => [wish.file, wish]));
	let found = 0;
	for (const { reference, dossier } of service.sandbox.journal.orders()) {
		const wish = files.get(dossier);
		if (!wish || !new RegExp(`\\b${reference}\\b`).test(done)) continue;
		wish.reference = reference;
		found++;
	}
	// Up to 200 references are listed; a batch is larger at times.
	expect(found).toBe(Math.min(told, 200));
	if (batch[0]?.mode !== 'none') return;
	// Without a number it is not said which item it was: what is not done and was sent, is not tried again.
	const sent = service.sandbox.journal.calls().filter(({ route }) => route === 'order');
	for (const wish of batch) {
		if (wish.reference !== undefined) continue;
		if (sent.some(({ body }) => body.includes(`"${wish.file}"`))) wish.unknown = true;
	}
}
