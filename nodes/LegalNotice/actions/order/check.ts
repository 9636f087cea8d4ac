/** Step 2 of an order: checks what can be checked before anything is placed or cancelled. */
import { daysOf } from '../../domain/dates';
import type { NoticeInput, OrderInput } from '../../domain/notice';
import { InputProblem, quotePassages, toNumber } from '../../domain/parameters';
import { cents, euroText, isRecord } from '../../domain/records';
import { compareComposed } from '../../domain/text/compare';
import { rethrown, ServiceFailure, OperationStop } from '../../errors/failures';
import type { ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { withFallback } from '../lists';
import { fetchByNumber, numberTaken, placedBefore } from './orderNumbers';
import {
	mayMeanDateIsOver,
	NEXT_DATES,
	quotedDay,
	sendForOpenDate,
	upcomingDates,
	withQuotedDate,
	retainedDay,
} from './openDate';
import { type CheckedOrder } from './place';

/** A quote showed what the person did not want. */
class QuoteStop extends OperationStop {}

/** An order as it was read. */
export interface OrderToCheck extends Pick<CheckedOrder, 'input' | 'attempted'> {
	/** The notice that has its number already. */
	readonly registered: Answer | undefined;
}

/** @throws QuoteStop, OperationStop, ServiceFailure */
export async function checkOrder(
	client: ServiceClient,
	order: OrderToCheck,
): Promise<CheckedOrder> {
	const { input, registered, attempted } = order;
	const ifAlreadyOrdered = policyOf(order);
	const asGiven = { input, attempted, ifAlreadyOrdered, body: input.body, quoted: undefined };
	if (registered) return { ...asGiven, found: registered };
	try {
		const quoted = await quoteWhereAsked(client, input);
		const found = attempted ? undefined : await registeredBefore(client, input);
		const body = withQuotedDate(input.body, quoted);
		return { ...asGiven, body, quoted, found };
	} catch (failure) {
		// A second run must not fail for a date or a guard that stops only now: the order may have been placed in time.
		if (!(failure instanceof QuoteStop || mayMeanDateIsOver(failure))) throw rethrown(failure);
		const found = await placedBefore(client, input.body.numero_commande, ifAlreadyOrdered);
		if (!found) throw rethrown(failure);
		return { ...asGiven, found };
	}
}

function policyOf({ input, attempted }: OrderToCheck): OrderInput['ifAlreadyOrdered'] {
	if (attempted) return 'returnExisting';
	return input.ifAlreadyOrdered;
}

/** The quote of a notice (specification, endpoint 1). */
async function quoteOf(client: ServiceClient, notice: NoticeInput): Promise<Answer> {
	return await sendForOpenDate(client, notice, notice.body, async (body) => {
		const answer = await client.call({ method: 'POST', path: '/devis', body });
		if (isRecord(answer.tarif)) return answer;
		throw new ServiceFailure('notTheService', { missing: 'tarif', readOnly: true });
	});
}

/** The quote of an order, checked, where something that was asked for can only be seen in it. @throws QuoteStop */
async function quoteWhereAsked(
	client: ServiceClient,
	{ notice, maximumTotal }: OrderInput,
): Promise<Answer | undefined> {
	const { ifTextChanges, ifDateMoves, requestedDate, preview } = notice;
	const keepsDate = ifDateMoves === 'fail' && requestedDate !== undefined;
	const asks = [maximumTotal, ifTextChanges, preview].some((option) => option !== undefined);
	if (!asks && !keepsDate) return undefined;
	return await checkedQuoteOf(client, notice, maximumTotal);
}

/** @throws QuoteStop when the quote shows what the person did not want */
export async function checkedQuoteOf(
	client: ServiceClient,
	notice: NoticeInput,
	maximumTotal: number | undefined,
): Promise<Answer> {
	const quote = await quoteOf(client, notice);
	if (notice.ifDateMoves === 'fail') checkDate(quote, notice.requestedDate);
	if (notice.ifTextChanges === 'fail') checkComposedText(quote, notice.body.texte);
	if (maximumTotal !== undefined) checkTotal(quote, maximumTotal);
	return quote;
}

function checkDate(quote: Answer, requested: string | undefined): void {
	if (requested === undefined) return;
	const day = retainedDay(quote);
	if (day === undefined) throw uncheckable('publication date', 'If Date Moves');
	if (day === requested) return;
	throw quoteStop(
		`The publication date would move from ${requested} to ${day}.`,
		"Choose another 'Publication Date', or set 'If Date Moves' to Accept.",
	);
}

function checkComposedText({ texte: composed }: Answer, sent: string): void {
	if (typeof composed !== 'string') throw uncheckable('composed text', 'If Text Changes');
	const { missing } = compareComposed(sent, composed);
	if (missing.length === 0) return;
	throw quoteStop(
		`These words are missing from the text as the service would print it: ${quotePassages(missing)}.`,
		"Correct the 'Text', or set 'If Text Changes' to Warn.",
	);
}

function checkTotal(quote: Answer, maximumTotal: number): void {
	if (totalCents(quote) === undefined) throw uncheckable('total including tax', 'Maximum Total');
	const above = figuresAbove(quote, maximumTotal);
	if (above === undefined) return;
	const ways = ["Raise 'Maximum Total'"];
	if (isBilledByLength(quote)) ways.push('shorten the text');
	ways.push('or choose fewer paper proofs.');
	throw quoteStop(`The notice would cost ${above}.`, ways.join(', '));
}

/** Both figures in cents, where a total is above the maximum. */
export function totalAbove(
	answer: Answer,
	maximumTotal: number | undefined,
): { readonly total: number; readonly most: number } | undefined {
	const most = cents(maximumTotal);
	const total = totalCents(answer);
	if (most === undefined || total === undefined || total <= most) return undefined;
	return { total, most };
}

/** A total above the maximum, in words with both figures. */
export function figuresAbove(answer: Answer, maximumTotal: number | undefined): string | undefined {
	const above = totalAbove(answer, maximumTotal);
	if (!above) return undefined;
	return `${euroText(above.total)} including tax, above the 'Maximum Total' of ${euroText(above.most)}`;
}

export function totalCents({ tarif }: Answer, field = 'montant_ttc'): number | undefined {
	if (!isRecord(tarif) || !isRecord(tarif.totaux)) return undefined;
	return cents(tarif.totaux[field]);
}

/** Billed by its length, a notice has a quantity (specification, LigneTarif); a flat price is billed once. */
function isBilledByLength({ tarif }: Answer): boolean {
	if (!isRecord(tarif) || !isRecord(tarif.annonce)) return false;
	const quantity = toNumber(tarif.annonce.quantite);
	return quantity !== undefined && quantity > 1;
}

function quoteStop(what: string, advice: string): QuoteStop {
	return new QuoteStop(`${what} Nothing was ordered.`, advice);
}

/** A guard that was asked for is never passed over in silence. */
function uncheckable(what: string, option: string): QuoteStop {
	return quoteStop(
		`The quote shows no ${what}, so '${option}' cannot be checked.`,
		'Remove the option to go on all the same.',
	);
}

/**
 * The notice that has a number of the person's own already. Found only after a lost answer, it could not be told from the
 * one that was ordered; an automatic number means the same notice in any case.
 *
 * @throws OperationStop when the item does not take it for its own
 */
async function registeredBefore(
	client: ServiceClient,
	{ body, numberMode, ifAlreadyOrdered }: OrderInput,
): Promise<Answer | undefined> {
	const { numero_commande: number } = body;
	if (number === undefined) return undefined;
	if (numberMode === 'automatic' && ifAlreadyOrdered === 'returnExisting') return undefined;
	const found = await fetchByNumber(client, number);
	if (found && ifAlreadyOrdered === 'fail') throw numberTaken(number);
	return found;
}

/** Quotes the order of a replacement and finds what else could stop it. @param untouched says what was not done */
export async function quoteAhead(
	client: ServiceClient,
	{ body, notice, maximumTotal }: OrderInput,
	untouched: string,
): Promise<Answer> {
	if (body.contact !== undefined) await checkContact(client, body.contact, untouched);
	const quoted = await checkedQuoteOf(client, notice, maximumTotal);
	await checkOpenDate(client, notice, quoted, untouched);
	return quoted;
}

async function checkContact(
	client: ServiceClient,
	contact: number,
	untouched: string,
): Promise<void> {
	const answer = await client.call({ method: 'GET', path: '/contacts' });
	if (recordsOf(answer, 'contacts').some(({ id }) => toNumber(id) === contact)) return;
	throw new InputProblem(
		'Contact',
		`'Contact' is ${contact}, which your account does not have. ${untouched}`,
		'Choose it from the list, or remove the option.',
	);
}

/** A quote may keep a date for which the order is then refused: within the listed ones it has to be one of them. */
async function checkOpenDate(
	client: ServiceClient,
	{ requestedDate, ifDateMoves, body }: NoticeInput,
	quoted: Answer,
	untouched: string,
): Promise<void> {
	if (requestedDate === undefined) return;
	const date = quotedDay(quoted, requestedDate);
	const ask = async () => await upcomingDates(client, body);
	const listed = ifDateMoves === 'fail' ? await ask() : await withFallback(ask, []);
	const dates = daysOf(listed);
	const last = dates.at(-1);
	if (last === undefined || date > last || dates.includes(date)) return;
	const next = dates.filter((one) => one > date).slice(0, NEXT_DATES);
	throw new OperationStop(
		`The publication does not take notices for ${date}. ${untouched}`,
		`Choose another 'Publication Date'. Next dates: ${next.join(', ')}.`,
	);
}
