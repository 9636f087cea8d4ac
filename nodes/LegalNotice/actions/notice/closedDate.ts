import { OperationStop } from '../../domain/operationStop';
import type { ServiceClient } from '../../transport/client';
import { explain } from '../../transport/errors';
import { asThrown, ServiceFailure } from '../../transport/failures';
import type { NoticeInput, QuoteBody } from './noticeInput';
import { findExisting } from './numberedNotice';
import type { OrderInput } from './orderInput';
import type { PlacedOrder } from './placeOrder';
import { upcomingDates } from './upcomingDates';
import { isRecord } from '../../domain/records';
import type { Answer } from '../../transport/envelope';

const CLOSED = ['err_bouclage_depasse', 'err_date_indisponible'];
const SHOWN = 3;
const LISTED_DATES = 20;

/**
 * A date that is closed by now says nothing of an order that was placed in time: a second run must not fail for it.
 *
 * @throws the refusal, with the next dates when it is for the date
 */
export async function orderedBefore(
	client: ServiceClient,
	{ body, ifAlreadyOrdered }: OrderInput,
	refusal: unknown,
): Promise<PlacedOrder> {
	if (isForDate(refusal) && ifAlreadyOrdered !== 'fail') {
		const answer = await quietly(async () => await findExisting(client, body.numero_commande));
		if (answer) return { kind: 'existing', answer };
	}
	throw asThrown(await withNextDates(client, body, refusal));
}

/**
 * Sends a notice, and once more for the next date when the service refuses the one asked for: a service may move a date
 * that has closed or refuse it (specification, endpoints 1 and 2), and the person accepts the next one either way.
 */
export async function onOpenDate<Body extends QuoteBody, Done>(
	client: ServiceClient,
	ifDateMoves: 'accept' | 'fail',
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
		const dates = await quietly(async () => await upcomingDates(client, body, LISTED_DATES));
		const next = dates?.map(dayOf).find((day) => day > asked);
		if (next === undefined) throw asThrown(refusal);
		return await send({ ...body, date_parution: next });
	}
}

/** The body of an order for the date that its quote retained. */
export function onDateOf<Body extends QuoteBody>(body: Body, quoted: Answer): Body {
	const { date_parution: date } = quoted;
	if (body.date_parution === undefined || typeof date !== 'string') return body;
	return { ...body, date_parution: date.slice(0, 10) };
}

export function dayOf({ date_parution: date }: Answer): string {
	return String(date).slice(0, 10);
}

/** The quote of a notice (specification, endpoint 1). @throws the refusal, with the next dates when it is for the date */
export async function quoteOf(
	client: ServiceClient,
	{ ifDateMoves }: NoticeInput,
	body: QuoteBody,
): Promise<Answer> {
	try {
		return await onOpenDate(client, ifDateMoves, body, async (one) => await askQuote(client, one));
	} catch (failure) {
		throw asThrown(await withNextDates(client, body, failure));
	}
}

/** The same with the refusal as it is. @throws ServiceFailure also for a success without price: it quotes nothing */
export async function askQuote(client: ServiceClient, body: QuoteBody): Promise<Answer> {
	const answer = await client.call({ method: 'POST', path: '/devis', body });
	if (isRecord(answer.tarif)) return answer;
	throw new ServiceFailure('notTheService', { missing: 'tarif', readOnly: true });
}

/** A refusal for its date with the next dates of the publication; any other failure as it is. */
export async function withNextDates(
	client: ServiceClient,
	body: QuoteBody,
	refusal: unknown,
): Promise<unknown> {
	if (!isForDate(refusal)) return refusal;
	const dates = await quietly(async () => await upcomingDates(client, body, SHOWN));
	if (!dates?.length) return refusal;
	const { message, fix } = explain(refusal);
	const next = dates.slice(0, SHOWN).map(inWords).join(', ');
	return new OperationStop(`${message} Next dates: ${next}.`, fix, refusal, true);
}

function isForDate(failure: unknown): failure is ServiceFailure {
	return failure instanceof ServiceFailure && CLOSED.some((code) => failure.has(code));
}

function inWords({ date_parution: date, date_bouclage: closing }: Answer): string {
	return typeof closing === 'string'
		? `${String(date)} (closes ${closing.slice(0, 16)})`
		: String(date);
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
