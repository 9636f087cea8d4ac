/** Windows-1252, the allowed range of texts (section "Notice text rules", rule 3), and entities. */

const latinNames =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn ' +
	'sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave ' +
	'Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
	'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN ' +
	'szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute ' +
	'icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml ' +
	'yacute thorn yuml';
// The characters Windows-1252 adds between 0x80 and 0x9F, in the order of their bytes.
const addedCharacters = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const addedNames =
	'euro sbquo fnof bdquo hellip dagger Dagger circ permil Scaron lsaquo OElig Zcaron lsquo rsquo ' +
	'ldquo rdquo bull ndash mdash tilde trade scaron rsaquo oelig zcaron Yuml';

const names = new Map<string, string>([
	['&', 'amp'],
	['<', 'lt'],
	['>', 'gt'],
	['"', 'quot'],
]);
latinNames.split(' ').forEach((name, index) => {
	names.set(String.fromCharCode(0xa0 + index), name);
});
const added = Array.from(addedCharacters);
addedNames.split(' ').forEach((name, index) => {
	names.set(added[index] ?? '', name);
});
const characters = new Map(Array.from(names, ([character, name]) => [name, character]));
characters.set('apos', "'");

/** Decodes the named entities of the range and every numeric one; unknown ones stay as written. */
export function decodeEntities(text: string): string {
	return text.replace(/&(#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|\w{1,10});/g, (whole, name: string) => {
		if (!name.startsWith('#')) return characters.get(name) ?? whole;
		const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
}

/** Escapes what markup needs and, when `all`, writes every character beyond ASCII as an entity. */
export function encodeEntities(text: string, all: boolean): string {
	return text.replace(all ? /[&<>]|[^\p{ASCII}]/gu : /[&<>]/g, (character) => {
		const name = names.get(character);
		return name === undefined ? character : `&${name};`;
	});
}

/** The first character outside Windows-1252, or `undefined`. */
export function outsideRange(text: string): string | undefined {
	for (const character of text) {
		const code = character.codePointAt(0) ?? 0;
		const ascii = (code >= 0x20 && code < 0x7f) || [0x09, 0x0a, 0x0d].includes(code);
		const latin = code >= 0xa0 && code <= 0xff;
		if (!ascii && !latin && !added.includes(character)) return character;
	}
	return undefined;
}
