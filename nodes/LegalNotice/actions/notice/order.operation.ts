import { orderParameters } from '../../descriptions/notice';
import { orderOptions } from '../../descriptions/noticeOptions';
import { UnknownOutcome } from '../../domain/operationStop';
import type { ExecutionClient } from '../../transport/client';
import { asThrown } from '../../transport/failures';
import { askQuote, orderedBefore, quietly } from './closedDate';
import { checkQuote, needsQuote } from './guards';
import { findExisting, refuseTaken } from './numberedNotice';
import { readOrder, type OrderInput } from './orderInput';
import { orderFields, tellRealOrder } from './orderOutput';
import { placeOrder, type PlacedOrder } from './placeOrder';
import type { Answer } from '../../transport/envelope';
import { type OperationContext, itemOperation } from '../context';

/** Registers an order, once (specification, endpoint 2). */
export const order = itemOperation({
	option: {
		name: 'Order',
		value: 'order',
		action: 'Order notice',
		description: 'Place a binding order that is published and billed (commande)',
	},
	hasEffect: true,
	doneBy: ['reference', 'numero_commande'],
	properties: [...orderParameters, orderOptions],
	async execute(context, itemIndex) {
		const input = await readOrder(context, itemIndex, 'whenChosen');
		const client = await context.client();
		let quoted: Answer | undefined;
		let placed: PlacedOrder | undefined;
		try {
			if (input.notice.overdue) throw input.notice.overdue;
			if (needsQuote(input.notice, input.maximumTotal)) {
				quoted = await askQuote(client, input.notice.body);
				placed = await guard(client, input, quoted);
			}
			placed ??= await placeOnce(context, itemIndex, client, input);
		} catch (failure) {
			placed = await orderedBefore(client, input, failure);
		}
		if (placed.kind !== 'existing') tellRealOrder(context, client);
		return [{ json: orderFields(client, input, placed, quoted) }];
	},
});

/** An attempt of this execution whose outcome stayed unknown may be what the service now calls registered. */
async function placeOnce(
	context: OperationContext,
	itemIndex: number,
	client: ExecutionClient,
	{ body, ifAlreadyOrdered }: OrderInput,
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	const attempted = number !== undefined && context.steps.recall(itemIndex)?.tentative === number;
	try {
		if (!attempted) {
			// Only of a number that was free before a notice that is found after a lost answer is known to be this one.
			if (number !== undefined && ifAlreadyOrdered === 'fail') await refuseTaken(client, number);
			return await placeOrder(client, body, ifAlreadyOrdered);
		}
		const placed = await placeOrder(client, body, 'returnExisting');
		return placed.kind === 'existing' ? { ...placed, kind: 'recovered' } : placed;
	} catch (failure) {
		if (failure instanceof UnknownOutcome && number !== undefined) {
			context.steps.remember(itemIndex, { tentative: number });
		}
		throw asThrown(failure);
	}
}

/**
 * Applies the guards. When one stops, but the same notice has been ordered before, that order is returned: a second
 * run must not fail because the closing time of the first has passed since.
 */
async function guard(
	client: ExecutionClient,
	input: OrderInput,
	quoted: Answer,
): Promise<PlacedOrder | undefined> {
	try {
		checkQuote(quoted, input.notice, input.maximumTotal);
		return undefined;
	} catch (stop) {
		if (input.ifAlreadyOrdered === 'fail') throw asThrown(stop);
		const existing = await quietly(
			async () => await findExisting(client, input.body.numero_commande),
		);
		if (!existing) throw asThrown(stop);
		return { kind: 'existing', answer: existing };
	}
}
