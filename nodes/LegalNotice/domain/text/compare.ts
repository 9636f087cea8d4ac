import { decodeEntities } from './entities';
import { roleOf } from './tags';
import { tokenize } from './tokenizer';
import { composeAccents, repairTypography } from './typography';

export interface Comparison {
	same: boolean;
	/** Phrases that were sent and not composed, in order. */
	missing: string[];
	/** Phrases that were composed and not sent, in order. */
	added: string[];
}

/**
 * Compares the text that was sent with the composed text of the quote: words, numbers and punctuation, in order. Tags,
 * entities, white space, capitals and the shape of quotation marks, apostrophes and dashes do not count.
 *
 * @param sentHtml `PreparedText.html`
 * @param composedHtml `texte` of the quote; any HTML, or none
 */
export function compareComposed(sentHtml: string, composedHtml: string): Comparison {
	const [sentText, composedText] = [visibleTextOf(sentHtml), visibleTextOf(composedHtml)];
	if (sentText === composedText) return { same: true, missing: [], added: [] };
	const [sent, composed] = [wordsIn(sentText), wordsIn(composedText)];
	const missing: string[] = [];
	const added: string[] = [];
	for (const [left, right] of differences(sent.keys, composed.keys)) {
		// They may differ only in where white space stands: `Siège :` and `Siège:`, `10 000` and `10000`.
		if (sent.keys.slice(...left).join('') === composed.keys.slice(...right).join('')) continue;
		if (left[0] < left[1]) missing.push(phrase(sent, left));
		if (right[0] < right[1]) added.push(phrase(composed, right));
	}
	return { same: missing.length === 0 && added.length === 0, missing, added };
}

interface Words {
	text: string;
	keys: string[];
	starts: number[];
	ends: number[];
}

/** Everything a reader sees of any HTML, whichever tags hold it. */
function visibleTextOf(html: string): string {
	let text = '';
	// What is hidden is one text, and its closing tag comes next.
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

function wordsIn(text: string): Words {
	const words: Words = { text, keys: [], starts: [], ends: [] };
	for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu)) {
		words.keys.push(keyOf(word));
		words.starts.push(index);
		words.ends.push(index + word.length);
	}
	return words;
}

const SHAPES: ReadonlyMap<string, string> = new Map([
	...Array.from('’‘‚`´', (quote): [string, string] => [quote, "'"]),
	...Array.from('“”„«»', (quote): [string, string] => [quote, '"']),
	...Array.from('–—', (dash): [string, string] => [dash, '-']),
	['…', '...'],
]);

function keyOf(word: string): string {
	// Not lower case: ß and SS are the same word.
	return SHAPES.get(word) ?? word.normalize('NFC').toUpperCase();
}

function phrase({ text, starts, ends }: Words, [start, end]: Range): string {
	return text.slice(starts[start], ends[end - 1]).replace(/\s+/g, ' ');
}

/** Half-open, of indices. */
type Range = [start: number, end: number];

/** Cells of the table for a longest common subsequence: 4,000 words on both sides between first and last change. */
const LARGEST_TABLE = 16_000_000;

/** Stretches where two sequences differ, in order; what is too long to compare counts as replaced. */
function differences(left: readonly string[], right: readonly string[]): Array<[Range, Range]> {
	const shorter = Math.min(left.length, right.length);
	let start = 0;
	while (start < shorter && left[start] === right[start]) start++;
	let tail = 0;
	while (tail < shorter - start && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
	const [leftEnd, rightEnd] = [left.length - tail, right.length - tail];
	const found: Array<[Range, Range]> = [];
	let [fromLeft, fromRight] = [start, start];
	const until = (toLeft: number, toRight: number) => {
		if (fromLeft < toLeft || fromRight < toRight) {
			found.push([
				[fromLeft, toLeft],
				[fromRight, toRight],
			]);
		}
		[fromLeft, fromRight] = [toLeft + 1, toRight + 1];
	};
	const common = commonWords(left.slice(start, leftEnd), right.slice(start, rightEnd));
	for (const [atLeft, atRight] of common) until(start + atLeft, start + atRight);
	until(leftEnd, rightEnd);
	return found;
}

/** A longest common subsequence, as pairs of indices. */
function commonWords(left: readonly string[], right: readonly string[]): Array<[number, number]> {
	const width = right.length + 1;
	const cells = (left.length + 1) * width;
	if (cells > LARGEST_TABLE) return [];
	// How many words the rest of both sides has in common, from a word of each on.
	const lengths = new Uint16Array(cells);
	const longest = (row: number, column: number) => lengths[row * width + column] ?? 0;
	for (let row = left.length - 1; row >= 0; row--) {
		for (let column = right.length - 1; column >= 0; column--) {
			lengths[row * width + column] =
				left[row] === right[column]
					? longest(row + 1, column + 1) + 1
					: Math.max(longest(row + 1, column), longest(row, column + 1));
		}
	}
	const pairs: Array<[number, number]> = [];
	let [row, column] = [0, 0];
	while (row < left.length && column < right.length) {
		if (left[row] === right[column]) pairs.push([row++, column++]);
		else if (longest(row + 1, column) >= longest(row, column + 1)) row++;
		else column++;
	}
	return pairs;
}
