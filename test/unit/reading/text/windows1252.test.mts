import { isEncodable } from '../../../../nodes/LegalNotice/reading/text/typography.ts';
import { prepared } from './texts.mts';

// Written from the research table, byte by byte, and not from the code under test.
const BYTES_80_TO_9F = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

describe('the character range of the service', () => {
	it('the range takes exactly 27 characters beyond Latin-1', () => {
		const taken: string[] = [];
		for (let value = 0x100; value <= 0x10ffff; value++) {
			const character = String.fromCodePoint(value);
			if (isEncodable(character)) taken.push(character);
		}
		expect(taken.sort()).toEqual(Array.from(BYTES_80_TO_9F.replace(/ /g, '')).sort());
		expect(taken).toHaveLength(27);
	});

	it('the range takes ASCII, Latin-1, tab and line breaks, and no other control character', () => {
		const values = Array.from({ length: 0x100 }, (_, value) => value);
		const isControl = (value: number) => value < 0x20 || (value >= 0x7f && value < 0xa0);
		const expected = values.filter((value) => isControl(value) && ![9, 10, 13].includes(value));
		const refused = values.filter((value) => !isEncodable(String.fromCharCode(value)));
		expect(refused).toEqual(expected);
	});
});

describe('characters that only the author can replace', () => {
	const check = (text: string) => prepared(text);

	it('such characters are named with position, code point, context and suggestion', () => {
		const result = check('Le gérant est né à Muğla.\n\nSiège : Łódź');
		expect(result.unsupported.map((one) => Object.values(one).join(' | '))).toEqual([
			'ğ | U+011F | 22 | est né à Muğla. Siège : | g',
			'Ł | U+0141 | 35 | Muğla. Siège : Łódź | L',
			'ź | U+017A | 38 | Siège : Łódź | z',
		]);
		expect(Array.from(result.visibleText)[22 - 1]).toBe('ğ');
	});

	it('such characters are named by their Unicode name when they look like a letter of the range', () => {
		expect(check('SОCIÉTÉ').unsupported).toEqual([
			{ character: 'О', codePoint: 'U+041E', position: 2, context: 'SОCIÉTÉ' },
		]);
		expect(check('5 μm').unsupported).toMatchObject([{ suggestion: 'µ' }]);
		expect(check('\u{10fffd}').unsupported).toMatchObject([{ codePoint: 'U+10FFFD' }]);
	});

	it.each([
		['Muğla est la ville où il est né le 1er mai', 'Muğla est la ville'],
		['né en \u00a0 Ł', 'né en Ł'],
		[`${'a'.repeat(99)}ğ${'b'.repeat(99)}`, `${'a'.repeat(30)}ğ${'b'.repeat(30)}`],
		['né à 𝐀. Fin de la phrase', 'né à 𝐀. Fin de la'],
	])('such characters are shown with the whole words on either side: %s', (text, context) => {
		expect(check(text).unsupported[0]?.context).toBe(context);
	});

	it('such characters are listed up to twenty, and all counted', () => {
		const result = check('ğ'.repeat(57));
		expect(result.unsupported).toHaveLength(20);
		expect(result.unsupported.at(-1)?.position).toBe(20);
		expect(result.unsupportedCount).toBe(57);
	});

	it('such characters include half of a character, replaced so that the text can be stored', () => {
		const result = check('Fin \ud83d.');
		expect(result.unsupported).toMatchObject([
			{ character: '\ufffd', codePoint: 'U+FFFD', position: 5 },
		]);
		expect(result.visibleText).toBe('Fin \ufffd.');
		expect(result.html).toBe('<p>Fin \ufffd.</p>');
	});

	it.each([
		['ẞ', 'ß'],
		['Ⅳ', 'IV'],
		['⅓', '1/3'],
		['ș', 's'],
		['ǆ', 'dž'],
		// Not "->": the editor's font draws that as the very arrow.
		['→', 'vers'],
		// On the line it would be another number, and nobody sees what is suggested for the others.
		['⁶', undefined],
		['⁰', undefined],
		['⁻', undefined],
		['\u3164', undefined],
		['ħ', 'h'],
		['ŋ', 'n'],
		['ễ', 'ê'],
		['≤', '<='],
		['≠', 'différent de'],
		['≮', undefined],
		['≯', undefined],
		['\ufffd', undefined],
		// Square brackets would be taken for a field.
		['☐', undefined],
		['✓', undefined],
	])('the character %s has the suggestion %s', (character, suggestion) => {
		expect(check(`a${character}`).unsupported[0]?.suggestion).toBe(suggestion);
	});
});
