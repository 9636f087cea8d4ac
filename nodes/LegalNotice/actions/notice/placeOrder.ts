import { LeftOpen, OperationStop, UnknownOutcome } from '../../domain/operationStop';
import type { Answer } from '../../transport/answer';
import { fetchNotices } from '../../transport/batch';
import type { ExecutionClient } from '../../transport/client';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { timings } from '../../transport/timings';
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
	sideEffect: 'starts' | 'continues' = 'starts',
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	let effect = sideEffect;
	let lost: ServiceFailure | undefined;
	for (let resends = 0; ; resends++) {
		try {
			return { kind: 'ordered', answer: await send(client, body, effect) };
		} catch (failure) {
			if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
			if (failure.has('err_annonce_commandee') && number !== undefined) {
				if (!lost && ifAlreadyOrdered === 'fail') throw asThrown(failure);
				const answer = await registered(client, number);
				if (answer) return { kind: lost ? 'recovered' : 'existing', answer };
				throw asThrown(lost ? unknownOutcome(number, lost) : registeredButGone(number, failure));
			}
			if (!failure.ambiguous) throw asThrown(lost ? unknownOutcome(number, failure) : failure);
			lost = failure;
		}
		if (number === undefined) throw unknownOutcome(number, lost);
		const found = await lookUp(client, number);
		if (found) return { kind: 'recovered', answer: found };
		if (resends === MAX_RESENDS) throw unknownOutcome(number, lost);
		effect = 'continues';
		// An order that is still being registered is not found yet.
		await pauseBeforeNextLook(client, number);
	}
}

/** @throws ServiceFailure also for a success that does not say what was ordered: the number tells */
async function send(
	client: ExecutionClient,
	body: OrderBody,
	sideEffect: 'starts' | 'continues',
): Promise<Answer> {
	const answer = await client.call({ method: 'POST', path: '/commande', body, sideEffect });
	if (isName(answer.reference)) return answer;
	throw new ServiceFailure('notTheService', { missing: 'reference' });
}

/** The notice whose number the service has just refused to register again; undefined when it is not found. */
async function registered(client: ExecutionClient, number: string): Promise<Answer | undefined> {
	try {
		const found = await find(client, number);
		if (found) return found;
		// Registered only a moment ago, it may not be found yet.
		await client.pause(timings().beforeResendMs);
		return await find(client, number);
	} catch (failure) {
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
async function lookUp(client: ExecutionClient, number: string): Promise<Answer | undefined> {
	try {
		return await find(client, number);
	} catch (failure) {
		throw asThrown(unknownOutcome(number, failure));
	}
}

async function pauseBeforeNextLook(client: ExecutionClient, number: string): Promise<void> {
	try {
		await client.pause(timings().beforeResendMs);
	} catch (failure) {
		throw asThrown(unknownOutcome(number, failure));
	}
}

/** The notice with this order number. */
async function find(client: ExecutionClient, number: string): Promise<Answer | undefined> {
	const found = (await fetchNotices(client, 'statut', [number])).get(number);
	if (found instanceof ServiceFailure) throw found;
	if (found && !isNamed(found, number)) {
		throw new OperationStop(
			`The order number ${number} is the reference of another notice, so nothing can be asked by it.`,
			"Give another number with 'Order Number Mode' Custom.",
		);
	}
	return found;
}

/** The status route takes references and order numbers alike: what it found may be somebody else's reference. */
function isNamed({ reference, numero_commande: given }: Answer, number: string): boolean {
	return isName(given)
		? String(given).toLowerCase() === number.toLowerCase()
		: String(reference) !== number;
}

function isName(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Returns the existing notice with this number, if there is one: an order that exists is never refused by a guard. */
export async function findExisting(
	client: ExecutionClient,
	number: string | undefined,
): Promise<Answer | undefined> {
	if (number === undefined) return undefined;
	const found = (await fetchNotices(client, 'statut', [number])).get(number);
	return found instanceof ServiceFailure || (found && !isNamed(found, number)) ? undefined : found;
}

function unknownOutcome(number: string | undefined, reason: unknown): UnknownOutcome {
	return number === undefined
		? new UnknownOutcome(
				'It is not known whether the notice was ordered, and it has no order number to ask for. It was not sent again.',
				"Look for it at the service before ordering again. With 'Order Number Mode' Automatic this resolves itself.",
				reason,
				'an order without number, not known whether it was placed',
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
