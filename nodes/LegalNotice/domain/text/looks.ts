/**
 * What the attributes of a tag make of its words: whether they are seen, bold or in capitals, or are what Word writes beside a text.
 * Style sheets of a page are read for one thing only: classes that are not shown.
 */
import { attributeOf, type Tag } from './tokenizer';

/** Why words are not printed; `unseen` are no words of a reader at all. */
export type Hiding = 'unseen' | 'hidden' | 'deleted' | 'remark';

export interface Look {
	readonly hiding?: Hiding;
	readonly bold?: '' | 'b';
	readonly isCapitals?: boolean;
	/** Line breaks of the source are shown. */
	readonly keepsLines?: boolean;
	readonly isStruck?: boolean;
	readonly isInserted?: boolean;
	readonly isRaised?: boolean;
	readonly isLowered?: boolean;
	/** A font in which letters are drawn as signs. */
	readonly isSymbolFont?: boolean;
	/** The number or bullet that Word draws before an entry of a list. */
	readonly isListSign?: boolean;
	readonly hasNoBullets?: boolean;
	/** How the entries of a list are numbered, as the attribute `type` writes it. */
	readonly numbering?: string;
}

const PLAIN: Look = {};

const HIDDEN_STYLE =
	/(?:^|[;\s])(?:display\s?:\s?none|visibility\s?:\s?(?:hidden|collapse)|mso-hide\s?:\s?all|(?:font-size|opacity)\s?:\s?0(?:px|pt|em|%)?\s?(?=$|[;!]))/;
const REMARK_STYLE = /mso-element\s?:\s?comment|mso-special-character\s?:\s?comment/;
const REMARK_CLASS = /^mso(?:com(?:anchor|txt|off)|comment(?:reference|text|subject))$/;
const HIDDEN_CLASSES = new Set([
	'sr-only',
	'visually-hidden',
	'screen-reader-text',
	'visuallyhidden',
]);
const SYMBOL_FONT =
	/(?:^|[;\s])font(?:-family)?\s?:[^;]{0,60}?(?:wingdings|webdings|zapf ?dingbats|monotype sorts|["':\s,]symbol)/;

/** Remembers what it has read: a paste out of Word repeats a few styles hundreds of times. */
export class Looks {
	private readonly styles = new Map<string, Look>();
	private readonly unseenClasses = new Set<string>();

	of(tag: Tag): Look {
		if (tag.attributes.length === 0) return lookOfName(tag.name);
		const look = this.ofStyle(attributeOf(tag, 'style'));
		const hiding =
			hidingOfTag(tag) ?? this.hidingOfClasses(attributeOf(tag, 'class')) ?? look.hiding;
		const more: Writable = { ...lookOfName(tag.name), ...look };
		if (hiding !== undefined) more.hiding = hiding;
		if (isSignedInsertion(tag)) more.isInserted = true;
		if (/^(?:wingdings|webdings|symbol)/i.test(attributeOf(tag, 'face'))) more.isSymbolFont = true;
		return more;
	}

	/** The classes that a style sheet of the page does not show; rules for other media begin with an at sign. */
	readSheet(css: string): void {
		const ofAllMedia = css.replace(
			/@[^{}]{0,500}\{(?:[^{}]{0,5000}\{[^{}]{0,5000}\}){0,500}[^{}]{0,500}\}/g,
			'',
		);
		const rules = ofAllMedia.matchAll(/\.([\w-]{1,100})\s{0,9}\{([^{}]{0,2000})\}/g);
		for (const [, name = '', declarations = ''] of rules) {
			if (HIDDEN_STYLE.test(declarations.toLowerCase())) this.unseenClasses.add(name.toLowerCase());
		}
	}

	private ofStyle(style: string): Look {
		if (style === '') return PLAIN;
		const known = this.styles.get(style);
		if (known) return known;
		const look = readStyle(style.toLowerCase());
		this.styles.set(style, look);
		return look;
	}

	private hidingOfClasses(classes: string): Hiding | undefined {
		if (classes === '') return undefined;
		for (const name of classes.toLowerCase().split(/\s+/)) {
			if (REMARK_CLASS.test(name)) return 'remark';
			if (name === 'msodel') return 'deleted';
			if (HIDDEN_CLASSES.has(name) || this.unseenClasses.has(name)) return 'hidden';
		}
		return undefined;
	}
}

const NUMBERING_STYLE = /list-style(?:-type)?\s?:[^;]{0,60}?((?:low|upp)er-(?:alpha|latin|roman))/;
const NUMBERINGS: ReadonlyMap<string, string> = new Map([
	['lower-alpha', 'a'],
	['lower-latin', 'a'],
	['upper-alpha', 'A'],
	['upper-latin', 'A'],
	['lower-roman', 'i'],
	['upper-roman', 'I'],
]);

type Writable = { -readonly [Key in keyof Look]: Look[Key] };

function readStyle(style: string): Look {
	const css = style.replace(/&quot;|&#34;/g, '"');
	const look: Writable = {};
	if (HIDDEN_STYLE.test(css)) look.hiding = 'hidden';
	if (REMARK_STYLE.test(css)) look.hiding = 'remark';
	readType(css, look);
	if (/mso-list\s?:\s?ignore/.test(css)) look.isListSign = true;
	if (/list-style(?:-type)?\s?:[^;]{0,60}none/.test(css)) look.hasNoBullets = true;
	const numbering = NUMBERING_STYLE.exec(css)?.[1];
	if (numbering !== undefined) look.numbering = NUMBERINGS.get(numbering) ?? '1';
	return look;
}

/** What a style makes of the letters. */
function readType(css: string, look: Writable): void {
	// `mso-bidi-font-weight`, which Word writes into each b, is about other alphabets.
	const weight = valueOf(css, /(?:^|[;\s])font-weight\s?:\s?(bold|[6-9]00|normal|lighter|[1-5]00)/);
	if (weight !== '') look.bold = /^(?:b|[6-9])/.test(weight) ? 'b' : '';
	const transform = valueOf(css, /(?:^|[;\s])text-transform\s?:\s?([a-z]+)/);
	if (transform !== '') look.isCapitals = transform === 'uppercase';
	const space = valueOf(css, /(?:^|[;\s])white-space\s?:\s?([a-z-]+)/);
	if (space !== '') look.keepsLines = /^(?:pre|break)/.test(space);
	const align = valueOf(css, /(?:^|[;\s])vertical-align\s?:\s?(super|sub|baseline)/);
	if (align !== '')
		Object.assign(look, { isRaised: align === 'super', isLowered: align === 'sub' });
	if (/text-decoration(?:-line)?\s?:[^;]{0,60}line-through/.test(css)) look.isStruck = true;
	if (/(?:^|[;\s])font(?:-family)?\s?:/.test(css)) look.isSymbolFont = SYMBOL_FONT.test(css);
}

/** What a declaration says; '' for none. */
function valueOf(css: string, declaration: RegExp): string {
	return declaration.exec(css)?.[1] ?? '';
}

function lookOfName(name: string): Look {
	return BY_NAME.get(name) ?? PLAIN;
}

const BY_NAME: ReadonlyMap<string, Look> = new Map<string, Look>([
	// Any del is a revision; an ins without author and date is underlined text.
	['del', { hiding: 'deleted' }],
	['w:del', { hiding: 'deleted' }],
	['w:ins', { isInserted: true }],
	['h1', { bold: 'b' }],
	['h2', { bold: 'b' }],
	['h3', { bold: 'b' }],
	['h4', { bold: 'b' }],
	['h5', { bold: 'b' }],
	['h6', { bold: 'b' }],
	['th', { bold: 'b' }],
	['sup', { isRaised: true }],
	['sub', { isLowered: true }],
	['s', { isStruck: true }],
	['strike', { isStruck: true }],
	['pre', { keepsLines: true }],
	['textarea', { keepsLines: true }],
]);

function hidingOfTag(tag: Tag): Hiding | undefined {
	if (tag.name === 'del') return 'deleted';
	const isHidden = tag.attributes.some(({ name }) => name === 'hidden');
	return isHidden ? 'hidden' : undefined;
}

function isSignedInsertion(tag: Tag): boolean {
	if (/\bmsoins\b/i.test(attributeOf(tag, 'class'))) return true;
	if (tag.name !== 'ins') return false;
	return attributeOf(tag, 'cite') !== '' || attributeOf(tag, 'datetime') !== '';
}
