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

/**
 * Compares the text that was sent with the composed text of the quote: words, numbers and punctuation, in order. Tags,
 * entities, white space, capitals and the shape of quotation marks, apostrophes and dashes do not count.
 *
 * @param composedHtml any HTML, or none
 */
export function compareComposed(sentHtml: string, composedHtml: string): Comparison {
	const [sentText, composedText] = [visibleTextOf(sentHtml), visibleTextOf(composedHtml)];
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
		if (token.kind === 'text') text += hidden ? '' : decodeEntities(token.text);
		else if (token.kind === 'open' || token.kind === 'close') {
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

/**
 * A longest common subsequence, as pairs of indices, and the ends of both sides. Between first and last change, what is
 * too long to compare has nothing in common.
 */
function commonWords(left: readonly Word[], right: readonly Word[]): Array<[number, number]> {
	const same = (row: number, column: number) => left[row]?.key === right[column]?.key;
	const pairs: Array<[number, number]> = [];
	let [leftEnd, rightEnd] = [left.length, right.length];
	const shorter = Math.min(leftEnd, rightEnd);
	let start = 0;
	while (start < shorter && same(start, start)) pairs.push([start, start++]);
	while (Math.min(leftEnd, rightEnd) > start && same(leftEnd - 1, rightEnd - 1)) {
		leftEnd--;
		rightEnd--;
	}
	const width = rightEnd - start + 1;
	const cells = (leftEnd - start + 1) * width;
	if (cells <= LARGEST_TABLE) {
		// How many words the rest of both sides has in common, from a word of each on.
		const lengths = new Uint16Array(cells);
		const at = (row: number, column: number) => (row - start) * width + column - start;
		const longest = (row: number, column: number) => lengths[at(row, column)] ?? 0;
		for (let row = leftEnd - 1; row >= start; row--) {
			for (let column = rightEnd - 1; column >= start; column--) {
				lengths[at(row, column)] = same(row, column)
					? longest(row + 1, column + 1) + 1
					: Math.max(longest(row + 1, column), longest(row, column + 1));
			}
		}
		let [row, column] = [start, start];
		while (row < leftEnd && column < rightEnd) {
			if (same(row, column)) pairs.push([row++, column++]);
			else if (longest(row + 1, column) >= longest(row, column + 1)) row++;
			else column++;
		}
	}
	while (leftEnd <= left.length) pairs.push([leftEnd++, rightEnd++]);
	return pairs;
}
