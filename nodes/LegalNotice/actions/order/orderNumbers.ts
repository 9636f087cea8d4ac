/** Order numbers: what notice has one, which items of a run share one, and what number a replacement has. */
import type { OrderInput } from '../../domain/notice';
import { automaticOrderNumber, readOrderNumber } from '../../domain/orderNumber';
import { InputProblem, nonEmptyText, readChoice, trimmedText } from '../../domain/parameters';
import { ServiceFailure, LeftOpen, OperationStop, UnknownOutcome } from '../../errors/failures';
import { explain } from '../../errors/words';
import { fetchStatus } from '../../notices/ask';
import { type FoundNotice, hasBothNames } from '../../notices/changes';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import type { ItemMemory, OperationContext } from '../context';
import { parameter } from '../itemParameters';
import { withFallback } from '../lists';

/**
 * The notice with this order number. An order that is sent where none is found is not placed twice: the service refuses
 * a number that is registered.
 *
 * @throws LeftOpen when there is one, but the service does not return it
 */
export async function fetchByNumber(
	client: ServiceClient,
	number: string,
): Promise<Answer | undefined> {
	const found = await fetchStatus(client, number);
	if (found instanceof ServiceFailure) {
		if (!found.has('err_annonce_suspendue')) throw found;
		throw new LeftOpen(
			`The order number ${number} is registered, but the service does not return its notice.`,
			'Run the workflow again when the suspension has ended. The notice is not ordered twice.',
			found,
			`order number ${number}, registered and suspended`,
		);
	}
	const notice = noticeOfNumber(found, number);
	if (notice) return notice;
	if (!found || nonEmptyText(found.statut) === undefined) return undefined;
	throw new OperationStop(
		`The order number ${number} is also the reference of another notice, so the node cannot look up this order by its number.`,
		"Check at the service whether this notice was ordered before. If not, give another number with 'Order Number Mode' Custom.",
	);
}

/** The notice that an earlier run placed under the number of an order, where the item takes it for its own. */
export async function placedBefore(
	client: ServiceClient,
	number: string | undefined,
	ifAlreadyOrdered: OrderInput['ifAlreadyOrdered'],
): Promise<Answer | undefined> {
	if (number === undefined || ifAlreadyOrdered === 'fail') return undefined;
	const found = await withFallback(async () => await fetchStatus(client, number), undefined);
	return noticeOfNumber(found, number);
}

/** The status route takes references and order numbers alike: what it found may be another notice's reference, or none. */
export function noticeOfNumber(found: FoundNotice, number: string): Answer | undefined {
	if (!found || found instanceof ServiceFailure) return undefined;
	const isOfNumber =
		nonEmptyText(found.numero_commande) !== undefined && agrees(found.numero_commande, number);
	// A service may repeat a number that it does not know.
	const isNotice = nonEmptyText(found.statut) !== undefined || hasBothNames(found);
	return isOfNumber && isNotice ? found : undefined;
}

/**
 * Whether an answer names the notice that was sent, by its order number or reference, as far as it names any: what stands
 * between n8n and the service may cross answers.
 */
export function agrees(answered: unknown, sent: string): boolean {
	const given = nonEmptyText(answered);
	return given === undefined || caseFolded(given) === caseFolded(sent);
}

export function caseFolded(name: string): string {
	return name.normalize('NFC').replace(/\s+/gu, ' ').toLowerCase();
}

/** It names the number, because the failure of one item may stop a run of many. */
export function numberTaken(number: string): OperationStop {
	const codes = ['err_annonce_commandee'];
	const refusal = new ServiceFailure('refusal', { codes, asked: number });
	return new OperationStop(
		explain(refusal).message,
		"If an earlier run placed this order and then stopped, set the option 'If Already Ordered' to Return Existing and run it again: " +
			"notices whose number is registered are then returned as they are, without comparing their text, and the rest is ordered. For another notice give another 'Order Number'.",
		refusal,
		true,
	);
}

/** The new notice of a replacement, where the item does not take it for its own. */
export function existsAlready(registered: Answer, number: string): OperationStop {
	const reference = trimmedText(registered.reference);
	return new OperationStop(
		`The new notice exists already: ${reference}, with order number ${number}. Nothing was cancelled or ordered.`,
		'An earlier run replaced it, or another notice has the number.',
		new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }),
	);
}

/**
 * A server on the way may have sent the order twice, another run may have ordered under the same number, or a cancelled
 * notice had it.
 *
 * @param found the notice that has the number now, unless it is not found
 */
export function takenMeanwhile(
	number: string,
	refusal: ServiceFailure,
	found: Answer | undefined,
): UnknownOutcome {
	const [message, advice] = found ? wordsOfTaken(number) : wordsOfGone(number);
	// A second try would take the notice for that of the first one.
	const outcome = { open: `order number ${number}, registered`, repeatable: false };
	return new UnknownOutcome(message, advice, refusal, outcome);
}

function wordsOfTaken(number: string): [message: string, advice: string] {
	return [
		`The order number ${number} was free a moment ago and is registered now, for this order or for another one.`,
		`Notice > Get Status shows the notice of ${number}. ` +
			"If it is yours, set the option 'If Already Ordered' to Return Existing and run it again.",
	];
}

function wordsOfGone(number: string): [message: string, advice: string] {
	return [
		`The order number ${number} is registered, but its notice is not found: it was cancelled, or only just ordered.`,
		`Run Notice > Get Status in a minute. If it does not find ${number}, that notice was cancelled: give another 'Order Number'.`,
	];
}

/**
 * The number under which an earlier try of this execution may have ordered. The item keeps it: an expression such as
 * `$now` would give another number in this try, and the notice would be ordered twice.
 */
export function attemptedBefore(memory: ItemMemory): string | undefined {
	return nonEmptyText(memory.recall()?.attemptedNumber);
}

/** The number of a notice that replaces another one: of the person's own, or made also of what it replaces. */
export function numberReplacing({ customNumber, identity }: OrderInput, replaces: string): string {
	if (customNumber !== undefined) return customNumber;
	return automaticOrderNumber({ ...identity, replaces });
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
	for (const itemIndex of itemIndexes) {
		await context.yieldThread();
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
