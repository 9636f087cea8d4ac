/**
 * How HTML writes characters by name and by number. Only what ends with a semicolon is such a reference, because without one
 * it may be a name: a browser makes "DUPONT®NIER" of "DUPONT&REGNIER", and "B>" of "B&GT".
 */
import { isEncodable, WINDOWS_1252 } from './typography';

/**
 * The names of HTML 4, of Europe's letters, and of every character that can be printed or repaired. Those of what cannot be
 * printed are here to be refused by name; any other name is text.
 */
const NAMES = `
AElig:Æ AMP:& Aacute:Á Abreve:Ă Acirc:Â Agrave:À Alpha:Α Amacr:Ā Aogon:Ą Aring:Å Atilde:Ã Auml:Ä Beta:Β Cacute:Ć
Ccaron:Č Ccedil:Ç Ccirc:Ĉ Cdot:Ċ Cedilla:¸ CenterDot:· Chi:Χ CloseCurlyDoubleQuote:” CloseCurlyQuote:’ Dagger:‡
Dcaron:Ď Delta:Δ DiacriticalAcute:´ DiacriticalGrave:\u{60} DiacriticalTilde:˜ Dot:¨ DoubleDot:¨ Dstrok:Đ ETH:Ð
Eacute:É Ecaron:Ě Ecirc:Ê Edot:Ė Egrave:È Emacr:Ē Eogon:Ę Epsilon:Ε Eta:Η Euml:Ë FilledVerySmallSquare:▪ Gamma:Γ
Gbreve:Ğ Gcedil:Ģ Gcirc:Ĝ Gdot:Ġ Hat:^ Hcirc:Ĥ Hstrok:Ħ IJlig:Ĳ Iacute:Í Icirc:Î Idot:İ Igrave:Ì Imacr:Ī Iogon:Į
Iota:Ι Itilde:Ĩ Iuml:Ï Jcirc:Ĵ Kappa:Κ Kcedil:Ķ Lacute:Ĺ Lambda:Λ Lcaron:Ľ Lcedil:Ļ Lmidot:Ŀ Lstrok:Ł Mu:Μ Nacute:Ń
Ncaron:Ň Ncedil:Ņ NegativeMediumSpace:\u{200b} NegativeThickSpace:\u{200b} NegativeThinSpace:\u{200b}
NegativeVeryThinSpace:\u{200b} NewLine:\u{a} NonBreakingSpace:\u{a0} Ntilde:Ñ Nu:Ν OElig:Œ Oacute:Ó Ocirc:Ô Odblac:Ő
Ograve:Ò Omacr:Ō Omega:Ω Omicron:Ο OpenCurlyDoubleQuote:“ OpenCurlyQuote:‘ Oslash:Ø Otilde:Õ Ouml:Ö Phi:Φ Pi:Π
PlusMinus:± Prime:″ Psi:Ψ Racute:Ŕ Rcaron:Ř Rcedil:Ŗ Rho:Ρ Sacute:Ś Scaron:Š Scedil:Ş Scirc:Ŝ Sigma:Σ Square:□ THORN:Þ
Tab:\u{9} Tau:Τ Tcaron:Ť Tcedil:Ţ Theta:Θ ThinSpace:\u{2009} Tstrok:Ŧ Uacute:Ú Ubreve:Ŭ Ucirc:Û Udblac:Ű Ugrave:Ù
Umacr:Ū UnderBar:_ Uogon:Ų Upsilon:Υ Uring:Ů Utilde:Ũ Uuml:Ü VerticalLine:| VeryThinSpace:\u{200a} Wcirc:Ŵ Xi:Ξ
Yacute:Ý Ycirc:Ŷ Yuml:Ÿ Zacute:Ź Zcaron:Ž Zdot:Ż ZeroWidthSpace:\u{200b} Zeta:Ζ aacute:á abreve:ă acirc:â acute:´
aelig:æ agrave:à alefsym:ℵ alpha:α amacr:ā amp:& and:∧ ang:∠ angst:Å aogon:ą apos:' aring:å ast:* asymp:≈ atilde:ã
auml:ä backprime:‵ bdquo:„ beta:β bigstar:★ blacksquare:▪ bprime:‵ brvbar:¦ bsol:\u{5c} bull:• bullet:• cacute:ć cap:∩
ccaron:č ccedil:ç ccirc:ĉ cdot:ċ cedil:¸ cent:¢ centerdot:· check:✓ checkmark:✓ chi:χ circ:ˆ circledR:® clubs:♣
colon:: comma:, commat:@ cong:≅ copy:© crarr:↵ cross:✗ cup:∪ curren:¤ dArr:⇓ dagger:† darr:↓ dash:‐ dcaron:ď ddagger:‡
deg:° delta:δ diams:♦ die:¨ div:÷ divide:÷ dollar:$ dstrok:đ eacute:é ecaron:ě ecirc:ê edot:ė egrave:è emacr:ē empty:∅
emsp:\u{2003} emsp13:\u{2004} emsp14:\u{2005} eng:ŋ ensp:\u{2002} eogon:ę epsilon:ε equals:= equiv:≡ eta:η eth:ð
euml:ë euro:€ excl:! exist:∃ ffilig:ﬃ fflig:ﬀ ffllig:ﬄ filig:ﬁ fllig:ﬂ fnof:ƒ forall:∀ frac12:½ frac13:⅓ frac14:¼
frac15:⅕ frac16:⅙ frac18:⅛ frac23:⅔ frac25:⅖ frac34:¾ frac35:⅗ frac38:⅜ frac45:⅘ frac56:⅚ frac58:⅝ frac78:⅞ frasl:⁄
gamma:γ gbreve:ğ gcirc:ĝ gdot:ġ ge:≥ grave:\u{60} gt:> hArr:⇔ hairsp:\u{200a} half:½ harr:↔ hcirc:ĥ hearts:♥ hellip:…
horbar:― hstrok:ħ hyphen:‐ iacute:í icirc:î iexcl:¡ igrave:ì ijlig:ĳ imacr:ī image:ℑ imath:ı infin:∞ inodot:ı int:∫
iogon:į iota:ι iquest:¿ isin:∈ itilde:ĩ iuml:ï jcirc:ĵ kappa:κ kcedil:ķ kgreen:ĸ lArr:⇐ lacute:ĺ lambda:λ lang:⟨
laquo:« larr:← lbrace:{ lbrack:[ lcaron:ľ lcedil:ļ lceil:⌈ lcub:{ ldquo:“ ldquor:„ le:≤ lfloor:⌊ lmidot:ŀ lowast:∗
lowbar:_ loz:◊ lpar:( lrm:\u{200e} lsaquo:‹ lsqb:[ lsquo:‘ lsquor:‚ lstrok:ł lt:< macr:¯ mdash:— micro:µ midast:*
middot:· minus:− mldr:… mu:μ nabla:∇ nacute:ń napos:ŉ nbsp:\u{a0} ncaron:ň ncedil:ņ ndash:– ne:≠ ni:∋ nldr:‥ not:¬
notin:∉ nsub:⊄ ntilde:ñ nu:ν num:# numero:№ numsp:\u{2007} oacute:ó ocirc:ô odblac:ő oelig:œ ograve:ò oline:‾ omacr:ō
omega:ω omicron:ο oplus:⊕ or:∨ ordf:ª ordm:º oslash:ø otilde:õ otimes:⊗ ouml:ö para:¶ part:∂ percnt:% period:.
permil:‰ perp:⊥ pertenk:‱ phi:φ phone:☎ pi:π piv:ϖ plus:+ plusmn:± pm:± pound:£ prime:′ prod:∏ prop:∝ psi:ψ
puncsp:\u{2008} quest:? quot:" rArr:⇒ racute:ŕ radic:√ rang:⟩ raquo:» rarr:→ rbrace:} rbrack:] rcaron:ř rcedil:ŗ
rceil:⌉ rcub:} rdquo:” rdquor:” real:ℜ reg:® rfloor:⌋ rho:ρ rlm:\u{200f} rpar:) rsaquo:› rsqb:] rsquo:’ rsquor:’
sacute:ś sbquo:‚ scaron:š scedil:ş scirc:ŝ sdot:⋅ sect:§ semi:; shy:\u{ad} sigma:σ sigmaf:ς sim:∼ sol:/ spades:♠ squ:□
square:□ squarf:▪ squf:▪ star:☆ starf:★ strns:¯ sub:⊂ sube:⊆ sum:∑ sup:⊃ sup1:¹ sup2:² sup3:³ supe:⊇ szlig:ß tau:τ
tcaron:ť tcedil:ţ there4:∴ theta:θ thetasym:ϑ thinsp:\u{2009} thorn:þ tilde:˜ times:× tprime:‴ trade:™ tstrok:ŧ uArr:⇑
uacute:ú uarr:↑ ubreve:ŭ ucirc:û udblac:ű ugrave:ù umacr:ū uml:¨ uogon:ų upsih:ϒ upsilon:υ uring:ů utilde:ũ uuml:ü
verbar:| vert:| wcirc:ŵ weierp:℘ xi:ξ yacute:ý ycirc:ŷ yen:¥ yuml:ÿ zacute:ź zcaron:ž zdot:ż zeta:ζ zwj:\u{200d}
zwnj:\u{200c}`;

// A value is one character, among them a space and a line break.
const NAMED: ReadonlyMap<string, string> = new Map(
	Array.from(NAMES.matchAll(/[A-Za-z0-9]{1,32}:./gs), ({ 0: pair }) => [
		pair.slice(0, -2),
		pair.slice(-1),
	]),
);

const REFERENCE = /&(#[xX][0-9a-fA-F]{1,8}|#[0-9]{1,8}|[a-zA-Z][a-zA-Z0-9]{1,31});/g;

/** @param characters undefined when it stays as it is written, though it was perhaps meant as a reference */
type ReferenceListener = (written: string, characters: string | undefined) => void;

export function decodeEntities(text: string, listener?: ReferenceListener): string {
	if (!text.includes('&')) return text;
	return text.replace(REFERENCE, (written: string, name: string) => {
		const characters = name.startsWith('#') ? numeric(name.slice(1)) : NAMED.get(name);
		listener?.(written, characters);
		return characters ?? written;
	});
}

/** @param written decimal, or hexadecimal after an `x` */
function numeric(written: string): string {
	const value = Number(written.replace(/^x/i, '0x'));
	const surrogate = value >= 0xd800 && value <= 0xdfff;
	if (value === 0 || surrogate || value > 0x10ffff) return '\ufffd';
	// Browsers read &#128; to &#159; as bytes of Windows-1252; the five that it leaves out stay.
	return WINDOWS_1252.charAt(value - 0x80).trim() || String.fromCodePoint(value);
}

/** References to what cannot be printed, by the characters that they stand for: a search for these would not find them. */
export class EntityLog {
	readonly unprintable = new Map<string, string>();
	readonly unknown = new Set<string>();
	/** How often each was read, where a person sees the reference itself: in plain text. */
	readonly decoded = new Map<string, { to: string; count: number }>();

	readonly listen = (written: string, characters: string | undefined): void => {
		if (characters === undefined) {
			this.unknown.add(written);
			return;
		}
		const known = this.decoded.get(written);
		if (known) known.count += 1;
		else this.decoded.set(written, { to: characters, count: 1 });
		for (const character of characters) {
			const isNew = !isEncodable(character) && !this.unprintable.has(character);
			if (isNew) this.unprintable.set(character, written);
		}
	};
}
