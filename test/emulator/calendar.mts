/** Dates of publication and closing times, on the wall clock of Paris, as strings that sort. */

export interface Appearance {
	/** `AAAA-MM-JJ` */
	readonly date_parution: string;
	/** `AAAA-MM-JJ HH:MM:SS` */
	readonly date_bouclage: string;
}

export interface Rhythm {
	/** Days of the week on which the newspaper appears, 0 for Sunday. */
	readonly weekdays: readonly number[];
	/** Normal distance between the closing day and the publication day, in days. */
	readonly lead: number;
	/** `HH:MM:SS` */
	readonly closingTime: string;
}

const dayInMilliseconds = 86_400_000;

const paris = new Intl.DateTimeFormat('sv-SE', {
	timeZone: 'Europe/Paris',
	dateStyle: 'short',
	timeStyle: 'medium',
});

/** The wall clock of Paris at an instant, as `AAAA-MM-JJ HH:MM:SS`. */
export function parisTime(instant: number): string {
	return paris.format(instant);
}

/** Whether `text` is a day that exists, written `AAAA-MM-JJ`. */
export function isDate(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const instant = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

export function addDays(date: string, days: number): string {
	const instant = Date.parse(`${date}T00:00:00Z`) + days * dayInMilliseconds;
	return new Date(instant).toISOString().slice(0, 10);
}

function weekday(date: string): number {
	return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Sunday of Easter in the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): string {
	const a = year % 19;
	const b = Math.floor(year / 100);
	const c = year % 100;
	const d = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30;
	const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
	const f = Math.floor((a + 11 * d + 22 * e) / 451);
	const march22 = d + e - 7 * f;
	return addDays(`${String(year)}-03-22`, march22);
}

const fixedHolidays = new Set(
	['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'].map((day) => `-${day}`),
);

export function isWorkingDay(date: string): boolean {
	if ([0, 6].includes(weekday(date)) || fixedHolidays.has(date.slice(4))) return false;
	const sunday = easter(Number(date.slice(0, 4)));
	return ![1, 39, 50].some((days) => addDays(sunday, days) === date);
}

/**
 * Closing time of a publication day, section "Closing time and publication dates", rule 2: a
 * non-working day between both moves it back 24 h, and again until a working day is met.
 */
export function closing(date: string, rhythm: Rhythm): string {
	let day = addDays(date, -rhythm.lead);
	let between = false;
	for (let other = day; other < date; other = addDays(other, 1)) {
		if (!isWorkingDay(other)) between = true;
	}
	if (between) day = addDays(day, -1);
	while (!isWorkingDay(day)) day = addDays(day, -1);
	return `${day} ${rhythm.closingTime}`;
}

/** Whether the newspaper appears that day at all, its closing time put aside. */
export function appearsOn(date: string, rhythm: Rhythm): boolean {
	return rhythm.weekdays.includes(weekday(date));
}

/** The next `count` days that can still be ordered at `now`, none before `from`. */
export function upcoming(rhythm: Rhythm, now: string, count: number, from = ''): Appearance[] {
	const found: Appearance[] = [];
	const today = now.slice(0, 10);
	let date = from > today ? from : today;
	while (found.length < count) {
		if (appearsOn(date, rhythm)) {
			const date_bouclage = closing(date, rhythm);
			if (date_bouclage > now) found.push({ date_parution: date, date_bouclage });
		}
		date = addDays(date, 1);
	}
	return found;
}
