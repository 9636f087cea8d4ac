/** Order numbers: where one comes from, what notice has one, and which items of a run share one. */
import type { OrderBody, OrderInput } from '../../domain/notice';
import { readOrderNumber } from '../../domain/orderNumber';
import { InputProblem, nonEmptyText, readChoice } from '../../reading/cells/parameters';
import { ServiceFailure, Stop } from '../../errors/failures';
import { explain } from '../../errors/words';
import { fetchStatus } from '../../notices/ask';
import { type NoticeReply, hasBothNames } from '../../notices/changes';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { caseFolded } from '../../transport/keyState';
import { Turns } from '../../transport/pause';
import { LOOK_UP } from '../../transport/sendingAgain';
import type { OperationContext } from '../context';
import { parameter } from '../itemParameters';

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

type Named = Pick<OrderBody, 'numero_commande' | 'dossier'>;

/** People know a notice by a number of their own, and otherwise by its file: the node's number says nothing to them. */
export function nameInWords(mode: OrderInput['numberMode'], { numero_commande, dossier }: Named) {
	if (mode === 'custom') return `with order number ${numero_commande}`;
	return `for the file ${dossier.slice(0, 200)}`;
}

/** It names the number where the person has given it: the node's own says nothing. */
export function numberTaken(mode: OrderInput['numberMode'], named: Named): Stop {
	const codes = ['err_annonce_commandee'];
	const sent: Record<string, string> = {};
	if (mode === 'custom') sent.numero_commande = `${named.numero_commande}`;
	const reason = new ServiceFailure('refusal', { codes, sent });
	return new Stop(
		explain(reason).message,
		"If an earlier run placed this order and then stopped, set the option 'If Already Ordered' to Return Existing and run it again: " +
			"notices whose number is registered are then returned as they are, without comparing their text, and the rest is ordered. For another notice give another 'Order Number'.",
		{ reason, saysReason: true, outcome: { kind: 'nothing', why: 'taken' } },
	);
}

/** Items of a run with one number, spelled as the first of them spells it. */
interface SharedNumber {
	readonly number: string;
	readonly items: number[];
}

/**
 * Refuses the items of a run that share a number of the person's own, in any case: the second notice would not be
 * ordered, and after a lost answer the first one taken for it.
 */
export async function refuseSharedNumbers(
	context: OperationContext,
	itemIndexes: readonly number[],
): Promise<ReadonlyMap<number, InputProblem>> {
	const byName = new Map<string, SharedNumber>();
	const { orderNumberMode: written } = context.fn.getNode().parameters;
	const mayBeCustom = written === 'custom' || String(written).startsWith('=');
	const turns = new Turns();
	for (const itemIndex of mayBeCustom ? itemIndexes : []) {
		await turns.next();
		const number = readableCustomNumber(context, itemIndex);
		if (number === undefined) continue;
		const sharing = byName.get(caseFolded(number));
		if (sharing) sharing.items.push(itemIndex);
		else byName.set(caseFolded(number), { number, items: [itemIndex] });
	}
	const shared = [...byName.values()].filter(({ items }) => items.length > 1);
	return new Map(
		shared.flatMap((one) => one.items.map((item) => [item, refusalOfShared(one)] as const)),
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

/** A number that cannot be read is passed over here, because its item is refused for it later. */
function readableCustomNumber(context: OperationContext, itemIndex: number): string | undefined {
	try {
		return readNumbering(context, itemIndex).custom;
	} catch {
		return undefined;
	}
}

const NAMED_ITEMS = 5;

function refusalOfShared({ number, items }: SharedNumber): InputProblem {
	let named = items
		.slice(0, NAMED_ITEMS)
		.map((itemIndex) => itemIndex + 1)
		.join(', ');
	if (items.length > NAMED_ITEMS) named += ` and ${items.length - NAMED_ITEMS} more`;
	return new InputProblem(
		'Order Number',
		`The input items ${named} have the same 'Order Number' ${number}. Nothing was sent for them.`,
		"Give each notice a number of its own, or set 'Order Number Mode' to Automatic.",
	);
}
