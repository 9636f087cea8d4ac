import { parseFragment } from 'parse5';

import { told } from './texts.mts';

const shown = (text: string) => told(`<p>a${text}b</p>`, 'html').visibleText.slice(1, -1);

/** What a browser shows for a text. */
function inBrowser(text: string): string {
	const [node] = parseFragment(`a${text}b`).childNodes;
	return node && 'value' in node ? node.value.slice(1, -1) : '';
}

const HTML_4 =
	'Aacute aacute Acirc acirc acute AElig aelig Agrave agrave amp Aring aring Atilde atilde Auml auml bdquo brvbar bull Ccedil ccedil ' +
	'cedil cent copy curren Dagger dagger deg divide Eacute eacute Ecirc ecirc Egrave egrave ETH eth Euml euml euro fnof frac12 frac14 ' +
	'frac34 gt hellip Iacute iacute Icirc icirc iexcl Igrave igrave iquest Iuml iuml laquo ldquo lsaquo lsquo lt macr mdash micro middot ' +
	'nbsp ndash not Ntilde ntilde Oacute oacute Ocirc ocirc OElig oelig Ograve ograve ordf ordm Oslash oslash Otilde otilde Ouml ouml para ' +
	'permil plusmn pound quot raquo rdquo reg rsaquo rsquo sbquo Scaron scaron sect sup1 sup2 sup3 szlig THORN thorn tilde times trade ' +
	'Uacute uacute Ucirc ucirc Ugrave ugrave uml Uuml uuml Yacute yacute yen yuml Yuml circ apos';

test.each(HTML_4.split(' '))('&%s; is printed as a browser shows it', (name) => {
	expect(shown(`&${name};`)).toBe(inBrowser(`&${name};`));
});

test.each(HTML_4.split(' '))('&%s without its semicolon is read as text', (name) => {
	expect(shown(`&${name} `)).toBe(`&${name} `);
});

test.each(['#233', '#xe9', '#XE9', '#128', '#130', '#150', '#159', '#160', '#8217', '#x2019'])(
	'&%s; is read as the number of a character',
	(name) => expect(shown(`&${name};`)).toBe(inBrowser(`&${name};`)),
);

test.each(['#0', '#xD800', '#x110000'])(
	'&%s; is no character: it is shown as a sign that nothing is behind, and stops an order',
	(name) => {
		expect(shown(`&${name};`)).toBe('\ufffd');
		expect(told(`<p>a &${name}; b</p>`, 'html').refusal).not.toBe('');
	},
);

test.each([
	['frac13', '⅓'],
	['Lcaron', 'Ľ'],
	['hearts', '♥'],
	['#x2713', '✓'],
	['alpha', 'α'],
	['larr', '←'],
	['infin', '∞'],
])('what cannot be printed is refused with the name of its entity: &%s;', (name, character) => {
	const { unsupported } = told(`<p>a &${name}; b ${character}</p>`, 'html');
	expect(unsupported.map((one) => [one.character, one.entity])).toEqual([
		[character, `&${name};`],
		[character, `&${name};`],
	]);
});

test.each(['thinsp', 'emsp', 'ensp', 'zwj', 'shy', 'numsp', 'hairsp'])(
	'a space is repaired: &%s;',
	(name) => {
		const { refusal, repairs } = told(`<p>a&${name};b</p>`, 'html');
		expect([refusal, repairs.length]).toEqual(['', 1]);
	},
);

test.each(['&bidule;', '&NotEqualTilde;', '&x1y2;', '&B;', '& amp;', '&;', '&#;', '&#x;', '&é;'])(
	'any other name is read as text: %s',
	(text) => expect(shown(text)).toBe(text),
);

test.each(['d&eacutenomm&eacute', '10&nbspeuros', '&laquoavis&raquo', 'H&ocirctel'])(
	'a name that begins like no entity is refused without its semicolon, and never changed: %s',
	(text) => {
		for (const format of ['plainText', 'html'] as const) {
			const { visibleText, refusal } = told(text, format);
			expect(visibleText).toBe(text);
			expect(refusal).toContain(
				'contains an HTML entity that would be printed as it is written: "&',
			);
			expect(refusal).toContain("'If Text Looks Unfinished' to Warn");
		}
	},
);
