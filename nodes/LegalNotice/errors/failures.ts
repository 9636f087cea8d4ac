/**
 * The failures of the package beside `InputProblem`, which is found before anything is sent: a call that came to nothing,
 * and an operation that stopped; and what each says about whether something was done.
 */
import { UserError } from 'n8n-workflow';

import {
	entryFor,
	isListedCode,
	isUnreachable,
	passesByItself,
	type SentValues,
	unreachableEntry,
} from './table';

export type FailureKind =
	/** The service answered `erreur`. */
	| 'refusal'
	| 'quota'
	| 'notSent'
	| 'noAnswer'
	/** The answer has no envelope, such as the page of a gateway; nor have the next two. */
	| 'notTheService'
	| 'redirect'
	| 'blocked'
	/** It was not sent, because this process's share of calls stayed used up. */
	| 'busy'
	/** The execution was stopped. */
	| 'executionStopped'
	/** It was not sent, because another item stopped the execution. */
	| 'notStarted';

export interface FailureFacts {
	/** The service's codes, from `erreurs`. */
	readonly codes?: readonly string[];
	/** What the service sent with its codes, such as the offending character. */
	readonly details?: readonly string[];
	readonly status?: number;
	/** The code of Node.js, such as ECONNRESET. */
	readonly networkCode?: string | undefined;
	readonly timedOutMs?: number;
	readonly timeoutOption?: string | undefined;
	/** The number of calls before it that got no answer in time. */
	readonly unanswered?: number;
	readonly refusedByN8n?: string;
	/** The bound that the answer exceeded. */
	readonly maxBytes?: number;
	/** How an answer begins that is not the service's. */
	readonly excerpt?: string;
	/** The call was sent before the execution was stopped. */
	readonly underWay?: boolean;
	/** What was sent, for a sentence that names the value that was refused. */
	readonly sent?: SentValues;
	/** The field that a success lacks. */
	readonly missing?: string;
	readonly readOnly?: boolean;
	/** How long it was waited for. */
	readonly waitedMs?: number;
}

/** A refusal may have any number of codes; more than these would hide what matters. */
const SHOWN_CODES = 10;

/** None of these answers is the service's, so none says what the service has done. */
const SAY_NOTHING: readonly FailureKind[] = ['noAnswer', 'notTheService', 'redirect', 'blocked'];

/** After these every other call would fail as well: no quota, no time, no connection. */
export const ENDS_ALL: ReadonlySet<FailureKind> = new Set([
	'quota',
	'busy',
	'executionStopped',
	'notSent',
]);

/** The service always answers with HTTP 200: another status may be that of a server which broke off, or holds back for a while. */
function isBrokenOff({ status = 200 }: FailureFacts): boolean {
	return status >= 500 || status === 408 || status === 429;
}

/** A call that came to nothing; `words.ts` makes sentences of it. */
export class ServiceFailure extends Error {
	readonly codes: readonly string[];

	constructor(
		readonly kind: FailureKind,
		readonly facts: FailureFacts = {},
	) {
		super(facts.codes?.slice(0, SHOWN_CODES).join(', ') ?? kind);
		this.name = 'ServiceFailure';
		this.codes = facts.codes ?? [];
	}

	/** The codes for a sentence. */
	get shownCodes(): readonly string[] {
		return this.codes.slice(0, SHOWN_CODES);
	}

	has(code: string): boolean {
		return this.codes.includes(code);
	}

	/** Whether it is about keys, clock or quota: the same for every notice. */
	get concernsCaller(): boolean {
		return this.codes.some((code) => ['access', 'clock', 'quota'].includes(entryFor(code).kind));
	}

	/** Whether the service may have done what was asked although it did not say so. */
	get mayBeDone(): boolean {
		if (SAY_NOTHING.includes(this.kind)) return true;
		// A page with HTTP 429 may come from a gateway behind which the order was placed.
		if (this.kind === 'quota') return this.codes.length === 0;
		if (this.kind !== 'refusal') return this.facts.underWay === true;
		if (this.codes.length === 0 || this.has('err_internal_server')) return true;
		return isBrokenOff(this.facts) && !this.codes.every(isListedCode);
	}
}

/** The linter of community nodes accepts only what a function returns to be thrown inside `catch`. */
export function rethrown(error: unknown): unknown {
	return error;
}

/** For `catch` where a failure of the service is an outcome like any other. @throws what is none */
export function serviceFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw rethrown(error);
}

const MAX_CAUSES = 5;
/** The system calls that come before anything is written. */
const CONNECTING: readonly string[] = ['connect', 'getaddrinfo'];

/**
 * Reads what n8n's request helper throws: depending on n8n's version the original error is the cause, or only its code
 * is left. What n8n itself does not send it refuses with a `UserError`.
 *
 * @param isStopped whether the execution was stopped; a time-out throws the same
 */
export function connectionFailure(thrown: unknown, isStopped: boolean): ServiceFailure {
	if (isStopped) return new ServiceFailure('executionStopped', { underWay: true });
	const causes = causesOf(thrown);
	const refusal = causes.find((error) => error instanceof UserError);
	if (refusal) return new ServiceFailure('notSent', { refusedByN8n: refusal.message });
	const networkCode = firstText(causes, ['code', 'httpCode'], /^[A-Z][A-Z0-9_]{1,60}$/);
	const systemCall = firstText(causes, ['syscall'], /^[a-z]{1,20}$/);
	const isUnreached = networkCode !== undefined && isUnreachable(networkCode);
	// The system call says most: a host can also become unreachable while an answer is waited for.
	const isUnsent = systemCall === undefined ? isUnreached : CONNECTING.includes(systemCall);
	return new ServiceFailure(isUnsent ? 'notSent' : 'noAnswer', { networkCode });
}

/** The error and those below it. Their number is bounded, because errors may name each other as causes. */
function causesOf(thrown: unknown): object[] {
	const causes: object[] = [];
	let cause = thrown;
	while (typeof cause === 'object' && cause !== null && causes.length < MAX_CAUSES) {
		causes.push(cause);
		cause = Reflect.get(cause, 'cause');
	}
	return causes;
}

function firstText(
	errors: readonly object[],
	properties: readonly string[],
	form: RegExp,
): string | undefined {
	const values = errors.flatMap((error) =>
		properties.map((property): unknown => Reflect.get(error, property)),
	);
	return values.find((value): value is string => typeof value === 'string' && form.test(value));
}

/** What an operation has come to that did not come to its end. The sentence, the memory and the router follow from it. */
export type EffectOutcome =
	| {
			/** It has changed nothing at the service. */
			readonly kind: 'nothing';
			readonly why?: WhyNothing;
			/** One sentence that says so. Only the outermost of several stops says it: what is below another may be done by now. */
			readonly said?: string;
	  }
	| {
			/** It may be done, and nobody could be asked. */
			readonly kind: 'unknown';
			/** What a person has to look at, in a few words with its number or reference. */
			readonly what: string;
			readonly nextRun: NextRun;
	  }
	| {
			/** One of its effects is done. */
			readonly kind: 'halfWay';
			/** Whether the other one is certainly not done: then what stopped it is corrected before it goes on. */
			readonly isRestUndone: boolean;
			readonly what: string;
	  };

/** What the next run of an item does whose outcome is not known. */
type NextRun =
	/** It finds what is done, and does what is not: time alone fixes it. */
	| 'finds'
	/** It fails where it is done, until a person changes an option or removes the item. */
	| 'fails'
	/** Nothing keeps it from doing it a second time: only a person may run it. */
	| 'repeats';

type WhyNothing =
	/** A check stopped it, before anything was sent that cannot be undone. */
	| 'guard'
	/** Another notice has its order number. */
	| 'taken'
	/** Somebody else did it a moment before. */
	| 'byOthers'
	/** The answer to a first attempt was lost; a look found nothing done, and the next attempt was refused. */
	| 'lookedUp';

/** What is known of a stop beside its sentences. */
interface StopFacts {
	/** Nothing was done without it. */
	readonly outcome?: EffectOutcome;
	/** The failure that caused it. */
	readonly reason?: unknown;
	/** Whether the sentences say what the reason is already. */
	readonly saysReason?: boolean;
}

/** An operation that stopped half way, or before something that cannot be undone. It brings its own sentences. */
export class Stop extends Error {
	readonly outcome: EffectOutcome;
	readonly reason: unknown;
	readonly saysReason: boolean;

	constructor(
		message: string,
		readonly advice: string,
		{ outcome = { kind: 'nothing' }, reason, saysReason = false }: StopFacts = {},
	) {
		super(message);
		this.name = 'Stop';
		this.outcome = outcome;
		this.reason = reason;
		this.saysReason = saysReason;
	}
}

/**
 * What a failure leaves behind. `exactlyOnce` throws a failure of the service only where nothing was done.
 *
 * @returns undefined for a failure of n8n or of the node, which says nothing of what was done
 */
export function outcomeOf(failure: unknown): EffectOutcome | undefined {
	if (failure instanceof Stop) return failure.outcome;
	return failure instanceof ServiceFailure ? { kind: 'nothing' } : undefined;
}

/** The end of every message of a failure that time alone fixes, and of no other: workflows look for these words. */
export const TRY_LATER = 'Try again later.';

const isAway = ({ networkCode = '' }: FailureFacts) => unreachableEntry(networkCode).isAway;

/** Which failures pass by themselves. What has codes passes where each of its codes does. */
const PASSES: Readonly<Record<FailureKind, (facts: FailureFacts) => boolean>> = {
	quota: () => true,
	busy: () => true,
	// A refusal without a reason may be for something that stays as it is.
	refusal: isBrokenOff,
	noAnswer: isAway,
	notSent: (facts) => facts.refusedByN8n === undefined && isAway(facts),
	// A page with another status may be that of a wrong address, which stays wrong.
	notTheService: isBrokenOff,
	redirect: () => false,
	blocked: () => false,
	executionStopped: () => false,
	notStarted: () => false,
};

/** Whether time alone fixes a failure: the same item, run again later, comes to its end without a change by anybody. */
export function isFixedByTime(failure: unknown): boolean {
	if (failure instanceof ServiceFailure) {
		const { codes, kind, facts } = failure;
		return codes.length > 0 ? codes.every(passesByItself) : PASSES[kind](facts);
	}
	if (!(failure instanceof Stop)) return false;
	const { outcome, reason } = failure;
	// What is half done goes on when a person sets an option.
	const isForPerson =
		outcome.kind === 'halfWay' || (outcome.kind === 'unknown' && outcome.nextRun !== 'finds');
	return !isForPerson && isFixedByTime(reason);
}

/** Whether a call failed for its route, which older instances lack: neither the keys nor the way to the service are at fault. */
export function mayLackRoute(failure: unknown): boolean {
	if (!(failure instanceof ServiceFailure)) return false;
	const { kind, facts, concernsCaller } = failure;
	if (kind === 'blocked') return facts.status === 404 || facts.status === 405;
	return kind === 'refusal' && !concernsCaller && !isFixedByTime(failure);
}

/** Whether no answer came within the time that it was waited for. */
export function isTimeOut({ timedOutMs, networkCode = '' }: FailureFacts): boolean {
	return timedOutMs !== undefined || ['ECONNABORTED', 'ETIMEDOUT'].includes(networkCode);
}
