import fc from 'fast-check';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { isEncodable } from '../../nodes/LegalNotice/reading/text/typography.ts';
import { compareComposed } from '../../nodes/LegalNotice/reading/text/compare.ts';
import type { TextFormat } from '../../nodes/LegalNotice/reading/text/prepare.ts';
import { prepared } from '../unit/reading/text/texts.mts';
import { runs } from './runs.mts';

const TAGS = (
	'p p p b strong span em a sup font o:p inconnu nom-client div ul ol li h1 table tr td th blockquote pre section form dl dd button ' +
	'select option textarea object template svg label center main del ins s noscript'
).split(' ');
const ATTRIBUTES = (
	'|||| class=fs-texte| class="fs-filet"| class=\'a b\'| style="font-weight:700"| style="display:none"| hidden| style="mso-hide:all"|' +
	' class=msocomtxt| style="mso-list:Ignore"| style="text-transform:none"'
).split('|');
const ODD_MARKUP = (
	'<br>|<br/>|<hr class=fs-filet>|<hr>|<img src=x>|<!-- note -->|<!DOCTYPE html>|<?xml v?>|<|>|&|"|\'|</|<!|<!--|-->|' +
	'<p|<p class="|<b et |/>|&eacute|<script>|</script>|<style>|</style>|<title>|</title>|<![CDATA[|]]>|</p|=| |<sup>6</sup>|<sup>2|' +
	'<jean@exemple.fr>|<<'
).split('|');
const TYPOGRAPHY = [
	...'\u202f\u2009\u2011\u200b\u00ad\ufb01\u2028\u2029\u000b\f\u0000\u0301\u0323\u030c\u0092\u009c\ufffd\u00a0\t\n\r 😀',
	...'éœ€’čłếаΣ東☑→▪№㎡ᵉ⅓⁶⁴²⁻1',
	...'e\u0301|\ud83d|\ude00|👍🏽|🇫🇷|1️⃣|\n\n|\r\n|  |&nbsp;|&#146;|&#x202f;|&amp;|&lt;|&amp;lt;|&bidule;|&#'.split(
		'|',
	),
];

const tag = fc.constantFrom(...TAGS);
const opened = fc.tuple(tag, fc.constantFrom(...ATTRIBUTES)).map((both) => `<${both.join('')}>`);

/** Pieces with a `#` where a word of its own goes, so that each word can be followed. */
const piece = (markup: readonly string[]) =>
	fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom('#', ' # ', '# # #', '#,', '(#)') },
		{ weight: 3, arbitrary: opened },
		{ weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
		{ weight: 2, arbitrary: fc.constantFrom(...markup) },
	);

const numbered = (pieces: readonly string[]): string => {
	let word = 0;
	return pieces.join('').replace(/(?<!&)#/g, () => `mot${word++}x`);
};
const textOf = (pieces: fc.Arbitrary<string>) => fc.array(pieces, { maxLength: 60 }).map(numbered);
const htmlWithWords = textOf(piece(ODD_MARKUP));
const anything = textOf(
	fc.oneof(piece([...ODD_MARKUP, ...TYPOGRAPHY]), fc.constantFrom(...TYPOGRAPHY)),
);
const unit = fc.integer({ min: 0, max: 0xffff });
const units = fc.array(unit, { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));
const unicode = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), units);
const format = fc.constantFrom<TextFormat>('plainText', 'html');

const wordsOf = (text: string): string[] => text.match(/mot\d+x/g) ?? [];
const INLINE = new Set('#text b strong em a sup font o:p span label del ins s'.split(' '));
const UNSEEN = new Set('script style title template noscript'.split(' '));

/** By what is written in the tag itself: the tests write no style sheets. */
function isSeen(node: DefaultTreeAdapterTypes.Node): boolean {
	if (UNSEEN.has(node.nodeName) || node.nodeName === 'del') return false;
	if (!('attrs' in node)) return true;
	const {
		style = '',
		hidden,
		class: name,
	} = Object.fromEntries(node.attrs.map((one) => [one.name, one.value]));
	return hidden === undefined && name !== 'msocomtxt' && !/display:none|mso-hide/.test(style);
}

/** What a browser would show of the text, by a parser that is not ours. */
function browserText(html: string): string {
	let text = '';
	const visit = (node: DefaultTreeAdapterTypes.Node): void => {
		if (node.nodeName === '#text' && 'value' in node) text += `${node.value}`;
		if (!isSeen(node)) return;
		if ('childNodes' in node) for (const child of node.childNodes) visit(child);
		if (!INLINE.has(node.nodeName)) text += ' ';
	};
	visit(parse(html, { scriptingEnabled: false }));
	return text;
}

/** Says of a property that it holds for every text that is tried. */
function holds<Values extends [unknown, ...unknown[]]>(
	name: string,
	texts: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
	check: (...values: Values) => void,
): void {
	test(name, () => fc.assert(fc.property(...texts, check), runs(2_000)));
}

holds<[string, number]>(
	'every word that a browser would show is printed in its place or reported, and missed when it is taken out',
	[htmlWithWords, fc.nat()],
	(text, choice) => {
		const { html, visibleText, losses, hidden, findings } = prepared(text, 'html');
		const printed = wordsOf(visibleText);
		const said = [
			...losses.map(({ words }) => words),
			...hidden,
			...findings.flatMap(({ places }) => places.map(({ found }) => found)),
		];
		const accounted = new Set([...printed, ...said.flatMap(wordsOf)]);
		expect(wordsOf(browserText(text)).filter((word) => !accounted.has(word))).toEqual([]);
		expect(printed).toEqual(wordsOf(text).filter((word) => printed.includes(word)));
		expect(compareComposed(visibleText, html)).toMatchObject({ missing: [], added: [] });
		const gone = printed[choice % Math.max(1, printed.length)];
		if (gone === undefined) return;
		const { missing } = compareComposed(visibleText, html.replace(gone, ''));
		expect(missing.join(' ')).toContain(gone);
	},
);

holds<[string]>('a browser shows of the result exactly the visible text', [anything], (text) => {
	const { html, visibleText } = prepared(text, 'html');
	const shown = browserText(html.replaceAll('<br/>', '\n'));
	expect(shown.replace(/\s+/g, ' ').trim()).toBe(visibleText.replace(/\s+/g, ' ').trim());
});

holds<[string]>(
	'plain text loses nothing but white space and what is listed',
	[anything],
	(text) => {
		const { visibleText, losses, hidden, repairs } = prepared(text);
		expect([...losses, ...hidden]).toEqual([]);
		expect(wordsOf(visibleText)).toEqual(wordsOf(text));
		if (repairs.length > 0) return;
		const letters = (some: string) => some.replace(/[\s\u00ad\u200b\ufeff]+/gu, '');
		expect(letters(visibleText)).toBe(letters(text.replace(/\p{Surrogate}/gu, '\ufffd')));
	},
);

holds<[string, TextFormat]>(
	'what is accepted is encodable, refused characters are named in their places, and only allowed tags are sent',
	[fc.oneof(anything, unicode), format],
	(text, as) => {
		const { html, visibleText, unsupported, unsupportedCount } = prepared(text, as);
		expect(isEncodable(html)).toBe(unsupportedCount === 0);
		const characters = Array.from(visibleText);
		for (const { position, character, suggestion } of unsupported) {
			expect(characters[position - 1]).toBe(character);
			expect(isEncodable(suggestion ?? '')).toBe(true);
		}
		const allowed = /<\/?(?:p|b|strong|span)(?: class="[\w -]+")?>|<br\/>|<hr class="[\w -]+"\/>/g;
		expect(html.replace(allowed, '')).not.toMatch(/[<>]/);
	},
);

holds<[string, TextFormat]>(
	'preparing the result again changes, repairs and loses nothing more',
	[fc.oneof(anything, unicode), format],
	(text, as) => {
		const { html, visibleText } = prepared(text, as);
		const twice = prepared(html, 'html');
		expect(twice).toMatchObject({ html, visibleText, repairs: [], losses: [] });
	},
);

/** HTML as an editor writes it: each tag has its end, and blocks are not inside lines. */
const wellFormed = fc.letrec((tie) => {
	const style = fc.constantFrom(
		...'|||| style="display:none"| hidden| class="sr-only"| style="mso-hide:all;color:red"'.split(
			'|',
		),
	);
	const wrapped = (names: string, inner: fc.Arbitrary<unknown>) =>
		fc
			.tuple(fc.constantFrom(...names.split(' ')), style, fc.array(inner, { maxLength: 3 }))
			.map(([name, attribute, parts]) => `<${name}${attribute}>${parts.join('')}</${name}>`);
	return {
		line: fc.oneof(
			{ depthSize: 'small' },
			fc.constantFrom('# ', ' #, ', '(#)', '<br>'),
			wrapped('b span em u', tie('line')),
		),
		block: fc.oneof(
			{ depthSize: 'small' },
			wrapped('p h2 p', tie('line')),
			wrapped('div section blockquote', fc.oneof(tie('block'), tie('line'))),
			wrapped('ul ol', wrapped('li', fc.oneof(tie('line'), tie('block')))),
			wrapped('table', wrapped('tr', wrapped('td', tie('line')))),
		),
		page: fc.array(tie('block'), { maxLength: 6 }),
	};
});

holds<[unknown]>(
	'of well-formed HTML exactly the words that a browser shows are printed, the others are listed',
	[wellFormed.page],
	(parts) => {
		const text = numbered(parts as string[]);
		const { visibleText, hidden, losses } = prepared(text, 'html');
		expect(losses).toEqual([]);
		const shown = wordsOf(browserText(text.replaceAll(' class="sr-only"', ' hidden')));
		expect(wordsOf(visibleText)).toEqual(shown);
		const rest = wordsOf(text).filter((word) => !shown.includes(word));
		expect(hidden.flatMap(wordsOf)).toEqual(rest);
	},
);
