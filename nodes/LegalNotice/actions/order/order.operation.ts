/** Notice: Order. It is read, checked, placed and told; each step stands in a file of its own. */
import { orderParameters } from '../../descriptions/notice';
import { orderOptions } from '../../descriptions/noticeOptions';
import { effectNotice } from '../../descriptions/references';
import type { OrderInput } from '../../domain/notice';
import { asThrown } from '../../errors/failures';
import { UnknownOutcome } from '../../errors/stops';
import { askForNotices, fetchStatus } from '../../notices/ask';
import type { FoundNotice } from '../../notices/changes';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { type OperationContext, itemOperation } from '../context';
import { quietly } from '../lists';
import { QuoteStop, quoteWhereAsked, refuseTakenNumber } from './check';
import { isForDate, sendForOpenDate, withQuotedDate } from './openDate';
import { hasNumber, refuseSharedNumbers } from './orderNumbers';
import { orderFields } from './output';
import { placeOrder } from './place';
import { readOrder } from './request';
import { type PlacedOrder, subjectOf } from './summary';

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
	prepare: readOrdersAhead,
	async execute(context, itemIndex, ahead?: ReadAhead) {
		const order = await readToOrder(context, itemIndex, ahead);
		const { input } = order;
		const client = await context.client();
		const { placed, quoted } = await orderOrFind(client, order, () =>
			context.steps.remember(itemIndex, { tentative: input.body.numero_commande }),
		);
		const subject = await subjectOf(context, input.body);
		return [{ json: orderFields({ client, input, placed, quoted, subject }) }];
	},
});

/** An order before anything of it is sent. */
interface ToOrder {
	readonly input: OrderInput;
	/** The notice that has its number already. */
	readonly registered: Answer | undefined;
	/** An earlier attempt of this execution may have placed it: what the service now calls registered may be that one. */
	readonly attempted: boolean;
}

interface Ordered {
	readonly placed: PlacedOrder;
	readonly quoted: Answer | undefined;
}

async function readToOrder(
	context: OperationContext,
	itemIndex: number,
	ahead: ReadAhead | undefined,
): Promise<ToOrder> {
	if (ahead?.read.status === 'rejected') throw asThrown(ahead.read.reason);
	const input = ahead ? ahead.read.value : await readOrder(context, itemIndex, 'order');
	const number = input.body.numero_commande;
	const attempted = number !== undefined && context.steps.recall(itemIndex)?.tentative === number;
	return { input, registered: ahead?.registered, attempted };
}

/** @param remember called when it is not known whether it was ordered. @throws UnknownOutcome */
async function orderOrFind(
	client: ExecutionClient,
	order: ToOrder,
	remember: () => void,
): Promise<Ordered> {
	try {
		return await checkAndPlace(client, order);
	} catch (failure) {
		if (failure instanceof UnknownOutcome) remember();
		const answer = await orderedBefore(client, order.input, failure);
		if (!answer) throw asThrown(failure);
		return { placed: { kind: 'existing', answer }, quoted: undefined };
	}
}

async function checkAndPlace(client: ExecutionClient, order: ToOrder): Promise<Ordered> {
	const { input, registered, attempted } = order;
	const foundAs = attempted ? 'recovered' : 'existing';
	if (registered) return { placed: { kind: foundAs, answer: registered }, quoted: undefined };
	const quoted = await quoteWhereAsked(client, input);
	const policy = attempted ? 'returnExisting' : input.ifAlreadyOrdered;
	if (policy === 'fail') await refuseTakenNumber(client, input.body.numero_commande);
	const body = quoted ? withQuotedDate(input.body, quoted) : input.body;
	const { kind, answer } = await sendForOpenDate(
		client,
		input.notice,
		body,
		async (dated) => await placeOrder(client, dated, policy),
	);
	return { placed: { kind: kind === 'existing' ? foundAs : kind, answer }, quoted };
}

/** A second run must not fail for a date or a guard that stops only now: the order may have been placed in time. */
async function orderedBefore(
	client: ExecutionClient,
	{ body, ifAlreadyOrdered }: OrderInput,
	failure: unknown,
): Promise<Answer | undefined> {
	const number = body.numero_commande;
	const stops = failure instanceof QuoteStop || isForDate(failure);
	if (!stops || number === undefined || ifAlreadyOrdered === 'fail') return undefined;
	const answer = await quietly(async () => await fetchStatus(client, number));
	return hasNumber(answer, number) ? answer : undefined;
}

/** So few numbers are not worth a call ahead. */
const WORTH_A_CALL = 10;

/** An order as it was read, or why it cannot be, and the notice that has its number already. */
interface ReadAhead {
	readonly read: PromiseSettledResult<OrderInput>;
	readonly registered: Answer | undefined;
}

/**
 * Reads the orders of many items and asks for their automatic numbers together: run again, each order would else take
 * two calls.
 */
async function readOrdersAhead(
	context: OperationContext,
	itemIndexes: readonly number[],
): Promise<ReadonlyMap<number, ReadAhead>> {
	const reading = itemIndexes.map(
		async (itemIndex) => await readOrder(context, itemIndex, 'order'),
	);
	const orders = await Promise.allSettled(reading);
	const found = await askTogether(context, orders.flatMap(numbersWorthAsking));
	return new Map(
		orders.map((read, at) => [itemIndexes[at] ?? -1, { read, registered: noticeOf(read, found) }]),
	);
}

function numbersWorthAsking(read: PromiseSettledResult<OrderInput>): string[] {
	if (read.status === 'rejected') return [];
	const { body, ifAlreadyOrdered, numberMode } = read.value;
	const { numero_commande: number } = body;
	const isAsked = numberMode === 'automatic' && ifAlreadyOrdered !== 'fail';
	return isAsked && number !== undefined ? [number] : [];
}

/** One call for many numbers. What it does not tell, the order itself will. */
async function askTogether(
	context: OperationContext,
	numbers: readonly string[],
): Promise<ReadonlyMap<string, FoundNotice>> {
	if (numbers.length < WORTH_A_CALL) return new Map();
	const ask = async () =>
		await askForNotices(await context.client(), 'statut', [...new Set(numbers)]);
	return (await quietly(ask)) ?? new Map();
}

function noticeOf(
	read: PromiseSettledResult<OrderInput>,
	found: ReadonlyMap<string, FoundNotice>,
): Answer | undefined {
	const number = read.status === 'rejected' ? undefined : read.value.body.numero_commande;
	if (number === undefined) return undefined;
	const notice = found.get(number);
	return hasNumber(notice, number) ? notice : undefined;
}
