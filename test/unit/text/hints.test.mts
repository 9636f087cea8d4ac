import { prepareText, type TextFormat } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

const markup = (text: string) =>
	`<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`;
const hintsAbout = (text: string, format: TextFormat) =>
	prepareText({ format, text: format === 'html' ? markup(text) : text }).hints;

const about = (text: string, format: TextFormat = 'html') =>
	hintsAbout(text, format).map(({ kind, example }) => `${kind}: ${example}`);

test.each([
	...['p', 'br', 'div', 'span', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'h3', 'table'].map(
		(name) => [`<${name}>`, [`htmlTags: <${name}>`]],
	),
	['</TR>', ['htmlTags: </TR>']],
	['<td a="b">', ['htmlTags: <td a="b">']],
	['<hr/>', ['htmlTags: <hr/>']],
	['<h7>', []],
	['<par>', []],
	['1 < 2 > 1', []],
	['&eacute;', ['entity: &eacute;']],
	['&#233;', ['entity: &#233;']],
	['&#xE9;', ['entity: &#xE9;']],
	['A & B; C', []],
	['&e;', []],
	['&#9;', []],
	['**gras**', ['markdown: **gras**']],
	['__gras__', ['markdown: __gras__']],
	['# Titre', ['markdown: # T']],
	['a\n## Titre', ['markdown: ## T']],
	['```', ['markdown: ```']],
	['[lien](https://a.example)', ['markdown: [lien](https://a.example)']],
	['2 ** 3 ** 4', []],
	['a # b', []],
	['#1', []],
	['[1](voir note)', []],
	['{{ $json.nom }}', ['unfilledField: {{ $json.nom }}']],
	['Société undefined au capital', ['unfilledField: undefined']],
	['[object Object]', ['unfilledField: [object Object]']],
	['NaN €', ['unfilledField: NaN']],
	['$json.nom', ['unfilledField: $json']],
	['{{ a\nb }}', []],
	['undefinedly', []],
	['SociÃ©tÃ©', ['badEncoding: Ã©']],
	['lâ€™avis', ['badEncoding: â€™']],
	['Â« avis Â»', ['badEncoding: Â«']],
	['Château, Âge, à', []],
	['Société anonyme', []],
])('%j: %j', (text, hints) => {
	expect(about(String(text))).toEqual(hints);
});

test('a sentence says what the reader will see, with a short example', () => {
	const sentence = (text: string, format: TextFormat = 'html') =>
		hintsAbout(text, format).map((hint) => hint.sentence);
	expect(sentence('<p>', 'plainText')).toEqual([
		'The text contains HTML tags (<p>) but Text Format is Plain Text: they will be printed as they are.',
	]);
	expect(sentence('<p>')).toEqual([
		'The reader will see HTML tags (<p>): they are escaped in the text, perhaps twice.',
	]);
	expect(sentence('&amp;')).toEqual([
		'The reader will see the HTML entity &amp; as it is written.',
	]);
	expect(sentence('**a**')).toEqual([
		'The text contains Markdown (**a**): the service prints its signs as they are.',
	]);
	expect(sentence('NaN')).toEqual(['The text contains what looks like an unfilled field (NaN).']);
	expect(sentence('Ã©')).toEqual([
		'The text contains badly decoded accents (Ã©): it was probably read with the wrong encoding.',
	]);
	expect(sentence(`{{ ${'x'.repeat(60)} }}`)).toEqual([
		`The text contains what looks like an unfilled field ({{ ${'x'.repeat(37)}…).`,
	]);
	expect(sentence(`**${'x'.repeat(36)}**`)).toEqual([
		`The text contains Markdown (**${'x'.repeat(36)}**): the service prints its signs as they are.`,
	]);
});

test('several signs are told each once, and kept apart', () => {
	expect(about('<p> <br> &eacute; &agrave; NaN')).toEqual([
		'htmlTags: <p>',
		'entity: &eacute;',
		'unfilledField: NaN',
	]);
});
