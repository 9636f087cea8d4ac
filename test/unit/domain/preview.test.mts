import fc from 'fast-check';
import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';

import {
	noPreviewHtml,
	type PreviewFacts,
	previewHtml,
	safeStyle,
} from '../../../nodes/LegalNotice/domain/preview.ts';
import { styleSheets } from '../../../sandbox/data/styleSheets.mts';
import { runs } from '../../property/runs.mts';

const PNG = 'iVBORw0KGgo=';
const FACTS: PreviewFacts = {
	newspaper: 'La Gazette de la Seine',
	department: 'Paris (75)',
	kind: 'Constitution (SARL)',
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

const shown = (html: string) => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');

const DECLARATION = /^[a-z-]+:[\w.,# %-]+$/;

/** One block, made of nothing but harmless elements and type, in which no dark page takes a colour. */
function expectHarmless(html: string): void {
	const top = parseFragment(html).childNodes;
	expect(top.map(({ nodeName }) => nodeName)).toEqual(['div']);
	for (const { tagName, attrs } of elementsOf(html)) {
		expect('div p b span br hr table tbody tr td img'.split(' ')).toContain(tagName);
		if (tagName === 'table') expect(attrs).not.toEqual([]);
		for (const { name, value } of attrs) {
			if (name === 'src') expect(value).toMatch(/^data:image\/(png|jpeg);base64,[\w+/=]+$/);
			else if (name === 'alt') expect(value).toBe('Logo');
			else {
				expect(name).toBe('style');
				for (const one of value.split(';').filter(Boolean)) expect(one).toMatch(DECLARATION);
				expect(value).not.toMatch(/position|float|display|url|expression|import|http/);
				if (tagName === 'table') expect(value).toMatch(/(?:^|;)color:#000/);
			}
		}
	}
}

test('a client reads who publishes what when, for which price, and that it is an approximation', () => {
	const html = previewHtml(FACTS, ANSWER, TEXT);
	expectHarmless(html);
	const text = shown(html).replace(/[\u00a0\u202f]/g, ' ');
	const parts = [
		'Avis|JournalLa Gazette de la Seine|DépartementParis (75)|AnnonceConstitution (SARL)',
		'Parutionvendredi 4 décembre 2026|mercredi 2 décembre 2026 à 12 h 00|Nombre de caractères4',
		'Annonce6000,193 €1 115,80 €20 %|Justificatif papier12,00 €2,00 €2,1 %|Total HT1 117,80 €',
		'TVA 20 %223,16 €|Total TTC1 341,00 €|approximation',
	].flatMap((line) => line.split('|'));
	expect(parts.filter((part) => !text.includes(part))).toEqual([]);
	expect(text).not.toContain('Frais de port');
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
	${'bold and line breaks'}             | ${'<p>a <strong>b</strong><br/>c</p>'}              | ${/a <b>b<\/b><br>c/}
	${'styles that the service resolved'} | ${'<p style="text-align:right;color:red">a</p>'}    | ${/text-align:right">a/}
	${'any other tag that holds words'}   | ${'<div>a</div><h1>b</h1>c'}                        | ${/">a<.*">b<.*">c</}
	${'entities'}                         | ${'<p>L&rsquo;&amp;&lt;b&gt;</p>'}                  | ${/L’&#38;&#60;b&#62;/}
	${'the class of the smallest rank'}   | ${'<p class="fs-signature fs-titre">A</p><p>B</p>'} | ${/text-align:center;font-size:1.2em"><b>A<.*text-align:justify">B</}
	${'a rule'}                           | ${'<p>a</p><hr class="fs-filet_double"><p>b</p>'}   | ${/a<\/p><div style="[^"]*3px double #000"/}
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

test('a header stands above the text, its logo inside the block', () => {
	expect(withHeader(logo)).toMatch(
		/<img src="data:image\/png;base64,iVBORw0KGgo=".*text-align:center">Cabinet &#38; Cie<.*Avis/,
	);
	const right = withHeader({ ...logo, disposition: 'carton_image_texte_droite' });
	expect(right).toMatch(/<td><img [^>]*><\/td><td><p/);
	expect(withHeader({})).not.toContain('Logo');
	// A logo is no part of the 60 kB that the block may have.
	expect(withHeader({ ...logo, data: 'A'.repeat(80_000) })).toContain('>Avis<');
});

test.each([
	{ mime_type: 'application/pdf', data: PNG },
	{ mime_type: 'image/png', data: 'x" onerror="alert(1)' },
])('a logo that no browser shows is said to be left out: %j', (more) => {
	expect(withHeader(more)).toContain('Logo (fichier non montré ici)');
});

test('what the service did not say is said to be missing', () => {
	const html = shown(previewHtml(FACTS, {}, undefined));
	expect(html).toContain('ne renvoie pas le texte composé');
	for (const one of ['Parution', 'Prix']) expect(html).toContain(`${one}non communiqué par le ser`);
	expect(html).not.toContain('Nombre de caractères');
	expectHarmless(noPreviewHtml('AL-1<script>'));
	expect(shown(noPreviewHtml('AL-1'))).toMatch(
		/^Annonce AL-1 déjà commandée\..*pas le texte composé/,
	);
});

test('a text that is too long is left out with a sentence, never cut', () => {
	expect(previewHtml(FACTS, ANSWER, '<p>mot</p>'.repeat(800))).not.toContain('trop long');
	const long = previewHtml(FACTS, ANSWER, '<p>mot</p>'.repeat(8_000));
	expect(Buffer.byteLength(long)).toBeLessThan(60_000);
	expect(shown(long)).toMatch(/Texte trop long pour être montré ici.*Nombre de caractères24000/);
	expect(long).not.toContain('mot<');
});

test.each([
	['font-size:1.2em;text-align:center', 'font-size:1.2em;text-align:center'],
	['.a { TEXT-ALIGN : Center ; }', 'text-align : center'],
	['@media print { .a { font-weight:bold !important } }', 'font-weight:bold'],
	["font-family: 'Times New Roman', serif", 'font-family: times new roman, serif'],
	['text-align:center"></p><script>alert(1)</script>', ''],
	['text-align:cen/**/ter', ''],
	['text-align:center/* ; position:fixed', 'text-align:center'],
	['\\74 ext-align:center;text-align:\\63 enter', ''],
	['font-size:9999px;font-size:99em;font-size:0;font-size:calc(9px);font-size:-9px', ''],
	['margin-top:-900px;text-indent:-9999px;letter-spacing:50px', ''],
	['border-top:1px solid url(x);border-top:900px solid', ''],
	[undefined, ''],
])('of the style sheet %j is left %j', (css, left) => {
	expect(safeStyle(css)).toBe(left);
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
				newspaper: name,
				department: more,
				kind: text,
				header: { disposition: more, texte: text, mime_type: 'image/png', data: name },
				styles: [{ classe: 'fs-texte', definition_css: css, type: more, rang: name }],
			};
			const answer = {
				date_parution: text,
				date_bouclage: name,
				tarif: { annonce: { quantite: name, taux_tva: more }, tva: [{ taux: css, montant: 1 }] },
			};
			const composed = `<p class="fs-texte" style="${css}">${text}${more}`;
			expectHarmless(previewHtml(facts, answer, composed));
		}),
		runs(1_000),
	);
});
