import { replacementFor } from './repairTable';
import { isEncodable } from './windows1252';

/** Letters without a decomposition, and signs whose plain writing is a matter of taste: suggestions only. */
const PLAIN: ReadonlyMap<string, string> = new Map([
	...pairs('łŁđĐħĦŧŦıȷŋŊəƏĸſẞɛƐɔƆ', 'lLdDhHtTijnNeEksßeEoO'),
	// Letters that Windows-1252 has, read as Latin-1 control characters.
	...pairs('\u0083\u0085\u008a\u008c\u008e\u009a\u009c\u009e\u009f', 'ƒ…ŠŒŽšœžŸ'),
	// Cyrillic and Greek letters that look exactly like a letter of the range.
	...pairs('АВЕКМНОРСТУХаеорсухіјѕԁԛԝІЈЅ', 'ABEKMHOPCTYXaeopcyxijsdqwIJS'),
	...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧομ', 'ABEZHIKMNOPTYXoµ'),
	['≤', '<='],
	['≥', '>='],
	['≠', 'différent de'],
	['≈', 'environ'],
	['∅', 'Ø'],
	['⌀', 'Ø'],
	['₤', '£'],
	['☐', '[ ]'],
	['☑', '[x]'],
	['☒', '[x]'],
	['✅', '[x]'],
	['←', '<-'],
	['↔', '<->'],
]);

function pairs(from: string, to: string): Array<[string, string]> {
	return Array.from(from, (character, index) => [character, to.charAt(index)]);
}

const MARK = /^\p{M}$/u;

/**
 * What could be written for a code point outside the range, always encodable; undefined when there is no
 * honest guess. As many accents as the range allows are kept: `ế` gives `ê`. An empty string stands for a
 * combining mark that can be left out.
 */
export function suggestionFor(character: string): string | undefined {
	if (MARK.test(character)) return '';
	const [first = '', ...marks] = character.normalize('NFD');
	let folded = PLAIN.get(first) ?? first;
	if (!isEncodable(folded)) folded = compatible(folded);
	if (!isEncodable(folded)) return undefined;
	for (const mark of marks) {
		const accented = (folded + mark).normalize('NFC');
		if (isEncodable(accented)) folded = accented;
	}
	return folded === character ? undefined : folded;
}

/** Unicode's own compatible writing (`Ⅳ` gives `IV`), with its typography repaired. */
function compatible(character: string): string {
	return Array.from(character.normalize('NFKC'), (part) =>
		isEncodable(part) ? part : (replacementFor(part)?.to ?? part),
	).join('');
}

const SCRIPTS: ReadonlyArray<readonly [name: string, test: RegExp]> = [
	['Cyrillic', /\p{Script=Cyrillic}/u],
	['Greek', /\p{Script=Greek}/u],
	['Arabic', /\p{Script=Arabic}/u],
	['Hebrew', /\p{Script=Hebrew}/u],
	['Armenian', /\p{Script=Armenian}/u],
	['Georgian', /\p{Script=Georgian}/u],
	['Han', /\p{Script=Han}/u],
	['Hiragana', /\p{Script=Hiragana}/u],
	['Katakana', /\p{Script=Katakana}/u],
	['Hangul', /\p{Script=Hangul}/u],
	['Thai', /\p{Script=Thai}/u],
	['Devanagari', /\p{Script=Devanagari}/u],
];

/** The script of a letter that is not Latin: a Cyrillic `а` among Latin letters cannot be seen by eye. */
export function scriptOf(character: string): string | undefined {
	return SCRIPTS.find(([, test]) => test.test(character))?.[0];
}
