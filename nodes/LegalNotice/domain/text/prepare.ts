/**
 * Leads a text from what its author wrote to what is sent: it is read (by `tokenizer.ts`, and HTML by
 * `htmlReader.ts`), its typography is repaired (`typography.ts`), what cannot be printed is found (`charset.ts`),
 * and signs of a mistake are looked for. `compare.ts` checks later what the service made of it.
 */
import { InputProblem, quotePassages } from '../parameters';
import {
	codePointCount,
	contextOf,
	findUnsupported,
	type Unsupported,
	decodeEntities,
} from './charset';
import { type Loss, readHtml, type ReadText } from './htmlReader';
import { readPlainText, settleRuns, textOf, toHtml, toVisibleText, type Block } from './tokenizer';
import type { Repair, RepairLog } from './typography';

export type TextFormat = 'plainText' | 'html';

type HintKind = 'htmlTags' | 'entity' | 'markdown' | 'unfilledField' | 'blank' | 'badEncoding';

/** A sign that the text is not what its author meant, though all of it would be printed. */
export interface Hint {
	kind: HintKind;
	/** It has 40 characters at most. */
	example: string;
	/** It stands in `PreparedText.notes` as well. */
	sentence: string;
	/** How to fix it, where an order is refused for it: what is printed cannot be taken back. */
	fix: string | undefined;
	/** The first 20 places, each with the words around it. */
	places: Array<{ found: string; context: string }>;
}

export interface PreparedText extends Omit<ReadText, 'blocks' | 'entities'> {
	/** What is to be sent. */
	html: string;
	/** Paragraphs and forced line breaks are separated by `\n`. */
	visibleText: string;
	/** Spaces included, line breaks excluded. */
	characterCount: number;
	repairs: Repair[];
	/** The first 20; `unsupportedCount` counts them all. */
	unsupported: Unsupported[];
	unsupportedCount: number;
	hints: Hint[];
}

/**
 * Turns what the user wrote into the HTML that the service takes ("Notice text rules"). Preparing the result again
 * changes nothing. It may be sent when `unsupportedCount` is 0 and `losses` is empty.
 *
 * @param filetClasses classes of style sheets of type `filet`, in addition to `fs-filet`
 */
export function prepareText({
	format,
	text,
	filetClasses,
}: {
	format: TextFormat;
	text: string;
	filetClasses?: readonly string[];
}): PreparedText {
	// Half of a character cannot be sent: it is refused as U+FFFD.
	const whole = text.replace(/\p{Surrogate}/gu, '\ufffd');
	const isHtml = format === 'html';
	const read = isHtml ? readHtml(whole, filetClasses) : withoutLosses(readPlainText(whole));
	const log: RepairLog = new Map();
	const blocks = settleBlocks(read.blocks, log);
	const visibleText = toVisibleText(blocks);
	const { found, count } = findUnsupported(visibleText, read.entities);
	const hints = findHints(visibleText, format);
	const notes = [...read.notes];
	const empty = read.blocks.length - blocks.length;
	if (empty > 0) notes.push(`Empty paragraphs were left out: ${empty}.`);
	notes.push(...hints.map(({ sentence }) => sentence));
	return {
		html: toHtml(blocks),
		visibleText,
		characterCount: codePointCount(visibleText.replace(/\n/g, '')),
		repairs: [...log.values()],
		unsupported: found,
		unsupportedCount: count,
		losses: read.losses,
		notes,
		hints,
		classes: read.classes,
	};
}

/** Nothing of a plain text is markup, so nothing of it can get lost. */
function withoutLosses(blocks: Block[]): ReadText {
	return { blocks, losses: [], notes: [], classes: [], entities: new Map() };
}

/** The blocks as they are printed; paragraphs without words are not. */
function settleBlocks(blocks: readonly Block[], log: RepairLog): Block[] {
	const settled: Block[] = [];
	for (const block of blocks) {
		if (block.kind === 'rule') {
			settled.push(block);
			continue;
		}
		const runs = settleRuns(block.runs, log);
		if (textOf(runs).trim() !== '') settled.push({ ...block, runs });
	}
	return settled;
}

interface Sign {
	kind: HintKind;
	test: RegExp;
	sentence: (example: string, format: TextFormat) => string;
	fix?: (format: TextFormat) => string | undefined;
}

const MOST_PLACES = 20;
const LONGEST_EXAMPLE = 40;

const SIGNS: readonly Sign[] = [
	{
		kind: 'htmlTags',
		test: /<\/?(?:p|br|div|span|strong|b|em|i|u|ul|ol|li|h[1-6]|table|tr|td|a|hr)(?:\s[^<>]{0,200})?\/?>/gi,
		sentence: (example, format) => {
			if (format === 'plainText') {
				return `The text contains HTML tags (${example}), and 'Text Format' is Plain Text: they would be printed as they are.`;
			}
			return `The reader will see HTML tags (${example}): they are escaped in the text, perhaps twice.`;
		},
		fix: (format) => {
			if (format === 'plainText') return "Set 'Text Format' to HTML";
			// Tags that show in HTML were escaped, which nobody does by mistake alone.
			return undefined;
		},
	},
	{
		kind: 'entity',
		test: /&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{2,6}|#x[0-9a-fA-F]{2,6});/g,
		sentence: (example) =>
			`The text contains an HTML entity (${example}) that would be printed as it is written.`,
		fix: () => 'Write the character itself in its place',
	},
	{
		kind: 'markdown',
		test: /\*\*[^\s*][^*\n]{0,200}\*\*|(?<!_)__[^\s_.,;:][^_\n]{0,200}__(?!_)|^#{1,6} \S|^```|\[[^\]\n]{1,100}\]\(https?:[^)\s]{1,200}\)/gm,
		sentence: (example) =>
			`The text contains Markdown (${example}): the service prints its signs as they are.`,
	},
	{
		kind: 'unfilledField',
		// What expressions and sheets leave behind when they find nothing: `SAS undefined`, `le Invalid DateTime`, `#REF!`.
		test: /\{\{[^{}\n]{0,100}\}\}|\[object \w{1,20}\]|\bInvalid [Dd]ate(?:Time)?\b|#(?:REF!|VALUE!|VALEUR!|DIV\/0!|N\/A|NAME\?|NOM\?|ERROR!)|(?<![\p{L}\p{N}_])(?:undefined|null|NaN)(?![\p{L}\p{N}_])|\$json\b/gu,
		sentence: (example) => `The text contains what looks like an unfilled field (${example}).`,
		fix: () => 'Fill in the field',
	},
	{
		kind: 'blank',
		test: /(?<=[\p{L}\p{N}:] ?)_{3,}/gu,
		sentence: () => 'The text contains a blank that is not filled in (___).',
	},
	{
		kind: 'badEncoding',
		test: /Ã[\u00a0-\u00bf€‚ƒ„…†‡ˆ‰‹Œ‘’“”•–—˜™›œ]|â€[\u0080-\u00ff™œ“”¦˜]|Â[\u00a0«»°]/g,
		sentence: (example) =>
			`The text contains badly decoded accents (${example}): it was probably read with the wrong encoding.`,
		fix: () => 'Read the text with the right encoding, usually UTF-8',
	},
];

function findHints(visibleText: string, format: TextFormat): Hint[] {
	return SIGNS.flatMap(({ kind, test, sentence, fix }) => {
		const places = placesOf(visibleText, kind, test);
		const [first] = places;
		if (first === undefined) return [];
		const example = shortened(first.found);
		return [{ kind, example, sentence: sentence(example, format), fix: fix?.(format), places }];
	});
}

function shortened(found: string): string {
	const characters = Array.from(found);
	if (characters.length <= LONGEST_EXAMPLE) return found;
	return `${characters.slice(0, LONGEST_EXAMPLE).join('')}…`;
}

function placesOf(text: string, kind: HintKind, test: RegExp): Hint['places'] {
	const places: Hint['places'] = [];
	for (const { 0: found, index } of text.matchAll(test)) {
		// The `&D;` of `R&D;` is no entity: it would be printed as it is meant.
		if (kind === 'entity' && decodeEntities(found) === found) continue;
		places.push({ found, context: contextOf(text, index, index + found.length) });
		if (places.length === MOST_PLACES) break;
	}
	return places;
}

/** An order is refused most: what is printed cannot be taken back. `warn` is what 'If Text Changes' may say. */
export type Strictness = 'order' | 'quote' | 'warn';

const MOST_NAMED = 5;

/** @returns the first reason why the text does not go out, undefined when there is none */
export function refusalOf(
	label: 'Text' | 'Header',
	prepared: PreparedText,
	strictness: Strictness,
): InputProblem | undefined {
	const { losses, unsupportedCount } = prepared;
	if (unsupportedCount > 0) return unprintable(label, prepared);
	if (losses.length > 0 && strictness !== 'warn') return lost(label, losses);
	const [mistake] = mistakesIn(prepared);
	if (mistake && strictness === 'order') return mistaken(label, mistake);
	// A header may be a logo alone.
	if (label === 'Header' || !isEmpty(prepared)) return undefined;
	return new InputProblem(label, `'${label}' is empty.`, 'Write the text of the notice.');
}

export function isEmpty({ visibleText }: PreparedText): boolean {
	return visibleText.trim() === '';
}

export function mistakesIn({ hints }: PreparedText): Hint[] {
	return hints.filter(({ fix }) => fix !== undefined);
}

function unprintable(
	label: string,
	{ unsupported, unsupportedCount: count }: PreparedText,
): InputProblem {
	const list = unsupported.slice(0, MOST_NAMED).map(inEnglish);
	if (count > list.length) list.push(`and ${count - list.length} more`);
	const what = count === 1 ? 'a character' : `${count} characters`;
	return new InputProblem(
		label,
		`'${label}' contains ${what} that the service cannot print: ${list.join('; ')}.`,
		'Replace them: only characters of Windows-1252 (Western European letters) are printed.',
	);
}

function inEnglish({ character, codePoint, position, context, ...more }: Unsupported): string {
	const parts = [`"${character}" (${codePoint}) at position ${position} in "${context}"`];
	// Without its signs: where n8n shows the message it would become the character again.
	if (more.entity) parts.push(`from the entity "${more.entity.replace(/[&;]/g, '')}"`);
	if (more.suggestion) parts.push(`could be written "${more.suggestion}"`);
	return parts.join(', ');
}

function lost(label: string, losses: readonly Loss[]): InputProblem {
	const list = quotePassages(losses.map(({ words }) => words));
	const advice = new Set(losses.slice(0, MOST_NAMED).map((loss) => loss.advice));
	return new InputProblem(
		label,
		`'${label}' contains words that would not be printed: ${list}.`,
		[...advice].join(' '),
	);
}

function mistaken(label: string, { sentence, fix }: Hint): InputProblem {
	return new InputProblem(
		label,
		sentence.replace('The text', `'${label}'`),
		`${fix}, or, to print it as it is, set the option 'If Text Changes' to Warn.`,
	);
}
