/**
 * Places an order exactly once, known by its number, for a day that is open. What becomes of one
 * - that an earlier try of this execution has finished, `RunMemory.settled` decides (`memory.ts`);
 * - whose answer is lost, `exactlyOnce` decides: it looks for the number before it sends anything again;
 * - whose date has closed, `OpenDays.after` decides: it names the day to try next, which is quoted first where anything was checked;
 * - that exists already, `takeExisting` decides, whoever has found the notice;
 * - that a date or a check stops only now, `placedInTime` decides (`order.operation.ts`): an earlier run may have ordered it;
 * - whose old notice was perhaps not cancelled, `notCancelled` says, and of one that fails behind it `stoppedHalfWay` (`replacement.ts`).
 */
import type { OrderBody, OrderInput } from '../../domain/notice';
import { isGiven } from '../../reading/cells/parameters';
import { referenceIn } from '../../reading/cells/references';
import { rethrown, ServiceFailure, Stop } from '../../errors/failures';
import { clientWith } from '../../notices/ask';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { type EffectKind, exactlyOnce, type Once, oneAtATime } from '../../transport/exactlyOnce';
import { checkedQuote, type ToQuote } from './check';
import { onQuotedDay, type OpenDays } from './openDate';
import { caseFolded, lookUp, nameInWords, numberTaken } from './orderNumbers';

const RUN_AGAIN = 'Run the workflow again: what was ordered is found, and not ordered twice.';

export interface PlacedOrder {
	/** `recovered`: the answer was lost, and the notice found by its number; `existing`: it was registered before. */
	readonly outcome: 'ordered' | 'recovered' | 'existing';
	/** The order's own answer, or what the status route says of the notice. */
	readonly answer: Answer;
	/** The quote of the day that was ordered, where there is one. */
	readonly quoted?: Answer | undefined;
	/** What a person should know of what was sent. */
	readonly notes?: readonly string[];
}

/** An order that may be placed. */
export interface ToPlace extends ToQuote, Pick<OrderInput, 'numberMode'> {
	readonly body: OrderBody;
	/** The quote of the body's day. Where there is one, a next day is quoted again before it is ordered. */
	readonly quoted: Answer | undefined;
	readonly days: OpenDays;
	readonly ifAlreadyOrdered: OrderInput['ifAlreadyOrdered'];
	/** An earlier try of this execution may have sent it: what is registered by now is then that order. */
	readonly wasSent: boolean;
	/** `finish` when it completes a replacement. */
	readonly kind: EffectKind;
	/** The notice that has the number, once the service has refused it as registered. @throws ServiceFailure */
	registered(number: string): Promise<Answer | undefined>;
	/** Called when the order has its place among the calls that wait: what is called here never stands before it. */
	onSent(): void;
}

/**
 * The one place that decides what an order came to. After a lost answer `exactlyOnce` looks for the number before it sends
 * anything again; without a number it is sent at most once.
 *
 * @throws Stop, with what is open where that is not known; ServiceFailure when it is certainly not ordered
 */
export async function place(client: ExecutionClient, order: ToPlace): Promise<PlacedOrder> {
	const { numero_commande: number } = order.body;
	let { body, quoted } = order;
	const send: Once<PlacedOrder>['send'] = async (kind, lost) => {
		try {
			const answer = await post(client, body, kind, order.onSent);
			return { outcome: 'ordered', answer, quoted };
		} catch (failure) {
			// Its number is registered: by an attempt whose answer was lost, by an earlier run, or by somebody else.
			if (number !== undefined && isRegistered(failure)) {
				return await takeRegistered(order, number, lost !== undefined || order.wasSent);
			}
			// Its date has closed: the next one is quoted first where anything was checked for this one.
			const day = isDoubtful(failure)
				? undefined
				: await order.days.after(body.date_parution, failure);
			if (day === undefined) throw rethrown(failure);
			if (quoted) quoted = await quoteAgain(client, order, day);
			body = onQuotedDay({ ...body, date_parution: day }, quoted);
			return await send(kind, lost);
		}
	};
	const unknown = (reason: unknown) => unknownOutcome(body, order.numberMode, reason);
	if (number === undefined) return await exactlyOnce(client, { send, unknown }, order.kind);
	const look = async (): Promise<PlacedOrder | undefined> => {
		const answer = await lookUp(client, number);
		return answer && { outcome: 'recovered', answer, quoted };
	};
	return await oneAtATime(client, caseFolded(number), async () => {
		return await exactlyOnce(client, { send, look, unknown }, order.kind);
	});
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
		const asking = order.kind === 'finish' ? clientWith(client, { kind: 'lookUp' }) : client;
		return await checkedQuote(asking, order, order.days, dated);
	} catch (reason) {
		if (reason instanceof Stop) throw rethrown(reason);
		const message = `The publication date has closed, and the next one, ${date_parution}, could not be quoted.`;
		const facts = { reason, untouched: 'Nothing was ordered.', isCheck: true };
		throw rethrown(new Stop(message, 'Run it again.', facts));
	}
}

/** Makes one attempt. @throws ServiceFailure also for a success that names no notice */
async function post(
	client: ExecutionClient,
	body: OrderBody,
	kind: EffectKind,
	onSent: () => void,
): Promise<Answer> {
	const calling = client.call({ method: 'POST', path: '/commande', body, kind });
	onSent();
	const answer = await calling;
	// 0 is no reference: with a number the service is asked for it, without one the order is reported as it is.
	const isNumbered = body.numero_commande !== undefined;
	const isNamed = isNumbered ? referenceIn(answer) !== undefined : isGiven(answer.reference);
	if (isNamed) return answer;
	throw new ServiceFailure('notTheService', { missing: 'reference' });
}

function isRegistered(failure: unknown): boolean {
	const isSaid = failure instanceof ServiceFailure && failure.has('err_annonce_commandee');
	return isSaid && !isDoubtful(failure);
}

/** With an internal error beside it no code is final: `exactlyOnce` looks for the order first. */
function isDoubtful(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.mayBeDone;
}

/**
 * The one place that decides what an order came to whose number a notice has already.
 *
 * @param isOwn whether an attempt of this execution may have registered it
 * @param refusal what is said where the item takes no notice that was there before
 * @throws Stop
 */
export function takeExisting(
	answer: Answer,
	isOwn: boolean,
	{
		ifAlreadyOrdered,
		numberMode,
		body,
	}: Pick<OrderInput, 'ifAlreadyOrdered' | 'numberMode' | 'body'>,
	refusal = () => numberTaken(numberMode, body),
): PlacedOrder {
	if (isOwn) return { outcome: 'recovered', answer };
	if (ifAlreadyOrdered === 'fail') throw refusal();
	return { outcome: 'existing', answer };
}

/** The notice of a number that the service has refused as registered. @throws Stop where there is none, or not for this item */
async function takeRegistered(
	order: ToPlace,
	number: string,
	isOwn: boolean,
): Promise<PlacedOrder> {
	const name = nameInWords(order.numberMode, order.body);
	const open = isOwn ? { open: `notice ${name}, registered, but not found` } : {};
	const answer = await order.registered(number).catch((reason: unknown) => {
		const message = `The notice ${name} is registered already, but the node could not look it up.`;
		throw rethrown(new Stop(message, RUN_AGAIN, { reason, ...open }));
	});
	if (answer) return takeExisting(answer, isOwn, order);
	throw new Stop(
		`The notice ${name} is registered already, but not found: it was cancelled, or only just ordered.`,
		'Run the workflow again in a minute. ' +
			"To publish a cancelled text again, give another 'Order Number', with 'Order Number Mode' Custom.",
		{ reason: new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }), ...open },
	);
}

function unknownOutcome(body: OrderBody, mode: OrderInput['numberMode'], reason: unknown): Stop {
	const name = nameInWords(mode, body);
	if (body.numero_commande !== undefined) {
		const message = `It is not known whether the notice ${name} was ordered.`;
		const open = `notice ${name}, not known whether ordered`;
		return new Stop(message, RUN_AGAIN, { reason, open });
	}
	return new Stop(
		`It is not known whether the notice ${name} was ordered. ` +
			'It has no order number, so the node could not look it up and did not send it again.',
		"Check at the service whether the notice exists before you run this again or use n8n's Retry: if it does, it would be ordered twice. " +
			"With 'Order Number Mode' Automatic the node checks itself, and a second run orders nothing twice.",
		{ reason, open: `notice ${name}, not known whether ordered`, isFinal: true },
	);
}
