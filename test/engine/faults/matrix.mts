/** Runs the rows of a matrix many at once, each on its own account, and collects what is wrong with them. */
import { inspect } from 'node:util';

import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import type { Result } from '../engine.mts';
import { nameOf as nameOfCombination, TIMES, waits, type Combination } from './cases.mts';
import type { Account, FaultyService, SeenOrder } from './types.mts';

/** Few, so that a busy machine still sends within the 5 s of a signature; combinations that mostly wait may be more. */
const AT_ONCE = 8;
const WAITING_AT_ONCE = 40;

export interface Pace {
	/** Rows at once whose fault is a time-out, and that time-out; for those where a needless one does no harm. */
	waitingAtOnce?: number;
	answerMs?: number;
}

/** Real waits, only shorter, so that hundreds of combinations fit into seconds. */
export function shortWaits(change: { answerMs?: number } = {}): void {
	setTimings({
		answerMs: 20_000,
		beforeRepeatMs: 10,
		beforeResendMs: 20,
		quotaWindowMs: 120,
		quotaPatienceMs: 600,
		...change,
	});
}

export function standardWaits(): void {
	setTimings();
}

/** What is wrong with one row of the matrix, as sentences; none when all is well. */
export type Check<Row> = (row: Row, account: Account) => Promise<string[]>;

/** @returns the sentences of all combinations, each behind the name of its own */
export async function violations<Row extends Combination>(
	service: FaultyService,
	all: readonly Row[],
	check: Check<Row>,
	nameOf: (row: Row) => string = nameOfCombination,
	{ waitingAtOnce = WAITING_AT_ONCE, answerMs = TIMES.answerMs }: Pace = {},
): Promise<string[]> {
	const waiting = all.filter(({ fault }) => waits(fault));
	const found: string[] = [];
	const run = async (rows: readonly Row[], atOnce: number) => {
		const queue = rows.values();
		await Promise.all(Array.from({ length: atOnce }, async () => await work(queue)));
	};
	const work = async (queue: Iterable<Row>) => {
		for (const row of queue) {
			let wrong = await tried(service, row, check);
			// A busy machine may be too slow for a short time-out; a defect shows when the row has it to itself, too.
			if (wrong.length > 0 && waits(row.fault))
				wrong = await alone(() => tried(service, row, check));
			found.push(...wrong.map((sentence) => `${nameOf(row)}: ${sentence}`));
		}
	};
	shortWaits();
	await run(
		all.filter((one) => !waiting.includes(one)),
		AT_ONCE,
	);
	// Time-outs that are waited for are apart: on a busy machine a short one would strike others too.
	shortWaits({ answerMs });
	await run(waiting, waitingAtOnce);
	standardWaits();
	return found;
}

async function tried<Row extends Combination>(
	service: FaultyService,
	row: Row,
	check: Check<Row>,
): Promise<string[]> {
	const account = await service.account(row.fault.skewSeconds);
	const wrong = await check(row, account).catch((error: unknown) => [inspect(error)]);
	await account.close();
	return wrong;
}

let queueOfOne: Promise<unknown> = Promise.resolve();

async function alone<Value>(run: () => Promise<Value>): Promise<Value> {
	const turn = queueOfOne.then(run);
	queueOfOne = turn;
	return await turn;
}

/** Keys and signatures that lie in what n8n would store of an execution, or hang on its errors. */
export function leaks(result: Result, account: Account): string[] {
	const errors = [result.error, ...result.items.map(({ error }) => error)].filter(Boolean);
	const everything = result.stored + inspect(errors, { depth: 12, showHidden: true });
	const { secretKey } = account.credential;
	const signatures = account.calls().map(({ signature }) => signature);
	return [
		...(everything.includes(secretKey) ? ['the secret key is stored'] : []),
		...(signatures.some((signature) => everything.includes(signature))
			? ['a signature is stored']
			: []),
	];
}

/** The text of an item that failed, whichever of the two shapes it has. */
export function errorText(item: Result['items'][number] | undefined): string {
	const text = item?.json.error ?? item?.error?.message;
	return typeof text === 'string' ? text : '';
}

/** Whether every input item is in the output once, in its place, or the error accounts for all. */
export function unaccounted(result: Result, count: number, continues: boolean): string[] {
	const { error, items } = result;
	if (error) {
		if (continues) return [`the node stopped although it continues: ${error.message}`];
		const told = /(\d+) of (\d+) items were completed before it stopped/.exec(error.message);
		const failed = 1 + Number(/(\d+) more failed/.exec(error.message)?.[1] ?? 0);
		const left = Number(/(\d+) were not started/.exec(error.message)?.[1] ?? 0);
		const sum = Number(told?.[1]) + failed + left;
		return Number(told?.[2]) === count && sum === count
			? []
			: [`the error does not account for ${count} items: ${error.message}`];
	}
	const pairs = items.map(({ pairedItem }) => JSON.stringify(pairedItem));
	const expected = Array.from({ length: count }, (_, item) => JSON.stringify({ item }));
	return JSON.stringify(pairs) === JSON.stringify(expected)
		? []
		: [`items are not paired one to one: ${pairs.join(' ')}`];
}

/** How many items did not come out well: counted in the output, or by the references that the error names as done. */
export function failedCount(result: Result, count: number, orders: readonly SeenOrder[]): number {
	if (!result.error) return result.items.filter((item) => errorText(item) !== '').length;
	const done =
		/\d+ of \d+ items were completed before it stopped[^.]*\./.exec(result.error.message)?.[0] ??
		'';
	return count - orders.filter(({ reference }) => done.includes(reference)).length;
}

/** The words of every failure. */
export function said(result: Result): string {
	return result.error?.message ?? result.items.map(errorText).filter(Boolean).join(' | ');
}

/** False when the service's clock is too far off and nothing tells by how much. */
export function clockIsKnown({ fault }: Combination, account: Account): boolean {
	return Math.abs(fault.skewSeconds ?? 0) <= 5 || account.tellsTime;
}
