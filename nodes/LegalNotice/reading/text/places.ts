/** Where something stands in a text: what every detector returns, with the words around it for whoever has to find it again. */

export interface Place {
	readonly found: string;
	/** In UTF-16 code units, from 0. */
	readonly index: number;
}

/** What a detector looks for. The gate is cheap and true for each text in which the pattern may match: most texts end there. */
export interface Pattern {
	readonly gate: RegExp;
	/**
	 * It is global, and each of its repetitions is bounded. Made where its gate is open: n8n waits at its start for what is made there.
	 * V8 reads it at the start all the same, and goes through all of Unicode for \p{L} and its kin: letters are \p{Alpha}.
	 */
	readonly test: () => RegExp;
	/** Whether a match is meant as the pattern says; without it every match is. */
	readonly isMeant?: (place: Place, text: string) => boolean;
}

const MOST_PLACES = 20;
/** Ten characters on either side, and the rest of the words that they begin in. */
const WORDS_BEFORE = /\S{0,20}[^]{0,10}$/u;
const WORDS_BEHIND = /^[^]{0,10}\S{0,20}/u;
/** In code units: enough for the thirty characters where each takes two. */
const LONGEST_CONTEXT = 64;

/** @returns the first twenty places, in the order of the patterns */
export function placesOf(text: string, patterns: readonly Pattern[]): Place[] {
	const places: Place[] = [];
	for (const { gate, test, isMeant } of patterns) {
		if (!gate.test(text)) continue;
		for (const { 0: found, index } of text.matchAll(test())) {
			const place = { found, index };
			if (isMeant && !isMeant(place, text)) continue;
			places.push(place);
			if (places.length === MOST_PLACES) return places;
		}
	}
	return places;
}

/** A place with the whole words beside it, on one line: half a word is hard to find again. */
export function contextOf(text: string, { index, found }: Place): string {
	const end = index + found.length;
	const before = WORDS_BEFORE.exec(text.slice(Math.max(0, index - LONGEST_CONTEXT), index));
	const behind = WORDS_BEHIND.exec(text.slice(end, end + LONGEST_CONTEXT));
	return `${before?.[0] ?? ''}${found}${behind?.[0] ?? ''}`.replace(/\s+/g, ' ').trim();
}

const LONGEST_WORD = 200;

/** What stands between the blanks around a place: a sign alone tells nobody anything. */
export function wordAt(text: string, { index, found }: Place): string {
	const before = text.slice(Math.max(0, index - LONGEST_WORD), index);
	const after = text.slice(index + found.length, index + found.length + LONGEST_WORD);
	const head = /\S*$/.exec(before)?.[0] ?? '';
	return `${head}${found}${/^\S*/.exec(after)?.[0] ?? ''}`;
}

/** Whether a place lies in an e-mail address or a link, where any word may stand. */
export function isInAddress(text: string, place: Place): boolean {
	return /@|:\/\/|www\./.test(wordAt(text, place));
}
