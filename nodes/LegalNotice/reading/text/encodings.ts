/**
 * Finds texts that a program read with the wrong encoding. Two thresholds say so, and a person can follow both: one pair of
 * characters that no language has, or two odd joints inside words. Letters that are only rare (ROMÃ, Dušan, Søren) are neither.
 */
import { isInAddress, placesOf, wordAt, type Pattern, type Place } from './places';

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
	{ gate: /\+A/, test: () => /\+A[A-Z][A-Za-z\d+/]{1,6}-/g },
	{ gate: /\ufffd/, test: () => /\ufffd/g },
	{
		gate: /%[CE]/,
		test: () => /%C3%[89AB][\dA-F]|%E2%80|%C2%[AB]/g,
		isMeant: (place, text) => !isInAddress(text, place),
	},
	{ gate: /=\?/, test: () => /=\?[\w-]{3,20}\?[BbQq]\?/g },
	// What stands where French has "à".
	{ gate: /[‡ŕąаαΰˆ]/, test: () => /^[‡ŕąаαΰˆ](?= \p{Lower})/gmu },
	{
		gate: /[‡ÓŕąаαΰÖˆê]/,
		test: () => /(?<=[\p{Alpha}\d,][ \u00a0])[‡ÓŕąаαΰÖˆê](?=[ \u00a0][\p{Alpha}\d])/gu,
	},
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

/** Two of these are needed: a single one may be a name. */
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
	{ gate: /[a-z][\u0370-\u03ff]/, test: () => /(?<=[a-z])[\u0388-\u03e1]/g },
	{ gate: /\\[nrt]/, test: () => /\\[nrt](?=\p{Upper}|\\)/gu },
];

/** French words without their letters with accents; none of them is a word of its own. */
const WITHOUT_ACCENTS = (
	'socits? responsabilit dnomme?s? dnomination prsidente? gnrale? sige dcide?s? dcembre fvrier grance associs? cranciers? crance constitu ' +
	'agrment modifis? dsigne? ngoce convoqus? rsultat dlibrer antrieure? soussigne?s? rduite? intgrale? rgime communaut dcharge? prononc ' +
	'approuv rserves? prsents? clture unanimit nomm dpartement dernire premire enregistr lgale?s? lments matriel infrieure? dcision transfre?r? reue?s? donn'
)
	.split(' ')
	.join('|');
const DROPPED: readonly Pattern[] = [
	{
		// Where accents were dropped there is none left.
		gate: /^[^éèàêçÉ]*$/,
		test: () => new RegExp(`(?<!\\p{Alpha})(?:${WITHOUT_ACCENTS})(?!\\p{Alpha})`, 'giu'),
	},
];

const QUESTIONED: readonly Pattern[] = [
	{
		gate: /[a-zA-Z]\?[a-zA-Z]/,
		// A word begins with one as well: "?t?".
		test: () => /(?<=[a-zA-Z]| )\?(?=[a-z])|(?<=[a-zA-Z])\?(?=[A-Z])/g,
		isMeant: (place, text) => !/[/=@]|www\./.test(wordAt(text, place)),
	},
];

/**
 * Any character that is not usual in a French text. Without one there is nothing to look for, and most texts end here. What the
 * patterns above look for has to be in it: a usual letter only in a place that is not usual (`â` with a sign, `Ç` behind a letter).
 */
const SUSPECT =
	/[^\n -<>-[\]a-z](?<![\u00a0«»°²³½àâçèéêëîïôùûüœÉÀÇŒ’–—…€])|â[^a-z]|[a-z]Ç| ê |%[CE]|\+A/;

/** @returns the places that show it, none for a text that was read as it was written */
export function findWrongEncoding(text: string): Place[] {
	if (SUSPECT.test(text)) {
		const impossible = placesOf(text, IMPOSSIBLE);
		if (impossible.length > 0) return impossible;
		const odd = placesOf(text, ODD);
		if (odd.length > 1) return odd;
	}
	for (const patterns of [QUESTIONED, DROPPED]) {
		const places = placesOf(text, patterns);
		const words = new Set(places.map((place) => wordAt(text, place).toLowerCase()));
		if (words.size > 1) return places;
	}
	return [];
}
