/** What HTML's tags are to a reader: whether they end a line, are empty, or hold what nobody sees. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const INLINE = words(
	'a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label mark meter nobr output progress q rp rt ruby s ' +
		'samp sdfield small span strike strong sub sup time tt u var',
);
/** They begin a line of their own. */
export const BLOCKS = words(
	'address article aside audio blockquote body button canvas caption center colgroup datalist dd details dialog dir div dl dt fieldset ' +
		'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html iframe legend li listing main map marquee math menu ' +
		'nav noembed noframes noscript object ol optgroup option p picture plaintext pre search section select summary svg table tbody td ' +
		'template textarea tfoot th thead title tr ul video xml xmp',
);
export const EMPTY_TAGS = words(
	'area base basefont bgsound br col embed frame hr image img input keygen link meta param source spacer track wbr',
);
/** Fields of a form: what a person typed or chose is not their text. */
export const FORM_FIELDS = words('input select');
/** What is in these is no text of anybody. */
export const UNSEEN = words('iframe script style title xml');
/** What is in these is a text that no browser shows. */
export const HIDDEN = words('audio canvas datalist noembed noframes noscript template video');

/** Prefixes of Office and SVG, and of what Google writes; anything else with a colon or a dash may be a field of a template. */
export const FOREIGN =
	/^(?:(?:[amouvwx]|st\d+|u\d+|aw|dt|g|mc|pic|svg|wne|wp|xml|skype|personname):|google-|docs-)/;

export function isTagName(name: string): boolean {
	return [INLINE, BLOCKS, EMPTY_TAGS, UNSEEN].some((one) => one.has(name)) || FOREIGN.test(name);
}

/** A paragraph goes on behind these: buttons and fields are in a line, and tables do not end it in old pages. */
const INSIDE_PARAGRAPH = words(
	'audio button canvas iframe map math noembed noframes noscript object optgroup option picture select svg template textarea title video',
);

/** Whether a browser ends an open p at this tag. */
export function endsParagraph(name: string): boolean {
	return name === 'hr' || (BLOCKS.has(name) && !INSIDE_PARAGRAPH.has(name));
}

const CELLS = ['td', 'th'];
const ROWS = ['tr', ...CELLS];
const ROW_GROUPS = ['tbody', 'thead', 'tfoot', ...ROWS];

/** Tags that end an open one of these names: authors leave out its closing tag. */
export const SIBLINGS: ReadonlyMap<string, readonly string[]> = new Map([
	['li', ['li']],
	['dt', ['dt', 'dd']],
	['dd', ['dt', 'dd']],
	['td', CELLS],
	['th', CELLS],
	['tr', ROWS],
	['tbody', ROW_GROUPS],
	['tfoot', ROW_GROUPS],
	['thead', ROW_GROUPS],
	['option', ['option']],
]);

/** They go on behind the end of the block in which they were opened. */
export const FORMATTING = words('a b big code em font i nobr s small strike strong tt u');

export function isPartOfTable(name: string): boolean {
	return ROW_GROUPS.includes(name);
}

const BOUNDS = words('caption object table td template th');
/** What bounds these beside the usual. */
const OWN_BOUNDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
	['p', words('button')],
	['li', words('dir menu ol ul')],
	['dt', words('dl')],
	['dd', words('dl')],
	['option', words('select')],
]);

/** Whether an end of the one, inside the other, does not reach what is around that. */
export function bounds(ended: string, around: string): boolean {
	if (ended === 'table' || isPartOfTable(ended)) return around === 'table' || around === 'template';
	if (!BLOCKS.has(ended) && !FORMATTING.has(ended)) return BLOCKS.has(around);
	return BOUNDS.has(around) || OWN_BOUNDS.get(ended)?.has(around) === true;
}

export const LISTS = words('ol ul menu dir');

/** The attributes that need no value. */
export const FLAGS = words(
	'allowfullscreen async autofocus checked compact contenteditable controls defer disabled download hidden itemscope multiple noshade ' +
		'novalidate nowrap open readonly required reversed selected',
);
