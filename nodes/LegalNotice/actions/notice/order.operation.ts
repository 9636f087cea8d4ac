import { orderParameters } from '../../descriptions/notice';
import { orderOptions } from '../../descriptions/noticeOptions';
import { UnknownOutcome } from '../../domain/operationStop';
import type { ExecutionClient } from '../../transport/client';
import { readEntry } from '../../transport/batch';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { askQuote, onDateOf, onOpenDate, orderedBefore, quietly } from './closedDate';
import { checkQuote, needsQuote } from './guards';
import { findExisting, isName, refuseTaken } from './numberedNotice';
import { readOrder, type OrderBody, type OrderInput } from './orderInput';
import { orderFields, tellRealOrder } from './orderOutput';
import { placeOrder, type PlacedOrder } from './placeOrder';
import { type Answer, recordsOf } from '../../transport/envelope';
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
		const { input, registered } = await readWithOthers(context, itemIndex);
		const client = await context.client();
		let quoted: Answer | undefined;
		let placed: PlacedOrder | undefined;
		try {
			let { body } = input;
			if (registered) placed = earlier(context, itemIndex, body, registered);
			else if (needsQuote(input.notice, input.maximumTotal)) {
				const { ifDateMoves, body: noticeBody } = input.notice;
				quoted = await onOpenDate(
					client,
					ifDateMoves,
					noticeBody,
					async (one) => await askQuote(client, one),
				);
				placed = await guard(client, input, quoted);
				body = onDateOf(body, quoted);
			}
			placed ??= await placeOnce(context, itemIndex, client, { ...input, body });
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
	{ body, notice, ifAlreadyOrdered }: OrderInput,
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	const attempted = wasAttempted(context, itemIndex, number);
	const place = async (policy: OrderInput['ifAlreadyOrdered']) =>
		await onOpenDate(
			client,
			notice.ifDateMoves,
			body,
			async (dated) => await placeOrder(client, dated, policy),
		);
	try {
		if (!attempted) {
			// Only of a number that was free before a notice that is found after a lost answer is known to be this one.
			if (number !== undefined && ifAlreadyOrdered === 'fail') await refuseTaken(client, number);
			return await place(ifAlreadyOrdered);
		}
		const placed = await place('returnExisting');
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

/** Items whose numbers are asked for together, and how few are not worth a call: they are ordered at once. */
const TOGETHER = 100;
const WORTH_A_CALL = 10;

interface Group {
	readonly inputs: ReadonlyArray<Promise<OrderInput>>;
	/** Notices that are registered already, by automatic number. */
	readonly registered: Promise<ReadonlyMap<string, Answer>>;
}

const groupsOf = new WeakMap<OperationContext, Map<number, Group>>();

/**
 * The input of an item. Automatic numbers of many items are asked for together before any of them is ordered: run
 * again, hundreds of orders would else take two calls each to be told that they exist.
 */
async function readWithOthers(
	context: OperationContext,
	itemIndex: number,
): Promise<{ input: OrderInput; registered: Answer | undefined }> {
	if (context.itemCount < WORTH_A_CALL) {
		return { input: await readOrder(context, itemIndex, 'whenChosen'), registered: undefined };
	}
	const at = Math.floor(itemIndex / TOGETHER);
	const group = groupOf(context, at);
	const registered = await group.registered;
	// While these are ordered, the next ones are asked for.
	if ((at + 1) * TOGETHER < context.itemCount) groupOf(context, at + 1);
	const input = await (group.inputs[itemIndex % TOGETHER] ??
		readOrder(context, itemIndex, 'whenChosen'));
	return { input, registered: registered.get(input.body.numero_commande ?? '') };
}

function groupOf(context: OperationContext, at: number): Group {
	const groups = groupsOf.get(context) ?? new Map<number, Group>();
	groupsOf.set(context, groups);
	const known = groups.get(at);
	if (known) return known;
	const first = at * TOGETHER;
	const inputs = Array.from(
		{ length: Math.min(TOGETHER, context.itemCount - first) },
		async (_, index) => await readOrder(context, first + index, 'whenChosen'),
	);
	const group = { inputs, registered: askTogether(context, inputs) };
	groups.set(at, group);
	// What two groups ago was read is not needed any more.
	groups.delete(at - 2);
	return group;
}

/** One call; what it does not tell, the order itself will. */
async function askTogether(
	context: OperationContext,
	inputs: ReadonlyArray<Promise<OrderInput>>,
): Promise<ReadonlyMap<string, Answer>> {
	const read = await Promise.allSettled(inputs);
	const numbers = read.flatMap((one) => {
		if (one.status === 'rejected' || one.value.numberMode !== 'automatic') return [];
		const { body, ifAlreadyOrdered } = one.value;
		return ifAlreadyOrdered === 'fail' ? [] : (body.numero_commande ?? []);
	});
	if (numbers.length < WORTH_A_CALL) return new Map();
	const entries = await quietly(async () => {
		const client = await context.client();
		const body = { references: [...new Set(numbers)] };
		const answer = await client.call({ method: 'POST', path: '/annonces/statuts', body });
		return recordsOf(answer, 'annonces').map(readEntry);
	});
	return new Map(
		(entries ?? []).flatMap(
			(entry): Array<[string, Answer]> =>
				entry === undefined || entry instanceof ServiceFailure || !isName(entry.numero_commande)
					? []
					: [[String(entry.numero_commande), entry]],
		),
	);
}

function earlier(
	context: OperationContext,
	itemIndex: number,
	{ numero_commande: number }: OrderBody,
	answer: Answer,
): PlacedOrder {
	const kind = wasAttempted(context, itemIndex, number) ? 'recovered' : 'existing';
	return { kind, answer };
}

/** Whether an earlier try of this execution sent this number, with an unknown outcome. */
function wasAttempted(
	context: OperationContext,
	itemIndex: number,
	number: string | undefined,
): boolean {
	return number !== undefined && context.steps.recall(itemIndex)?.tentative === number;
}
