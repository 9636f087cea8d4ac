/** Texts as Word, Outlook, Google Docs and other programs put them on the clipboard. */
import { ORDER, QUOTE, told } from './texts.mts';

const html = (text: string) => told(text, 'html');
const lines = (text: string) => html(text).visibleText.replaceAll('\u00a0', ' ').split('\n');

const REVISED: ReadonlyArray<readonly [written: string, printed: string, said: string]> = [
	[
		'<p>Capital de <del cite="mailto:J" datetime="2026-11-02T10:00"><span class=msoDel>15</span></del><ins cite="mailto:J" datetime="2026-11-02T10:00">16</ins> €</p>',
		'Capital de 16 €',
		'"15" was deleted, "16" was inserted',
	],
	['<p>a <del>b</del> c</p>', 'a c', '"b" was deleted'],
	['<p>a <ins datetime="x">b</ins> c</p>', 'a b c', '"b" was inserted'],
	['<p>a <span class=msoDel>b</span><span class="msoIns">c</span></p>', 'a c', '"b" was deleted'],
	['<p>a</p><del><p>b</p></del><p>c</p>', 'a\nc', '"b" was deleted'],
];

/** Editors of the web, each with its own names for the same. */
const BY_NAMES: ReadonlyArray<readonly [written: string, said: string]> = [
	// pandoc.
	[
		'<span class="deletion" data-author="Kim">5 000</span><span class="insertion" data-author="Kim">15 000</span>',
		'"5 000" was deleted, "15 000" was inserted',
	],
	[
		'<del class="ice-del">5 000</del><ins class="ice-ins ice-cts-1" data-cid="2">15 000</ins>',
		'"15 000" was inserted',
	],
	[
		'<span class="del cts-1">5 000</span><span class="ins cts-1">15 000</span>',
		'"5 000" was deleted, "15',
	],
	[
		'<span class="fr-tracking-deleted" data-track-id="p1">5 000</span><span data-tracking="true" data-track-id="p2">15 000</span>',
		'"5 000" was deleted, "15 000" was inserted',
	],
	[
		'<suggestion-start name="deletion:e1:u1"></suggestion-start>5 000<suggestion-end name="deletion:e1:u1"></suggestion-end><suggestion-start name="insertion:e2:u1"></suggestion-start>15 000<suggestion-end name="insertion:e2:u1"></suggestion-end>',
		'"5 000" was deleted, "15 000" was inserted',
	],
	[
		'<span class="TextRun TrackChangeTextDeletion SCXW1">5 000</span><span class="TextRun TrackChangeTextInsertion SCXW1">15 000</span>',
		'"5 000" was deleted, "15 000" was inserted',
	],
	[
		'<span data-suggestion="x" style="text-decoration: line-through">5 000</span><span data-suggestion="x">15 000</span>',
		'"5 000" was deleted, "15 000" was inserted',
	],
	[
		'<span data-op="delete">5 000</span><span data-op="insert">15 000</span>',
		'"5 000" was deleted, "15',
	],
	[
		'<x-del id="a">5 000</x-del><x-ins id="a">15 000</x-ins>',
		'"5 000" was deleted, "15 000" was inserted',
	],
	// Without any name: struck-out words that touch others.
	['<s>5 000</s>15 000', '"5 000" was deleted'],
	['<b><strike>5 000</strike></b><u>15 000</u>', '"5 000" was deleted'],
	['<span style="text-decoration:line-through">5 000</span><b>15 000</b>', '"5 000" was deleted'],
];

test.each(BY_NAMES)(
	'a revision of any editor is read as accepted, and refused: %s',
	(written, said) => {
		const { visibleText, refusal, notes } = html(`<p>Capital : ${written} €</p>`);
		expect(visibleText).toBe('Capital : 15 000 €');
		expect(refusal).toContain("'Text' has tracked changes that nobody has accepted: ");
		expect(refusal).toContain(said);
		expect(notes.join()).not.toContain('struck out');
		expect(told(`<p>Capital : ${written} €</p>`, 'html', QUOTE).refusal).toBe('');
	},
);

test.each([
	['<p>Lire <s>15</s> 16, et non <s>17</s>, <s>18</s>.</p>', 'Lire 15 16, et non 17, 18.'],
	['<p>Prix : (<s>15 €</s>) 16 €</p>', 'Prix : (15 €) 16 €'],
	['<p>Lire <s>Marie </s>Anne</p>', 'Lire Marie Anne'],
	['<p><s>Siège</s><br>Paris</p>', 'Siège\nParis'],
	['<p><mark class="comment-highlight insert">a</mark> <ins>b</ins></p>', 'a b'],
	['<p>a <span class="marker-yellow comment-marker">b</span></p>', 'a b'],
	['<p class="delivery tracking-wide inset">a <a data-track="x" href="y">b</a></p>', 'a b'],
	['<p class="fs-insertion">a</p>', 'a'],
])('what is none is printed: %s', (written, printed) => {
	const { visibleText, refusal } = html(written);
	expect([visibleText, refusal]).toEqual([printed, '']);
});

test.each(REVISED)('revisions are read as accepted, and refused: %s', (written, printed, said) => {
	const { visibleText, refusal, french } = html(written);
	expect(visibleText).toBe(printed);
	expect(refusal).toContain("'Text' has tracked changes that nobody has accepted: ");
	expect(refusal).toContain(said);
	expect(refusal).toContain('Accept or reject the changes first');
	expect(french).toEqual([expect.stringContaining('modifications suivies')]);
	const quoted = told(written, 'html', QUOTE);
	expect([quoted.refusal, quoted.notes.length]).toEqual(['', 1]);
	expect(told(written, 'html', { ...ORDER, ifTextLooksUnfinished: 'warn' }).refusal).toBe('');
});

const REMARKED = [
	// Word: the commented words are kept, the mark and the list are not.
	`<p>Siège <span style='mso-comment-reference:MD_1;mso-comment-date:20261102'>à Paris</span><span class=MsoCommentReference><a style='mso-comment-reference:MD_1' id="_anchor_1" href="#_msocom_1" name="_msoanchor_1" class=msocomanchor>[MD1]</a></span></p><div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText><span style='mso-special-character:comment'>&nbsp;<a href="#_msoanchor_1" class=msocomoff>[MD1]</a></span>Vérifier l’adresse</p></div></div></div>`,
	// Google Docs.
	'<p>Siège à Paris<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Vérifier</span></p></div>',
	'<p>Siège à Paris</p><p class="MsoCommentText">Vérifier</p>',
	// Word, in an editor that drops classes and styles.
	'<p>Siège à Paris<a href="#_msocom_1" name="_msoanchor_1">[MD1]</a></p><div><p><a href="#_msoanchor_1">[MD1]</a>Vérifier</p></div>',
	// mammoth, and what is built on it.
	'<p>Siège à Paris<a href="#comment-0" id="comment-ref-0">[KE1]</a></p><dl><dt id="comment-0">Comment [KE1]</dt><dd><p>Vérifier</p></dd></dl>',
	// pandoc.
	'<p>Siège <span class="comment-start" id="0" data-author="Kim">Vérifier</span>à Paris<span class="comment-end" id="0"></span></p>',
	'<p>Siège à Paris</p><div data-comment-id="3">Vérifier</div>',
	'<p>Siège à Paris</p><p class="x_MsoCommentText">Vérifier</p>',
];

test.each(REMARKED)('a reviewer’s remark is not printed, and refused: %s', (written) => {
	const { visibleText, refusal, french } = html(written);
	expect(visibleText).toBe('Siège à Paris');
	expect(refusal).toMatch(/^'Text' has comments of a reviewer: ".*Vérifier.*"/);
	expect(refusal).toContain("'If Text Looks Unfinished' to Warn");
	expect(french).toEqual([expect.stringContaining('commentaires de relecture')]);
	expect(told(written, 'html', QUOTE).refusal).toBe('');
});

test.each([
	// TinyMCE, CKEditor.
	'<p>Durée : <span class="mce-annotation tox-comment" data-mce-annotation="tinycomments">99 ans</span></p>',
	'<p>Durée : <comment-start name="e:1"></comment-start>99 ans<comment-end name="e:1"></comment-end></p>',
])('words on which somebody has commented are printed, and refused: %s', (written) => {
	const { visibleText, refusal } = html(written);
	expect(visibleText).toBe('Durée : 99 ans');
	expect(refusal).toContain('\'Text\' has comments of a reviewer: "99 ans".');
});

test.each([
	['<p><span class="ice-del" data-comments="1">Paris</span> Lyon</p>', 'Lyon'],
	['<p>Siège <span class="comment-text">Vérifier</span>à Lyon</p>', 'Siège à Lyon'],
	['<p>Siège <span style="font-family:Symbola">à Lyon</span></p>', 'Siège à Lyon'],
	['<p>Siège <input type="HIDDEN" value="x"><button>Envoyer</button>à Lyon</p>', undefined],
])(
	'nobody takes these for words under a comment, a font of signs or a field: %s',
	(written, seen) => {
		const { visibleText, refusal } = html(written);
		expect(refusal).not.toMatch(/form fields|Symbol/);
		if (seen !== undefined) expect(visibleText).toBe(seen);
	},
);

test('a field of a form is refused with what it holds', () => {
	const { refusal, french } = html(
		'<p>3 rue <input value="Foch"> à <select><option>Nantes</select></p>',
	);
	expect(refusal).toContain('\'Text\' contains form fields: "Foch", "…".');
	expect(french).toEqual([expect.stringContaining('« Foch »')]);
});

test('the arrow that leads back from a footnote is refused by its name', () => {
	const note =
		'<p>Capital 15 000 €<sup><a href="#footnote-1">[1]</a></sup></p><ol><li id="footnote-1"><p>Voir statuts. <a href="#footnote-ref-1">↑</a></p></li></ol>';
	expect(lines(note)).toEqual(['Capital 15 000 €[1]', '1. Voir statuts. ↑']);
	expect(html(note).refusal).toContain('U+2191');
});

const entry = (font: string, sign: string) =>
	`<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:${font}'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>conseil<o:p></o:p></p>`;

test.each([
	['Symbol', '·', '•'],
	['Wingdings', '§', '•'],
	['"Courier New"', 'o', '–'],
	['Wingdings', 'Ø', '–'],
	['Wingdings', 'v', '–'],
	['Symbol', '\uf0b7', '•'],
	['Calibri', '-', '-'],
	['Calibri', '1.', '1.'],
	['Calibri', 'a)', 'a)'],
	['Calibri', 'IV.', 'IV.'],
	['Calibri', '1.2', '1.2'],
])('a list of Word, %s %s, begins with %s', (font, sign, printed) => {
	const { visibleText, notes, repairs, refusal } = html(entry(font, sign));
	expect(visibleText).toBe(`${printed} conseil`);
	expect([notes, refusal]).toEqual([[], '']);
	expect(repairs.map(({ from, to }) => [from, to])).toEqual(
		sign === printed ? [] : [[sign, printed]],
	);
});

test.each([
	['\uf0b7 un\n\uf0a7 deux\n\uf0d8 trois', '• un\n• deux\n– trois'],
	['\uf0fc reçu', '– reçu'],
])('bullets of symbol fonts in plain text are repaired: %j', (text, printed) => {
	const { visibleText, refusal, repairs } = told(text);
	expect([visibleText, refusal]).toEqual([printed, '']);
	expect(repairs.every(({ name }) => name.includes('bullet'))).toBe(true);
});

test('a sign of a symbol font within a line is no bullet, and cannot be printed', () => {
	const { refusal, repairs } = told('<p>un <b>\uf0d8</b> deux</p>', 'html');
	expect(refusal).toContain('U+F0D8');
	expect(repairs).toEqual([]);
});

test.each([
	['<p><font face="Symbol">·</font> un</p>', '• un', ''],
	['<p><font face="Wingdings">§</font>&nbsp;un</p>', '•\u00a0un', ''],
	['<p><font face="Symbol">\uf0b7</font> un</p>', '• un', ''],
	['<p><font face="Symbol">1.</font> un</p>', '1. un', ''],
	['<p><font face="Symbol">ab</font> un</p>', 'ab un', 'ab'],
])(
	'a sign in a font of symbols is a bullet, figures stay, and words are refused: %s',
	(text, printed, lost) => {
		const { visibleText, losses } = told(text, 'html');
		expect([visibleText, losses.map(({ words }) => words).join()]).toEqual([printed, lost]);
	},
);

test('such a sign elsewhere is refused, because nobody knows its meaning', () => {
	expect(told('reçu \uf0fc').refusal).toContain('U+F0FC');
});

const OUTLOOK = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv="Content-Type" content="text/html"><meta name="Generator" content="Microsoft Word 15 (filtered medium)"><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><style><!-- p.MsoNormal {margin:0cm;} span.EmailStyle18 {mso-style-type:personal-compose;} --></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit"/></xml><![endif]--></head><body lang="FR" link="#0563C1" style="word-wrap:break-word"><div class="WordSection1"><p class="MsoNormal"><b><span style="font-size:12.0pt">AVIS DE MODIFICATION<o:p></o:p></span></b></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal"><i>L’AGE</i> du 1<sup>er</sup> juin a nommé <u>M<sup>me</sup> DUPONT</u>, n<sup>o</sup>&nbsp;5 &amp; suite.<o:p></o:p></p></div></body></html>`;
const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">AVIS</span></p><br /><p dir="ltr"><span style="font-weight:400;white-space:pre;">Siège social : Paris</span></p></b><br class="Apple-interchange-newline">`;
const GMAIL = `<div dir="ltr"><div class="gmail_default" style="font-family:arial">AVIS</div><div><br></div><div>Siège social : <b>Paris</b></div></div>`;
const LIBRE = `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 7.3"/><style type="text/css">p { line-height: 115% }</style></head><body lang="fr-FR" dir="ltr"><p align="center" style="line-height: 100%"><font face="Arial"><font size="3"><b>AVIS</b></font></font></p><p><br/></p><p>Siège social : Paris</p></body></html>`;

test.each([
	[
		'Outlook',
		OUTLOOK,
		['AVIS DE MODIFICATION', 'L’AGE du 1er juin a nommé Mme DUPONT, n° 5 & suite.'],
	],
	['Google Docs', DOCS, ['AVIS', 'Siège social : Paris']],
	['Gmail', GMAIL, ['AVIS', 'Siège social : Paris']],
	['LibreOffice', LIBRE, ['AVIS', 'Siège social : Paris']],
])('a paste out of %s in which no word is lost has no warning', (_name, written, expected) => {
	expect(lines(written)).toEqual(expected);
	const { notes, losses, refusal } = html(written);
	expect([notes, losses, refusal]).toEqual([[], [], '']);
});

test.each([
	['DUPONT &amp; FILS', 'DUPONT & FILS', '&amp;'],
	['n&deg; 5', 'n° 5', '&deg;'],
	['d&eacute;nomm&#233;e', 'dénommée', '&eacute;,&#233;'],
	['capital &lt; 5&nbsp;&euro;', 'capital < 5\u00a0€', '&lt;,&nbsp;,&euro;'],
	['O&#39;BRIEN', "O'BRIEN", '&#39;'],
])('the entities of a CRM are read in plain text, and listed: %s', (text, printed, from) => {
	const { visibleText, refusal, repairs } = told(text);
	expect([visibleText, refusal]).toEqual([printed, '']);
	expect(repairs.map((repair) => repair.from).join()).toBe(from);
});

test.each([
	'SARL B&GT',
	'GUITARE&AMP',
	'A&COPY B',
	'B&LT Conseil',
	'A&B; C',
	'R&D; suite',
	'B&GT; C',
	'X&REG;',
	'<LAB>',
	'<jean@exemple.fr>',
	'<<LES PINS>>',
	'< 5 €',
	'A<B',
	'a & b',
])('letters of a plain text never change because of a guess: %s', (text) => {
	const { visibleText, refusal, repairs } = told(text);
	expect([visibleText, refusal, repairs]).toEqual([text, '', []]);
});
