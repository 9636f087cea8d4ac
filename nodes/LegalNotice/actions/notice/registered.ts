import type { OrderInput } from '../../domain/notice';
import { LeftOpen, OperationStop } from '../../domain/operationStop';
import { askForNotices, fetchNotices, type FoundNotice } from '../../transport/batch';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { explain } from '../../transport/errors';
import { ServiceFailure } from '../../transport/failures';
import type { OperationContext } from '../context';
import { quietly } from './quoting';
import { readOrder } from './request';

/** What the service says under a name that may be a number, or the reference of another notice. */
export async function ask(client: ServiceClient, name: string): Promise<FoundNotice> {
	return (await fetchNotices(client, 'statut', [name])).get(name);
}

/**
 * The notice with this order number.
 *
 * @throws LeftOpen when there is one, but the service tells nothing of it
 */
export async function findNumbered(
	client: ServiceClient,
	number: string,
): Promise<Answer | undefined> {
	const found = await ask(client, number);
	if (found instanceof ServiceFailure) {
		if (!found.has('err_annonce_suspendue')) throw found;
		throw new LeftOpen(
			`The order number ${number} is registered, but the service tells nothing of its notice.`,
			'Run the workflow again when it is no longer suspended: ' +
				'until then it cannot be returned, and it is never ordered twice.',
			found,
			`order number ${number}, registered and suspended`,
		);
	}
	if (!found || isOf(number, found)) return found;
	throw new OperationStop(
		`The order number ${number} is the reference of another notice, so nothing can be asked by it.`,
		"Give another number with 'Order Number Mode' Custom.",
	);
}

/** The same where nothing readable is as good as nothing: an order that exists is never refused by a guard. */
export async function findExisting(
	client: ServiceClient,
	number: string | undefined,
): Promise<Answer | undefined> {
	const found =
		number === undefined ? undefined : await quietly(async () => await ask(client, number));
	return isOf(number, found) ? found : undefined;
}

/** The status route takes references and order numbers alike: what it found may be somebody else's reference. */
function isOf(number: string | undefined, found: FoundNotice): found is Answer {
	if (number === undefined || !found || found instanceof ServiceFailure) return false;
	const { reference, numero_commande: given } = found;
	return isName(given)
		? String(given).toLowerCase() === number.toLowerCase()
		: String(reference) !== number;
}

export function isName(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** A run that was broken off has registered numbers of its own: how to go on, and what that means. */
export function numberTaken(
	refusal = new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }),
): OperationStop {
	return new OperationStop(
		explain(refusal).message,
		"If an earlier run placed this order and broke off, set the option 'If Already Ordered' to Return Existing and run it again: " +
			"notices whose number is registered are then returned as they are, without comparing their text, and the rest is ordered. For another notice give another 'Order Number'.",
		refusal,
		true,
	);
}

/** Items whose numbers are asked for together, and how few are not worth a call: they are ordered at once. */
const TOGETHER = 100;
const WORTH_A_CALL = 10;

interface Group {
	readonly inputs: ReadonlyArray<Promise<OrderInput>>;
	/** Notices that are registered already, by automatic number. */
	readonly registered: Promise<ReadonlyMap<string, FoundNotice>>;
}

const groupsOf = new WeakMap<OperationContext, Map<number, Group>>();

/**
 * The input of an item. Automatic numbers of many items are asked for together before any of them is ordered: run
 * again, hundreds of orders would else take two calls each to be told that they exist.
 */
export async function readWithOthers(
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
	return isOf(number, found) ? { input, registered: found } : { input };
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
		// What two groups ago was read is not needed any more.
		groups.delete(at - 2);
	}
	return group;
}

/**
 * One call for many numbers. What it does not tell, the order itself will: a service may refuse a whole list for a
 * number that it does not know (specification, endpoints 4, 6 and 8).
 */
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
