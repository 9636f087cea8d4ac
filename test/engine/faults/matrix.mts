/** The matrix of faults: every fault x node settings x both readings of the service, each row at a sandbox of its own. */
import { inspect } from 'node:util';

import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import type { Fault } from '../../../sandbox/index.mts';
import type { RouteName } from '../../../sandbox/types.mts';
import type { NodeSettings, Result } from '../engine.mts';
import type { ServiceName } from '../readings.mts';
import { TestSandbox } from '../sandbox.mts';

/** Longer than the time-out that the matrix sets, and shorter. */
const TIMES = { answerMs: 1_000, timeoutMs: 1_600, slowMs: 50 };

interface FaultCase {
	name: string;
	/** What is done to the answer; without it the service's clock is off. */
	fault?: Fault;
	skewSeconds?: number;
	/** What a caller knows of the call: nothing, that nothing was done, or all, as if there were no fault. */
	outcome: 'unknown' | 'refused' | 'well';
	/** Only what has effects sees a difference between this and another fault, or none. */
	onlyForWrites?: boolean;
}

const unknown = (name: string, fault: Fault, processed: boolean): FaultCase => ({
	name: `${name} ${processed ? 'after' : 'before'} it was done`,
	fault: { ...fault, processed },
	outcome: 'unknown',
	onlyForWrites: !processed,
});
const after = (name: string, fault: Fault) => unknown(name, fault, true);
const both = (name: string, fault: Fault) => [unknown(name, fault, false), after(name, fault)];

const faultCases: readonly FaultCase[] = [
	...both('connection dropped', { kind: 'timeout', ms: 0 }),
	...both('time-out', { kind: 'timeout', ms: TIMES.timeoutMs }),
	...both('502 page', { kind: 'status' }),
	...both('200 HTML', { kind: 'html' }),
	...both('truncated JSON', { kind: 'truncated' }),
	...both('internal error', { kind: 'internalError' }),
	after('empty answer', { kind: 'emptyBody' }),
	after('answer of another shape', { kind: 'wrongShape' }),
	after('refusal without code', { kind: 'status', status: 500, body: '{"resultat":"erreur"}' }),
	// An answer that is not the service's says nothing of what the service did.
	...[
		after('redirect', { kind: 'redirect' }),
		after('403 page', { kind: 'status', status: 403 }),
		after('429 page', { kind: 'status', status: 429 }),
		after('success that names nothing', { kind: 'wrongShape', body: '{"resultat":"succes"}' }),
	].map((one) => ({ ...one, onlyForWrites: true })),
	{ name: 'quota', fault: { kind: 'quota' }, outcome: 'refused' },
	{ name: 'slow', fault: { kind: 'slow', ms: TIMES.slowMs }, outcome: 'well' },
	// A service that is behind leaves a busy machine the more time.
	...[-3, -30, 3_000].map((skewSeconds): FaultCase => {
		return { name: `clock off by ${skewSeconds} s`, skewSeconds, outcome: 'well' };
	}),
];

/** What is tried under every fault: an operation, and the call of it that is struck. */
export interface Subject {
	name: string;
	/** Any of them without it. */
	route?: RouteName;
	/** Whether lasting faults, time-outs too, come with every node setting. */
	whole?: boolean;
}

export interface Row<S extends Subject = Subject> {
	subject: S;
	fault: FaultCase;
	retry: boolean;
	continues: boolean;
	/** One call is struck, or every one from there on. */
	lasting: boolean;
}

/**
 * Every fault, once, with every node setting: those that stop at the first failure against the strict sandbox, those
 * that continue past it against the lenient one. A fault that lasts comes with one of the two settings on; a clock that
 * is off has no beginning, and lasting time-outs, which are really waited for, have no second try.
 */
export function rowsOf<S extends Subject>(service: ServiceName, subjects: readonly S[]): Row<S>[] {
	const continues = service === 'lenient sandbox';
	const settings = [false, true].flatMap((retry) =>
		[false, true].map((lasting) => ({ retry, continues, lasting })),
	);
	const cases = faultCases.flatMap((fault) => settings.map((one) => ({ ...one, fault })));
	const rows = subjects.flatMap((subject) => cases.map((one) => ({ ...one, subject })));
	return rows.filter(({ subject, fault, retry, lasting }) => {
		if (!lasting) return true;
		if (fault.skewSeconds !== undefined) return false;
		return subject.whole === true || (retry !== continues && !(retry && waits({ fault })));
	});
}

/** Whether the caller has to wait for its own time-out. */
const waits = ({ fault }: Pick<Row, 'fault'>) => fault.fault?.ms === TIMES.timeoutMs;

export function settingsOf({ retry, continues }: Row): NodeSettings {
	return {
		...(retry ? { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } : {}),
		...(continues ? { onError: 'continueRegularOutput' } : {}),
	};
}

/** What the check finds wrong with each row, as sentences behind the name of the row. */
export async function violations<S extends Subject>(
	reading: ServiceName,
	rows: readonly Row<S>[],
	check: (row: Row<S>, service: TestSandbox) => Promise<string[]>,
) {
	const run = async (some: readonly Row<S>[], atOnce: number) => {
		const queue = some.values();
		const wrong: Array<{ row: Row<S>; sentence: string }> = [];
		const work = async () => {
			for (const row of queue) {
				const service = await startService(reading, row.fault.skewSeconds);
				const found = await check(row, service).catch((error: unknown) => [inspect(error)]);
				wrong.push(...found.map((sentence) => ({ row, sentence })));
				await service.close();
			}
		};
		await Promise.all(Array.from({ length: atOnce }, work));
		return wrong;
	};
	const quota = { quotaWindowMs: 120, quotaPatienceMs: 600 };
	const shortWaits = { beforeRepeatMs: 10, beforeResendMs: 20, ...quota };
	// Real waits, only shorter, so that hundreds of rows fit into seconds.
	setTimings({ answerMs: 20_000, ...shortWaits });
	const working = rows.filter((row) => !waits(row));
	// Few at once, so that a busy machine still sends within the 5 s of a signature; rows that mostly wait may be more.
	const wrong = await run(working, 8);
	// Time-outs that are waited for are apart: on a busy machine a short one would strike others too.
	setTimings({ answerMs: TIMES.answerMs, ...shortWaits });
	const late = await run(rows.filter(waits), 60);
	// It may even be too slow for these; a defect shows when the row has the machine to itself, too.
	wrong.push(...(await run([...new Set(late.map(({ row }) => row))], 1)));
	setTimings();
	return wrong.map(({ row: { subject, fault, ...settings }, sentence }) =>
		[subject.name, fault.name, JSON.stringify(settings), sentence].join(', '),
	);
}

/** The strict sandbox does not tell its time where its clock is off. The quota is a fault of its own here. */
export async function startService(reading: ServiceName, clockSkewSeconds = 0) {
	const dateHeader = reading === 'lenient sandbox' || clockSkewSeconds === 0;
	const service = new TestSandbox();
	await service.startAs(reading, { quotaPerMinute: 1_000_000, clockSkewSeconds, dateHeader });
	service.credential.requestsPerMinute = 1_000_000;
	return service;
}

/** @param skip calls that pass before the fault strikes */
export function arm({ fault, lasting, subject }: Row, service: TestSandbox, skip = 0): void {
	const match = subject.route === undefined ? {} : { path: subject.route };
	if (fault.fault) service.fault({ ...fault.fault, match, skip, times: lasting ? Infinity : 1 });
}

/** False when the service's clock is too far off and nothing tells by how much. */
export function clockIsKnown({ fault, continues }: Row): boolean {
	return continues || Math.abs(fault.skewSeconds ?? 0) <= 5;
}

/** Keys and signatures that lie in what n8n would store of an execution, or hang on its errors. */
export function leaks(result: Result, { journal, credential }: TestSandbox): string[] {
	const errors = [result.error, ...result.items.map(({ error }) => error)].filter(Boolean);
	const everything = result.stored + inspect(errors, { depth: 12, showHidden: true });
	const signatures = journal.calls().flatMap(({ headers }) => headers.signature ?? []);
	const secrets = [credential.secretKey, ...signatures.map(String)];
	return secrets.some((secret) => everything.includes(secret)) ? ['a secret is stored'] : [];
}

/** The text of an item that failed, whichever of the two shapes it has. */
export function errorText(item: Result['items'][number] | undefined): string {
	const text = item?.json.error ?? item?.error?.message;
	return typeof text === 'string' ? text : '';
}

/** The words of every failure. */
export function said(result: Result): string {
	return result.error?.message ?? result.items.map(errorText).filter(Boolean).join(' | ');
}
