/** Notice: Order, in four steps: reads the item, checks it, places the order, and builds the output item. */
import { orderParameters } from '../../descriptions/notice';
import { orderOptions } from '../../descriptions/noticeOptions';
import { effectNotice } from '../../descriptions/references';
import type { OrderInput } from '../../domain/notice';
import { nonEmptyText } from '../../reading/cells/parameters';
import { rethrown, Stop } from '../../errors/failures';
import { type ItemMemory, itemOperation, type OperationContext } from '../context';
import { checkedQuote, needsQuote } from './check';
import { NumbersOfRun } from './numbersOfRun';
import { mayMeanDateIsOver, onQuotedDay, OpenDays } from './openDate';
import { refuseSharedNumbers } from './orderNumbers';
import { orderFields } from './output';
import { place, type PlacedOrder, takeExisting } from './place';
import { inWords } from './printable';
import { readOrder } from './request';

/** Registers an order, once (specification, endpoint 2). */
export const order = itemOperation({
	option: {
		name: 'Order',
		value: 'order',
		action: 'Order notice (binding, billed)',
		description: 'Place the binding order of a notice, which is published and billed (commande)',
	},
	hasEffect: true,
	refuse: refuseSharedNumbers,
	doneBy: ['reference', 'numero_commande'],
	properties: [
		effectNotice(
			"Running this step places a binding order. On production it is published and billed; the option 'Maximum Total' limits its price.",
		),
		...orderParameters,
		orderOptions,
	],
	begin: (context, itemIndexes) => new NumbersOfRun(context, itemIndexes),
	async execute(context, itemIndex, run: NumbersOfRun) {
		const memory = context.memoryOf(itemIndex);
		const input = underNumberOf(memory, await readOrder(context, itemIndex, 'order'));
		const client = await context.client();
		const wasSent = memory.recall() !== undefined;
		const placed = await orderOnce({ context, itemIndex, input, run, wasSent });
		const words = await inWords(context, input.notice, input.body);
		return [{ json: orderFields({ client, input, placed, replaced: {}, ...words }) }];
	},
});

/**
 * The order under the number that an earlier try of this execution may have sent: an expression such as `$now` would give
 * another number in this try, and the notice would be ordered twice.
 */
function underNumberOf(memory: ItemMemory, read: OrderInput): OrderInput {
	const number = nonEmptyText(memory.recall()?.number);
	if (number === undefined || number === read.body.numero_commande) return read;
	const body = { ...read.body, numero_commande: number };
	// The text too may be made of the time: what the first try sent is not known any more, so nothing is said of it.
	const identity = { ...read.notice.identity, text: undefined };
	return { ...read, body, notice: { ...read.notice, identity } };
}

/** An order as it is worked on. */
interface OrderOfItem {
	readonly context: OperationContext;
	readonly itemIndex: number;
	readonly input: OrderInput;
	readonly run: NumbersOfRun;
	/** An earlier try of this execution may have ordered it. */
	readonly wasSent: boolean;
}

/** Checks an order and places it, unless there is a notice of its number. @throws Stop, ServiceFailure */
async function orderOnce(order: OrderOfItem): Promise<PlacedOrder> {
	const before = await placedBefore(order);
	if (before) return before;
	try {
		return await checkAndPlace(order);
	} catch (failure) {
		const inTime = await placedInTime(order, failure);
		if (inTime) return inTime;
		throw rethrown(failure);
	}
}

/** The notice that has the number already, as far as that is asked for before the order. @throws Stop where it is not taken */
async function placedBefore(order: OrderOfItem): Promise<PlacedOrder | undefined> {
	const { itemIndex, input, run, wasSent } = order;
	const { numero_commande: number } = input.body;
	if (number === undefined) {
		run.leave(itemIndex);
		return undefined;
	}
	// Found only after a lost answer, a notice with a number of the person's own could not be told from the one ordered.
	const mayBeOfOthers = input.numberMode === 'custom' || input.ifAlreadyOrdered === 'fail';
	const answer = await run.find(itemIndex, { number, mustBeKnown: !wasSent && mayBeOfOthers });
	return answer && takeExisting(answer, wasSent, input);
}

async function checkAndPlace(order: OrderOfItem): Promise<PlacedOrder> {
	const { context, itemIndex, input, run, wasSent } = order;
	const client = await context.client();
	const days = new OpenDays(context, input.notice);
	const [quoted, billing] = await Promise.all([
		needsQuote(input) ? checkedQuote(client, input, days) : undefined,
		input.billing,
	]);
	const body = onQuotedDay({ ...input.body, ...billing.body }, quoted);
	const placing = async () =>
		await place(client, {
			...input,
			body,
			quoted,
			days,
			wasSent,
			kind: 'start',
			registered: async (number) => await run.registered(itemIndex, number),
			// The names are asked for once: behind the first order they cost no time.
			onSent: () => void inWords(context, input.notice, body),
		});
	const { numero_commande: number } = body;
	const memory = context.memoryOf(itemIndex);
	const placed = number === undefined ? placing() : memory.during({ number }, placing);
	return { ...(await placed), notes: billing.notes };
}

/** A second run must not fail for a date or a guard that stops only now: the first one may have ordered in time. */
async function placedInTime(
	order: OrderOfItem,
	failure: unknown,
): Promise<PlacedOrder | undefined> {
	const { itemIndex, input, run, wasSent } = order;
	const { numero_commande: number } = input.body;
	const isCheck = failure instanceof Stop && failure.isCheck;
	if (number === undefined || !(isCheck || mayMeanDateIsOver(failure))) return undefined;
	// Where an existing notice is an error, none was found before the check.
	if (!wasSent && input.ifAlreadyOrdered === 'fail') return undefined;
	const answer = await run.registered(itemIndex, number).catch(() => undefined);
	return answer && takeExisting(answer, wasSent, input);
}
