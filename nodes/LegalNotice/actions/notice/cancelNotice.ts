import { InputProblem } from '../../domain/inputProblem';
import { UnknownOutcome } from '../../domain/operationStop';
import { isPathSafe, REFERENCE_LABEL } from '../../domain/reference';
import { isRecord, type Answer } from '../../transport/answer';
import type { ExecutionClient } from '../../transport/client';
import { fetchNotices } from '../../transport/batch';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { timings } from '../../transport/timings';

export interface Cancelled {
	/** The service's own reference. */
	readonly reference: string;
	/** Undefined when the answer was lost and the notice is gone. */
	readonly answer: Answer | undefined;
}

const MAX_RESENDS = 2;

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

/** A notice that was named exactly, with a reference that can stand in a path. */
export interface NamedNotice {
	readonly reference: string;
	/** What the status route says of it. */
	readonly answer: Answer;
}

/**
 * @returns undefined when the service knows no notice of exactly this name
 * @throws InputProblem when its reference cannot stand in a path
 */
export async function resolveNotice(
	client: ExecutionClient,
	asked: string,
): Promise<NamedNotice | undefined> {
	if (asked === '.' || asked === '..') {
		throw new InputProblem(
			REFERENCE_LABEL,
			`'${REFERENCE_LABEL}' cannot be "${asked}".`,
			'Give the reference that the service returned, or the order number given when ordering.',
		);
	}
	const notice = await findExactly(client, asked);
	const reference = notice?.reference;
	if (!notice || (typeof reference !== 'string' && typeof reference !== 'number')) return undefined;
	const text = String(reference);
	if (!isPathSafe(text)) {
		throw new InputProblem(
			REFERENCE_LABEL,
			`The notice "${asked}" has the reference "${text}", which cannot be written into an address without risk of cancelling another one. Nothing was cancelled.`,
			'Ask the service to cancel it.',
		);
	}
	return { reference: text, answer: notice };
}

async function findExactly(client: ExecutionClient, asked: string): Promise<Answer | undefined> {
	try {
		const { annonces } = await client.call({
			method: 'POST',
			path: '/annonces/statuts',
			body: { references: [asked] },
		});
		if (!Array.isArray(annonces)) {
			throw new ServiceFailure('notTheService', { missing: 'annonces' });
		}
		const named = annonces
			.filter(isRecord)
			.filter(
				({ reference, numero_commande: number }) =>
					sameText(reference, asked) || sameText(number, asked),
			);
		const distinct = new Set(named.map(({ reference }) => String(reference)));
		if (distinct.size > 1) {
			throw new InputProblem(
				REFERENCE_LABEL,
				`"${asked}" names ${distinct.size} notices: ${[...distinct].join(', ')}. Nothing was cancelled.`,
				'Give the reference that the service returned.',
			);
		}
		return named[0];
	} catch (failure) {
		if (failure instanceof ServiceFailure && isUnknown(failure)) return undefined;
		throw asThrown(failure);
	}
}

/**
 * @param reference the service's own, safe in a path
 * @throws UnknownOutcome when it cannot be known whether the notice was cancelled
 */
export async function deleteNotice(client: ExecutionClient, reference: string): Promise<Cancelled> {
	let lost: ServiceFailure | undefined;
	for (let resends = 0; ; resends++) {
		try {
			const answer = await client.call({
				method: 'DELETE',
				path: `/annonce/${reference}`,
				sideEffect: lost ? 'continues' : 'starts',
			});
			return { reference, answer };
		} catch (failure) {
			if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
			// Not found any more, after an attempt whose answer was lost: that attempt did it.
			if (lost && isUnknown(failure)) return { reference, answer: undefined };
			if (!failure.ambiguous) throw asThrown(lost ? unknownOutcome(reference, failure) : failure);
			lost = failure;
		}
		if (await isGone(client, reference)) return { reference, answer: undefined };
		if (resends === MAX_RESENDS) throw unknownOutcome(reference, lost);
		try {
			await client.pause(timings().beforeResendMs);
		} catch (stopped) {
			throw asThrown(unknownOutcome(reference, stopped));
		}
	}
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

function isUnknown(failure: ServiceFailure): boolean {
	return (
		failure.has('err_annonce_introuvable') ||
		failure.has('err_reference_incorrect') ||
		failure.has('err_reference_absent')
	);
}

function sameText(value: unknown, asked: string): boolean {
	return (typeof value === 'string' || typeof value === 'number') && String(value) === asked;
}
