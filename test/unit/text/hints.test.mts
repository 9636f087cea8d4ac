import { prepareText, type TextFormat } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

const markup = (text: string) =>
	`<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`;
const about = (text: string) =>
	prepareText({ format: 'html', text: markup(text) }).hints.map(
		({ kind, example }) => `${kind}: ${example}`,
	);

test.each([
	...['p', 'br', 'div', 'span', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'h3', 'table'].map(
		(name) => [`<${name}>`, [`htmlTags: <${name}>`]],
	),
	['</TR>', ['htmlTags: </TR>']],
	['<td a="b">', ['htmlTags: <td a="b">']],
	['<h7>', []],
	['<par>', []],
	['1 < 2 > 1', []],
	['&eacute;', ['entity: &eacute;']],
	['&#xE9;', ['entity: &#xE9;']],
	['A & B; C', []],
	['&#9;', []],
	['**gras**', ['markdown: **gras**']],
	['__gras__', ['markdown: __gras__']],
	['# Titre', ['markdown: # T']],
	['a\n## Titre', ['markdown: ## T']],
	['```', ['markdown: ```']],
	['[lien](https://a.example)', ['markdown: [lien](https://a.example)']],
	['2 ** 3 ** 4', []],
	['#1', []],
	['[1](voir note)', []],
	['{{ $json.nom }}', ['unfilledField: {{ $json.nom }}']],
	['Société undefined au capital', ['unfilledField: undefined']],
	['[object Object]', ['unfilledField: [object Object]']],
	['NaN €', ['unfilledField: NaN']],
	['$json.nom', ['unfilledField: $json']],
	['{{ a\nb }}', []],
	['undefinedly', []],
	['le Invalid DateTime', ['unfilledField: Invalid DateTime']],
	['le Invalid Date.', ['unfilledField: Invalid Date']],
	['le Invalid date', ['unfilledField: Invalid date']],
	['Capital : #REF! €', ['unfilledField: #REF!']],
	['Lot #N, n° #1', []],
	['SAS null au capital', ['unfilledField: null']],
	['[object Undefined]', ['unfilledField: [object Undefined]']],
	['NAN, Nan, NULL, nullité, Invalid dates', []],
	['Fait à ____, le ____', ['blank: ____']],
	['___________', []],
	['&Fils; R&D;', []],
	['&filig;', ['entity: &filig;']],
	['SociÃ©tÃ©', ['badEncoding: Ã©']],
	['lâ€™avis', ['badEncoding: â€™']],
	['Â« avis Â»', ['badEncoding: Â«']],
	['Château, Âge, à', []],
])('%j: %j', (text, hints) => {
	expect(about(String(text))).toEqual(hints);
});

const name = 'x'.repeat(36);
test.each<[string, TextFormat, string]>([
	[
		'<p>',
		'plainText',
		"HTML tags (<p>), and 'Text Format' is Plain Text: they would be printed as",
	],
	['<p>', 'html', 'The reader will see HTML tags (<p>): they are escaped in the text'],
	['&amp;', 'html', 'HTML entity (&amp;) that would be printed as it is written.'],
	[`**${name}**`, 'html', `contains Markdown (**${name}**): the service prints its signs`],
	['NaN', 'html', 'The text contains what looks like an unfilled field (NaN).'],
	[`{{ ${name}xx }}`, 'html', `looks like an unfilled field ({{ ${name}x…).`],
	['à ____', 'html', 'The text contains a blank that is not filled in (___).'],
	['Ã©', 'html', 'badly decoded accents (Ã©): it was probably read with the wrong encoding.'],
])('of %j in %s a sentence says what the reader will see, with a short example', (...row) => {
	const [text, format, sentence] = row;
	const result = prepareText({ format, text: format === 'html' ? markup(text) : text });
	expect(result.notes).toEqual([expect.stringContaining(sentence)]);
	expect(result.hints.map((hint) => hint.sentence)).toEqual(result.notes);
});

test('several signs are shown each once, and kept apart', () => {
	expect(about('<p> <br> &eacute; &agrave; NaN')).toEqual([
		'htmlTags: <p>',
		'entity: &eacute;',
		'unfilledField: NaN',
	]);
});
