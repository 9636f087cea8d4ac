/**
 * What a tag means for the words inside it. A parser of the service may be a browser-grade one, which closes an
 * open `p` at every block tag: `<p>a<ul><li>b</li></ul>c</p>` leaves both b and c outside of `p`.
 */
export type TagRole =
	/** strong, b, span: kept as formatting. */
	| 'format'
	/** Dropped, its text stays part of the paragraph around it. */
	| 'inline'
	/** A content tag of its own that also ends an open p. */
	| 'block'
	/** A content tag of its own that may stand inside a p. */
	| 'content'
	/** Its content is text that no reader sees. */
	| 'hidden'
	/** Its content is plain text, tags included. */
	| 'rawText'
	/** html, body and the like: as if they were not there. */
	| 'frame'
	/** Has no content. */
	| 'void'
	| 'paragraph'
	| 'rule'
	| 'lineBreak'
	/** An element of another vocabulary (`o:p`, `google-sheets-html-origin`): dropped, text kept. */
	| 'foreign'
	| 'unknown';

const NAMES: ReadonlyArray<readonly [role: TagRole, names: string]> = [
	['format', 'strong b span'],
	[
		'inline',
		'a abbr acronym bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr output progress q ' +
			'rp rt rtc rb ruby s samp slot small strike sub sup time tt u var blink basefont',
	],
	[
		'block',
		'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
			'frameset h1 h2 h3 h4 h5 h6 header hgroup li listing main menu nav ol optgroup plaintext pre search section ' +
			'summary table ul',
	],
	[
		'content',
		'applet audio button canvas caption colgroup datalist legend map marquee math noscript object option picture ' +
			'select svg tbody td template tfoot th thead tr video',
	],
	['hidden', 'script style title'],
	['rawText', 'iframe noembed noframes textarea xmp'],
	['frame', 'html head body'],
	[
		'void',
		'area base bgsound col embed frame img image input keygen link meta param source track wbr',
	],
	['paragraph', 'p'],
	['rule', 'hr'],
	['lineBreak', 'br'],
];

const ROLES: ReadonlyMap<string, TagRole> = new Map(
	NAMES.flatMap(([role, names]) => names.split(' ').map((name) => [name, role])),
);

// Prefixes of Office and SVG; anything else with a colon or a dash may be a template's `<raison-sociale>`.
const FOREIGN = /^(?:(?:[amouvwx]|st\d+|u\d+|aw|dt|g|mc|pic|svg|wne|wp|xml):|google-|docs-)/;

/** @param name lower-case tag name */
export function roleOf(name: string): TagRole {
	return ROLES.get(name) ?? (FOREIGN.test(name) ? 'foreign' : 'unknown');
}

const FLAG_ATTRIBUTES = new Set(
	(
		'allowfullscreen async autofocus autoplay checked compact contenteditable controls default defer disabled download ' +
		'draggable hidden inert ismap itemscope loop multiple muted nohref nomodule noshade novalidate nowrap open ' +
		'readonly required reversed selected truespeed'
	).split(' '),
);

/**
 * True for an attribute without a value that no HTML author writes on purpose: `<b and more>` is a sentence whose
 * `<` was not escaped, and the words after it would vanish.
 */
export function isWordLike(attribute: string): boolean {
	return (
		/[\p{L}\p{N}]/u.test(attribute) && !/[-:_@]/.test(attribute) && !FLAG_ATTRIBUTES.has(attribute)
	);
}
