import { codePointCount, codePointLabel, unshielded, wellFormed } from './codePoints';
import { scriptOf, suggestionFor } from './letters';
import type { Unsupported } from './types';
import { outsideRange } from './windows1252';

/** An error message stays readable with this many; all of them are counted. */
const MOST_REPORTED = 20;
const CONTEXT = 10;

/** Finds the characters outside Windows-1252 with their place, a suggestion and, for other scripts, its name. */
export function findUnsupported(visibleText: string): { found: Unsupported[]; count: number } {
	const found: Unsupported[] = [];
	let count = 0;
	let position = 1;
	let counted = 0;
	for (const match of visibleText.matchAll(outsideRange())) {
		count += 1;
		if (count > MOST_REPORTED) continue;
		position += codePointCount(visibleText.slice(counted, match.index));
		counted = match.index;
		found.push(describe(visibleText, match[0], match.index, position));
	}
	return { found, count };
}

function describe(text: string, character: string, index: number, position: number): Unsupported {
	const script = scriptOf(character);
	const suggestion = suggestionFor(character);
	return {
		character: wellFormed(character),
		codePoint: codePointLabel(unshielded(character)),
		position,
		context: contextOf(text, index, index + character.length),
		...(script === undefined ? {} : { script }),
		...(suggestion === undefined ? {} : { suggestion }),
	};
}

function contextOf(text: string, start: number, end: number): string {
	// Twice the code units, so that no pair is cut before the code points are counted.
	const before = Array.from(text.slice(Math.max(0, start - 2 * CONTEXT), start)).slice(-CONTEXT);
	const after = Array.from(text.slice(end, end + 2 * CONTEXT)).slice(0, CONTEXT);
	const around = [...before, text.slice(start, end), ...after].join('');
	return wellFormed(around).replace(/\s+/g, ' ').trim();
}
