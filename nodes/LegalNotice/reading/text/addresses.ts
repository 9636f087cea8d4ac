/** Addresses hold any word and any sign, so they are put aside before a rule looks at a text: no rule has to ask whether it is in one. */

/** It is a letter, and no rule looks for it. */
export const ADDRESS_LETTER = 'ª';

const GATE = /@|:\/\/|www\.|[a-z]\.(?:fr|com|org|net|eu|info|io|re|be|ch|lu|de|example|test)/;
/** Not what templates put into an address: their braces are looked at. */
const IN_LINK = '[^\\s<>«»"“”(){}[\\]|^`]';
const DOMAIN = '[\\p{Alpha}\\d-]{1,63}(?:\\.[\\p{Alpha}\\d-]{1,63}){0,5}';
const ENDING = '(?:fr|com|org|net|eu|info|io|re|be|ch|lu|de|example|test)';

/** The text with its addresses replaced by one letter, of the same length, so that places in it are places in the text. */
export function withoutAddresses(text: string): string {
	if (!GATE.test(text)) return text;
	const address = new RegExp(
		[
			`(?<![\\p{Alpha}])(?:https?|ftps?)://${IN_LINK}{1,2000}`,
			`(?<![\\p{Alpha}\\d.])www\\.${IN_LINK}{1,2000}`,
			`(?<![\\p{Alpha}\\d._%+'’-])[\\p{Alpha}\\d._%+'’-]{1,64}@${DOMAIN}\\.[\\p{Alpha}]{2,20}`,
			`(?<![\\p{Alpha}\\d.@-])[a-z\\d-]{1,63}(?:\\.[a-z\\d-]{1,63}){0,5}\\.${ENDING}(?![\\p{Alpha}\\d])(?:/${IN_LINK}{0,2000})?`,
		].join('|'),
		'gu',
	);
	return text.replace(address, ({ length }) => ADDRESS_LETTER.repeat(length));
}
