/**
 * Holds a text as the service knows it: paragraphs of runs of one format, and rules between them. Plain text becomes that
 * here, HTML in `htmlReader.ts`; from here on both are the same, and both are written as HTML in the end.
 */
import { composeAccents, repairTypography, type RepairLog } from './typography';

/** Text of one format; `\n` is a forced line break. */
export interface Run {
	text: string;
	bold: '' | 'b' | 'strong';
	/** The class of the innermost span that has one; '' for none. */
	spanClass: string;
}

/** What the service composes: paragraphs and rules (`hr`, or a `p` whose class is one of a rule), in order. */
export type Block =
	| { kind: 'paragraph'; classes: readonly string[]; runs: readonly Run[] }
	| { kind: 'rule'; classes: readonly string[]; tag: 'hr' | 'p' };

export function isVisible(text: string): boolean {
	return /[^\s\u00ad\u200b-\u200f\u2060\ufeff]/.test(text);
}

/** An empty line (or a page break) starts a new paragraph, a single line break becomes a forced one. */
export function readPlainText(text: string): Block[] {
	const blocks: Block[] = [];
	let lines: string[] = [];
	const endParagraph = () => {
		if (lines.length === 0) return;
		const run: Run = { text: lines.join('\n'), bold: '', spanClass: '' };
		blocks.push({ kind: 'paragraph', classes: [], runs: [run] });
		lines = [];
	};
	for (const page of text.replace(/\r\n?/g, '\n').split(/[\f\u2029]/)) {
		for (const line of page.split('\n')) {
			if (isVisible(line)) lines.push(line);
			else endParagraph();
		}
		endParagraph();
	}
	return blocks;
}

/**
 * What is printed of a paragraph: typography repaired, white space as HTML shows it (one space at most, none beside a
 * line break, none at the ends), neighbours of equal format joined.
 */
export function settleRuns(runs: readonly Run[], log: RepairLog): Run[] {
	const settled: Run[] = [];
	// White space is printed only when something visible follows it, and never at the beginning.
	let space: Run | undefined;
	for (const part of runs.flatMap((run) => piecesOf(run, log))) {
		if (IS_SPACE.test(part.text)) {
			space = joinedSpace(space, part);
			continue;
		}
		if (space && settled.length > 0) append(settled, space);
		space = undefined;
		append(settled, part);
	}
	return settled.map((run) => ({ ...run, text: composeAccents(run.text, log) }));
}

/** What stands between the first and the last word of a run, and the white space before and behind it. */
function piecesOf(run: Run, log: RepairLog): Run[] {
	const text = repairTypography(run.text, log)
		.replace(/[ \t\f\r]{2,}|[\t\f\r]/g, ' ')
		.replace(/ ?\n ?/g, '\n');
	const start = text.search(/[^ \n]/);
	if (start < 0) return text === '' ? [] : [{ ...run, text }];
	let end = text.length;
	while (IS_SPACE.test(text.charAt(end - 1))) end--;
	const parts = [text.slice(0, start), text.slice(start, end), text.slice(end)];
	return parts.filter((part) => part !== '').map((part) => ({ ...run, text: part }));
}

const IS_SPACE = /^[ \n]/;

/** What stands between two words: every line break that is written, else one blank, and none beside a line break. */
function joinedSpace(before: Run | undefined, next: Run): Run {
	if (!next.text.startsWith('\n')) return before ?? next;
	if (before?.text.startsWith('\n')) return { ...before, text: before.text + next.text };
	return next;
}

function append(runs: Run[], { text, bold, spanClass }: Run): void {
	const last = runs.at(-1);
	if (last && last.bold === bold && last.spanClass === spanClass) last.text += text;
	else runs.push({ text, bold, spanClass });
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
