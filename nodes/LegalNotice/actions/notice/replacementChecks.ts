import { InputProblem } from '../../domain/inputProblem';
import { OperationStop } from '../../domain/operationStop';
import { recordsOf, type Answer } from '../../transport/answer';
import type { ServiceClient } from '../../transport/client';
import { quoteOf } from './closedDate';
import { checkQuote } from './guards';
import type { OrderInput } from './orderInput';
import type { NamedNotice } from './resolveNotice';
import { upcomingDates } from './upcomingDates';

const LISTED_DATES = 20;

/**
 * Everything that can be known to stand in the way of the new order, while the old notice still exists.
 *
 * @param old undefined when the old notice is cancelled already
 * @returns the quote of the new notice
 */
export async function checkReplacement(
	client: ServiceClient,
	input: OrderInput,
	old: NamedNotice | undefined,
): Promise<Answer> {
	if (old?.answer.statut === 'parue') {
		throw new OperationStop(
			`The notice ${old.reference} is published already and cannot be replaced. Nothing was cancelled.`,
			'Order a correction instead: a notice of the category RECTIF (rectificatif) that names the published one.',
		);
	}
	await checkContact(client, input);
	await checkDate(client, input);
	const quoted = await quoteOf(client, input.notice.body);
	checkQuote(quoted, input.notice, input.maximumTotal);
	return quoted;
}

async function checkContact(client: ServiceClient, { body }: OrderInput): Promise<void> {
	if (body.contact === undefined) return;
	const contacts = recordsOf(await client.call({ method: 'GET', path: '/contacts' }), 'contacts');
	if (contacts.some(({ id }) => Number(id) === body.contact)) return;
	throw new InputProblem(
		'Contact',
		`'Contact' is ${body.contact}, which your account does not have. Nothing was cancelled.`,
		'Choose it from the list, or remove the option to take the default contact.',
	);
}

/** A date within the listed ones that is not among them can only move, and that is what the person may not want. */
async function checkDate(client: ServiceClient, { notice }: OrderInput): Promise<void> {
	const { requestedDate, ifDateMoves, body } = notice;
	if (requestedDate === undefined || ifDateMoves !== 'fail') return;
	const dates = (await upcomingDates(client, body, LISTED_DATES))
		.map(({ date_parution: date }) => String(date))
		.sort();
	const last = dates.at(-1);
	if (last === undefined || requestedDate > last || dates.includes(requestedDate)) return;
	const next = dates.find((date) => date > requestedDate);
	throw new OperationStop(
		`The publication does not take notices for ${requestedDate} any more, or does not appear that day. Nothing was cancelled.`,
		`Choose another 'Publication Date'${next ? `; the next one is ${next}` : ''}.`,
	);
}
