/** What is checked before anything is placed or cancelled: the quote against every guard, and a replacement against the lists. */
import type { OrderInput } from '../../domain/notice';
import {
	InputProblem,
	nonEmptyText,
	quotePassages,
	toNumber,
} from '../../reading/cells/parameters';
import { cents, euroText, isRecord } from '../../reading/records';
import { compareComposed } from '../../reading/text/compare';
import { rethrown, ServiceFailure, Stop } from '../../errors/failures';
import { explain } from '../../errors/words';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { READ } from '../../transport/sendingAgain';
import type { OperationContext } from '../context';
import { sharedList } from '../lists';
import { latenessOf } from './deadline';
import {
	daysIfListed,
	dayWithoutIssue,
	forOpenDay,
	OpenDays,
	nextDays,
	refusesDate,
	retainedDay,
	upcomingDays,
} from './openDate';

/** A refusal names so many days that are open. */
const NEXT_DATES = 3;

/** What is quoted, with what the quote must not show. */
export interface ToQuote extends Pick<OrderInput, 'notice' | 'maximumTotal' | 'publishBy'> {
	/** What a stop says that was not done: 'Nothing was ordered.' without it. */
	readonly untouched?: string;
}

/** Whether something that the item requests can only be seen in a quote. */
export function needsQuote({ notice, maximumTotal, publishBy }: ToQuote): boolean {
	const { ifTextChanges, ifDateMoves, requestedDate, previewFile } = notice;
	const keepsDate = ifDateMoves === 'fail' && requestedDate !== undefined;
	const options = [maximumTotal, publishBy, ifTextChanges, previewFile];
	return keepsDate || options.some((option) => option !== undefined);
}

/**
 * The quote of a notice (specification, endpoint 1) that passes every guard; a date that has closed is quoted for the next
 * one.
 *
 * @throws Stop
 */
export async function checkedQuote(
	client: ServiceClient,
	order: ToQuote,
	days: OpenDays,
	body = order.notice.body,
): Promise<Answer> {
	const quoting = forOpenDay(days, body, async (dated) => {
		const answer = await client.call({ method: 'POST', path: '/devis', body: dated });
		if (isRecord(answer.tarif)) return answer;
		throw new ServiceFailure('notTheService', { missing: 'tarif', readOnly: true });
	});
	const quote = await quoting.catch(async (failure: unknown) => {
		const { notice } = order;
		const { requestedDate, ifDateMoves } = notice;
		const mustKeep = ifDateMoves === 'fail' && requestedDate !== undefined;
		if (!mustKeep || !refusesDate(failure)) throw rethrown(failure);
		// A day on which the newspaper does not appear is refused with the ones beside it, a closed one with the next ones.
		const missed = await dayWithoutIssue(days.context, notice);
		const beside = missed?.english ?? (await nextDays(days.context, notice.body, requestedDate));
		if (beside === undefined) throw rethrown(failure);
		throw rethrown(guardStop(order, `${explain(failure).message} ${beside}`, CHOOSE_DAY, failure));
	});
	// In the order in which a person would look at a quote.
	await checkDate(days.context, quote, order);
	checkComposedText(quote, order);
	checkTotal(quote, order);
	const late = await latenessOf(days.context, order.notice, { quote, publishBy: order.publishBy });
	if (late) throw guardStop(order, late.message, late.advice);
	return quote;
}

const CHOOSE_DAY = "Choose another 'Publication Date', or set 'If Date Moves' to Accept.";

async function checkDate(context: OperationContext, quote: Answer, order: ToQuote): Promise<void> {
	const { ifDateMoves, requestedDate } = order.notice;
	if (ifDateMoves !== 'fail' || requestedDate === undefined) return;
	const day = retainedDay(quote);
	if (day === undefined) throw uncheckable(order, 'publication date', 'If Date Moves');
	if (day === requestedDate) return;
	const missed = await dayWithoutIssue(context, order.notice);
	const why = missed ? ` ${missed.english}` : '';
	throw guardStop(
		order,
		`The publication date would move from ${requestedDate} to ${day}.${why}`,
		CHOOSE_DAY,
	);
}

function checkComposedText({ texte }: Answer, order: ToQuote): void {
	const { notice } = order;
	if (notice.ifTextChanges !== 'fail') return;
	const composed = nonEmptyText(texte);
	if (composed === undefined) throw uncheckable(order, 'composed text', 'If Text Changes');
	const { missing } = compareComposed(notice.prepared.visibleText, composed);
	if (missing.length === 0) return;
	throw guardStop(
		order,
		`These words are missing from the text as the service would print it: ${quotePassages(missing)}.`,
		"Correct the 'Text', or set 'If Text Changes' to Warn.",
	);
}

function checkTotal(quote: Answer, order: ToQuote): void {
	const { maximumTotal } = order;
	if (maximumTotal === undefined) return;
	if (totalCents(quote) === undefined)
		throw uncheckable(order, 'total including tax', 'Maximum Total');
	const above = figuresAbove(quote, maximumTotal);
	if (above === undefined) return;
	const ways = ["Raise 'Maximum Total'"];
	// Billed by its length, a notice has a quantity (specification, LigneTarif); a flat price is billed once.
	const price = isRecord(quote.tarif) ? quote.tarif.annonce : undefined;
	const quantity = isRecord(price) ? (toNumber(price.quantite) ?? 0) : 0;
	if (quantity > 1) ways.push('shorten the text');
	ways.push('or choose fewer paper proofs of publication.');
	throw guardStop(order, `The notice would cost ${above}.`, ways.join(', '));
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

function guardStop(
	{ untouched = 'Nothing was ordered.' }: ToQuote,
	what: string,
	advice: string,
	reason?: unknown,
): Stop {
	const outcome = { kind: 'nothing', why: 'guard', said: untouched } as const;
	return new Stop(what, advice, { outcome, reason, saysReason: true });
}

/** A guard that somebody has set is never passed over in silence. */
function uncheckable(order: ToQuote, what: string, option: string): Stop {
	return guardStop(
		order,
		`The quote shows no ${what}, so '${option}' cannot be checked.`,
		'Remove the option to order without this check.',
	);
}

interface ToCancel {
	/** Whether an old notice is cancelled afterwards: an earlier try, or a person, may have done it. */
	readonly cancelsOld: boolean;
}

/** Quotes the order of a replacement and finds what else could stop it, before its old notice is cancelled. @throws Stop */
export async function checkReplacement(
	context: OperationContext,
	order: OrderInput & ToQuote & ToCancel,
	days: OpenDays,
): Promise<Answer> {
	const { contact } = order.body;
	if (contact !== undefined) {
		const contacts = await sharedList(context, '/contacts', 'contacts');
		if (!contacts.some(({ id }) => toNumber(id) === contact)) {
			throw new InputProblem(
				'Contact',
				`'Contact' is ${contact}, which your account does not have.`,
				'Choose it from the list, or remove the option.',
			);
		}
	}
	const quoted = await checkedQuote(await context.client(), order, days);
	await checkOpenDate(context, order, quoted);
	return quoted;
}

/** A quote may keep a date for which the order is then refused: within the listed ones it has to be one of them. */
async function checkOpenDate(
	context: OperationContext,
	order: ToQuote & ToCancel,
	quoted: Answer,
): Promise<void> {
	const { ifDateMoves, body, requestedDate } = order.notice;
	if (requestedDate === undefined) return;
	const day = retainedDay(quoted) ?? requestedDate;
	const isLimited = ifDateMoves === 'fail' || order.publishBy !== undefined;
	// Where any later day will do, or nothing is cancelled any more, the order goes on without a list that cannot be read.
	const days = await (order.cancelsOld && isLimited
		? upcomingDays(context, body, READ)
		: daysIfListed(context, body));
	const last = days.at(-1);
	if (last === undefined || day > last || days.includes(day)) return;
	const next = days.filter((one) => one > day).slice(0, NEXT_DATES);
	throw guardStop(
		order,
		`The publication does not take notices for ${day}.`,
		`Choose another 'Publication Date'. Next dates: ${next.join(', ')}.`,
	);
}
