/**
 * Makes of the composed text of a quote what can be shown anywhere: paragraphs with inline styles. They come from the text
 * and the style sheets of the service, of which nothing is trusted.
 */
import { trimmedText } from '../cells/parameters';
import type { UnknownRecord } from '../records';
import { toVisibleText, type Block, type Run } from './blocks';
import { codePointCount } from './charset';
import { readComposed } from './html';

interface ComposedText {
	readonly html: string;
	/** The number of its visible characters. */
	readonly characters: number;
}

/** A newspaper has a few dozen style sheets, of a few hundred characters each. */
const MOST_SHEETS = 1_000;
const MOST_OF_ONE = 2_000;
/** Markup may be many times as long as its words; what is beyond this is not read at all. */
const MOST_MARKUP = 5;

/**
 * Any HTML as paragraphs with inline styles, whichever tags hold its words; nothing of its own markup is kept. What it
 * reads and makes is bounded.
 *
 * @param sheets `feuilles_styles` (specification, FeuilleStyle)
 * @param usualClass of a paragraph without a class that is known
 * @returns undefined when it would be longer than `mostCharacters`
 */
export function composedHtml(
	html: string,
	sheets: readonly UnknownRecord[],
	usualClass: string,
	mostCharacters: number,
): ComposedText | undefined {
	if (html.length > mostCharacters * MOST_MARKUP) return undefined;
	const styles = new Styles(sheets, usualClass);
	const blocks = readComposed(html, styles.filets);
	let shown = '';
	for (const block of blocks) {
		shown += blockHtml(block, styles);
		if (shown.length > mostCharacters) return undefined;
	}
	return { html: shown, characters: codePointCount(toVisibleText(blocks).replace(/\n/g, '')) };
}

export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function blockHtml(block: Block, styles: Styles): string {
	const css = styles.ofParagraph(block.classes, block.style);
	if (block.kind === 'rule') {
		return `<div style="margin:8px 0;border-top:1px solid #000;${css}"></div>\n`;
	}
	const isBold = css.includes('font-weight:bold');
	const line = block.runs.map((run) => runHtml(run, isBold, styles)).join('');
	return `<p style="margin:0 0 8px;${css}">${line}</p>\n`;
}

/** Bold is a tag as well, because forms of n8n take style attributes away. */
function runHtml(
	{ text, bold, spanClass, spanStyle }: Run,
	isBold: boolean,
	styles: Styles,
): string {
	let html = escaped(text).replace(/\n/g, '<br>\n');
	if (bold !== '' || isBold) html = `<b>${html}</b>`;
	const css = styles.ofSpan(spanClass, spanStyle);
	return css === '' ? html : `<span style="${css}">${html}</span>`;
}

/** Style sheets by class. What classes and a style attribute come to is worked out once for all paragraphs. */
class Styles {
	private readonly sheets = new Map<string, UnknownRecord>();
	private readonly known = new Map<string, string>();
	/** The classes of rules, whose words are not printed. */
	readonly filets: readonly string[];

	constructor(
		sheets: readonly UnknownRecord[],
		private readonly usualClass: string,
	) {
		for (const sheet of sheets.slice(0, MOST_SHEETS)) {
			const name = trimmedText(sheet.classe);
			const other = this.sheets.get(name);
			if (!other || rankOf(sheet) < rankOf(other)) this.sheets.set(name, sheet);
		}
		this.filets = [...this.sheets].flatMap(([name, { type }]) => (type === 'filet' ? [name] : []));
	}

	ofParagraph(classes: readonly string[], own = ''): string {
		return this.cssOf(classes, own, this.usualClass);
	}

	ofSpan(spanClass: string, own = ''): string {
		if (spanClass === '' && own === '') return '';
		return this.cssOf(spanClass.split(' '), own, '');
	}

	private cssOf(classes: readonly string[], own: string, usualClass: string): string {
		const key = JSON.stringify([usualClass, classes, own]);
		const known = this.known.get(key);
		if (known !== undefined) return known;
		const parts = [safeStyle(this.sheetOf(classes, usualClass).definition_css), safeStyle(own)];
		const css = parts.filter((part) => part !== '').join(';');
		this.known.set(key, css);
		return css;
	}

	/** Of several classes the one with the smallest rank wins (specification, Notice text rules). */
	private sheetOf(classes: readonly string[], usualClass: string): UnknownRecord {
		let first: UnknownRecord | undefined;
		for (const name of classes) {
			const sheet = this.sheets.get(name);
			if (sheet && (!first || rankOf(sheet) < rankOf(first))) first = sheet;
		}
		return first ?? this.sheets.get(usualClass) ?? {};
	}
}

function rankOf({ rang }: UnknownRecord): number {
	return Number(trimmedText(rang)) || 0;
}

/** What a preview shows of a style, each by the words that it may have: no address, no escape, nothing that hides or moves words. */
const PROPERTIES: ReadonlyMap<string, RegExp> = new Map([
	['text-align', /^(?:left|right|center|justify)$/],
	['font-weight', /^(?:normal|bold)$/],
	['font-style', /^(?:normal|italic)$/],
	['font-variant', /^(?:normal|small-caps)$/],
	['text-transform', /^(?:none|uppercase|lowercase|capitalize)$/],
	['font-size', /^(?:0\.[6-9]|1(?:\.\d)?|2)\d?em$/],
	['border-top', /^[1-4]px (?:solid|double|dotted|dashed) (?:#000|black)$/],
]);

/** The declarations of a style sheet, or of a style attribute, that only set type. */
function safeStyle(css: unknown): string {
	const text = trimmedText(css).slice(0, MOST_OF_ONE).toLowerCase();
	const plain = text.replace(/\/\*[^]*?(?:\*\/|$)|\s+/g, ' ').replace(/!important/g, '');
	// Of several rules the first counts, also inside another one.
	const inner = plain.replace(/^[^{}]*\{(?=[^{}]*\{)/, '');
	const [, declarations = plain] = /\{([^{}]*)/.exec(inner) ?? [];
	const kept: string[] = [];
	for (const declaration of declarations.split(';')) {
		const [, property = '', value = ''] = /^ *([a-z-]+) ?:(.*)$/.exec(declaration) ?? [];
		const set = value.trim();
		if (PROPERTIES.get(property)?.test(set) === true) kept.push(`${property}:${set}`);
	}
	return kept.join(';');
}
