/** Order numbers: what notice has one, which items of a run share one, and what number a replacement has. */
import type { OrderInput } from '../../domain/notice';
import { LeftOpen, OperationStop } from '../../errors/stops';
import { automaticOrderNumber, readOrderNumber } from '../../domain/orderNumber';
import { InputProblem, nonEmptyText, readChoice, referenceIn } from '../../domain/parameters';
import { fetchStatus } from '../../notices/ask';
import type { FoundNotice } from '../../notices/changes';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { explain } from '../../errors/words';
import { ServiceFailure } from '../../errors/failures';
import { type OperationContext, parameter } from '../context';

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
	const isSaid = nonEmptyText(found.numero_commande) !== undefined;
	return isSaid ? agrees(found.numero_commande, number) : referenceIn(found) !== number;
}

/**
 * Whether an answer names the notice that was sent, by its order number or reference, as far as it names any: what stands
 * between n8n and the service may cross answers.
 */
export function agrees(answered: unknown, sent: string): boolean {
	const given = nonEmptyText(answered);
	return given === undefined || comparable(given) === comparable(sent);
}

function comparable(name: string): string {
	return name.normalize('NFC').replace(/\s+/gu, ' ').toLowerCase();
}

/** The number of a notice that replaces another one: of the person's own, or made also of what it replaces. */
export function numberReplacing({ customNumber, identity }: OrderInput, replaces: string): string {
	return customNumber ?? automaticOrderNumber({ ...identity, replaces });
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

/**
 * Refuses the items of a run that share a number of the person's own, in any case: the second notice would not be
 * ordered, and after a lost answer the first one taken for it.
 */
export function refuseSharedNumbers(
	context: OperationContext,
	itemIndexes: readonly number[],
): ReadonlyMap<number, InputProblem> {
	const itemsOf = new Map<string, number[]>();
	for (const itemIndex of itemIndexes) {
		const name = comparable(customNumber(context, itemIndex));
		const items = itemsOf.get(name) ?? [];
		itemsOf.set(name, items);
		items.push(itemIndex);
	}
	itemsOf.delete('');
	const shared = [...itemsOf.values()].filter((items) => items.length > 1);
	return new Map(
		shared.flatMap((items) => items.map((one) => [one, sharedNumber(context, items)] as const)),
	);
}

const NUMBER_MODES = ['automatic', 'custom', 'none'] as const;

/** Where the order number of an item comes from, and the one of the person's own. @throws InputProblem */
export function readNumbering(context: OperationContext, itemIndex: number) {
	const given = parameter(context, 'orderNumberMode', itemIndex);
	const mode = readChoice('Order Number Mode', given, NUMBER_MODES) ?? 'automatic';
	if (mode !== 'custom') return { mode, custom: undefined };
	return { mode, custom: readOrderNumber(parameter(context, 'orderNumber', itemIndex)) };
}

/** '' for none, and for one that cannot be read, which the item itself says. */
function customNumber(context: OperationContext, itemIndex: number): string {
	try {
		return readNumbering(context, itemIndex).custom ?? '';
	} catch {
		return '';
	}
}

function sharedNumber(context: OperationContext, items: readonly number[]): InputProblem {
	const number = customNumber(context, items[0] ?? 0);
	const named = items.slice(0, 5).map((itemIndex) => itemIndex + 1);
	const more = items.length > named.length ? ` and ${items.length - named.length} more` : '';
	return new InputProblem(
		'Order Number',
		`The input items ${named.join(', ')}${more} have the same 'Order Number' ${number}. Nothing was sent for them.`,
		"Give each notice a number of its own, or set 'Order Number Mode' to Automatic.",
	);
}
