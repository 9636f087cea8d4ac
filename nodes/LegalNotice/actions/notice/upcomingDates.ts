import type { ServiceClient } from '../../transport/client';
import type { QuoteBody } from './noticeInput';
import { datesOfPublication } from '../../domain/dates';
import type { Answer } from '../../transport/envelope';

/**
 * The next dates of a notice's publication, each with its closing time (specification, endpoint 11).
 *
 * @param quantity 1 to 20
 */
export async function upcomingDates(
	client: ServiceClient,
	{ publication, departement }: QuoteBody,
	quantity: number,
): Promise<Answer[]> {
	const query = { quantite: quantity, publication, departement };
	const { publications } = await client.call({ method: 'GET', path: '/dates-parutions', query });
	return [...datesOfPublication(publications, publication)];
}
