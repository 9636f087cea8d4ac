import { differences, type Difference } from './diff';
import { decodeEntities } from './entities';
import { repairRuns } from './repair';
import { RepairLog } from './repairLog';
import { textOf } from './runs';
import { roleOf, type TagRole } from './tags';
import { tokenize } from './tokenizer';
import type { Comparison } from './types';

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
	for (const difference of differences(sent.keys, composed.keys)) {
		if (sameLetters(sent, composed, difference)) continue;
		const lost = phrase(sent, difference.left);
		const gained = phrase(composed, difference.right);
		if (lost !== '') missing.push(lost);
		if (gained !== '') added.push(gained);
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

/** Tags that may stand in the middle of a word; every other one ends it. */
const WITHIN_A_WORD: ReadonlySet<TagRole> = new Set(['format', 'inline', 'foreign']);

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
			if (!WITHIN_A_WORD.has(role)) text += '\n';
		}
	}
	const runs = repairRuns([{ text, bold: '', spanClass: '' }], 1, new RepairLog(), false);
	return textOf(runs);
}

const WORD = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

function wordsIn(text: string): Words {
	const words: Words = { text, keys: [], starts: [], ends: [] };
	for (const match of text.matchAll(WORD)) {
		words.keys.push(keyOf(match[0]));
		words.starts.push(match.index);
		words.ends.push(match.index + match[0].length);
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

/** True when both sides differ only in where white space stands: `Siège :` and `Siège:`, `10 000` and `10000`. */
function sameLetters(sent: Words, composed: Words, { left, right }: Difference): boolean {
	return sent.keys.slice(...left).join('') === composed.keys.slice(...right).join('');
}

function phrase({ text, starts, ends }: Words, [start, end]: readonly [number, number]): string {
	if (start === end) return '';
	return text.slice(starts[start], ends[end - 1]).replace(/\s+/g, ' ');
}
