/** The date of an order: which days follow one that has closed, and which day a quote or an order retains. */
import {
	datesOfPublication,
	dayOf,
	daysOf,
	englishDays,
	frenchDays,
} from '../../reading/cells/dates';
import type { NoticeInput, QuoteBody } from '../../domain/notice';
import { rethrown, ServiceFailure } from '../../errors/failures';
import type { Answer } from '../../transport/envelope';
import {
	LOOK_UP,
	type Manner,
	READ,
	SENDING_AGAIN,
	SPARE,
	whyAgain,
} from '../../transport/sendingAgain';
import type { OperationContext } from '../context';
import { inTime, sharedList } from '../lists';

/** The most that one call lists (specification, endpoint 11). */
const LISTED_DATES = 20;

/** The days that one notice may still be moved to. */
export class OpenDays {
	private refused = 0;
	/** The person knows the day that was given, and none of those that the node tries after it. */
	private first: ServiceFailure | undefined;

	constructor(
		readonly context: OperationContext,
		private readonly notice: Pick<NoticeInput, 'body' | 'ifDateMoves'>,
	) {}

	/**
	 * The day to try next, where the service refuses a closed one instead of moving it.
	 *
	 * @param day the one that was refused
	 * @throws the failure, where it is about something else or the date must not move; where no day is left, that of the first day
	 */
	async after(day: string | undefined, failure: unknown): Promise<string> {
		const mayMove = this.notice.ifDateMoves === 'accept' && day !== undefined;
		if (!mayMove || !refusesDate(failure)) throw rethrown(failure);
		const first = (this.first ??= failure);
		if (++this.refused > SENDING_AGAIN.closedDate.times) throw first;
		// Without the list the refusal is the answer. An order that has begun is brought to its end, so it is a look-up.
		const listed = await upcomingDays(this.context, this.notice.body, LOOK_UP).catch(() => []);
		const next = listed.find((one) => one > day);
		if (next === undefined) throw first;
		return next;
	}
}

/** Whether it is refused for certain, for a day that has closed. */
export function refusesDate(failure: unknown): failure is ServiceFailure {
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
		return await forOpenDay(days, { ...body, date_parution: day }, work);
	}
}

/** The next days of a notice's publication (specification, endpoint 11), requested once in an execution. */
export async function upcomingDays(
	context: OperationContext,
	{ publication, departement }: QuoteBody,
	manner: Manner,
): Promise<string[]> {
	const query = { quantite: LISTED_DATES, publication, departement };
	const how = { query, manner };
	const listed = await sharedList(context, '/dates-parutions', 'publications', how);
	return daysOf([...datesOfPublication(listed, publication)]);
}

/** A requested day on which the newspaper does not appear. */
export interface MissedDay {
	/** With the days before and after it on which the newspaper appears. */
	readonly english: string;
	readonly french: string;
}

type DatedNotice = Pick<NoticeInput, 'body' | 'requestedDate'>;

/** Why an answer retains another day than the requested one, where it is because the newspaper does not appear then. */
export async function missedDay(
	context: OperationContext,
	notice: DatedNotice,
	answer: Answer,
	isPlaced: boolean,
): Promise<MissedDay | undefined> {
	const day = retainedDay(answer);
	if (day === undefined || day === notice.requestedDate) return undefined;
	return await dayWithoutIssue(context, notice, isPlaced);
}

/** @returns undefined where the newspaper may appear on the requested day: only a list that reaches beyond it on both sides says that it does not */
export async function dayWithoutIssue(
	context: OperationContext,
	{ body, requestedDate }: DatedNotice,
	isPlaced = false,
): Promise<MissedDay | undefined> {
	if (requestedDate === undefined) return undefined;
	const days = await daysIfListed(context, body, isPlaced);
	const before = days.filter((one) => one < requestedDate).at(-1);
	const after = days.find((one) => one > requestedDate);
	if (before === undefined || after === undefined || days.includes(requestedDate)) return undefined;
	const [around, missed] = [englishDays([before, after]), englishDays([requestedDate])];
	return {
		english: `The newspaper appears on ${around}, not on ${missed}.`,
		french: `le journal paraissant ${frenchDays([before, after])}`,
	};
}

/**
 * They only add to what is said: none where they cannot be read, which is tried once, nor in time for an order that is placed
 * already.
 */
export async function daysIfListed(
	context: OperationContext,
	body: QuoteBody,
	isPlaced = false,
): Promise<string[]> {
	const asking = upcomingDays(context, body, SPARE).catch((): string[] => []);
	return await (isPlaced ? inTime(asking, []) : asking);
}

/** The day that the answer to a quote or order retains; undefined where it shows none. */
export function retainedDay({ date_parution: date }: Answer): string | undefined {
	return dayOf(date);
}

/** The body for the day that its quote retained: between a quote and its order a closing time may pass. */
export function onQuotedDay<Body extends QuoteBody>(body: Body, quoted: Answer | undefined): Body {
	const day = quoted && retainedDay(quoted);
	return day === undefined ? body : { ...body, date_parution: day };
}

/** The next two days on which it can appear, in English; undefined where the service lists none. */
export async function nextDays(
	context: OperationContext,
	body: QuoteBody,
	requestedDate: string,
): Promise<string | undefined> {
	const days = await daysIfListed(context, body);
	const next = days.filter((one) => one > requestedDate).slice(0, 2);
	return next.length === 0 ? undefined : `It can appear on ${englishDays(next)}.`;
}
