import { orderParameters } from '../../descriptions/notice';
import { orderOptions } from '../../descriptions/noticeOptions';
import { effectNotice } from '../../descriptions/references';
import type { OrderBody, OrderInput } from '../../domain/notice';
import { LeftOpen, OperationStop, UnknownOutcome } from '../../errors/stops';
import { isGiven } from '../../domain/parameters';
import { fetchStatus } from '../../notices/ask';
import type { ExecutionClient, SideEffect } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { timings } from '../../transport/timings';
import { itemOperation } from '../context';
import { quietly } from '../reads';
import { orderFields } from './output';
import { isForDate, sendForOpenDate, withQuotedDate } from './openDate';
import { checkQuote, needsQuote, quoteOf, QuoteStop } from './quoting';
import {
	agrees,
	hasNumber,
	noticeNumbered,
	numberTaken,
	readOrderAmongOthers,
	refuseSharedNumbers,
} from './registered';
import { type PlacedOrder, subjectOf } from './summary';

const RUN_AGAIN = 'Run the workflow again: the number keeps it from being ordered twice.';

/** Registers an order, once (specification, endpoint 2). */
export const order = itemOperation({
	option: {
		name: 'Order',
		value: 'order',
		action: 'Order notice (binding, billed)',
		description: 'Place a binding order that is published and billed (commande)',
	},
	hasEffect: true,
	refuse: refuseSharedNumbers,
	doneBy: ['reference', 'numero_commande'],
	properties: [
		effectNotice(
			'Running this step places a binding order. On production it is published and billed.',
		),
		...orderParameters,
		orderOptions,
	],
	async execute(context, itemIndex) {
		const { input, registered } = await readOrderAmongOthers(context, itemIndex);
		const client = await context.client();
		const { notice, maximumTotal } = input;
		const number = input.body.numero_commande;
		// What the service now calls registered may be an earlier attempt of this execution.
		const attempted = number !== undefined && context.steps.recall(itemIndex)?.tentative === number;
		const policy = attempted ? 'returnExisting' : input.ifAlreadyOrdered;
		let quoted: Answer | undefined;
		let placed: PlacedOrder | undefined = registered && { kind: 'existing', answer: registered };
		try {
			if (!placed && needsQuote(notice, maximumTotal)) {
				quoted = await quoteOf(client, notice);
				checkQuote(quoted, notice, maximumTotal);
			}
			// Found after a lost answer, a notice is known to be this one only if its number was free before.
			if (policy === 'fail' && number !== undefined && (await noticeNumbered(client, number))) {
				throw numberTaken();
			}
			const body = quoted ? withQuotedDate(input.body, quoted) : input.body;
			const place = async (dated: OrderBody) => await placeOrder(client, dated, policy);
			placed ??= await sendForOpenDate(client, notice, body, place);
			if (attempted && placed.kind === 'existing') placed = { ...placed, kind: 'recovered' };
		} catch (failure) {
			if (failure instanceof UnknownOutcome && number !== undefined) {
				context.steps.remember(itemIndex, { tentative: number });
			}
			placed = await orderedBefore(client, input, failure);
		}
		const subject = await subjectOf(context, input.body);
		return [{ json: orderFields({ client, input, placed, quoted, subject }) }];
	},
});

/** A second run must not fail for a date or a guard that stops only now: the order may have been placed in time. */
async function orderedBefore(
	client: ExecutionClient,
	{ body, ifAlreadyOrdered }: OrderInput,
	failure: unknown,
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	const stops = failure instanceof QuoteStop || isForDate(failure);
	if (stops && number !== undefined && ifAlreadyOrdered !== 'fail') {
		const answer = await quietly(async () => await fetchStatus(client, number));
		if (hasNumber(answer, number)) return { kind: 'existing', answer };
	}
	throw asThrown(failure);
}

/**
 * Places an order exactly once: after a lost answer the service is asked for the number before anything is sent again.
 * Without a number it is sent at most once.
 *
 * @param sideEffect `continues` when the order completes a replacement
 * @throws UnknownOutcome
 */
export async function placeOrder(
	client: ExecutionClient,
	body: OrderBody,
	ifAlreadyOrdered: 'returnExisting' | 'fail',
	sideEffect: SideEffect = 'starts',
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	const send = async (effect: SideEffect): Promise<PlacedOrder> => {
		const answer = await client.call({
			method: 'POST',
			path: '/commande',
			body,
			sideEffect: effect,
		});
		// 0 is no reference: with a number the service is asked for it, without one the order is reported as it is.
		const isNone = answer.reference === 0 && number !== undefined;
		if (isNone || !isGiven(answer.reference)) {
			throw new ServiceFailure('notTheService', { missing: 'reference' });
		}
		if (number !== undefined && !agrees(answer.numero_commande, number)) {
			throw new ServiceFailure('notTheService', { missing: `numero_commande ${number}` });
		}
		return { kind: 'ordered', answer };
	};
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
				if (!lost && ifAlreadyOrdered === 'fail') throw numberTaken(failure);
				const answer = await registeredNotice(client, number);
				if (answer) return { kind: lost ? 'recovered' : 'existing', answer };
				throw lost ? unknown(lost) : registeredButGone(number, failure);
			},
			look: async () => {
				try {
					const answer = await noticeNumbered(client, number);
					return answer && { kind: 'recovered', answer };
				} catch (failure) {
					throw asThrown(failure instanceof LeftOpen ? failure : unknown(failure));
				}
			},
			repeatable: true,
			unknown,
		},
		sideEffect,
	);
}

/** The notice whose number the service has just refused to register again. */
async function registeredNotice(
	client: ExecutionClient,
	number: string,
): Promise<Answer | undefined> {
	try {
		const found = await noticeNumbered(client, number);
		if (found) return found;
		// Registered only a moment ago, it may not be found yet.
		await client.pause(timings().beforeResendMs);
		return await noticeNumbered(client, number);
	} catch (failure) {
		if (failure instanceof LeftOpen) throw asThrown(failure);
		throw asThrown(
			new LeftOpen(
				`The order number ${number} is registered, but its notice could not be asked for.`,
				RUN_AGAIN,
				failure,
				`order number ${number}, registered, its reference not known`,
			),
		);
	}
}

function unknownOutcome(
	{ numero_commande: number, dossier }: OrderBody,
	reason: unknown,
): UnknownOutcome {
	const name =
		number === undefined ? `for the file ${dossier.slice(0, 200)}` : `with order number ${number}`;
	const message = `It is not known whether the notice ${name} was ordered.`;
	const open = `notice ${name}, not known whether ordered`;
	return number === undefined
		? new UnknownOutcome(
				`${message} It has no order number, so the node cannot ask for it and did not send it again.`,
				"Look for it at the service before you run it again, also with n8n's own Retry: that would order it once more. " +
					"With 'Order Number Mode' Automatic the node looks itself, and a second run orders nothing twice.",
				reason,
				{ open, repeatable: false },
			)
		: new UnknownOutcome(message, RUN_AGAIN, reason, { open, repeatable: true });
}

function registeredButGone(number: string, reason: ServiceFailure): OperationStop {
	return new OperationStop(
		`The order number ${number} is registered, but its notice is not found: it was cancelled, or only just ordered. Nothing was ordered now (${reason.codes.join(', ')}).`,
		'Run the workflow again in a minute. ' +
			"To publish a cancelled text again, set 'Order Number Mode' to Custom and give another number.",
		reason,
		true,
	);
}
