/** Money and lists, as the service writes them. */
import {
	cents,
	euroText,
	frenchEuros,
	frenchNumber,
	recordList,
} from '../../../../nodes/LegalNotice/reading/records.ts';
test.each<[unknown, number | undefined]>([
	[12.345, 1_235],
	[-12.345, -1_235],
	[1.005, 101],
	[0, 0],
	['12.', 1_200],
	['.5', 50],
	['+1 250,50', 125_050],
	['-1\u202f250.5', -125_050],
	['1\u00a0000', 100_000],
	...['', ' ', 'a', '.', '1.2.3', '0x10', null, Infinity, `${'1'.repeat(200_000)}x`].map(
		(one): [unknown, undefined] => [one, undefined],
	),
])('%p is read as %p cents', (given, amount) => {
	expect(cents(given)).toBe(amount);
});

test.each([
	[129.6, '129,60 €'],
	['1 234,5', '1 234,50 €'],
	[-40, '-40,00 €'],
	['?', ''],
])('%s euros are written as %s', (amount, shown) => {
	expect(frenchEuros(amount).replace(/\s/g, ' ')).toBe(shown);
});

test.each(['999', '1 449', '-12 345', '1 234 567', '1 449,5', 'deux', '7'.repeat(100)])(
	'the number %s is grouped, and another text stays as it is',
	(shown) => {
		expect(frenchNumber(shown.replace(/ /g, ''))).toBe(shown.replace(/ /g, '\u00a0'));
	},
);

test('cents are shown with two decimals in English sentences', () => {
	expect(euroText(123_450)).toBe('1234.50 €');
});

const invoice = { type: 'facture', numero: 'F-1' };
test('a list has records, or none; an unreadable value in its place is undefined', () => {
	expect(recordList([invoice, {}])).toEqual([invoice, {}]);
	for (const none of [undefined, null, '', {}]) expect(recordList(none)).toEqual([]);
	for (const value of ['F-1', 0, false, ['F-1'], [invoice, null], { '1': invoice }, invoice]) {
		expect([value, recordList(value)]).toEqual([value, undefined]);
	}
});
