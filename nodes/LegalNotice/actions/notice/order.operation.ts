import { orderParameters } from '../../descriptions/notice';
import { orderOptions } from '../../descriptions/noticeOptions';
import type { OrderBody, OrderInput } from '../../domain/notice';
import { LeftOpen, OperationStop, UnknownOutcome } from '../../domain/operationStop';
import { askForNotices, type FoundNotice } from '../../transport/batch';
import type { ExecutionClient, ServiceClient, SideEffect } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { timings } from '../../transport/timings';
import { type OperationContext, itemOperation } from '../context';
import { orderFields, type PlacedOrder } from './output';
import {
	checkQuote,
	isForDate,
	needsQuote,
	onDateOf,
	onOpenDate,
	quietly,
	quoteOf,
	QuoteStop,
} from './quoting';
import { findExisting, findNumbered, isName, isOf, numberTaken } from './registered';
import { readOrder } from './request';

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
			if (policy === 'fail' && number !== undefined && (await findNumbered(client, number))) {
				throw numberTaken();
			}
			const body = quoted ? onDateOf(input.body, quoted) : input.body;
			const place = async (dated: OrderBody) => await placeOrder(client, dated, policy);
			placed ??= await onOpenDate(client, notice, body, place);
			if (attempted && placed.kind === 'existing') placed = { ...placed, kind: 'recovered' };
		} catch (failure) {
			if (failure instanceof UnknownOutcome && number !== undefined) {
				context.steps.remember(itemIndex, { tentative: number });
			}
			placed = await orderedBefore(client, input, failure);
		}
		if (placed.kind !== 'existing') tellRealOrder(context, client);
		return [{ json: orderFields(client, input, placed, quoted) }];
	},
});

/** A second run must not fail for a date or a guard that stops only now: the order may have been placed in time. */
async function orderedBefore(
	client: ExecutionClient,
	{ body, ifAlreadyOrdered }: OrderInput,
	failure: unknown,
): Promise<PlacedOrder> {
	if ((failure instanceof QuoteStop || isForDate(failure)) && ifAlreadyOrdered !== 'fail') {
		const answer = await findExisting(client, body.numero_commande);
		if (answer) return { kind: 'existing', answer };
	}
	throw asThrown(failure);
}

/**
 * Places an order exactly once: after a lost answer the service is asked for the number before anything is sent again.
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
		const call = { method: 'POST', path: '/commande', body, sideEffect: effect } as const;
		const answer = await client.call(call);
		if (!isName(answer.reference)) {
			throw new ServiceFailure('notTheService', { missing: 'reference' });
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
					const answer = await findNumbered(client, number);
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
		const found = await findNumbered(client, number);
		if (found) return found;
		// Registered only a moment ago, it may not be found yet.
		await client.pause(timings().beforeResendMs);
		return await findNumbered(client, number);
	} catch (failure) {
		if (failure instanceof LeftOpen) throw asThrown(failure);
		throw asThrown(
			new LeftOpen(
				`The order number ${number} is registered, but its notice could not be asked for.`,
				'Run the workflow again: the number keeps it from being ordered twice.',
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
	return number === undefined
		? new UnknownOutcome(
				`It is not known whether the notice for the file ${dossier} was ordered: it has no order number. ` +
					'It was not sent again.',
				"Look for it at the service. With 'Order Number Mode' Automatic the node does.",
				reason,
				`an order without number for the file ${dossier}, not known whether it was placed`,
				false,
			)
		: new UnknownOutcome(
				`It is not known whether the notice with order number ${number} was ordered.`,
				'Run the workflow again: the number keeps it from being ordered twice.',
				reason,
				`order number ${number}, not known whether ordered`,
				true,
			);
}

function registeredButGone(number: string, reason: ServiceFailure): OperationStop {
	return new OperationStop(
		`The order number ${number} is registered, but its notice is no longer found: it was cancelled. Nothing was ordered.`,
		"To publish the text again, set 'Order Number Mode' to Custom and give another number.",
		reason,
	);
}

export function tellRealOrder({ fn, inTool }: OperationContext, client: ServiceClient): void {
	// Not every version of n8n gives a tool the function.
	if (client.environment !== 'production' || fn.getMode() !== 'manual' || inTool) return;
	fn.addExecutionHints({
		message: 'A real notice was ordered',
		type: 'warning',
		location: 'outputPane',
	});
}

/** Items whose numbers are asked for together, and how few are not worth a call. */
const TOGETHER = 100;
const WORTH_A_CALL = 10;

interface Group {
	readonly inputs: ReadonlyArray<Promise<OrderInput>>;
	readonly registered: Promise<ReadonlyMap<string, FoundNotice>>;
}

const groupsOf = new WeakMap<OperationContext, Map<number, Group>>();

/**
 * The input of an item. Automatic numbers of many items are asked for together: run again, each order would else take
 * two calls to be told that it exists.
 */
async function readWithOthers(
	context: OperationContext,
	itemIndex: number,
): Promise<{ input: OrderInput; registered?: Answer }> {
	const at = Math.floor(itemIndex / TOGETHER);
	const group = groupOf(context, at);
	const registered = await group.registered;
	// While these are ordered, the next ones are asked for.
	if ((at + 1) * TOGETHER < context.itemCount) groupOf(context, at + 1);
	const input = await (group.inputs[itemIndex % TOGETHER] ??
		readOrder(context, itemIndex, 'whenChosen'));
	const number = input.body.numero_commande;
	const found = registered.get(number ?? '');
	return found && isOf(number, found) ? { input, registered: found } : { input };
}

function groupOf(context: OperationContext, at: number): Group {
	const groups = groupsOf.get(context) ?? new Map<number, Group>();
	groupsOf.set(context, groups);
	const first = at * TOGETHER;
	let group = groups.get(at);
	if (!group) {
		const inputs = Array.from(
			{ length: Math.min(TOGETHER, context.itemCount - first) },
			async (_, index) => await readOrder(context, first + index, 'whenChosen'),
		);
		group = { inputs, registered: askTogether(context, inputs) };
		groups.set(at, group);
		groups.delete(at - 2);
	}
	return group;
}

/** One call for many numbers. What it does not tell, the order itself will. */
async function askTogether(
	context: OperationContext,
	inputs: ReadonlyArray<Promise<OrderInput>>,
): Promise<ReadonlyMap<string, FoundNotice>> {
	const numbers = (await Promise.allSettled(inputs)).flatMap((read) => {
		if (read.status === 'rejected') return [];
		const { body, ifAlreadyOrdered, numberMode } = read.value;
		const asks = numberMode === 'automatic' && ifAlreadyOrdered !== 'fail';
		return asks ? (body.numero_commande ?? []) : [];
	});
	if (numbers.length < WORTH_A_CALL) return new Map();
	const found = await quietly(
		async () => await askForNotices(await context.client(), 'statut', [...new Set(numbers)]),
	);
	return found ?? new Map();
}
