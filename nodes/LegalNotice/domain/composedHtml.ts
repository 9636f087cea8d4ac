/**
 * Makes of the composed text of a quote what can be shown anywhere: paragraphs with inline styles. They come from the text
 * and the style sheets of the service, of which nothing is trusted.
 */
import type { UnknownRecord } from './records';
import { trimmedText } from './parameters';
import { codePointCount, decodeEntities } from './text/charset';
import { roleOf } from './text/tags';
import { attributeOf, type Tag, tokenize } from './text/tokenizer';

interface Style {
	readonly css: string;
	readonly isBold: boolean;
	/** A rule (filet): its words are not printed. */
	readonly isRule: boolean;
}

interface ComposedText {
	readonly html: string;
	/** The number of its visible characters. */
	readonly characters: number;
}

/** A newspaper has a few dozen style sheets, of a few hundred characters each. */
const MOST_SHEETS = 1_000;
const MOST_OF_ONE = 2_000;
/** Markup may be many times as long as its words; what is beyond this is not read at all. */
const MOST_MARKUP = 10;

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
	const column = new Column(new Styles(sheets, usualClass));
	for (const token of tokenize(html)) {
		if (column.length > mostCharacters) return undefined;
		if (token.kind === 'text') column.addText(decodeEntities(token.text));
		else if (token.kind === 'open') column.open(token);
		else if (token.kind === 'close') column.close(token.name);
	}
	const composed = column.finish();
	if (composed.html.length > mostCharacters) return undefined;
	return composed;
}

export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Style sheets by class. What a class and a style attribute come to is worked out once for all paragraphs. */
class Styles {
	private readonly sheets = new Map<string, UnknownRecord>();
	private readonly known = new Map<string, Style>();

	constructor(
		sheets: readonly UnknownRecord[],
		private readonly usualClass: string,
	) {
		for (const sheet of sheets.slice(0, MOST_SHEETS)) {
			const name = trimmedText(sheet.classe);
			const other = this.sheets.get(name);
			if (!other || rankOf(sheet) < rankOf(other)) this.sheets.set(name, sheet);
		}
	}

	ofParagraph(tag?: Tag): Style {
		return this.styleOf(tag, this.usualClass);
	}

	ofSpan(tag: Tag): string {
		return this.styleOf(tag, '').css;
	}

	private styleOf(tag: Tag | undefined, usualClass: string): Style {
		const names = shortAttribute(tag, 'class');
		const own = shortAttribute(tag, 'style');
		const key = JSON.stringify([usualClass, names, own]);
		const known = this.known.get(key);
		if (known) return known;
		const sheet = this.sheetOf(decodeEntities(names), usualClass);
		const parts = [safeStyle(sheet.definition_css), safeStyle(decodeEntities(own))];
		const css = parts.filter((part) => part !== '').join(';');
		const style = { css, isBold: css.includes('font-weight:bold'), isRule: sheet.type === 'filet' };
		this.known.set(key, style);
		return style;
	}

	/** Of several classes the one with the smallest rank wins (specification, Notice text rules). */
	private sheetOf(names: string, usualClass: string): UnknownRecord {
		const named = names.split(/\s+/).map((name) => this.sheets.get(name));
		const sheets = named.filter((sheet) => sheet !== undefined);
		const [first] = sheets.sort((a, b) => rankOf(a) - rankOf(b));
		if (first) return first;
		return this.sheets.get(usualClass) ?? {};
	}
}

function shortAttribute(tag: Tag | undefined, name: string): string {
	if (!tag) return '';
	return attributeOf(tag, name).slice(0, MOST_OF_ONE);
}

function rankOf({ rang }: UnknownRecord): number {
	return Number(trimmedText(rang)) || 0;
}

/** Collects what was made of the HTML so far. */
class Column {
	private done = '';
	private line = '';
	private paragraph: Style;
	private spans: string[] = [];
	private bold = 0;
	private isHidden = false;
	private characters = 0;
	/** Of the open paragraph: its visible characters, whether they are more than blanks, whether the last one is a blank. */
	private count = 0;
	private hasWords = false;
	private endsWithBlank = true;

	constructor(private readonly styles: Styles) {
		this.paragraph = styles.ofParagraph();
	}

	/** The length of what was made so far. */
	get length(): number {
		return this.done.length + this.line.length;
	}

	addText(decoded: string): void {
		if (this.isHidden || this.paragraph.isRule) return;
		const text = decoded.replace(/[ \t\n\f\r]+/g, ' ');
		this.countWords(text);
		let html = escaped(text);
		// Bold is a tag as well, because forms of n8n take style attributes away.
		if (this.bold > 0 || this.paragraph.isBold) html = `<b>${html}</b>`;
		const css = this.span();
		if (css !== '') html = `<span style="${css}">${html}</span>`;
		this.line += html;
	}

	private countWords(text: string): void {
		const counted = this.endsWithBlank ? text.trimStart() : text;
		this.count += codePointCount(counted);
		this.hasWords ||= text.trim() !== '';
		this.endsWithBlank = text.endsWith(' ');
	}

	open(tag: Tag): void {
		const role = roleOf(tag.name);
		this.isHidden = role === 'hidden';
		if (tag.name === 'br') this.line += '<br>\n';
		else if (tag.name === 'span') this.spans.push(this.styles.ofSpan(tag) || this.span());
		else if (role === 'format') this.bold += 1;
		else if (role !== 'inline') this.beginBlock(tag);
	}

	close(name: string): void {
		const role = roleOf(name);
		this.isHidden = false;
		if (name === 'br') this.line += '<br>\n';
		else if (name === 'span') this.spans.pop();
		else if (role === 'format') this.bold = Math.max(0, this.bold - 1);
		else if (role !== 'inline') this.endParagraph();
	}

	finish(): ComposedText {
		this.endParagraph();
		return { html: this.done, characters: this.characters };
	}

	private span(): string {
		return this.spans.at(-1) ?? '';
	}

	private beginBlock(tag: Tag): void {
		this.endParagraph();
		if (tag.name === 'hr') this.addRule(this.styles.ofParagraph(tag).css);
		if (tag.name === 'p') this.paragraph = this.styles.ofParagraph(tag);
		if (this.paragraph.isRule) this.addRule(this.paragraph.css);
	}

	private endParagraph(): void {
		if (this.hasWords) {
			this.done += `<p style="margin:0 0 8px;${this.paragraph.css}">${this.line}</p>\n`;
			this.characters += this.count;
			if (this.endsWithBlank) this.characters -= 1;
		}
		this.line = '';
		this.count = 0;
		this.hasWords = false;
		this.endsWithBlank = true;
		this.paragraph = this.styles.ofParagraph();
	}

	private addRule(css: string): void {
		this.done += `<div style="margin:8px 0;border-top:1px solid #000;${css}"></div>\n`;
	}
}

const GAP = /^(?:[0-5]?\d(?:\.\d+)?(?:px|pt)|\d(?:\.\d+)?mm|[0-3](?:\.\d+)?r?em|0)$/;
const BORDER = /^\d(?:\.\d)?(?:px|pt|mm) (?:solid|double|dotted|dashed)(?: #[\da-f]{3,6}| black)?$/;

/** Typographic properties and what they may say: no address, no escape, nothing that hides or moves words. */
const PROPERTIES: ReadonlyMap<string, RegExp> = new Map([
	['font-family', /^[a-z][a-z, -]{0,80}$/],
	[
		'font-size',
		/^(?:(?:[89]|[1-3]\d)(?:\.\d+)?(?:px|pt)|(?:0?\.[6-9]|[12](?:\.\d)?)\d?r?em|[6-9]\d%|1\d\d%)$/,
	],
	['font-style', /^(?:normal|italic|oblique)$/],
	['font-variant', /^(?:normal|small-caps)$/],
	['font-weight', /^(?:normal|bold|bolder|lighter|[1-9]00)$/],
	['letter-spacing', /^[0-5]?(?:\.\d+)?(?:px|pt)$|^0?\.[0-3]\d*em$/],
	['line-height', /^(?:[12](?:\.\d+)?(?:em)?|[12]\d\d%|(?:1[2-9]|[2-4]\d)(?:px|pt))$/],
	['text-align', /^(?:left|right|center|justify)$/],
	['text-decoration', /^(?:none|underline|line-through)$/],
	['text-indent', GAP],
	['text-transform', /^(?:none|uppercase|lowercase|capitalize)$/],
	['margin-top', GAP],
	['margin-bottom', GAP],
	['border-top', BORDER],
	['border-bottom', BORDER],
]);

/** The declarations of a style sheet, or of a style attribute, that only set type. */
function safeStyle(css: unknown): string {
	const text = trimmedText(css).slice(0, MOST_OF_ONE).toLowerCase();
	const plain = text.replace(/\/\*[^]*?(?:\*\/|$)|\s+/g, ' ').replace(/["']|!important/g, '');
	// Of several rules the first counts, also inside another one.
	const inner = plain.replace(/^[^{}]*\{(?=[^{}]*\{)/, '');
	const [, declarations = plain] = /\{([^{}]*)/.exec(inner) ?? [];
	const kept = declarations.split(';').filter(setsType);
	return kept.map((declaration) => declaration.trim()).join(';');
}

function setsType(declaration: string): boolean {
	const [, property = '', value = ''] = /^ *([a-z-]+) ?: ?(.*?) *$/.exec(declaration) ?? [];
	return PROPERTIES.get(property)?.test(value) === true;
}
