import type { Tag } from './tokenizer';

type Role = 'format' | 'inline' | 'block' | 'hidden' | 'empty';

const NAMES: ReadonlyArray<readonly [role: Role, names: string]> = [
	['format', 'strong b span'],
	// Dropped, its text kept.
	[
		'inline',
		'a abbr acronym bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr output progress q ' +
			'rp rt ruby s samp small strike sub sup time tt u var',
	],
	// A content tag of its own: it ends an open p, and its text is not printed.
	[
		'block',
		'address article aside audio blockquote button canvas caption center colgroup datalist dd details dialog div dl ' +
			'dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup iframe legend li main map math menu ' +
			'nav noscript object ol optgroup option picture pre search section select summary svg table tbody td template ' +
			'textarea tfoot th thead tr ul video',
	],
	// Its content is text that no reader sees.
	['hidden', 'script style title'],
	[
		'empty',
		'area base body br col embed head hr html image img input link meta p param source track wbr',
	],
];

const ROLES: ReadonlyMap<string, Role> = new Map(
	NAMES.flatMap(([role, names]) => names.split(' ').map((name) => [name, role])),
);

// Prefixes of Office and SVG; anything else with a colon or a dash may be a template's `<raison-sociale>`.
const FOREIGN = /^(?:(?:[amouvwx]|st\d+|u\d+|aw|dt|g|mc|pic|svg|wne|wp|xml):|google-|docs-)/;

/** @returns undefined for a tag that HTML does not have: a browser drops it, its words are most likely text */
export function roleOf(name: string): Role | undefined {
	return ROLES.get(name) ?? (FOREIGN.test(name) ? 'inline' : undefined);
}

/** Attributes that have no value. */
const FLAGS = new Set(
	'checked compact contenteditable controls disabled download hidden itemscope noshade nowrap open reversed selected'.split(
		' ',
	),
);

/** Words that a missing `&lt;`, `>` or quotation mark has put inside a tag. */
export function wordsInside({ name, attributes }: Tag): string {
	if (FOREIGN.test(name)) return '';
	return attributes
		.map(({ name: attribute, written, value }) => {
			if (value === undefined) {
				// `<b and more>` is a sentence: no HTML author writes such attributes on purpose.
				const isFlag = FLAGS.has(attribute) || /[-:_@]/.test(attribute);
				return isFlag || !/[\p{L}\p{N}]/u.test(attribute) ? '' : written.replace(/</g, ' ');
			}
			// `class="a>Siège</p><p class="b"`: the text between the tags has become part of the value.
			return attribute.startsWith('data-') ? '' : (value.match(/(?<=>)[^<>]+/g) ?? []).join(' ');
		})
		.join(' ');
}

/** How to keep words that would not be printed. */
export const ADVICE = {
	noTagAtAll: 'Set Text Format to Plain Text, or wrap each paragraph in <p>…</p>.',
	outside:
		'Wrap it in a <p>…</p> of its own: lists, tables, titles and <hr> end the paragraph before them.',
	otherTag: (tag: string) =>
		`The text of <${tag}> is not printed: write it in <p>…</p> instead, with <br/> for line breaks.`,
	filet: (name: string) =>
		`A paragraph of class ${name} prints a rule and never its text: move the text to a <p> without that class.`,
	unknownTag:
		'This is read as an HTML tag and would vanish: write &lt; and &gt; for the angle brackets, or remove them.',
	attribute:
		'These words stand inside a tag and would vanish: write &lt; for a "<" that is text, or complete the quotation marks of the tag.',
	unfinished:
		'A tag or comment starts here and never ends: close it, or write &lt; for a "<" that is text.',
	comment: 'This is read as a comment and would vanish: write &lt; for a "<" that is text.',
};

const STRUCK_OUT = 'Text that is struck out (del, s, strike) would be printed like any other.';
const RAISED = 'Raised and lowered text (sup, sub) is put on the line: check exponents such as m2.';

/** Formatting that carries meaning: its text stays, so the meaning may change. */
export const CHANGED_MEANING: ReadonlyMap<string, string> = new Map([
	...['del', 's', 'strike'].map((name): [string, string] => [name, STRUCK_OUT]),
	...['sup', 'sub'].map((name): [string, string] => [name, RAISED]),
]);
