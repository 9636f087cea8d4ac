import type { Publication } from './accounts.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';

/** Wall-clock time in Paris, which every date of the interface is given in. */
const format = new Intl.DateTimeFormat('sv-SE', {
	timeZone: 'Europe/Paris',
	dateStyle: 'short',
	timeStyle: 'medium',
});

/** Paris time as `AAAA-MM-JJ HH:MM:SS`; two such texts compare in order of time. */
export function parisTime(epochMs: number): string {
	return format.format(epochMs);
}

/** Whether the text is a real day written `AAAA-MM-JJ`. */
export function isDate(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	return !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

/** The day some days later (or earlier, when negative). */
export function addDays(day: string, count: number): string {
	const date = new Date(`${day}T00:00:00Z`);
	date.setUTCDate(date.getUTCDate() + count);
	return date.toISOString().slice(0, 10);
}

/** 1 Monday to 7 Sunday. */
function weekday(day: string): number {
	return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

export interface PublicationDate {
	date_parution: string;
	date_bouclage: string;
}

/** How far ahead a requested date may be, in days. */
const horizon = 365;

/** French public holidays: fixed ones, and those that follow Easter. */
function isHoliday(day: string): boolean {
	if (/-(01-01|05-01|05-08|07-14|08-15|11-01|11-11|12-25)$/.test(day)) return true;
	const sunday = easter(Number(day.slice(0, 4)));
	return [1, 39, 50].some((after) => addDays(sunday, after) === day);
}

/** Sunday of Easter in the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): string {
	const a = year % 19;
	const b = Math.floor(year / 100);
	const c = year % 100;
	const d = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30;
	const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
	return addDays(`${year}-03-22`, d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451));
}

/** Saturdays, Sundays and public holidays: nobody closes an edition on them. */
function isWorkingDay(day: string): boolean {
	return weekday(day) < 6 && !isHoliday(day);
}

/**
 * The closing time of one publication day, null when the newspaper does not appear on it: the usual number of days
 * before; when a non-working day lies from the closing day to the publication day, 24 hours earlier, and again until a
 * working day ("Closing time and publication dates", 1 and 2).
 */
function closingOn(
	{ rules, settings }: Service,
	{ newspaper, id }: Publication,
	day: string,
): string | null {
	const exception = settings.exceptionalClosings.find(
		(entry) => entry.publication === id && entry.date_parution === day,
	);
	if (exception && rules.on('closing-exceptional')) return exception.date_bouclage;
	const pauses = newspaper.type === 'papier' && /-(01-01|05-01|12-25)$/.test(day);
	if (pauses || !newspaper.weekdays.includes(weekday(day))) return null;
	let closing = addDays(day, -newspaper.closesDaysBefore);
	if (rules.on('closing-moved-back')) {
		const days = Array.from({ length: newspaper.closesDaysBefore }, (_, i) => addDays(closing, i));
		if (!days.every(isWorkingDay)) closing = addDays(closing, -1);
		while (!isWorkingDay(closing)) closing = addDays(closing, -1);
	}
	return `${closing} ${newspaper.closesAt}`;
}

/**
 * The next dates that can still be ordered.
 *
 * @param from the first day that interests, today when earlier
 */
export function nextDates(
	service: Service,
	publication: Publication,
	count: number,
	from = '',
): PublicationDate[] {
	const now = service.parisNow();
	const found: PublicationDate[] = [];
	let day = from > now ? from : now.slice(0, 10);
	for (let i = 0; i <= horizon && found.length < count; i += 1) {
		const closing = closingOn(service, publication, day);
		if (closing !== null && closing > now) {
			found.push({ date_parution: day, date_bouclage: closing });
		}
		day = addDays(day, 1);
	}
	return found;
}

/**
 * The date retained, with its closing time ("Closing time and publication dates", 4).
 *
 * @param asked empty for the next one
 */
export function chooseDate(
	service: Service,
	publication: Publication,
	asked: string,
	purpose: 'quote' | 'order',
): PublicationDate {
	const { rules, settings } = service;
	const now = service.parisNow();
	const today = now.slice(0, 10);
	const next = (from = ''): PublicationDate => {
		const [first, second] = nextDates(service, publication, 2, from);
		const found = rules.on('date-next') || asked !== '' ? first : second;
		if (!found) throw new Refusal(['err_date_indisponible']);
		return found;
	};
	if (asked === '') return next();
	const available = rules.on('date-available');
	if (asked > addDays(today, horizon) && available) throw new Refusal(['err_date_indisponible']);
	const closing = closingOn(service, publication, asked);
	if (closing !== null && closing > now) return { date_parution: asked, date_bouclage: closing };
	if (closing === null && asked >= today && available) {
		if (settings.unavailableDate === 'refuse') throw new Refusal(['err_date_indisponible']);
		return next(asked);
	}
	const refuses = purpose === 'order' && settings.orderMissedDate === 'refuse';
	if (refuses && rules.on('date-missed-refused')) throw new Refusal(['err_bouclage_depasse']);
	if (rules.on('date-moved')) return next(asked);
	return { date_parution: asked, date_bouclage: closing ?? `${asked} 00:00:00` };
}
