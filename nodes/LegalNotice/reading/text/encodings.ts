/**
 * Finds texts that a program read with the wrong encoding, or off a page. Two thresholds say so, and a person can follow both: one
 * pair of characters that no language has, or odd joints in two different words: every notice repeats its name, and BienÊtre may
 * be one. Letters that are only rare (ROMÃ, Dušan, Søren) are neither.
 */
import { oneOf, placesOf, wordAt, type Pattern, type Place } from './places';

/** The bytes 80 to BF, of which UTF-8 makes the second part of a letter, as Windows-1252 and Latin-1 show them. */
const SECOND = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** Letters and signs that other code pages have where those of Western Europe have letters with accents. */
const FOREIGN =
	'[\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Thai}\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana}√\\u2500-\\u257f]';

/** One of these is enough: no text that is read as it was written has them. */
const IMPOSSIBLE: readonly Pattern[] = [
	// A letter of UTF-8 as two of Windows-1252 or 1250.
	{
		gate: /[ÃÅĂĹ]/,
		test: () => oneOf('gu', [`[ÃÅ]${SECOND}`, /[ĂĹ][^\p{Alpha}\s]|(?<=\p{Lower})[ĂĹ]/u]),
		isMeant: isNoLastLetter,
	},
	// A sign of UTF-8 so, its mark at the head of a file, and what is written where no letter could be read.
	{
		gate: /[Âïðÿþ\ufffd]|â[^a-z ]/,
		test: () =>
			oneOf('gu', [
				/â[€‚„ˆ—–œ˜†]/u,
				/(?<!\p{Upper})Â[\u00a0-¿]|(?<!\p{Alpha})NÂ°|(?<=\d)Â(?= ?\d)/u,
				/ï»¿|ï¿½|ðŸ|^ÿþ|^þÿ|\ufffd/u,
			]),
	},
	// What a Mac leaves of œ: Spanish has the sign before a word.
	{ gate: /¿/, test: () => /(?<=[\p{Alpha}'’])¿(?=\p{Lower})/gu },
	// UTF-8 as a Mac and as DOS show it.
	{
		gate: /[√¬≈├ÔΓГ]|‚[ÄÇ]/,
		test: () => /√[^\s\d√]|‚[ÄÇ]|¬[´ª∞†Æ]|≈[ìí]|├.|ÔÇ|Ôé¼|[ΓГ][^\p{Alpha}\s.,;:)'’]/gu,
	},
	{
		gate: /[\u0370-\u1fff√\u2500-\u257f\u2e80-\uffef]/,
		test: () => new RegExp(`(?<=[a-zçèéêô])${FOREIGN}{1,3}(?=[a-zçèéêô])`, 'gu'),
	},
	// Letters as codes: of mails, of addresses, of JSON, of RTF, of PDF files.
	{
		gate: /=[\dA-F]{2}|=\?|%[\dA-F]{2}|\\[ux']|\+[AI]|\(cid:/,
		test: () =>
			oneOf('gu', [
				/=C3=[89AB][\dA-F]|=E2=80|=C2=[AB]|(?<=[a-z])=[C-F][\dA-F](?=[a-z=\s.,;])/u,
				/=\?[\w-]{3,20}\?[BbQq]\?/u,
				/%C3%[89AB][\dA-F]|%E2%80|%C2%[AB]|(?<=\p{Alpha})%(?:20|2C|5B|5D|E[0-9A-F])(?=[\p{Alpha}\d%])/u,
				/\\u[\da-fA-F]{4}|\\x[89a-fA-F][\da-fA-F]|\\'[89a-f][\da-f]/u,
				/\+(?:A[M-P][AEIMQUYcgkosw048]|IB[ckgw])-/u,
				/\(cid:\d{1,5}\)/u,
			]),
	},
	// What is written where French has "à", and no other word of one letter.
	{
		gate: /[‡ŕąаαΰÖˆ]| ê /,
		test: () =>
			/^[‡ŕąаαΰˆ](?= \p{Lower})|(?<=[\p{Alpha}\d,][ \u00a0])[‡ŕąаαΰÖˆê](?=[ \u00a0][\p{Alpha}\d])/gmu,
	},
];

/** In "ROMÃ »" the letter ends a word in capitals, and the sign behind it is a sign. */
function isNoLastLetter({ index, found }: Place, text: string): boolean {
	const isAfterCapital = /\p{Upper}/u.test(text.charAt(index - 1));
	const isPunctuation = /[»«’”“‘…–—•·°\u00a0]$/.test(found);
	const isBeforeLetter = /\p{Alpha}/u.test(text.charAt(index + found.length).replace(/^[Ss]$/, ''));
	return !isAfterCapital || !isPunctuation || isBeforeLetter;
}

/** Beginnings of French words without their letters with accents, and whole ones; no word of its own is among them. */
const BEGINNINGS =
	'socit dnom prsid gnral dcid dcemb fvri cranc agrment dsign dlib clture dpart premire dernire ngoc transfr rserv prsent rgim intgral';
const WHOLE =
	'sige grance responsabilit unanimit associs? constitu nomm modifi approuv donn communaut';

/** Two words with one of these are needed: a single one may be a name. */
const ODD: readonly Pattern[] = [
	{
		gate: /[a-zà-ÿ][Á-ÌÍ-ÞŠŽŸ]|[‚ƒ„†‡ˆ‰‹›“”˜™¢¤¥¦©¬¯±¶¸¿¡÷\u0080-\u009f□´¨]/,
		test: () =>
			oneOf('gu', [
				// Capitals behind small letters; not É, À, Œ, which trade names have there (BioÉnergie), and Ç only where French has none.
				/(?<=\p{Lower})(?:[ÁÂÃÄÅÆÈÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŠŽŸ](?=\p{Lower}|[\s.,;:)]|$)|Ç(?=[b-df-hj-np-tv-z\s.,;]|$))/u,
				/(?<=\p{Alpha})[‚ƒ„†‡ˆ‰‹›“”˜™¢¤¥¦©¬¯±¶¸¿¡÷\u0080-\u009f□](?=\p{Alpha})/u,
				// An accent as a sign of its own, as old PDF files have it; between "qu" or one letter and a vowel it is an apostrophe.
				/(?<=\p{Alpha}{2})(?<!qu|rd)[´¨](?=[aeiouyAEIOUY])|(?<=[aeio])[´¨]/u,
			]),
		distinct: 2,
	},
	// Figures that a scanner took for letters.
	{
		gate: /[a-z]1[a-z]|1['’][a-z]|[a-zA-Z]0[a-zA-Z]/,
		test: () =>
			/(?<=\p{Lower})1(?=\p{Lower})|(?<=\p{Alpha})0(?=\p{Lower})|(?<![\p{Alpha}\d])1(?=['’]\p{Lower})|(?<=\p{Upper})0(?=\p{Upper})/gu,
		distinct: 2,
	},
	// Question marks in the place of letters; a word begins with one as well: "?t?".
	{
		gate: /[a-zA-Z]\?[a-zA-Z]/,
		test: () => /(?<=[a-zA-Z]| )\?(?=[a-z])|(?<=[a-zA-Z])\?(?=[A-Z])/g,
		isMeant: (place, text) => !/[/=]/.test(wordAt(text, place)),
		distinct: 2,
	},
	// Accents that were dropped: there is none left.
	{
		gate: /^[^éèàêçÉ]*$/,
		test: () =>
			new RegExp(
				`(?<!\\p{Alpha})(?:(?:${BEGINNINGS.replaceAll(' ', '|')})\\p{Alpha}{0,20}|${WHOLE.replaceAll(' ', '|')})(?!\\p{Alpha})`,
				'giu',
			),
		distinct: 2,
	},
];

/** @returns the joints that no text has which was read as it was written */
export function impossibleIn(text: string): Place[] {
	return placesOf(text, IMPOSSIBLE);
}

/** @returns the places that show it, none for a text that was read as it was written */
export function findWrongEncoding(text: string): Place[] {
	const impossible = impossibleIn(text);
	return impossible.length > 0 ? impossible : placesOf(text, ODD);
}
