/**
 * Finds the characters that the newspaper cannot print: the service takes those of Windows-1252 only. Each is reported
 * with its place and, where there is one, a way to write it.
 */
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
