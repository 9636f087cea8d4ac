import { readList } from '../../../nodes/LegalNotice/trigger/settings.ts';
import { InputProblem } from '../../../nodes/LegalNotice/domain/parameters.ts';

const texts = readList;

describe('the list of references', () => {
	it.each([
		['lines', 'AL-1\nAL-2\r\n D-3 \n\n'],
		['commas', 'AL-1, AL-2,,D-3'],
		['a mix, with repetitions', 'AL-1\nAL-2, AL-1\nD-3,AL-2'],
		['a JSON array', ' ["AL-1", "AL-2 ", "D-3", ""] '],
		['an array from an expression', ['AL-1', 'AL-2', null, 'D-3', undefined]],
	])('is read from %s', (_name, value) => {
		expect(texts(value)).toEqual(['AL-1', 'AL-2', 'D-3']);
	});

	it('takes numbers, and order numbers with commas in an array', () => {
		expect(texts([26000123, 'Dossier 4, lot 2'])).toEqual(['26000123', 'Dossier 4, lot 2']);
		expect(texts(26000123)).toEqual(['26000123']);
	});

	it.each([
		['nothing', ''],
		['only separators', ' ,\n, '],
		['no value', undefined],
		['null', null],
		['an empty array', []],
	])('is refused when it holds %s', (_name, value) => {
		expect(() => readList(value)).toThrow("'References to Watch' holds no reference.");
	});

	it('says how many there are when there are too many', () => {
		const list = Array.from({ length: 10_001 }, (_value, index) => `AL-${index}`);
		expect(() => readList(list)).toThrow('holds 10001 references; at most 10000');
		expect(readList([...list.slice(1), 'AL-5'])).toHaveLength(10_000);
	});

	it('is refused when it holds what no reference is as long as, and not quoted whole', () => {
		const text = 'x'.repeat(1_000_000);
		expect(() => readList(`AL-1\n${text}`)).toThrow(
			`'References to Watch' holds an entry of 1000000 characters, longer than any reference: ${'x'.repeat(60)}…`,
		);
		expect(readList('x'.repeat(200))).toHaveLength(1);
	});

	it.each([
		['an array that does not end', '["AL-1", "AL-2"', 'starts like a JSON array but is not one'],
		[
			'objects',
			[{ reference: 'AL-1' }],
			'holds something that is no reference: {"reference":"AL-1"}',
		],
		['a truth value', true, 'holds something that is no reference: true'],
		['the outcome of a sum with nothing', NaN, 'holds something that is no reference'],
		['an array with such an outcome', [NaN], 'holds something that is no reference'],
	])('is refused when it is %s', (_name, value, sentence) => {
		expect(() => readList(value)).toThrow(sentence);
		expect(() => readList(value)).toThrow(InputProblem);
	});

	it.each([
		['no reference', ''],
		['too many', Array.from({ length: 10_001 }, (_value, index) => index)],
		['a broken array', '['],
		['no text', true],
	])('says how to fix it when it holds %s', (_name, value) => {
		expect(() => readList(value)).toThrow(
			expect.objectContaining({ advice: expect.stringMatching(/\w+/) as string }) as Error,
		);
	});

	it.each([
		[60, '['.padEnd(60, 'x')],
		[61, `${'['.padEnd(60, 'x')}…`],
	])('is quoted up to 60 characters: of %d', (length, quoted) => {
		expect(() => readList('['.padEnd(length, 'x'))).toThrow(
			new Error(`'References to Watch' starts like a JSON array but is not one: ${quoted}`),
		);
	});
});
