/** Does something binding exactly once although answers get lost: the one algorithm behind orders, cancellations and contacts. */
import { rethrown, ServiceFailure, Stop } from '../errors/failures';
import type { ExecutionClient } from './client';
import { type Lock, stateOf } from './keyState';
import { BEFORE_RESEND_MS, untilStopped } from './pause';
import { FINISH, type Manner, SENDING_AGAIN, START } from './sendingAgain';

export interface Once<Done> {
	/**
	 * Makes one attempt.
	 *
	 * @param isAgain whether the answer to an attempt before was lost
	 * @throws ServiceFailure, Stop
	 */
	send(manner: Manner, isAgain: boolean): Promise<Done>;
	readonly afterLoss: AfterLoss<Done>;
	/** The stop that says that the outcome is not known. */
	unknown(reason: unknown): Stop;
}

/** What follows when the answer to an attempt is lost. */
export type AfterLoss<Done> =
	/** It is looked up, and sent again where it was not done. */
	| {
			look(): Promise<Done | undefined>;
			/** What a look has seen that found nothing done, as in: the notice 26L000001 was not found. */
			readonly seen: string;
	  }
	/** It is sent again: the service does the same no second time. */
	| 'sendAgain'
	/** Nothing would show whether it was done, and a second attempt could do it a second time. */
	| 'stop';

/** @throws ServiceFailure or Stop: what it came to, `unknown` where a look failed or all attempts were lost */
export async function exactlyOnce<Done>(
	client: ExecutionClient,
	{ send, afterLoss, unknown }: Once<Done>,
	first: Manner = START,
): Promise<Done> {
	let lost: ServiceFailure | undefined;
	for (let again = 0; again <= SENDING_AGAIN.lostAnswer.times; again++) {
		try {
			// What has begun is brought to its end, whatever becomes of other items.
			return await send(lost ? FINISH : first, lost !== undefined);
		} catch (failure) {
			// A stop is an outcome by itself: `send` has found out, or knows that it cannot.
			if (!(failure instanceof ServiceFailure)) throw rethrown(failure);
			if (!failure.mayBeDone && !lost) throw rethrown(failure);
			// The refusal says nothing of the attempt before, but the look that came between does.
			const isLookedUp = typeof afterLoss === 'object';
			if (!failure.mayBeDone)
				throw rethrown(isLookedUp ? refusedAfterLook(afterLoss.seen, failure) : unknown(failure));
			lost = failure;
		}
		if (afterLoss === 'stop') break;
		try {
			// What the service is still at work on is not found yet.
			await client.pause(BEFORE_RESEND_MS);
			const found = afterLoss === 'sendAgain' ? undefined : await afterLoss.look();
			if (found !== undefined) return found;
		} catch (reason) {
			// Sent again unasked, it could be done twice.
			throw rethrown(reason instanceof Stop ? reason : unknown(reason));
		}
	}
	// That the last look found nothing is no proof while the service loses every answer; the next run looks once more.
	throw unknown(lost);
}

function refusedAfterLook(seen: string, reason: ServiceFailure): Stop {
	const message = `The answer to the first attempt was lost. Two seconds later, ${seen}, and the next attempt failed:`;
	return new Stop(message, '', { reason, outcome: { kind: 'nothing', why: 'lookedUp' } });
}

/**
 * Waits until nobody holds the lock with these keys in this process. Two equal orders that a service gets at the same moment
 * could both find their number free.
 *
 * @throws ServiceFailure `executionStopped` when the execution is stopped while it waits
 */
export async function oneAtATime<Done>(
	{ account, signal }: ExecutionClient,
	lock: Lock,
	work: () => Promise<Done>,
): Promise<Done> {
	const state = stateOf(account);
	const before = state.holderOf(lock);
	const afterIt = async () => {
		if (before) await untilStopped(before, signal);
		return await work();
	};
	const done = afterIt();
	// Who comes next waits for both: this one may leave before the one that it waits for. How they end is reported where they
	// were begun.
	state.hold(
		lock,
		Promise.allSettled([before, done]).then(() => undefined),
	);
	return await done;
}
