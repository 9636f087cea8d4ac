/**
 * Cuts HTML into tags, texts and comments the way browsers do, in time linear in its length: the first step from what is
 * written to what is sent. `htmlReader.ts` then decides what of them is printed.
 *
 * What HTML and plain text both become stands below: paragraphs of runs of one format, and rules between them.
 */
import { composeAccents, repairTypography, type RepairLog } from './typography';

export interface Attribute {
	/** It is in lower case. */
	name: string;
	written: string;
	/** It is undefined without `=`. Character references are not decoded. */
	value: string | undefined;
}

export interface Tag {
	kind: 'open' | 'close';
	name: string;
	attributes: Attribute[];
	/** The tag as it is written, without angle brackets. */
	written: string;
}

export type Token =
	| Tag
	| { kind: 'text'; text: string }
	/** A comment or declaration; `isWritten` when it was meant as text. */
	| { kind: 'comment'; written: string; isWritten: boolean }
	/** Markup that is never closed takes the rest of the text. */
	| { kind: 'unfinished'; written: string };

const TAG_NAME = /[^\s/>]*/y;
const BETWEEN_ATTRIBUTES = /[\s/]*/y;
/** A `=` before the name of an attribute is part of the name, as in browsers. */
const ATTRIBUTE = /([^\s/>][^\s/>=]*)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y;
const LETTER = /[a-zA-Z]/;
const TEXT_ONLY = new Set(['script', 'style', 'title', 'textarea', 'iframe']);

export function* tokenize(html: string): Generator<Token, void, undefined> {
	let position = 0;
	for (;;) {
		const start = nextMarkup(html, position);
		if (start > position) yield { kind: 'text', text: html.slice(position, start) };
		if (start === html.length) return;
		const [token, end] = readMarkup(html, start);
		yield token;
		position = end;
		if (token.kind === 'open' && TEXT_ONLY.has(token.name)) {
			const close = closeOf(html, end, token.name);
			if (close === -1) {
				yield { kind: 'unfinished', written: html.slice(end) };
				return;
			}
			if (close > end) yield { kind: 'text', text: html.slice(end, close) };
			position = close;
		}
	}
}

/** Position of the next `<` that starts markup; a lonely `<` ("capital < 1 000 €") is text. */
function nextMarkup(html: string, from: number): number {
	for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
		const next = html.charAt(at + 1);
		if (LETTER.test(next) || next === '!' || next === '?') return at;
		if (next === '/' && at + 2 < html.length) return at;
	}
	return html.length;
}

function readMarkup(html: string, start: number): [Token, number] {
	if (html.startsWith('<!--', start)) return readComment(html, start);
	if (LETTER.test(html.charAt(start + 1))) return readTag('open', html, start + 1);
	const closes = html.charAt(start + 1) === '/' && LETTER.test(html.charAt(start + 2));
	if (closes) return readTag('close', html, start + 2);
	return readDeclaration(html, start);
}

function readComment(html: string, start: number): [Token, number] {
	const content = start + 4;
	// `<!-->` and `<!--->` are whole comments.
	const closing = /--!?>/g;
	closing.lastIndex = start + 2;
	if (html.startsWith('>', content)) {
		return [{ kind: 'comment', written: '', isWritten: false }, content + 1];
	}
	const end = closing.exec(html);
	if (end === null) return unfinished(html, content);
	const written = html.slice(content, end.index);
	return [{ kind: 'comment', written, isWritten: false }, end.index + end[0].length];
}

/** What word processors write: `<?xml …>`, and `<!DOCTYPE …>`, `<![if …]>`, `<![endif]>`. */
const USUAL_DECLARATION = /^<(?:\?xml|!doctype\b|!\[(?:if\b|endif\]))/i;

function readDeclaration(html: string, start: number): [Token, number] {
	const content = start + '<!'.length;
	const end = html.indexOf('>', content);
	if (end === -1) return unfinished(html, content);
	const isUsual = USUAL_DECLARATION.test(html.slice(start, end));
	const written = html.slice(content, end);
	return [{ kind: 'comment', written, isWritten: !isUsual }, end + 1];
}

function readTag(kind: Tag['kind'], html: string, nameStart: number): [Token, number] {
	const nameEnd = endOf(TAG_NAME, html, nameStart);
	const name = html.slice(nameStart, nameEnd).toLowerCase();
	const attributes: Attribute[] = [];
	let position = endOf(BETWEEN_ATTRIBUTES, html, nameEnd);
	while (html.charAt(position) !== '>') {
		const attribute = readAttribute(html, position);
		if (!attribute) return unfinished(html, nameStart);
		attributes.push(attribute);
		position = endOf(BETWEEN_ATTRIBUTES, html, ATTRIBUTE.lastIndex);
	}
	const written = html.slice(nameStart, position);
	return [{ kind, name, attributes, written }, position + 1];
}

/** Is undefined where the tag never ends; else `ATTRIBUTE.lastIndex` is where the attribute ends. */
function readAttribute(html: string, position: number): Attribute | undefined {
	ATTRIBUTE.lastIndex = position;
	const found = ATTRIBUTE.exec(html);
	if (!found) return undefined;
	const [, written = '', assigned, double, single, bare] = found;
	const name = written.toLowerCase();
	if (assigned === undefined) return { name, written, value: undefined };
	// Without its closing quote a value takes everything, as in a browser: the tag never ends.
	const isCut = assigned.endsWith('=') && /["']/.test(html.charAt(ATTRIBUTE.lastIndex));
	if (isCut) return undefined;
	// One of the three has matched at most, and nothing stands for the others.
	return { name, written, value: [double, single, bare].join('') };
}

function unfinished(html: string, from: number): [Token, number] {
	return [{ kind: 'unfinished', written: html.slice(from) }, html.length];
}

function endOf(expression: RegExp, html: string, from: number): number {
	expression.lastIndex = from;
	expression.test(html);
	return expression.lastIndex;
}

/** Gives '' where there is none. Character references are not decoded. */
export function attributeOf({ attributes }: Tag, wanted: string): string {
	return attributes.find(({ name }) => name === wanted)?.value ?? '';
}

/** Where the closing tag begins, or -1. Until there, browsers read no tags. */
function closeOf(html: string, from: number, name: string): number {
	const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
	closing.lastIndex = from;
	return closing.exec(html)?.index ?? -1;
}

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
