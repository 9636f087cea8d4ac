/** Does something binding exactly once although answers get lost: the one algorithm behind orders, cancellations and contacts. */
import { rethrown, ServiceFailure, Stop } from '../errors/failures';
import type { ExecutionClient } from './client';
import { stateOf } from './keyState';
import { BEFORE_RESEND_MS, untilStopped } from './pause';

/** A first attempt is not made any more once another item has stopped the execution; what has begun is brought to its end. */
export type EffectKind = 'start' | 'finish';

export interface Once<Done> {
	/**
	 * Makes one attempt.
	 *
	 * @param lost why the attempt before has no answer; undefined for the first one
	 * @throws ServiceFailure, Stop
	 */
	send(kind: EffectKind, lost: ServiceFailure | undefined): Promise<Done>;
	/** Asks whether an attempt without an answer did it. Without it nothing is sent a second time, for it could be done a second time. */
	look?(): Promise<Done | undefined>;
	/** The stop that says that the outcome is not known. */
	unknown(reason: unknown): Stop;
}

const MAX_ATTEMPTS = 3;

/**
 * The one place that decides whether a write is sent again.
 *
 * @throws ServiceFailure when it was certainly not done; Stop, with what is open, when that cannot be known
 */
export async function exactlyOnce<Done>(
	client: ExecutionClient,
	once: Once<Done>,
	kind: EffectKind = 'start',
): Promise<Done> {
	let lost: ServiceFailure | undefined;
	for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
		try {
			return await once.send(lost ? 'finish' : kind, lost);
		} catch (failure) {
			// A stop is an outcome by itself: `send` has found out, or knows that it cannot.
			if (!(failure instanceof ServiceFailure)) throw rethrown(failure);
			if (!failure.mayBeDone) {
				// A certain refusal of this attempt says nothing of the one before, whose answer was lost.
				throw rethrown(lost ? once.unknown(failure) : failure);
			}
			lost = failure;
		}
		if (!once.look) break;
		const found = await lookAfterLoss(client, once);
		if (found !== undefined) return found;
	}
	throw once.unknown(lost);
}

/** @throws Stop when it cannot be found out: sent again unasked, it could be done twice */
async function lookAfterLoss<Done>(
	client: ExecutionClient,
	once: Once<Done>,
): Promise<Done | undefined> {
	try {
		// What the service is still at work on is not found yet.
		await client.pause(BEFORE_RESEND_MS);
		return await once.look?.();
	} catch (reason) {
		throw rethrown(reason instanceof Stop ? reason : once.unknown(reason));
	}
}

/**
 * Waits until nothing of this name is under way with these keys in this process. Two equal orders that a service gets at the
 * same moment could both find their number free.
 *
 * @throws ServiceFailure `cancelled` when the execution is stopped while it waits
 */
export async function oneAtATime<Done>(
	{ account, signal }: ExecutionClient,
	name: string,
	work: () => Promise<Done>,
): Promise<Done> {
	const { underWay } = stateOf(account);
	const before = underWay.get(name);
	const inTurn = async () => {
		if (before) await untilStopped(before, signal);
		return await work();
	};
	const done = inTurn();
	// Who comes next waits for both: this one may leave before the one that it waits for. How they end is reported where they
	// were begun.
	const both: Promise<void> = Promise.allSettled([before, done]).then(() => {
		if (underWay.get(name) === both) underWay.delete(name);
	});
	underWay.set(name, both);
	return await done;
}
