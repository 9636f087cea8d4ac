/**
 * Whether a call or an effect that failed is sent again, for which of five reasons, and how often. The client asks for the
 * same call, and `actions/order/openDate.ts` for the next day; `exactlyOnce.ts` takes from here how often an effect is tried
 * whose answer was lost. What has no row is final: the same question has the same answer. A list of notices that fails is no
 * such call: `notices/reader.ts` searches it by rules of its own.
 */
import type { FailureKind, ServiceFailure } from '../errors/failures';

/** In which manner a call is made: what keeps it from being sent, and what follows when it fails. */
export interface Manner {
	/** It orders, cancels or creates: after a lost answer that may be done. */
	readonly effect: boolean;
	/** Beside a stop of the execution, which keeps back every call that was not sent. */
	readonly heldBackBy:
		| 'nothing'
		/** A service that answers nothing, or a quota that stays used up. */
		| 'outage'
		/** These, and another item that has stopped the execution. */
		| 'otherItem';
	/** The work goes on without its answer: it comes behind everything else, and shows nothing when it hangs. */
	readonly spare: boolean;
	/** Its caller decides what follows on a lost answer. */
	readonly callerRepeats: boolean;
}

/** Reads what the work needs. */
export const READ: Manner = {
	effect: false,
	heldBackBy: 'outage',
	spare: false,
	callerRepeats: false,
};
/** Reads what its caller asks for in another way where the answer is lost. */
export const READ_UNREPEATED: Manner = { ...READ, callerRepeats: true };
/** Reads what the work goes on without. */
export const SPARE: Manner = {
	effect: false,
	heldBackBy: 'otherItem',
	spare: true,
	callerRepeats: true,
};
/** Asks what became of an effect, or what one that has begun needs. */
export const LOOK_UP: Manner = { ...READ, heldBackBy: 'nothing' };
/** Orders, cancels or creates. */
export const START: Manner = {
	effect: true,
	heldBackBy: 'otherItem',
	spare: false,
	callerRepeats: true,
};
/** Completes an effect that has begun. */
export const FINISH: Manner = { ...START, heldBackBy: 'nothing' };

export type Why = 'clock' | 'closedDate' | 'quota' | 'notSent' | 'lostAnswer';

interface Limit {
	/** How often, after the first time. */
	readonly times: number;
	/** For how long, in milliseconds from the first failure on. */
	readonly forMs: number;
}

export const SENDING_AGAIN: Readonly<Record<Why, Limit>> = {
	/** Refused for its timestamp, nothing was done: it is signed anew with the service's own clock, of which the refusal tells. */
	clock: { times: 1, forMs: Infinity },
	/** Refused for a day that has closed, nothing was done: the next ones are tried, for a list may begin with one that has closed as well. */
	closedDate: { times: 3, forMs: Infinity },
	/** Refused for the quota, nothing was done: another minute brings new calls. After ten minutes somebody else keeps them used up. */
	quota: { times: Infinity, forMs: 600_000 },
	/** It never left this machine, so that it may be sent again whatever it asks for. Two times outlive a restart of the service. */
	notSent: { times: 2, forMs: Infinity },
	/** A read changes nothing. An effect may be done: it is looked up before, or not sent again (`exactlyOnce.ts`). */
	lostAnswer: { times: 2, forMs: Infinity },
};

const CLOSED = ['err_bouclage_depasse', 'err_date_indisponible'];
/** A firewall and a wrong address stay what they are, and say nothing of what was done. */
const SAME_AGAIN: readonly FailureKind[] = ['redirect', 'blocked', 'executionStopped'];

/** @returns the row of the table; undefined for what is not sent again */
export function whyAgain(failure: ServiceFailure, { effect, spare }: Manner): Why | undefined {
	const { kind, mayBeDone, facts } = failure;
	// With another code beside it, such as an internal error, a code says nothing of what was done.
	if (failure.has('err_timestamp_controle') && !mayBeDone) return 'clock';
	// Whoever goes on without the answer must not be kept waiting for it.
	if (spare) return undefined;
	// A page with HTTP 429 may come from a gateway behind which the order was placed.
	if (kind === 'quota' && !(effect && mayBeDone)) return 'quota';
	if (kind === 'notSent') {
		// A misspelt host, and an address that n8n does not let out, stay what they are.
		const isLasting = facts.networkCode === 'ENOTFOUND' || facts.refusedByN8n !== undefined;
		return isLasting ? undefined : 'notSent';
	}
	if (mayBeDone) {
		// What was only read is read again, but an answer that is too large is so again.
		const isLasting = facts.maxBytes !== undefined || SAME_AGAIN.includes(kind);
		return isLasting && !effect ? undefined : 'lostAnswer';
	}
	return CLOSED.some((code) => failure.has(code)) ? 'closedDate' : undefined;
}
