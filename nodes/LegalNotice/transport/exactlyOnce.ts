import type { UnknownOutcome } from '../errors/stops';
import type { ExecutionClient, SideEffect } from './client';
import { asThrown, ServiceFailure } from '../errors/failures';
import { timings } from './timings';

export interface Once<Done> {
	/** One attempt; `again` when the answer of an earlier one was lost. @throws ServiceFailure */
	send(sideEffect: SideEffect, again: boolean): Promise<Done>;
	/** Whether a refusal says that it is done already. */
	settledBy?(refusal: ServiceFailure, lost: ServiceFailure | undefined): Promise<Done | undefined>;
	/** Asks whether an attempt whose answer was lost did it; undefined when not as far as the service knows. */
	look?(): Promise<Done | undefined>;
	/** Whether the service itself keeps a second attempt from being done twice. */
	readonly repeatable: boolean;
	unknown(reason: unknown): UnknownOutcome;
}

const MAX_RESENDS = 2;

/** @throws UnknownOutcome when it cannot be known whether it was done, ServiceFailure when it was certainly not */
export async function exactlyOnce<Done>(
	client: ExecutionClient,
	once: Once<Done>,
	sideEffect: SideEffect = 'starts',
): Promise<Done> {
	let lost: ServiceFailure | undefined;
	for (let resends = 0; ; resends++) {
		try {
			return await once.send(lost ? 'continues' : sideEffect, lost !== undefined);
		} catch (failure) {
			if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
			const settled = await once.settledBy?.(failure, lost);
			if (settled) return settled;
			if (!failure.ambiguous) throw asThrown(lost ? once.unknown(failure) : failure);
			lost = failure;
		}
		if (!once.repeatable) throw once.unknown(lost);
		const found = await once.look?.();
		if (found) return found;
		if (resends === MAX_RESENDS) throw once.unknown(lost);
		try {
			// What is still being registered is not found yet, and two attempts at one moment could both be done.
			await client.pause(timings().beforeResendMs);
		} catch (stopped) {
			throw asThrown(once.unknown(stopped));
		}
	}
}
