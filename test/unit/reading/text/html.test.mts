/** What HTML comes to in the newspaper: what a person sees of it in a browser. */
import { ORDER, QUOTE, told } from './texts.mts';

const html = (text: string) => told(text, 'html');

/** Written, sent. None of them has a warning, a loss or anything to correct. */
const PRINTED: ReadonlyArray<readonly [name: string, written: string, sent: string]> = [
	[
		'paragraphs with class',
		'<p class="fs-titre">A</p>\n<P CLASS=fs-texte>B</P>',
		'<p class="fs-titre">A</p><p class="fs-texte">B</p>',
	],
	[
		'bold and line breaks',
		'<p>a <strong>b</strong> <b>c</b><br>d<br />e</p>',
		'<p>a <strong>b</strong> <b>c</b><br/>d<br/>e</p>',
	],
	[
		'character styles',
		"<p>a <span class='fs-gras'>b</span></p>",
		'<p>a <span class="fs-gras">b</span></p>',
	],
	[
		'rules',
		'<p>a</p><hr class=fs-filet><p class="fs-filet"></p>',
		'<p>a</p><hr class="fs-filet"/><p class="fs-filet"></p>',
	],
	[
		'text on both sides of a rule',
		'a<hr class=fs-filet>b<hr class=fs-filet>c',
		'<p>a</p><hr class="fs-filet"/><p>b</p><hr class="fs-filet"/><p>c</p>',
	],
	[
		'bold that goes on behind the end of a block, and a span that does not',
		'<div>a<b><span class=fs-x>b</div>c</b>d',
		'<p>a<span class="fs-x"><b>b</b></span></p><p><b>c</b>d</p>',
	],
	[
		'an end tag that does not reach out of its cell',
		'<div><b><table><tr><td>a</div></b>b</td></tr></table>c',
		'<p><b>ab</b></p><p><b>c</b></p>',
	],
	['parts of a table without one', '<th>a<td>b', '<p>a</p><p>b</p>'],
	[
		'classes of others',
		'<p class="MsoNormal fs-texte western">a</p><p class="c3">b</p>',
		'<p class="fs-texte">a</p><p>b</p>',
	],
	[
		'entities',
		'<p>d&eacute;nomm&#233;e&nbsp;&#xAB;&euro;&#146; A&amp;B &lt;3 &gt; &quot;&apos;</p>',
		'<p>dénommée\u00a0«€’ A&amp;B &lt;3 &gt; "\'</p>',
	],
	['a lonely <', '<p>capital < 1 000 € <3</p>', '<p>capital &lt; 1 000 € &lt;3</p>'],
	['unclosed paragraphs', '<p>a<p>b', '<p>a</p><p>b</p>'],
	[
		'formatting without meaning',
		'<p>a <em>b</em> <a href="x">c</a> <font color=red>d</font><span style="x">e</span></p>',
		'<p>a b c de</p>',
	],
	[
		'badly nested formatting',
		'<p>a<b>b<span class=fs-x>c</b>d</span>e</p>',
		'<p>a<b>b</b><span class="fs-x"><b>c</b></span><span class="fs-x">d</span>e</p>',
	],
	['bold around paragraphs', '<b><p>a</p></b><p>b</p>', '<p><b>a</b></p><p>b</p>'],
	[
		'a whole document',
		'<!DOCTYPE html><html><head><title>t</title><style>p{}</style></head><body><p>a</p></body></html>',
		'<p>a</p>',
	],
	[
		'a head that is never closed',
		'<html><head><meta charset=utf-8><title>t</title><p>a</p>',
		'<p>a</p>',
	],
	['line breaks of the source', '<p>\n  a\n  b\n</p>', '<p>a b</p>'],
	['no empty paragraph', '<p>a</p><p>&nbsp;</p><p> <br/> </p><p>b</p>', '<p>a</p><p>b</p>'],
	['an empty tag makes nothing bold', '<p>a<b/>b<strong/>c</p>', '<p>abc</p>'],
	[
		'bold after a b that is not bold',
		'<p><b id="x" style="font-weight:normal">a</b> <b>b</b></p>',
		'<p>a <b>b</b></p>',
	],
	[
		'what Word writes into each b',
		"<p><b style='mso-bidi-font-weight:normal'>a</b></p>",
		'<p><b>a</b></p>',
	],
	[
		'bold by a style',
		'<p><span style="font-weight:700">a</span> <span style="font-weight:400">b</span></p>',
		'<p><b>a</b> b</p>',
	],
	['bold after a stray </b>', '<p>a</b> <b>b</b></p>', '<p>a <b>b</b></p>'],
	[
		'a span without a class inside one with a class',
		'<p><span class="fs-x">a <span style="color:red">b</span> c</span> d</p>',
		'<p><span class="fs-x">a b c</span> d</p>',
	],
	[
		'a span around several paragraphs',
		'<span class="fs-x"><p>a</p><p>b</p></span><p>c</p>',
		'<p><span class="fs-x">a</span></p><p><span class="fs-x">b</span></p><p>c</p>',
	],
	[
		'a span that is not closed in its paragraph',
		'<p>a <span class="fs-x">b</p><p>c</p>',
		'<p>a <span class="fs-x">b</span></p><p>c</p>',
	],
	['line breaks without the spaces around them', '<p>a <br> <br> b</p>', '<p>a<br/><br/>b</p>'],
	['no line break at the begin and the end', '<p><br>a<br></p>', '<p>a</p>'],
	['a line break written as a closing tag', '<p>a</br>b</p>', '<p>a<br/>b</p>'],
	['no class name that could break the markup', '<p class="fs-&quot;><b">a</p>', '<p>a</p>'],
	['div', '<div>a <b>b</b></div><div><div>c</div>d</div>', '<p>a <b>b</b></p><p>c</p><p>d</p>'],
	[
		'titles, in bold',
		'<h1>A</h1><h2>B</h2><p>c</p><h6>D</h6>',
		'<p><b>A</b></p><p><b>B</b></p><p>c</p><p><b>D</b></p>',
	],
	['bare text, and text after br', 'a<br>b<p>c</p>d', '<p>a<br/>b</p><p>c</p><p>d</p>'],
	['text around a block', '<p>a<blockquote>b</blockquote>c</p>', '<p>a</p><p>b</p><p>c</p>'],
	[
		'definitions, sections and captions',
		'<dl><dt>a<dd>b</dl><section>c</section><fieldset><legend>d</legend>e</fieldset>',
		'<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>',
	],
	['lines without any tag', 'a\nb\n\nc &amp; d', '<p>a<br/>b</p><p>c &amp; d</p>'],
	[
		'lines of pre and of a style',
		'<pre>a\nb</pre><div style="white-space:pre-wrap">c\nd</div>',
		'<p>a<br/>b</p><p>c<br/>d</p>',
	],
	[
		'a table that arranges a page',
		'<table><tr><td><p>a</p><p>b</p></td></tr></table>',
		'<p>a</p><p>b</p>',
	],
	[
		'a table inside a table',
		'<table><tr><td><table><tr><td>a</td></tr></table></td><td>b</td></tr></table>',
		'<p>a</p><p>b</p>',
	],
	[
		'a label that ends with its colon',
		'<table><tr><td>Siège :</td><td>Paris</td></tr></table>',
		'<p>Siège : Paris</p>',
	],
	[
		'capitals by a style',
		'<p style="text-transform:uppercase">été <span style="text-transform:none">été</span></p>',
		'<p>ÉTÉ été</p>',
	],
	[
		'numbers',
		'n<sup>o</sup> 5, N<sup>o</sup> 6, n<sup>os</sup> 7, nᵒ 8, n⁰ 9',
		'<p>n° 5, N° 6, n°s 7, n° 8, n° 9</p>',
	],
	[
		'what is counted in Latin, and degrees',
		'1<sup>o</sup> D’approuver, 2<sup>º</sup> De donner, 3ᵒ, 25 <sup>o</sup>C',
		'<p>1° D’approuver, 2° De donner, 3°, 25 °C</p>',
	],
	[
		'raised letters that newspapers print on the line',
		'1<sup>er</sup>, 2<sup>e</sup>, M<sup>e</sup>, M<sup>me</sup>, XX<sup>ème</sup>',
		'<p>1er, 2e, Me, Mme, XXème</p>',
	],
	['small exponents', '120 m<sup>2</sup> et 3 m<sup>3</sup>', '<p>120 m² et 3 m³</p>'],
	[
		'raised by a style, as Google Docs writes it',
		'<p>n<span style="vertical-align:super">o</span> 5, 3 m<span style="vertical-align:super">2</span> <sup><span style="vertical-align:baseline">4</span></sup></p>',
		'<p>n° 5, 3 m² 4</p>',
	],
	[
		'a drawing and a formula',
		'<p>a <svg viewBox="0 0 1 1"><g><path d="M0"/><text>b</text></g></svg> c</p><math><mi>x</mi></math>',
		'<p>a</p><p>b</p><p>c</p><p>x</p>',
	],
	['formulas', 'CO<sub>2</sub>', '<p>CO2</p>'],
	[
		'a mark of a footnote, and the note',
		'<p>texte<a href="#_ftn1"><sup>[1]</sup></a></p><div style="mso-element:footnote-list"><p>[1] note</p></div>',
		'<p>texte[1]</p><p>[1] note</p>',
	],
	['underlined text', '<p><ins>a</ins> <u>b</u></p>', '<p>a b</p>'],
	[
		'what is no tag of HTML',
		'<p><LAB> <jean@exemple.fr> <<LES PINS>> <SARL DUPONT></p>',
		'<p>&lt;LAB&gt; &lt;jean@exemple.fr&gt; &lt;&lt;LES PINS&gt;&gt; &lt;SARL DUPONT&gt;</p>',
	],
	[
		'elements of a page of its own',
		'<my-box class="x"><p>a</p></my-box><fb:like href="#"></fb:like>',
		'<p>a</p>',
	],
	[
		'names that begin like entities',
		'<p>SARL B&GT, GUITARE&AMP, A&COPY B, B&LT Conseil, DUPONT&REGNIER, R&D; A&B;</p>',
		'<p>SARL B&amp;GT, GUITARE&amp;AMP, A&amp;COPY B, B&amp;LT Conseil, DUPONT&amp;REGNIER, R&amp;D; A&amp;B;</p>',
	],
	[
		'nothing of comments, scripts and what word processors add',
		'<!-- c --><!--><?xml:namespace prefix="o"?><style>p{}</style><script>x()</script><p class=x nowrap data-x="<b>">a<o:p></o:p></p>',
		'<p>a</p>',
	],
	[
		'a link whose title has a >',
		'<p><a title="Statuts > annexe" href="/x?a>b">a</a></p>',
		'<p>a</p>',
	],
	['flags of frameworks', '<p v-cloak xml:space @click _x>a</p>', '<p>a</p>'],
];

test.each(PRINTED)('HTML is cleaned and printed: %s', (_name, written, sent) => {
	const { html: result, notes, losses, refusal, french } = html(written);
	expect(result).toBe(sent);
	// A name that looks like an entity is reported, and printed as it is written; of classes only the service knows.
	const others = notes.filter((note) => !/no known HTML entity|not checked against/.test(note));
	expect([others, losses, refusal, french]).toEqual([[], [], '', []]);
});

const SIGNS = 'Signs were added to the text, as a browser shows them: ';

describe('signs that a browser draws are printed', () => {
	it.each([
		['<ol><li>Un</li><li>Deux</ol>', '1. Un|2. Deux'],
		['<ol><li><p>Un</p><p>suite</p></li><li><b>Deux</b></ol>', '1. Un|suite|2. Deux'],
		['<ol start=4><li>a<li value=9>b<li>c</ol>', '4. a|9. b|10. c'],
		['<ol><li>M. PETIT<li>L. 123-1<li>B) b</ol>', '1. M. PETIT|2. L. 123-1|B) b'],
		['<ul><li>Mme ROY<li>M. PETIT</ul>', '– Mme ROY|– M. PETIT'],
		['<ol type=a><li>x<li>y</ol><ol type=I><li>x<li>y</ol>', 'a. x|b. y|I. x|II. y'],
		['<ol style="list-style-type:lower-roman"><li>x<li>y</ol>', 'i. x|ii. y'],
		['<ol style="list-style-type:upper-roman"><li>x<li>y</ol>', 'I. x|II. y'],
		['<ol style="list-style-type:lower-latin"><li>x<li>y</ol>', 'a. x|b. y'],
		['<ol start=x type=a><li>x<li value=y>y</ol>', 'a. x|b. y'],
		['<ol start=0 type=a><li>x<li>y</ol>', '0. x|a. y'],
		['<ol start=27 type=A><li>x</ol><ol start=4000 type=i><li>x</ol>', 'AA. x|4000. x'],
		['<ol><li>a<ol type=A><li>b</ol><li>c</ol>', '1. a|A. b|2. c'],
		['<ol><li></li><li>b</ol>', '2. b'],
		['<ul><li>a<li>b<ul><li>c</ul></ul>', '– a|– b|– c'],
		['<li>seul</li>', '– seul'],
		['<ol><li><ul></ul>a<li>b</ol>', '1. a|2. b'],
		[
			'<ol><li data-list="bullet"><span class="ql-ui"></span>a</li><li data-list="bullet">b</li><li data-list="ordered">c</li></ol>',
			'– a|– b|1. c',
		],
		['<ol type=a><li>x<ol><li>y</ol></ol>', 'a. x|1. y'],
		['<table><tr><td>Capital</td><td>1 000 €</td></tr></table>', 'Capital : 1 000 €'],
		['<table><td>Capital<td>1 000 €</table>', 'Capital : 1 000 €'],
		['<table><tr><td>12</td><td>13</td></tr></table>', '12 ; 13'],
		['<table><tr><th>Nom<th>Parts<tr><td>DUPONT<td>-50</table>', 'Nom : Parts|DUPONT : -50'],
		[
			'<table><tr><td>Adresse</td><td>1, rue X<br>75001 Paris</td></tr></table>',
			'Adresse : 1, rue X 75001 Paris',
		],
		['<table><tr><td>a</td><td></td><td>b</td></tr></table>', 'a : b'],
	])('the sign is printed as a browser shows it: %s: %s', (written, lines) => {
		const { visibleText, notes, refusal } = html(written);
		expect(visibleText.replaceAll('\u00a0', ' ')).toBe(lines.replaceAll('|', '\n'));
		expect(notes).toEqual([expect.stringContaining(SIGNS)]);
		expect(refusal).toBe('');
		const strict = told(written, 'html', { ...ORDER, ifTextChanges: 'fail' });
		expect(strict.refusal).toMatch(
			/^'Text' would be printed with signs that it does not have, as a browser shows them/,
		);
	});

	it.each([
		['<ol><li>1. a<li>2) b</ol>', '1. a|2) b'],
		['<ol><li><b>1.</b> a</ol>', '1. a'],
		['<ul><li>– a<li>• b<li>a) c</ul>', '– a|• b|a) c'],
		['<ul style="list-style:none"><li>a</ul>', 'a'],
		['<table><tr><td>a</td></tr><tr><td></td><td>b</td></tr></table>', 'a|b'],
	])('the sign is printed only once, and none where none is shown: %s', (written, lines) => {
		const { visibleText, notes } = html(written);
		expect(visibleText).toBe(lines.replaceAll('|', '\n'));
		expect(notes).toEqual([]);
	});

	it.each([
		['Nom ; Parts ; %', 3],
		['Nom ; Parts ; % ; Voix', 4],
	])('a table of %s is reported, and prevents nothing unless that is wanted', (line, columns) => {
		const table = `<table><tr><th>${line.replaceAll(' ; ', '<th>')}<tr><td>A<td><td>50</table>`;
		const { visibleText, refusal, notes } = html(table);
		expect([visibleText, refusal]).toEqual([`${line}\nA ; ; 50`, '']);
		expect(notes.join()).toContain(`The text has a table of ${columns} columns`);
		const refused = told(table, 'html', { ...ORDER, ifTextChanges: 'fail' });
		expect(refused.refusal).toContain(`'Text' has a table of ${columns} columns`);
	});

	it('what is before the sign between two cells lacks nothing', () => {
		const row = '<tr><td>Commune</td><td>Section / n°</td><td>Surface</td></tr>';
		expect(html(`<table>${row}</table>`).refusal).toBe('');
	});

	it('the warning on signs in a table is whole in the list of warnings', () => {
		const { notes } = html('<table><tr><td>Capital</td><td>1 000 €</td></tr></table>');
		expect(notes).toEqual([`${SIGNS}colons or semicolons in tables.`]);
	});

	it('a table of five columns is reported in a quote, and prevents an order unless that is wanted', () => {
		const table = '<table><tr><th>Nom<th>Parts<th>%<th>Voix<th>Lot<tr><td>A<td><td>50</table>';
		const { visibleText, refusal, french } = html(table);
		expect(visibleText).toBe('Nom ; Parts ; % ; Voix ; Lot\nA ; ; 50');
		expect(refusal).toContain("'Text' has a table of 5 columns");
		expect(french.join()).toContain('Un tableau de 5 colonnes');
		const quoted = told(table, 'html', QUOTE);
		expect(quoted.refusal).toBe('');
		expect(quoted.notes.join()).toContain('5 columns');
		expect(told(table, 'html', { ...ORDER, ifTextChanges: 'warn' }).refusal).toBe('');
	});
});

describe('words that a person does not see are not printed, and are listed', () => {
	it.each([
		['<p>a<span style="display:none">b</span>c</p>', 'ac', 'b'],
		['<p>a<span style="DISPLAY : NONE ;color:red">b</span>c</p>', 'ac', 'b'],
		['<p>a</p><div style="visibility:hidden"><p>b</p><p>c</p></div><p>d</p>', 'a|d', 'b c'],
		["<p>a<span style='mso-hide:all'>b</span></p>", 'a', 'b'],
		["<p>a<span style='display:none;mso-hide:all'>b</span></p>", 'a', 'b'],
		['<p hidden>a</p><p>b</p>', 'b', 'a'],
		['<p hidden>a<p>b', 'b', 'a'],
		['<p>a<b hidden>b<p>c', 'a|c', 'b'],
		['<p>a <span style="display:none">b</p><p>c</p>', 'a|c', 'b'],
		['<ul style="list-style:none"><li hidden>a<li>b</ul>', 'b', 'a'],
		['<div hidden><table><tr><td>a</div>b</table></div>c', 'c', 'a b'],
		['<b><div hidden>a</b>b</div>c', 'c', 'a b'],
		['<b>a<div hidden><p>b</b>c</div>', 'a', 'b c'],
		['<p>a<i hidden>b</p>c', 'a|c', 'b'],
		['<table><tr hidden><td>a<tr><td>b</table>', 'b', 'a'],
		['<table><tr><td hidden>a<td>b</table>', 'b', 'a'],
		['<div style="display:none">a</b><br></i>b</div>c', 'c', 'a b'],
		['<div style="font-size:0">a</div>b', 'b', 'a'],
		['<span class="sr-only">a</span>b', 'b', 'a'],
		[
			'b<p data-f-id="pbf" style="text-align:center">Powered by <a href="x">Editor</a></p>',
			'b',
			'Powered by Editor',
		],
		['<style>.x{display:none}</style><p class=x>a</p><p>b</p>', 'b', 'a'],
		['<noscript>a</noscript><template>b</template>c', 'c', 'a", "b'],
		['<div style="display:none"><style>p{}</style>a<script>x()</script></div>b', 'b', 'a'],
	])('hidden words are left out: %s', (written, lines, hidden) => {
		const { visibleText, notes, refusal } = html(written);
		expect(visibleText).toBe(lines.replaceAll('|', '\n'));
		expect(notes).toEqual([`These words are hidden in the text and are not printed: "${hidden}".`]);
		expect(refusal).toBe('');
	});

	it.each([
		'<style>@media print{.x{display:none}} .y{display:none}</style><p class=x>a</p>',
		'<p style="display:block;mso-style-name:none">a</p>',
		'<p>a<span style="display:none">&nbsp;</span></p>',
		'<p style="mso-list:none;mso-hide:none">a</p>',
		'<p aria-hidden=true>a</p>',
	])('visible words are kept: %s', (written) => {
		const { visibleText, notes } = html(written);
		expect([visibleText, notes]).toEqual(['a', []]);
	});
});

describe('words that nobody can print reliably', () => {
	it.each([
		['<p>si a <b et c> d</p>', 'et c'],
		['<p>si <b 2024></p>', '2024'],
		['<p class="x>Siège</p><p class="y">b</p>', 'Siège y"'],
		['<p class="x>Siège<b>social</b><p class="y">a</p>', 'Siège social y"'],
		['<p><a title="x>Siège</a> <a title="y">b</a></p>', 'Siège y"'],
		['<p>a</p><!-- b <p>c</p>', 'b p c /p'],
		['<p>a</p><p b', 'p b'],
		['<p>a</p><style>p{', 'p{'],
		['<script>x<p>a</p>', 'x p a /p'],
		['<p><![CDATA[a]]>b</p>', '[CDATA[a]]'],
		['<p><!important> b</p>', 'important'],
		['<p><adresse>x</adresse></p>', 'adresse'],
		['<p class="fs-texte fs-filet">a <b>b</b></p>', 'a b'],
		['<p><span style="font-family:Wingdings">ü</span> reçu</p>', 'ü'],
		['<p><font face="Webdings">a</font></p>', 'a'],
	])('such words are refused: %s', (written, words) => {
		for (const rules of [ORDER, QUOTE]) {
			expect(told(written, 'html', rules).refusal).toContain(
				`'Text' contains words that would not be printed: "${words}`,
			);
		}
		expect(html(written).french.join()).toContain('Ces mots ne seraient pas publiés');
		expect(told(written, 'html', { ...ORDER, ifTextChanges: 'warn' }).refusal).not.toContain(
			'words',
		);
	});

	it('such words are reported with an advice in which n8n finds no HTML', () => {
		for (const text of [
			'<p class="fs-filet">a</p>',
			'<p><b et c></p>',
			'<p',
			'<p><![CDATA[a]]></p>',
			'</x>a',
		]) {
			const [loss] = html(text).losses;
			expect(loss?.advice).toMatch(/^[^<>&]+\.$/);
		}
	});

	it('such words include those of a paragraph whose class is a rule of the service', () => {
		const { losses } = html('<p class="fs-trait">a</p>');
		expect(losses).toEqual([]);
	});
});

describe('markup that carries a meaning is reported', () => {
	it.each([
		['<p>Lire <s>15</s> <b>16</b></p>', 'struck out'],
		['<p><strike>15</strike> 16</p>', 'struck out'],
		['<p><span style="text-decoration:underline line-through">15</span> 16</p>', 'struck out'],
		['<p>x<sup>n</sup></p>', 'Raised'],
		['<p>x<sub>i</sub></p>', 'Raised'],
		['<p>a<img src="x">b</p>', 'Left out: img.'],
		['a<hr>b', 'A rule (hr) without a style class is not printed'],
		['<p>&bidule;</p>', 'no known HTML entity, and is printed as it is written: &bidule;.'],
	])('the meaning is reported of %s', (written, note) => {
		const { notes, refusal } = html(written);
		expect(notes).toEqual([expect.stringContaining(note)]);
		expect(refusal).toBe('');
	});

	it.each([
		['10<sup>6</sup>', '10⁶'],
		['10<sup>-6</sup>', '10⁻⁶'],
		['10<span style="vertical-align:super">6</span>', '10⁶'],
		['10<sup>2<p>15', '10²\n15'],
	])('no exponent becomes part of a figure: %s', (written, visible) => {
		const { visibleText, unsupported } = html(written);
		expect(visibleText).toBe(visible);
		expect(unsupported.map(({ suggestion }) => suggestion).filter(Boolean)).toEqual([]);
	});
});

test('an underlined blank is recognised as a line for somebody to write on', () => {
	expect(html('<p>Nom : <u>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;</u></p>').refusal).toContain('"____"');
});
