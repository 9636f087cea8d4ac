/** Markup that a reader of the newspaper would see. */
import { asHtml, QUOTE, told } from './texts.mts';

const kinds = (text: string) => told(text).findings.map(({ kind }) => kind);

test.each([
	...'p br div span strong b em i u ul ol li h3 table'
		.split(' ')
		.map((name) => [`<${name}>`, ['htmlTags']] as const),
	['</TR>', ['htmlTags']],
	['<td a="b">', ['htmlTags']],
	['<x1>AVIS</x1>', ['field', 'htmlTags']],
	['<h7>', ['field']],
	['<par>', ['field']],
	['1 < 2 > 1', []],
	['&amp;eacute;', ['entity', 'repair']],
	['&amp;#xE9;', ['entity', 'repair']],
	['A & B; C', []],
	['**gras**', ['markdown']],
	['# Titre', ['markdown']],
	['a\n## Titre', ['markdown']],
	['```', ['markdown']],
	['[lien](https://a.example)', ['markdown']],
	['2 ** 3 ** 4', []],
	['#1', []],
	['[1](voir note)', []],
	['AVIS\\nSIÈGE\\nPARIS', ['escape']],
	['"LE ""PRÉ"" VERT"', ['escape']],
	['SARL BÔ;"03000";"MOULINS"', ['escape']],
	['SARL BÔ;"03000";MOULINS', ['escape']],
	['SARL BÔ,"03000",MOULINS', ['escape']],
	['"BÔ","MOULINS"', ['escape']],
	['les marques "BÔ","BA" et "BI" ; "BU"; "BY", "2026","2027"', []],
	["d\\'e9nomm\\'e9e", ['letterCodes']],
	['Siège. Commenté [MK1]: Adresse ?', ['remark']],
	['Siège. Commented [MK1]', ['remark']],
	['Commenté [1]', []],
	['AVIS_x000D_\nSIÈGE', ['escape']],
	['1\\. Rapport', ['markdown']],
	['~~2~~ 3', ['markdown']],
	['- [x] Quitus', ['markdown']],
	['AVIS\n---\nFIN', ['markdown']],
	['*LE PRÉ VERT*', ['markdown']],
	['Je vous prie de', ['talkAlone']],
	['AVIS\nEnvoyé de mon iPhone', ['talk']],
	['l’acquisi-\ntion de l’adminis-\ntration', ['cutWords']],
	['un sous-\nsol', []],
] as const)('the text %j has the findings %j', (text, expected) => {
	expect(kinds(text)).toEqual(expected);
});

test('tags in a plain text prevent an order, and are only reported in a quote', () => {
	const { refusal } = told('<p>AVIS');
	expect(refusal).toBe(
		"'Text' contains HTML tags, and 'Text Format' is Plain Text, so they would be printed as they are: \"<p>\" in \"<p>AVIS\". Set 'Text Format' to HTML. If the text is right, set the option 'If Text Looks Unfinished' to Warn.",
	);
	const quoted = told('<p>AVIS', 'plainText', QUOTE);
	expect([quoted.refusal, quoted.notes.length]).toEqual(['', 1]);
});

test('tags that show in HTML were escaped, which stops an order as well', () => {
	const { refusal } = told(asHtml('<p>AVIS'), 'html');
	expect(refusal).toContain("'Text' shows HTML tags to its reader, because they were escaped:");
});

test('a refusal names everything at once, each word in its place and before any code point', () => {
	const { refusal, french } = told('SAS {{nom}}, né à Muğla, RCS de .\n**AVIS**');
	expect(refusal).toBe(
		'\'Text\' contains a character that the service cannot print: "Muğla" in "{{nom}}, né à Muğla, RCS de" (ğ, U+011F, could be written "g"). ' +
			'It also contains a field that was not filled in: "{{nom}}" in "SAS {{nom}}, né à Muğla,". ' +
			'It also lacks a word: "de ." in "Muğla, RCS de . **AVIS**". ' +
			'It also contains Markdown, of which the signs would be printed as they are: "**AVIS**" in "Muğla, RCS de . **AVIS**". ' +
			'Replace this character: only letters and signs of Western European languages (Windows-1252) are printed. Fill it in, or remove it. ' +
			"Write the word that is missing there. Remove the signs, or convert the text from Markdown to HTML. If the text is right, set the option 'If Text Looks Unfinished' to Warn.",
	);
	expect(french).toHaveLength(4);
});

test('a long example is cut, five places are named, and all are counted', () => {
	const { findings, refusal, french } = told(`**${'y'.repeat(59)}**${' <p>'.repeat(30)}`);
	expect(findings.map(({ places }) => places.length)).toEqual([20, 1]);
	expect(refusal).toContain(`**${'y'.repeat(37)}…`);
	expect(refusal).toContain('and 25 more');
	expect(french.at(20)).toBe('Et 10 autres endroits.');
});

test('each field is named, whichever rule has found it, and none with the words behind it', () => {
	const { refusal } = told(
		'Gérant : [nom]. Capital : {{capital}} €, né le . . . mars 2026. Choisissez une date',
	);
	for (const field of ['"[nom]"', '"{{capital}}"', '"Choisissez une date"', '". . . "']) {
		expect(refusal).toContain(field);
	}
});
