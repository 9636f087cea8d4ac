/** A value in the place of a whole collection that is no object is refused, never taken for an empty one. */
import { collection } from '../../../nodes/LegalNotice/actions/itemParameters.ts';

const read = (name: 'options' | 'header' | 'advertiser', value: unknown) =>
	collection({ fn: { getNodeParameter: () => value } as never }, name, 0);

test.each([
	['options', '{"maximumTotal": 1}', /^'Options' is a string, not an object/],
	['header', ['text', 'CABINET'], /^'Header' is a list, not an object/],
	['advertiser', 5, /^'Advertiser' is 5, not an object/],
	['options', new Date(0), /^'Options' is a date, not an object/],
] as const)('%s of %j are refused by name', (name, value, sentence) => {
	expect(() => read(name, value)).toThrow(sentence);
});

test('an expression that finds nothing in its place stops the item', () => {
	expect(() => read('options', undefined)).toThrow("The expression in 'Options' returns no value.");
});

test.each([[null], [''], [' '], [[]], [{}]])('%j counts as empty', (value) => {
	expect(read('options', value)).toEqual({});
});
