/**
 * Places an order exactly once, known by its number, for a day that is open. What becomes of one
 * - that an earlier try of this execution has finished, `RunMemory.settled` decides (`memory.ts`);
 * - whose answer is lost, `exactlyOnce` decides: it looks for the number before it sends anything again;
 * - whose date has closed, `OpenDays.after` decides: it names the day to try next, which is quoted first where anything was checked;
 * - whose number a notice has already, `takeExisting` decides;
 * - whose number another order of this process has under way, the lock of its number decides (`order.operation.ts`);
 * - that a date or a check stops only now, `orderOnce` decides (`order.operation.ts`): an earlier run may have ordered it;
 * - that completes a replacement, `stopped` says (`replacement.ts`).
 */
import type { OrderBody, OrderInput } from '../../domain/notice';
import { isGiven } from '../../reading/cells/parameters';
import { referenceIn } from '../../reading/cells/references';
import { rethrown, ServiceFailure, Stop } from '../../errors/failures';
import { explain } from '../../errors/words';
import { clientWith } from '../../notices/ask';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { type AfterLoss, exactlyOnce } from '../../transport/exactlyOnce';
import { LOOK_UP, type Manner } from '../../transport/sendingAgain';
import { checkedQuote, type ToQuote } from './check';
import { onQuotedDay, type OpenDays } from './openDate';
import { lookUp, nameInWords } from './orderNumbers';

const FINDS = 'what was ordered is found, and not ordered twice.';
/** How a person goes on where it is not known whether it is ordered, and what an unchanged run comes to, by the policy of the item. */
const NEXT_RUN = {
	returnExisting: { advice: `Run the workflow again: ${FINDS}`, nextRun: 'finds' },
	fail: {
		advice: `Set the option 'If Already Ordered' to Return Existing, and run the workflow again: ${FINDS}`,
		nextRun: 'fails',
	},
} as const;

export interface PlacedOrder {
	/** `recovered`: the answer was lost, and the notice found by its number; `existing`: it was registered before. */
	readonly kind: 'ordered' | 'recovered' | 'existing';
	/** The order's own answer, or what the status route says of the notice. */
	readonly answer: Answer;
	/** The quote of the day that was ordered, where there is one. */
	readonly quoted?: Answer | undefined;
	/** What a person should know of what was sent, or was cancelled before. */
	readonly warnings?: readonly string[];
}

/** @param warnings about what was sent: they say nothing of an order that was there before */
export function withWarnings(placed: PlacedOrder, warnings: readonly string[]): PlacedOrder {
	return placed.kind === 'existing' ? placed : { ...placed, warnings };
}

/** An order that may be placed. Whoever places one with a number holds the lock of its number. */
export interface ToPlace extends ToQuote, Pick<OrderInput, 'numberMode' | 'ifAlreadyOrdered'> {
	readonly body: OrderBody;
	/** The quote of the body's day. Where there is one, a next day is quoted again before it is ordered. */
	readonly quoted: Answer | undefined;
	readonly days: OpenDays;
	/** An earlier try of this execution may have sent it: what is registered by now is then that order. */
	readonly wasSent: boolean;
	/** What becomes of it where its number is taken meanwhile. */
	readonly ifTakenMeanwhile: OrderInput['ifAlreadyOrdered'];
	/** Of the first attempt: `FINISH` when it completes a replacement. */
	readonly manner: Manner;
	/** The notice that has the number, once the service has refused it as registered. @throws ServiceFailure */
	lookUpTaken(number: string): Promise<Answer | undefined>;
	/** Called when the order has its place among the calls that wait: what is called here never goes before it. */
	onSent(): void;
}

/** @throws Stop, with what is left behind; ServiceFailure when it is certainly not ordered */
export async function place(client: ExecutionClient, order: ToPlace): Promise<PlacedOrder> {
	const { numero_commande: number } = order.body;
	let { body, quoted } = order;
	const send = async (manner: Manner, isAgain: boolean): Promise<PlacedOrder> => {
		try {
			return { kind: 'ordered', answer: await post(client, order, body, manner), quoted };
		} catch (failure) {
			const isRefusal = failure instanceof ServiceFailure && !failure.mayBeDone;
			// Its number is registered: by an attempt whose answer was lost, by an earlier run, or by somebody else.
			if (number !== undefined && isRefusal && failure.has('err_annonce_commandee')) {
				return await takeRegistered(order, number, isAgain || order.wasSent);
			}
			// Its date has closed: the next one is quoted first where anything was checked for this one.
			const day = await order.days.after(body.date_parution, failure);
			if (quoted) quoted = await quoteAgain(client, order, day);
			body = onQuotedDay({ ...body, date_parution: day }, quoted);
			return await send(manner, isAgain);
		}
	};
	const name = nameInWords(order.numberMode, order.body);
	const message = `It is not known whether the notice ${name} was ordered.`;
	const what = `notice ${name}, not known whether ordered`;
	if (number === undefined) {
		const unknown = (reason: unknown) =>
			new Stop(
				`${message} It has no order number, so the node could not look it up and did not send it again.`,
				"Check at the service whether the notice exists before you run this again or use n8n's Retry: if it does, it would be ordered twice. " +
					"For later orders, choose 'Order Number Mode' Automatic: the node then looks up a lost answer itself.",
				{ reason, outcome: { kind: 'unknown', what, nextRun: 'repeats' } },
			);
		return await exactlyOnce(client, { send, afterLoss: 'stop', unknown }, order.manner);
	}
	const afterLoss: AfterLoss<PlacedOrder> = {
		look: async () => {
			const answer = await lookUp(client, number);
			return answer && { kind: 'recovered', answer, quoted };
		},
		seen: `the notice ${name} was not found`,
	};
	const { advice, nextRun } = NEXT_RUN[order.ifAlreadyOrdered];
	const unknown = (reason: unknown) =>
		new Stop(message, advice, { reason, outcome: { kind: 'unknown', what, nextRun } });
	return await exactlyOnce(client, { send, afterLoss, unknown }, order.manner);
}

/** @throws Stop also where the quote fails: a lost quote must not be taken for a lost order */
async function quoteAgain(
	client: ExecutionClient,
	order: ToPlace,
	date_parution: string,
): Promise<Answer> {
	try {
		const dated = { ...order.notice.body, date_parution };
		// What completes a replacement is not held back as something new.
		const isHeldBack = order.manner.heldBackBy !== 'nothing';
		const asking = isHeldBack ? client : clientWith(client, LOOK_UP);
		return await checkedQuote(asking, order, order.days, dated);
	} catch (reason) {
		if (reason instanceof Stop) throw rethrown(reason);
		const message = `The publication date has closed, and the next one, ${date_parution}, could not be quoted.`;
		const outcome = { kind: 'nothing', why: 'guard', said: 'Nothing was ordered.' } as const;
		throw rethrown(new Stop(message, 'Run it again.', { reason, outcome }));
	}
}

/** Makes one attempt. @throws ServiceFailure also for a success that names no notice */
async function post(
	client: ExecutionClient,
	{ onSent }: ToPlace,
	body: OrderBody,
	manner: Manner,
): Promise<Answer> {
	const calling = client.call({ method: 'POST', path: '/commande', body, manner });
	onSent();
	const answer = await calling;
	// 0 is no reference: with a number it is looked up, without one the order is reported as it is.
	const isNumbered = body.numero_commande !== undefined;
	const isNamed = isNumbered ? referenceIn(answer) !== undefined : isGiven(answer.reference);
	if (isNamed) return answer;
	throw new ServiceFailure('notTheService', { missing: 'reference' });
}

/**
 * What an order comes to whose number a notice has already, whoever has found that.
 *
 * @param isOwn whether an attempt of this execution may have registered it
 * @param refusal what is said where the item takes no notice that was there before
 * @throws Stop
 */
export function takeExisting(
	answer: Answer,
	isOwn: boolean,
	order: Pick<OrderInput, 'ifAlreadyOrdered' | 'numberMode' | 'body'>,
	refusal = numberTaken,
): PlacedOrder {
	if (isOwn) return { kind: 'recovered', answer };
	if (order.ifAlreadyOrdered === 'fail') throw refusal(order);
	return { kind: 'existing', answer };
}

/** It names the number where the person has given it: the node's own says nothing. */
function numberTaken({ numberMode, body }: Pick<OrderInput, 'numberMode' | 'body'>): Stop {
	const codes = ['err_annonce_commandee'];
	const isCustom = numberMode === 'custom';
	const sent = isCustom ? { numero_commande: `${body.numero_commande}` } : {};
	const reason = new ServiceFailure('refusal', { codes, sent });
	const another = isCustom ? '' : "set 'Order Number Mode' to Custom and ";
	return new Stop(
		explain(reason).message,
		"If it is the same notice, ordered by an earlier run, set the option 'If Already Ordered' to Return Existing and run it again: " +
			'it is then returned as it is, without comparing its text, and the other items are ordered. ' +
			`If it is another notice, ${another}give another 'Order Number'.`,
		{ reason, saysReason: true, outcome: { kind: 'nothing', why: 'taken' } },
	);
}

/** The notice of a number that the service has refused as registered. @throws Stop where there is none, or not for this item */
async function takeRegistered(
	order: ToPlace,
	number: string,
	isOwn: boolean,
): Promise<PlacedOrder> {
	const { ifTakenMeanwhile } = order;
	const { advice, nextRun } = NEXT_RUN[order.ifAlreadyOrdered];
	const name = nameInWords(order.numberMode, order.body);
	const outcome = isOwn
		? ({ kind: 'unknown', what: `notice ${name}, registered, but not found`, nextRun } as const)
		: ({ kind: 'nothing', why: 'taken' } as const);
	const answer = await order.lookUpTaken(number).catch((reason: unknown) => {
		// Nobody has to look at a notice that is not taken anyway.
		if (!isOwn && ifTakenMeanwhile === 'fail') throw rethrown(numberTaken(order));
		const message = `The notice ${name} is registered already, but the node could not look it up.`;
		throw rethrown(new Stop(message, advice, { reason, outcome }));
	});
	if (answer) return takeExisting(answer, isOwn, { ...order, ifAlreadyOrdered: ifTakenMeanwhile });
	const reason = new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] });
	// What the code advises would return a notice, and there is none.
	throw new Stop(
		`The notice ${name} is registered already, but not found: it was cancelled, or only just ordered. ` +
			explain(reason).message,
		'If it was only just ordered, run the workflow again in a minute. ' +
			"If it was cancelled and is to be ordered again, set 'Order Number Mode' to Custom and give another 'Order Number'.",
		{ reason, saysReason: true, outcome },
	);
}
