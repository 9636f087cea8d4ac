import fc from 'fast-check';

import { runs } from '../../../property/runs.mts';
import {
	datesOfPublication,
	frenchDay,
	frenchMoment,
	isoFields,
	parisIso,
	readPublicationDay,
} from '../../../../nodes/LegalNotice/reading/cells/dates.ts';

const isoOf = (day: unknown) => isoFields({ day }, ['day']).day_iso;
const unread = (raw: unknown): [unknown, undefined] => [raw, undefined];

describe('Paris wall clock', () => {
	test.each([
		['2026-12-02 12:00:00', '2026-12-02T12:00:00+01:00'],
		['2026-07-01 12:00:00', '2026-07-01T12:00:00+02:00'],
		['2026-12-04', '2026-12-04T00:00:00+01:00'],
		['2026-03-29 01:59:59', '2026-03-29T01:59:59+01:00'],
		['2026-03-29 03:00:00', '2026-03-29T03:00:00+02:00'],
		['2026-10-25 03:00:00', '2026-10-25T03:00:00+01:00'],
		['2026-10-25 01:00:00', '2026-10-25T01:00:00+02:00'],
		[' 2026-12-02T12:00 ', '2026-12-02T12:00:00+01:00'],
		['2000-01-01', '2000-01-01T00:00:00+01:00'],
		['9999-12-31 23:59:59', '9999-12-31T23:59:59+01:00'],
		// Dates that stand for none.
		...['0000-00-00', '0000-00-00 00:00:00', '-0001-11-30', '0001-01-01'].map(unread),
		...['0001-01-01 00:00:00', '1900-01-01', '1970-01-01', '1999-12-31'].map(unread),
		...['2026-02-30', '2026-06-31 12:00:00'].map(unread),
		...['+010000-01-01', '2026-01-01 24:30:00', { toString: 1 }, Number.NaN].map(unread),
		...['x2026-12-02', '2026-12-02x', '2026-12-02 12:00:00Z', '2026-12-02 12'].map(unread),
		...['02/12/2026', '2026-13-01', 12].map(unread),
	])('the date %p becomes %p', (raw, iso) => {
		expect(isoOf(raw)).toBe(iso);
	});
	test('a moment and its Paris text are the same moment, at any time of the year', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1_600_000_000, max: 2_500_000_000 }), (seconds) => {
				expect(Date.parse(parisIso(seconds * 1000))).toBe(seconds * 1000);
			}),
			runs(300),
		);
	});
	test('every day of the calendar from 2000 on can be written, with an offset of hours and minutes', () => {
		const days = fc.integer({ min: 10_957, max: 2_932_896 });
		fc.assert(
			fc.property(days, fc.boolean(), (day, hasTime) => {
				const text = new Date(day * 86_400_000).toISOString();
				const raw = hasTime ? text.slice(0, 19).replace('T', ' ') : text.slice(0, 10);
				const iso = isoOf(raw);
				expect(iso).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\+0\d:\d\d$/);
				expect(Date.parse(String(iso))).not.toBeNaN();
				expect(frenchDay(raw)).toBeDefined();
			}),
			runs(300),
		);
	});
	test('midnight UTC in summer is the same day in Paris, 22:30 UTC the next', () => {
		expect(parisIso(Date.UTC(2026, 6, 1, 0))).toMatch(/^2026-07-01/);
		expect(parisIso(Date.UTC(2026, 6, 1, 22, 30))).toMatch(/^2026-07-02/);
	});
});

describe('the publication date as people give it', () => {
	test.each([
		['', undefined],
		[undefined, undefined],
		['2026-12-04', '2026-12-04'],
		['04/12/2026', '2026-12-04'],
		['04-12-2026', '2026-12-04'],
		['4-12-2026', '2026-12-04'],
		['2026/12/04', '2026-12-04'],
		['2026.12.04', '2026-12-04'],
		['4/2/2027', '2027-02-04'],
		['2026-12-04 00:00:00', '2026-12-04'],
		['2026-12-03T23:00:00.000Z', '2026-12-04'],
		['2026-12-03T23:30:00+01:00', '2026-12-03'],
		// The end of a day, as n8n's endOf('month') and programs in UTC write it.
		['2026-11-30T23:59:59.999-05:00', '2026-11-30'],
		['2026-11-30T23:59:59.000Z', '2026-11-30'],
		['2026-11-30 23:59', '2026-11-30'],
		["'04/12/2026", '2026-12-04'],
		['2026-12-03T18:30:00.000-05:00', '2026-12-04'],
		['2026-12-04T00:00:00+04:00', '2026-12-04'],
		['2026-12-04 00:00+0400', '2026-12-04'],
		['2026-12-04T00:00:01+04:00', '2026-12-03'],
		['2026-12-04T01:30:00+04:00', '2026-12-03'],
		[new Date('2026-12-03T23:00:00Z'), '2026-12-04'],
		[{ toISO: () => '2026-12-04T00:00:00.000+01:00' }, '2026-12-04'],
		[' 4.2.2027 ', '2027-02-04'],
		['2026-12-03 23:30:00+0000', '2026-12-04'],
		['2026-12-03T23:30:00z', '2026-12-04'],
		['2026-12-03T23:00:00Z', '2026-12-04'],
		['2026-12-03 23:30:00+00', '2026-12-04'],
		['2026-12-04T00:00:00.00+04:00', '2026-12-04'],
		['2026-12-04T10:30', '2026-12-04'],
		['4 décembre 2026', '2026-12-04'],
		['4 DÉCEMBRE 2026', '2026-12-04'],
		['4 decembre 2026', '2026-12-04'],
		['4 de\u0301cembre 2026', '2026-12-04'],
		['4\u00a0décembre\u202f2026', '2026-12-04'],
		['04 décembre 2026', '2026-12-04'],
		['vendredi 4 décembre 2026', '2026-12-04'],
		['Vendredi 4 Décembre 2026', '2026-12-04'],
		['le vendredi 4 décembre 2026', '2026-12-04'],
		['Vendredi, 4 décembre 2026', '2026-12-04'],
		['vendredi 04/12/2026', '2026-12-04'],
		['le 04/12/2026', '2026-12-04'],
		['ven. 04/12/26', '2026-12-04'],
		['Mar 4 2027', '2027-03-04'],
		['mar 4 mai 2027', '2027-05-04'],
		['ven. 4 déc. 2026', '2026-12-04'],
		['4 déc. 2026', '2026-12-04'],
		['4-déc-26', '2026-12-04'],
		['4-déc.-2026', '2026-12-04'],
		['1er décembre 2026', '2026-12-01'],
		['le 1er janvier 2027', '2027-01-01'],
		['15 août 2027', '2027-08-15'],
		['15 aout 2027', '2027-08-15'],
		['3 févr. 2027', '2027-02-03'],
		['7 juil. 2027', '2027-07-07'],
		['7 juin 2027', '2027-06-07'],
		['9 sept. 2027', '2027-09-09'],
		['December 4, 2026', '2026-12-04'],
		['Friday, December 4, 2026', '2026-12-04'],
		['Dec 4 2026', '2026-12-04'],
		['4 Dec 2026', '2026-12-04'],
		['4th May 2027', '2027-05-04'],
		['Fri Dec 04 2026 00:00:00 GMT+0100 (Central European Standard Time)', '2026-12-04'],
		['Thu Dec 03 2026 23:00:00 GMT+0000 (Coordinated Universal Time)', '2026-12-04'],
		['04/12/26', '2026-12-04'],
		['4/12/26', '2026-12-04'],
		['04.12.26', '2026-12-04'],
		['04-12-26', '2026-12-04'],
		['04 / 12 / 2026', '2026-12-04'],
		['04 12 2026', '2026-12-04'],
		['04/12/2026 00:00', '2026-12-04'],
		['04/12/2026 0:00:00', '2026-12-04'],
		['04/12/2026 10:30', '2026-12-04'],
		['2026/12/4', '2026-12-04'],
		['2026-12-4', '2026-12-04'],
		['20261204', '2026-12-04'],
		[20261204, '2026-12-04'],
		['\ufeff2026-12-04', '2026-12-04'],
		['="04/12/2026"', '2026-12-04'],
		['\u200b', undefined],
		[null, undefined],
	])('the input %p becomes the date %p', (given, day) => {
		expect(readPublicationDay(given)).toBe(day);
	});
	test.each([
		['2026-02-30', /cannot be/],
		['2027-02-30T00:00:00+01:00', /cannot be/],
		['2027-04-31 10:00', /cannot be/],
		['12/31/2026', /cannot be/],
		[46360, /is 46360, the serial number that spreadsheets keep for 2026-12-04/],
		['46360', /serial number .* for 2026-12-04/],
		['46360.0', /serial number .* for 2026-12-04/],
		['46360,5', /serial number .* for 2026-12-04/],
		[1796342400, /a number of seconds since 1970/],
		['1796342400000', /a number of milliseconds since 1970/],
		['jeudi 4 décembre 2026', /that day is a vendredi/],
		['jeudi 04/12/2026', /that day is a vendredi/],
		['Monday, December 4, 2026', /that day is a vendredi/],
		['4 décembre', /cannot be/],
		['décembre 2026', /cannot be/],
		['4 brumaire 2026', /cannot be/],
		['4 jui 2027', /cannot be/],
		['31 novembre 2026', /cannot be/],
		['parution 4 décembre 2026', /cannot be/],
		['4 et 5 décembre 2026', /cannot be/],
		['26/12/04', /cannot be/],
		['04/12', /cannot be/],
		['demain', /cannot be/],
		['01/01/1900', /is 1900-01-01, the day that programs write for none/],
		['1970-01-01T00:00:00.000Z', /the day that programs write for none/],
		[new Date(0), /the day that programs write for none/],
		['dès que possible', /cannot be/],
		['semaine 49', /cannot be/],
		['JJ/MM/AAAA', /cannot be/],
		['undefined', /cannot be/],
		['#N/A', /cannot be/],
		['-', /cannot be/],
		[20261304, /cannot be/],
		[0, /cannot be/],
		['2026-12-04 T10:30', /cannot be/],
		['2026-12-04T10:30+01:00x', /cannot be/],
		['x04/12/2026', /cannot be/],
		['04-12/2026', /cannot be/],
		['04/12/202', /cannot be/],
		['31-02-2026', /cannot be/],
		['2026/13/04', /cannot be/],
		['04/12/20265', /cannot be/],
		['x2026-12-04', /cannot be/],
		['2026-12-041', /cannot be/],
		['2026-12-04 noon', /cannot be/],
		['2026-12-04Tx10:30', /cannot be/],
		['2026-12-04T99:99Z', /cannot be/],
		['9999-12-31T23:30:00Z', /cannot be/],
		[true, /is a boolean, not a date/],
		[[], /is a list, not one value/],
		[['2026-12-04'], /is a list, not one value/],
		[{}, /is an object, not a date/],
		[{ start: '2026-12-04', end: null }, /is an object, not a date/],
		['"2026-12-04T00:00:00.000Z"', /cannot be ""2026-12-04T00:00:00\.000Z""/],
		['null', /cannot be "null"/],
		[new Date(Number.NaN), /cannot be "Invalid Date"/],
		[{ toISO: '2026-12-04' }, /is an object, not a date/],
	])('the input %p is refused', (given, sentence) => {
		expect(() => readPublicationDay(given)).toThrow(sentence);
	});
});

test.each([
	['2026-11-26', 'jeudi 26 novembre 2026', ''],
	['2026-12-01 09:05:00', 'mardi 1er décembre 2026', ' à 09 h 05'],
	['2026-12-01 25:05:00', 'mardi 1er décembre 2026', ''],
	['0001-01-01 00:00:00', undefined, ''],
	['bientôt', undefined, ''],
	['0000-00-00', undefined, ''],
	['2026-02-30', undefined, ''],
	[{ toString: 1 }, undefined, ''],
	[20261201, undefined, ''],
])('the date %s is written as %s%s', (given, day, time) => {
	expect(frenchDay(given)).toBe(day);
	expect(frenchMoment(given)?.replace(/\u00a0/g, ' ')).toBe(day && `${day}${time}`);
});

test.each([
	['its identifier as number', [{ id: 12, dates: [{ a: 1 }] }], 1],
	['its identifier as text', [{ id: '12', dates: [{ a: 1 }, null] }], 1],
	['no identifier', [{ dates: [{ a: 1 }] }, { id: null, dates: [{ a: 2 }] }], 2],
	['the identifier of another one', [{ id: 13, dates: [{ a: 1 }] }], 0],
	['no dates', [{ id: 12 }], 0],
	['an identifier that is no number', [{ id: { valueOf: 1, toString: 1 }, dates: [{ a: 1 }] }], 0],
	['nothing', 'kaputt', 0],
])('the dates of a publication are found by %s', (_case, publications, count) => {
	expect(datesOfPublication(publications, 12)).toHaveLength(count);
});
