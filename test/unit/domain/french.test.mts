import { frenchDay, frenchMoment } from '../../../nodes/LegalNotice/domain/dates.ts';
import { frenchEuros } from '../../../nodes/LegalNotice/domain/records.ts';

test.each([
	['2026-11-26', 'jeudi 26 novembre 2026'],
	['2026-12-01', 'mardi 1er décembre 2026'],
	['2026-12-01 12:00:00', 'mardi 1er décembre 2026'],
	['bientôt', undefined],
])('the day %s reads %s', (given, shown) => {
	expect(frenchDay(given)).toBe(shown);
});

test.each([
	['2026-11-24 09:05:00', 'mardi 24 novembre 2026 à 09 h 05'],
	['2026-11-24', 'mardi 24 novembre 2026'],
	['bientôt', undefined],
])('the moment %s reads %s', (given, shown) => {
	expect(frenchMoment(given)).toBe(shown);
});

test.each([
	[129.6, '129,60 €'],
	[1_234.5, '1 234,50 €'],
	['1 234,5', '1 234,50 €'],
	[-40, '-40,00 €'],
	['?', ''],
])('%s euros read %s', (amount, shown) => {
	expect(frenchEuros(amount).replace(/\s/g, ' ')).toBe(shown);
});
