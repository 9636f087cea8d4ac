/**
 * What the attributes of a tag make of its words: whether they are seen, bold or in capitals, or are what Word writes beside a text.
 * Style sheets of a page are read for one thing only: classes that are not shown.
 */
import type { Run } from './blocks';
import { revisionOf } from './revisions';
import { HIDDEN, LISTS, UNSEEN } from './tags';
import { attributeOf, type Tag } from './tokenizer';

/** Why words are not printed; `unseen` are no words of a reader at all. */
export type Hiding = 'unseen' | 'hidden' | 'deleted' | 'remark';

/** What words inherit from the element around theirs. */
export interface Look {
	readonly bold?: Run['bold'];
	/** The class of the innermost span that has one, and its style attribute where styles are kept. */
	readonly spanClass?: string;
	readonly spanStyle?: string;
	readonly isCapitals?: boolean;
	/** Line breaks of the source are shown. */
	readonly keepsLines?: boolean;
	readonly isUnderlined?: boolean;
	readonly isStruck?: boolean;
	readonly isInserted?: boolean;
	/** Somebody has commented on the words. */
	readonly isCommented?: boolean;
	readonly isRaised?: boolean;
	readonly isLowered?: boolean;
	/** A font in which letters are drawn as signs. */
	readonly isSymbolFont?: boolean;
	/** The number or bullet that Word draws before an entry of a list. */
	readonly isListMarker?: boolean;
	readonly hasNoBullets?: boolean;
	/** How the entries of a list are numbered, as the attribute `type` writes it. */
	readonly numbering?: string;
}

/** What a tag says itself. */
export interface OwnLook extends Look {
	readonly hiding?: Hiding;
}

export const PLAIN_LOOK: OwnLook = {};

const HIDDEN_STYLE =
	/(?:^|[;\s])(?:display\s?:\s?none|visibility\s?:\s?(?:hidden|collapse)|mso-hide\s?:\s?all|(?:font-size|opacity)\s?:\s?0(?:px|pt|em|%)?\s?(?=$|[;!]))/;
const REMARK_STYLE = /mso-element\s?:\s?comment|mso-special-character\s?:\s?comment/;
const HIDDEN_CLASSES = new Set([
	'sr-only',
	'visually-hidden',
	'screen-reader-text',
	'visuallyhidden',
]);
const SYMBOL_FONT =
	/(?:^|[;\s])font(?:-family)?\s?:[^;]{0,60}?(?:wingdings|webdings|zapf ?dingbats|monotype sorts|(?<=["':\s,])symbol(?![a-z]))/;

/** Remembers what it has read: a paste out of Word repeats a few styles hundreds of times. */
export class Looks {
	private readonly styles = new Map<string, OwnLook>();
	private readonly unseenClasses = new Set<string>();

	of(tag: Tag): OwnLook {
		const named = BY_NAME.get(tag.name) ?? PLAIN_LOOK;
		if (tag.attributes.length === 0) return named;
		const style = this.ofStyle(attributeOf(tag, 'style'));
		const look: Writable = { ...named, ...style };
		if (tag.name === 'strong' && look.bold === 'b') look.bold = 'strong';
		const revision = revisionOf(tag, look.isStruck === true);
		const hiding =
			named.hiding ??
			hidingOfTag(tag) ??
			(revision === 'inserted' || revision === 'commented' ? undefined : revision) ??
			this.hidingOfClasses(attributeOf(tag, 'class')) ??
			style.hiding;
		if (hiding !== undefined) look.hiding = hiding;
		if (revision === 'inserted') look.isInserted = true;
		if (revision === 'commented') look.isCommented = true;
		if (/^(?:wingdings|webdings|symbol)/i.test(attributeOf(tag, 'face'))) look.isSymbolFont = true;
		return look;
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

	private ofStyle(style: string): OwnLook {
		if (style === '') return PLAIN_LOOK;
		const known = this.styles.get(style);
		if (known) return known;
		const look = readStyle(style.toLowerCase());
		this.styles.set(style, look);
		return look;
	}

	private hidingOfClasses(classes: string): Hiding | undefined {
		if (classes === '') return undefined;
		for (const name of classes.toLowerCase().split(/\s+/)) {
			if (HIDDEN_CLASSES.has(name) || this.unseenClasses.has(name)) return 'hidden';
		}
		return undefined;
	}
}

const NUMBERING_STYLE = /list-style(?:-type)?\s?:[^;]{0,60}?((?:low|upp)er-(?:alpha|latin|roman))/;

type Writable = { -readonly [Key in keyof OwnLook]: OwnLook[Key] };

function readStyle(style: string): OwnLook {
	const css = style.replace(/&quot;|&#34;/g, '"');
	const look: Writable = {};
	if (HIDDEN_STYLE.test(css)) look.hiding = 'hidden';
	if (REMARK_STYLE.test(css)) look.hiding = 'remark';
	readType(css, look);
	if (/mso-list\s?:\s?ignore/.test(css)) look.isListMarker = true;
	if (/list-style(?:-type)?\s?:[^;]{0,60}none/.test(css)) look.hasNoBullets = true;
	const numbering = valueOf(css, NUMBERING_STYLE);
	if (numbering !== '') {
		const type = numbering.endsWith('roman') ? 'i' : 'a';
		look.numbering = numbering.startsWith('upper') ? type.toUpperCase() : type;
	}
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

/** A look for each of several tags. */
const all = (names: Iterable<string>, look: OwnLook) =>
	Array.from(names, (name) => [name, look] as const);

const BY_NAME: ReadonlyMap<string, OwnLook> = new Map<string, OwnLook>([
	...all(HIDDEN, { hiding: 'hidden' }),
	...all(UNSEEN, { hiding: 'unseen' }),
	// Any del is a revision.
	['del', { hiding: 'deleted' }],
	['w:del', { hiding: 'deleted' }],
	['w:ins', { isInserted: true }],
	...all(['b', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th'], { bold: 'b' }),
	['strong', { bold: 'strong' }],
	['sup', { isRaised: true }],
	['sub', { isLowered: true }],
	['u', { isUnderlined: true }],
	...all(['s', 'strike'], { isStruck: true }),
	...all(['pre', 'textarea'], { keepsLines: true }),
	// A list draws its own bullets or numbers, also inside an entry that has none.
	...all(LISTS, { hasNoBullets: false }),
]);

/** Google Docs, Word and what converts its files write remarks below the text: a link in brackets leads there from the words, and another one back. */
const REMARK_MARK = /^#(?:cmnt|_msocom_|comment-)\d/;
const REMARK_TEXT = /^#(?:cmnt_ref|_msoanchor_|comment-ref-)\d/;

function hidingOfTag(tag: Tag): Hiding | undefined {
	// An editor without its licence writes an advertisement of that ID below the text.
	if (tag.attributes.some(({ name }) => name === 'hidden' || name === 'data-f-id')) return 'hidden';
	return tag.name === 'a' && REMARK_MARK.test(attributeOf(tag, 'href')) ? 'remark' : undefined;
}

/** Whether the paragraph in which this tag is, is a remark. */
export function leadsBackFromRemark(tag: Tag): boolean {
	return tag.name === 'a' && REMARK_TEXT.test(attributeOf(tag, 'href'));
}
