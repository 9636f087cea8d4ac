import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

type Options = Partial<Parameters<typeof prepareText>[0]>;

const html = (text: string, more: Options = {}) => prepareText({ format: 'html', text, ...more });
const lost = (text: string, more: Options = {}) =>
	html(text, more).losses.map(({ kind, tag, words }) => `${kind} ${tag ?? '-'}: ${words}`);

describe('HTML that the service prints', () => {
	it.each`
		name                                                | written                                                                                               | expected
		${'paragraphs with class'}                          | ${'<p class="fs-titre">A</p>\n<P CLASS=fs-texte>B</P>'}                                               | ${'<p class="fs-titre">A</p><p class="fs-texte">B</p>'}
		${'bold and line breaks'}                           | ${'<p>a <strong>b</strong> <b>c</b><br>d<br />e</p>'}                                                 | ${'<p>a <strong>b</strong> <b>c</b><br/>d<br/>e</p>'}
		${'character styles'}                               | ${"<p>a <span class='fs-gras'>b</span></p>"}                                                          | ${'<p>a <span class="fs-gras">b</span></p>'}
		${'rules'}                                          | ${'<p>a</p><hr class=fs-filet><p class="fs-filet"></p>'}                                              | ${'<p>a</p><hr class="fs-filet"/><p class="fs-filet"></p>'}
		${'entities decoded'}                               | ${'<p>d&eacute;nomm&#233;e&nbsp;&#xAB;&euro;&#146; A&amp;B &lt;3 &gt; &quot;&apos;</p>'}              | ${'<p>dénommée\u00a0«€’ A&amp;B &lt;3 &gt; "\'</p>'}
		${'entities without semicolon'}                     | ${'<p>caf&eacute R&D &amp;eacute;</p>'}                                                               | ${'<p>café R&amp;D &amp;eacute;</p>'}
		${'a lonely <'}                                     | ${'<p>capital < 1 000 € <3</p>'}                                                                      | ${'<p>capital &lt; 1 000 € &lt;3</p>'}
		${'unclosed paragraphs'}                            | ${'<p>a<p>b'}                                                                                         | ${'<p>a</p><p>b</p>'}
		${'formatting without meaning'}                     | ${'<p>a <em>b</em> <a href="x">c</a> <font color=red>d</font><span style="x">e</span></p>'}           | ${'<p>a b c de</p>'}
		${'badly nested formatting'}                        | ${'<p>a<b>b<span class=x>c</b>d</span>e</p>'}                                                         | ${'<p>a<b>b</b><span class="x"><b>c</b></span><span class="x">d</span>e</p>'}
		${'bold around paragraphs'}                         | ${'<b><p>a</p></b><p>b</p>'}                                                                          | ${'<p><b>a</b></p><p>b</p>'}
		${'paragraphs inside other tags'}                   | ${'<div><ul><li><p>a</p></li></ul></div>'}                                                            | ${'<p>a</p>'}
		${'a whole document'}                               | ${'<!DOCTYPE html><html><head><title>t</title><style>p{}</style></head><body><p>a</p></body></html>'} | ${'<p>a</p>'}
		${'line breaks of the source'}                      | ${'<p>\n  a\n  b\n</p>'}                                                                              | ${'<p>a b</p>'}
		${'no empty paragraph'}                             | ${'<p>a</p><p>&nbsp;</p><p> <br/> </p><p>b</p>'}                                                      | ${'<p>a</p><p>b</p>'}
		${'an empty tag makes nothing bold'}                | ${'<p>a<b/>b<strong/>c</p>'}                                                                          | ${'<p>abc</p>'}
		${'bold after a b that is not bold'}                | ${'<p><b id="x" style="font-weight:normal">a</b> <b>b</b></p>'}                                       | ${'<p>a <b>b</b></p>'}
		${'bold after a stray </b>'}                        | ${'<p>a</b> <b>b</b></p>'}                                                                            | ${'<p>a <b>b</b></p>'}
		${'two classes of one text'}                        | ${'<p class="a b">x <span class="c d">y</span></p>'}                                                  | ${'<p class="a b">x <span class="c d">y</span></p>'}
		${'a span without a class inside one with a class'} | ${'<p><span class="x">a <span style="color:red">b</span> c</span> d</p>'}                             | ${'<p><span class="x">a b c</span> d</p>'}
		${'a span around several paragraphs'}               | ${'<span class="x"><p>a</p><p>b</p></span><p>c</p>'}                                                  | ${'<p><span class="x">a</span></p><p><span class="x">b</span></p><p>c</p>'}
		${'a span that is not closed in its paragraph'}     | ${'<p>a <span class="x">b</p><p>c</p>'}                                                               | ${'<p>a <span class="x">b</span></p><p>c</p>'}
		${'an empty span'}                                  | ${'<p>a <span class="x"/>b</p>'}                                                                      | ${'<p>a b</p>'}
		${'line breaks without the spaces around them'}     | ${'<p>a <br> <br> b</p>'}                                                                             | ${'<p>a<br/><br/>b</p>'}
		${'no line break at the begin and the end'}         | ${'<p><br>a<br></p>'}                                                                                 | ${'<p>a</p>'}
		${'a line break written as a closing tag'}          | ${'<p>a</br>b</p>'}                                                                                   | ${'<p>a<br/>b</p>'}
		${'no class name that could break the markup'}      | ${'<p class="&quot;><b">a</p>'}                                                                       | ${'<p>a</p>'}
	`('$name', ({ written, expected }: { written: string; expected: string }) => {
		const result = html(written);
		expect(result.html).toBe(expected);
		expect(result.losses).toEqual([]);
	});

	it('are listed once each in the order of their first use, those of b and strong not', () => {
		const result = html(
			'<p class="a\n b">x <span class="c a">y</span> <b class="no">z</b></p><hr class="d">',
		);
		expect(result.classes).toEqual(['a', 'b', 'c', 'd']);
		expect(result.notes).toEqual([]);
	});
});

describe('words that the service would drop', () => {
	it('are found around and inside other tags, each with the way to keep them', () => {
		const said = (text: string) => expect.stringContaining(text) as string;
		const outside = html('Siège social : PARIS');
		const advice = "Set 'Text Format' to Plain Text, or put each paragraph into a p tag.";
		const loss = { kind: 'outsideParagraph', words: 'Siège social : PARIS', advice };
		expect([outside.html, outside.losses]).toEqual(['', [loss]]);
		// A list ends the paragraph that it stands in, as in a browser.
		const result = html('<p>a<ul><li>b</li></ul>c</p>d<p>e</p>');
		expect(result.visibleText).toBe('a\ne');
		expect(result.losses).toEqual([
			{ kind: 'otherTag', tag: 'li', words: 'b', advice: said('the tag li') },
			{ kind: 'outsideParagraph', words: 'c', advice: said('end the paragraph before them') },
			{ kind: 'outsideParagraph', words: 'd', advice: said('into a p tag of its own') },
		]);
	});

	it.each`
		name                                                       | written                                                             | expected
		${'in div'}                                                | ${'<div>a <b>b</b></div>'}                                          | ${['otherTag div: a b']}
		${'in table cells, one by one'}                            | ${'<table><tr><td>a<td>b</table>'}                                  | ${['otherTag td: a', 'otherTag td: b']}
		${'in a cell inside a paragraph, and after it'}            | ${'<p>a<td>b</td>c</p>'}                                            | ${['otherTag td: b', 'outsideParagraph -: c']}
		${'in form fields'}                                        | ${'<textarea>a <b>b</b></textarea>'}                                | ${['otherTag textarea: a <b>b</b>']}
		${'in between paragraphs'}                                 | ${'<p>a</p>b &amp; c<p>d</p>'}                                      | ${['outsideParagraph -: b & c']}
		${'in after a rule'}                                       | ${'<p>a<hr class="fs-filet">b</p>'}                                 | ${['outsideParagraph -: b']}
		${'in in bold outside'}                                    | ${'<strong>a</strong>'}                                             | ${['outsideParagraph -: a']}
		${'after an inner tag has ended'}                          | ${'<div>a<li>b</li></li>c</div>'}                                   | ${['otherTag div: a', 'otherTag li: b', 'otherTag div: c']}
		${'in a list inside another one'}                          | ${'<div><ul>a<ul>b</ul>c</ul>d</div>'}                              | ${['otherTag ul: a', 'otherTag ul: b', 'otherTag ul: c', 'otherTag div: d']}
		${'after a tag that ends the one inside it'}               | ${'<div><li>a</div>b'}                                              | ${['otherTag li: a', 'outsideParagraph -: b']}
		${'after a rule inside another tag'}                       | ${'<div><p>a<hr class="fs-filet">b</div>'}                          | ${['otherTag div: b']}
		${'with the line breaks as spaces'}                        | ${'<div>a<br>b</div>'}                                              | ${['otherTag div: a b']}
		${'on one line'}                                           | ${'<div>  a \n  b </div>'}                                          | ${['otherTag div: a b']}
		${'a template field in angle brackets'}                    | ${'<p>Siège : <Adresse du siège></p>'}                              | ${['markup adresse: Adresse du siège']}
		${'a field with a dash'}                                   | ${'<p><raison-sociale>, SAS</p>'}                                   | ${['markup raison-sociale: raison-sociale']}
		${'a sentence after a lonely <'}                           | ${'<p>si a <b et c> d</p>'}                                         | ${['markup b: et c']}
		${'a quotation mark never closed'}                         | ${'<p class="x>Siège</p><p class="y">b</p>'}                        | ${['markup p: Siège y"']}
		${'a comment never closed'}                                | ${'<p>a</p><!-- b <p>c</p>'}                                        | ${['markup -: b <p>c</p>']}
		${'a tag never closed'}                                    | ${'<p>a</p><p b'}                                                   | ${['markup -: p b']}
		${'a script never closed'}                                 | ${'<script>x<p>a</p>'}                                              | ${['markup -: x<p>a</p>']}
		${'a CDATA section'}                                       | ${'<p><![CDATA[a]]>b</p>'}                                          | ${['markup -: [CDATA[a]]']}
		${'a declaration that is none'}                            | ${'<p><!important> b</p>'}                                          | ${['markup -: important']}
		${'once for a template field with a closing tag'}          | ${'<p><adresse>x</adresse></p>'}                                    | ${['markup adresse: adresse']}
		${'each time for a field without one'}                     | ${'<p><adresse>, <adresse></p>'}                                    | ${['markup adresse: adresse', 'markup adresse: adresse']}
		${'for a closing tag of its own'}                          | ${'<p>a</adresse></p>'}                                             | ${['markup adresse: adresse']}
		${'kept apart at a second <'}                              | ${'<p><Adresse<du siège></p>'}                                      | ${['markup adresse<du: Adresse du siège']}
		${'kept apart inside a tag'}                               | ${'<p>si <b et<c></p>'}                                             | ${['markup b: et c']}
		${'of a number'}                                           | ${'<p>si <b 2024></p>'}                                             | ${['markup b: 2024']}
		${'between tags inside a quotation'}                       | ${'<p class="x>Siège<b>social</b><p class="y">a</p>'}               | ${['markup p: Siège social y"']}
		${'none in the title of a link'}                           | ${'<p><a title="Statuts > annexe" href="/x?a>b">a</a></p>'}         | ${[]}
		${'in a title never closed'}                               | ${'<p><a title="x>Siège</a> <a title="y">b</a></p>'}                | ${['markup a: Siège y"']}
		${'none in the address of a link'}                         | ${'<p><a href="/x">a</a> <a href=../y/>b</a> <a href=#z>c</a></p>'} | ${[]}
		${'none in data of an editor'}                             | ${'<p data-html="<b>gras</b>">a</p>'}                               | ${[]}
		${'none in flags of frameworks'}                           | ${'<p v-cloak xml:space @click _x>a</p>'}                           | ${[]}
		${'none in control characters'}                            | ${'<p>a</p>\u0000<p>b</p>'}                                         | ${[]}
		${'none in signs'}                                         | ${'<p>a <b ;></p>'}                                                 | ${[]}
		${'none in flags of word processors'}                      | ${'<p>a<w:sdt temporary></w:sdt></p>'}                              | ${[]}
		${'outside, where another content tag ends the paragraph'} | ${'<p>a <button>b</button>c</p>'}                                   | ${['otherTag button: b', 'outsideParagraph -: c']}
	`('$name', ({ written, expected }: { written: string; expected: string[] }) => {
		expect(lost(written)).toEqual(expected);
	});

	it('are found in a paragraph with a class of a rule', () => {
		expect(lost('<p class="fs-texte fs-filet">a <b>b</b></p>')).toEqual(['filetParagraph p: a b']);
		const own = { filetClasses: ['fs-trait'] };
		expect(lost('<p class="fs-trait">a</p>', own)).toEqual(['filetParagraph p: a']);
		expect(html('<p class="fs-trait">a</p>', own).html).toBe('<p class="fs-trait"></p>');
		expect(lost('<p class="fs-trait">a</p>')).toEqual([]);
	});

	it('are told with an advice in which n8n finds no HTML', () => {
		const texts =
			'a|<div>a</div>|<p>a</p>b|<p class="fs-filet">a</p>|<p><nom>|<p><b et c></p>|<p|<p><![CDATA[a]]></p>';
		for (const text of texts.split('|')) {
			const [loss] = html(text).losses;
			expect(loss?.advice).toMatch(/^[^<>&]+\.$/);
		}
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
	it.each`
		name                                     | written                                                                             | note
		${'empty paragraphs'}                    | ${'<p>a</p><p> </p><p>&nbsp;</p>'}                                                  | ${'Empty paragraphs were left out: 2.'}
		${'an entity that nobody knows'}         | ${'<p>&bidule;</p>'}                                                                | ${'&bidule; is no known HTML entity: it is printed as it is written.'}
		${'a rule without a class'}              | ${'<p>a</p><hr><p>b</p>'}                                                           | ${'The service does not know a rule (hr) without a class, so it was left out: give it the class fs-filet.'}
		${'the numbers of a list'}               | ${'<ol><li><p>a</p></li><li><p>b</p></li></ol>'}                                    | ${'The numbers of a numbered list (ol) are not printed: write them into its paragraphs.'}
		${'images'}                              | ${'<p>a<img src="x">b<wbr>c</p>'}                                                   | ${'Left out: img.'}
		${'a text that ends inside a comment'}   | ${'<p>a</p><!-- b'}                                                                 | ${'The text ends inside a tag or a comment that is never closed.'}
		${'formatting, but a span with a class'} | ${'<p><span style="x">a</span> <span class="y">b</span> <em>b</em> <em>c</em></p>'} | ${'Formatting that the service does not know was left out, its text kept: span (1), em (2).'}
	`('tell $name', ({ written, note }: { written: string; note: string }) => {
		expect(html(written).notes).toContain(note);
	});

	it('tell formatting that carried meaning', () => {
		const { notes } = html('<p><del>15</del> 1<sup>er</sup></p>');
		const said = ['del (1), sup (1)', 'struck out', 'exponents'];
		expect(notes).toEqual(said.map((words): unknown => expect.stringContaining(words)));
	});

	it.each([
		['120 m<sup>2</sup> et 3 m<sup> 3 </sup>.', '120 m² et 3 m ³ .', 0],
		['10<sup>12</sup>', '10¹²', 0],
		['10<sup>6</sup>', '10⁶', 1],
		['1<sup>er</sup> et 2<sup>e</sup>', '1er et 2e', 0],
		['10<sup>2<p>15', '10²\n15', 0],
		['m<sup>2<sup>3</sup>4</sup> 5', 'm²³⁴ 5', 1],
		['n</sup> 12', 'n 12', 0],
		['a<sup></sup> b<sup> </sup> c', 'a b c', 0],
	])('keep exponents: %s', (written, visible, unsupported) => {
		const result = html(`<p>${written}</p>`);
		expect(result.visibleText).toBe(visible);
		expect(result.unsupportedCount).toBe(unsupported);
		expect(result.notes.join().includes('sup')).toBe(written.includes('er'));
	});
});
