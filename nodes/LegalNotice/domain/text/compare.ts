import { decodeEntities } from './entities';
import { roleOf } from './tags';
import { tokenize } from './tokenizer';
import { composeAccents, repairTypography } from './typography';

export interface Comparison {
	/** Phrases that were sent and not composed, in order. */
	missing: string[];
	/** Phrases that were composed and not sent, in order. */
	added: string[];
}

/** Characters of a composed text that may come beside four for each that was sent: nobody prints more. */
const MOST_ADDED = 500_000;

/**
 * Compares the text that was sent with the composed text of the quote: words, numbers and punctuation, in order. Tags,
 * entities, white space, capitals and the shape of quotation marks, apostrophes and dashes do not count.
 *
 * @param composedHtml any HTML, or none
 */
export function compareComposed(sentHtml: string, composedHtml: string): Comparison {
	const looked = composedHtml.slice(0, MOST_ADDED + 4 * sentHtml.length);
	const [sentText, composedText] = [visibleTextOf(sentHtml), visibleTextOf(looked)];
	const missing: string[] = [];
	const added: string[] = [];
	if (sentText === composedText) return { missing, added };
	const [sent, composed] = [wordsIn(sentText), wordsIn(composedText)];
	let [left, right] = [0, 0];
	for (const [toLeft, toRight] of commonWords(sent, composed)) {
		const [gone, come] = [sent.slice(left, toLeft), composed.slice(right, toRight)];
		// They may differ only in where white space stands: `Siège :` and `Siège:`, `10 000` and `10000`.
		if (keysOf(gone) !== keysOf(come)) {
			if (gone.length > 0) missing.push(phrase(sentText, gone));
			if (come.length > 0) added.push(phrase(composedText, come));
		}
		[left, right] = [toLeft + 1, toRight + 1];
	}
	return { missing, added };
}

interface Word {
	key: string;
	start: number;
	end: number;
}

/** Everything a reader sees of any HTML, whichever tags hold it. */
function visibleTextOf(html: string): string {
	let text = '';
	let hidden = false;
	for (const token of tokenize(html)) {
		if (token.kind === 'text' && !hidden) text += decodeEntities(token.text);
		if (token.kind === 'open' || token.kind === 'close') {
			const role = roleOf(token.name);
			hidden = token.kind === 'open' && role === 'hidden';
			// Any other tag ends a word.
			if (role !== 'format' && role !== 'inline') text += '\n';
		}
	}
	return composeAccents(repairTypography(text));
}

function wordsIn(text: string): Word[] {
	const words = text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu);
	return Array.from(words, ({ 0: word, index }) => {
		return { key: keyOf(word), start: index, end: index + word.length };
	});
}

function keyOf(word: string): string {
	const key = word
		.replace(/[’‘‚`´]/, "'")
		.replace(/[“”„«»]/, '"')
		.replace(/[–—]/, '-')
		.replace('…', '...');
	// Not lower case: ß and SS are the same word.
	return key.normalize('NFC').toUpperCase();
}

function keysOf(words: readonly Word[]): string {
	return words.map((word) => word.key).join('');
}

function phrase(text: string, words: readonly Word[]): string {
	return text.slice(words[0]?.start, words.at(-1)?.end).replace(/\s+/g, ' ');
}

/** Cells of the table for a longest common subsequence: 4,000 words on both sides between first and last change. */
const LARGEST_TABLE = 16_000_000;

type Pair = [left: number, right: number];

/**
 * A longest common subsequence, as pairs of indices, and the ends of both sides. Between first and last change, what is
 * too long to compare has nothing in common.
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
	const [leftEnd, rightEnd] = [left.length - alike, right.length - alike];
	const changed = longestCommon(left.slice(start, leftEnd), right.slice(start, rightEnd));
	return [
		...pairsFrom(0, 0, start),
		...changed.map(([row, column]): Pair => [start + row, start + column]),
		// One more than there are words: the pair of the ends.
		...pairsFrom(leftEnd, rightEnd, alike + 1),
	];
}

function pairsFrom(left: number, right: number, count: number): Pair[] {
	return Array.from({ length: count }, (_, index) => [left + index, right + index]);
}

/** By the table of lengths that every textbook has; nothing where it would be too large. */
function longestCommon(left: readonly Word[], right: readonly Word[]): Pair[] {
	const width = right.length + 1;
	const cells = (left.length + 1) * width;
	if (cells > LARGEST_TABLE) return [];
	const same = (row: number, column: number) => left[row]?.key === right[column]?.key;
	// How many words the rest of both sides has in common, from a word of each on.
	const lengths = new Uint16Array(cells);
	const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
	for (let row = left.length - 1; row >= 0; row--) {
		for (let column = right.length - 1; column >= 0; column--) {
			lengths[row * width + column] = same(row, column)
				? lengthAt(row + 1, column + 1) + 1
				: Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
		}
	}
	const pairs: Pair[] = [];
	let [row, column] = [0, 0];
	while (row < left.length && column < right.length) {
		if (same(row, column)) {
			pairs.push([row, column]);
			row++;
			column++;
		} else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
			row++;
		} else {
			column++;
		}
	}
	return pairs;
}
