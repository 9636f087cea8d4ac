import { holidays } from '../../sandbox/calendar.mts';
import { withBench } from './bench.mts';
import { at } from './client.mts';

function dates(publication: number, departement: string, now: string): Promise<unknown> {
	return withBench({ now: () => Date.parse(now) }, async ({ client }) => {
		const query = `publication=${publication}&departement=${departement}`;
		const { json } = await client.get(`/dates-parutions?${query}`);
		const list = at(json, 'publications', 0, 'dates');
		return Array.isArray(list)
			? list.map((date) => `${at(date, 'date_parution')} < ${at(date, 'date_bouclage')}`)
			: json;
	});
}

describe('publication dates and closing times', () => {
	it('knows the French public holidays', () => {
		expect([...holidays(2027)].sort().join(' ')).toBe(
			'2027-01-01 2027-03-29 2027-05-01 2027-05-06 2027-05-08 2027-05-17 ' +
				'2027-07-14 2027-08-15 2027-11-01 2027-11-11 2027-12-25',
		);
	});

	it.each<[string, number, string, string, string]>([
		[
			'just before closing',
			12,
			'75',
			'2026-11-24T11:59:59+01:00',
			'2026-11-26 < 2026-11-24 12:00:00',
		],
		['at closing', 12, '75', '2026-11-24T12:00:00+01:00', '2026-12-03 < 2026-12-01 12:00:00'],
		['before it in summer', 12, '75', '2026-07-07T09:59:59Z', '2026-07-09 < 2026-07-07 12:00:00'],
		['at it in summer', 12, '75', '2026-07-07T10:00:00Z', '2026-07-16 < 2026-07-13 12:00:00'],
		// Monday 17 May 2027 is Whit Monday: Tuesday's daily closes on the Friday before.
		['over a holiday', 21, '69', '2027-05-14T10:00:00+02:00', '2027-05-15 < 2027-05-14 11:00:00'],
		['on it', 21, '69', '2027-05-14T12:00:00+02:00', '2027-05-19 < 2027-05-18 11:00:00'],
	])('knows the next date %s', async (_when, publication, departement, now, expected) => {
		expect(await dates(publication, departement, now)).toEqual([expected]);
	});

	it('refuses a day without an edition and a day too far away, at quote and order', async () => {
		await withBench({}, async (bench) => {
			expect((await bench.order({ date_parution: '2026-12-10' })).json).toMatchObject({
				date_bouclage: '2026-12-08 12:00:00',
				date_parution: '2026-12-10',
			});
			for (const date_parution of ['2026-11-27', '2028-11-23']) {
				expect((await bench.quote({ date_parution })).codes).toEqual(['err_date_indisponible']);
				expect((await bench.order({ date_parution })).codes).toEqual(['err_date_indisponible']);
			}
		});
	});
});
