/**
 * Finds texts that a program read with the wrong encoding, or off a page. Two thresholds say so, and a person can follow both: one
 * pair of characters that no language has, or odd joints in two different words: every notice repeats its name, and BienÊtre may
 * be one. Letters that are only rare (ROMÃ, Dušan, Søren) are neither.
 */
import { placesOf, wordAt, wordsOf, type Characters, type Pattern, type Place } from './places';

/** The bytes 80 to BF, of which UTF-8 makes the second part of a letter, as Windows-1252 and Latin-1 show them. */
const SECOND = '\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const FOREIGN =
	'\\p{Script=Cyrillic}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Thai}\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana}\\u2500-\\u257f';

/** One of these is enough: no text that is read as it was written has them. */
const IMPOSSIBLE: readonly Pattern[] = [
	{ gate: /Ã/, test: () => new RegExp(`Ã[${SECOND}]`, 'g'), isMeant: isNoLastLetter },
	{ gate: /â[^a-z ]/, test: () => /â[€‚„ˆ—–œ˜†]/g },
	{ gate: /Â/, test: () => /(?<!\p{Upper})Â[\u00a0-¿]|(?<!\p{Alpha})NÂ°|(?<=\d)Â(?= ?\d)/gu },
	{ gate: /Å/, test: () => /Å[“’‚„Ÿ¡¢£]/g, isMeant: isNoLastLetter },
	{ gate: /[ïðÿþ]/, test: () => /ï»¿|ï¿½|ðŸ|^ÿþ|^þÿ/g },
	// UTF-8 read as windows-1250, windows-1257 or ISO 8859-2.
	{
		gate: /[ĂĹĆ]/,
		test: () => /[ĂĹĆ][^\p{Alpha}\s]|(?<=\p{Lower})[ĂĹĆ]/gu,
		isMeant: isNoLastLetter,
	},
	// UTF-8 read as Mac Roman, and as a code page of DOS, of Greece or of Russia.
	{ gate: /[√‚¬≈]/, test: () => /√[^\s\d√]|‚[ÄÇ]|¬[´ª∞†Æ]|≈[ìí]/g },
	{ gate: /[a-z][\u0370-\u03ff]/, test: () => /(?<=[a-z])[\u0388-\u03e1]/g },
	{ gate: /[├ÔΓГ]/, test: () => /├.|ÔÇ|Ôé¼|[ΓГ][^\p{Alpha}\s.,;:)'’]/gu },
	{
		gate: /[\u0370-\u1fff\u2500-\u257f\u2e80-\uffef]/,
		test: () => new RegExp(`(?<=[a-zçèéêô])[${FOREIGN}]{1,3}(?=[a-zçèéêô])`, 'gu'),
	},
	{
		gate: /=[\dA-F]{2}/,
		test: () => /=C3=[89AB][\dA-F]|=E2=80|=C2=[AB]|(?<=[a-z])=[C-F][\dA-F](?=[a-z=\s.,;])/g,
	},
	{
		gate: /\\[ux'r]/,
		test: () => /\\u[\da-fA-F]{4}|\\x[89a-fA-F][\da-fA-F]|\{\\rtf|\\'[89a-f][\da-f]/g,
	},
	{ gate: /\+[AI]/, test: () => /\+(?:A[M-P][AEIMQUYcgkosw048]|IB[ckgw])-/g },
	{ gate: /\ufffd/, test: () => /\ufffd/g },
	{
		gate: /%[\dA-F]{2}/,
		test: () =>
			/%C3%[89AB][\dA-F]|%E2%80|%C2%[AB]|(?<=\p{Alpha})%(?:20|2C|5B|5D|E[0-9A-F])(?=[\p{Alpha}\d%])/gu,
	},
	// What PDF files have in the place of letters that they do not name.
	{ gate: /\(cid:/, test: () => /\(cid:\d{1,5}\)/g },
	{ gate: /=\?/, test: () => /=\?[\w-]{3,20}\?[BbQq]\?/g },
	// What stands where French has "à".
	{ gate: /[‡ŕąаαΰˆ]/, test: () => /^[‡ŕąаαΰˆ](?= \p{Lower})/gmu },
	{
		gate: /[‡ŕąаαΰÖˆ]| ê /,
		test: () => /(?<=[\p{Alpha}\d,][ \u00a0])[‡ŕąаαΰÖˆê](?=[ \u00a0][\p{Alpha}\d])/gu,
	},
	// What stands where it has the sign of the euro behind an amount, and the sign of degrees in n°: of a Mac, and of DOS.
	{ signs: 'ÛÕ', test: () => /(?<=\d[ \u00a0]?)[ÛÕ](?!\w)/g },
	{ signs: '¡ø', test: () => /(?<=(?<!\w)[nN])[¡ø](?=[ \u00a0]?\d)/g },
	{
		gate: /[čę]/,
		test: () =>
			/(?<!\p{Alpha})(?:[Ss]ičge|[Aa]?[Pp]rčs|[Gg]érčre|[Pp]remičre|[Mm]ęme|[Ii]ntéręt)|[a-z]ičre(?!\p{Alpha})/gu,
	},
];

/** In "ROMÃ »" the letter ends a word in capitals, and the sign behind it is a sign. */
function isNoLastLetter({ index, found }: Place, text: string): boolean {
	const isAfterCapital = /\p{Upper}/u.test(text.charAt(index - 1));
	const isPunctuation = /[»«’”“‘…–—•·°\u00a0]$/.test(found);
	const isBeforeLetter = /\p{Alpha}/u.test(text.charAt(index + found.length).replace(/^[Ss]$/, ''));
	return !isAfterCapital || !isPunctuation || isBeforeLetter;
}

/** Two words with one of these are needed: a single one may be a name. */
const ODD: readonly Pattern[] = [
	// Not É, Ç, À, Œ, which trade names have inside: BioÉnergie.
	{
		gate: /[a-zà-ÿ][Á-ÆÈ-Ì\u00cd-ÞŠŽŸ]/,
		test: () => /(?<=\p{Lower})[ÁÂÃÄÅÆÈÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŠŽŸ](?=\p{Lower}|[\s.,;:)]|$)/gu,
	},
	{
		gate: /[‚ƒ„†‡ˆ‰‹›“”˜™¢¤¥¦©¬¯±¶¸¿¡÷\u0080-\u009f□]/,
		test: () => /(?<=\p{Alpha})[‚ƒ„†‡ˆ‰‹›“”˜™¢¤¥¦©¬¯±¶¸¿¡÷\u0080-\u009f□](?=\p{Alpha})/gu,
	},
	// An accent as a sign of its own, as old PDF files have it; between "qu" or one letter and a vowel it is an apostrophe.
	{
		gate: /[´¨]/,
		test: () => /(?<=\p{Alpha}{2})(?<!qu|rd)[´¨](?=[aeiouyAEIOUY])|(?<=[aeio])[´¨]/gu,
	},
	// The é of DOS in the eyes of a Mac: French has ç before a, o and u only.
	{ gate: /[a-z]Ç/, test: () => /(?<=\p{Lower})Ç(?=[b-df-hj-np-tv-z\s.,;]|$)/gu },
	// The à of Mac Roman in DOS, and the family of Ó Briain.
	{ gate: / Ó /, test: () => /(?<=[\p{Alpha}\d,] )Ó(?= [\p{Alpha}\d])/gu },
];

const SCANNED: readonly Pattern[] = [
	// Figures that a scanner took for letters.
	{
		gate: /[a-z]1[a-z]|1['’][a-z]|[a-zA-Z]0[a-zA-Z]/,
		test: () =>
			/(?<=\p{Lower})1(?=\p{Lower})|(?<=\p{Alpha})0(?=\p{Lower})|(?<![\p{Alpha}\d])1(?=['’]\p{Lower})|(?<=\p{Upper})0(?=\p{Upper})/gu,
	},
];

/** Beginnings of French words without their letters with accents, and whole ones; no word of its own is among them. */
const BEGINNINGS =
	'socit dnom prsid gnral dcid dcemb fvri cranc agrment dsign dlib clture dpart premire dernire ngoc transfr rserv prsent rgim intgral';
const WHOLE =
	'sige grance responsabilit unanimit associs? constitu nomm modifi approuv donn communaut';
const DROPPED: readonly Pattern[] = [
	{
		// Where accents were dropped there is none left.
		gate: /^[^éèàêçÉ]*$/,
		test: () =>
			new RegExp(
				`(?<!\\p{Alpha})(?:(?:${BEGINNINGS.replaceAll(' ', '|')})\\p{Alpha}{0,20}|${WHOLE.replaceAll(' ', '|')})(?!\\p{Alpha})`,
				'giu',
			),
	},
];

const QUESTIONED: readonly Pattern[] = [
	{
		gate: /[a-zA-Z]\?[a-zA-Z]/,
		// A word begins with one as well: "?t?".
		test: () => /(?<=[a-zA-Z]| )\?(?=[a-z])|(?<=[a-zA-Z])\?(?=[A-Z])/g,
		isMeant: (place, text) => !/[/=]/.test(wordAt(text, place)),
	},
	// At the end of a word, where others write an underscore for what they cannot.
	{ signs: '_', test: () => /(?<=[a-z])_(?!\w)/g },
];

/**
 * Any character that is not usual in a French text. Without one there is nothing to look for, and most texts end here. What the
 * patterns above look for has to be in it: a usual letter only in a place that is not usual (`â` with a sign, `Ç` behind a letter).
 */
const SUSPECT =
	/[^\n -<>-[\]a-z](?<![\u00a0«»°²³½àâçèéêëîïôùûüœÉÀÇÈÊÎŒ’–—…€])|â[^a-z]|[a-z]Ç|[a-zà-ÿ][ÈÊÎ]| ê |%[\dA-F]{2}|\+[AI]|\(cid:/;

/** @returns the joints that no text has which was read as it was written */
export function impossibleIn(text: string, characters: Characters): Place[] {
	return SUSPECT.test(text) ? placesOf(text, IMPOSSIBLE, characters) : [];
}

/** @returns the places that show it, none for a text that was read as it was written */
export function findWrongEncoding(text: string, characters: Characters): Place[] {
	const isSuspect = SUSPECT.test(text);
	const impossible = isSuspect ? placesOf(text, IMPOSSIBLE, characters) : [];
	if (impossible.length > 0) return impossible;
	for (const patterns of [...(isSuspect ? [ODD] : []), SCANNED, QUESTIONED, DROPPED]) {
		const places = placesOf(text, patterns, characters);
		if (wordsOf(text, places).size > 1) return places;
	}
	return [];
}
