/** The date of an order: which days follow one that has closed, and which day a quote or an order retains. */
import { datesOfPublication, dayOf, daysOf } from '../../reading/cells/dates';
import type { NoticeInput, QuoteBody } from '../../domain/notice';
import { rethrown, ServiceFailure } from '../../errors/failures';
import type { Answer } from '../../transport/envelope';
import { LOOK_UP, type Manner, READ, SENDING_AGAIN, whyAgain } from '../../transport/sendingAgain';
import type { OperationContext } from '../context';
import { listOnce } from '../lists';

/** The most that one call lists (specification, endpoint 11). */
const LISTED_DATES = 20;

/** The days that one notice may still be moved to. */
export class OpenDays {
	private tried = 0;

	constructor(
		readonly context: OperationContext,
		private readonly notice: Pick<NoticeInput, 'body' | 'ifDateMoves'>,
	) {}

	/**
	 * The day to try next, where the service refuses a closed one instead of moving it.
	 *
	 * @param day the one that was refused
	 * @returns undefined where the failure is about something else, the date must not move, or no day is left
	 */
	async after(day: string | undefined, failure: unknown): Promise<string | undefined> {
		const mayMove = this.notice.ifDateMoves === 'accept' && day !== undefined;
		if (!mayMove || !refusesDate(failure) || this.tried >= SENDING_AGAIN.closedDate.times)
			return undefined;
		this.tried++;
		// Without the list the refusal stands. An order that has begun is brought to its end, so it is a look-up.
		const listed = await upcomingDays(this.context, this.notice.body, LOOK_UP).catch(() => []);
		return listed.find((next) => next > day);
	}
}

/** Whether it is refused for certain, for a day that has closed. */
export function refusesDate(failure: unknown): boolean {
	return failure instanceof ServiceFailure && whyAgain(failure, READ) === 'closedDate';
}

/** Whether the date may be over: an earlier run may have ordered in time, and a service may call it incorrect now. */
export function mayMeanDateIsOver(failure: unknown): boolean {
	if (refusesDate(failure)) return true;
	return failure instanceof ServiceFailure && failure.has('err_date_parution_incorrect');
}

/** Does something for a day that is open: for the one of the body, or for the next ones. */
export async function forOpenDay<Done>(
	days: OpenDays,
	body: QuoteBody,
	work: (body: QuoteBody) => Promise<Done>,
): Promise<Done> {
	try {
		return await work(body);
	} catch (failure) {
		const day = await days.after(body.date_parution, failure);
		if (day === undefined) throw rethrown(failure);
		return await forOpenDay(days, { ...body, date_parution: day }, work);
	}
}

/** The next days of a notice's publication (specification, endpoint 11), asked for once in an execution. */
export async function upcomingDays(
	context: OperationContext,
	{ publication, departement }: QuoteBody,
	manner: Manner,
): Promise<string[]> {
	const query = { quantite: LISTED_DATES, publication, departement };
	const how = { query, manner };
	const listed = await listOnce(context, '/dates-parutions', 'publications', how);
	return daysOf([...datesOfPublication(listed, publication)]);
}

/** Dates until this one are none, but stand in the place of one, such as 0001-01-01. */
const LAST_PLACEHOLDER = '1970-12-31';

/** The day that the answer to a quote or order retains; undefined where it shows none. */
export function retainedDay({ date_parution: date }: Answer): string | undefined {
	const day = dayOf(date);
	return day !== undefined && day > LAST_PLACEHOLDER ? day : undefined;
}

/** The body for the day that its quote retained: between a quote and its order a closing time may pass. */
export function onQuotedDay<Body extends QuoteBody>(body: Body, quoted: Answer | undefined): Body {
	const day = quoted && retainedDay(quoted);
	return day === undefined ? body : { ...body, date_parution: day };
}
