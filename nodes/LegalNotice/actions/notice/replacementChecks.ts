import { OperationStop } from '../../domain/operationStop';
import type { ServiceClient } from '../../transport/client';
import { dayOf, quietly, quoteOf } from './closedDate';
import { checkQuote } from './guards';
import type { OrderInput } from './orderInput';
import type { NamedNotice } from './resolveNotice';
import { upcomingDates } from './upcomingDates';
import { InputProblem } from '../../domain/parameters';
import { type Answer, recordsOf } from '../../transport/envelope';

const LISTED_DATES = 20;
const SHOWN = 3;

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
	const untouched = old ? 'Nothing was cancelled.' : 'Nothing was ordered.';
	await checkContact(client, input, untouched);
	const quoted = await quoteOf(client, input.notice, input.notice.body);
	checkQuote(quoted, input.notice, input.maximumTotal);
	await checkDate(client, input, quoted, untouched);
	return quoted;
}

async function checkContact(
	client: ServiceClient,
	{ body }: OrderInput,
	untouched: string,
): Promise<void> {
	if (body.contact === undefined) return;
	const contacts = recordsOf(await client.call({ method: 'GET', path: '/contacts' }), 'contacts');
	if (contacts.some(({ id }) => Number(id) === body.contact)) return;
	throw new InputProblem(
		'Contact',
		`'Contact' is ${body.contact}, which your account does not have. ${untouched}`,
		'Choose it from the list, or remove the option to take the default contact.',
	);
}

/**
 * A quote may keep a date on which the publication does not appear, and the order would then be refused: a date within
 * the listed ones has to be one of them. A list that cannot be had only counts where a date must not move.
 */
async function checkDate(
	client: ServiceClient,
	{ notice }: OrderInput,
	quoted: Answer,
	untouched: string,
): Promise<void> {
	const { requestedDate, ifDateMoves, body } = notice;
	if (requestedDate === undefined) return;
	const date =
		typeof quoted.date_parution === 'string' ? quoted.date_parution.slice(0, 10) : requestedDate;
	const ask = async () => await upcomingDates(client, body, LISTED_DATES);
	const listed = (ifDateMoves === 'fail' ? await ask() : await quietly(ask)) ?? [];
	const dates = listed.map(dayOf).sort();
	const last = dates.at(-1);
	if (last === undefined || date > last || dates.includes(date)) return;
	const next = dates.filter((one) => one > date).slice(0, SHOWN);
	throw new OperationStop(
		`The publication does not take notices for ${date} any more, or does not appear that day. ${untouched}`,
		`Choose another 'Publication Date'. Next dates: ${next.join(', ')}.`,
	);
}
