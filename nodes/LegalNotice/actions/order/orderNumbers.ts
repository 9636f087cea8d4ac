/** Order numbers: where one comes from, what notice has one, and which items of a run share one. */
import type { OrderBody, OrderInput } from '../../domain/notice';
import { readOrderNumber } from '../../domain/orderNumber';
import { InputProblem, nonEmptyText, readChoice } from '../../reading/cells/parameters';
import { ServiceFailure } from '../../errors/failures';
import { fetchStatus } from '../../notices/ask';
import { type NoticeReply, hasBothNames } from '../../notices/changes';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { caseFolded } from '../../transport/keyState';
import { Turns } from '../../transport/pause';
import { LOOK_UP } from '../../transport/sendingAgain';
import type { NextRunWords, OperationContext } from '../context';
import { namesOfItem, parameter } from '../itemParameters';

/**
 * The notice that has an order number.
 *
 * @param manner `READ` where it is looked up before anything has begun
 * @returns undefined for none
 * @throws ServiceFailure when that cannot be found out
 */
export async function lookUp(
	client: ServiceClient,
	number: string,
	manner = LOOK_UP,
): Promise<Answer | undefined> {
	return noticeIn(await fetchStatus(client, number, manner));
}

/** A service may repeat a name that it does not know: a notice has a status, or both its names. */
export function noticeIn(found: NoticeReply): Answer | undefined {
	if (found instanceof ServiceFailure) throw found;
	if (!found) return undefined;
	return nonEmptyText(found.statut) !== undefined || hasBothNames(found) ? found : undefined;
}

/** People know a notice by a number of their own, and otherwise by its file: the node's number says nothing to them. */
export function nameInWords(
	mode: OrderInput['numberMode'],
	{ numero_commande, dossier }: Pick<OrderBody, 'numero_commande' | 'dossier'>,
): string {
	if (mode === 'custom') return `with order number ${numero_commande}`;
	return `for the file ${dossier.slice(0, 200)}`;
}

const NUMBER_MODES = ['automatic', 'custom', 'none'] as const;

/** Where the order number of an item comes from, and the one of the person's own. @throws InputProblem */
export function readNumbering(context: OperationContext, itemIndex: number) {
	const given = parameter(context, 'orderNumberMode', itemIndex);
	const mode = readChoice('Order Number Mode', given, NUMBER_MODES) ?? 'automatic';
	if (mode !== 'custom') return { mode, custom: undefined };
	return { mode, custom: readOrderNumber(parameter(context, 'orderNumber', itemIndex)) };
}

/** A refusal names so many of the items that share a number. */
const NAMED_ITEMS = 5;

/**
 * Refuses the items of a run that share a number of the person's own, in any case: the second notice would not be
 * ordered, and after a lost answer the first one taken for it.
 */
export async function refuseSharedNumbers(
	context: OperationContext,
	itemIndexes: readonly number[],
): Promise<ReadonlyMap<number, InputProblem>> {
	/** Each number as its first item spells it. */
	const byName = new Map<string, { readonly number: string; readonly items: number[] }>();
	const { orderNumberMode: written } = context.written;
	const mayBeCustom = written === 'custom' || String(written).startsWith('=');
	const turns = new Turns();
	for (const itemIndex of mayBeCustom ? itemIndexes : []) {
		await turns.next();
		let number: string | undefined;
		try {
			number = readNumbering(context, itemIndex).custom;
		} catch {
			// Its item is refused for it later.
		}
		if (number === undefined) continue;
		const sharing = byName.get(caseFolded(number)) ?? { number, items: [] };
		sharing.items.push(itemIndex);
		byName.set(caseFolded(number), sharing);
	}
	const refused = new Map<number, InputProblem>();
	for (const { number, items } of byName.values()) {
		if (items.length === 1) continue;
		const places = items.map((itemIndex) => itemIndex + 1);
		const more = items.length > NAMED_ITEMS ? ` and ${items.length - NAMED_ITEMS} more` : '';
		const problem = new InputProblem(
			'Order Number',
			`The input items ${places.slice(0, NAMED_ITEMS).join(', ')}${more} have the same 'Order Number' ${number}. Nothing was sent for them.`,
			"Give each notice a number of its own, or set 'Order Number Mode' to Automatic.",
		);
		for (const itemIndex of items) refused.set(itemIndex, problem);
	}
	return refused;
}

/**
 * What the next run of the items comes to for those that are ordered. By the mode, not by the number in the output: the service
 * may give a notice one under which nothing is found again.
 *
 * @param done by their place
 */
export function nextRunOfOrders(
	done: ReadonlyMap<number, unknown>,
	context: OperationContext,
): NextRunWords {
	const modes = [...done.keys()].map((itemIndex) => {
		return namesOfItem(context, { orderNumberMode: 'mode' }, itemIndex).mode?.toLowerCase();
	});
	if (modes.includes('none')) {
		const sentence =
			'Before you run it again, remove what is ordered: without an order number it would be ordered twice.';
		return { sentence, isWarning: true };
	}
	const policy = modes.includes('custom')
		? " with 'If Already Ordered' set to Return Existing"
		: '';
	return { sentence: `Run it again${policy}: nothing is ordered twice.`, isWarning: false };
}
