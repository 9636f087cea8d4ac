/** Notice: Order, in four steps: reads the item, checks it, places the order, and builds the output item. */
import { orderParameters } from '../../descriptions/notice';
import { effectNotice, toolNotice } from '../../descriptions/references';
import type { OrderInput } from '../../domain/notice';
import { rethrown, Stop } from '../../errors/failures';
import { asSentence, explain } from '../../errors/words';
import { oneAtATime } from '../../transport/exactlyOnce';
import { START } from '../../transport/sendingAgain';
import { type ItemMemory, itemOperation, type OperationContext } from '../context';
import { checkedQuote, needsQuote } from './check';
import { NumbersOfRun } from './numbersOfRun';
import { mayMeanDateIsOver, missedDay, onQuotedDay, OpenDays } from './openDate';
import { nextRunOfOrders, refuseSharedNumbers } from './orderNumbers';
import { orderFields } from './output';
import { place, type PlacedOrder, takeExisting, withWarnings } from './place';
import { withPreviewFile } from './previewFile';
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
	names: { fileReference: 'dossier' },
	hasSummary: true,
	effect: {
		noun: 'notice',
		done: 'ordered',
		references: ({ reference }) => [reference],
		nextRun: nextRunOfOrders,
	},
	refuse: refuseSharedNumbers,
	properties: [
		effectNotice('Binding: on production it is published and billed.'),
		toolNotice(
			"As a tool: let the model fill in 'Text' at most. 'Maximum Total' and 'Approved Fingerprint' belong to a person, all else to the workflow; for an agent, another 'File Reference' is another order. Put a human review before this tool.",
		),
		...orderParameters,
	],
	begin: (context, itemIndexes) => new NumbersOfRun(context, itemIndexes.length),
	async execute(context, itemIndex, numbers: NumbersOfRun) {
		const memory = context.memoryOf<Sent>(itemIndex);
		const sent = memory.recall();
		const input = underNumberOf(sent, await readOrder(context, itemIndex, 'order'));
		const client = await context.client();
		const { numero_commande: number } = input.body;
		// An equal call of an agent may have ordered it while this one waited: then it is no order of this call.
		const ordering = async () => {
			const wasSent = memory.recall() !== undefined;
			return await orderOnce({ context, memory, input, numbers, wasSent });
		};
		// From the first look at its number on, nobody else in this process orders under it.
		const placed = await (number === undefined
			? ordering()
			: oneAtATime(client, { kind: 'order', name: number }, ordering));
		const words = await inWords(context, input.notice, input.body);
		const missed = await missedDay(context, input.notice, placed.answer, true);
		const json = orderFields({ client, input, placed, replaced: {}, missed, ...words });
		return [await withPreviewFile(context, json, input.body.dossier)];
	},
});

/** What is kept of an order that may be registered. */
interface Sent {
	readonly number: string;
}

/**
 * The order under the number that an earlier try of this execution may have sent: an expression such as `$now` would give
 * another number in this try, and the notice would be ordered twice.
 */
function underNumberOf(sent: Sent | undefined, read: OrderInput): OrderInput {
	if (!sent || sent.number === read.body.numero_commande) return read;
	const body = { ...read.body, numero_commande: sent.number };
	// The text too may be made of the time: what the first try sent is not known any more, so nothing is said of it.
	const identity = { ...read.notice.identity, text: undefined };
	return { ...read, body, notice: { ...read.notice, identity } };
}

/** An order as it is worked on. */
interface OrderOfItem {
	readonly context: OperationContext;
	readonly memory: ItemMemory<Sent>;
	readonly input: OrderInput;
	readonly numbers: NumbersOfRun;
	/** An earlier try of this execution may have ordered it. */
	readonly wasSent: boolean;
}

/** Checks an order and places it, unless there is a notice of its number. @throws Stop, ServiceFailure */
async function orderOnce(order: OrderOfItem): Promise<PlacedOrder> {
	const { input, numbers, wasSent } = order;
	const { numero_commande: number } = input.body;
	const isError = input.ifAlreadyOrdered === 'fail';
	// Found only after a lost answer, a notice with a number of the person's own could not be distinguished from the one ordered.
	const mustBeFree = !wasSent && (input.numberMode === 'custom' || isError);
	if (number !== undefined) {
		const before = await (mustBeFree ? numbers.find(number) : numbers.beforehand(number));
		if (before) return takeExisting(before, wasSent, input);
	}
	try {
		return await checkAndPlace(order);
	} catch (failure) {
		// A second run must not fail for a date or a guard that stops only now: the first one may have ordered in time.
		const isGuard =
			failure instanceof Stop &&
			failure.outcome.kind === 'nothing' &&
			failure.outcome.why === 'guard';
		const mayBeOrdered = isGuard || mayMeanDateIsOver(failure);
		// Where an existing notice is an error, none was found before the check.
		const isOther = isError && !wasSent;
		if (number === undefined || isOther || !mayBeOrdered) throw rethrown(failure);
		const answer = await numbers.find(number).catch(() => {
			const { message, fix } = explain(failure, false);
			const unasked = 'Whether it was ordered before could not be looked up.';
			const said = `${asSentence(message)} Nothing was ordered now. ${unasked}`;
			const advice = `Run it again to have it looked up. If it was not ordered: ${fix}`;
			throw rethrown(new Stop(said, advice, { reason: failure, saysReason: true }));
		});
		if (!answer) throw rethrown(failure);
		return takeExisting(answer, wasSent, input);
	} finally {
		numbers.orderIsOver();
	}
}

async function checkAndPlace(order: OrderOfItem): Promise<PlacedOrder> {
	const { context, memory, input, numbers, wasSent } = order;
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
			ifTakenMeanwhile: input.ifAlreadyOrdered,
			manner: START,
			lookUpTaken: async (number) => await numbers.findTaken(number),
			// The names are requested once: behind the first order they cost no time.
			onSent: () => void inWords(context, input.notice, body),
		});
	const { numero_commande: number } = body;
	const placed = number === undefined ? placing() : memory.during({ number }, placing);
	return withWarnings(await placed, billing.warnings);
}
