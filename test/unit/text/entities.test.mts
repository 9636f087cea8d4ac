import { parseFragment } from 'parse5';

import { decodeEntities } from '../../../nodes/LegalNotice/domain/text/entities.ts';

/** What a browser shows for a text. */
function inBrowser(text: string): string {
	const [node] = parseFragment(text).childNodes;
	return node && 'value' in node ? node.value : '';
}

/** Names that are written into French texts, by people and programs. */
const NAMES = `
	nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg
	plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34
	iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml
	Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave
	Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
	egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde
	ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml OElig oelig Scaron scaron
	Yuml fnof circ tilde Zcaron zcaron ensp emsp   thinsp hairsp zwnj zwj lrm rlm
	hyphen  ndash mdash  lsquo rsquo sbquo ldquo rdquo bdquo lsaquo rsaquo dagger
	Dagger bull  hellip  permil prime Prime euro trade numero frasl larr rarr harr
	minus  le ge ne asymp infin sum  apos num ast sol colon semi comma period
	excl quest percnt dollar plus equals lpar rpar lsqb rsqb lbrace rbrace lowbar verbar
	commat bsol grave Hat       
	 Ccaron ccaron Cacute cacute Dcaron dcaron Dstrok dstrok Ecaron ecaron Eogon eogon
	Aogon aogon Abreve abreve Amacr amacr Gbreve gbreve Idot  inodot Lstrok lstrok
	Nacute nacute Ncaron ncaron Odblac odblac Udblac udblac Rcaron rcaron Sacute sacute
	Scedil scedil Tcaron tcaron Tcedil tcedil Uring uring Umacr umacr Zacute zacute Zdot
	zdot amp lt gt quot AMP LT GT QUOT COPY REG Tab NewLine
`;
const names = NAMES.trim().split(/\s+/);

test.each(names)('&%s is read as a browser reads it, with its semicolon and without', (name) => {
	const unknown: string[] = [];
	const decoded = decodeEntities(`a&${name};b`, (reference) => unknown.push(reference));
	expect(decoded).toBe(inBrowser(`a&${name};b`));
	expect(decoded).not.toContain('&' + name + ';');
	expect(unknown).toEqual([]);
	expect(decodeEntities(`a&${name} b`)).toBe(inBrowser(`a&${name} b`));
});

const NUMBERS =
	'&#233;|&#233|&#xe9;|&#XE9;|&#xE9|&#128;&#130;&#150;&#159;|&#127;&#160;|&#0;|&#xD800;&#xDFFF;&#xD7FF;&#xE000;|&#x10FFFF;&#x110000;|&#99999999999;|&#129;&#141;|&amp;amp;|& amp;|&;|&#;|&#x;|&é;|R&D';
test.each(NUMBERS.split('|'))('%s is read as a browser reads it', (text) => {
	expect(decodeEntities(text)).toBe(inBrowser(text));
});

test('a name that nobody knows stays as it is, and is told when it was meant as one', () => {
	const unknown: string[] = [];
	const text = '&unknown; &Eacutes; R&D &x1y2; A&B;';
	expect(decodeEntities(text, (reference) => unknown.push(reference))).toBe(text);
	expect(unknown).toEqual(['&unknown;', '&Eacutes;', '&x1y2;', '&B;']);
	expect(decodeEntities(text)).toBe(text);
});
