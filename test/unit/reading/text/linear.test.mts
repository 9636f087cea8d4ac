/** Whatever is written into a text, the work of reading it grows with its length, and no faster: counted, not timed. */
import { growth, LINEAR } from '../../steps.mts';
import { compareComposed } from '../../../../nodes/LegalNotice/reading/text/compare.ts';
import {
	prepareText,
	type TextFormat,
} from '../../../../nodes/LegalNotice/reading/text/prepare.ts';

type Made = (times: number) => string;
const repeated =
	(...pieces: string[]): Made =>
	(times) =>
		pieces.map((piece) => piece.repeat(times)).join('');
const numbered =
	(piece: (n: number) => string): Made =>
	(times) =>
		Array.from({ length: times }, (_, n) => piece(n)).join('');
const around =
	(before: string, made: Made, after = ''): Made =>
	(times) =>
		before + made(times) + after;

const HOSTILE: ReadonlyArray<readonly [name: string, made: Made, format: TextFormat]> = [
	['crossed formatting', repeated('<b>', '<span class=x>', '</b>'), 'html'],
	['tags that never close', repeated('<p>a<div>'), 'html'],
	['closing tags without opening', repeated('<div>', '</li>'), 'html'],
	['half tags', repeated('<p '), 'html'],
	['half attributes', repeated('<a b="'), 'html'],
	['names of entities', repeated('&a'), 'html'],
	['line breaks', around('<p>a', repeated('<br> ')), 'html'],
	['piles of marks', around('<p>e', repeated('\u0301\u0323')), 'html'],
	['spaces to repair', around('<p>', repeated('\u200b \u2003')), 'html'],
	['emptied runs', around('<p>', repeated('<b>\u200b</b>e\u0301 ')), 'html'],
	['pictographs', numbered((n) => String.fromCodePoint(0x1f300 + (n % 600))), 'plainText'],
	['many different tags', numbered((n) => `<z${n}>`), 'html'],
	['hidden parts inside each other', repeated('<div hidden>'), 'html'],
	['a hidden part that never ends', around('<p hidden><table>', repeated('<div>', '</b>')), 'html'],
	['entries of a hidden list', around('<div hidden>', repeated('<b>', '<li>')), 'html'],
	['lists inside each other', repeated('<ol><li>a'), 'html'],
	['tables inside each other', repeated('<table><tr><td>a'), 'html'],
	['rows', around('<table>', repeated('<tr><td>a<td>b')), 'html'],
	['a style sheet', around('<style>', repeated('@media x{.a{'), '</style>a'), 'html'],
	['styles', numbered((n) => `<p style="a:${n}">a`), 'html'],
	['a long style', around('<p style="', repeated(';font-family: '), '">a'), 'html'],
	['raised letters', around('n', repeated('<sup>o</sup>n')), 'html'],
	['revisions', repeated('<del>a</del><ins cite=x>b</ins>'), 'html'],
	['crossed spans', repeated('<b><span class=x>', '</b>'), 'html'],
	['struck-out words', repeated('<s>a</s>b<s> c</s> '), 'html'],
	['names of classes', around('<p class="', repeated('aB-', ' x'), '">a'), 'html'],
	['passages that never end', repeated('<suggestion-start name="x">a'), 'html'],
	...[
		'{{',
		'[a',
		'[nom ',
		'%a',
		'$',
		'_',
		'.',
		'…',
		'XX/',
		'000 ',
		'<a_',
		'null ',
		'du ....',
		'De :\n',
		'aA1',
		'ab?cd ',
		'a´e',
		'aÈ',
		'\\n',
		'Ã',
		'=C3',
		'n⁰',
		'**',
		'&eacute',
		'«Nom» ',
		'[[',
		'a@',
		'http://a ',
		' ,',
		'de ,',
		': ',
		'*a ',
		'#a',
		'nom_a',
		'a_',
		'à compléter ',
		'A*B',
		'a-\n',
		'Je a ',
		'Je a\n',
		'1a1',
		'a.nom',
		'¤a',
		'a(b=c',
		'l’ ',
		'au -- ',
		'_ ',
		'. ',
		'==a ',
		'5 000 ? ',
		'+++',
		'a.b_',
		'\\a ',
		'/a1/ ',
		'* ',
		'mai 20_',
		'a.b(1',
		'Objet :\n',
		'000 000 000 RCS',
		'du 31/02/2026 ',
		'du 31.02.2026 ',
		'mardi 1er mai 2026 ',
		'du   mai 2026 ',
		'à 25 h 00 ',
		'c¿ur ',
		'le 45 mai 2026 ',
		'31 avril ',
		'?? ',
		'a?b?',
		'1 000 ? HT ',
		'à [...] ',
		'« [...] ',
		'[0+1',
		'1[*]',
		';"1";',
		'","',
		'RCS Aa None ',
		'n∘1',
		'0,0000000000',
		'Commenté [A1]',
		'de M.',
		'de de ',
		'au lieu de «',
	].map((piece) => [`the signs ${piece}`, repeated(piece), 'plainText'] as const),
	['lines', repeated('a\n'), 'plainText'],
	['spaces', around('a', repeated(' '), 'b'), 'plainText'],
	['lone surrogates', repeated('\ud83d'), 'plainText'],
];

/** Enough that quadratic work outweighs all that is linear, and beyond what is compared pair by pair where it is short. */
const TIMES = 1_000;

describe('the work grows with the text', () => {
	it.each(HOSTILE)('twice as much of %s takes twice the steps', async (_name, made, format) => {
		const read = (times: number) => prepareText({ format, text: made(times) });
		expect(await growth(read, TIMES)).toBeLessThan(LINEAR);
	});

	it.each([
		['nothing in common', (n: number) => `v${n} `],
		['everything reversed', (n: number, times: number) => `u${times - n} `],
	])('comparing twice as much with %s takes twice the steps', async (_name, other) => {
		const compare = (times: number) => {
			const sent = numbered((n) => `u${n} `)(times);
			const composed = numbered((n) => other(n, times))(times);
			return compareComposed(sent, `<p>${composed}</p>`);
		};
		expect(await growth(compare, TIMES)).toBeLessThan(LINEAR);
		const { missing, added } = compare(TIMES);
		expect([missing.length, added.length]).toEqual([1, 1]);
	});

	it('work that is quadratic is noticed, of expressions and of searches', async () => {
		const signs = (times: number) => [...'a'.repeat(times)].map((_, at) => 'a'.repeat(times - at));
		const expressions = (times: number) => signs(times).map((rest) => /b/.test(rest));
		const searches = (times: number) => signs(times).map((rest) => rest.indexOf('b'));
		for (const work of [expressions, searches])
			expect(await growth(work, 500)).toBeGreaterThan(3.5);
	});
});
