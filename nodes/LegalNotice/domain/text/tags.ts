/** Says what the service makes of each tag of HTML, and what to tell an author whose words stand in the wrong one. */
import type { Attribute, Tag } from './tokenizer';

const ROLE_NAMES = ['format', 'inline', 'block', 'hidden', 'empty'] as const;
type Role = (typeof ROLE_NAMES)[number];

const NAMES: Readonly<Record<Role, readonly string[]>> = {
	format: ['strong', 'b', 'span'],
	/** These are left out, and their text is kept. */
	inline: [
		'a',
		'abbr',
		'acronym',
		'bdi',
		'bdo',
		'big',
		'cite',
		'code',
		'data',
		'del',
		'dfn',
		'em',
		'font',
		'i',
		'ins',
		'kbd',
		'label',
		'mark',
		'meter',
		'nobr',
		'output',
		'progress',
		'q',
		'rp',
		'rt',
		'ruby',
		's',
		'samp',
		'small',
		'strike',
		'sub',
		'sup',
		'time',
		'tt',
		'u',
		'var',
	],
	/** Each is a content tag of its own: it ends an open p, and its text is not printed. */
	block: [
		'address',
		'article',
		'aside',
		'audio',
		'blockquote',
		'button',
		'canvas',
		'caption',
		'center',
		'colgroup',
		'datalist',
		'dd',
		'details',
		'dialog',
		'div',
		'dl',
		'dt',
		'fieldset',
		'figcaption',
		'figure',
		'footer',
		'form',
		'h1',
		'h2',
		'h3',
		'h4',
		'h5',
		'h6',
		'header',
		'hgroup',
		'iframe',
		'legend',
		'li',
		'main',
		'map',
		'math',
		'menu',
		'nav',
		'noscript',
		'object',
		'ol',
		'optgroup',
		'option',
		'picture',
		'pre',
		'search',
		'section',
		'select',
		'summary',
		'svg',
		'table',
		'tbody',
		'td',
		'template',
		'textarea',
		'tfoot',
		'th',
		'thead',
		'tr',
		'ul',
		'video',
	],
	/** Their content is text that no reader sees. */
	hidden: ['script', 'style', 'title'],
	empty: [
		'area',
		'base',
		'body',
		'br',
		'col',
		'embed',
		'head',
		'hr',
		'html',
		'image',
		'img',
		'input',
		'link',
		'meta',
		'p',
		'param',
		'source',
		'track',
		'wbr',
	],
};

const ROLES: ReadonlyMap<string, Role> = new Map(
	ROLE_NAMES.flatMap((role) => NAMES[role].map((name) => [name, role] as const)),
);

// Prefixes of Office and SVG; anything else with a colon or a dash may be a template's `<raison-sociale>`.
const FOREIGN = /^(?:(?:[amouvwx]|st\d+|u\d+|aw|dt|g|mc|pic|svg|wne|wp|xml):|google-|docs-)/;

/** @returns undefined for a tag that HTML does not have: a browser drops it, its words are most likely text */
export function roleOf(name: string): Role | undefined {
	if (FOREIGN.test(name)) return 'inline';
	return ROLES.get(name);
}

/** The attributes that need no value. */
const FLAGS = new Set([
	'checked',
	'compact',
	'contenteditable',
	'controls',
	'disabled',
	'download',
	'hidden',
	'itemscope',
	'noshade',
	'nowrap',
	'open',
	'reversed',
	'selected',
]);

/** Attributes that hold text or an address, in which a `>` is nothing unusual. */
const FREE_TEXT =
	/^(?:alt|aria-.*|content|href|label|onclick|placeholder|src|style|summary|title)$/;

/** Words that a missing `&lt;`, `>` or quotation mark has put inside a tag. */
export function wordsInside({ name, attributes }: Tag): string {
	if (FOREIGN.test(name)) return '';
	return attributes.map(wordsOf).join(' ');
}

function wordsOf({ name, written, value }: Attribute): string {
	if (value === undefined) {
		// `<b and more>` is a sentence: no HTML author writes such attributes on purpose.
		const isFlag = FLAGS.has(name) || /[-:_@]/.test(name);
		if (isFlag || !/[\p{L}\p{N}]/u.test(name)) return '';
		return written.replace(/</g, ' ');
	}
	if (name.startsWith('data-') || (FREE_TEXT.test(name) && !value.includes('<'))) return '';
	// `class="a>Siège</p><p class="b"`: the text between the tags has become part of the value.
	return (value.match(/(?<=>)[^<>]+/g) ?? []).join(' ');
}

/** How to keep words that would not be printed. Without angle brackets: where n8n shows these, it reads them as HTML. */
export const ADVICE = {
	noTagAtAll: "Set 'Text Format' to Plain Text, or put each paragraph into a p tag.",
	outside:
		'Put it into a p tag of its own: lists, tables, titles and hr end the paragraph before them.',
	otherTag: (tag: string) =>
		`Put it into a p tag, with br for line breaks: the text of the tag ${tag} is not printed.`,
	filet: (name: string) =>
		`Move the text to a p tag without the class ${name}, which prints a rule and never a text.`,
	unknownTag:
		'Remove the angle brackets, or write them as the entities lt and gt: text between angle brackets is read as an HTML tag and would not be printed.',
	attribute:
		'Write a less-than sign as the entity lt, or complete the quotation marks of the tag: words inside a tag would not be printed.',
	unfinished:
		'Close the tag or comment that begins here, or write a less-than sign as the entity lt.',
	comment:
		'Write a less-than sign as the entity lt: this text is read as a comment and would not be printed.',
};

const STRUCK_OUT = 'Text that is struck out (del, s, strike) would be printed like any other.';
const NUMBERED =
	'The numbers of a numbered list (ol) are not printed: write them into its paragraphs.';
const RAISED = 'Raised and lowered text (sup, sub) is put on the line: check exponents such as m2.';

/** Tags that carry meaning: their text stays, so the meaning may change. */
export const CHANGED_MEANING: ReadonlyMap<string, string> = new Map([
	['del', STRUCK_OUT],
	['s', STRUCK_OUT],
	['strike', STRUCK_OUT],
	['sup', RAISED],
	['sub', RAISED],
	['ol', NUMBERED],
]);
