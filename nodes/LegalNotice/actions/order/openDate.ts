import { datesOfPublication } from '../../domain/dates';
import type { NoticeInput, QuoteBody } from '../../domain/notice';
import { trimmedText } from '../../domain/parameters';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { quietly } from '../lists';

const CLOSED = ['err_bouclage_depasse', 'err_date_indisponible'];
/** The most that one call lists (specification, endpoint 11). */
const LISTED_DATES = 20;
export const NEXT_DATES = 3;

export function isForDate(failure: unknown): failure is ServiceFailure {
	return failure instanceof ServiceFailure && CLOSED.some((code) => failure.has(code));
}

/** Sends a notice, and again for the next dates when the service refuses a closed one instead of moving it. */
export async function sendForOpenDate<Body extends QuoteBody, Done>(
	client: ServiceClient,
	{ ifDateMoves }: Pick<NoticeInput, 'ifDateMoves'>,
	body: Body,
	send: (body: Body) => Promise<Done>,
): Promise<Done> {
	const { date_parution: asked } = body;
	let refused: unknown;
	try {
		return await send(body);
	} catch (refusal) {
		if (!isForDate(refusal) || ifDateMoves === 'fail' || asked === undefined) {
			throw asThrown(refusal);
		}
		refused = refusal;
	}
	const dates = (await quietly(async () => await upcomingDates(client, body))) ?? [];
	const later = dates.map(publicationDay).filter((day) => day > asked);
	// A list may begin with a date that has closed as well.
	for (const date_parution of later.sort().slice(0, NEXT_DATES)) {
		try {
			return await send({ ...body, date_parution });
		} catch (refusal) {
			if (!isForDate(refusal)) throw asThrown(refusal);
			refused = refusal;
		}
	}
	throw asThrown(refused);
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
