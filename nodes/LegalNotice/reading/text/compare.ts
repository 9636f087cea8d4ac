/**
 * Compares what was sent with what the service composed of it: what that left out or put in would else be seen only in the newspaper.
 */
import { toVisibleText } from './blocks';
import { readComposedOf } from './html';

export interface Comparison {
	/** Phrases that were sent and not composed, in order. */
	missing: string[];
	/** Phrases that were composed and not sent, in order. */
	added: string[];
	/** The lines that a reader sees of the composed text, whichever tags hold them; a plain text keeps its own. */
	lines: string;
}

/**
 * Compares the text that was sent with the composed text of the quote: words, numbers and punctuation, in order. Tags,
 * entities, white space, capitals and the shape of quotation marks, apostrophes and dashes do not count.
 *
 * @param sentText what a reader sees of it, as it was prepared
 * @param composedHtml any HTML, or none
 */
export function compareComposed(sentText: string, composedHtml: string): Comparison {
	const composedText = toVisibleText(readComposedOf(sentText, composedHtml));
	const lines = composedText.replace(/\n{2,}/g, '\n');
	const difference: Comparison = { missing: [], added: [], lines };
	if (sentText === composedText) return difference;
	const sent = wordsIn(sentText);
	const composed = wordsIn(composedText);
	let sentFrom = 0;
	let composedFrom = 0;
	for (const [sentTo, composedTo] of commonWords(sent, composed)) {
		// Most words follow the last common one in both texts.
		const isChange = sentTo > sentFrom || composedTo > composedFrom;
		if (isChange) {
			const missing = sent.slice(sentFrom, sentTo);
			const added = composed.slice(composedFrom, composedTo);
			// They may differ only in where white space is: `Siège :` and `Siège:`, `10 000` and `10000`.
			const isOther = keysOf(missing) !== keysOf(added);
			if (isOther && missing.length > 0) difference.missing.push(phrase(sentText, missing));
			if (isOther && added.length > 0) difference.added.push(phrase(composedText, added));
		}
		sentFrom = sentTo + 1;
		composedFrom = composedTo + 1;
	}
	return difference;
}

interface Word {
	key: string;
	start: number;
	end: number;
}

/** A word is letters, their accents, figures and underscores; everything else is a sign of its own. */
function wordsIn(text: string): Word[] {
	const words = text.matchAll(/(?:\p{ID_Continue}|\p{N})+|\S/gu);
	return Array.from(words, ({ 0: word, index }) => {
		return { key: keyOf(word), start: index, end: index + word.length };
	});
}

/** What each shape of a sign counts as. */
const SIGNS = new Map([
	...Array.from('’‘‚`´', (shape) => [shape, "'"] as const),
	...Array.from('“”„«»', (shape) => [shape, '"'] as const),
	...Array.from('–—', (shape) => [shape, '-'] as const),
	['…', '...'],
]);

/** @param word letters and digits, or one sign */
function keyOf(word: string): string {
	const key = SIGNS.get(word) ?? word;
	// In capitals, and not in small letters, ß and SS are the same word.
	return key.normalize('NFC').toUpperCase();
}

function keysOf(words: readonly Word[]): string {
	return words.map((word) => word.key).join('');
}

function phrase(text: string, words: readonly Word[]): string {
	return text.slice(words[0]?.start, words.at(-1)?.end).replace(/\s+/g, ' ');
}

/** Steps of one comparison, some 20 ms: texts that differ in more than a thousand words are not compared word by word. */
const MOST_STEPS = 500_000;

type Pair = [left: number, right: number];

/**
 * A longest common subsequence, as pairs of indices, and the ends of both sides. Between first and last change, what
 * differs too much is taken to have nothing in common.
 */
function commonWords(left: readonly Word[], right: readonly Word[]): Pair[] {
	const same = (row: number, column: number) => left[row]?.key === right[column]?.key;
	const shorter = Math.min(left.length, right.length);
	let start = 0;
	while (start < shorter && same(start, start)) start++;
	let alike = 0;
	while (alike < shorter - start && same(left.length - 1 - alike, right.length - 1 - alike)) {
		alike++;
	}
	const leftEnd = left.length - alike;
	const rightEnd = right.length - alike;
	const changed = longestCommon(left.slice(start, leftEnd), right.slice(start, rightEnd));
	return [
		...Array.from({ length: start }, (_, at): Pair => [at, at]),
		...changed.map(([row, column]): Pair => [start + row, start + column]),
		// There is one pair more than there are words: that of the ends.
		...Array.from({ length: alike + 1 }, (_, at): Pair => [leftEnd + at, rightEnd + at]),
	];
}

/** Gives for each diagonal (row minus column) the furthest row that so many changes lead to; -1 for none. */
type Furthest = (diagonal: number) => number;

/**
 * Follows the fewest words left out and added that make the one text of the other (E. W. Myers, "An O(ND) difference
 * algorithm and its variations"). It finds nothing where that would take too long.
 */
function longestCommon(left: readonly Word[], right: readonly Word[]): Pair[] {
	const reached = changesBetween(left, right);
	const pairs: Pair[] = [];
	let row = left.length;
	let column = right.length;
	for (const before of reached.reverse()) {
		const diagonal = row - column;
		const afterAdded = before(diagonal + 1);
		const afterMissing = before(diagonal - 1) + 1;
		const isAdded = afterAdded >= afterMissing;
		const first = Math.max(afterAdded, afterMissing);
		while (row > first) {
			row--;
			column--;
			pairs.push([row, column]);
		}
		if (isAdded) column--;
		else row--;
	}
	return pairs.reverse();
}

/** @returns what was reached before each change, the first from before the texts; none where there are too many */
function changesBetween(left: readonly Word[], right: readonly Word[]): Furthest[] {
	const same = (row: number, column: number) => left[row]?.key === right[column]?.key;
	const reached: Furthest[] = [];
	// Only the beginning of the texts is reached, as if a word had been added on the next diagonal.
	let before: Furthest = (diagonal) => (diagonal === 1 ? 0 : -1);
	let steps = 0;
	for (let changes = 0; steps < MOST_STEPS; changes++) {
		reached.push(before);
		const rows = new Int32Array(2 * changes + 1);
		for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
			let row = Math.max(before(diagonal + 1), before(diagonal - 1) + 1);
			const start = row;
			while (row < left.length && row - diagonal < right.length && same(row, row - diagonal)) row++;
			rows[diagonal + changes] = row;
			steps += 1 + row - start;
			if (row >= left.length && row - diagonal >= right.length) return reached;
		}
		const middle = changes;
		before = (diagonal) => rows[diagonal + middle] ?? -1;
	}
	return [];
}
