/** The date of an order: sent for the next ones where it has closed, and what a quote retains of it. */
import { datesOfPublication, dayOf, daysOf } from '../../domain/dates';
import type { NoticeInput, QuoteBody } from '../../domain/notice';
import { rethrown, ServiceFailure } from '../../errors/failures';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { withFallback } from '../lists';

const CLOSED = ['err_bouclage_depasse', 'err_date_indisponible'];
/** The most that one call lists (specification, endpoint 11). */
const LISTED_DATES = 20;
export const NEXT_DATES = 3;

/** Sends a notice, and again for the next dates when the service refuses a closed one instead of moving it. */
export async function sendForOpenDate<Body extends QuoteBody, Done>(
	client: ServiceClient,
	{ ifDateMoves }: Pick<NoticeInput, 'ifDateMoves'>,
	body: Body,
	send: (body: Body) => Promise<Done>,
): Promise<Done> {
	const first = await sendUnlessClosed(send, body);
	if ('done' in first) return first.done;
	if (ifDateMoves === 'fail' || body.date_parution === undefined) throw first.refusal;
	let { refusal } = first;
	for (const date_parution of await laterDates(client, body, body.date_parution)) {
		const next = await sendUnlessClosed(send, { ...body, date_parution });
		if ('done' in next) return next.done;
		({ refusal } = next);
	}
	throw refusal;
}

/** @throws whatever is no refusal for the date */
async function sendUnlessClosed<Body, Done>(
	send: (body: Body) => Promise<Done>,
	body: Body,
): Promise<{ readonly done: Done } | { readonly refusal: ServiceFailure }> {
	try {
		return { done: await send(body) };
	} catch (failure) {
		if (refusesDate(failure)) return { refusal: failure };
		throw rethrown(failure);
	}
}

function refusesDate(failure: unknown): failure is ServiceFailure {
	return failure instanceof ServiceFailure && CLOSED.some((code) => failure.has(code));
}

/** Whether the date may be over: an earlier run may have ordered in time, and a service may call it incorrect now. */
export function mayMeanDateIsOver(failure: unknown): boolean {
	if (refusesDate(failure)) return true;
	return failure instanceof ServiceFailure && failure.has('err_date_parution_incorrect');
}

/** Several dates are tried, because a list may begin with one that has closed as well. */
async function laterDates(
	client: ServiceClient,
	body: QuoteBody,
	refused: string,
): Promise<string[]> {
	const listed = await withFallback(async () => await upcomingDates(client, body), []);
	const later = daysOf(listed).filter((day) => day > refused);
	return later.slice(0, NEXT_DATES);
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

/** The body with the date that its quote retained, where it was quoted for a date. */
export function withQuotedDate<Body extends QuoteBody>(
	body: Body,
	quoted: Answer | undefined,
): Body {
	if (body.date_parution === undefined) return body;
	return { ...body, date_parution: quotedDay(quoted, body.date_parution) };
}

/** A quote moves a date to a later one; an earlier one is a placeholder, such as 0001-01-01. */
export function quotedDay(quoted: Answer | undefined, requested: string): string {
	const day = dayOf(quoted?.date_parution);
	if (day === undefined || day < requested) return requested;
	return day;
}

/** Dates until this one are none, but stand in the place of one, such as 0001-01-01. */
const LAST_PLACEHOLDER = '1970-12-31';

/** The day that the answer to a quote or order retains; undefined where it shows none. */
export function retainedDay({ date_parution: date }: Answer): string | undefined {
	const day = dayOf(date);
	return day !== undefined && day > LAST_PLACEHOLDER ? day : undefined;
}
