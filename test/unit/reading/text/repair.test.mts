import { prepared } from './texts.mts';

const plain = (text: string) => prepared(text);

describe('typography that the range lacks', () => {
	it.each([
		['narrow no-break space', '10\u202f000 €', '10\u00a0000 €'],
		['em space', 'a\u2003b', 'a b'],
		['hair space beside a space', 'a \u200ab', 'a b'],
		['no-break hyphen', 'Abbé\u2011Groult', 'Abbé-Groult'],
		['horizontal bar', 'a \u2015 b', 'a — b'],
		['zero-width space', 'SAR\u200bL', 'SARL'],
		['byte order mark', '\ufeffAVIS', 'AVIS'],
		['soft hyphen', 'liqui\u00addateur', 'liquidateur'],
		['soft hyphen before a line end', 'liqui\u00ad\ndateur', 'liquidateur'],
		['backtick in the place of an apostrophe', 'l`avis d`État', "l'avis d'État"],
		['modifier apostrophe', 'L\u02bcart', 'L’art'],
		['numero', '\u2116 4', 'n° 4'],
		['raised o of a number', 'n\u1d52 4, N\u1d52 5', 'n° 4, N° 5'],
		['raised zero of a number', 'n\u2070 4', 'n° 4'],
		['ring of a PDF file behind the n of a number', 'n\u25e6 3, N\u2218\u00a04', 'n° 3, N°\u00a04'],
		['square metre', '120 \u33a1', '120 m²'],
		['bullets', '\u25aa un \u25e6 deux \u25cf trois \u25a0 quatre', '• un • deux • trois • quatre'],
		['Windows-1252 quotes read as Latin-1', 'l\u0092art', 'l’art'],
		['Word no-break hyphen control', 'Saint\u001eDenis', 'Saint-Denis'],
		['vertical tab', 'a\u000bb', 'a\nb'],
		['line separator', 'a\u2028b', 'a\nb'],
		['angstrom sign', '5 \u212b', '5 Å'],
		['decomposed accent', 'de\u0301nomme\u0301e', 'dénommée'],
		['decomposed accent after a ligature of three', 'o\ufb03\u0301', 'offí'],
		['decomposed accent after a raised letter', '1\u1d49\u0300', '1è'],
		['control character', 'a\u0007b', 'ab'],
		['space after a sign of the range', '™\u202f©\u202f2026', '™\u00a0©\u00a02026'],
		['accent after a removed character', 'e\u200b\u0301', 'é'],
		['two accents', 'e\u0302\u0301', '\u1ebf'],
	])('the repair handles %s', (_name, written, expected) => {
		const result = plain(written);
		expect(result.visibleText).toBe(expected);
		expect(result.repairs.length).toBeGreaterThan(0);
	});

	it('a soft hyphen joins its word across a line break of HTML, and a backtick around a word is no apostrophe', () => {
		expect(prepared('<p>liqui&shy;<br>dateur</p>', 'html').visibleText).toBe('liquidateur');
		expect(plain('LE `PRÉ`').repairs).toEqual([]);
	});

	it('a repair is listed with its name and its count, in the order of the text', () => {
		const result = plain('Capital : 10\u202f000\u202f€\n\nAbbe\u0301 de la Tre\u0301moille');
		expect(result.repairs.map((repair): unknown[] => Object.values(repair))).toEqual([
			['\u202f', '\u00a0', 'U+202F', 'narrow no-break space', 2],
			['e\u0301', 'é', 'U+0065 U+0301', 'decomposed accent', 2],
		]);
	});

	it('a repair leaves every character of the range alone', () => {
		const inRange = 'L’ŒUVRE & FILS – « à 3 ‰ » … ½ ² ™ Ÿ Š ž ‹› 10\u00a0000 €';
		expect(plain(inRange).visibleText).toBe(inRange);
		expect(plain(inRange).repairs).toEqual([]);
	});

	it.each([
		['an arrow', '1 000 € \u2192 5 000 €', 'U+2192'],
		['a check mark', '\u2713 approuvé', 'U+2713'],
		['a telephone', 'Tél. \u{1f4de}\ufe0f 01', 'U+1F4DE'],
		['a bullet that is an arrow', '\u27a2 un', 'U+27A2'],
		['a key', '1\ufe0f\u20e3', 'U+20E3'],
		['a raised digit', '\u2075 note', 'U+2075'],
	])('a repair never rewrites or leaves out %s: it carries meaning', (_what, text, codePoint) => {
		const result = plain(text);
		expect(result.unsupported).toMatchObject([{ codePoint }]);
		expect(result.visibleText).toBe(text.replace('\ufe0f', ''));
	});

	it('a repair composes an accent that was in a tag of its own only when the tags are removed', () => {
		const across = prepared('<p>e<em>\u0301</em></p>', 'html');
		expect(across.html).toBe('<p>é</p>');
		const bold = prepared('<p>e<b>\u200b</b>\u0301</p>', 'html');
		expect(bold.html).toBe('<p>é</p>');
	});

	it.each([
		['10⁻⁶', '10⁻⁶', 2],
		['surface⁴⁰', 'surface⁴⁰', 2],
		['10\u200b⁶', '10⁶', 1],
	])(
		'the exponent in %s never becomes part of another figure, nor is that suggested',
		(written, visible, count) => {
			const result = plain(written);
			expect(result.visibleText).toBe(visible);
			expect(result.unsupported.map(({ suggestion }) => suggestion)).toEqual(
				Array(count).fill(undefined),
			);
			expect(result.repairs.filter(({ name }) => name === 'superscript digit')).toEqual([]);
		},
	);

	it('an exponent in bold counts as an exponent as well', () => {
		const { html, unsupportedCount } = prepared('<p>10<b>⁶</b></p>', 'html');
		expect([html, unsupportedCount]).toEqual(['<p>10<b>⁶</b></p>', 1]);
	});
});

test('white space is collapsed as a reader sees it, no-break spaces are kept', () => {
	expect(plain('  a   b\t c  \n   d ').visibleText).toBe('a b c\nd');
	expect(plain('a \u00a0 b').visibleText).toBe('a \u00a0 b');
});
