import { WINDOWS_1252 } from './typography';

/** Names of U+00A0 to U+00FF in order: browsers also accept these without the semicolon. */
const LATIN1 =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr ' +
	'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
	'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
	'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
	'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
	'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Other names that word processors, editors and language models write into French texts. */
const OTHERS =
	'OElig:Œ oelig:œ Scaron:Š scaron:š Yuml:Ÿ fnof:ƒ circ:ˆ tilde:˜ Zcaron:Ž zcaron:ž ' +
	'ensp:\u2002 emsp:\u2003 thinsp:\u2009 hairsp:\u200a ' +
	'zwnj:\u200c zwj:\u200d lrm:\u200e rlm:\u200f hyphen:\u2010 ndash:– mdash:— ' +
	'lsquo:‘ rsquo:’ sbquo:‚ ldquo:“ rdquo:” bdquo:„ lsaquo:‹ rsaquo:› dagger:† Dagger:‡ bull:• ' +
	'hellip:… permil:‰ prime:\u2032 Prime:\u2033 euro:€ trade:™ numero:№ frasl:\u2044 ' +
	// Some of these cannot be printed and are refused by their place, which their names would not be.
	'uarr:↑ darr:↓ lArr:⇐ rArr:⇒ hArr:⇔ hearts:♥ spades:♠ clubs:♣ diams:♦ check:✓ cross:✗ star:☆ starf:★ phone:☎ ' +
	'larr:← rarr:→ harr:↔ minus:\u2212 le:≤ ge:≥ ne:≠ asymp:≈ infin:∞ sum:∑ ' +
	"apos:' num:# ast:* sol:/ colon:: semi:; comma:, period:. excl:! quest:? percnt:% dollar:$ plus:+ equals:= " +
	'lpar:( rpar:) lsqb:[ rsqb:] lbrace:{ rbrace:} lowbar:_ verbar:| commat:@ bsol:\\ grave:` Hat:^ ' +
	'Ccaron:Č ccaron:č Cacute:Ć cacute:ć Dcaron:Ď dcaron:ď Dstrok:Đ dstrok:đ Ecaron:Ě ecaron:ě Eogon:Ę eogon:ę ' +
	'Aogon:Ą aogon:ą Abreve:Ă abreve:ă Amacr:Ā amacr:ā Gbreve:Ğ gbreve:ğ Idot:İ inodot:ı Lstrok:Ł lstrok:ł ' +
	'Nacute:Ń nacute:ń Ncaron:Ň ncaron:ň Odblac:Ő odblac:ő Udblac:Ű udblac:ű Rcaron:Ř rcaron:ř Sacute:Ś sacute:ś ' +
	'Scedil:Ş scedil:ş Tcaron:Ť tcaron:ť Tcedil:Ţ tcedil:ţ Uring:Ů uring:ů Umacr:Ū umacr:ū Zacute:Ź zacute:ź Zdot:Ż zdot:ż';

const ASCII = 'amp:& lt:< gt:> quot:" AMP:& LT:< GT:> QUOT:" COPY:© REG:®';

const LEGACY: ReadonlyMap<string, string> = new Map([
	...LATIN1.split(' ').map((name, index): [string, string] => [
		name,
		String.fromCharCode(0xa0 + index),
	]),
	...pairsOf(ASCII),
]);

const NAMED: ReadonlyMap<string, string> = new Map([
	...LEGACY,
	...pairsOf(OTHERS),
	['Tab', '\t'],
	['NewLine', '\n'],
]);

function pairsOf(list: string): Array<[name: string, character: string]> {
	return list.split(' ').map((pair) => {
		const colon = pair.indexOf(':');
		return [pair.slice(0, colon), pair.slice(colon + 1)];
	});
}

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]+)|#([0-9]+)|([a-zA-Z][a-zA-Z0-9]{0,31}))(;?)/g;

/** As a browser does in text. `unknown` is called with references that stay as written. */
export function decodeEntities(text: string, unknown?: (reference: string) => void): string {
	return text.replace(
		REFERENCE,
		(written: string, hex?: string, decimal?: string, name?: string, end?: string) => {
			if (name === undefined)
				return numeric(hex === undefined ? Number(decimal) : parseInt(hex, 16));
			const known = (end === ';' ? NAMED : LEGACY).get(name);
			if (known === undefined && end === ';') unknown?.(written);
			return known ?? written;
		},
	);
}

function numeric(value: number): string {
	const surrogate = value >= 0xd800 && value <= 0xdfff;
	if (value === 0 || surrogate || !(value <= 0x10ffff)) return '\ufffd';
	// Browsers read &#128; to &#159; as bytes of Windows-1252; the five that it leaves out stay.
	return WINDOWS_1252.charAt(value - 0x80).trim() || String.fromCodePoint(value);
}
