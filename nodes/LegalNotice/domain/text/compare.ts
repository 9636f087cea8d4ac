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

/** The lines that a reader sees of a composed text, whichever tags hold them; a plain text keeps its own. */
export function readableLines(composed: string): string {
	const lines = visibleTextOf(composed).split('\n');
	const shown = lines.map((line) => line.replace(/[ \t\r\f]+/g, ' ').trim());
	return shown.filter((line) => line !== '').join('\n');
}

/** Everything a reader sees of any HTML, whichever tags hold it. */
function visibleTextOf(html: string): string {
	const tokens = [...tokenize(html)];
	const isPlain = tokens.every(({ kind }) => kind === 'text');
	let text = '';
	let hidden = false;
	for (const token of tokens) {
		if (token.kind === 'text' && !hidden) {
			const decoded = decodeEntities(token.text);
			text += isPlain ? decoded : decoded.replace(/[\r\n]+/g, ' ');
		} else if (token.kind === 'open' || token.kind === 'close') {
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

/** Steps of one comparison, some 20 ms: texts that differ in more than a thousand words are not compared word by word. */
const MOST_STEPS = 500_000;

type Pair = [left: number, right: number];

/**
 * A longest common subsequence, as pairs of indices, and the ends of both sides. Between first and last change, what
 * differs too much has nothing in common.
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

/** For each diagonal (row minus column) the furthest row that so many changes lead to; -1 for none. */
type Furthest = (diagonal: number) => number;

/**
 * Follows the fewest words left out and added that make the one text of the other (E. W. Myers, "An O(ND) difference
 * algorithm and its variations"). Nothing where that would be too long.
 */
function longestCommon(left: readonly Word[], right: readonly Word[]): Pair[] {
	const reached = changesBetween(left, right);
	const pairs: Pair[] = [];
	let [row, column] = [left.length, right.length];
	for (const before of reached.reverse()) {
		const diagonal = row - column;
		const isAdded = before(diagonal + 1) > before(diagonal - 1);
		const first = isAdded ? before(diagonal + 1) : before(diagonal - 1) + 1;
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
	// Before the first change only the beginning is reached, as if a word had been added on the next diagonal.
	let before: Furthest = (diagonal) => (diagonal === 1 ? 0 : -1);
	for (let [changes, steps] = [0, 0]; steps < MOST_STEPS; changes++) {
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
		const offset = changes;
		before = (diagonal) => rows[diagonal + offset] ?? -1;
	}
	return [];
}
