/**
 * What the attributes of a tag make of its words: whether they are seen, bold or in capitals, or are what Word writes beside a text.
 * Style sheets of a page are read for one thing only: classes that are not shown. Of the tags that are open the innermost counts.
 */
import type { Run } from './blocks';
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

/** What an open tag says of the format of the words that come next. */
interface Opinion {
	/** Undefined for what no open tag says. */
	readonly bold: Run['bold'] | undefined;
	readonly spanClass: string | undefined;
	readonly spanStyle: string | undefined;
	readonly look: Look;
	isOpen: boolean;
}

type Aspect = 'bold' | 'spanClass' | keyof Look;

/** Which format the words have that come next: what the open tags say of it, the innermost first. */
export class Formats {
	/** The open tags of each name; undefined for one that says nothing of a format. */
	private readonly byName = new Map<string, Array<Opinion | undefined>>();
	/** Those that say something of an aspect. Ended ones are taken off when they come to the top, so that each step is short. */
	private readonly byAspect = new Map<Aspect, Opinion[]>();

	open(
		name: string,
		look: Look,
		own: Partial<Pick<Opinion, 'bold' | 'spanClass' | 'spanStyle'>>,
	): void {
		const { bold, spanClass, spanStyle } = own;
		const opinion: Opinion = { bold: bold ?? look.bold, spanClass, spanStyle, look, isOpen: true };
		const aspects: Aspect[] = Object.keys(look) as Array<keyof Look>;
		if (opinion.bold !== undefined && look.bold === undefined) aspects.push('bold');
		if (spanClass !== undefined) aspects.push('spanClass');
		for (const aspect of aspects) this.of(aspect).push(opinion);
		this.named(name).push(aspects.length > 0 ? opinion : undefined);
	}

	close(name: string): void {
		const opinion = this.byName.get(name)?.pop();
		if (opinion) opinion.isOpen = false;
	}

	countOf(name: string): number {
		return this.byName.get(name)?.length ?? 0;
	}

	/** Ends the tags of a name that were opened since there were so many of them. */
	closeDownTo(name: string, count: number): void {
		while (this.countOf(name) > count) this.close(name);
	}

	get bold(): Run['bold'] {
		return this.top('bold')?.bold ?? '';
	}

	get spanClass(): string {
		return this.top('spanClass')?.spanClass ?? '';
	}

	get spanStyle(): string | undefined {
		return this.top('spanClass')?.spanStyle;
	}

	is(aspect: Exclude<keyof Look, 'bold' | 'hiding' | 'numbering'>): boolean {
		return this.top(aspect)?.look[aspect] === true;
	}

	private named(name: string): Array<Opinion | undefined> {
		const known = this.byName.get(name);
		if (known) return known;
		const list: Array<Opinion | undefined> = [];
		this.byName.set(name, list);
		return list;
	}

	private of(aspect: Aspect): Opinion[] {
		const known = this.byAspect.get(aspect);
		if (known) return known;
		const list: Opinion[] = [];
		this.byAspect.set(aspect, list);
		return list;
	}

	private top(aspect: Aspect): Opinion | undefined {
		const opinions = this.byAspect.get(aspect);
		if (!opinions) return undefined;
		while (opinions.at(-1)?.isOpen === false) opinions.pop();
		return opinions.at(-1);
	}
}
