/**
 * Reads days and moments as users and the service write them (the service in Paris time without an offset), and writes
 * them as ISO 8601 for other nodes and in French for people.
 */
import {
	cannotBe,
	InputProblem,
	isGiven,
	kindOf,
	nonEmptyText,
	refuseList,
	toNumber,
	valueProblem,
	visibleText,
} from './parameters';
import { listOfFields, type UnknownRecord } from '../records';

/** What the specification calls `<date>` and `<datetime>` (Type names), in Paris time without an offset. */
const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is before stands for no date: programs write 0000-00-00, 0001-01-01, 1899-12-30 or 1970-01-01 where there is none. */
const FIRST_DAY = '2000-01-01';

/** A `<date>` or `<datetime>` as the service writes it, readable or not; undefined where it gives none. */
export function writtenDate(value: unknown): string | undefined {
	const text = nonEmptyText(value);
	if (text === undefined) return undefined;
	const isPlaceholder = /^-?\d{4}-\d{2}-\d{2}/.test(text) && text < FIRST_DAY;
	return isPlaceholder ? undefined : text;
}

/** It is made at its first use, and once: the first formatter takes milliseconds, for which n8n's start should not wait. */
let offsetFormat: Intl.DateTimeFormat | undefined;

/** How many hours Paris is ahead of UTC: one or two in all years since `FIRST_DAY`. */
function parisHours(epochMs: number): number {
	offsetFormat ??= new Intl.DateTimeFormat('en', {
		timeZone: 'Europe/Paris',
		// Without a field of its own it would write the whole date, which takes longer.
		weekday: 'narrow',
		timeZoneName: 'longOffset',
	});
	return offsetFormat.format(epochMs).endsWith('+02:00') ? 2 : 1;
}

/** A moment with the Paris offset: `2026-12-02T12:00:00+01:00`. */
export function parisIso(epochMs: number): string {
	const hours = parisHours(epochMs);
	const wallClock = new Date(epochMs + hours * HOUR_MS).toISOString();
	return wallClock.replace(/\.\d+Z$/, `+0${hours}:00`);
}

/** A `<date>` or `<datetime>` of the service as ISO 8601 with the Paris offset; undefined for anything else. */
function wallClockToIso(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const [, day = '', time = '00:00', seconds = ':00'] = WALL_CLOCK.exec(value.trim()) ?? [];
	const wallClock = `${day}T${time}${seconds}`;
	const asUtc = Date.parse(`${wallClock}Z`);
	if (dayOf(day) === undefined || Number.isNaN(asUtc)) return undefined;
	// Paris is one hour ahead or two, and its clocks change at one in UTC: two hours before, the offset is the right one.
	return `${wallClock}+0${parisHours(asUtc - 2 * HOUR_MS)}:00`;
}

/** Dates and times of an answer with the Paris offset; items have them besides the raw ones: `date_bouclage_iso`. */
export function isoFields(answer: UnknownRecord, names: readonly string[]): Record<string, string> {
	const found: Record<string, string> = {};
	for (const name of names) {
		const iso = wallClockToIso(answer[name]);
		if (iso !== undefined) found[`${name}_iso`] = iso;
	}
	return found;
}

const LABEL = 'Publication Date';
const ADVICE =
	'Give a date such as 2026-12-04, 04/12/2026 or 4 décembre 2026, choose it from the list, or leave it empty.';

/** The day on which a notice is to appear, see `readDay`. @throws InputProblem */
export function readPublicationDay(value: unknown): string | undefined {
	return readDay(LABEL, value, ADVICE);
}

/**
 * A day as `AAAA-MM-JJ`, `JJ/MM/AAAA`, `JJ/MM/AA` (also with dashes or points), in French or English words, ISO 8601, a JavaScript
 * Date or n8n's DateTime. A moment with an offset becomes the day it is in Paris, but midnight and the last minute of a day, which is
 * how calendars and programs write a day and its end.
 *
 * @returns `AAAA-MM-JJ`; undefined when nothing was given
 * @throws InputProblem
 */
export function readDay(label: string, value: unknown, advice: string): string | undefined {
	if (!isGiven(value)) return undefined;
	const text = dateText(label, value, advice);
	if (text === '') return undefined;
	refuseNumber(label, text);
	const day = momentDay(text) ?? namedDay(label, text);
	if (day === undefined) throw cannotBe(label, text, advice);
	if (day >= FIRST_DAY) return day;
	const what = `is ${day}, the day that programs write for none.`;
	throw valueProblem(label, undefined, what, 'Fill in the cell, or leave it empty.');
}

function dateText(label: string, value: unknown, advice: string): string {
	// An apostrophe before it is how spreadsheets keep it a text.
	if (typeof value === 'string' || typeof value === 'number')
		return visibleText(String(value)).replace(/^'/, '');
	if (value instanceof Date && Number.isNaN(value.getTime())) return 'Invalid Date';
	if (value instanceof Date) return value.toISOString();
	if (isDateTime(value)) return String(value.toISO());
	refuseList(label, value);
	throw new InputProblem(label, `'${label}' is ${kindOf(value)}, not a date.`, advice);
}

/** n8n's DateTime, which may come from another copy of its library. */
function isDateTime(value: unknown): value is { toISO(): unknown } {
	const isObject = typeof value === 'object' && value !== null;
	return isObject && 'toISO' in value && typeof value.toISO === 'function';
}

/** Day 0 of spreadsheets. On the Mac some count from 1904, so a number is never taken for a day. */
const SHEET_START_MS = Date.UTC(1899, 11, 30);

/** Names a number for what it is: nobody recognises a date in 46360. @throws InputProblem */
function refuseNumber(label: string, text: string): void {
	if (/^\d{5}(?:[.,]\d+)?$/.test(text)) {
		const day = new Date(SHEET_START_MS + Number(text.slice(0, 5)) * DAY_MS)
			.toISOString()
			.slice(0, 10);
		const what = `is ${text}, the serial number that spreadsheets keep for ${day}.`;
		const advice =
			"Let the column come as text, or convert it: {{ DateTime.fromISO('1899-12-30').plus({ days: Math.floor($json.date) }).toISODate() }}.";
		throw valueProblem(label, undefined, what, advice);
	}
	if (/^\d{10}(?:\d{3})?$/.test(text)) {
		const [unit, read] =
			text.length === 10 ? ['seconds', 'fromSeconds'] : ['milliseconds', 'fromMillis'];
		const what = `is ${text}, a number of ${unit} since 1970.`;
		const advice = `Convert it: {{ DateTime.${read}(Number($json.date), { zone: 'Europe/Paris' }).toISODate() }}.`;
		throw valueProblem(label, undefined, what, advice);
	}
}

/** The day of a text with day and time, also as a program writes a JavaScript Date. */
function momentDay(text: string): string | undefined {
	const [, monthName = '', date, year, clock, offset] =
		/^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT([+-]\d{4})/.exec(
			text,
		) ?? [];
	const month = monthOf(monthName.toLowerCase());
	const iso = month === undefined ? text : `${year}-${month}-${date}T${clock}${offset}`;
	const [, written = '', time = ''] = /^(\d{4}-\d{2}-\d{2})([T ].*)$/.exec(iso) ?? [];
	const day = validDay(written);
	if (day === undefined) return undefined;
	return dayOfMoment(day, time);
}

/** Reads the time also as databases write it, with a space before the offset, or with its hours alone. */
function dayOfMoment(day: string, time: string): string | undefined {
	const [, clock, zulu, hours, minutes = '00'] =
		/^[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:(Z)|([+-]\d{2}):?(\d{2})?)?$/i.exec(time) ?? [];
	if (clock === undefined) return undefined;
	const isLocal = zulu === undefined && hours === undefined;
	if (isLocal || /^(?:00:00(?::00(?:\.0+)?)?|23:59(?::\d{2}(?:\.\d+)?)?)$/.test(clock)) return day;
	const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
	const moment = Date.parse(`${day}T${clock}${offset}`);
	if (Number.isNaN(moment)) return undefined;
	return validDay(parisIso(moment).slice(0, 10));
}

/** A day in figures or words, with its weekday or without. @throws InputProblem for the weekday of another day */
function namedDay(label: string, text: string): string | undefined {
	const plain = plainLetters(text.slice(0, 60));
	const [, word = '', rest = ''] = /^(?:le )?([a-z]{3,9})\.?,? (.+)$/.exec(plain) ?? [];
	const weekday = placeOf(word, WEEKDAYS);
	const day = weekday === undefined ? undefined : dayIn(rest);
	if (day === undefined) return dayIn(plain.replace(/^le /, ''));
	if (weekday === new Date(day).getUTCDay()) return day;
	const isA = nameAt(WEEKDAYS.french, new Date(day).getUTCDay());
	const what = `is "${text.slice(0, 60)}", but that day is a ${isA}.`;
	throw valueProblem(label, undefined, what, 'Correct the day or the weekday.');
}

/** The day that a text names in figures or words, as `AAAA-MM-JJ`; undefined where it names none that the calendar has. */
export function dayNamed(text: string): string | undefined {
	return dayIn(plainLetters(text));
}

/** @param text in plain letters */
function dayIn(text: string): string | undefined {
	return figuresDay(text) ?? wordsDay(text);
}

/** Day first as in French, or year first; with slashes, points, dashes or blanks, and a time that exports add. */
function figuresDay(text: string): string | undefined {
	const plain = text
		.replace(/ \d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/, '')
		.replace(/ ?([/.-]) ?/g, '$1')
		.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
	const [, date = '', , month = '', year = ''] =
		/^(\d{1,2})([/. -])(\d{1,2})\2(\d{4}|\d{2})$/.exec(plain) ?? [];
	if (date !== '') return dayFrom(year, month, date);
	const [, first = '', , second = '', third = ''] =
		/^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(plain) ?? [];
	return dayFrom(first, second, third);
}

/** A year of two figures before this one may be a day: 26/12/04. No notice was ordered in it through the service. */
const FIRST_SHORT_YEAR = 25;

function dayFrom(year: string, month: string, date: string): string | undefined {
	if (year.length === 2 && Number(year) < FIRST_SHORT_YEAR) return undefined;
	return validDay(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
}

/** Small ones without accents. */
function plainLetters(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase();
}

interface Names {
	readonly french: readonly string[];
	readonly english: readonly string[];
}

const MONTHS: Names = {
	french:
		'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
			' ',
		),
	english:
		'January February March April May June July August September October November December'.split(
			' ',
		),
};
export const WEEKDAYS: Names = {
	french: 'dimanche lundi mardi mercredi jeudi vendredi samedi'.split(' '),
	english: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
};

function nameAt(names: readonly string[], place: number): string {
	return names[place] ?? '';
}

/** The place of a name without accents, or of its first three letters and more, in a table; undefined where it may be two. */
function placeOf(word: string, { french, english }: Names): number | undefined {
	if (word.length < 3) return undefined;
	const isMeant = (name: string) => plainLetters(name).startsWith(word);
	const places = [french, english].flatMap((names) =>
		names.flatMap((name, at) => (isMeant(name) ? [at] : [])),
	);
	const [place, ...others] = new Set(places);
	return others.length === 0 ? place : undefined;
}

function monthOf(word: string): string | undefined {
	const place = placeOf(word, MONTHS);
	return place === undefined ? undefined : String(place + 1).padStart(2, '0');
}

/** `4 décembre 2026`, `1er déc. 2026`, `4-déc-26`, without accents. */
const DAY_FIRST = /^(\d{1,2})(?:er|st|nd|rd|th)?[ .-]{1,2}([a-z]{3,9})\.?[ ,.-]{1,2}(\d{4}|\d{2})$/;
/** `December 4, 2026`: the month comes first in English. */
const MONTH_FIRST = /^([a-z]{3,9}\.?) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;

function wordsDay(text: string): string | undefined {
	const [, date = '', name = '', year = ''] =
		DAY_FIRST.exec(text.replace(MONTH_FIRST, '$2 $1 $3')) ?? [];
	const month = monthOf(name);
	return month === undefined ? undefined : dayFrom(year, month, date);
}

/**
 * `jeudi 26 novembre 2026`; undefined for what is no `<date>` or `<datetime>`. Made by hand: a formatter of the platform took
 * longer for it than all the rest of the sentence.
 */
export function frenchDay(value: unknown): string | undefined {
	const day = dayOf(value);
	return day === undefined ? undefined : dayInFrench(day);
}

/** @param day `AAAA-MM-JJ` */
export function dayInFrench(day: string): string {
	const date = new Date(day);
	const weekday = nameAt(WEEKDAYS.french, date.getUTCDay());
	const month = nameAt(MONTHS.french, date.getUTCMonth());
	const inMonth = date.getUTCDate() === 1 ? '1er' : date.getUTCDate();
	return `${weekday} ${inMonth} ${month} ${date.getUTCFullYear()}`;
}

/** `3 or 10 December 2026`, `30 November or 7 December 2026`: month and year once where they are the same. */
export function englishDays(days: readonly string[]): string {
	return daysInWords(days, MONTHS.english).join(' or ');
}

/** `le 3 ou le 10 décembre 2026` */
export function frenchDays(days: readonly string[]): string {
	return daysInWords(days, MONTHS.french)
		.map((day) => `le ${day.replace(/^1(?= |$)/, '1er')}`)
		.join(' ou ');
}

function daysInWords(days: readonly string[], months: readonly string[]): string[] {
	return days.map((day, at) => {
		const next = days[at + 1];
		const date = new Date(day);
		const words = [String(date.getUTCDate())];
		if (next?.slice(0, 7) !== day.slice(0, 7)) words.push(nameAt(months, date.getUTCMonth()));
		if (next?.slice(0, 4) !== day.slice(0, 4)) words.push(day.slice(0, 4));
		return words.join(' ');
	});
}

/** `jeudi 26 novembre 2026 à 12 h 00`, Paris time, with no-break spaces in the hour. */
export function frenchMoment(value: unknown): string | undefined {
	const text = writtenDate(value);
	const day = frenchDay(text);
	if (text === undefined || day === undefined) return undefined;
	const time = /^[ T]([01]\d|2[0-3]):([0-5]\d)/.exec(text.slice(10));
	if (!time) return day;
	return `${day} à ${time[1]}\u00a0h\u00a0${time[2]}`;
}

/** `samedi 28 novembre, reportée au jeudi 3 décembre 2026`: the year once where it is the same. @param day both `AAAA-MM-JJ` */
export function frenchMove(requestedDay: string, day: string): string {
	const from = dayInFrench(requestedDay);
	const isSameYear = requestedDay.slice(0, 4) === day.slice(0, 4);
	return `${isSameYear ? from.replace(/ \d{4}$/, '') : from}, reportée au ${dayInFrench(day)}`;
}

/** The day, as `AAAA-MM-JJ`, if the calendar has it. Date.parse alone takes the 30th of February for the 2nd of March. */
function validDay(day: string): string | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
	const moment = new Date(day);
	if (moment.getUTCDate() !== Number(day.slice(8))) return undefined;
	return day;
}

/** The day of a `<date>` or `<datetime>` of the service; undefined for what is none. */
export function dayOf(value: unknown): string | undefined {
	return validDay((writtenDate(value) ?? '').slice(0, 10));
}

/** The days of a list of dates, earliest first. */
export function daysOf(listed: readonly UnknownRecord[]): string[] {
	const days = listed.map(({ date_parution: date }) => dayOf(date));
	return days.filter((day) => day !== undefined).sort();
}

/** The dates of one publication (specification, endpoint 11), also where the service passes over the filter. */
export function datesOfPublication(
	publications: unknown,
	publication: number,
): readonly UnknownRecord[] {
	return listOfFields(publications)
		.filter(({ id }) => !isGiven(id) || toNumber(id) === publication)
		.flatMap(({ dates }) => listOfFields(dates));
}
