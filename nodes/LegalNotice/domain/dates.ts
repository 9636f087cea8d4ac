import { InputProblem } from './inputProblem';
import { kindOf } from './textValue';

/**
 * Dates of the service are Paris wall-clock time without offset (specification, Type names). n8n reads such a
 * text in its own time zone, so every moment also comes out with the Paris offset.
 */
const parisOffset = onFirstUse('en-US', {
	timeZone: 'Europe/Paris',
	timeZoneName: 'longOffset',
});
const parisParts = onFirstUse('en-CA', {
	timeZone: 'Europe/Paris',
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hourCycle: 'h23',
});

const LABEL = 'Publication Date';
const ADVICE =
	'Give a date such as 2026-12-04 or 04/12/2026, choose it from the list, or leave it empty.';

/** Formatters take milliseconds to make, which n8n's start need not wait for. */
function onFirstUse(
	locale: string,
	options: Intl.DateTimeFormatOptions,
): () => Intl.DateTimeFormat {
	let formatter: Intl.DateTimeFormat | undefined;
	return () => (formatter ??= new Intl.DateTimeFormat(locale, options));
}

/** Paris date of a moment, `AAAA-MM-JJ`. */
export function parisDate(epochMs: number): string {
	return parisDateTime(epochMs).slice(0, 10);
}

/** A moment as ISO 8601 with the Paris offset, whole seconds: `2026-12-02T12:00:00+01:00`. */
export function parisIso(epochMs: number): string {
	return parisDateTime(epochMs) + offsetAt(epochMs);
}

/**
 * Paris wall-clock text of the service (`AAAA-MM-JJ HH:MM:SS` or `AAAA-MM-JJ`) as ISO 8601 with its offset.
 *
 * @returns undefined for anything else; the raw value is always passed on beside it
 */
export function wallClockToIso(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(value.trim());
	if (!match) return undefined;
	const [, year, month, day, hour = '00', minute = '00', second = '00'] = match;
	const asUtc = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
	if (Number.isNaN(asUtc)) return undefined;
	// The offset at the wall-clock time is that of the moment one offset earlier, also next to a change of clocks.
	const offset = offsetAt(asUtc - minutesOf(offsetAt(asUtc)) * 60_000);
	return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

/** Milliseconds since 1970 of a wall-clock text of the service. */
export function wallClockToEpoch(value: unknown): number | undefined {
	const iso = wallClockToIso(value);
	return iso === undefined ? undefined : Date.parse(iso);
}

/**
 * A publication date as people and nodes give it: `AAAA-MM-JJ`, `JJ/MM/AAAA`, ISO 8601 with or without time and
 * offset, a JavaScript Date or n8n's DateTime. A moment with an offset becomes the day it is in Paris; midnight of its
 * own offset is how calendars write a day, and keeps it.
 *
 * @returns `AAAA-MM-JJ`, or undefined when nothing was given
 * @throws InputProblem for what is no date; whether it is over is the service's to say
 */
export function readPublicationDay(value: unknown): string | undefined {
	const text = dateText(value);
	if (text === '') return undefined;
	const day = dayOf(text);
	if (day === undefined) {
		throw new InputProblem(LABEL, `'${LABEL}' cannot be "${text.slice(0, 40)}".`, ADVICE);
	}
	return day;
}

function dateText(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	if (value instanceof Date)
		return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		if (typeof value.toISO === 'function') return String(value.toISO());
	}
	if (value === undefined || value === null) return '';
	if (typeof value === 'number') return String(value);
	throw new InputProblem(LABEL, `'${LABEL}' is ${kindOf(value)}, not a date.`, ADVICE);
}

function dayOf(text: string): string | undefined {
	const french = text.replace(
		/^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/,
		(_all, day: string, month: string, year: string) =>
			`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
	);
	if (french !== text) return validDay(french);
	const iso = /^(\d{4}-\d{2}-\d{2})([T ].*)?$/.exec(text);
	// Date.parse takes the 30th of February for the 2nd of March.
	const day = iso?.[1] === undefined ? undefined : validDay(iso[1]);
	if (day === undefined) return undefined;
	const time = iso?.[2] ?? '';
	if (!/(Z|[+-]\d{2}:?\d{2})(\[.*\])?$/i.test(time)) {
		return time === '' || /^[T ]\d{2}:\d{2}/.test(time) ? day : undefined;
	}
	if (/^[T ]00:00(:00(\.0+)?)?[Z+-]/i.test(time)) return day;
	const moment = Date.parse(text.replace(/\[.*\]$/, '').replace(' ', 'T'));
	return Number.isNaN(moment) ? undefined : parisDate(moment);
}

function validDay(day: string): string | undefined {
	const moment = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : undefined;
}

function parisDateTime(epochMs: number): string {
	const parts = new Map(
		parisParts()
			.formatToParts(epochMs)
			.map(({ type, value }) => [type, value]),
	);
	const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
	return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

function offsetAt(epochMs: number): string {
	// Where there is no difference, as until 1940, not every version writes a figure.
	return /GMT([+-]\d{2}:\d{2})/.exec(parisOffset().format(epochMs))?.[1] ?? '+00:00';
}

/** Paris was never behind Greenwich. */
function minutesOf(offset: string): number {
	return Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
}

export { datesOfPublication } from './publicationDates';
