import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

type Options = Partial<Parameters<typeof prepareText>[0]>;

const html = (text: string, more: Options = {}) => prepareText({ format: 'html', text, ...more });
const lost = (text: string, more: Options = {}) =>
	html(text, more).losses.map(({ kind, tag, words }) => `${kind} ${tag ?? '-'}: ${words}`);

describe('HTML that the service prints', () => {
	it.each`
		name                              | written                                                                                               | expected
		${'paragraphs with class'}        | ${'<p class="fs-titre">A</p>\n<P CLASS=fs-texte>B</P>'}                                               | ${'<p class="fs-titre">A</p><p class="fs-texte">B</p>'}
		${'bold and line breaks'}         | ${'<p>a <strong>b</strong> <b>c</b><br>d<br />e</p>'}                                                 | ${'<p>a <strong>b</strong> <b>c</b><br/>d<br/>e</p>'}
		${'character styles'}             | ${"<p>a <span class='fs-gras'>b</span></p>"}                                                          | ${'<p>a <span class="fs-gras">b</span></p>'}
		${'rules'}                        | ${'<p>a</p><hr class=fs-filet><p class="fs-filet"></p>'}                                              | ${'<p>a</p><hr class="fs-filet"/><p class="fs-filet"></p>'}
		${'entities decoded'}             | ${'<p>d&eacute;nomm&#233;e&nbsp;&#xAB;&euro;&#146; A&amp;B &lt;3 &gt; &quot;&apos;</p>'}              | ${'<p>dénommée\u00a0«€’ A&amp;B &lt;3 &gt; "\'</p>'}
		${'entities without semicolon'}   | ${'<p>caf&eacute R&D &amp;eacute;</p>'}                                                               | ${'<p>café R&amp;D &amp;eacute;</p>'}
		${'a lonely <'}                   | ${'<p>capital < 1 000 € <3</p>'}                                                                      | ${'<p>capital &lt; 1 000 € &lt;3</p>'}
		${'unclosed paragraphs'}          | ${'<p>a<p>b'}                                                                                         | ${'<p>a</p><p>b</p>'}
		${'formatting without meaning'}   | ${'<p>a <em>b</em> <a href="x">c</a> <font color=red>d</font><span style="x">e</span></p>'}           | ${'<p>a b c de</p>'}
		${'badly nested formatting'}      | ${'<p>a<b>b<span class=x>c</b>d</span>e</p>'}                                                         | ${'<p>a<b>b</b><span class="x"><b>c</b></span><span class="x">d</span>e</p>'}
		${'bold around paragraphs'}       | ${'<b><p>a</p></b><p>b</p>'}                                                                          | ${'<p><b>a</b></p><p>b</p>'}
		${'paragraphs inside other tags'} | ${'<div><ul><li><p>a</p></li></ul></div>'}                                                            | ${'<p>a</p>'}
		${'a whole document'}             | ${'<!DOCTYPE html><html><head><title>t</title><style>p{}</style></head><body><p>a</p></body></html>'} | ${'<p>a</p>'}
		${'line breaks of the source'}    | ${'<p>\n  a\n  b\n</p>'}                                                                              | ${'<p>a b</p>'}
		${'no empty paragraph'}           | ${'<p>a</p><p>&nbsp;</p><p> <br/> </p><p>b</p>'}                                                      | ${'<p>a</p><p>b</p>'}
	`('$name', ({ written, expected }) => {
		const result = html(written);
		expect(result.html).toBe(expected);
		expect(result.losses).toEqual([]);
	});
});

describe('words that the service would drop', () => {
	it('are found outside of every tag', () => {
		const result = html('Siège social : PARIS');
		expect(result.html).toBe('');
		expect(result.losses).toEqual([
			{
				kind: 'outsideParagraph',
				words: 'Siège social : PARIS',
				advice: 'Set Text Format to Plain Text, or wrap each paragraph in <p>…</p>.',
			},
		]);
	});

	it('are found in a list inside a paragraph, and after it, as a browser closes the paragraph', () => {
		const result = html('<p>a<ul><li>b</li></ul>c</p>d<p>e</p>');
		expect(result.visibleText).toBe('a\ne');
		expect(result.losses).toEqual([
			{
				kind: 'otherTag',
				tag: 'li',
				words: 'b',
				advice: expect.stringContaining('<li>') as string,
			},
			{
				kind: 'outsideParagraph',
				words: 'c',
				advice: expect.stringContaining('end the paragraph before them') as string,
			},
			{
				kind: 'outsideParagraph',
				words: 'd',
				advice: expect.stringContaining('<p>…</p> of its own') as string,
			},
		]);
	});

	it.each`
		name                                         | written                              | expected
		${'div'}                                     | ${'<div>a <b>b</b></div>'}           | ${['otherTag div: a b']}
		${'headings'}                                | ${'<h2>AVIS</h2><p>x</p>'}           | ${['otherTag h2: AVIS']}
		${'table cells, one by one'}                 | ${'<table><tr><td>a<td>b</table>'}   | ${['otherTag td: a', 'otherTag td: b']}
		${'a cell inside a paragraph, and after it'} | ${'<p>a<td>b</td>c</p>'}             | ${['otherTag td: b', 'outsideParagraph -: c']}
		${'quotation'}                               | ${'<blockquote>a</blockquote>'}      | ${['otherTag blockquote: a']}
		${'preformatted'}                            | ${'<pre>a\nb</pre>'}                 | ${['otherTag pre: a b']}
		${'form fields'}                             | ${'<textarea>a <b>b</b></textarea>'} | ${['otherTag textarea: a <b>b</b>']}
		${'between paragraphs'}                      | ${'<p>a</p>b &amp; c<p>d</p>'}       | ${['outsideParagraph -: b & c']}
		${'after a rule'}                            | ${'<p>a<hr class="fs-filet">b</p>'}  | ${['outsideParagraph -: b']}
		${'in bold outside'}                         | ${'<strong>a</strong>'}              | ${['outsideParagraph -: a']}
		${'an entity alone'}                         | ${'&eacute;'}                        | ${['outsideParagraph -: é']}
	`('in $name', ({ written, expected }) => {
		expect(lost(written)).toEqual(expected);
	});

	it('are found in a paragraph with a class of a rule', () => {
		expect(lost('<p class="fs-texte fs-filet">a <b>b</b></p>')).toEqual(['filetParagraph p: a b']);
		const own = { filetClasses: ['fs-trait'] };
		expect(lost('<p class="fs-trait">a</p>', own)).toEqual(['filetParagraph p: a']);
		expect(html('<p class="fs-trait">a</p>', own).html).toBe('<p class="fs-trait"></p>');
		expect(lost('<p class="fs-trait">a</p>')).toEqual([]);
	});

	it.each`
		name                                    | written                                      | expected
		${'a template field in angle brackets'} | ${'<p>Siège : <Adresse du siège></p>'}       | ${['markup adresse: Adresse du siège']}
		${'a field with a dash'}                | ${'<p><raison-sociale>, SAS</p>'}            | ${['markup raison-sociale: raison-sociale']}
		${'a sentence after a lonely <'}        | ${'<p>si a <b et c> d</p>'}                  | ${['markup b: et c']}
		${'a quotation mark never closed'}      | ${'<p class="x>Siège</p><p class="y">b</p>'} | ${['markup p: Siège y"']}
		${'a comment never closed'}             | ${'<p>a</p><!-- b <p>c</p>'}                 | ${['markup -: b <p>c</p>']}
		${'a tag never closed'}                 | ${'<p>a</p><p b'}                            | ${['markup -: p b']}
		${'a script never closed'}              | ${'<script>x<p>a</p>'}                       | ${['markup -: x<p>a</p>']}
		${'a CDATA section'}                    | ${'<p><![CDATA[a]]>b</p>'}                   | ${['markup -: [CDATA[a]]']}
		${'a declaration that is none'}         | ${'<p><!important> b</p>'}                   | ${['markup -: important']}
	`('inside markup: $name', ({ written, expected }) => {
		expect(lost(written)).toEqual(expect.arrayContaining(expected));
	});

	it('are not made of comments, scripts, styles and what word processors add', () => {
		const result = html(
			'<!-- c --><?xml:namespace prefix="o"?><style>p{}</style><script>x()</script><p class=x nowrap data-x="<b>">a<o:p></o:p></p>',
		);
		expect(result.losses).toEqual([]);
		expect(result.notes).toEqual([expect.stringContaining('o:p (1)')]);
	});
});

describe('notes about HTML', () => {
	it('count the tags whose text was kept', () => {
		expect(html('<p><em>a</em> <em>b</em> <u>c</u></p>').notes).toEqual([
			'Formatting that the service does not know was left out, its text kept: em (2), u (1).',
		]);
	});

	it('tell formatting that carried meaning', () => {
		expect(html('<p><del>15</del> 1<sup>er</sup></p>').notes).toEqual([
			expect.stringContaining('del (1), sup (1)'),
			expect.stringContaining('struck out'),
			expect.stringContaining('exponents'),
		]);
	});

	it.each([
		['120 m<sup>2</sup> et 3 m<sup> 3 </sup>.', '120 m² et 3 m ³ .', 0],
		['10<sup>12</sup>', '10¹²', 0],
		['10<sup>6</sup>', '10⁶', 1],
		['1<sup>er</sup> et 2<sup>e</sup>', '1er et 2e', 0],
		['10<sup>2<p>15', '10²\n15', 0],
	])('keep exponents: %s', (written, visible, unsupported) => {
		const result = html(`<p>${written}</p>`);
		expect(result.visibleText).toBe(visible);
		expect(result.unsupportedCount).toBe(unsupported);
		expect(result.notes.join().includes('sup')).toBe(written.includes('er'));
	});

	it('tell a rule without a class, which is left out', () => {
		const result = html('<p>a</p><hr><p>b</p>');
		expect(result.html).toBe('<p>a</p><p>b</p>');
		expect(result.notes.join()).toContain('<hr class="fs-filet">');
	});

	it('keep an entity that nobody knows as text', () => {
		const result = html('<p>a &bidule; b</p>');
		expect(result.visibleText).toBe('a &bidule; b');
		expect(result.html).toBe('<p>a &amp;bidule; b</p>');
		expect(result.notes[0]).toContain('&bidule;');
	});

	it('read the numbers of Windows-1252 letters as browsers do', () => {
		const result = html('<p>c&#156;ur, &#x8c;uvre, &#0;&#xd800;&#x110000;&#99999999999;</p>');
		expect(result.visibleText).toBe(`cœur, Œuvre, ${'\ufffd'.repeat(4)}`);
		expect(result.unsupportedCount).toBe(4);
	});

	it('tell tags that were escaped twice', () => {
		expect(html('<p>&lt;p&gt;AVIS&lt;/p&gt;</p>').notes.join()).toContain('<p>');
	});

	it('leave out a class name that could break the markup', () => {
		expect(html('<p class="&quot;><b">a</p>').html).toBe('<p>a</p>');
	});
});
