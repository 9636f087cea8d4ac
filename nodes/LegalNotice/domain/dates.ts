/**
 * Reads days and moments as users and the service write them (the service in Paris time without an offset), and writes
 * them as ISO 8601 for other nodes and in French for people.
 */
import { cannotBe, InputProblem, isGiven, kindOf, toNumber, trimmedText } from './parameters';
import { listOfFields, type UnknownRecord } from './records';

const LABEL = 'Publication Date';
const ADVICE =
	'Give a date such as 2026-12-04 or 04/12/2026, choose it from the list, or leave it empty.';

/** What the specification calls `<date>` and `<datetime>` (Type names), in Paris time without an offset. */
const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/;
const MINUTE_MS = 60_000;

/** Made at its first use, and once: that takes milliseconds, for which n8n's start should not wait. */
let parisFormat: Intl.DateTimeFormat | undefined;

const HOUR_MS = 60 * MINUTE_MS;
/** Offsets by hour since 1970: clocks change on the hour, and the days of newspapers are few. */
const offsets = new Map<number, string>();
const MOST_OFFSETS = 1_000;

function parisOffset(epochMs: number): string {
	const hour = Math.floor(epochMs / HOUR_MS);
	const known = offsets.get(hour);
	if (known !== undefined) return known;
	const offset = formattedOffset(epochMs);
	// A service that sends other dates all the time fills no memory.
	if (offsets.size >= MOST_OFFSETS) offsets.clear();
	offsets.set(hour, offset);
	return offset;
}

/** Such as `+01:00`. Until 1911 Paris was 9 minutes and 21 seconds ahead; an ISO offset has no seconds, so they are left out. */
function formattedOffset(epochMs: number): string {
	parisFormat ??= new Intl.DateTimeFormat('en', {
		timeZone: 'Europe/Paris',
		timeZoneName: 'longOffset',
	});
	const [offset = '+00:00'] = /\+\d{2}:\d{2}/.exec(parisFormat.format(epochMs)) ?? [];
	return offset;
}

function offsetMs(offset: string): number {
	const [hours = 0, minutes = 0] = offset.split(':').map(Number);
	return (hours * 60 + minutes) * MINUTE_MS;
}

/** The day that it is in Paris, as `AAAA-MM-JJ`. */
function parisDate(epochMs: number): string {
	return parisIso(epochMs).slice(0, 10);
}

/** A moment with the Paris offset: `2026-12-02T12:00:00+01:00`. */
export function parisIso(epochMs: number): string {
	const offset = parisOffset(epochMs);
	const wallClock = new Date(epochMs + offsetMs(offset)).toISOString();
	return wallClock.replace(/\.\d+Z$/, offset);
}

/** A `<date>` or `<datetime>` of the service as ISO 8601 with the Paris offset; undefined for anything else. */
function wallClockToIso(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const [, day = '', time = '00:00', seconds = ':00'] = WALL_CLOCK.exec(value.trim()) ?? [];
	const wallClock = `${day}T${time}${seconds}`;
	const asUtc = Date.parse(`${wallClock}Z`);
	if (validDay(day) === undefined || Number.isNaN(asUtc)) return undefined;
	// The offset an hour or two before is the right one also next to a change of clocks.
	const earlier = asUtc - offsetMs(parisOffset(asUtc));
	return wallClock + parisOffset(earlier);
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

/**
 * A publication date as `AAAA-MM-JJ`, `JJ/MM/AAAA` (also with dashes or points), ISO 8601, a JavaScript Date or n8n's DateTime. A moment with an
 * offset becomes the day it is in Paris, but midnight, which is how calendars write a day.
 *
 * @returns `AAAA-MM-JJ`; undefined when nothing was given
 * @throws InputProblem
 */
export function readPublicationDay(value: unknown): string | undefined {
	if (!isGiven(value)) return undefined;
	const text = dateText(value);
	const day = parseDay(text);
	if (day === undefined) throw cannotBe(LABEL, text, ADVICE);
	return day;
}

function dateText(value: unknown): string {
	if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
	if (value instanceof Date && Number.isNaN(value.getTime())) return 'Invalid Date';
	if (value instanceof Date) return value.toISOString();
	if (isDateTime(value)) return String(value.toISO());
	throw new InputProblem(LABEL, `'${LABEL}' is ${kindOf(value)}, not a date.`, ADVICE);
}

/** n8n's DateTime, which may come from another copy of its library. */
function isDateTime(value: unknown): value is { toISO(): unknown } {
	const isObject = typeof value === 'object' && value !== null;
	return isObject && 'toISO' in value && typeof value.toISO === 'function';
}

/** Day first as in French, or year first; with slashes, points or dashes. */
function writtenDay(text: string): string | undefined {
	const dayFirst = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text);
	if (dayFirst) {
		const [, day = '', , month = '', year] = dayFirst;
		return validDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
	}
	const yearFirst = /^(\d{4})([/.-])(\d{2})\2(\d{2})$/.exec(text);
	if (!yearFirst) return undefined;
	return validDay(`${yearFirst[1]}-${yearFirst[3]}-${yearFirst[4]}`);
}

function parseDay(text: string): string | undefined {
	const moment = /^(\d{4}-\d{2}-\d{2})([T ].*)$/.exec(text);
	if (!moment) return writtenDay(text);
	const [, written = '', time = ''] = moment;
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
	if (isLocal || /^00:00(:00(\.0+)?)?$/.test(clock)) return day;
	const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
	const moment = Date.parse(`${day}T${clock}${offset}`);
	if (Number.isNaN(moment)) return undefined;
	return validDay(parisDate(moment));
}

const WEEKDAYS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'];
const MONTHS = [
	'janvier',
	'février',
	'mars',
	'avril',
	'mai',
	'juin',
	'juillet',
	'août',
	'septembre',
	'octobre',
	'novembre',
	'décembre',
];

/**
 * `jeudi 26 novembre 2026`; undefined for what is no `<date>` or `<datetime>`. Made of its words: a formatter of the
 * platform for each date was a tenth of what an order costs.
 */
export function frenchDay(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const day = validDay(value.slice(0, 10));
	if (day === undefined) return undefined;
	const date = new Date(day);
	const number = date.getUTCDate();
	const words = [
		WEEKDAYS[date.getUTCDay()],
		number === 1 ? '1er' : String(number),
		MONTHS[date.getUTCMonth()],
		String(date.getUTCFullYear()),
	];
	return words.join(' ');
}

/** `jeudi 26 novembre 2026 à 12 h 00`, Paris time, with no-break spaces in the hour. */
export function frenchMoment(value: unknown): string | undefined {
	const day = frenchDay(value);
	if (day === undefined || typeof value !== 'string') return undefined;
	const time = /^[ T]([01]\d|2[0-3]):([0-5]\d)/.exec(value.slice(10));
	if (!time) return day;
	return `${day} à ${time[1]}\u00a0h\u00a0${time[2]}`;
}

/** `samedi 28 novembre, reportée au jeudi 3 décembre 2026`: the year once where it is the same. */
export function frenchMove(requested: string, date: string): string {
	const from = frenchDay(requested) ?? requested;
	const to = frenchDay(date) ?? date;
	const [year = ''] = / \d{4}$/.exec(to) ?? [];
	const isSameYear = year !== '' && from.endsWith(year);
	if (!isSameYear) return `${from}, reportée au ${to}`;
	return `${from.slice(0, -year.length)}, reportée au ${to}`;
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
	return validDay(trimmedText(value).slice(0, 10));
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
