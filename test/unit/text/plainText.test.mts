import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

const plain = (text: string) => prepareText({ format: 'plainText', text });

describe('plain text', () => {
	it('makes a paragraph per block and a line break per line', () => {
		expect(plain('AVIS\r\n\r\nligne 1\r\nligne 2\n \t\n\n\nfin\n').html).toBe(
			'<p>AVIS</p><p>ligne 1<br/>ligne 2</p><p>fin</p>',
		);
	});

	it('knows the line ends of every system', () => {
		expect(plain('a\rb\r\rc').html).toBe('<p>a<br/>b</p><p>c</p>');
	});

	it('tells nothing about empty lines', () => {
		expect(plain('\n\na\n\n\n\nb\n\n').notes).toEqual([]);
	});

	it('starts a new paragraph at a page break and at a paragraph separator', () => {
		expect(plain('a\fb\u2029c').html).toBe('<p>a</p><p>b</p><p>c</p>');
	});

	it('takes a line of invisible characters as an empty one', () => {
		expect(plain('a\n\u200b\u00a0\nb').html).toBe('<p>a</p><p>b</p>');
	});

	it('prints <, > and & as they are written', () => {
		const result = plain('L’ŒUVRE & FILS, capital < 1 000 € > 500 &amp; <b>');
		expect(result.html).toBe(
			'<p>L’ŒUVRE &amp; FILS, capital &lt; 1 000 € &gt; 500 &amp;amp; &lt;b&gt;</p>',
		);
		expect(result.losses).toEqual([]);
		expect(result.visibleText).toBe('L’ŒUVRE & FILS, capital < 1 000 € > 500 &amp; <b>');
	});

	it('counts what a reader sees, spaces included, line breaks excluded', () => {
		expect(plain('ab c\nd\n\ne&f').characterCount).toBe(8);
		expect(plain('').characterCount).toBe(0);
	});

	it('names the kind and the place of what looks wrong, beside the sentence', () => {
		const { hints, notes } = plain('<p>Gérance : undefined</p>');
		expect(hints).toMatchObject([
			{ kind: 'htmlTags', example: '<p>' },
			{ kind: 'unfilledField', example: 'undefined' },
		]);
		expect(notes).toEqual(hints.map(({ sentence }) => sentence));
	});

	it('notes nothing about an ordinary notice', () => {
		expect(
			plain('1. Siège * 3 % – 5 # 6 [sic] (voir l’annexe) a_b__c <3 & co; 2*3*4').notes,
		).toEqual([]);
	});
});
