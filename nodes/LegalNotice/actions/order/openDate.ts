/** Dates of publication that close: what is refused for its date is sent for one of the next ones. */
import { datesOfPublication } from '../../domain/dates';
import type { NoticeInput, QuoteBody } from '../../domain/notice';
import { InputProblem, trimmedText } from '../../domain/parameters';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { type OperationContext, valueOf } from '../context';
import { quietly } from '../lists';

const CLOSED = ['err_bouclage_depasse', 'err_date_indisponible'];
/** The most that one call lists (specification, endpoint 11). */
const LISTED_DATES = 20;
export const NEXT_DATES = 3;

export function isForDate(failure: unknown): failure is ServiceFailure {
	return failure instanceof ServiceFailure && CLOSED.some((code) => failure.has(code));
}

/** A date that must not move and that its expression did not find would be any date. */
export function refuseLostDate({ fn }: OperationContext): void {
	const written = valueOf(fn.getNode().parameters.publicationDate);
	if (typeof written !== 'string' || !written.startsWith('=')) return;
	throw new InputProblem(
		'Publication Date',
		"'Publication Date' is empty, and the option 'If Date Moves' is Fail.",
		'Check its expression, or remove the option.',
	);
}

/** Sends a notice, and again for the next dates when the service refuses a closed one instead of moving it. */
export async function sendForOpenDate<Body extends QuoteBody, Done>(
	client: ServiceClient,
	{ ifDateMoves }: Pick<NoticeInput, 'ifDateMoves'>,
	body: Body,
	send: (body: Body) => Promise<Done>,
): Promise<Done> {
	const first = await attempt(send, body);
	if ('done' in first) return first.done;
	if (ifDateMoves === 'fail' || body.date_parution === undefined) throw first.refusal;
	let { refusal } = first;
	for (const date_parution of await laterDates(client, body)) {
		const next = await attempt(send, { ...body, date_parution });
		if ('done' in next) return next.done;
		({ refusal } = next);
	}
	throw refusal;
}

/** @throws whatever is no refusal for the date */
async function attempt<Body, Done>(
	send: (body: Body) => Promise<Done>,
	body: Body,
): Promise<{ readonly done: Done } | { readonly refusal: ServiceFailure }> {
	try {
		return { done: await send(body) };
	} catch (failure) {
		if (isForDate(failure)) return { refusal: failure };
		throw asThrown(failure);
	}
}

/** More than one: a list may begin with a date that has closed as well. */
async function laterDates(client: ServiceClient, body: QuoteBody): Promise<string[]> {
	const { date_parution: asked = '' } = body;
	const listed = await quietly(async () => await upcomingDates(client, body));
	const later = (listed ?? []).map(publicationDay).filter((day) => day > asked);
	return later.sort().slice(0, NEXT_DATES);
}

/** The body with the date that its quote retained. */
export function withQuotedDate<Body extends QuoteBody>(body: Body, quoted: Answer): Body {
	if (body.date_parution === undefined || typeof quoted.date_parution !== 'string') return body;
	return { ...body, date_parution: publicationDay(quoted) };
}

export function publicationDay({ date_parution: date }: Answer): string {
	return trimmedText(date).slice(0, 10);
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
