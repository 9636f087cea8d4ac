/**
 * What of a text the newspaper cannot print, because the service takes the characters of Windows-1252 only. Each is reported with its
 * place and, where there is one, a way to write it that means the same.
 */
import { contextOf } from './places';
import { codePointLabel, EACH_OUTSIDE_RANGE, isEncodable, repairTypography } from './typography';

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

const MOST_REPORTED = 20;

export function codePointCount(text: string): number {
	return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** @param entities how each of them was written, by the character that it was read as */
export function findUnsupported(
	visibleText: string,
	entities: ReadonlyMap<string, string>,
): { found: Unsupported[]; count: number } {
	const found: Unsupported[] = [];
	if (isEncodable(visibleText)) return { found, count: 0 };
	let count = 0;
	let position = 1;
	let counted = 0;
	for (const { 0: character, index } of visibleText.matchAll(EACH_OUTSIDE_RANGE)) {
		count += 1;
		if (count > MOST_REPORTED) continue;
		position += codePointCount(visibleText.slice(counted, index));
		counted = index;
		const context = contextOf(visibleText, { found: character, index });
		const codePoint = codePointLabel(character);
		const unsupported: Unsupported = { character, codePoint, position, context };
		const entity = entities.get(character);
		if (entity !== undefined) unsupported.entity = entity;
		const suggestion = suggestionFor(character);
		if (suggestion !== undefined) unsupported.suggestion = suggestion;
		found.push(unsupported);
	}
	return { found, count };
}

/** The text with the nearest letters that can be printed; undefined where that changes nothing. */
export function withNearestLetters(html: string): string | undefined {
	const nearest = html.replace(EACH_OUTSIDE_RANGE, (character) => {
		const isLetter = /\p{Alpha}|\p{M}/u.test(character);
		return (isLetter ? suggestionFor(character) : undefined) ?? character;
	});
	return nearest === html ? undefined : nearest;
}

/** How to write letters without a decomposition, and signs that texts of companies have. */
const PLAIN: ReadonlyMap<string, string> = new Map(
	[
		...'ł=l Ł=L đ=d Đ=D ħ=h Ħ=H ŧ=t Ŧ=T ı=i ə=e Ə=E ŋ=n Ŋ=N ɓ=b ɗ=d ɖ=d ɛ=e ɔ=o ƙ=k ƴ=y ĸ=k ẞ=ß μ=µ'.split(
			' ',
		),
		...['≤=<=', '≥=>=', '≠=différent de', '≈=environ', '→=vers'],
	].map((row) => [row.slice(0, 1), row.slice(2)]),
);
/** On the line a raised or lowered figure is another number. */
const RAISED = /[⁰⁴-⁾₀-₎]/;

/** What can be printed in place of a character. As many accents as the range allows are kept: `ế` gives `ê`. */
function suggestionFor(character: string): string | undefined {
	const known = PLAIN.get(character);
	if (known !== undefined) return known;
	const [first = '', ...marks] = character.normalize('NFD');
	// A sign that is struck through means its contrary.
	if (/\p{M}/u.test(first) || marks.includes('\u0338') || RAISED.test(character)) return undefined;
	let suggestion = plainFor(first);
	if (!isEncodable(suggestion)) return undefined;
	for (const mark of marks) {
		const accented = (suggestion + mark).normalize('NFC');
		if (isEncodable(accented)) suggestion = accented;
	}
	return suggestion;
}

function plainFor(letter: string): string {
	if (isEncodable(letter)) return letter;
	// Unicode's own compatible writing gives `IV` for `Ⅳ`; its typography may need repairs in turn.
	return repairTypography(letter.normalize('NFKC'));
}
