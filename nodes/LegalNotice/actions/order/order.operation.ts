/** Notice: Order. It is read, checked, placed and told; each step stands in a file of its own. */
import { orderParameters } from '../../descriptions/notice';
import { orderOptions } from '../../descriptions/noticeOptions';
import { effectNotice } from '../../descriptions/references';
import type { OrderInput } from '../../domain/notice';
import { asThrown } from '../../errors/failures';
import { UnknownOutcome } from '../../errors/stops';
import { fetchStatus } from '../../notices/ask';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { type OperationContext, itemOperation } from '../context';
import { quietly } from '../lists';
import { QuoteStop, quoteWhereAsked, refuseTakenNumber } from './check';
import { isForDate, sendForOpenDate, withQuotedDate } from './openDate';
import { hasNumber, type ReadAhead, readOrdersAhead, refuseSharedNumbers } from './orderNumbers';
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
