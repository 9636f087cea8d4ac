import { InputProblem } from '../../domain/inputProblem';
import { OperationStop } from '../../domain/operationStop';
import { isPathSafe, REFERENCE_LABEL } from '../../domain/reference';
import { isRecord, type Answer } from '../../transport/answer';
import type { ServiceClient } from '../../transport/client';
import { asThrown, ServiceFailure } from '../../transport/failures';

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
export async function cancelNotice(client: ServiceClient, asked: string): Promise<Cancelled> {
	const notice = await resolveNotice(client, asked);
	if (!notice) {
		throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], details: [asked] });
	}
	return await deleteNotice(client, notice.reference);
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
	client: ServiceClient,
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

async function findExactly(client: ServiceClient, asked: string): Promise<Answer | undefined> {
	try {
		const { annonces } = await client.call({
			method: 'POST',
			path: '/annonces/statuts',
			body: { references: [asked] },
		});
		const named = (Array.isArray(annonces) ? annonces.filter(isRecord) : []).filter(
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

/** @param reference the service's own, safe in a path */
export async function deleteNotice(client: ServiceClient, reference: string): Promise<Cancelled> {
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
			if (!failure.ambiguous || resends === MAX_RESENDS) {
				throw asThrown(lost || failure.ambiguous ? unknownOutcome(reference, failure) : failure);
			}
			lost = failure;
		}
	}
}

function unknownOutcome(reference: string, reason: unknown): OperationStop {
	return new OperationStop(
		`It is not known whether the notice ${reference} was cancelled.`,
		'Notice > Get Status tells: a cancelled notice is no longer found.',
		reason,
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
