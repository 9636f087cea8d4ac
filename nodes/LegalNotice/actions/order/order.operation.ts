/** Notice: Order, in four steps: reads the item, checks it, places the order, and builds the output item. */
import { orderParameters } from '../../descriptions/notice';
import { orderOptions } from '../../descriptions/noticeOptions';
import { effectNotice } from '../../descriptions/references';
import type { OrderInput } from '../../domain/notice';
import { askForList, clientWith } from '../../notices/ask';
import type { FoundNotice } from '../../notices/changes';
import type { Answer } from '../../transport/envelope';
import { type ItemMemory, itemOperation, type OperationContext } from '../context';
import { withFallback, subjectOf } from '../lists';
import { checkOrder, type OrderToCheck } from './check';
import { attemptedBefore, noticeOfNumber, refuseSharedNumbers } from './orderNumbers';
import { orderFields } from './output';
import { placeChecked } from './place';
import { readOrder } from './request';

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
	async execute(context, itemIndex, ahead: ReadAhead) {
		const memory = context.memoryOf(itemIndex);
		const read = await orderToCheck(ahead, memory);
		const client = await context.client();
		const checked = await checkOrder(client, read);
		const { input, quoted } = checked;
		const placing = placeChecked(client, checked, memory);
		// Behind the order, and while it is under way, the names cost no time.
		const naming = subjectOf(context, input.body);
		const placed = await placing;
		const subject = await naming;
		return [{ json: orderFields({ client, input, placed, quoted, subject, replaced: {} }) }];
	},
});

type FoundByNumber = ReadonlyMap<string, FoundNotice>;

/** In a first run nothing is registered: for fewer numbers the call ahead would cost more than it could save. */
const WORTH_A_CALL = 10;

/** What is known of an order before its own calls. */
interface ReadAhead {
	readonly reading: Promise<OrderInput>;
	/** The notices that were found by the automatic numbers of all items. */
	readonly found: FoundByNumber;
}

/**
 * Reads the orders of many items and asks for their numbers together: run again, each order would else take
 * two calls.
 */
async function readOrdersAhead(
	context: OperationContext,
	itemIndexes: readonly number[],
): Promise<ReadonlyMap<number, ReadAhead>> {
	const readings = new Map<number, Promise<OrderInput>>();
	for (const itemIndex of itemIndexes) {
		await context.yieldThread();
		const reading = readOrder(context, itemIndex, 'order');
		// A failure that nobody has waited for by the next turn would end n8n.
		reading.catch(() => undefined);
		readings.set(itemIndex, reading);
	}
	const orders = await Promise.allSettled(readings.values());
	const numbers = orders.flatMap((order) =>
		order.status === 'fulfilled' ? numbersToAsk(order.value) : [],
	);
	const found = await askTogether(context, new Set(numbers));
	return new Map([...readings].map(([itemIndex, reading]) => [itemIndex, { reading, found }]));
}

/** The number of an order, where a notice that has it is returned. */
function numbersToAsk({ body, ifAlreadyOrdered }: OrderInput): string[] {
	const { numero_commande: number } = body;
	if (number === undefined || ifAlreadyOrdered === 'fail') return [];
	return [number];
}

/** Asks for many numbers in few calls. A number that it cannot find out about, its order asks for again. */
async function askTogether(
	context: OperationContext,
	numbers: ReadonlySet<string>,
): Promise<FoundByNumber> {
	const none: FoundByNumber = new Map();
	if (numbers.size < WORTH_A_CALL) return none;
	const client = clientWith(await context.client(), { optional: true });
	const ask = async () => (await askForList(client, 'statut', [...numbers])).found;
	return await withFallback<FoundByNumber>(ask, none);
}

/** @throws InputProblem for what cannot be ordered as it was given */
async function orderToCheck(
	{ reading, found }: ReadAhead,
	memory: ItemMemory,
): Promise<OrderToCheck> {
	const read = await reading;
	const number = attemptedBefore(memory);
	const input = number === undefined ? read : withNumber(read, number);
	return { input, attempted: number !== undefined, registered: registeredAhead(input, found) };
}

/** The order under the number of an earlier try. */
function withNumber(read: OrderInput, number: string): OrderInput {
	if (number === read.body.numero_commande) return read;
	const body = { ...read.body, numero_commande: number };
	// The text too may be made of the time: what the first try sent is not known any more, so nothing is said of it.
	const identity = { ...read.notice.identity, text: undefined };
	return { ...read, body, notice: { ...read.notice, identity } };
}

function registeredAhead(input: OrderInput, found: FoundByNumber): Answer | undefined {
	const [number] = numbersToAsk(input);
	return number === undefined ? undefined : noticeOfNumber(found.get(number), number);
}
