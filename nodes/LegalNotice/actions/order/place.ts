/** Step 3 of an order: places it exactly once, known by its number, for a date that is still open. */
import type { NoticeInput, OrderBody, OrderInput } from '../../domain/notice';
import { isGiven } from '../../domain/parameters';
import { isRecord } from '../../domain/records';
import {
	DoneUnseen,
	rethrown,
	ServiceFailure,
	LeftOpen,
	UnknownOutcome,
} from '../../errors/failures';
import type { ExecutionClient, SideEffect } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { exactlyOnce, oneAtATime } from '../../transport/exactlyOnce';
import { timings } from '../../transport/timings';
import type { ItemMemory } from '../context';
import { mayMeanDateIsOver, sendForOpenDate } from './openDate';
import { agrees, caseFolded, fetchByNumber, placedBefore, takenMeanwhile } from './orderNumbers';

const RUN_AGAIN = 'Run the workflow again: the number keeps it from being ordered twice.';

export interface PlacedOrder {
	/** `recovered`: the answer was lost, and the notice found by its number; `existing`: it was registered before. */
	readonly kind: 'ordered' | 'recovered' | 'existing';
	/** The order's own answer, or what the status route says of the notice. */
	readonly answer: Answer;
}

/** An order that may be placed, unless there is a notice of its number. */
export interface CheckedOrder {
	readonly input: OrderInput;
	/** An earlier attempt of this execution may have placed it: what the service now calls registered may be that one. */
	readonly attempted: boolean;
	readonly ifAlreadyOrdered: OrderInput['ifAlreadyOrdered'];
	/** What is sent: the order as it was read, with the date of its quote where there is one. */
	readonly body: OrderBody;
	readonly quoted: Answer | undefined;
	/** The notice that has its number: nothing is placed. */
	readonly found: Answer | undefined;
}

/** @param memory knows afterwards which number may have been ordered. @throws UnknownOutcome */
export async function placeChecked(
	client: ExecutionClient,
	{ input, attempted, ifAlreadyOrdered, body, found }: CheckedOrder,
	memory: ItemMemory,
): Promise<PlacedOrder> {
	const foundAs = attempted ? 'recovered' : 'existing';
	if (found) return { kind: foundAs, answer: found };
	const { ifDateMoves } = input.notice;
	const placing = { ifDateMoves, ifAlreadyOrdered, foundAs, sideEffect: 'starts' } as const;
	try {
		return await placeOrder(client, body, placing);
	} catch (failure) {
		if (failure instanceof LeftOpen && failure.repeatable)
			memory.remember({ attemptedNumber: body.numero_commande });
		throw rethrown(failure);
	}
}

/** How an order is placed. */
export interface Placing {
	readonly ifDateMoves: NoticeInput['ifDateMoves'];
	readonly ifAlreadyOrdered: OrderInput['ifAlreadyOrdered'];
	/** What a notice is that has the number before this attempt: an earlier one of this execution may have placed it. */
	readonly foundAs: 'recovered' | 'existing';
	/** `continues` when the order completes a replacement. */
	readonly sideEffect: SideEffect;
}

/**
 * Places an order exactly once: after a lost answer the service is asked for the number before anything is sent again.
 * Without a number it is sent at most once. One that is refused for a closed date is sent for the next dates.
 *
 * @throws UnknownOutcome
 */
export async function placeOrder(
	client: ExecutionClient,
	body: OrderBody,
	placing: Placing,
): Promise<PlacedOrder> {
	const { numero_commande: number } = body;
	if (number === undefined) return await placeInTime(client, body, placing);
	return await oneAtATime(client, caseFolded(number), async (hasWaited) => {
		const foundAs = hasWaited ? 'existing' : placing.foundAs;
		return await placeInTime(client, body, { ...placing, foundAs });
	});
}

/** @throws ServiceFailure for a closed date, unless the order was placed before */
async function placeInTime(
	client: ExecutionClient,
	body: OrderBody,
	placing: Placing,
): Promise<PlacedOrder> {
	const { ifAlreadyOrdered, foundAs } = placing;
	const place = async (dated: OrderBody) => await placeOnDate(client, dated, placing);
	try {
		return await sendForOpenDate(client, placing, body, place);
	} catch (failure) {
		if (!mayMeanDateIsOver(failure)) throw rethrown(failure);
		// Its date may have closed after an earlier run, or an earlier copy of this call, that placed it in time.
		const earlier = await placedBefore(client, body.numero_commande, ifAlreadyOrdered);
		if (!earlier) throw rethrown(failure);
		return { kind: foundAs, answer: earlier };
	}
}

async function placeOnDate(
	client: ExecutionClient,
	body: OrderBody,
	{ ifAlreadyOrdered, foundAs, sideEffect }: Placing,
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	const send = async (effect: SideEffect) => await sendOrder(client, body, effect);
	const unknown = (reason: unknown) => unknownOutcome(body, reason);
	if (number === undefined) {
		return await exactlyOnce(client, { send, repeatable: false, unknown }, sideEffect);
	}
	return await exactlyOnce(
		client,
		{
			send,
			settledBy: async (failure, lost) => {
				if (!failure.has('err_annonce_commandee')) return undefined;
				if (lost) return await foundAfterLoss(client, number, lost, unknown);
				const answer = await registeredNotice(client, number);
				if (ifAlreadyOrdered === 'fail') throw takenMeanwhile(number, failure, answer);
				if (!answer) throw registeredButGone(number, failure);
				return { kind: foundAs, answer };
			},
			look: async () => await lookFor(client, number, unknown),
			repeatable: true,
			unknown,
		},
		sideEffect,
	);
}

/** Makes one attempt. @throws ServiceFailure also for a success that is not that of this order */
async function sendOrder(
	client: ExecutionClient,
	body: OrderBody,
	sideEffect: SideEffect,
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	const answer = await client.call({ method: 'POST', path: '/commande', body, sideEffect });
	// 0 is no reference: with a number the service is asked for it, without one the order is reported as it is.
	const isZero = answer.reference === 0 && number !== undefined;
	if (isZero || !isGiven(answer.reference)) {
		throw new ServiceFailure('notTheService', { missing: 'reference' });
	}
	// Without a number and a price it may be the answer about another notice.
	const isNamed = isGiven(answer.numero_commande) || isRecord(answer.tarif);
	if (number !== undefined && !(isNamed && agrees(answer.numero_commande, number))) {
		throw new ServiceFailure('notTheService', { missing: `numero_commande ${number}` });
	}
	return { kind: 'ordered', answer };
}

/** The number was free, so the notice that has it now was ordered by the attempt whose answer was lost. */
async function foundAfterLoss(
	client: ExecutionClient,
	number: string,
	lost: ServiceFailure,
	unknown: (reason: unknown) => UnknownOutcome,
): Promise<PlacedOrder> {
	try {
		const answer = await registeredNotice(client, number);
		if (answer) return { kind: 'recovered', answer };
	} catch (failure) {
		throw ofLostAttempt(failure);
	}
	throw unknown(lost);
}

/** The number was free before the attempt whose answer was lost, so a later try may take its notice for its own. */
function ofLostAttempt(failure: unknown): unknown {
	if (!(failure instanceof LeftOpen)) return rethrown(failure);
	const { message, advice, reason, open } = failure;
	return new DoneUnseen(message, advice, reason, open);
}

async function lookFor(
	client: ExecutionClient,
	number: string,
	unknown: (reason: unknown) => UnknownOutcome,
): Promise<PlacedOrder | undefined> {
	try {
		const answer = await fetchByNumber(client, number);
		return answer && { kind: 'recovered', answer };
	} catch (failure) {
		if (failure instanceof LeftOpen) throw ofLostAttempt(failure);
		throw unknown(failure);
	}
}

/** The notice whose number the service has just refused to register again. */
async function registeredNotice(
	client: ExecutionClient,
	number: string,
): Promise<Answer | undefined> {
	try {
		const found = await fetchByNumber(client, number);
		if (found) return found;
		// Registered only a moment ago, it may not be found yet.
		await client.pause(timings().beforeResendMs);
		return await fetchByNumber(client, number);
	} catch (failure) {
		if (failure instanceof LeftOpen) throw rethrown(failure);
		throw rethrown(
			new LeftOpen(
				`The order number ${number} is registered, but the node could not look up its notice.`,
				RUN_AGAIN,
				failure,
				`order number ${number}, registered, its reference not known`,
			),
		);
	}
}

function unknownOutcome({ numero_commande: number, dossier }: OrderBody, reason: unknown) {
	if (number !== undefined) {
		const name = `with order number ${number}`;
		const message = `It is not known whether the notice ${name} was ordered.`;
		const open = `notice ${name}, not known whether ordered`;
		return new UnknownOutcome(message, RUN_AGAIN, reason, { open, repeatable: true });
	}
	const name = `for the file ${dossier.slice(0, 200)}`;
	return new UnknownOutcome(
		`It is not known whether the notice ${name} was ordered. ` +
			'It has no order number, so the node could not look it up and did not send it again.',
		"Check at the service whether the notice exists before you run this again or use n8n's Retry: if it does, it would be ordered twice. " +
			"With 'Order Number Mode' Automatic the node checks itself, and a second run orders nothing twice.",
		reason,
		{ open: `notice ${name}, not known whether ordered`, repeatable: false },
	);
}

/** A server on the way may have sent the order twice: then the notice that is not found yet is the one ordered here. */
function registeredButGone(number: string, refusal: ServiceFailure): LeftOpen {
	return new LeftOpen(
		`The order number ${number} is registered, but its notice is not found: it was cancelled, or only just ordered.`,
		'Run the workflow again in a minute. ' +
			"To publish a cancelled text again, set 'Order Number Mode' to Custom and give another number.",
		refusal,
		`order number ${number}, registered, its notice not found`,
	);
}
