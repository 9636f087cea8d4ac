/**
 * The characters of a text: how HTML writes them, and which of them the newspaper cannot print, because the service takes those of
 * Windows-1252 only. Each of these is reported with its place and, where there is one, a way to write it.
 */
import { ENTITIES, WITHOUT_SEMICOLON } from './entityTable';
import { codePointLabel, repairTypography, WINDOWS_1252 } from './typography';

/** A character that Windows-1252 lacks and that only the author can replace. */
export interface Unsupported {
	character: string;
	codePoint: string;
	/** Counted in code points of `PreparedText.visibleText`, from 1. */
	position: number;
	/** The character with about 20 others around it, on one line. */
	context: string;
	/** How it was written, where it was an entity of HTML: a search for the character itself would not find it. */
	entity?: string;
	suggestion?: string;
}

/** What rule 3 of "Notice text rules" leaves out. `TextDecoder('windows-1252')` is no help: it answers as Latin-1 in several Node releases. */
const OUTSIDE_RANGE = new RegExp(
	`[^\\t\\n\\r\\u0020-\\u007e\\u00a0-\\u00ff${WINDOWS_1252.replace(/ /g, '')}]`,
	'gu',
);

const MOST_REPORTED = 20;
const CONTEXT = 10;

export function isEncodable(text: string): boolean {
	return text.search(OUTSIDE_RANGE) < 0;
}

export function codePointCount(text: string): number {
	return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** @param entities how each of them was written, by the character that it was read as */
export function findUnsupported(
	visibleText: string,
	entities: ReadonlyMap<string, string>,
): { found: Unsupported[]; count: number } {
	const found: Unsupported[] = [];
	let count = 0;
	let position = 1;
	let counted = 0;
	for (const { 0: character, index } of visibleText.matchAll(OUTSIDE_RANGE)) {
		count += 1;
		if (count > MOST_REPORTED) continue;
		position += codePointCount(visibleText.slice(counted, index));
		counted = index;
		const context = contextOf(visibleText, index, index + character.length);
		const unsupported: Unsupported = {
			character,
			codePoint: codePointLabel(character),
			position,
			context,
		};
		const entity = entities.get(character);
		if (entity !== undefined) unsupported.entity = entity;
		const suggestion = suggestionFor(character);
		if (suggestion !== undefined) unsupported.suggestion = suggestion;
		found.push(unsupported);
	}
	return { found, count };
}

export function contextOf(text: string, start: number, end: number): string {
	// Twice the code units, so that no pair is cut before the code points are counted.
	const before = Array.from(text.slice(Math.max(0, start - 2 * CONTEXT), start)).slice(-CONTEXT);
	const after = Array.from(text.slice(end, end + 2 * CONTEXT)).slice(0, CONTEXT);
	return [...before, text.slice(start, end), ...after].join('').replace(/\s+/g, ' ').trim();
}

/** How to write letters without a decomposition, and signs that texts of companies have. */
const PLAIN: ReadonlyMap<string, string> = new Map([
	['ł', 'l'],
	['Ł', 'L'],
	['đ', 'd'],
	['Đ', 'D'],
	['ı', 'i'],
	['ə', 'e'],
	['Ə', 'E'],
	['ẞ', 'ß'],
	['μ', 'µ'],
	['≤', '<='],
	['≥', '>='],
	['≠', 'différent de'],
	['≈', 'environ'],
	['☐', '[ ]'],
	['☑', '[x]'],
	['☒', '[x]'],
	['✓', '[x]'],
	['✔', '[x]'],
	['→', 'vers'],
]);

/** What can be printed in place of a character. As many accents as the range allows are kept: `ế` gives `ê`. */
function suggestionFor(character: string): string | undefined {
	const [first = '', ...marks] = character.normalize('NFD');
	if (/\p{M}/u.test(first)) return undefined;
	let suggestion = plainFor(first);
	if (!isEncodable(suggestion)) return undefined;
	for (const mark of marks) {
		const accented = (suggestion + mark).normalize('NFC');
		if (isEncodable(accented)) suggestion = accented;
	}
	return suggestion;
}

function plainFor(letter: string): string {
	const plain = PLAIN.get(letter);
	if (plain !== undefined) return plain;
	if (isEncodable(letter)) return letter;
	// Unicode's own compatible writing gives `IV` for `Ⅳ`; its typography may need repairs in turn.
	return repairTypography(letter.normalize('NFKC'));
}

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
