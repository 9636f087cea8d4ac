import { datesOfPublication } from '../../domain/dates';
import type { NoticeInput, OrderInput, QuoteBody } from '../../domain/notice';
import { OperationStop } from '../../domain/operationStop';
import { InputProblem, quotePassages } from '../../domain/parameters';
import { isRecord } from '../../domain/records';
import { compareComposed } from '../../domain/text/compare';
import type { ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { dateMoved, figuresAbove, totalCents } from './output';

const CLOSED = ['err_bouclage_depasse', 'err_date_indisponible'];
/** The most that one call lists (specification, endpoint 11). */
const LISTED_DATES = 20;
const SHOWN_DATES = 3;

/** A quote showed what the person did not want. */
export class QuoteStop extends OperationStop {}

/** The quote of a notice (specification, endpoint 1). */
export async function quoteOf(client: ServiceClient, notice: NoticeInput): Promise<Answer> {
	return await onOpenDate(client, notice, notice.body, async (body) => {
		const answer = await client.call({ method: 'POST', path: '/devis', body });
		if (isRecord(answer.tarif)) return answer;
		throw new ServiceFailure('notTheService', { missing: 'tarif', readOnly: true });
	});
}

/** Sends a notice, and for the next dates when the service refuses a closed one instead of moving it. */
export async function onOpenDate<Body extends QuoteBody, Done>(
	client: ServiceClient,
	{ ifDateMoves }: Pick<NoticeInput, 'ifDateMoves'>,
	body: Body,
	send: (body: Body) => Promise<Done>,
): Promise<Done> {
	try {
		return await send(body);
	} catch (refusal) {
		const { date_parution: asked } = body;
		if (!isForDate(refusal) || ifDateMoves === 'fail' || asked === undefined) {
			throw asThrown(refusal);
		}
		const dates = (await quietly(async () => await upcomingDates(client, body))) ?? [];
		const later = dates.map(dayOf).filter((day) => day > asked);
		let refused: unknown = refusal;
		// A list may begin with a date that has closed as well.
		for (const date_parution of later.sort().slice(0, SHOWN_DATES)) {
			try {
				return await send({ ...body, date_parution });
			} catch (again) {
				if (!isForDate(again)) throw asThrown(again);
				refused = again;
			}
		}
		throw asThrown(refused);
	}
}

export function onDateOf<Body extends QuoteBody>(body: Body, quoted: Answer): Body {
	if (body.date_parution === undefined || typeof quoted.date_parution !== 'string') return body;
	return { ...body, date_parution: dayOf(quoted) };
}

export function dayOf({ date_parution: date }: Answer): string {
	return String(date).slice(0, 10);
}

export function isForDate(failure: unknown): failure is ServiceFailure {
	return failure instanceof ServiceFailure && CLOSED.some((code) => failure.has(code));
}

/** The next dates of a notice's publication, each with its closing time (specification, endpoint 11). */
export async function upcomingDates(
	client: ServiceClient,
	{ publication, departement }: QuoteBody,
): Promise<Answer[]> {
	const query = { quantite: LISTED_DATES, publication, departement };
	const { publications } = await client.call({ method: 'GET', path: '/dates-parutions', query });
	return [...datesOfPublication(publications, publication)];
}

/** What helps a person to go on must not hide why they have to. */
export async function quietly<Found>(ask: () => Promise<Found>): Promise<Found | undefined> {
	try {
		return await ask();
	} catch (failure) {
		if (failure instanceof ServiceFailure && failure.kind !== 'cancelled') return undefined;
		throw asThrown(failure);
	}
}

export function needsQuote(
	{ ifTextChanges, ifDateMoves, requestedDate }: NoticeInput,
	maximumTotal: number | undefined,
): boolean {
	const keepsDate = ifDateMoves === 'fail' && requestedDate !== undefined;
	return maximumTotal !== undefined || ifTextChanges !== undefined || keepsDate;
}

/** @throws QuoteStop when a quote shows what the person did not want */
export function checkQuote(quote: Answer, input: NoticeInput, maximumTotal?: number): void {
	const { requestedDate: requested, body } = input;
	const { date_parution: date, texte } = quote;
	const stop = (what: string, advice: string) =>
		new QuoteStop(`${what} Nothing was ordered.`, advice);
	// A guard that was asked for is never passed over in silence.
	const uncheckable = (what: string, option: string) =>
		stop(
			`The quote shows no ${what}, so '${option}' cannot be checked.`,
			'Remove the option to go on all the same.',
		);
	if (input.ifDateMoves === 'fail' && requested !== undefined) {
		if (typeof date !== 'string') throw uncheckable('publication date', 'If Date Moves');
		if (dateMoved(quote, requested)) {
			throw stop(
				`The publication date would move from ${requested} to ${date}.`,
				"Choose another 'Publication Date', or set 'If Date Moves' to Accept.",
			);
		}
	}
	if (input.ifTextChanges === 'fail') {
		if (typeof texte !== 'string') throw uncheckable('composed text', 'If Text Changes');
		const { missing } = compareComposed(body.texte, texte);
		if (missing.length > 0) {
			throw stop(
				`The text as the service composed it lacks words of yours: ${quotePassages(missing)}.`,
				"Correct the 'Text', or set 'If Text Changes' to Warn.",
			);
		}
	}
	if (maximumTotal === undefined) return;
	if (totalCents(quote) === undefined) throw uncheckable('total including tax', 'Maximum Total');
	const above = figuresAbove(quote, maximumTotal);
	if (above === undefined) return;
	throw stop(
		`The notice would cost ${above}.`,
		"Raise 'Maximum Total', shorten the text, or choose fewer paper proofs.",
	);
}

/** Quotes the order of a replacement and finds what else could stop it. @param untouched says what was not done */
export async function quoteAhead(
	client: ServiceClient,
	{ body, notice, maximumTotal }: OrderInput,
	untouched: string,
): Promise<Answer> {
	if (body.contact !== undefined) {
		const answer = await client.call({ method: 'GET', path: '/contacts' });
		if (!recordsOf(answer, 'contacts').some(({ id }) => Number(id) === body.contact)) {
			throw new InputProblem(
				'Contact',
				`'Contact' is ${body.contact}, which your account does not have. ${untouched}`,
				'Choose it from the list, or remove the option.',
			);
		}
	}
	const quoted = await quoteOf(client, notice);
	checkQuote(quoted, notice, maximumTotal);
	if (notice.requestedDate === undefined) return quoted;
	// A quote may keep a date for which the order is then refused: within the listed ones it has to be one of them.
	const date = typeof quoted.date_parution === 'string' ? dayOf(quoted) : notice.requestedDate;
	const ask = async () => await upcomingDates(client, body);
	const listed = (notice.ifDateMoves === 'fail' ? await ask() : await quietly(ask)) ?? [];
	const dates = listed.map(dayOf).sort();
	const last = dates.at(-1);
	if (last === undefined || date > last || dates.includes(date)) return quoted;
	const next = dates.filter((one) => one > date).slice(0, SHOWN_DATES);
	throw new OperationStop(
		`The publication does not take notices for ${date}. ${untouched}`,
		`Choose another 'Publication Date'. Next dates: ${next.join(', ')}.`,
	);
}
