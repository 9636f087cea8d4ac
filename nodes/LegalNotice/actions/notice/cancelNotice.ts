import { UnknownOutcome } from '../../domain/operationStop';
import type { ExecutionClient } from '../../transport/client';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { resolveNotice } from './resolveNotice';
import { fetchNotices, saysUnknown } from '../../transport/batch';
import type { Answer } from '../../transport/envelope';

export interface Cancelled {
	/** The service's own reference. */
	readonly reference: string;
	/** Undefined when the answer was lost and the notice is gone. */
	readonly answer: Answer | undefined;
}

/**
 * Cancels the notice that was named and no other: what was given is looked up through the route that takes it in
 * the body, and only the service's own reference, returned for exactly that text, goes into a path.
 */
export async function cancelNotice(
	client: ExecutionClient,
	asked: string,
	attempts: CancelAttempts,
): Promise<Cancelled> {
	const notice = await resolveNotice(client, asked);
	if (!notice) {
		const attempted = attempts.recall();
		if (attempted !== undefined) return { reference: attempted, answer: undefined };
		throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked });
	}
	try {
		return await deleteNotice(client, notice.reference);
	} catch (failure) {
		if (failure instanceof UnknownOutcome) attempts.remember(notice.reference);
		throw asThrown(failure);
	}
}

/** References whose cancellation was attempted earlier in the execution, with an unknown outcome. */
export interface CancelAttempts {
	recall(): string | undefined;
	remember(reference: string): void;
}

/**
 * @param reference the service's own, safe in a path
 * @throws UnknownOutcome when it cannot be known whether the notice was cancelled
 */
export async function deleteNotice(client: ExecutionClient, reference: string): Promise<Cancelled> {
	const gone: Cancelled = { reference, answer: undefined };
	return await exactlyOnce(client, {
		send: async (sideEffect) => {
			const path = `/annonce/${reference}`;
			return { reference, answer: await client.call({ method: 'DELETE', path, sideEffect }) };
		},
		// Not found any more, after an attempt whose answer was lost: that attempt did it.
		settledBy: async (failure, lost) => (lost && saysUnknown(failure) ? gone : undefined),
		look: async () => ((await isGone(client, reference)) ? gone : undefined),
		repeatable: true,
		unknown: (reason) => unknownOutcome(reference, reason),
	});
}

/** Whether a notice that was there is no longer found; false also when that cannot be asked: a resend then tells. */
async function isGone(client: ExecutionClient, reference: string): Promise<boolean> {
	try {
		return (await fetchNotices(client, 'statut', [reference])).get(reference) === undefined;
	} catch {
		return false;
	}
}

function unknownOutcome(reference: string, reason: unknown): UnknownOutcome {
	return new UnknownOutcome(
		`It is not known whether the notice ${reference} was cancelled.`,
		'Notice > Get Status tells: a cancelled notice is no longer found.',
		reason,
		`notice ${reference}, not known whether cancelled`,
		true,
	);
}
