/** Money and lists, as the service writes them. */
import {
	cents,
	euroText,
	frenchEuros,
	recordList,
} from '../../../nodes/LegalNotice/domain/records.ts';
import {
	forbidsRepeating,
	LeftOpen,
	OperationStop,
	UnknownOutcome,
} from '../../../nodes/LegalNotice/domain/operationStop.ts';

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
	...['', ' ', 'a', '.', '1.2.3', '0x10', null, Infinity].map((one): [unknown, undefined] => [
		one,
		undefined,
	]),
	[`${'1'.repeat(200_000)}x`, undefined],
])('%p is %p cents', (given, amount) => {
	expect(cents(given)).toBe(amount);
});

test.each([
	[129.6, '129,60 €'],
	['1 234,5', '1 234,50 €'],
	[-40, '-40,00 €'],
	['?', ''],
])('%s euros read %s', (amount, shown) => {
	expect(frenchEuros(amount).replace(/\s/g, ' ')).toBe(shown);
});

test('cents are shown with two decimals in English sentences', () => {
	expect(euroText(123_450)).toBe('1234.50 €');
});

const invoice = { type: 'facture', numero: 'F-1' };
test.each<[unknown, unknown]>([
	[undefined, []],
	[null, []],
	[{}, []],
	[
		[invoice, {}],
		[invoice, {}],
	],
	...['F-1', 0, false, ['F-1'], [invoice, null], { '1': invoice }, invoice].map(
		(value): [unknown, undefined] => [value, undefined],
	),
])(
	'in place of a list %j has the records %j; undefined does not mean that there are none',
	(value, records) => {
		expect(recordList(value)).toEqual(records);
	},
);

test('an unknown outcome that nothing settles is found below any stop', () => {
	const unknown = (repeatable: boolean) => new UnknownOutcome('m', 'a', undefined, 'o', repeatable);
	const left = new LeftOpen('m', 'a', unknown(false), 'o');
	expect([unknown(false), new OperationStop('m', 'a', left)].map(forbidsRepeating)).toEqual([
		true,
		true,
	]);
	for (const stop of [
		new OperationStop('m', 'a', unknown(true)),
		new OperationStop('m', 'a'),
		new Error('m', { cause: unknown(false) }),
		undefined,
	]) {
		expect(forbidsRepeating(stop)).toBe(false);
	}
});
