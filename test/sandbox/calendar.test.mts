import { daily, withBench } from './bench.mts';

const weekly = { publication: 12, departement: '75' };
test.each([
	['just before closing', weekly, '2026-11-24T11:59:59+01:00', '2026-11-24 12:00:00'],
	['at closing', weekly, '2026-11-24T12:00:00+01:00', '2026-12-01 12:00:00'],
	['just before it in summer', weekly, '2026-07-07T09:59:59Z', '2026-07-07 12:00:00'],
	['at it in summer, with a holiday after', weekly, '2026-07-07T10:00:00Z', '2026-07-13 12:00:00'],
	// Monday 17 May 2027 is Whit Monday: Tuesday's daily closes on the Friday before.
	['over a holiday', daily, '2027-05-14T10:00:00+02:00', '2027-05-14 11:00:00'],
	['when that is over', daily, '2027-05-14T12:00:00+02:00', '2027-05-18 11:00:00'],
])('the next closing time %s', async (_when, { publication, departement }, now, closing) => {
	const url = `/dates-parutions?publication=${publication}&departement=${departement}`;
	const path = ['publications', 0, 'dates', 0, 'date_bouclage'];
	const options = { now: () => Date.parse(now) };
	expect(await withBench(options, (bench) => bench.get(url, ...path))).toBe(closing);
});
