/** What the matrix is made of: faults, node settings, and how often a fault strikes. */
import type { NodeSettings } from '../engine.mts';
import type { ServiceName } from '../readings.mts';
import type { Fault, Route } from './types.mts';

export interface FaultCase {
	name: string;
	/** What is done to the call; without it the fault is the service's clock alone. */
	fault?: Pick<Fault, 'kind' | 'processed'> & Partial<Pick<Fault, 'codes' | 'ms' | 'status'>>;
	skewSeconds?: number;
	/** Whether the caller cannot know what became of the call. */
	ambiguous: boolean;
	/** Whether the call is answered as if nothing had happened. */
	harmless: boolean;
	/** Whether a call that only reads is not repeated after it, or takes it for an answer. */
	notForReads?: boolean;
}

/** Longer than the time-out that the matrix sets, and shorter. */
export const TIMES = { answerMs: 1_000, timeoutMs: 1_600, slowMs: 50 };

const done = (processed: boolean) => (processed ? 'after it was done' : 'before it was done');
const ambiguous = (
	name: string,
	kind: Fault['kind'],
	more: Partial<Pick<Fault, 'codes' | 'ms' | 'status'>> = {},
): FaultCase[] =>
	[false, true].map((processed) => ({
		name: `${name} ${done(processed)}`,
		fault: { kind, processed, ...more },
		ambiguous: true,
		harmless: false,
	}));

export const faultCases: readonly FaultCase[] = [
	...ambiguous('dropped', 'drop'),
	...ambiguous('time-out', 'timeout', { ms: TIMES.timeoutMs }),
	...ambiguous('502 page', 'status'),
	...ambiguous('200 HTML', 'html'),
	...ambiguous('truncated JSON', 'truncated'),
	...ambiguous('internal error', 'codes', { codes: ['err_internal_server'] }),
	...ambiguous('connection cut inside the answer', 'cut').slice(1),
	...ambiguous('empty answer', 'emptyBody').slice(1),
	...ambiguous('answer of another shape', 'wrongShape').slice(1),
	...ambiguous('HTTP 500 with a refusal without code', 'bareRefusal').slice(1),
	// An answer that is not the service's says nothing of what the service did.
	...[
		ambiguous('redirect', 'redirect'),
		...[401, 403, 429].map((status) => ambiguous(`HTTP ${status} page`, 'status', { status })),
		ambiguous('success that names nothing', 'bareSuccess'),
	].flatMap((both) => both.slice(1).map((one) => ({ ...one, notForReads: true }))),
	{
		name: 'quota',
		fault: { kind: 'codes', processed: false, codes: ['err_requetes_max'] },
		ambiguous: false,
		harmless: false,
	},
	{
		name: 'slow',
		fault: { kind: 'slow', processed: true, ms: TIMES.slowMs },
		ambiguous: false,
		harmless: true,
	},
	...[3, 30, -30, 3_000].map((skewSeconds) => ({
		name: `clock off by ${skewSeconds} s`,
		skewSeconds,
		ambiguous: false,
		harmless: true,
	})),
];

export interface Combination {
	fault: FaultCase;
	retry: boolean;
	continues: boolean;
	/** One call after the first is struck, or every one after the first. */
	lasting: boolean;
}

/**
 * Every fault, once, with every node setting: those that stop at the first failure against the strict sandbox, those
 * that continue past it against the lenient one. A fault that lasts comes with one of the two settings on; a clock that
 * is off has no beginning, and lasting time-outs, which are really waited for, have no second try.
 *
 * @param whole whether lasting faults, time-outs too, come with every setting that the service sees
 */
export function combinations(service: ServiceName, whole = false): Combination[] {
	const onOff = [false, true];
	return faultCases
		.flatMap((fault) =>
			onOff.flatMap((retry) =>
				onOff.flatMap((continues) =>
					onOff.map((lasting) => ({ fault, retry, continues, lasting })),
				),
			),
		)
		.filter(({ fault, retry, continues, lasting }) => {
			if (continues !== (service === 'lenient sandbox')) return false;
			if (!lasting) return true;
			if (fault.fault === undefined) return false;
			return whole || (retry !== continues && !(retry && waits(fault)));
		});
}

/** Whether the caller has to wait for its own time-out. */
export function waits({ fault }: FaultCase): boolean {
	return fault?.kind === 'timeout';
}

export function settingsOf({ retry, continues }: Combination): NodeSettings {
	return {
		...(retry ? { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } : {}),
		...(continues ? { onError: 'continueRegularOutput' } : {}),
	};
}

/**
 * The fault of a combination, aimed at one route; undefined for a clock.
 *
 * @param skip calls that pass before it strikes
 */
export function aimed({ fault, lasting }: Combination, route: Route, skip = 1): Fault | undefined {
	if (!fault.fault) return undefined;
	return {
		codes: [],
		ms: 0,
		...fault.fault,
		route,
		skip,
		times: lasting ? Number.MAX_SAFE_INTEGER : 1,
	};
}

export function nameOf({ fault, retry, continues, lasting }: Combination): string {
	return [
		fault.name,
		lasting ? 'lasting' : 'once',
		`Retry On Fail ${retry ? 'on' : 'off'}`,
		`continue ${continues ? 'on' : 'off'}`,
	].join(', ');
}
