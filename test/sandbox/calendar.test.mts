import { holidays } from '../../sandbox/calendar.mts';
import { withBench } from './bench.mts';
import { at } from './client.mts';

function dates(
	publication: number,
	departement: string,
	now: string,
	quantite = 1,
): Promise<unknown> {
	return withBench({ now: () => Date.parse(now) }, async ({ client }) => {
		const query = `quantite=${quantite}&publication=${publication}&departement=${departement}`;
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

	it('moves to the next edition at the very second of closing, Paris time', async () => {
		expect(await dates(12, '75', '2026-11-24T11:59:59+01:00')).toEqual([
			'2026-11-26 < 2026-11-24 12:00:00',
		]);
		expect(await dates(12, '75', '2026-11-24T12:00:00+01:00')).toEqual([
			'2026-12-03 < 2026-12-01 12:00:00',
		]);
	});

	it('knows summer time', async () => {
		expect(await dates(12, '75', '2026-07-07T09:59:59Z')).toEqual([
			'2026-07-09 < 2026-07-07 12:00:00',
		]);
		expect(await dates(12, '75', '2026-07-07T10:00:00Z')).toEqual([
			'2026-07-16 < 2026-07-13 12:00:00',
		]);
	});

	it('closes a day earlier over a holiday, and before the week-end', async () => {
		// Thursday 13 May 2027 closes Tuesday; the week before, Thursday 6 May is itself a holiday.
		// Monday 17 May 2027 is Whit Monday: Tuesday's daily closes on the Friday before.
		expect(await dates(21, '69', '2027-05-13T10:00:00+02:00', 4)).toEqual([
			'2027-05-14 < 2027-05-13 11:00:00',
			'2027-05-15 < 2027-05-14 11:00:00',
			'2027-05-17 < 2027-05-14 11:00:00',
			'2027-05-18 < 2027-05-14 11:00:00',
		]);
	});

	it('refuses a day without an edition and a day too far away, at quote and order', async () => {
		await withBench({}, async (bench) => {
			for (const date_parution of ['2026-11-27', '2028-11-23']) {
				expect((await bench.quote({ date_parution })).codes).toEqual(['err_date_indisponible']);
				expect((await bench.order({ date_parution })).codes).toEqual(['err_date_indisponible']);
			}
		});
	});

	it('keeps a date that was asked for in time', async () => {
		await withBench({}, async (bench) => {
			const { json } = await bench.order({ date_parution: '2026-12-10' });
			expect([json.date_parution, json.date_bouclage]).toEqual([
				'2026-12-10',
				'2026-12-08 12:00:00',
			]);
		});
	});
});
