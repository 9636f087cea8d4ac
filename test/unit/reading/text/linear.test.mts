import { compareComposed } from '../../../../nodes/LegalNotice/reading/text/compare.ts';
import {
	prepareText,
	type TextFormat,
} from '../../../../nodes/LegalNotice/reading/text/prepare.ts';

const times = 40_000;
const repeated = (piece: string) => piece.repeat(times);
const numbered = (piece: (n: number) => string) =>
	Array.from({ length: times }, (_, n) => piece(n)).join('');

/** Quadratic work on any of these takes from half a minute to hours; linear work takes milliseconds. */
const HOSTILE: ReadonlyArray<readonly [name: string, text: string, format: TextFormat]> = [
	['crossed formatting', ['<b>', '<span class=x>', '</b>'].map(repeated).join(''), 'html'],
	['tags that never close', repeated('<p>a<div>'), 'html'],
	['closing tags without opening', `${repeated('<div>')}${repeated('</li>')}`, 'html'],
	['half tags', repeated('<p '), 'html'],
	['half attributes', repeated('<a b="'), 'html'],
	['names of entities', repeated('&a'), 'html'],
	['line breaks', `<p>a${repeated('<br> ')}`, 'html'],
	['piles of marks', `<p>e${repeated('\u0301\u0323')}`, 'html'],
	['spaces to repair', `<p>${repeated('\u200b \u2003')}`, 'html'],
	['emptied runs', `<p>${repeated('<b>\u200b</b>e\u0301 ')}`, 'html'],
	['pictographs', numbered((n) => String.fromCodePoint(0x1f300 + (n % 600))), 'plainText'],
	['many different tags', numbered((n) => `<z${n}>`), 'html'],
	['hidden parts inside each other', repeated('<div hidden>'), 'html'],
	[
		'a hidden part that never ends',
		`<p hidden><table>${repeated('<div>')}${repeated('</b>')}`,
		'html',
	],
	['entries of a hidden list', `<div hidden>${repeated('<b>')}${repeated('<li>')}`, 'html'],
	['lists inside each other', repeated('<ol><li>a'), 'html'],
	['tables inside each other', repeated('<table><tr><td>a'), 'html'],
	['rows', `<table>${repeated('<tr><td>a<td>b')}`, 'html'],
	['a style sheet', `<style>${repeated('@media x{.a{')}</style>a`, 'html'],
	['styles', numbered((n) => `<p style="a:${n}">a`), 'html'],
	['a long style', `<p style="${repeated(';font-family: ')}">a`, 'html'],
	['raised letters', `n${repeated('<sup>o</sup>n')}`, 'html'],
	['revisions', repeated('<del>a</del><ins cite=x>b</ins>'), 'html'],
	['crossed spans', `${repeated('<b><span class=x>')}${repeated('</b>')}`, 'html'],
	['struck-out words', repeated('<s>a</s>b<s> c</s> '), 'html'],
	['names of classes', `<p class="${repeated('aB-')} ${repeated('x ')}">a`, 'html'],
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
	].map((piece) => [`the signs ${piece}`, repeated(piece), 'plainText'] as const),
	['lines', repeated('a\n'), 'plainText'],
	['spaces', `a${repeated(' ')}b`, 'plainText'],
	['lone surrogates', repeated('\ud83d'), 'plainText'],
];

/** Of the processor, which other work on the machine does not lengthen. */
function secondsFor(work: () => unknown): number {
	const before = process.threadCpuUsage().user;
	work();
	return (process.threadCpuUsage().user - before) / 1_000_000;
}

describe('time stays in proportion to the text', () => {
	it.each(HOSTILE)('the time stays in proportion for %s', (_name, text, format) => {
		expect(secondsFor(() => prepareText({ format, text }))).toBeLessThan(10);
	});

	it.each([
		['nothing in common', numbered((n) => `u${n} `), numbered((n) => `v${n} `)],
		['everything reversed', numbered((n) => `u${n} `), numbered((n) => `u${times - n} `)],
	])('the time stays in proportion for comparing %s', (_name, sent, composed) => {
		const compare = () => compareComposed(sent, `<p>${composed}</p>`);
		expect(secondsFor(compare)).toBeLessThan(10);
		const { missing, added } = compare();
		expect([missing.length, added.length]).toEqual([1, 1]);
	});
});
