import { decodeEntities } from './entities';
import { roleOf } from './tags';
import { tokenize } from './tokenizer';
import { composeAccents, repairTypography } from './typography';

export interface Comparison {
	same: boolean;
	/** Phrases that were sent and are not in the composed text, in order. */
	missing: string[];
	/** Phrases of the composed text that were not sent, in order. */
	added: string[];
}

/**
 * Compares the text that was sent with the composed text that the quote returns. What counts is what a reader
 * reads: words, numbers and punctuation, in order. Tags, classes, entities, white space, capitals and the shape
 * of quotation marks, apostrophes and dashes do not count.
 *
 * @param sentHtml `PreparedText.html`
 * @param composedHtml `texte` of the quote; any HTML, or none
 */
export function compareComposed(sentHtml: string, composedHtml: string): Comparison {
	const sent = wordsIn(visibleTextOf(sentHtml));
	const composed = wordsIn(visibleTextOf(composedHtml));
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
	/** Words as they are compared. */
	keys: string[];
	/** Where each begins and ends in `text`. */
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

/** Words that both sides have in a row. */
interface Common {
	left: number;
	right: number;
	length: number;
	before: Common | undefined;
}

/** Stretches where two sequences differ, in order. */
function differences(left: readonly string[], right: readonly string[]): Array<[Range, Range]> {
	const shorter = Math.min(left.length, right.length);
	let start = 0;
	while (start < shorter && left[start] === right[start]) start++;
	let tail = 0;
	while (tail < shorter - start && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
	const ends = { left: left.length - tail, right: right.length - tail, length: 0 };
	let common = commonWords(left.slice(start, ends.left), right.slice(start, ends.right));
	const found: Array<[Range, Range]> = [];
	let next: Omit<Common, 'before'> = ends;
	for (;;) {
		const fromLeft = start + (common ? common.left + common.length : 0);
		const fromRight = start + (common ? common.right + common.length : 0);
		if (fromLeft < next.left || fromRight < next.right) {
			found.unshift([
				[fromLeft, next.left],
				[fromRight, next.right],
			]);
		}
		if (!common) return found;
		next = { ...common, left: start + common.left, right: start + common.right };
		common = common.before;
	}
}

/** More changes than this are no composed text of the same notice: what lies between counts as replaced. */
const MOST_CHANGES = 1_000;

/** How far into the left side one comes on a diagonal of the table of both sides, and the words met on the way. */
interface Reach {
	at: number;
	common: Common | undefined;
}

/**
 * A longest common subsequence (E. Myers, "An O(ND) Difference Algorithm"): time and memory grow with the number of
 * changes, not with the length of the text.
 *
 * @returns the last row of common words; undefined when there is none, or after too many changes
 */
function commonWords(left: readonly string[], right: readonly string[]): Common | undefined {
	let frontier: Array<Reach | undefined> = [];
	for (let changes = 0; changes <= MOST_CHANGES; changes++) {
		const next: Array<Reach | undefined> = [];
		for (let index = 0; index <= changes; index++) {
			const diagonal = 2 * index - changes;
			let reach: Reach | undefined = changes === 0 ? { at: 0, common: undefined } : undefined;
			const dropped = frontier[index - 1];
			if (dropped && dropped.at < left.length) reach = { ...dropped, at: dropped.at + 1 };
			const added = frontier[index];
			if (added && added.at - diagonal <= right.length && added.at >= (reach?.at ?? 0))
				reach = added;
			if (reach) reach = follow(left, right, reach, diagonal);
			if (reach?.at === left.length && reach.at - diagonal === right.length) return reach.common;
			next.push(reach);
		}
		frontier = next;
	}
	return undefined;
}

function follow(
	left: readonly string[],
	right: readonly string[],
	{ at: from, common: before }: Reach,
	diagonal: number,
): Reach {
	let at = from;
	while (at < left.length && at - diagonal < right.length && left[at] === right[at - diagonal])
		at++;
	if (at === from) return { at, common: before };
	return { at, common: { left: from, right: from - diagonal, length: at - from, before } };
}
