/**
 * The last day that the law or the client allows for a publication (*Publish By*): whether a quoted day is later, and which
 * newspapers of the department would still be in time.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	dayOf,
	frenchDay,
	frenchMoment,
	parisIso,
	readDay,
	writtenDate,
} from '../../reading/cells/dates';
import type { NoticeInput } from '../../domain/notice';
import { trimmedText } from '../../reading/cells/parameters';
import { listOfFields } from '../../reading/records';
import type { Answer } from '../../transport/envelope';
import { SPARE } from '../../transport/sendingAgain';
import type { OperationContext } from '../context';
import { sharedList } from '../lists';
import { retainedDay } from './openDate';

const LABEL = 'Publish By';
const MOST_NEWSPAPERS = 5;
/** Days requested of each newspaper: the first ones of a list may have closed since it was made. */
const DAYS_EACH = 3;

/** Why a day is too late, and what to do. */
export interface Lateness {
	readonly message: string;
	readonly advice: string;
	/** What can be done, for whoever approves the notice. */
	readonly french: string;
}

/** @returns `AAAA-MM-JJ`; undefined where the option is not set: empty, a guard is refused before. @throws InputProblem */
export function readPublishBy({ publishBy }: IDataObject): string | undefined {
	return readDay(LABEL, publishBy, 'Give a date such as 2026-12-04 or 04/12/2026.');
}

/** Whether a notice would appear later than its last day; false where the answer shows no day. */
export function isLate(answer: Answer, publishBy: string | undefined): boolean {
	const day = retainedDay(answer);
	return publishBy !== undefined && day !== undefined && day > publishBy;
}

/** @returns undefined where the quoted day is in time, or no last day is set */
export async function latenessOf(
	context: OperationContext,
	{ body }: NoticeInput,
	{ quote, publishBy }: { readonly quote: Answer; readonly publishBy: string | undefined },
): Promise<Lateness | undefined> {
	if (publishBy === undefined) return undefined;
	const day = retainedDay(quote);
	if (day === undefined) {
		const message = `The quote shows no publication date, so '${LABEL}' cannot be checked.`;
		return {
			message,
			advice: 'Remove the option to order without this check.',
			french:
				'Le devis n’indique pas de date de parution\u00a0: la date limite n’est pas vérifiée.',
		};
	}
	if (day <= publishBy) return undefined;
	const { departement: department, publication } = body;
	const issues = await nextIssues(context, department);
	const message = `The notice would appear on ${day}, later than '${LABEL}' (${publishBy}).`;
	if (issues === undefined) {
		const unread = `The other newspapers of the department ${department} could not be looked up.`;
		return {
			message: `${message} ${unread}`,
			advice: 'Run it again to see which of them are in time, or ask the newspaper.',
			french: 'Les autres journaux du département n’ont pas pu être consultés.',
		};
	}
	// Its own newspaper may appear in time as well where a later day was chosen.
	const early = issues.filter((issue) => issue.day <= publishBy).slice(0, MOST_NEWSPAPERS);
	if (early.length > 0) {
		return {
			message: `${message} Still in time: ${early.map(inWords).join('; ')}.`,
			advice: "Choose one of them as 'Publication', and its day as 'Publication Date'.",
			french: `Encore à temps\u00a0: ${early.map(inFrench).join('\u00a0; ')}.`,
		};
	}
	const [earliest] = issues.filter(({ id }) => id !== String(publication));
	const next = earliest ? `; the earliest is ${inWords(earliest)}` : '';
	const first = earliest ? `\u00a0; le premier est ${inFrench(earliest)}` : '';
	return {
		message: `${message} No other newspaper of the department ${department} is in time${next}.`,
		advice: `Change '${LABEL}', or ask the newspaper.`,
		french: `Aucun autre journal du département ${department} ne paraît à temps${first}.`,
	};
}

/** The next day of a newspaper that can still be ordered. */
interface Issue {
	readonly id: string;
	readonly name: string;
	readonly day: string;
	/** `AAAA-MM-JJ HH:MM`; '' where the service does not say it. */
	readonly closing: string;
}

function inWords({ name, id, day, closing }: Issue): string {
	const until = closing === '' ? '' : `, closing ${closing}`;
	return `${name} (${id}) on ${day}${until}`;
}

function inFrench({ name, id, day, closing }: Issue): string {
	const until = frenchMoment(closing);
	const closes = until === undefined ? '' : `, bouclage ${until}`;
	return `${name} (${id}) le ${frenchDay(day) ?? day}${closes}`;
}

/**
 * The next issue of each newspaper of a department, the earliest first, from one list.
 *
 * @returns undefined where it cannot be read, which is tried once: it only adds to what is said
 */
async function nextIssues(
	context: OperationContext,
	departement: string,
): Promise<Issue[] | undefined> {
	const how = { query: { quantite: DAYS_EACH, departement }, manner: SPARE };
	const [listed, newspapers] = await Promise.all([
		sharedList(context, '/dates-parutions', 'publications', how).catch(() => undefined),
		sharedList(context, '/publications', 'publications', {
			query: { departement },
			manner: SPARE,
		}).catch(() => []),
	]);
	if (!listed) return undefined;
	const names = new Map(
		newspapers.map(({ id, libelle }) => [trimmedText(id), trimmedText(libelle)]),
	);
	const now = parisIso(Date.now()).slice(0, 16).replace('T', ' ');
	const byDay = (one: Issue, other: Issue) => one.day.localeCompare(other.day);
	const next = listed.flatMap(({ id: ofNewspaper, dates }) => {
		const id = trimmedText(ofNewspaper);
		const name = names.get(id) || 'publication';
		const issues = listOfFields(dates).map(({ date_parution: date, date_bouclage: closing }) => {
			return {
				id,
				name,
				day: dayOf(date) ?? '',
				closing: (writtenDate(closing) ?? '').slice(0, 16),
			};
		});
		const open = issues.filter(
			({ day, closing }) => day !== '' && (closing === '' || closing > now),
		);
		return open.sort(byDay).slice(0, 1);
	});
	return next.sort(byDay);
}
