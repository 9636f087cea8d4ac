import { codePointCount, findUnsupported, type Unsupported } from './charset';
import { readHtml, type ReadText } from './htmlReader';
import { readPlainText, settleRuns, textOf, toHtml, toVisibleText, type Block } from './paragraphs';
import type { Repair, RepairLog } from './typography';

export type TextFormat = 'plainText' | 'html';

/** A sign that the text is not what its author meant, though all of it would be printed. */
export interface Hint {
	kind: 'htmlTags' | 'entity' | 'markdown' | 'unfilledField' | 'badEncoding';
	/** 40 characters at most. */
	example: string;
	/** Also in `PreparedText.notes`. */
	sentence: string;
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
 * @param filetClasses classes of style sheets of type `filet`, beside `fs-filet`
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
	const read: ReadText =
		format === 'html'
			? readHtml(whole, filetClasses)
			: {
					blocks: readPlainText(whole),
					losses: [],
					notes: [],
					classes: [],
					entities: new Map(),
				};
	const log: RepairLog = new Map();
	const blocks: Block[] = read.blocks
		.map((block) =>
			block.kind === 'rule' ? block : { ...block, runs: settleRuns(block.runs, log) },
		)
		.filter((block) => block.kind === 'rule' || textOf(block.runs).trim() !== '');
	const visibleText = toVisibleText(blocks);
	const { found, count } = findUnsupported(visibleText, read.entities);
	const hints = hintsAbout(visibleText, format);
	const empty = read.blocks.length - blocks.length;
	return {
		html: toHtml(blocks),
		visibleText,
		characterCount: codePointCount(visibleText.replace(/\n/g, '')),
		repairs: [...log.values()],
		unsupported: found,
		unsupportedCount: count,
		losses: read.losses,
		notes: [
			...read.notes,
			...(empty > 0 ? [`Empty paragraphs were left out: ${empty}.`] : []),
			...hints.map(({ sentence }) => sentence),
		],
		hints,
		classes: read.classes,
	};
}

interface Sign {
	kind: Hint['kind'];
	test: RegExp;
	sentence: (example: string, format: TextFormat) => string;
}

const SIGNS: readonly Sign[] = [
	{
		kind: 'htmlTags',
		test: /<\/?(?:p|br|div|span|strong|b|em|i|u|ul|ol|li|h[1-6]|table|tr|td|a|hr)(?:\s[^<>]{0,200})?\/?>/i,
		sentence: (example, format) =>
			format === 'plainText'
				? `The text contains HTML tags (${example}) but Text Format is Plain Text: they will be printed as they are.`
				: `The reader will see HTML tags (${example}): they are escaped in the text, perhaps twice.`,
	},
	{
		kind: 'entity',
		test: /&(?:[a-zA-Z]{2,10}|#\d{2,6}|#x[0-9a-fA-F]{2,6});/,
		sentence: (example) => `The reader will see the HTML entity ${example} as it is written.`,
	},
	{
		kind: 'markdown',
		test: /\*\*[^\s*][^*\n]{0,200}\*\*|__[^\s_][^_\n]{0,200}__|^#{1,6} \S|^```|\[[^\]\n]{1,100}\]\(https?:[^)\s]{1,200}\)/m,
		sentence: (example) =>
			`The text contains Markdown (${example}): the service prints its signs as they are.`,
	},
	{
		kind: 'unfilledField',
		test: /\{\{[^{}\n]{0,100}\}\}|\[object Object\]|\bundefined\b|\bNaN\b|\$json\b/,
		sentence: (example) => `The text contains what looks like an unfilled field (${example}).`,
	},
	{
		kind: 'badEncoding',
		test: /Ã[\u00a0-\u00bf€‚ƒ„…†‡ˆ‰‹Œ‘’“”•–—˜™›œ]|â€[\u0080-\u00ff™œ“”¦˜]|Â[\u00a0«»°]/,
		sentence: (example) =>
			`The text contains badly decoded accents (${example}): it was probably read with the wrong encoding.`,
	},
];

function hintsAbout(visibleText: string, format: TextFormat): Hint[] {
	return SIGNS.flatMap(({ kind, test, sentence }) => {
		const found = test.exec(visibleText)?.[0];
		if (found === undefined) return [];
		const characters = Array.from(found);
		const example = characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : found;
		return [{ kind, example, sentence: sentence(example, format) }];
	});
}
