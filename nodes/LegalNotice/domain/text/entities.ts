/** Decodes character references of HTML, such as `&eacute;`, as browsers do in text, but never on a guess. */
import { ENTITIES, WITHOUT_SEMICOLON } from './entityTable';
import { WINDOWS_1252 } from './typography';

// A value is one code point or two, among them a space and a line break.
const NAMED: ReadonlyMap<string, string> = new Map(
	Array.from(ENTITIES.matchAll(/([A-Za-z0-9]+):(.[^ \n]?)/gsu), ([, name = '', value = '']) => [
		name,
		value,
	]),
);

/** The longest of them comes first, so that `frac12` is found before `frac1`. */
const LEGACY = WITHOUT_SEMICOLON.trim()
	.split(/\s+/)
	.sort((a, b) => b.length - a.length);
const LEGACY_BEGINNING = new RegExp(`^(?:${LEGACY.join('|')})`);

/** No word begins like these, so a letter may follow without a semicolon: `d&eacutenomm&eacute`. */
const UNMISTAKABLE =
	/^(?:[A-Za-z]{1,2}(?:acute|grave|circ|uml|cedil|tilde|ring|slash|lig)|nbsp|[lr]aquo)$/;

const REFERENCE = /&(#[xX][0-9a-fA-F]+|#[0-9]+|[a-zA-Z][a-zA-Z0-9]{0,31})(;?)/g;

/** @param characters undefined when it stays as it is written, though it may have been meant as a reference */
type ReferenceListener = (written: string, characters: string | undefined) => void;

export function decodeEntities(text: string, listener?: ReferenceListener): string {
	return text.replace(REFERENCE, (written: string, name: string, end: string) => {
		const characters = charactersOf(name, end);
		// The `&D` of `R&D` is no reference, and nobody meant it as one.
		const isMeant = characters !== undefined || end === ';' || LEGACY_BEGINNING.test(name);
		if (isMeant) listener?.(written, characters);
		return characters ?? written;
	});
}

function charactersOf(name: string, end: string): string | undefined {
	if (name.startsWith('#')) return numeric(name.slice(1));
	if (end === ';' && NAMED.has(name)) return NAMED.get(name);
	return withoutSemicolon(name, end);
}

/** Browsers know some names without a semicolon, also where more letters follow. */
function withoutSemicolon(name: string, end: string): string | undefined {
	const beginning = LEGACY_BEGINNING.exec(name)?.[0];
	if (beginning === undefined) return undefined;
	const rest = name.slice(beginning.length);
	// A browser makes `DUPONT®NIER` of `DUPONT&REGNIER`: a name is never changed on a guess.
	if (/^[a-zA-Z]/.test(rest) && !UNMISTAKABLE.test(beginning)) return undefined;
	return `${NAMED.get(beginning)}${rest}${end}`;
}

/** @param written decimal, or hexadecimal after an `x` */
function numeric(written: string): string {
	const value = Number(written.replace(/^x/i, '0x'));
	const surrogate = value >= 0xd800 && value <= 0xdfff;
	if (value === 0 || surrogate || value > 0x10ffff) return '\ufffd';
	// Browsers read &#128; to &#159; as bytes of Windows-1252; the five that it leaves out stay.
	return WINDOWS_1252.charAt(value - 0x80).trim() || String.fromCodePoint(value);
}
