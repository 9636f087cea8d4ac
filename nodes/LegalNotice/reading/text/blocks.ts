/**
 * What HTML and plain text both become: paragraphs of runs of one format, and rules between them; how white space in them is
 * settled, and how they are written as the HTML that the service takes.
 */
import { composeAccents, record, repairTypography, type RepairLog } from './typography';

export type TextFormat = 'plainText' | 'html';

/** Text of one format; `\n` is a forced line break. */
export interface Run {
	text: string;
	bold: '' | 'b' | 'strong';
	/** The class of the innermost span that has one; '' for none. */
	spanClass: string;
	/** The style attribute of that span, where styles are kept. */
	spanStyle?: string;
}

/** What the service composes: paragraphs and rules (`hr`, or a `p` whose class is one of a rule), in order. */
export type Block =
	| { kind: 'paragraph'; classes: readonly string[]; runs: readonly Run[]; style?: string }
	| { kind: 'rule'; classes: readonly string[]; tag: 'hr' | 'p'; style?: string };

export type Paragraph = Extract<Block, { kind: 'paragraph' }>;

export const PLAIN_RUN: Omit<Run, 'text'> = { bold: '', spanClass: '' };

export function isVisible(text: string): boolean {
	return /[^\s\u00ad\u200b-\u200f\u2060\ufeff]/.test(text);
}

/** An empty line (or a page break) starts a new paragraph, a single line break becomes a forced one. */
export function readPlainText(text: string): Block[] {
	const blocks: Block[] = [];
	let lines: string[] = [];
	const endParagraph = () => {
		if (lines.length === 0) return;
		const run: Run = { ...PLAIN_RUN, text: lines.join('\n') };
		blocks.push({ kind: 'paragraph', classes: [], runs: [run] });
		lines = [];
	};
	const pages = text.replace(/\r\n?/g, '\n').replace(/[\f\u2029]/g, '\n\n');
	for (const line of pages.split('\n')) {
		if (isVisible(line)) lines.push(line);
		else endParagraph();
	}
	endParagraph();
	return blocks;
}

/**
 * What is printed of a paragraph: typography repaired, white space as HTML shows it (one space at most, none beside a
 * line break, none at the ends), neighbours of equal format joined.
 */
function settleRuns(runs: readonly Run[], log: RepairLog): Run[] {
	const settled: Run[] = [];
	// White space is printed only when something visible follows it, and never at the beginning.
	let space: Run | undefined;
	const pieces = joined(runs).flatMap((run) => piecesOf(run, repairTypography(run.text, log)));
	for (const part of pieces) {
		if (IS_SPACE.test(part.text)) {
			space = joinedSpace(space, part);
			continue;
		}
		if (space && settled.length > 0) append(settled, space);
		space = undefined;
		append(settled, part);
	}
	let before = '\n';
	return settled.map((run) => {
		const isLineStart = before.endsWith('\n');
		before = run.text;
		const text = withPrintedBullets(run.text, isLineStart, log);
		return { ...run, text: composeAccents(text, log) };
	});
}

/** Neighbours of equal format as one: a word that the end of a line cuts goes on behind a line break. */
function joined(runs: readonly Run[]): Run[] {
	const joinedRuns: Run[] = [];
	for (const run of runs) append(joinedRuns, run);
	return joinedRuns;
}

/** What is between the first and the last word of a run, and the white space before and behind it. */
function piecesOf(run: Run, written: string): Run[] {
	const text = written.replace(/[ \t\f\r]{2,}|[\t\f\r]/g, ' ').replace(/ \n ?|\n /g, '\n');
	const start = text.search(/[^ \n]/);
	if (start < 0) return text === '' ? [] : [{ ...run, text }];
	let end = text.length;
	while (IS_SPACE.test(text.charAt(end - 1))) end--;
	const parts = [text.slice(0, start), text.slice(start, end), text.slice(end)];
	return parts.filter((part) => part !== '').map((part) => ({ ...run, text: part }));
}

const IS_SPACE = /^[ \n]/;

/** What is between two words: every line break that is written, else one space, and none beside a line break. */
function joinedSpace(before: Run | undefined, next: Run): Run {
	if (!next.text.startsWith('\n')) return before ?? next;
	if (before?.text.startsWith('\n')) return { ...before, text: before.text + next.text };
	return next;
}

/** What symbol fonts of Word put before the lines of a list, in the private use area. Elsewhere such a sign is refused. */
function withPrintedBullets(text: string, isLineStart: boolean, log: RepairLog): string {
	if (!/[\uf020-\uf0ff]/.test(text)) return text;
	return text.replace(/(?<=^|\n)[\uf020-\uf0ff]/g, (sign, index: number) => {
		if (index === 0 && !isLineStart) return sign;
		record(log, sign, { to: '–', name: 'bullet of a symbol font' });
		return '–';
	});
}

function append(runs: Run[], run: Run): void {
	const last = runs.at(-1);
	const isAlike =
		last?.bold === run.bold && last.spanClass === run.spanClass && last.spanStyle === run.spanStyle;
	if (isAlike) last.text += run.text;
	else runs.push({ ...run });
}

/** The blocks as they are printed; paragraphs without words are not. */
export function settleBlocks(blocks: readonly Block[], log: RepairLog): Block[] {
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

export function textOf(runs: readonly Run[]): string {
	return runs.map((run) => run.text).join('');
}

/** Writes what rules 1, 2 and 5 of "Notice text rules" allow. */
export function toHtml(blocks: readonly Block[]): string {
	return blocks
		.map((block) => {
			// Class names are checked when they are read: letters, digits, dashes.
			const names = block.classes.join(' ');
			const classes = names && ` class="${names}"`;
			if (block.kind === 'paragraph') return `<p${classes}>${block.runs.map(runHtml).join('')}</p>`;
			if (block.tag === 'hr') return `<hr${classes}/>`;
			return `<p${classes}></p>`;
		})
		.join('');
}

export function toVisibleText(blocks: readonly Block[]): string {
	const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
	return paragraphs.map(({ runs }) => textOf(runs)).join('\n');
}

function runHtml({ text, bold, spanClass }: Run): string {
	let html = text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/\n/g, '<br/>');
	if (bold !== '') html = `<${bold}>${html}</${bold}>`;
	if (spanClass !== '') html = `<span class="${spanClass}">${html}</span>`;
	return html;
}
