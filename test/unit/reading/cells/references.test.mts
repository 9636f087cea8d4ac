/** References and order numbers as tables, exports and people write them: one in a field, or a list of them. */
import { growth, LINEAR } from '../../steps.mts';
import { readOrderNumber } from '../../../../nodes/LegalNotice/domain/orderNumber.ts';
import {
	isPathSafe,
	readReference,
	readReferences,
} from '../../../../nodes/LegalNotice/reading/cells/references.ts';
import { refusal } from './refusal.mts';

const LABEL = 'References to Watch';
const list = (value: unknown) => readReferences(LABEL, value);
const TWO = ['AL-1', 'AL-2'];

test.each<[string, unknown, string[]]>([
	['lines', 'AL-1\nAL-2', TWO],
	['lines of Windows, with an empty one at the end', 'AL-1\r\nAL-2\r\n\r\n', TWO],
	['lines of an old Mac', 'AL-1\rAL-2', TWO],
	['line separators of a word processor', 'AL-1\u2028AL-2\u000b', TWO],
	['line breaks written as two characters', 'AL-1\\nAL-2', TWO],
	['rich text of a CRM', '<ul><li>AL-1</li><li>AL-2</li></ul>', TWO],
	['rich text with breaks', 'AL-1<br />AL-2', TWO],
	['commas', 'AL-1,AL-2', TWO],
	['commas with blanks, and one too many', ' AL-1 , AL-2,, ', TWO],
	['semicolons', 'AL-1;AL-2', TWO],
	['semicolons at the end', 'AL-1; AL-2;', TWO],
	['commas of Chinese keyboards', 'AL-1，AL-2', TWO],
	['tabs', 'AL-1\tAL-2', TWO],
	['pipes', 'AL-1|AL-2', TWO],
	['a table of Markdown', '| AL-1 |\n|------|\n| AL-2 |', TWO],
	['blanks', 'AL-1 AL-2', TWO],
	['blanks between numbers of five figures', '24017 24018', ['24017', '24018']],
	['a blank in one number', '2026 0012', ['2026 0012']],
	['several blanks, one without break', 'AL-1 \u00a0 AL-2', TWO],
	['a narrow blank', 'AL-1\u202fAL-2', TWO],
	['quotation marks', '"AL-1"', ['AL-1']],
	['a line of CSV', '"AL-1","AL-2"', TWO],
	['a line of CSV of French Excel', '"AL-1";"AL-2"', TWO],
	['quotation marks without comma', '"AL-1" "AL-2"', TWO],
	['curly quotation marks', '“AL-1”, “AL-2”', TWO],
	['French quotation marks', '« AL-1 », « AL-2 »', TWO],
	['single quotation marks', "'AL-1', 'AL-2'", TWO],
	['apostrophes of a spreadsheet', "'00123456\n'00123457", ['00123456', '00123457']],
	['formulas that keep zeros', '="00123456"\n="00123457"', ['00123456', '00123457']],
	['bullets', '• AL-1\n• AL-2', TWO],
	['bullets without blank', '•AL-1\n•AL-2', TWO],
	['bullets of Word', '\uf0b7\tAL-1\n\uf0b7\tAL-2', TWO],
	['bullets of Outlook as plain text', 'o\tAL-1\no\tAL-2', TWO],
	['dashes', '- AL-1\n- AL-2', TWO],
	['long dashes', '– AL-1\n— AL-2', TWO],
	['asterisks', '* AL-1\n* AL-2', TWO],
	['numbers of a list', '1. AL-1\n2. AL-2', TWO],
	['numbers with a bracket', '1) AL-1\n2) AL-2', TWO],
	['a byte order mark', '\ufeffAL-1\nAL-2', TWO],
	['zero-width blanks', 'AL-1\u200b\n\u200bAL-2', TWO],
	['a soft hyphen', 'AL\u00ad-1\nAL-2', TWO],
	['marks of the direction of writing', '\u202aAL-1\u202c\nAL-2\u200e', TWO],
	['arrows and pictures', '→ AL-1\n🔹AL-2 ✓', TWO],
	['brackets', '(AL-1, AL-2)', TWO],
	['line breaks of HTML', 'AL-1&#10;AL-2', TWO],
	['hyphens that do not break', 'AL\u20111\nAL\u20112', TWO],
	['words between', 'AL-1 et AL-2', TWO],
	['the sign for and', 'AL-1 & AL-2', TWO],
	['a slash with blanks', 'AL-1 / AL-2', TWO],
	['a sentence that ends', 'AL-1, AL-2.', TWO],
	['a label', 'Réf. : AL-1\nRéf. : AL-2', TWO],
	['the label with a number sign', 'N° : AL-1', ['AL-1']],
	['labels without colon', 'réf. AL-1, N°AL-2', TWO],
	['a JSON array', ' ["AL-1", "AL-2 ", ""] ', TWO],
	['a JSON array of numbers', '[26000123, 26000124]', ['26000123', '26000124']],
	['a list of Python', "['AL-1', 'AL-2']", TWO],
	['a list of a database', '{AL-1,AL-2}', TWO],
	['an array from an expression', ['AL-1', null, 26, undefined, ''], ['AL-1', '26']],
	['an array with several in an entry', ['AL-1;AL-2', 'AL-3'], [...TWO, 'AL-3']],
	['an array whose entry has a comma', ['DOSSIER 4, suite'], ['DOSSIER 4, suite']],
	// The name of an order is watched as it was given.
	...['DUPONT S.A.', '12. DUPONT', '2026-17.', 'a) 26-17', '§ 12', '- 26L000001'].map(
		(name): [string, string[], string[]] => [`an array with ${name}`, [name], [name]],
	),
	[
		'lines whose end or beginning is the name',
		'DUPONT S.A.\n12. DUPONT',
		['DUPONT S.A.', '12. DUPONT'],
	],
	['dashes before names', '- DUPONT\n- MARTIN', ['DUPONT', 'MARTIN']],
	[
		'numbered lines with blanks in the names',
		'1. DOSSIER 17\n2. DOSSIER 18',
		['DOSSIER 17', 'DOSSIER 18'],
	],
	['a number', 26000123, ['26000123']],
	['a decimal that was a number', '26000123.0\n26000124.0', ['26000123', '26000124']],
	['repetitions', 'AL-1\nAL-2, AL-1,,AL-2', TWO],
	['repetitions that only look alike', 'AL-1\nAL-1\u200b\n"AL-1"', ['AL-1']],
	['order numbers with a blank', 'DOSSIER 17\nDOSSIER 18', ['DOSSIER 17', 'DOSSIER 18']],
	['an order number with a slash', '2026/001\n2026/002', ['2026/001', '2026/002']],
	['an order number with an underscore', 'D_17__B', ['D_17__B']],
	['an order number without a figure', 'MARTIN', ['MARTIN']],
	['an order number in brackets', 'DOSSIER [17]', ['DOSSIER [17]']],
	['names with the words of nothing', 'NULL-17, Undefined-3', ['NULL-17', 'Undefined-3']],
	['references of one shape', '26L000123 26L000124', ['26L000123', '26L000124']],
	['nothing', '', []],
	['blanks alone', ' \n\t ', []],
	['no cell', null, []],
	['an empty array', [], []],
	['an array that is a text', '[]', []],
	['bullets alone', '•\n-\n', []],
	['figures of another script', 'AL-1\n１２３４５６', ['AL-1', '１２３４５６']],
])('a list is read from %s', (_from, value, references) => {
	expect(list(value)).toEqual(references);
});

test.each<[string, unknown, RegExp]>([
	['what an expression left', 'AL-1\nundefined', /"undefined".*in capitals/],
	['the same inside a name', 'D-null', /"D-null".*"null"/],
	['an object in a text', 'D-[object Object]', /\[object Object\]/],
	['an error of a spreadsheet', 'AL-1\n#REF!', /error of a spreadsheet/],
	['a value that a search did not find', '#N/A', /error of a spreadsheet/],
	['a field of a template', 'AL-1, {{reference}}', /field of a template/],
	['an expression in a fixed field', '$json.reference', /not evaluated.*Expression/],
	['a placeholder', '[NOM_DOSSIER]', /field of a template/],
	['a number without its figures', '2,6E+07', /dropped figures.*as text/],
	['an e-mail', 'AL-1, name@example.com', /"name@example.com", which is no reference/],
	['a link', 'https://example.com/AL-1', /no reference/],
	['the head of a column', 'Référence\nAL-1', /"Référence", which is no reference/],
	['a status beside it', 'AL-1;parue', /"parue", which is no reference/],
	['the status in brackets', 'AL-1 (parue)', /no reference/],
	['the status behind a colon', 'AL-1: suspendue', /no reference/],
	['a range', 'AL-1 à AL-5', /a range.*every reference/],
	['a question', 'AL-1\n???', /stands for nothing/],
	['an array that does not end', '["AL-1", "AL-2"', /JSON array/],
	['records', [{ reference: 'AL-1' }], /is an object, not a text/],
	['the outcome of a sum with nothing', [NaN], /is NaN, not a text/],
	['a number that is rounded', '[20261123180000123]', /a number so long/],
	['what is too long', `AL-1\n${'x'.repeat(1_000)}`, /more than 200 characters/],
	['half of a character', 'AL-1\ud83d', /half of a character/],
	['yes', true, /is a boolean, not a text/],
])('a list with %s is refused with a way out', (_what, value, sentence) => {
	const told = refusal(() => list(value));
	expect(told).toMatch(sentence);
	expect(told).toMatch(/^References to Watch: 'References to Watch' .*\. [A-Z]/s);
});

test('ten thousand references are read, and twice as many take twice the steps', async () => {
	const many = Array.from({ length: 10_000 }, (_value, index) => `26L${index + 100_000}`);
	const asWritten = (all: string[]) => [all, all.join('\n'), all.join(' '), JSON.stringify(all)];
	for (const written of asWritten(many)) expect(list(written)).toEqual(many);
	const read = (count: number) => asWritten(many.slice(0, count)).forEach(list);
	expect(await growth(read, 300)).toBeLessThan(LINEAR);
});

const AS_ONE: Array<[unknown, string]> = [
	[' D-1 ', 'D-1'],
	[4711, '4711'],
	['26L000123', '26L000123'],
	['26000123.0', '26000123'],
	['17.0', '17'],
	['"AL-1"', 'AL-1'],
	['« AL-1 »', 'AL-1'],
	["'00123", '00123'],
	['="00123"', '00123'],
	['N-77\u200b', 'N-77'],
	['\ufeffAL-7\u00ad', 'AL-7'],
	['DOSSIER\u00a017', 'DOSSIER 17'],
	['Réf. : AL-1', 'AL-1'],
	['Réf AL-1', 'AL-1'],
	['N° 17', 'N° 17'],
	['NUMERO-00007', 'NUMERO-00007'],
	['REF-2026-17', 'REF-2026-17'],
	['RÉFÉRENCE26-17', 'RÉFÉRENCE26-17'],
	['AL\u20111', 'AL-1'],
	['AL-1;', 'AL-1'],
	['"AL-1\n"', 'AL-1'],
	['AL-1,', 'AL-1'],
	['DOSSIER 17, suite', 'DOSSIER 17, suite'],
	['A;1', 'A;1'],
	['Martin, 2026-17', 'Martin, 2026-17'],
	['CLIENT12 AFF34', 'CLIENT12 AFF34'],
	['2026 0017', '2026 0017'],
	['NULL-17', 'NULL-17'],
	['Undefined Agency 3', 'Undefined Agency 3'],
	['D__17', 'D__17'],
];
test.each(AS_ONE)('%j is one name, in ordering and in looking up', (given, name) => {
	expect([readReference(given), readOrderNumber(given)]).toEqual([name, name]);
});

test.each([
	'26L000123, 26L000124',
	'DOSSIER-17;DOSSIER-18',
	'26L000123,26L000124, 26L000125',
	'AL-1\nAL-2',
	'AL-1\tAL-2',
	'AL-1|AL-2',
	'AL-1 AL-2',
	'24017 24018',
	'26L000123 26L000124',
	'"AL-1","AL-2"',
	'• AL-1\n• AL-2',
	'- AL-1\r\n- AL-2',
	'["AL-1","AL-2"]',
	"['AL-1', 'AL-2']",
	'AL-1 et AL-2',
	'\ufeffAL-1;\u200bAL-2',
])('several references for one are refused, one is wanted per item: %j', (text) => {
	for (const read of [readReference, readOrderNumber]) {
		expect(refusal(() => read(text))).toMatch(/several references: ".*one per item/s);
	}
});

test.each([
	['', /is empty/],
	[' \u200b ', /is empty/],
	['""', /is empty/],
	['0', /is "0", which stands for none/],
	['-', /stands for none/],
	['N/A', /stands for nothing/],
	['D-null', /"null".*in capitals/],
	['D-undefined', /"undefined".*in capitals/],
	['D-NaN', /"NaN".*in capitals/],
	['D-[object Object]', /\[object Object\].*in capitals/],
	['{{reference}}', /field of a template/],
	['{{ $json.reference }}', /not evaluated.*Expression/],
	['#REF!', /error of a spreadsheet/],
	['6,12E+08', /dropped figures/],
	[['AL-1'], /is a list, not one value.*\[0\]/],
	['a\tb', /control character/],
	['x'.repeat(201), /more than/],
])('%j is refused in ordering and in looking up', (given, sentence) => {
	expect(refusal(() => readReference(given))).toMatch(sentence);
	if (typeof given === 'string' && given.length > 50) return;
	expect(refusal(() => readOrderNumber(given))).toMatch(sentence);
});

test('a reference is put into a path only if it arrives there as written', () => {
	const names = 'AL-2026-000001 00481029 a.b_c~d-e . .. ... 2026/001 D-1#bis D?1 D%31 Dé'.split(
		' ',
	);
	expect([...names, 'D 1', ''].filter(isPathSafe)).toEqual(names.slice(0, 3));
});
