/**
 * Typography that the service's range lacks and that has one plain equivalent. Sources: what word processors,
 * browsers, PDF files and language models really emit. Nothing here is a letter of a name; letters are in
 * `letters.ts` and are only ever suggested.
 */
export interface Replacement {
	to: string;
	name: string;
}

/** Every character of the first column becomes the whole second column. */
const MANY_TO_ONE: ReadonlyArray<readonly [from: string, to: string, name: string]> = [
	['\u202f', '\u00a0', 'narrow no-break space'],
	['\u2007', '\u00a0', 'figure space'],
	['\u2009', '\u00a0', 'thin space'],
	['\u2000\u2001\u2002\u2003', ' ', 'em or en space'],
	['\u2004\u2005\u2006\u2008\u200a\u205f\u1680', ' ', 'typographic space'],
	['\u3000', ' ', 'ideographic space'],
	['\u2028', '\n', 'line separator'],
	['\u2029', '\n', 'paragraph separator'],
	['\u000b', '\n', 'vertical tab (manual line break)'],
	['\u000c', '\n', 'form feed (page break)'],
	['\u2010', '-', 'hyphen'],
	['\u2011\u001e', '-', 'no-break hyphen'],
	['\u2012', '\u2013', 'figure dash'],
	['\u2015\u2500', '\u2014', 'horizontal bar'],
	['\u2212\ufe63\uff0d', '-', 'minus sign'],
	['\u2043\u02d7\ufe58', '-', 'dash'],
	['\u200b\u200c\u200d\u2060\ufeff\u180e', '', 'zero-width character'],
	[
		'\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
		'',
		'direction mark',
	],
	['\u2061\u2062\u2063\u2064\u206a\u206b\u206c\u206d\u206e\u206f\u034f', '', 'invisible character'],
	['\u00ad\u001f', '', 'soft hyphen'],
	['\ufffc', '', 'object replacement character'],
	['\u20e3', '', 'keycap frame'],
	['\u2032\u02b9\u2035\uff07', "'", 'prime'],
	['\u2033\u02ba\u2036\uff02\u301d\u301e', '"', 'double prime'],
	['\u02bc\u055a', '\u2019', 'modifier apostrophe'],
	['\u201b\u02bb\u02bd\u275b', '\u2018', 'turned quotation mark'],
	['\u275c', '\u2019', 'ornamental quotation mark'],
	['\u201f\u275d', '\u201c', 'turned double quotation mark'],
	['\u275e', '\u201d', 'ornamental quotation mark'],
	['\ufb00', 'ff', 'ligature ff'],
	['\ufb01', 'fi', 'ligature fi'],
	['\ufb02', 'fl', 'ligature fl'],
	['\ufb03', 'ffi', 'ligature ffi'],
	['\ufb04', 'ffl', 'ligature ffl'],
	['\ufb05\ufb06', 'st', 'ligature st'],
	['\u2116', 'n\u00b0', 'numero sign'],
	['\u2105', 'c/o', 'care-of sign'],
	['\u33a1', 'm\u00b2', 'square metre sign'],
	['\u33a5', 'm\u00b3', 'cubic metre sign'],
	['\u339e', 'km', 'kilometre sign'],
	['\u338f', 'kg', 'kilogram sign'],
	['\u2103', '\u00b0C', 'degree Celsius sign'],
	['\u212b', '\u00c5', 'angstrom sign'],
	['\u212a', 'K', 'kelvin sign'],
	['\u037e', ';', 'Greek question mark'],
	['\u2044\u2215', '/', 'fraction slash'],
	['\u2217', '*', 'asterisk operator'],
	['\u2236', ':', 'ratio sign'],
	['\u223c', '~', 'tilde operator'],
	['\u2024', '.', 'one dot leader'],
	['\u2025', '..', 'two dot leader'],
	['\u22ef', '\u2026', 'midline ellipsis'],
	['\u203c', '!!', 'double exclamation mark'],
	['\u2027\u22c5\u2219\u0387', '\u00b7', 'middle dot'],
	[
		'\u25aa\u25ab\u25a0\u25cf\u25cb\u25e6\u25c6\u25c7\u25b8\u25b9\u25ba\u25b6\u2023\u27a2\u27a4\u2756',
		'\u2022',
		'bullet',
	],
	['\u2605\u2606\u2726\u2713\u2714', '\u2022', 'bullet'],
	// Word's Symbol and Wingdings bullets land in the private use area.
	['\uf0b7\uf0a7\uf0d8\uf0a8\uf076\uf0fc', '\u2022', 'bullet of a symbol font'],
	['\uf02d', '-', 'dash of a symbol font'],
	['\u2192\u21d2\u2794\u279c\u27a1\uf0e0\uf0e8', '-', 'arrow'],
];

/** The characters of the first column become, one by one, those of the second. */
const ONE_TO_ONE: ReadonlyArray<readonly [from: string, to: string, name: string]> = [
	['\u2070\u2074\u2075\u2076\u2077\u2078\u2079', '0456789', 'superscript digit'],
	['₀₁₂₃₄₅₆₇₈₉', '0123456789', 'subscript digit'],
	['ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ', 'abcdefghijklmnoprstuvwxyz', 'superscript letter'],
	// Bytes of Windows-1252 that were read as Latin-1: the letters among them are only suggested.
	[
		'\u0080\u0082\u0084\u0086\u0087\u0088\u0089\u008b\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009b',
		'€‚„†‡ˆ‰‹‘’“”•–—˜™›',
		'control character in place of Windows-1252 punctuation',
	],
];

const TABLE: ReadonlyMap<string, Replacement> = build();

function build(): Map<string, Replacement> {
	const table = new Map<string, Replacement>();
	for (const [from, to, name] of MANY_TO_ONE) {
		for (const character of from) table.set(character, { to, name });
	}
	for (const [from, to, name] of ONE_TO_ONE) {
		Array.from(from).forEach((character, index) => {
			table.set(character, { to: to.charAt(index), name });
		});
	}
	return table;
}

type CodePointRange = readonly [first: number, last: number];

/** C0 and delete; tab, line feed and carriage return are in the service's range and never come here. */
const CONTROLS: readonly CodePointRange[] = [
	[0x00, 0x1f],
	[0x7f, 0x7f],
];
const VARIATION_SELECTORS: readonly CodePointRange[] = [
	[0xfe00, 0xfe0f],
	[0xe0000, 0xe01ef],
];
const FLAG_LETTERS: readonly CodePointRange[] = [[0x1f1e6, 0x1f1ff]];
const SKIN_TONES: readonly CodePointRange[] = [[0x1f3fb, 0x1f3ff]];
/** Boxes, crosses, arrows and enclosed letters carry meaning: they are reported, never removed. */
const MEANINGFUL: readonly CodePointRange[] = [
	[0x2049, 0x2049],
	[0x2139, 0x2139],
	[0x2190, 0x21ff],
	[0x24c2, 0x24c2],
	[0x2610, 0x2612],
	[0x2640, 0x2642],
	[0x2705, 0x2705],
	[0x2715, 0x2718],
	[0x274c, 0x274e],
	[0x2795, 0x2797],
	[0x2b05, 0x2b1c],
	[0x3030, 0x3299],
	[0x1f170, 0x1f251],
];
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;

function within(value: number, ranges: readonly CodePointRange[]): boolean {
	return ranges.some(([first, last]) => value >= first && value <= last);
}

/**
 * What stands for one code point that the range lacks (or that is invisible in it), or undefined when only the
 * author can decide.
 */
export function replacementFor(character: string): Replacement | undefined {
	const known = TABLE.get(character);
	if (known) return known;
	const value = character.codePointAt(0) ?? 0;
	if (within(value, CONTROLS)) return { to: '', name: 'control character' };
	if (within(value, VARIATION_SELECTORS)) return { to: '', name: 'variation selector' };
	if (within(value, FLAG_LETTERS)) return { to: '', name: 'pictograph' };
	if (within(value, MEANINGFUL)) return undefined;
	if (within(value, SKIN_TONES) || PICTOGRAPH.test(character)) {
		return { to: '', name: 'pictograph' };
	}
	return undefined;
}
