/** Markup that a reader of the newspaper would see. */
import { asHtml, QUOTE, told } from './texts.mts';

const kinds = (text: string) => told(text).findings.map(({ kind }) => kind);

test.each([
	...'p br div span strong b em i u ul ol li h3 table'
		.split(' ')
		.map((name) => [`<${name}>`, ['htmlTags']] as const),
	['</TR>', ['htmlTags']],
	['<td a="b">', ['htmlTags']],
	['<x1>AVIS</x1>', ['htmlTags']],
	['<h7>', []],
	['<par>', []],
	['1 < 2 > 1', []],
	['&amp;eacute;', ['entity']],
	['&amp;#xE9;', ['entity']],
	['A & B; C', []],
	['**gras**', ['markdown']],
	['# Titre', ['markdown']],
	['a\n## Titre', ['markdown']],
	['```', ['markdown']],
	['[lien](https://a.example)', ['markdown']],
	['2 ** 3 ** 4', []],
	['#1', []],
	['[1](voir note)', []],
] as const)('the text %j has the findings %j', (text, expected) => {
	expect(kinds(text)).toEqual(expected);
});

test('tags in a plain text prevent an order, and are only reported in a quote', () => {
	const { refusal } = told('<p>AVIS</p>');
	expect(refusal).toBe(
		"'Text' contains HTML tags (<p>), and 'Text Format' is Plain Text: they would be printed as they are. Set 'Text Format' to HTML, or, if the text is right, set the option 'If Text Changes' to Warn.",
	);
	const quoted = told('<p>AVIS</p>', 'plainText', QUOTE);
	expect([quoted.refusal, quoted.notes.length]).toEqual(['', 1]);
});

test('tags that show in HTML were escaped, which is only reported', () => {
	const { refusal, notes } = told(asHtml('<p>AVIS'), 'html');
	expect([refusal, notes]).toEqual([
		'',
		[expect.stringContaining('shows HTML tags to its reader (<p>)')],
	]);
});

test('a long example is cut, and twenty places are shown', () => {
	const { findings } = told(`**${'y'.repeat(60)}**${' <p>'.repeat(30)}`);
	expect(findings.map(({ places }) => places.length)).toEqual([20, 1]);
	expect(findings[1]?.sentence).toContain(`(**${'y'.repeat(38)}…)`);
});
