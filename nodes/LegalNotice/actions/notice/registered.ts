import type { OrderInput } from '../../domain/notice';
import { LeftOpen, OperationStop } from '../../domain/operationStop';
import { nonEmptyText, referenceIn } from '../../domain/parameters';
import { askForNotices, fetchStatus, type FoundNotice } from '../../transport/batch';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { explain } from '../../transport/errors';
import { ServiceFailure } from '../../transport/failures';
import type { OperationContext } from '../context';
import { quietly } from '../reads';
import { readOrder } from './request';

/**
 * The notice with this order number; undefined also for an answer without a status, which shows no notice. An order sent
 * then is not placed twice: the service refuses a number that is registered.
 *
 * @throws LeftOpen when there is one, but the service tells nothing of it
 */
export async function noticeNumbered(
	client: ServiceClient,
	number: string,
): Promise<Answer | undefined> {
	const found = await fetchStatus(client, number);
	if (found instanceof ServiceFailure) {
		if (!found.has('err_annonce_suspendue')) throw found;
		throw new LeftOpen(
			`The order number ${number} is registered, but the service does not return its notice.`,
			'Run the workflow again when it is no longer suspended; it is never ordered twice.',
			found,
			`order number ${number}, registered and suspended`,
		);
	}
	if (!found || nonEmptyText(found.statut) === undefined) return undefined;
	if (hasNumber(found, number)) return found;
	throw new OperationStop(
		`The order number ${number} is the reference of another notice, so nothing can be asked by it.`,
		"Give another number with 'Order Number Mode' Custom.",
	);
}

/** The status route takes references and order numbers alike: what it found may be another notice's reference, or none. */
export function hasNumber(found: FoundNotice, number: string): found is Answer {
	if (!found || found instanceof ServiceFailure || nonEmptyText(found.statut) === undefined) {
		return false;
	}
	const given = nonEmptyText(found.numero_commande);
	return given === undefined
		? referenceIn(found) !== number
		: given.toLowerCase() === number.toLowerCase();
}

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

/** Items whose numbers are asked for together, and how few are not worth a call. */
const TOGETHER = 100;
const WORTH_A_CALL = 10;

interface Group {
	readonly inputs: ReadonlyArray<Promise<OrderInput>>;
	readonly registered: Promise<ReadonlyMap<string, FoundNotice>>;
}

const groupsOf = new WeakMap<OperationContext, Map<number, Group>>();

/**
 * The input of an item, and the notice that has its number already. Automatic numbers of many items are asked for
 * together: run again, each order would else take two calls.
 */
export async function readOrderAmongOthers(
	context: OperationContext,
	itemIndex: number,
): Promise<{ input: OrderInput; registered?: Answer }> {
	const at = Math.floor(itemIndex / TOGETHER);
	const groups = groupsOf.get(context) ?? new Map<number, Group>();
	groupsOf.set(context, groups);
	const group = groups.get(at) ?? readGroup(context, at * TOGETHER);
	groups.set(at, group);
	// The texts and logos of all items together could be too much to keep.
	groups.delete(at - 2);
	const registered = await group.registered;
	const input = await (group.inputs[itemIndex % TOGETHER] ??
		readOrder(context, itemIndex, 'whenChosen'));
	const number = input.body.numero_commande ?? '';
	const found = registered.get(number);
	return hasNumber(found, number) ? { input, registered: found } : { input };
}

function readGroup(context: OperationContext, first: number): Group {
	const count = Math.min(TOGETHER, context.itemCount - first);
	const inputs = Array.from({ length: count }, async (_, index) => {
		return await readOrder(context, first + index, 'whenChosen');
	});
	return { inputs, registered: askTogether(context, inputs) };
}

/** One call for many numbers. What it does not tell, the order itself will. */
async function askTogether(
	context: OperationContext,
	inputs: Group['inputs'],
): Promise<ReadonlyMap<string, FoundNotice>> {
	const numbers = (await Promise.allSettled(inputs)).flatMap((read) => {
		if (read.status === 'rejected') return [];
		const { body, ifAlreadyOrdered, numberMode } = read.value;
		const asks = numberMode === 'automatic' && ifAlreadyOrdered !== 'fail';
		return asks ? (body.numero_commande ?? []) : [];
	});
	if (numbers.length < WORTH_A_CALL) return new Map();
	const ask = async () =>
		await askForNotices(await context.client(), 'statut', [...new Set(numbers)]);
	return (await quietly(ask)) ?? new Map();
}
