/**
 * The character range of the service ("Notice text rules", rule 3).
 *
 * The 27 characters that Windows-1252 has outside ASCII and Latin-1 are written out: the runtime's own
 * `TextDecoder('windows-1252')` answers as Latin-1 in several Node releases. Tab, line feed and carriage
 * return are taken as allowed; other control characters and U+0080 to U+009F are not.
 */

/** Content of a character class with every character of the range. */
export const RANGE_CLASS =
	'\\t\\n\\r\\u0020-\\u007e\\u00a0-\\u00ff' +
	'\\u20ac\\u201a\\u0192\\u201e\\u2026\\u2020\\u2021\\u02c6\\u2030\\u0160\\u2039\\u0152\\u017d' +
	'\\u2018\\u2019\\u201c\\u201d\\u2022\\u2013\\u2014\\u02dc\\u2122\\u0161\\u203a\\u0153\\u017e\\u0178';

const OUTSIDE = new RegExp(`[^${RANGE_CLASS}]`);

/** True when every character of `text` has a byte in Windows-1252. Linear, stops at the first that has none. */
export function isEncodable(text: string): boolean {
	return !OUTSIDE.test(text);
}

/** A new expression that finds each code point outside the range; a lone surrogate counts as one. */
export function outsideRange(): RegExp {
	return new RegExp(`[^${RANGE_CLASS}]`, 'gu');
}
