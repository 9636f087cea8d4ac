/** What is done after a call that failed, decided in one place: `client.ts` only carries the steps out. */
import { type FailureKind, ServiceFailure } from '../errors/failures';

export type NextStep =
	| { readonly step: 'giveUp'; readonly failure: ServiceFailure }
	/** Sign anew, with this many milliseconds added to the local clock. */
	| { readonly step: 'correctClock'; readonly offset: number }
	/** The limiter does the waiting. */
	| { readonly step: 'waitForQuota' }
	| { readonly step: 'repeat' };

/** What one call has been through before this failure. */
export interface Tried {
	readonly repeats: number;
	readonly clockCorrections: number;
	/** Milliseconds since the first refusal for quota, 0 without one. */
	readonly quotaMs: number;
}

/** Offsets in milliseconds by which the service's clock is ahead of the local one. */
export interface ClockReading {
	/** The refused call was signed with it. */
	readonly signedWith: number;
	/** Other calls may have corrected it since. */
	readonly believed: number;
	/** By the Date header of the answer; undefined for a date that cannot be believed. */
	readonly dated: number | undefined;
	/** Milliseconds from the sending of the call to its answer. */
	readonly tookMs: number;
}

export interface FailedCall {
	/** The call as `client.ts` was asked for it. */
	readonly call: {
		readonly sideEffect?: 'starts' | 'continues';
		readonly once?: boolean;
		readonly optional?: boolean;
	};
	readonly failure: ServiceFailure;
	readonly tried: Tried;
	readonly clock: ClockReading;
	/** For so long in all the refusals of one call for quota are waited out. */
	readonly patienceMs: number;
}

/** After these every other call would fail as well: no quota, no time, no connection. */
export const ENDS_ALL: ReadonlySet<FailureKind> = new Set([
	'quota',
	'busy',
	'cancelled',
	'notSent',
]);

const MAX_REPEATS = 2;
/** The service's clock may step again while it is corrected. */
const MAX_CLOCK_CORRECTIONS = 3;
/** The service refuses what was signed five seconds before, in whole seconds (specification, Authentication). */
const OLDEST_MS = 4_000;
/** The Date header has whole seconds, and an answer takes its time. */
const SAME_CLOCK_MS = 2_000;

export function nextStep(failed: FailedCall): NextStep {
	const { call, failure } = failed;
	// A refused timestamp was refused before anything was done, unless the service gives another code with it.
	if (failure.has('err_timestamp_controle') && !failure.ambiguous) {
		return afterRefusedTimestamp(failed);
	}
	// The service counts the calls of a minute (specification, Limits), so another minute brings a new allowance.
	if (failure.kind === 'quota') return afterQuotaRefusal(failed);
	// Who asks only once goes on without the answer, and must not be kept waiting for it.
	if (call.once || call.optional) return giveUp(failed);
	// Two repetitions outlive a restart of the service; more would only add to the load that it fails under.
	if (failed.tried.repeats >= MAX_REPEATS) return giveUp(failed);
	// What certainly did not leave this machine is repeated whatever it asks for.
	if (mayStillBeSent(failure)) return { step: 'repeat' };
	// An order whose answer was lost may be registered: `exactlyOnce` looks before it sends it again.
	if (call.sideEffect !== undefined) return giveUp(failed);
	if (mayStillBeAnswered(failure)) return { step: 'repeat' };
	return giveUp(failed);
}

function afterRefusedTimestamp(failed: FailedCall): NextStep {
	// After so many corrections something else than the clock must be at fault.
	if (failed.tried.clockCorrections >= MAX_CLOCK_CORRECTIONS) return giveUp(failed);
	if (mayBeLateCopy(failed)) return giveUpAsLateCopy(failed);
	const offset = offsetAfterRefusal(failed.clock);
	if (offset === undefined) return giveUp(failed);
	return { step: 'correctClock', offset };
}

function afterQuotaRefusal(failed: FailedCall): NextStep {
	const { call, failure, tried, patienceMs } = failed;
	// Nobody waits a minute for an optional answer.
	if (call.optional) return giveUp(failed);
	// A page with HTTP 429 may come from a gateway, and says nothing of what the service did before.
	if (call.sideEffect !== undefined && failure.ambiguous) return giveUp(failed);
	if (mayBeLateCopy(failed)) return giveUpAsLateCopy(failed);
	if (tried.quotaMs <= patienceMs) return { step: 'waitForQuota' };
	// Other programs keep the key used up: the person learns how long the node has waited.
	const facts = { ...failure.facts, waitedMs: tried.quotaMs };
	return giveUp({ ...failed, failure: new ServiceFailure('quota', facts) });
}

/** Why no other call of the execution is sent after one that was refused for quota for as long as a call waits. */
export function whyUsedUp(failure: ServiceFailure): ServiceFailure | undefined {
	const { kind, facts, ambiguous } = failure;
	if (kind !== 'quota' || facts.waitedMs === undefined) return undefined;
	if (!ambiguous) return failure;
	// Of a call that is not sent, nothing is in doubt.
	return new ServiceFailure('busy', { waitedMs: facts.waitedMs });
}

function mayStillBeSent({ kind, facts }: ServiceFailure): boolean {
	if (kind !== 'notSent') return false;
	// A misspelt host, and an address that n8n does not let out, stay what they are.
	return facts.networkCode !== 'ENOTFOUND' && facts.refusedByN8n === undefined;
}

function mayStillBeAnswered(failure: ServiceFailure): boolean {
	// The same question has the same answer: too large, leading elsewhere, or kept out by a firewall.
	if (failure.facts.maxBytes !== undefined) return false;
	if (failure.kind === 'redirect' || failure.kind === 'blocked') return false;
	return failure.ambiguous;
}

/** The failure of a call that only reads says so, for then nobody has to look what was done. */
function giveUp({ call, failure }: FailedCall): NextStep {
	if (call.sideEffect !== undefined) return { step: 'giveUp', failure };
	const facts = { ...failure.facts, readOnly: true };
	return { step: 'giveUp', failure: new ServiceFailure(failure.kind, facts) };
}

/** A refusal for clock or quota that takes seconds may answer a copy of the call, which a proxy sent after the first answer was lost. */
function mayBeLateCopy({ call, clock }: FailedCall): boolean {
	return call.sideEffect !== undefined && clock.tookMs >= OLDEST_MS;
}

/** Whether the first was done is asked before anything is sent again. */
function giveUpAsLateCopy(failed: FailedCall): NextStep {
	const facts = { ...failed.failure.facts, isLateCopy: true };
	return giveUp({ ...failed, failure: new ServiceFailure('refusal', facts) });
}

/** @returns the offset to sign with after a refused timestamp; undefined when signing anew cannot help */
function offsetAfterRefusal({ signedWith, believed, dated }: ClockReading): number | undefined {
	// A correction that another call has made since this one was signed stands.
	if (believed !== signedWith) return believed;
	// Within two seconds the date says what is believed already, and cannot be the reason.
	if (dated !== undefined && Math.abs(dated - signedWith) > SAME_CLOCK_MS) return dated;
	// Without a date, and without an offset to take back, signing anew would send the same again.
	if (dated === undefined && signedWith === 0) return undefined;
	// Kept, an offset that was refused would spoil every later call: the local clock is the better guess.
	return 0;
}
