import type { NoticeInput, OrderInput } from '../../domain/notice';
import { OperationStop } from '../../errors/stops';
import { InputProblem, quotePassages, toNumber } from '../../domain/parameters';
import { isRecord } from '../../domain/records';
import { compareComposed } from '../../domain/text/compare';
import type { ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { ServiceFailure } from '../../errors/failures';
import { quietly } from '../lists';
import { publicationDay, NEXT_DATES, sendForOpenDate, upcomingDates } from './openDate';
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

export function needsQuote(
	{ ifTextChanges, ifDateMoves, requestedDate, preview }: NoticeInput,
	maximumTotal: number | undefined,
): boolean {
	const keepsDate = ifDateMoves === 'fail' && requestedDate !== undefined;
	return (maximumTotal ?? ifTextChanges ?? preview) !== undefined || keepsDate;
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
	// Billed by its length, a notice has a quantity (specification, LigneTarif); a flat price is billed once.
	const { tarif } = quote;
	const line = isRecord(tarif) && isRecord(tarif.annonce) ? tarif.annonce : {};
	const shorter = (toNumber(line.quantite) ?? 0) > 1 ? 'shorten the text, ' : '';
	throw stop(
		`The notice would cost ${above}.`,
		`Raise 'Maximum Total', ${shorter}or choose fewer paper proofs.`,
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
		if (!recordsOf(answer, 'contacts').some(({ id }) => toNumber(id) === body.contact)) {
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
	const date =
		typeof quoted.date_parution === 'string' ? publicationDay(quoted) : notice.requestedDate;
	const ask = async () => await upcomingDates(client, body);
	const listed = (notice.ifDateMoves === 'fail' ? await ask() : await quietly(ask)) ?? [];
	const dates = listed.map(publicationDay).sort();
	const last = dates.at(-1);
	if (last === undefined || date > last || dates.includes(date)) return quoted;
	const next = dates.filter((one) => one > date).slice(0, NEXT_DATES);
	throw new OperationStop(
		`The publication does not take notices for ${date}. ${untouched}`,
		`Choose another 'Publication Date'. Next dates: ${next.join(', ')}.`,
	);
}
