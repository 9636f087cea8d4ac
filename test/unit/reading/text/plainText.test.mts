import { prepared } from './texts.mts';

const plain = (text: string) => prepared(text);

describe('plain text', () => {
	it.each([
		[
			'AVIS\r\n\r\nligne 1\r\nligne 2\n \t\n\n\nfin\n',
			'<p>AVIS</p><p>ligne 1<br/>ligne 2</p><p>fin</p>',
		],
		['a\rb\r\rc', '<p>a<br/>b</p><p>c</p>'],
		['a\fb\u2029c', '<p>a</p><p>b</p><p>c</p>'],
		['\n\na\n\u200b\u00a0\nb', '<p>a</p><p>b</p>'],
	])('plain text becomes a paragraph a block and a line break a line: %j', (text, html) => {
		expect(plain(text)).toMatchObject({ html, notes: [] });
	});

	it('plain text prints <, > and & as they are written', () => {
		const result = plain('L’ŒUVRE & FILS, capital < 1 000 € > 500 <b>');
		expect(result.html).toBe('<p>L’ŒUVRE &amp; FILS, capital &lt; 1 000 € &gt; 500 &lt;b&gt;</p>');
		expect(result.losses).toEqual([]);
		expect(result.visibleText).toBe('L’ŒUVRE & FILS, capital < 1 000 € > 500 <b>');
	});

	it('plain text counts what a reader sees, spaces included, line breaks excluded', () => {
		expect(plain('ab c\nd\n\ne&f').characterCount).toBe(8);
		expect(plain('').characterCount).toBe(0);
	});

	it('plain text notes nothing about an ordinary notice', () => {
		expect(
			plain('1. Siège * 3 % – 5 # 6 [sic] (voir l’annexe) a_b_c <3 & co; 2*3*4').notes,
		).toEqual([]);
	});
});
