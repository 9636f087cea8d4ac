/**
 * Replaces typography that the newspaper cannot print, as word processors make it unasked, by characters that it can, and lists what was replaced.
 */

/** A character that was replaced because the service's range lacks it. */
export interface Repair {
	from: string;
	/** It is empty when the character was removed. */
	to: string;
	/** Code points such as `U+202F`, with spaces between several. */
	codePoint: string;
	name: string;
	count: number;
}

type Substitute = Pick<Repair, 'to' | 'name'>;

/**
 * Typography that has one plain equivalent. Whatever carries a meaning of its own is refused: only the author can
 * replace it.
 */
const TABLE_ROWS: ReadonlyArray<readonly [to: string, name: string, from: readonly number[]]> = [
	['\u00a0', 'narrow no-break space', [0x202f]],
	['\u00a0', 'figure or thin space', [0x2007, 0x2009]],
	[' ', 'em or en space', [0x2000, 0x2001, 0x2002, 0x2003]],
	[' ', 'typographic space', [0x2004, 0x2005, 0x2006, 0x2008, 0x200a, 0x205f, 0x1680, 0x3000]],
	['\n', 'line or paragraph separator', [0x2028, 0x2029]],
	['\n', 'manual line break or page break', [0x0b, 0x0c]],
	['-', 'hyphen', [0x2010]],
	['-', 'no-break hyphen', [0x2011, 0x1e]],
	['-', 'minus sign', [0x2212, 0xfe63, 0xff0d]],
	['-', 'dash', [0x2043, 0x02d7, 0xfe58, 0xf02d]],
	['–', 'figure dash', [0x2012]],
	['—', 'horizontal bar', [0x2015, 0x2500]],
	['', 'zero-width character', [0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x180e]],
	['', 'direction mark', [0x200e, 0x200f, 0x061c, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e]],
	['', 'direction mark', [0x2066, 0x2067, 0x2068, 0x2069]],
	['', 'invisible character', [0x2061, 0x2062, 0x2063, 0x2064, 0x034f, 0xfffc]],
	['', 'soft hyphen', [0xad, 0x1f]],
	["'", 'prime', [0x2032, 0x02b9, 0x2035, 0xff07]],
	['"', 'double prime', [0x2033, 0x02ba, 0x2036, 0xff02, 0x301d, 0x301e]],
	['’', 'apostrophe of another kind', [0x02bc, 0x055a, 0x275c]],
	['‘', 'turned quotation mark', [0x201b, 0x02bb, 0x02bd, 0x275b]],
	['“', 'turned double quotation mark', [0x201f, 0x275d]],
	['”', 'ornamental quotation mark', [0x275e]],
	['n°', 'numero sign', [0x2116]],
	['m²', 'square metre sign', [0x33a1]],
	['m³', 'cubic metre sign', [0x33a5]],
	['/', 'fraction slash', [0x2044, 0x2215]],
	['*', 'asterisk operator', [0x2217]],
	[':', 'ratio sign', [0x2236]],
	['~', 'tilde operator', [0x223c]],
	['…', 'midline ellipsis', [0x22ef]],
	['·', 'middle dot', [0x2027, 0x22c5, 0x2219, 0x0387]],
	// From U+F000 on, what Word's Symbol and Wingdings put into the private use area.
	['•', 'bullet', [0x25aa, 0x25a0, 0x25cf, 0x25e6, 0x2023, 0xf0b7, 0xf0a7, 0xf06c, 0xf06e, 0xf09f]],
];

/** Characters that Unicode itself writes in a plainer way (NFKC). */
const COMPATIBLE: ReadonlyArray<readonly [name: string, characters: string]> = [
	['ligature', 'ﬀﬁﬂﬃﬄﬅﬆ'],
	['subscript digit', '₀₁₂₃₄₅₆₇₈₉'],
	['superscript letter', 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'],
	['sign of several letters', '℅㎞㎏℃․‥‼'],
	['sign that looks like another', String.fromCodePoint(0x212b, 0x212a, 0x037e)],
];

/** U+0080 to U+009F as bytes of Windows-1252; a space stands for the five that it leaves out. */
export const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const TABLE: ReadonlyMap<string, Substitute> = new Map(
	TABLE_ROWS.flatMap(([to, name, from]) =>
		from.map((codePoint) => [String.fromCodePoint(codePoint), { to, name }] as const),
	),
);

/** It follows a character and chooses one of its shapes, such as the coloured one of a pictograph. */
const VARIATION_SELECTOR = /[\ufe00-\ufe0f\u{e0000}-\u{e01ef}]/u;

/** @returns undefined where the character can be printed, or where only the author can replace it */
function replacementFor(character: string): Substitute | undefined {
	const known = TABLE.get(character);
	if (known) return known;
	const [plainer] = COMPATIBLE.find(([, characters]) => characters.includes(character)) ?? [];
	if (plainer !== undefined) return { to: character.normalize('NFKC'), name: plainer };
	const byte = character.charCodeAt(0);
	// U+0085 may also be a line end: only the author knows.
	const printed = byte === 0x85 ? '' : WINDOWS_1252.charAt(byte - 0x80).trim();
	if (printed !== '')
		return { to: printed, name: 'control character in place of a Windows-1252 one' };
	// Those of U+0080 to U+009F that stand for nothing printed are refused as well.
	if (character < ' ' || character === '\x7f') return { to: '', name: 'control character' };
	if (VARIATION_SELECTOR.test(character)) return { to: '', name: 'variation selector' };
	return undefined;
}

/** Repairs by the characters that were replaced. */
export type RepairLog = Map<string, Repair>;

export function record(log: RepairLog | undefined, from: string, { to, name }: Substitute): void {
	if (!log) return;
	const known = log.get(from);
	if (known) known.count += 1;
	else log.set(from, { from, to, codePoint: codePointLabel(from), name, count: 1 });
}

/** Behind a character: none of those that Windows-1252 has and Latin-1 has not. Looked at only there, they cost a text little time. */
const NOT_OF_WINDOWS = `(?<![${WINDOWS_1252.replace(/ /g, '')}])`;
/** What rule 3 of "Notice text rules" leaves out. `TextDecoder('windows-1252')` is no help: it answers as Latin-1 in several Node releases. */
const OUTSIDE_RANGE = new RegExp(`[^\\t\\n\\r -~\\u00a0-\\u00ff]${NOT_OF_WINDOWS}`);
export const EACH_OUTSIDE_RANGE = new RegExp(OUTSIDE_RANGE, 'gu');

export function isEncodable(text: string): boolean {
	return !OUTSIDE_RANGE.test(text);
}

/** What Windows-1252 lacks, the soft hyphen and the backtick. Most texts have none of it, which is seen faster than it is looked for. */
const NOT_PLAIN = new RegExp(`[^\\t\\n\\r -_a-~\\u00a0-\\u00ac\\u00ae-\\u00ff]${NOT_OF_WINDOWS}`);
const EACH_NOT_PLAIN = /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u00ff]/gu;

/** What only its place makes typography. */
const IN_PLACE: ReadonlyArray<readonly [name: string, wanted: RegExp, to: string]> = [
	// A raised o, or a zero in its place, behind the n of a number; behind a figure only the letter, as in 1°. From PDF files a ring.
	['numero sign', /(?<=(?<![\wÀ-ÿ])[nN])(?:[ᵒ⁰]|[◦∘](?=\s?\d))|(?<=\d)ᵒ/g, '°'],
	// It cuts a word at the end of a line.
	['soft hyphen', /(?<=[\wà-ÿœ])\u00ad[ \t]{0,9}\n[ \t]{0,9}(?=[a-zà-ÿœ])/g, ''],
	['backtick in the place of an apostrophe', /(?<=[A-Za-zÀ-ÿŒœ])`(?=[A-Za-zÀ-ÿŒœ])/g, "'"],
];

/** Repairing the result again changes nothing. */
export function repairTypography(text: string, log?: RepairLog): string {
	if (!NOT_PLAIN.test(text)) return text;
	return repairedInPlace(text, log).replace(EACH_NOT_PLAIN, (character) => {
		const replacement = replacementFor(character);
		if (replacement === undefined) return character;
		record(log, character, replacement);
		return replacement.to;
	});
}

function repairedInPlace(text: string, log: RepairLog | undefined): string {
	let repaired = text;
	for (const [name, wanted, to] of IN_PLACE) {
		repaired = repaired.replace(wanted, (written) => {
			record(log, written.charAt(0), { to, name });
			return to;
		});
	}
	return repaired;
}

/** A longer pile of marks is no letter of any language. */
const LONGEST_CLUSTER = 8;

/** Joins letters with accents that are characters of their own, as in names from a Mac or a PDF. */
export function composeAccents(text: string, log?: RepairLog): string {
	// Most texts have none, which is seen much faster than letters are looked through.
	if (isEncodable(text)) return text;
	return text.replace(/\P{M}\p{M}+/gu, (written) => {
		if (written.length > LONGEST_CLUSTER) return written;
		const to = written.normalize('NFC');
		if (to !== written) record(log, written, { to, name: 'decomposed accent' });
		return to;
	});
}

export function codePointLabel(characters: string): string {
	return Array.from(characters, (character) => {
		const value = character.codePointAt(0) ?? 0;
		return `U+${value.toString(16).toUpperCase().padStart(4, '0')}`;
	}).join(' ');
}
