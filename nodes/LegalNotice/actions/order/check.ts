/** What is checked before anything is placed or cancelled: a quote against what was asked for, and which notice is meant. */
import type { NoticeInput, OrderInput } from '../../domain/notice';
import { OperationStop } from '../../errors/stops';
import {
	InputProblem,
	isPathSafe,
	nonEmptyText,
	quotePassages,
	REFERENCE_LABEL,
	referenceIn,
	toNumber,
} from '../../domain/parameters';
import { isRecord } from '../../domain/records';
import { compareComposed } from '../../domain/text/compare';
import type { ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { ofOneNotice, readEntry } from '../../notices/ask';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { quietly } from '../lists';
import { publicationDay, NEXT_DATES, sendForOpenDate, upcomingDates } from './openDate';
import { noticeNumbered, numberTaken } from './orderNumbers';
import { dateMoved, figuresAbove } from './output';
import { totalCents } from './summary';

/** A quote showed what the person did not want. */
export class QuoteStop extends OperationStop {}

/** The quote of a notice (specification, endpoint 1). */
export async function quoteOf(client: ServiceClient, notice: NoticeInput): Promise<Answer> {
	return await sendForOpenDate(client, notice, notice.body, async (body) => {
		const answer = await client.call({ method: 'POST', path: '/devis', body });
		if (isRecord(answer.tarif)) return answer;
		throw new ServiceFailure('notTheService', { missing: 'tarif', readOnly: true });
	});
}

/** The quote of an order, checked, where something that was asked for can only be seen in it. @throws QuoteStop */
export async function quoteWhereAsked(
	client: ServiceClient,
	{ notice, maximumTotal }: OrderInput,
): Promise<Answer | undefined> {
	const { ifTextChanges, ifDateMoves, requestedDate, preview } = notice;
	const keepsDate = ifDateMoves === 'fail' && requestedDate !== undefined;
	const asks = [maximumTotal, ifTextChanges, preview].some((option) => option !== undefined);
	if (!asks && !keepsDate) return undefined;
	const quoted = await quoteOf(client, notice);
	checkQuote(quoted, notice, maximumTotal);
	return quoted;
}

/** @throws QuoteStop when a quote shows what the person did not want */
export function checkQuote(quote: Answer, notice: NoticeInput, maximumTotal?: number): void {
	if (notice.ifDateMoves === 'fail') checkDate(quote, notice.requestedDate);
	if (notice.ifTextChanges === 'fail') checkText(quote, notice.body.texte);
	if (maximumTotal !== undefined) checkTotal(quote, maximumTotal);
}

function checkDate(quote: Answer, requested: string | undefined): void {
	if (requested === undefined) return;
	const { date_parution: date } = quote;
	if (typeof date !== 'string') throw uncheckable('publication date', 'If Date Moves');
	if (!dateMoved(quote, requested)) return;
	throw quoteStop(
		`The publication date would move from ${requested} to ${date}.`,
		"Choose another 'Publication Date', or set 'If Date Moves' to Accept.",
	);
}

function checkText({ texte: composed }: Answer, sent: string): void {
	if (typeof composed !== 'string') throw uncheckable('composed text', 'If Text Changes');
	const { missing } = compareComposed(sent, composed);
	if (missing.length === 0) return;
	throw quoteStop(
		`The text as the service composed it lacks words of yours: ${quotePassages(missing)}.`,
		"Correct the 'Text', or set 'If Text Changes' to Warn.",
	);
}

function checkTotal(quote: Answer, maximumTotal: number): void {
	if (totalCents(quote) === undefined) throw uncheckable('total including tax', 'Maximum Total');
	const above = figuresAbove(quote, maximumTotal);
	if (above === undefined) return;
	const ways = ["Raise 'Maximum Total'", 'or choose fewer paper proofs.'];
	if (isBilledByLength(quote)) ways.splice(1, 0, 'shorten the text');
	throw quoteStop(`The notice would cost ${above}.`, ways.join(', '));
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

/** Found after a lost answer, a notice is known to be this one only if its number was free before. @throws OperationStop */
export async function refuseTakenNumber(
	client: ServiceClient,
	number: string | undefined,
): Promise<void> {
	if (number !== undefined && (await noticeNumbered(client, number))) throw numberTaken();
}

/** Quotes the order of a replacement and finds what else could stop it. @param untouched says what was not done */
export async function quoteAhead(
	client: ServiceClient,
	{ body, notice, maximumTotal }: OrderInput,
	untouched: string,
): Promise<Answer> {
	if (body.contact !== undefined) await checkContact(client, body.contact, untouched);
	const quoted = await quoteOf(client, notice);
	checkQuote(quoted, notice, maximumTotal);
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
	const date = typeof quoted.date_parution === 'string' ? publicationDay(quoted) : requestedDate;
	const ask = async () => await upcomingDates(client, body);
	const listed = ifDateMoves === 'fail' ? await ask() : await quietly(ask);
	const dates = (listed ?? []).map(publicationDay).sort();
	const last = dates.at(-1);
	if (last === undefined || date > last || dates.includes(date)) return;
	const next = dates.filter((one) => one > date).slice(0, NEXT_DATES);
	throw new OperationStop(
		`The publication does not take notices for ${date}. ${untouched}`,
		`Choose another 'Publication Date'. Next dates: ${next.join(', ')}.`,
	);
}

export interface NamedNotice {
	readonly reference: string;
	readonly answer: Answer;
}

/** The notice of exactly this name, if there is one. @throws InputProblem when its reference cannot stand in a path */
export async function resolveNotice(
	client: ServiceClient,
	asked: string,
): Promise<NamedNotice | undefined> {
	const notices = await findExactly(client, asked);
	const [reference, ...others] = notices.keys();
	const answer = reference === undefined ? undefined : notices.get(reference);
	if (reference === undefined || !answer) return undefined;
	if (others.length > 0) {
		throw new InputProblem(
			REFERENCE_LABEL,
			`"${asked}" names ${notices.size} notices: ${[...notices.keys()].join(', ')}. Nothing was cancelled.`,
			'Give the reference that the service returned.',
		);
	}
	if (isPathSafe(reference)) return { reference, answer };
	throw new InputProblem(
		REFERENCE_LABEL,
		`The reference "${reference}" cannot stand in an address without risk of cancelling another one. Nothing was cancelled.`,
		'Ask the service to cancel it.',
	);
}

/** The notices of exactly this name, by reference. @throws ServiceFailure when the service refuses one of them */
async function findExactly(client: ServiceClient, asked: string): Promise<Map<string, Answer>> {
	const found = new Map<string, Answer>();
	try {
		const body = { references: [asked] };
		const answer = await client.call({ method: 'POST', path: '/annonces/statuts', body });
		// Nothing is touched, and nothing counts as gone, on the word of an answer without the list.
		if (answer.annonces === undefined) {
			throw new ServiceFailure('notTheService', { missing: 'annonces' });
		}
		for (const entry of recordsOf(answer, 'annonces')) {
			const names = [entry.reference, entry.numero_commande].map(nonEmptyText);
			const notice = names.includes(asked) ? readEntry(entry, 'statut') : undefined;
			if (notice instanceof ServiceFailure) throw notice;
			const reference = referenceIn(notice ?? {});
			if (notice && reference !== undefined) found.set(reference, notice);
		}
	} catch (failure) {
		const refused = ofOneNotice(failure);
		if (refused) throw asThrown(refused);
	}
	return found;
}
