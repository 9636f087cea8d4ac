import { LeftOpen, OperationStop, UnknownOutcome } from '../../domain/operationStop';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { findNumbered, isName, registeredBefore } from './numberedNotice';
import type { OrderBody } from './orderInput';
import { type ExecutionClient, type SideEffect, timings } from '../../transport/client';
import type { Answer } from '../../transport/envelope';

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

/**
 * Places an order exactly once. The order number is the key: the service registers it once, so after a lost answer
 * it is asked for the number before anything is sent again.
 *
 * @param sideEffect `continues` when the order completes something begun, such as a replacement
 * @throws UnknownOutcome when it cannot be known whether the order was placed
 */
export async function placeOrder(
	client: ExecutionClient,
	body: OrderBody,
	ifAlreadyOrdered: 'returnExisting' | 'fail',
	sideEffect: SideEffect = 'starts',
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	const order = async (effect: SideEffect): Promise<PlacedOrder> => ({
		kind: 'ordered',
		answer: await send(client, body, effect),
	});
	const unknown = (reason: unknown) => unknownOutcome(body, reason);
	if (number === undefined) {
		return await exactlyOnce(client, { send: order, repeatable: false, unknown }, sideEffect);
	}
	return await exactlyOnce(
		client,
		{
			send: order,
			settledBy: async (failure, lost) => {
				if (!failure.has('err_annonce_commandee')) return undefined;
				if (!lost && ifAlreadyOrdered === 'fail') throw registeredBefore(failure);
				const answer = await registered(client, number);
				if (answer) return { kind: lost ? 'recovered' : 'existing', answer };
				throw lost ? unknown(lost) : registeredButGone(number, failure);
			},
			look: async () => {
				const answer = await lookUp(client, number, unknown);
				return answer && { kind: 'recovered', answer };
			},
			repeatable: true,
			unknown,
		},
		sideEffect,
	);
}

/** @throws ServiceFailure also for a success that does not say what was ordered: the number tells */
async function send(
	client: ExecutionClient,
	body: OrderBody,
	sideEffect: SideEffect,
): Promise<Answer> {
	const answer = await client.call({ method: 'POST', path: '/commande', body, sideEffect });
	if (isName(answer.reference)) return answer;
	throw new ServiceFailure('notTheService', { missing: 'reference' });
}

/** The notice whose number the service has just refused to register again; undefined when it is not found. */
async function registered(client: ExecutionClient, number: string): Promise<Answer | undefined> {
	try {
		const found = await findNumbered(client, number);
		if (found) return found;
		// Registered only a moment ago, it may not be found yet.
		await client.pause(timings().beforeResendMs);
		return await findNumbered(client, number);
	} catch (failure) {
		if (failure instanceof LeftOpen) throw asThrown(failure);
		throw asThrown(
			new LeftOpen(
				`The order number ${number} is registered, but its notice could not be asked for.`,
				'Run the workflow again: the number keeps it from being ordered twice.',
				failure,
				`order number ${number}, registered, its reference not known`,
			),
		);
	}
}

/** What became of an order whose answer was lost; undefined when the service says that it knows no such number. */
async function lookUp(
	client: ExecutionClient,
	number: string,
	unknown: (reason: unknown) => UnknownOutcome,
): Promise<Answer | undefined> {
	try {
		return await findNumbered(client, number);
	} catch (failure) {
		throw asThrown(failure instanceof LeftOpen ? failure : unknown(failure));
	}
}

function unknownOutcome(
	{ numero_commande: number, dossier }: OrderBody,
	reason: unknown,
): UnknownOutcome {
	return number === undefined
		? new UnknownOutcome(
				`It is not known whether the notice for the file ${dossier} was ordered, and it has no order number to ask for. It was not sent again.`,
				"Look for it at the service before ordering again. With 'Order Number Mode' Automatic this resolves itself.",
				reason,
				`an order without number for the file ${dossier}, not known whether it was placed`,
				false,
			)
		: new UnknownOutcome(
				`It is not known whether the notice with order number ${number} was ordered.`,
				'Run the workflow again: the number keeps it from being ordered twice.',
				reason,
				`order number ${number}, not known whether ordered`,
				true,
			);
}

function registeredButGone(number: string, reason: ServiceFailure): OperationStop {
	return new OperationStop(
		`The order number ${number} is registered, but its notice is no longer found: it was cancelled. Nothing was ordered.`,
		"To publish the text again, set 'Order Number Mode' to Custom and give another number.",
		reason,
	);
}
