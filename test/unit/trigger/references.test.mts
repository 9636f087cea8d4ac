import { readList } from '../../../nodes/LegalNotice/trigger/settings.ts';

describe('the list of references', () => {
	it.each([
		['lines', 'AL-1\nAL-2\r\n D-3 \n\n'],
		['commas', 'AL-1, AL-2,,D-3'],
		['a mix, with repetitions', 'AL-1\nAL-2, AL-1\nD-3,AL-2'],
		['a JSON array', ' ["AL-1", "AL-2 ", "D-3", ""] '],
		['an array from an expression', ['AL-1', 'AL-2', null, 'D-3', undefined]],
	])('is read from %s', (_name, value) => {
		expect(readList(value)).toEqual(['AL-1', 'AL-2', 'D-3']);
	});

	it('takes numbers, and order numbers with commas in an array', () => {
		expect(readList([26000123, 'Dossier 4, lot 2'])).toEqual(['26000123', 'Dossier 4, lot 2']);
		expect(readList(26000123)).toEqual(['26000123']);
	});

	it.each([
		['nothing', '', 'is empty'],
		['only separators', ' ,\n, ', 'is empty'],
		['no value', undefined, 'is empty'],
		['an empty array', [], 'is empty'],
		['too many', Array.from({ length: 10_001 }, (_value, index) => index), 'has 10001 references'],
		[
			'what is longer than any reference',
			`AL-1\n${'x'.repeat(1_000)}`,
			`cannot be "${'x'.repeat(40)}"`,
		],
		['an array that does not end', '["AL-1", "AL-2"', 'cannot be "["AL-1", "AL-2"'],
		['objects', [{ reference: 'AL-1' }], 'is an object, not a text'],
		['a truth value', true, 'is a boolean, not a text'],
		['the outcome of a sum with nothing', [NaN], 'is NaN, not a text'],
	])('is refused, with advice, when it holds %s', (_name, value, sentence) => {
		expect(() => readList(value)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining(`'References to Watch' ${sentence}`) as string,
				advice: expect.stringMatching(/\w+/) as string,
			}) as Error,
		);
	});

	it('may hold 10,000 after repetitions', () => {
		const list = Array.from({ length: 10_000 }, (_value, index) => `AL-${index}`);
		expect(readList([...list, 'AL-5'])).toHaveLength(10_000);
	});
});
