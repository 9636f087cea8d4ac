import { cannotBe, InputProblem, isGiven, kindOf } from './parameters';
import { listOfFields, type UnknownRecord } from './records';

const LABEL = 'Publication Date';
const ADVICE =
	'Give a date such as 2026-12-04 or 04/12/2026, choose it from the list, or leave it empty.';

/**
 * Dates of the service are Paris wall-clock time without offset (specification, Type names), which n8n reads in its own
 * time zone. Made at its first use: that takes milliseconds, which n8n's start need not wait for.
 */
let parisFormat: Intl.DateTimeFormat | undefined;

function paris(epochMs: number): { wallClock: string; offset: string } {
	parisFormat ??= new Intl.DateTimeFormat('en-CA', {
		timeZone: 'Europe/Paris',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
		hourCycle: 'h23',
		timeZoneName: 'longOffset',
	});
	const parts = new Map(parisFormat.formatToParts(epochMs).map(({ type, value }) => [type, value]));
	const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
	return {
		wallClock: `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`,
		offset: part('timeZoneName').replace('GMT', ''),
	};
}

/** `AAAA-MM-JJ` */
export function parisDate(epochMs: number): string {
	return paris(epochMs).wallClock.slice(0, 10);
}

/** `2026-12-02T12:00:00+01:00` */
export function parisIso(epochMs: number): string {
	const { wallClock, offset } = paris(epochMs);
	return wallClock + offset;
}

/** A `<date>` or `<datetime>` of the service as ISO 8601 with the Paris offset; undefined for anything else. */
export function wallClockToIso(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/.exec(value.trim());
	if (!match) return undefined;
	const [, day = '', time = '00:00', seconds = ':00'] = match;
	const wallClock = `${day}T${time}${seconds}`;
	const asUtc = Date.parse(`${wallClock}Z`);
	if (Number.isNaN(asUtc)) return undefined;
	// Right also next to a change of clocks.
	const earlier = Date.parse(`${wallClock}${paris(asUtc).offset}`);
	return wallClock + paris(earlier).offset;
}

/** Dates and times of an answer with the Paris offset, to stand beside the raw ones: `date_bouclage_iso`. */
export function isoFields(answer: UnknownRecord, names: readonly string[]): Record<string, string> {
	const found = names.map((name) => [`${name}_iso`, wallClockToIso(answer[name])] as const);
	return Object.fromEntries(found.flatMap(([name, iso]) => (iso ? [[name, iso]] : [])));
}

/**
 * A publication date as `AAAA-MM-JJ`, `JJ/MM/AAAA`, ISO 8601, a JavaScript Date or n8n's DateTime. A moment with an
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
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
	}
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		if (typeof value.toISO === 'function') return String(value.toISO());
	}
	throw new InputProblem(LABEL, `'${LABEL}' is ${kindOf(value)}, not a date.`, ADVICE);
}

function parseDay(text: string): string | undefined {
	const french = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
	if (french) {
		const [, day = '', month = '', year = ''] = french;
		return validDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
	}
	const [, written = '', time = ''] = /^(\d{4}-\d{2}-\d{2})([T ].*)?$/.exec(text) ?? [];
	// Date.parse takes the 30th of February for the 2nd of March.
	const day = validDay(written);
	if (day === undefined || time === '') return day;
	// Databases write a space before the offset, or its hours alone.
	const [, clock, zulu, hours, minutes = '00'] =
		/^[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:(Z)|([+-]\d{2}):?(\d{2})?)?$/i.exec(time) ?? [];
	if (clock === undefined) return undefined;
	if ((zulu ?? hours) === undefined || /^00:00(:00(\.0+)?)?$/.test(clock)) return day;
	const moment = Date.parse(`${day}T${clock}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
	return Number.isNaN(moment) ? undefined : parisDate(moment);
}

const WEEKDAYS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'];
const MONTHS =
	'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

/**
 * `jeudi 26 novembre 2026`; undefined for what is no `<date>` or `<datetime>`. Made of its words: a formatter of the
 * platform for each date was a tenth of what an order costs.
 */
export function frenchDay(value: unknown): string | undefined {
	const day = typeof value === 'string' ? validDay(value.slice(0, 10)) : undefined;
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
	const time = /^.{10}[ T](\d\d):(\d\d)/.exec(day === undefined ? '' : String(value));
	return time ? `${day} à ${time[1]}\u00a0h\u00a0${time[2]}` : day;
}

/** `samedi 28 novembre, reportée au jeudi 3 décembre 2026`: the year once where it is the same. */
export function frenchMove(requested: string, date: string): string {
	const from = frenchDay(requested) ?? requested;
	const to = frenchDay(date) ?? date;
	const year = / \d{4}$/.exec(to)?.[0] ?? '';
	const isSameYear = year !== '' && from.endsWith(year);
	return `${isSameYear ? from.slice(0, -year.length) : from}, reportée au ${to}`;
}

function validDay(day: string): string | undefined {
	const moment = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : undefined;
}

/** The dates of one publication (specification, endpoint 11), also where the service passes over the filter. */
export function datesOfPublication(
	publications: unknown,
	publication: number,
): readonly UnknownRecord[] {
	return listOfFields(publications)
		.filter(({ id }) => !isGiven(id) || Number(id) === publication)
		.flatMap(({ dates }) => listOfFields(dates));
}
