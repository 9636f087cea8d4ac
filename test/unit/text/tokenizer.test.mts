import { tokenize, type Token } from '../../../nodes/LegalNotice/domain/text/tokenizer.ts';

/** Tokens in short: `text`, `<name a="v" b>`, `</name>`, `<!written>`, `<!!written>` for what was meant as text, `<…written` for what never ends. */
function short(html: string): string[] {
	return [...tokenize(html)].map(shown);
}

function shown(token: Token): string {
	if (token.kind === 'text') return token.text;
	if (token.kind === 'comment') return `<!${token.isWritten ? '!' : ''}${token.written}>`;
	if (token.kind === 'unfinished') return `<…${token.written}`;
	const attributes = token.attributes
		.map(({ name, value }) => ` ${name}${value === undefined ? '' : `="${value}"`}`)
		.join('');
	if (token.kind === 'close') return `</${token.name}${attributes}>`;
	return `<${token.name}${attributes}>`;
}

test.each([
	['', []],
	['text', ['text']],
	['<p>a</p>', ['<p>', 'a', '</p>']],
	['a<br/>b', ['a', '<br>', 'b']],
	['<BR >', ['<br>']],
	['<p class="a b" id=c d>', ['<p class="a b" id="c" d>']],
	["<p a='1>2' b = 3 c= '4'>", ['<p a="1>2" b="3" c="4">']],
	['<p a=b/>', ['<p a="b/">']],
	['<p/a/b>', ['<p a b>']],
	['<p a=>', ['<p a="">']],
	['<p ==x>', ['<p =="x">']],
	['<p\na\t=\n1>', ['<p a="1">']],
	['</p class=x>', ['</p class="x">']],
	// A lonely angle bracket is text.
	['a < b', ['a < b']],
	['a <1 b', ['a <1 b']],
	['a <', ['a <']],
	['a </', ['a </']],
	['1<2<p>', ['1<2', '<p>']],
	['</ p>x', ['<!! p>', 'x']],
	['</>x', ['<!!>', 'x']],
	// Comments.
	['<!-- a > b -->c', ['<! a > b >', 'c']],
	['<!-->a', ['<!>', 'a']],
	['<!--->a', ['<!>', 'a']],
	['<!--x>y-->z', ['<!x>y>', 'z']],
	['<!---->a', ['<!>', 'a']],
	['<!-- a --!>b', ['<! a >', 'b']],
	['<!-- a ->b', ['<… a ->b']],
	['x<!-- a', ['x', '<… a']],
	// Declarations.
	['<!DOCTYPE html>a', ['<!DOCTYPE html>', 'a']],
	['<!doctypes>a', ['<!!doctypes>', 'a']],
	['<![if gte mso 9]>a<![endif]>', ['<![if gte mso 9]>', 'a', '<![endif]>']],
	['<![iffy]>', ['<!![iffy]>']],
	['<!x doctype>', ['<!!x doctype>']],
	['<?xml version="1.0"?>a', ['<!xml version="1.0"?>', 'a']],
	['<?XML?>', ['<!XML?>']],
	['<?php xml?>', ['<!!php xml?>']],
	['<!x', ['<…x']],
	['<?x', ['<…x']],
	['</ x', ['<… x']],
	// Tags that never end.
	['a<p', ['a', '<…p']],
	['a<p b', ['a', '<…p b']],
	['<p b="c>d', ['<…p b="c>d']],
	["<p b='c>d", ["<…p b='c>d"]],
	['</p b', ['<…p b']],
	['<p ', ['<…p ']],
	// What browsers read as text.
	['<script>a<b>c</script>d', ['<script>', 'a<b>c', '</script>', 'd']],
	['<STYLE></style >', ['<style>', '</style>']],
	['<title>a</titles>b</TITLE/>c', ['<title>', 'a</titles>b', '</title>', 'c']],
	['<textarea>a<p>', ['<textarea>', '<…a<p>']],
	['<textarea>a</textarea', ['<textarea>', '<…a</textarea']],
	...['script', 'style', 'title', 'textarea', 'iframe'].map((name): [string, string[]] => [
		`<${name}><p></${name}>`,
		[`<${name}>`, '<p>', `</${name}>`],
	]),
	['</script><p>', ['</script>', '<p>']],
	['<div><p></div>', ['<div>', '<p>', '</div>']],
])('%j', (html, tokens) => {
	expect(short(html)).toEqual(tokens);
});

test('names are kept as they were written, beside their lower case', () => {
	const [open, close] = [...tokenize('<P Class="X" B>a</P >')].filter(
		({ kind }) => kind !== 'text',
	);
	expect(open).toEqual({
		kind: 'open',
		name: 'p',
		attributes: [
			{ name: 'class', written: 'Class', value: 'X' },
			{ name: 'b', written: 'B', value: undefined },
		],
		written: 'P Class="X" B',
	});
	expect(close).toEqual({ kind: 'close', name: 'p', attributes: [], written: 'P ' });
});

test('all text is in some token, whatever the markup', () => {
	const html = 'a <p b="c">d</p> e <!-- f --> g </ h> i <1> j <k';
	const all = [...tokenize(html)]
		.map((token) => (token.kind === 'text' ? token.text : token.written))
		.join(' ');
	for (const letter of 'abcdefghijk') expect(all).toContain(letter);
});
