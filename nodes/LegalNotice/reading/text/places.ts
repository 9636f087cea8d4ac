/** Where something is in a text: what every detector returns, with the words around it for whoever has to find it again. */

export interface Place {
	readonly found: string;
	/** In UTF-16 code units, from 0. */
	readonly index: number;
}

/** What a detector looks for. `gate` is cheap, and true for each text in which the pattern may match: most texts end there. */
export interface Pattern {
	/** Fast where it begins with what is rare in a text, and looks back from there. */
	readonly gate?: RegExp;
	/**
	 * It is global, and each of its repetitions is bounded. Made where its gate is open: n8n waits at its start for what is made there.
	 * V8 reads it at the start all the same, and goes through all of Unicode for \p{L} and its kin: letters are \p{Alpha}.
	 */
	readonly test: () => RegExp;
	/** Whether a match is meant as the pattern says; without it every match is. */
	readonly isMeant?: (place: Place, text: string) => boolean;
	/** So many different words have to show it: every notice repeats its name. */
	readonly distinct?: number;
	/** It may be part of a name, a reference or a number of somebody. */
	readonly isOfTextsOnly?: true;
}

/** One expression of several, each of which has a line: a long one is read by nobody. */
export function oneOf(flags: string, alternatives: ReadonlyArray<RegExp | string>): RegExp {
	const sources = alternatives.map((one) => (typeof one === 'string' ? one : one.source));
	return new RegExp(sources.join('|'), flags);
}

/** Ten characters on either side, and the rest of the words that they begin in. */
const WORDS_BEFORE = /\S{0,20}[^]{0,10}$/u;
const WORDS_BEHIND = /^[^]{0,10}\S{0,20}/u;
/** In code units: enough for the thirty characters where each takes two. */
const LONGEST_CONTEXT = 64;

/** @returns all places, in the order of the patterns */
export function placesOf(text: string, patterns: readonly Pattern[]): Place[] {
	return patterns.flatMap(({ gate, test, isMeant, distinct = 1 }) => {
		if (gate?.test(text) === false) return [];
		const places: Place[] = [];
		for (const { 0: found, index } of text.matchAll(test())) {
			if (isMeant?.({ found, index }, text) !== false) places.push({ found, index });
		}
		return distinct === 1 || wordsOf(text, places).size >= distinct ? places : [];
	});
}

const MOST_COMPARED = 100;

/** The different words that the first places are in. */
function wordsOf(text: string, places: readonly Place[]): Set<string> {
	const first = places.slice(0, MOST_COMPARED);
	return new Set(first.map((place) => wordAt(text, place).toLowerCase()));
}

/** A place with the whole words beside it, on one line: half a word is hard to find again. */
export function contextOf(text: string, { index, found }: Place): string {
	const end = index + found.length;
	const before = WORDS_BEFORE.exec(text.slice(Math.max(0, index - LONGEST_CONTEXT), index));
	const behind = WORDS_BEHIND.exec(text.slice(end, end + LONGEST_CONTEXT));
	return `${before?.[0] ?? ''}${found}${behind?.[0] ?? ''}`.replace(/\s+/g, ' ').trim();
}

/** A place with the letters and figures beside it, and a field in braces behind: `$F` of `$F{nom}`, `7:00` of `17:00`. */
export function wholeWordAt(text: string, { index, found }: Place): Place {
	const end = index + found.length;
	const before = text.slice(Math.max(0, index - 40), index);
	const behind = text.slice(end, end + 80);
	const goesBack = /^[\p{Alpha}\d_$:/]/u.test(found);
	// What ends in a space or a bracket does not go on in the next word.
	const goesOn = !/[\s>\])}]$/.test(found);
	const [head = ''] = (goesBack && /[\p{Alpha}\d_$:/.-]{0,40}$/u.exec(before)) || [];
	const [tail = ''] =
		(goesOn && /^(?:[\p{Alpha}\d_$]|\{[^{}\s]{0,40}\}){0,40}/u.exec(behind)) || [];
	return { index: index - head.length, found: `${head}${found}${tail}` };
}

const LONGEST_WORD = 200;

/** What is between the spaces around a place: nobody finds a sign alone. */
export function wordAt(text: string, { index, found }: Place): string {
	const before = text.slice(Math.max(0, index - LONGEST_WORD), index);
	const after = text.slice(index + found.length, index + found.length + LONGEST_WORD);
	return `${before.replace(/^[^]*\s/, '')}${found}${after.replace(/\s[^]*/, '')}`;
}
