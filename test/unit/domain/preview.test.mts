import fc from 'fast-check';
import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';

import { growth, LINEAR } from '../steps.mts';
import { composedHtml } from '../../../nodes/LegalNotice/reading/text/composed.ts';
import {
	noPreviewHtml,
	type PreviewFacts,
	previewHtml,
} from '../../../nodes/LegalNotice/domain/preview.ts';
import { styleSheets } from '../../../sandbox/data/styleSheets.mts';
import { runs } from '../../property/runs.mts';

const PNG = 'iVBORw0KGgo=';
const FACTS: PreviewFacts = {
	fingerprint: '1ABCDEFGHJKM-23456789',
	file: 'DOSSIER-2026-17',
	newspaper: 'La Gazette de la Seine',
	department: 'Paris (75)',
	kind: 'Constitution (SARL)',
	requestedDate: '2026-12-04',
	header: undefined,
	styles: styleSheets as never,
};
const ANSWER = {
	date_parution: '2026-12-04',
	date_bouclage: '2026-12-02 12:00:00',
	tarif: {
		annonce: { quantite: 600, prix_unitaire: 0.193, montant_ht: 1115.8, taux_tva: 20 },
		justificatif_papier: { quantite: 1, prix_unitaire: 2, montant_ht: 2, taux_tva: 2.1 },
		totaux: { montant_ht: 1117.8, montant_tva: 223.2, montant_ttc: 1341 },
		tva: [{ taux: 20, montant: 223.16 }],
	},
};
const TEXT = '<p class="fs-texte">Avis</p>';

function elementsOf(html: string): Tree.Element[] {
	const all = (node: Tree.ParentNode): Tree.Element[] =>
		node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...all(child)] : []));
	return all(parseFragment(html));
}

/** What is left where every tag is taken away. */
const shown = (html: string) =>
	html
		.replace(/<[^>]*>/g, '')

		.replace(/[ \n]+/g, ' ');
const plain = (html: string) => shown(html).replace(/\s/g, ' ');

const DECLARATION = /^[a-z-]+:[\w.,# %-]+$/;

const TAGS = 'div h2 h3 p b span br table tbody tr td img'.split(' ');
const LEAVES = /position|float|display|url|expression|import|http/;

function isHarmless(tag: string, { name, value }: { name: string; value: string }): boolean {
	if (name === 'src') return /^data:image\/(png|jpeg);base64,[\w+/=]+$/.test(value);
	if (name === 'alt') return value === 'Logo';
	if (name === 'lang') return value === 'fr';
	const declarations = value.split(';').filter(Boolean);
	// A dark page colours no table.
	const isDark = tag !== 'table' || declarations.some((one) => one.startsWith('color:#000'));
	const isDeclared = declarations.every((one) => DECLARATION.test(one));
	return name === 'style' && isDeclared && isDark && !LEAVES.test(value);
}

/** One block, made of nothing but harmless elements and type, in which no dark page takes a colour. */
function expectHarmless(html: string): void {
	const top = parseFragment(html).childNodes;
	expect(top.map(({ nodeName }) => nodeName)).toEqual(['div']);
	const harmful = elementsOf(html).filter(({ tagName, attrs }) => {
		if (tagName === 'table' && attrs.length === 0) return true;
		return !TAGS.includes(tagName) || attrs.some((one) => !isHarmless(tagName, one));
	});
	expect(harmful.map(({ tagName, attrs }) => ({ tagName, attrs }))).toEqual([]);
}

test('a client reads which file is published where and when for which price, each once and above the text', () => {
	const html = previewHtml(FACTS, ANSWER, TEXT);
	expectHarmless(html);
	const text = plain(html);
	const parts = [
		'Bon à tirer Dossier : DOSSIER-2026-17 Journal : La Gazette de la Seine',
		'Parution : vendredi 4 décembre 2026 Prix : 1 341,00 € TTC Avis',
		'Annonce : Constitution (SARL) Département : Paris (75)',
		'Date limite (bouclage) : mercredi 2 décembre 2026 à 12 h 00 Nombre de caractères : 4',
		'Détail du prix Annonce (600 × 0,193 €, TVA 20 %) : 1 115,80 € HT',
		'Justificatif papier (TVA 2,1 %) : 2,00 € HT Total HT : 1 117,80 € TVA 20 % : 223,16 €',
		'Total TTC : 1 341,00 €',
		'Aperçu approximatif',
	];
	expect(text.replace(/, établi.*/, '').trim()).toBe(parts.join(' '));
	expect(text.match(/4 décembre 2026/g)).toHaveLength(1);
	// At the top for who approves it, and below as the sum of its parts.
	expect(text.match(/1 341,00/g)).toHaveLength(2);
	expect(text).toMatch(
		/Total HT : 1 117,80 € TVA 20 % : 223,16 € Total TTC : 1 341,00 € Aperçu approximatif/,
	);
	expect(text).not.toContain('Frais de port');
	// A quote may have no file.
	expect(shown(previewHtml({ ...FACTS, file: '' }, ANSWER, TEXT))).not.toContain('Dossier');
});

test('a number, an hour, a rate and a colon never begin a line of their own', () => {
	const text = shown(previewHtml(FACTS, ANSWER, TEXT));
	expect(text).not.toMatch(/ [€%:]|\d \d{3}|\d h|h \d\d/);
});

test('a long text and a price for each of its characters are grouped in thousands', () => {
	const annonce = { quantite: 1449, prix_unitaire: 0.193, montant_ht: 279.66, taux_tva: 20 };
	const html = previewHtml(FACTS, { ...ANSWER, tarif: { annonce } }, `<p>${'a'.repeat(1449)}</p>`);
	expect(shown(html)).toContain('Nombre de caractères\u00a0: 1\u00a0449');
	expect(shown(html)).toContain('(1\u00a0449\u00a0×\u00a00,193\u00a0€');
});

test('a date that moved is shown with the requested one', () => {
	const facts = { ...FACTS, requestedDate: '2026-11-28' };
	const html = previewHtml(facts, { ...ANSWER, date_parution: '2026-12-03' }, TEXT);
	expect(plain(html)).toContain(
		'Parution demandée : samedi 28 novembre, reportée au jeudi 3 décembre 2026 Prix',
	);
	const nextYear = previewHtml(facts, { ...ANSWER, date_parution: '2027-01-01' }, TEXT);
	expect(plain(nextYear)).toContain(
		'samedi 28 novembre 2026, reportée au vendredi 1er janvier 2027',
	);
});

test.each(styleSheets.map((sheet) => [sheet.classe, sheet] as const))(
	'the class %s of a newspaper is shown as it defines it',
	(name, { type, definition_css: css }) => {
		const inside = { caractere: `<p><span class="${name}">Mot</span></p>` }[type as string];
		const html = previewHtml(FACTS, ANSWER, inside ?? `<p class="${name}">Mot</p>`);
		expectHarmless(html);
		const declarations = css.replace(/.*\{|\}/g, '');
		expect(elementsOf(html).some(({ attrs }) => attrs[0]?.value.endsWith(declarations))).toBe(true);
		expect(shown(html).includes('Mot')).toBe(type !== 'filet');
	},
);

test.each`
	name                                  | composed                                            | expected
	${'bold and line breaks'}             | ${'<p>a <strong>b</strong><br/>c</p>'}              | ${/a <b>b<\/b><br>\nc/}
	${'styles that the service resolved'} | ${'<p style="text-align:right;color:red">a</p>'}    | ${/text-align:right">a/}
	${'any other tag that holds words'}   | ${'<div>a</div><h1>b</h1>c'}                        | ${/">a<[^]*">(?:<b>)?b<[^]*">c</}
	${'entities'}                         | ${'<p>L&rsquo;&amp;&lt;b&gt;</p>'}                  | ${/L’&#38;&#60;b&#62;/}
	${'the class of the smallest rank'}   | ${'<p class="fs-signature fs-titre">A</p><p>B</p>'} | ${/text-align:center;font-size:1.2em"><b>A<[^]*text-align:justify">B</}
	${'a rule'}                           | ${'<p>a</p><hr class="fs-filet_double"><p>b</p>'}   | ${/a<\/p>\n<div style="[^"]*3px double #000"/}
`(
	'the composed text keeps $name',
	({ composed, expected }: { composed: string; expected: RegExp }) => {
		const html = previewHtml(FACTS, ANSWER, composed);
		expectHarmless(html);
		expect(html).toMatch(expected);
	},
);

const logo = { mime_type: 'image/png', data: PNG };
const withHeader = (more: object) => {
	const header = { disposition: 'carton_image_texte_bas', texte: '<p>Cabinet & Cie</p>', ...more };
	const html = previewHtml({ ...FACTS, header }, ANSWER, TEXT);
	expectHarmless(html);
	return html;
};

test('a header is shown above the text, with its logo inside the block', () => {
	expect(withHeader(logo)).toMatch(
		/<img src="data:image\/png;base64,iVBORw0KGgo="[^]*text-align:center">Cabinet &#38; Cie<[^]*Avis/,
	);
	const right = withHeader({ ...logo, disposition: 'carton_image_texte_droite' });
	expect(right).toMatch(/<td[^>]*><img [^>]*>[^]*<\/td>\n<td[^>]*><p/);
	// Where no picture is shown, a sentence next to the text mentions it.
	expect(plain(right)).toContain('(logo) Cabinet &#38; Cie');
	expect(withHeader({})).not.toContain('Logo');
	// A logo is no part of the 60 kB that the block may have.
	expect(withHeader({ ...logo, data: 'A'.repeat(80_000) })).toContain('>Avis<');
});

test.each([
	{ mime_type: 'application/pdf', data: PNG },
	{ mime_type: 'image/png', data: 'x" onerror="alert(1)' },
])('a logo that no browser shows is said to be left out: %j', (more) => {
	expect(withHeader(more)).toContain('Logo (fichier non affiché)');
});

test('what the service did not say is said to be missing', () => {
	const html = shown(previewHtml(FACTS, {}, undefined));
	expect(html).toContain('ne renvoie pas le texte composé');
	for (const one of ['Parution', 'Prix']) {
		expect(html).toContain(`${one}\u00a0: le service ne l’indique pas`);
	}
	expect(html).not.toContain('Nombre de caractères');
	expectHarmless(noPreviewHtml('AL-1<script>'));
	expect(plain(noPreviewHtml('AL-1'))).toMatch(
		/^ Annonce déjà commandée Référence ou numéro : AL-1 .*pas le texte composé/,
	);
});

test('a text that is too long is left out with a sentence, never cut', () => {
	expect(previewHtml(FACTS, ANSWER, '<p>mot</p>'.repeat(600))).not.toContain('trop long');
	const long = previewHtml(FACTS, ANSWER, '<p>mot</p>'.repeat(8_000));
	expect(Buffer.byteLength(long)).toBeLessThan(60_000);
	expect(shown(long)).toMatch(/Texte trop long pour être montré ici.*Détail du prix/);
	expect(long).not.toContain('mot<');
});

const disposition = 'carton_image_texte_bas';
test.each([
	['a last paragraph that never ends', undefined, `<p>a</p><p>${'mot '.repeat(20_000)}`],
	['a header that is long as well', `<p>${'é'.repeat(25_000)}</p>`, `<p>${'é'.repeat(25_000)}</p>`],
])('the text is left out with a sentence for %s', (_what, header, composed) => {
	const facts = {
		...FACTS,
		header: header === undefined ? header : { disposition, texte: header },
	};
	const html = shown(previewHtml(facts, ANSWER, composed));
	expect(html).toContain('Texte trop long pour être montré ici');
});

test('a header that is too long by itself leaves the text out, and one without words leaves its logo', () => {
	const header = { disposition, texte: `<p>${'é'.repeat(70_000)}</p>` };
	expect(plain(previewHtml({ ...FACTS, header }, ANSWER, TEXT))).toContain('Avis');
	const unnamed = previewHtml({ ...FACTS, header: { disposition, data: PNG } }, ANSWER, TEXT);
	expect(unnamed).toContain('Logo (fichier non affiché)');
});

test('a line of the price without a rate is shown alone', () => {
	const tarif = { annonce: { montant_ht: 10 }, totaux: { montant_ttc: 12 } };
	const html = plain(previewHtml(FACTS, { ...ANSWER, tarif }, TEXT));
	expect(html).toContain('Annonce : 10,00 € HT');
});

test('a line break may be written as an end tag, and a span without a style keeps the surrounding one', () => {
	const composed = 'a</br>b<span style="font-weight:bold">c<span>d</span></span>';
	const html = previewHtml(FACTS, ANSWER, `<p>${composed}</p>`);
	expect(html).toContain('a<br>\nb');
	expect(html).toContain('<span style="font-weight:bold"><b>cd</b></span>');
});

const longStyle = 'font-size:12px;text-align:center;'.repeat(60);
const manySheets = Array.from({ length: 10_000 }, (_, index) => ({
	classe: `c${index}`,
	definition_css: `.c${index}{${longStyle}}`,
	rang: index,
	type: 'paragraphe',
}));
test.each([
	['long styles', `<p style="${longStyle}">a</p>`, []],
	['long styles that all differ', `<p style="top:#;${longStyle}">a</p>`, []],
	['a class of a long list', '<p class="c#">a</p>', manySheets],
	['many classes', `<p class="${'c# '.repeat(300)}">a</p>`, manySheets],
	['one paragraph of many marks', 'a<i></i>&#233; ', []],
	['many words in a long style', `<span style="${longStyle}">a<i>b</i></span>`, []],
	['tags that never end', '<p><b><span class="c1">a', manySheets],
] as const)(
	'a hundred kilobytes with %s make a page of 60 kB, and twice as much takes twice the steps',
	async (_name, piece, styles) => {
		const previewOf = (size: number) => {
			const length = Math.ceil(size / piece.length);
			const pieces = Array.from({ length }, (_, index) => piece.replaceAll('#', String(index)));
			return previewHtml({ ...FACTS, styles }, ANSWER, pieces.join(''));
		};
		expect(Buffer.byteLength(previewOf(100_000))).toBeLessThan(62_000);
		expect(await growth(previewOf, 10_000)).toBeLessThan(LINEAR);
	},
);

/** What the style sheet of a paragraph adds to the style that every paragraph has. */
function styleFrom(css: unknown): string | undefined {
	const sheets = [{ classe: 'fs-texte', definition_css: css }];
	const composed = composedHtml('<p>a</p>', sheets, 'fs-texte', 1_000);
	return /^<p style="margin:0 0 8px;([^"]*)">/.exec(String(composed?.html))?.[1];
}

test.each([
	['font-size:1.2em;text-align:center', 'font-size:1.2em;text-align:center'],
	['.a { TEXT-ALIGN : Center ; }', 'text-align:center'],
	['@media print { .a { font-weight:bold !important } }', 'font-weight:bold'],
	["font-family: 'Times New Roman', serif", ''],
	['font-style: italic; font-variant:small-caps', 'font-style:italic;font-variant:small-caps'],
	['text-align:center"></p><script>alert(1)</script>', ''],
	['text-align:cen/**/ter', ''],
	['text-align:center/* ; position:fixed', 'text-align:center'],
	['\\74 ext-align:center;text-align:\\63 enter', ''],
	['font-size:9999px;font-size:99em;font-size:0;font-size:calc(9px);font-size:-9px', ''],
	['margin-top:-900px;text-indent:-9999px;letter-spacing:50px', ''],
	['border-top:1px solid url(x);border-top:900px solid', ''],
	[undefined, ''],
])('the preview keeps of the style sheet %j only %j', (css, left) => {
	expect(styleFrom(css)).toBe(left);
});

test.each([
	[{ rang: 2 }, { rang: 1 }, 'center'],
	[{ rang: 1 }, { rang: 2 }, 'right'],
	[{}, { rang: 3 }, 'right'],
])('the sheet of the smaller rank wins of two of one class: %j, %j', (one, other, align) => {
	const classe = 'fs-texte';
	const sheets = [
		{ classe, definition_css: 'text-align:right', ...one },
		{ classe, definition_css: 'text-align:center', ...other },
	];
	const composed = composedHtml('<p>a</p>', sheets, classe, 1_000);
	expect(composed?.html).toContain(`text-align:${align}`);
});

const NASTY =
	'< > " \' & ; : { } ( ) /* */ \\ = - <p> </p> <b <img src=x onerror=alert(1)> <script> </script> <style> </style> --> <!-- url( expression( @import javascript: position:fixed font-size 9999px fs-texte class= style= mot é \u0000 \u202e &#60; &lt;script&gt;';
const nasty = fc
	.array(fc.constantFrom(...NASTY.split(' ')), { maxLength: 12 })
	.map((parts) => parts.join(''));

test('nothing that a service answers leaves the block', () => {
	fc.assert(
		fc.property(nasty, nasty, nasty, nasty, (text, css, name, more) => {
			const facts: PreviewFacts = {
				fingerprint: '1ABCDEFGHJKM-23456789',
				file: more,
				requestedDate: css,
				newspaper: name,
				department: more,
				kind: text,
				header: { disposition: more, texte: text, mime_type: 'image/png', data: name },
				styles: [{ classe: 'fs-texte', definition_css: css, type: more, rang: name }],
				toCheck: [text, name],
			};
			const answer = {
				date_parution: text,
				date_bouclage: name,
				tarif: { annonce: { quantite: name, taux_tva: more }, tva: [{ taux: css, montant: 1 }] },
			};
			const composed = `<p class="fs-texte" style="${css}">${text}${more}`;
			expectHarmless(previewHtml(facts, answer, composed));
		}),
		runs(300),
	);
});
