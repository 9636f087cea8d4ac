import { sleep } from 'n8n-workflow';

import { OperationStop } from '../../domain/operationStop';
import type { Answer } from '../../transport/answer';
import { fetchNotices } from '../../transport/batch';
import type { ServiceClient } from '../../transport/client';
import { asThrown, ServiceFailure } from '../../transport/failures';
import type { OrderBody } from './orderInput';

/**
 * - `ordered`: the service answered with price and dates
 * - `recovered`: the answer was lost, and the notice was found under its number afterwards
 * - `existing`: a notice with this number had been registered before
 */
export interface PlacedOrder {
	readonly kind: 'ordered' | 'recovered' | 'existing';
	/** The order's own answer, or what the status route says of the notice. */
	readonly answer: Answer;
}

const MAX_RESENDS = 2;
const WAIT_BEFORE_RESEND_MS = 2_000;

/**
 * Places an order exactly once. The order number is the key: the service registers it once, so after a lost answer
 * it is asked for the number before anything is sent again.
 *
 * @param sideEffect `continues` when the order completes something begun, such as a replacement
 * @throws OperationStop when it cannot be known whether the order was placed
 */
export async function placeOrder(
	client: ServiceClient,
	body: OrderBody,
	ifAlreadyOrdered: 'returnExisting' | 'fail',
	sideEffect: 'starts' | 'continues' = 'starts',
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	let effect = sideEffect;
	let lost: ServiceFailure | undefined;
	for (let resends = 0; ; resends++) {
		try {
			const answer = await client.call({
				method: 'POST',
				path: '/commande',
				body,
				sideEffect: effect,
			});
			return { kind: 'ordered', answer };
		} catch (failure) {
			if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
			if (failure.has('err_annonce_commandee') && number !== undefined) {
				if (!lost && ifAlreadyOrdered === 'fail') throw asThrown(failure);
				const found = await lookUp(client, number, failure);
				if (!found) throw asThrown(registeredButGone(number, failure));
				return { kind: lost ? 'recovered' : 'existing', answer: found };
			}
			if (!failure.ambiguous) throw asThrown(lost ? unknownOutcome(number, failure) : failure);
			lost = failure;
		}
		if (number === undefined) throw unknownOutcome(number, lost);
		const found = await lookUp(client, number, lost);
		if (found) return { kind: 'recovered', answer: found };
		if (resends === MAX_RESENDS) throw unknownOutcome(number, lost);
		effect = 'continues';
		// An order that is still being registered is not found yet.
		await sleep(WAIT_BEFORE_RESEND_MS);
	}
}

/** The notice with this order number, or undefined when the service says that it knows none. */
async function lookUp(
	client: ServiceClient,
	number: string,
	after: ServiceFailure,
): Promise<Answer | undefined> {
	try {
		const found = (await fetchNotices(client, 'statut', [number])).get(number);
		if (found instanceof ServiceFailure) throw found;
		return found;
	} catch (failure) {
		if (after.has('err_annonce_commandee')) throw asThrown(failure);
		throw asThrown(unknownOutcome(number, failure));
	}
}

/** Returns the existing notice with this number, if there is one: an order that exists is never refused by a guard. */
export async function findExisting(
	client: ServiceClient,
	number: string | undefined,
): Promise<Answer | undefined> {
	if (number === undefined) return undefined;
	const found = (await fetchNotices(client, 'statut', [number])).get(number);
	return found instanceof ServiceFailure ? undefined : found;
}

function unknownOutcome(number: string | undefined, reason: unknown): OperationStop {
	return number === undefined
		? new OperationStop(
				'It is not known whether the notice was ordered, and it has no order number to ask for. It was not sent again.',
				"Look for it at the service before ordering again. With 'Order Number Mode' Automatic this resolves itself.",
				reason,
			)
		: new OperationStop(
				`It is not known whether the notice with order number ${number} was ordered.`,
				'Run the workflow again: the number keeps it from being ordered twice.',
				reason,
			);
}

function registeredButGone(number: string, reason: ServiceFailure): OperationStop {
	return new OperationStop(
		`The order number ${number} is registered, but its notice is no longer found: it was cancelled. Nothing was ordered.`,
		"To publish the text again, set 'Order Number Mode' to Custom and give another number.",
		reason,
	);
}
