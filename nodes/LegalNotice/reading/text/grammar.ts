/**
 * What no finished notice has: signs of templates, values that only programs write, brackets, blanks that nobody filled in, and words
 * that are missing. The rules are closed: they look at positions, not at what each tool leaves behind, and `findings.ts` knows the
 * tools. Plain words betray nothing, and no rule is made for them. Every kind of space is a plain one here.
 */
import { dayInFrench, dayNamed, WEEKDAYS } from '../cells/dates';
import { ADDRESS_LETTER, withoutAddresses } from './addresses';
import { findWrongEncoding, impossibleIn } from './encodings';
import { decodeEntities } from './entities';
import { oneOf, placesOf, wordAt, type Pattern, type Place } from './places';

/** What forms and templates call their fields. */
const LABELS = (
	'noms? pr[ée]noms? adresse ville date montant capital si[èe]ge siren siret rcs d[ée]nomination raison[ _]?sociale soci[ée]t[ée] forme g[ée]rante? ' +
	'pr[ée]sidente? dirigeante? associ[ée]e? dur[ée]e objet code[ _]?postal cp civilit[ée] num[ée]ro qualit[ée] champ field'
)
	.split(' ')
	.join('|');

const TITLES = 'M\\.|Mme|Mlle|Monsieur|Madame|Maître';

/** What people write into a cell that is to be filled in later: as a whole it is no name and no text. */
export const TO_COMPLETE =
	'[àa] (?:compl[ée]ter|pr[ée]ciser|remplir|renseigner|d[ée]finir|v[ée]rifier)';

/** What a program writes for another one: such a text is no notice at all. */
const DATA: readonly Pattern[] = [
	// JSON: a name in quotation marks before a colon, or a list of words in quotation marks.
	{
		gate: /[[{"]/,
		test: () =>
			oneOf('gmu', [
				/\{\s{0,9}(?:"[^"\n]{1,80}"|'[^'\n]{1,80}')\s{0,9}:/u,
				/^\s{0,9}"[^"\n]{1,40}": ?"/u,
				/^\s{0,9}\[\s{0,9}(?:\{\s{0,9}["']|"[^"\n]{0,80}"\s{0,9}[,\]]|'[^'\n]{0,80}'\s{0,9}[,\]])/u,
			]),
	},
	// A file as text: letters of both kinds and figures without order, longer than any identifier.
	{
		gate: /[a-z][A-Z]|;base64,/,
		test: () => /(?<![A-Za-z\d+/])[A-Za-z\d+/]{65}|;base64,/g,
		isMeant: ({ found }) => found.startsWith(';') || (/[a-z][A-Z]/.test(found) && /\d/.test(found)),
	},
];

/** Markup that a reader would see. In plain text it is that of a text in HTML; in HTML it was escaped. */
const TAGS: readonly Pattern[] = [
	{
		gate: /</,
		test: () =>
			oneOf('giu', [
				/<\/?(?:p|br|div|span|strong|b|em|i|u|ul|ol|li|h[1-6]|table|tr|td|a|hr|font|img)(?:\s[^<>]{0,200})?\/?>/u,
				/<\/\p{Alpha}[^<>\s]{0,60}>/u,
				/<!(?:--|\[|DOCTYPE)/u,
			]),
	},
];

const ENTITIES: readonly Pattern[] = [
	{
		gate: /&/,
		test: () =>
			oneOf('gu', [
				/&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{2,6}|#x[\da-fA-F]{2,6});/u,
				// Where the semicolon was forgotten, beginnings that no name has: INFO&quotidien and SON&amplis are names.
				/&(?:[a-zA-Z](?:acute|grave|circ|uml|cedil|tilde|ring)|nbsp|[lr]aquo|[lr]squo|(?:amp|quot|copy)(?![a-zà-ÿ]))/u,
				/&#(?:\d{2,4}|x[\dA-Fa-f]{2,4})(?![\da-fA-F])/u,
			]),
		isMeant: isEntity,
	},
];

/** The `&D;` of `R&D;` is none; one in capitals is what capitals were made of. */
function isEntity({ found }: Place): boolean {
	if (!found.endsWith(';')) return true;
	return decodeEntities(found) !== found || /^&[A-Z](?:ACUTE|GRAVE|CIRC|CEDIL|UML);$/.test(found);
}

const ENGLISH_MONTHS =
	'January|February|March|April|May|June|July|August|September|October|November|December';
const SHORT_MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';

/** What programs write where they have found nothing. `True`, `NULL` and `N/A` are words of somebody as well: they pass. */
const LEFT_BEHIND: readonly Pattern[] = [
	// Nothing, as programs write it, in this case alone: a company may be called Null or Infinity, and a drink null-calorie.
	{
		gate: /undefined|null|Na[NT]|Infinity|\[object|\\N/,
		test: () =>
			oneOf('gu', [
				/undefined|\[object \w{1,20}\]|(?<!\S)\\N(?!\w)/u,
				/(?<![\p{Alpha}\d])(?:null(?!-\p{Lower})|NaN|NaT|-Infinity)(?![\p{Alpha}\d])/u,
				/Infinity(?= ?(?:€|euro|EUR|jours|mois|ans))/u,
			]),
	},
	// Words of programs where a value is expected: None is also a town in Italy.
	{
		gate: /(?<![a-z])(?:[Nn]one|nan|nil|true|false|empty)(?![a-z])/,
		test: () =>
			oneOf('gmu', [
				/(?<=[:=(] ?)(?:None|none|nan|nil|true|false|empty)(?= ?(?:[.,;)\]€]|euro|ans|jours|mois|$))/u,
				/(?<!\p{Alpha})(?:None|nan)(?= (?:€|euro))/u,
				`(?<=(?<!\\p{Alpha})(?:${TITLES}|n°|numéro|SIRE[NT]|RCS(?: \\p{Upper}[\\p{Alpha}'’-]{1,30}){0,4}|demeurant|du|au|le) )None(?![\\p{Alpha}\\d-])`,
			]),
	},
	// Errors of a sheet in any language: #REF!, #NOM?, #ЗНАЧ!, and #### where a column is too narrow.
	{
		gate: /#/,
		test: () =>
			oneOf('gu', [
				/(?<!\p{Alpha})#[¡¿]?\p{Upper}[\p{Alpha}\d/_.]{1,30}[!?]/u,
				/#N\/[AD]|#Nom \?|(?<!\p{Alpha})#Err(?:or|eur)(?!\p{Alpha})/u,
				/(?<=\S )#{4,200}/u,
			]),
	},
	// What a program says in the place of a value.
	{
		gate: /Err|Loading|Chargement|Invalid/,
		test: () =>
			oneOf('gu', [
				/Err:\d{3}|(?:Loading|Chargement(?: en cours)?)(?:\.{3}|…)/u,
				/(?<!\p{Alpha})Invalid (?:[Dd]ate|DateTime)(?!\p{Alpha})/u,
				/Erreur ?! (?:Signet|Source|Nom|Référence|Aucun|Liaison)[^.\n]{0,60}/u,
				/Error! (?:Bookmark|Reference)[^.\n]{0,60}|(?<!\p{Alpha})\p{Upper}\p{Alpha}{0,30}Error:/u,
			]),
	},
	// The first day that a sheet knows.
	{ gate: /30\/12\/1899/, test: () => /30\/12\/1899/gu },
];

/** Values that only programs write so. `46360` may be a number of somebody: it passes. */
const VALUES: readonly Pattern[] = [
	// A value in brackets behind its type: Decimal('5.00'), Person(name=Kim), datetime.date(2019, 10, 3).
	{
		gate: /\((?:'|\d|\w{1,40}=)(?<=\w\(.{1,41})/,
		test: () =>
			/\w{1,60}\((?:'[^'\n]{0,100}'|\w{1,40}=[^()\n]{1,200})\)|[a-z]\.[a-z]{2,40}\(\d{4}, \d[^()\n]{0,40}\)/g,
	},
	// Numbers as programs count: 10000.000000000002, 812345678.0, 1.5e+6 and, of an English one, 5,000.00 €.
	{
		gate: /[.,]\d{10}|\.0(?<=\d..)|,0{5}|,\d{3}\.\d|[eE][+\d](?<=\d..)/,
		test: () =>
			oneOf('gu', [
				/(?<![\d.,])\d{1,15}[.,](?:\d{10,30}|0{5,9}(?= ?(?:€|euro|EUR)))/u,
				/(?<![\d.,])\d{4,15}\.0(?![\d.,]?\d)|\d\.0{4,12}(?![\d.,]?\d)/u,
				/(?<![\p{Alpha}\d.,])\d(?:[.,]\d{1,15}[eE]\+?\d{1,3}|[eE]\+\d\d\d?)(?![\p{Alpha}\d])/u,
				/(?<![\d.,])\d{1,3}(?:,\d{3}){1,4}\.\d\d(?= ?(?:€|euro|EUR))/u,
			]),
		isMeant: isCounted,
		isOfTextsOnly: true,
	},
	// Figures that a scanner took for letters, in an amount and a day: 35 0OO €, du l2 novembre.
	{
		gate: /O ?(?:€|eu|EUR)|(?:du|le|au) [lIO]\d /,
		test: () =>
			oneOf('gu', [
				/(?<=\d[ .]?)[\dO]{0,9}O(?= ?(?:€|(?:euros?|EUR)(?!\p{Alpha})))/u,
				`(?<=(?<!\\p{Alpha})(?:du|le|au) )[lIO]\\d(?= ${MONTH}(?!\\p{Alpha}))`,
			]),
		isOfTextsOnly: true,
	},
	// Points in time, to the second or in milliseconds since 1970.
	{
		gate: /:\d\d(?<=\d...)|(?<!\d)1[789]\d{11}(?!\d)/,
		test: () =>
			oneOf('gu', [
				/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.+Z-]{0,20}|\/\d{4} 00:00:00|\d:\d\d:\d\d\.\d/u,
				/\/\d{4} \d{1,2}:\d\d(?::\d\d)? [AP]M(?!\p{Alpha})/u,
				/[A-Z][a-z]{2},? (?:\d{1,2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{2} \d{1,2}(?: \d{4})?) \d\d:\d\d/u,
				/(?<![\d.,])1[789]\d{11}(?!\d)/u,
			]),
		isOfTextsOnly: true,
	},
	// Days in English, or without anything between their figures.
	{
		gate: /(?:\d [A-Z][a-z]{2,8},?|[a-z] \d\d?,?) \d{4}|[eu] (?:19|20)\d{6}/,
		test: () =>
			oneOf('gu', [
				// In a sentence in English they are right.
				`(?<!\\d|(?:on|dated|until|by) )\\d{1,2} (?:${ENGLISH_MONTHS}),? \\d{4}`,
				`(?<!(?:on|dated|until|by) )(?:${ENGLISH_MONTHS}) \\d{1,2}, \\d{4}`,
				`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:(?:${SHORT_MONTHS}) \\d{1,2}|\\d{1,2} (?:${SHORT_MONTHS})) \\d{4}`,
				/(?<= (?:le|du|au) )(?:19|20)\d{6}(?!\d)/u,
			]),
	},
	// Identifiers of records, which say nothing to a reader; those of public tenders are printed behind that word.
	{
		gate: /\d[A-Za-z]{1,20}\d|-[\da-fA-F]{4}-[\da-fA-F]{4}-/,
		test: () =>
			oneOf('gu', [
				/(?<![\p{Alpha}\d])(?<!(?:dentifiant|DENTIFIANT|UUID)[^\n]{0,60})[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}/u,
				/(?<![\p{Alpha}\d-])[A-Za-z\d]{14,64}(?![\p{Alpha}\d-])/u,
			]),
		isMeant: ({ found }) => isIdentifier(found),
		isOfTextsOnly: true,
	},
	// People as the register of companies writes them: DUPONT*JEAN MARIE/.
	{ gate: /\*/, test: () => /\p{Upper}{2,40}\*\p{Upper}[\p{Upper} '-]{0,60}\//gu },
];

/** A par value may have a dozen decimals; more figures than people count with, or a row of zeros or nines, are those of a program. */
function isCounted({ found }: Place): boolean {
	// People write decimals behind a comma.
	if (!/,\d{10}/.test(found)) return true;
	const figures = found.replace(/\D/g, '').replace(/^0+(?=[1-9])/, '');
	return figures.length >= 15 || /0{6}|9{6}/.test(figures);
}

/** Small and large letters and figures without order, or hexadecimal ones. */
function isIdentifier(word: string): boolean {
	if (/^[\da-f]{8}-/i.test(word)) return true;
	if (/^[\da-f]{24,64}$/.test(word)) return /[a-f]/.test(word) && /\d/.test(word);
	const groups = word.match(/\d+/g)?.length ?? 0;
	return groups > 1 && /[a-z]/.test(word) && /[A-Z]/.test(word);
}

const MONTH =
	'(?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[ée]cembre)';
const WEEKDAY = `(?:${WEEKDAYS.french.join('|')})`;
/** Days that no calendar has. What only looks like one is the number of a file, unless a word that wants a date is before it. */
const DATES: readonly Pattern[] = [
	{
		gate: /[/.-]\d{4}(?<=\d\1\d\d?([/.-])\d{4})/,
		test: () =>
			/(?<=(?<!\p{Alpha})(?:[Ll]e|[Dd]u|[Aa]u|[Dd]ès le|[Dd]ates? ?:) )\d{1,2}([/.-])\d{1,2}\1\d{4}(?![\d/-]|\.\d)/gu,
		isMeant: isNoDate,
	},
	{
		gate: /(?:29|[3-9]\d) (?:[jm][au]|[fds][ée]|av|ao|oc|no)/i,
		test: () =>
			new RegExp(
				'(?<![\\d/.,-]|(?:n°|nos?|n°s|numéro) ?)(?:29|3[01]|(?<=(?<!\\p{Alpha})(?:le|du|au) )(?:3[2-9]|[4-9]\\d))' +
					` ${MONTH}(?:\\.? \\d{4})?(?!\\p{Alpha})`,
				'giu',
			),
		isMeant: isNoDate,
	},
	// A weekday that is not that of its date.
	{
		gate: /(?:di|manche) \d/i,
		test: () =>
			new RegExp(
				`(?<!\\p{Alpha})${WEEKDAY} (?:\\d\\d?|1er) ${MONTH} (?:1[89]|20)\\d\\d(?!\\d)`,
				'giu',
			),
		isMeant: isOtherWeekday,
	},
	// An hour that no day has, or a minute that no hour has; 24 h 00 is midnight.
	{
		gate: /à (?:\d\d?) ?h/,
		test: () =>
			/(?<=(?<!\p{Alpha})à )(?:(?:2[5-9]|[3-9]\d) ?h ?\d\d|\d{1,2} ?h ?[6-9]\d)(?![\d\p{Alpha}])/gu,
	},
];

/** Without a year any 29 February may be meant. */
const SOME_LEAP_YEAR = ' 2000';

/** Days and months of zeros are blanks. */
function isNoDate({ found }: Place): boolean {
	const written = /\d{4}$/.test(found) ? found : found + SOME_LEAP_YEAR;
	return !/(?<!\d)00?(?!\d)/.test(found) && dayNamed(written) === undefined;
}

function isOtherWeekday({ found }: Place): boolean {
	const [weekday = '', ...date] = found.toLowerCase().split(' ');
	const day = dayNamed(date.join(' '));
	return day !== undefined && !dayInFrench(day).startsWith(weekday);
}

/** More dots than an ellipsis has. */
const DOTS = '(?:\\.{4}|……|…\\.{3})[.…]{0,400}';
/** What is written in the place of the figures of a day or a month. */
const NO_FIGURES = '[Xx]{1,2}|\\.{2,8}|…|_{1,8}|\\?{1,2}';

/** Figures and words that somebody has still to write: dots, underscores, crosses, stars in their place. */
const BLANKS: readonly Pattern[] = [
	// A day, a month and a year, not all of figures: 12/XX/2026, __/__/____, JJ-MM-AAAA, 00/00/0000.
	{
		gate: /\/ ?(?:[JDXMAYjdxmay._…?/]|20\D)|\/(?<=(?:[JDXjdx._…?]|(?<!\d)00?) ?\/)|0[.-]00|99\/99|[JDXjdx]{2}[-. ][MXmx]/,
		test: () =>
			oneOf('gu', [
				`(?<![\\p{Alpha}\\d/])(?:\\d{1,2}|JJ|jj|DD|dd|${NO_FIGURES})( ?/ ?|[-. ])(?:\\d{1,2}|MM|mm|mois|MOIS|${NO_FIGURES})\\1` +
					'(?:20[Xx_.]{2}|\\d{2,4}|[Aa]{4}|[Yy]{4}|[Xx]{2,4}|\\.{2,8}|…|_{1,8}|\\?{2,4})(?![\\p{Alpha}\\d/])',
				/(?<=(?:le|du|au) )\/ ?\/ ?\d{2,4}|(?<!\d)0000-00-00/u,
			]),
		isMeant: isNoDay,
	},
	// The same before a month, an amount or an hour: le __ mars, capital de *** €, de .. h à .. h.
	{
		gate: /[Xx*.…?•$#_-] ?(?:€|euro|EUR|[adfhjmnos])/,
		test: () =>
			new RegExp(
				'(?<![\\p{Alpha}\\d.-])(?:X{1,3}|x{2,3}|\\*{2,20}|\\?{2,5}|•|\\.{2,80}|…[.…]{0,20}|_{1,20}|-{2,20}|[$#]{2,20})' +
					` ?(?:${MONTH}|€|euros?|EUR|h|heures)(?!\\p{Alpha})`,
				'gu',
			),
		isMeant: isOfSentence,
	},
	// Crosses, and the figures that a year lacks: mai 20.., mai 202_. Three large crosses may be a number of Rome or a name, and no word has three small ones.
	{
		gate: /XX|xx|20\d?[.…_?Xx]/,
		test: () =>
			oneOf('gu', [
				/(?<![\p{Alpha}\d])(?:X{4,20}|x{3,20})(?![\p{Alpha}\d])/u,
				/(?<![\p{Alpha}\d])(?:X{2,3}(?:[ .-]X{2,4}){1,4}|xx(?:[ .-]x{2,4}){1,4})(?![\p{Alpha}\d])/u,
				/(?<!\d)\d{2,5}(?:X{2,4}|xx)(?![\p{Alpha}\d])/u,
				`(?<=${MONTH} )20(?:\\d?[_?]{1,3}|\\d[Xx]|\\d?(?:\\.{2,6}|…))(?![\\p{Alpha}\\d])`,
				/(?<=(?:SIREN|RCS|M\.|Mme) )XXX(?![\p{Alpha}\d])/u,
				/(?<![\p{Alpha}\d])X{2,3}(?=,? (?:rue|avenue|place|boulevard)(?!\p{Alpha}))/u,
			]),
	},
	// Dots, dashes and question marks behind a word that wants another one, or dots before a sign that ends a phrase. A leader has neither.
	{
		gate: /\.{4}|…[.…]|\?\?| \?[,;]|---|\. \. /,
		test: () =>
			oneOf('gmu', [
				`(?<=(?:n°|M\\.|Mme|(?<!\\p{Alpha})(?:du|au|des?|les?|la|par|à|en|sous|est|soit)) )(?:${DOTS}|-{3,200}|(?:\\. ){3,100}|\\?{2,5}(?!\\p{Alpha}))`,
				`(?<![\\p{Alpha}\\d.…])${DOTS} ?(?=[,;)\\]»€]|\\((?![\\d-]))`,
				`(?<=: ?)(?:${DOTS}$|\\?{2,5}(?!\\p{Alpha}))`,
				/(?<= le )\?(?=[,;])/u,
				// Behind an amount no abbreviation has them.
				/(?<!etc|[.…])\.{4,400}(?= ?(?:€|euros?(?!\p{Alpha})|EUR))/u,
			]),
	},
	// A question that somebody asks of whoever has to answer. What begins with a question word may be one of the notice.
	{
		gate: /\?\?/,
		test: () => /(?<!\?)\?{2,40}(?!\p{Alpha})/gu,
		isMeant: isNoQuestion,
		isOfTextsOnly: true,
	},
	// Underscores to write on; between two letters they are part of a name, and alone on a line they are a rule.
	{
		gate: /_/,
		test: () => /(?:_{2,200}|(?:_ ){2,100})(?<![\p{Alpha}\d]__(?=[\p{Alpha}\d]))/gu,
		isMeant: isInLine,
	},
	// The number of a company, of zeros alone.
	{ gate: /000[ .]?000/, test: () => /(?<!\d[ .]?)000([ .]?)000\1(?:000)(?!\d)/g },
	// What a form asks of whoever fills it in: of the documents of a tender it is said as well, of the data of a company only there.
	{
		gate: /[aà] (?:compl[ée]t|d[ée]fin|pr[ée]cis|v[ée]rif|renseign|rempl)|rayer l/i,
		test: () =>
			oneOf('giu', [
				`(?<=(?<!\\p{Alpha})(?:(?:${LABELS})(?: \\p{Alpha}{1,20})? ?: ?\\(?|(?:${WANTING}) \\())${TO_COMPLETE}(?!\\p{Alpha})`,
				/rayer (?:la|les) mentions? inutiles?/u,
			]),
	},
];

/** Question marks that an encoding has left of letters and signs. */
const LOST: readonly Pattern[] = [
	// Of a letter or an apostrophe; a name in capitals may have one.
	{
		gate: /\?[a-zA-ZÀ-ÿ](?<=[a-zA-ZÀ-ÿ?]\?.)/,
		test: () =>
			/(?<![\p{Alpha}?])\p{Alpha}{1,30}\?{1,2}(?:\p{Lower}|(?<=(?<!\p{Alpha})(?:[DLNSJMCTdlnsjmct]|[Qq]u)\?)\p{Upper})[\p{Alpha}?]{0,40}/gu,
		isMeant: (place, text) => !/[/=&_@]|\.\p{Alpha}/u.test(wordAt(text, place)),
		isOfTextsOnly: true,
	},
	// Of the sign of the euro.
	{
		gate: /\d \?/,
		test: () =>
			oneOf('gu', [
				/(?<=(?:de|à|:) )\d{1,3}(?:[ .]\d{3}){1,3} \?(?= \p{Lower}|[,;]|\.(?!\.))/u,
				/(?<![\d.,] ?)\d{1,3}(?:[ .]\d{3}){1,3} \?(?= (?:HT|TTC)(?!\p{Alpha}))/u,
			]),
	},
];

/** Of a birth or a death the day and the month are not always known: "né le", "née Y le", "né à Kaboul le 00/00/1965". */
function isNoDay({ found, index }: Place, text: string): boolean {
	if (/^(?:0000-00-00|00([./-])00\1(?:0000)|99\/99\/9999)$/.test(found)) return true;
	if (!found.includes('/')) return /^\p{Alpha}{2}.\p{Alpha}{2}/u.test(found);
	if (/[^\d/? ]|^\/|^\d.*\?/.test(found)) return true;
	const before = text.slice(Math.max(0, index - 80), index);
	return (
		/^(?:00?|\?)\D/.test(found) &&
		!/(?<!\p{Alpha})(?:[Nn]ée?s?|[Dd]écédée?s?|[Rr]econnue?s?)(?!\p{Alpha})[^.;\n]{0,70} le $/u.test(
			before,
		)
	);
}

function isNoQuestion({ index }: Place, text: string): boolean {
	const before = text.slice(Math.max(0, index - 120), index);
	return !QUESTION.test(before.replace(/^[^]*[.!?:;«»"“”()\n]/, ''));
}

const QUESTION =
	/^\s*(?:(?:et|mais|à|de) |d['’])?(?:qu['’]|(?:pourquoi|qui|que|quoi|quand|quel(?:le)?s?|où|comment|combien|\p{Alpha}{2,20}-(?:t-)?(?:ce|il|elle|on|nous|vous))(?!\p{Alpha}))/iu;

/** Calendars have dots and bullets before months as well. */
function isOfSentence({ found, index }: Place, text: string): boolean {
	const before = text.slice(Math.max(0, index - 4), index);
	return /(?:€|euros?|EUR)$/.test(found) || /(?<!\p{Alpha})(?:le|du|au|de|à) $/iu.test(before);
}

/** Alone on a line dots and underscores are a leader or a rule. Looked at are 400 characters on each side. */
function isInLine({ index, found }: Place, text: string): boolean {
	const end = index + found.length;
	const before = text.slice(Math.max(0, index - 400), index);
	const behind = text.slice(end, end + 400).replace(/\n[^]*/, '');
	return /[^_.…\s]/.test(before.replace(/^[^]*\n/, '') + behind);
}

/** `{ } ^ ¤` and the backtick are in no finished notice, nor is a word between two identical signs. */
const SIGNS: readonly Pattern[] = [
	// With a brace all that is in it, so that a person finds the field.
	{
		gate: /[{}^`¤+]/,
		test: () =>
			/[#$%!@=:]?\{{1,3}[^{}\n]{0,60}\}{0,3}|\}{1,3}|\^|`{1,3}|¤[^¤\n]{1,60}¤|¤{1,20}|(?<![\p{Alpha}\d+])\+{3}[^+\n]{1,60}\+{3}/gu,
	},
	// A bar parts the cells of a table, the sides of a field or two choices. With a space on either side it parts words like a dash.
	{
		gate: /\|/,
		test: () => /\|{2}|\|(?=\S)|(?<=\S)\||^ {0,9}\||\| {0,9}$/gm,
		isOfTextsOnly: true,
	},
	// Beside the signs is no space. What is before the first or behind the last one makes it a sign of a word, as in 10 %.
	{
		gate: /[%#§$*@~_=]/,
		test: () =>
			/(?<![\p{Alpha}\d%#§$*@~_=])(?<!\d ?(?=%))(([%#§$*@~_=])\2{0,2})(?![\s).,;:»\]…%#§$*@~_=])(?:(?!\2)[^\n]){1,60}(?<![\s(«[])\1(?![\p{Alpha}\d])/gu,
	},
	// Fields with a sign only before them: $nom, %s.
	{
		gate: /[$%]/,
		test: () =>
			oneOf('gu', [
				/(?<![\p{Alpha}\d])\$[\p{Alpha}_([][\p{Alpha}\d_.]{0,40}/u,
				/(?<!\d ?)%(?:\d\$)?[sd](?![\p{Alpha}\d%])|%\(\w{1,40}\)[sd]/u,
			]),
	},
	// Angle brackets around words.
	{ gate: /</, test: () => /<<?[\p{Alpha}%?#=][^<>\n]{0,100}>{1,2}/gu, isMeant: isInAngles },
	// A single word between guillemets may be quoted; two names of fields are a form letter.
	{
		gate: /«\p{Alpha}/u,
		test: () => new RegExp(`«(?:${LABELS})[\\p{Alpha}_ ]{0,30}\\d{0,2}»`, 'giu'),
		distinct: 2,
	},
	// Names of fields with underscores: date_de_parution. Other words may have one, such as le_studio.
	{
		gate: /_/,
		test: () =>
			new RegExp(`(?<![\\p{Alpha}\\d_])(?:${LABELS})(?:_[\\p{Alpha}\\d]{1,40}){1,8}`, 'giu'),
		isOfTextsOnly: true,
	},
	// Headings and rules of Markdown.
	{
		gate: /^(?:#|---)/m,
		test: () => /^#{2,6} \S{1,40}|^# \p{Alpha}{1,40}|^-{3}$/gmu,
	},
	// A backslash with what it makes of the next letter or sign; in C:\new it parts two words. Anchors of signatures: \s1\, /sn1/.
	{
		gate: /[\\/]/,
		test: () =>
			oneOf('gmu', [
				/(?<=^|\s)(?:\\[a-z]{1,8}\d{1,2}\\|\/[a-z]{1,8}\d{1,2}\/)(?=\s|$)/u,
				/\\[nrt](?!\p{Lower})|(?<=[.,;!?»)])\\[nrt]|\\[^\p{Alpha}\d\s]|\\$/u,
			]),
	},
	// Quotation marks of CSV, apostrophes of SQL, and what a sheet writes at the end of a line.
	{
		gate: /""|";|",|''|_x0/,
		test: () =>
			oneOf('gmu', [
				/""(?=[\p{Alpha}\d])|(?<=[\p{Alpha}\d.])""|(?<=(?<!\p{Alpha})[dlnDLN])''(?=\p{Alpha})|_x00[01][\dA-F]_/u,
				/(?<=\S)";"(?=\S)|(?<=\S;)"[^";\n]{1,60}";(?=\S)/u,
				// Words in a sentence may be listed so; a line that has nothing else, and a postcode, are cells.
				/^"[^"\n]{0,80}"(?:,"[^"\n]{0,80}"){1,40}$|"\d{5,14}","|","\d{5,14}"|(?<=\S,)"\d{5,14}",(?=\S)/u,
			]),
	},
	// The head of an address that is no part of what a reader sees.
	{ gate: /mailto:|cid:/, test: () => /(?:mailto|cid):(?=\S)/g },
	// A formula of a sheet, or an expression that was not run.
	{
		gate: /=/,
		test: () => /(?<=^|[: ])=(?:\$|[A-Z][A-Za-z.]{0,30}\d{0,6}[(!&+*;])/gm,
	},
];

/** In capitals it is a name as some write it, in two pairs these are quotation marks; else it is a field or a tag. */
function isInAngles({ found }: Place): boolean {
	if (found.includes(ADDRESS_LETTER)) return false;
	const content = found.replace(/^<+|>{1,2}$/g, '');
	if (!/^\p{Alpha}/u.test(content) || /_|\p{Lower}\p{Upper}/u.test(content)) return true;
	if (new RegExp(`^(?:${LABELS})(?!\\p{Alpha})`, 'iu').test(content)) return true;
	return !found.startsWith('<<') && content !== content.toUpperCase();
}

/** What a word processor writes before a comment where it prints comments. */
const REMARKS: readonly Pattern[] = [
	{
		gate: /Comment(?:é|ed) ?\[/,
		test: () => /(?<!\p{Alpha})Comment(?:é|ed) ?\[\p{Alpha}{1,5}\d{1,4}\](?: ?:)?/gu,
	},
];

/** Fields: square brackets, but for what an author writes into the words of another one. */
const FIELDS: readonly Pattern[] = [
	// What forms and models show until somebody writes into them.
	{
		gate: /MERGEF|Cli[qc]|Cho[io]s|Sélec|Entrez|Saisi|Tapez|orem [Ii]psum/,
		test: () =>
			oneOf('gu', [
				/MERGEF(?:IELD|ORMAT)|[Ll]orem [Ii]psum/u,
				/Cliquez (?:ou appuyez )?ici pour (?:entrer|taper|saisir|ajouter|sélectionner)/u,
				/(?:Choisissez|Sélectionnez|Entrez|Saisissez|Tapez) (?:une date|du texte|un élément)/u,
				/Click (?:or tap )?here to enter|Choose an item/u,
			]),
	},
	{
		gate: /\[/,
		test: () => /\[[^[\]\n]{0,200}\](?:\((?:mailto:|ª)[^()\s]{0,200}\))?/g,
		isMeant: isNoNote,
	},
];

/** `[sic]`, `[…]`, the number of a note, what a notary does not know, and an address that is spelled for people only. */
const NOTE =
	/^(?:sic(?: ?!)?|at|dot|arobase|point|\d{1,4}|ndlr(?!\p{Alpha}).*|.*(?:inconnue?s?|illisibles?))$/iu;
/** Of somebody who is not named. */
const INITIAL = /^(?:\p{Upper}|(?:\p{Upper}\.[ -]?){1,4})$/u;

/** A number of the common vocabulary of contracts, a firm or optional part of one (`[TF]`, `[TO1]`), a formula of prices. */
const OF_CONTRACTS =
	/^(?:(?:CPV ?:? ?)?\d{8}-\d|T[FO]\d{0,2}|\d{1,4}(?:[.,]\d{1,6})? ?[+x×*] ?[\d(](?!.*\p{Lower}{4}).*)$/u;

/** A question of which one answer is ticked: `[X] Oui [ ] Non`. */
const TICKED =
	/\[x\] ?(?:oui|non) {1,9}\[ ?\] ?(?:oui|non)|\[ ?\] ?(?:oui|non) {1,9}\[x\] ?(?:oui|non)/i;

function isNoNote({ found, index }: Place, text: string): boolean {
	if (TICKED.test(text.slice(Math.max(0, index - 20), index + 25))) return false;
	const content = found.slice(1, found.indexOf(']'));
	const before = text.slice(Math.max(0, index - 400), index);
	if (/^(?:…|\.{3})$/.test(content)) return isBehindWanting(before);
	return (
		!NOTE.test(content) &&
		!INITIAL.test(content) &&
		!OF_CONTRACTS.test(content) &&
		!(/^(?:\*|\p{Upper}\d{0,2})$/u.test(content) && BEFORE_FOOTNOTE.test(before)) &&
		!isInWord(found, index, text)
	);
}

/** A parcel: `120[*]`, `118[P1]`, `(K)[*]`. */
const BEFORE_FOOTNOTE = /(?:\d|(?<!\p{Alpha})\p{Upper}\)?)$/u;

/** Within a quotation anything may be left out; elsewhere a word that wants another one lacks it. */
function isBehindWanting(before: string): boolean {
	const line = before.replace(/^[^]*\n/, '');
	if (/[«“]/.test(before.replace(/^[^]*[»”]/, '')) || line.split('"').length % 2 === 0)
		return false;
	return new RegExp(`(?<![\\p{Alpha}\\d'’-])(?:${WANTING}|RCS|SIRE[NT]) ?$`, 'iu').test(
		line.slice(-30),
	);
}

/** `[l]a société`, `RE[NEW]`: letters of one kind with those beside them. */
function isInWord(found: string, index: number, text: string): boolean {
	const content = found.slice(1, -1);
	if (!/^\p{Alpha}{1,12}$/u.test(content)) return false;
	const around = text.charAt(index - 1) + text.charAt(index + found.length);
	const letters = around.replace(/\P{Alpha}/gu, '');
	if (letters === '') return false;
	if (content.length === 1) return true;
	return (
		(content === content.toUpperCase() && letters === letters.toUpperCase()) ||
		(content === content.toLowerCase() && letters === letters.toLowerCase())
	);
}

const PREPOSITIONS = 'du|des?|le|la|les|au|aux|à|en|par|sous|chez|dans';
/** What may come between a preposition and its word: "par, le cas échéant, le gérant". */
const ASIDE = " ?(?:le cas|s[’' ]|si |notamm|au besoin|en outre)";
/** Words that want another one behind them. */
const WANTING = `${PREPOSITIONS}|et|${TITLES}|sur|Me|n°|numéro|demeurant|nationalité|sise?s?|d[ée]nomm[ée]e?`;
const FORMS = 'SARL|SASU?|EURL|SCI|SA|SNC|SELARL';
/** Labels that have one value, on the same line or below it. */
const SINGLE_VALUES =
	'Capital(?: social)?|Durée|Dénomination(?: sociale)?|Forme(?: juridique)?|Siège(?: social)?';

/** Pairs that cannot follow each other, because a word is missing between them. But for a label they never go across line ends. */
const HOLES: readonly Pattern[] = [
	// A word that wants another one, before the end of a phrase. French has a space before each semicolon, and an entry of a list may end so.
	{
		gate: / (?:[,)]|;(?<=[uUeE.°] {1,9};))/,
		test: () =>
			oneOf('giu', [
				`(?<![\\p{Alpha}\\d'’-])(?:${WANTING}) {1,9}[,)](?<!et {1,9},)(?!${ASIDE})`,
				"(?<![\\p{Alpha}\\d'’-])(?:du|au|(?<=née? )le|M\\.|Mme|Mlle) {1,9};(?! ?(?:M\\.|Mme|Mlle))",
			]),
	},
	// The same before a full stop, with which no word begins.
	{
		gate: / \./,
		test: () =>
			oneOf('giu', [
				`(?<![\\p{Alpha}\\d'’-])(?:${WANTING}|société|${FORMS}) {1,9}\\.(?! ?[.\\p{Alpha}\\d])`,
				`(?<![\\p{Alpha}\\d'’-])(?:${PREPOSITIONS}|et|n°|numéro|demeurant|sise?s?) {1,9}\\.(?= \\p{Alpha})`,
			]),
	},
	// Two signs of which the second one ends nothing.
	{ gate: /, [,;.)]|[,;]{2}/, test: () => /, [,;.)](?![.\d\p{Alpha}])|[,;]{2}/gu },
	// A label without its value; of a unit or a currency a sign is the value.
	{
		gate: /: {0,4}(?:[,.;)]|€|euro|ans|m²|%)/,
		test: () =>
			oneOf('gu', [
				/(?<!(?:[Uu]nité|[Mm]onnaie|[Dd]evise)[^:\n]{0,30}): {0,4}(?:€|euros?|ans|m²|%)(?![\p{Alpha}\d]| ?\d)/u,
				/: {0,4}(?:[,;]|\.(?![.\d\p{Alpha}]| \.))|: {1,4}\)/u,
			]),
	},
	// A label without its value, before another one.
	{
		gate: /: {0,4}\n/,
		test: () =>
			new RegExp(
				`^(?:${SINGLE_VALUES}) ?: {0,4}$(?=\\n{1,3}(?:${SINGLE_VALUES}|Objet|Président|Gérant)e? ?: ?\\S)`,
				'gmu',
			),
	},
	// A unit without its number; "2 millions de €" has one.
	{
		gate: /(?:de|à|soit|pour) (?:€|euro|ans?|h|jour|mois)/,
		test: () =>
			oneOf('gmu', [
				/(?<=^| )(?<!(?:milli(?:on|er|ard)|[a-z]{3,20}aine)s?\s)de (?:€|euros?|ans)(?!\p{Alpha}| ?\d)/u,
				/(?<=^| )à (?:€|ans|h)(?!\p{Alpha}| ?\d)|(?<=^| )(?:de|à) heures?(?=[,.]| (?:au|à|dans|en) )/u,
				/(?<=(?:délai|durée|période) )de (?:jours?|mois)(?!\p{Alpha})/u,
				/(?<=^| )(?:soit (?:€|euros?|ans|jours|mois)(?= ?(?:[.,;)]|$))|(?:à|pour) euros(?! ?\d| ?\p{Lower}))/u,
			]),
	},
	// Brackets and quotation marks with nothing inside.
	{
		gate: /\([ ,;•]*\)|« *»|“ *”|" ?"/,
		test: () => /\([ ,;•]{0,9}\)|« {0,9}»|“ {0,9}”|(?<![\p{Alpha}\d"])" ?"(?![\p{Alpha}\d"])/gu,
	},
	// Two small words between which a place, a day or a name was. "À au moins la moitié" and "à du personnel" are French.
	{
		gate: /(?:à (?:le|au|du)|[eéiu]e?s? le ?[,;]|le (?:[aà]|au)|du (?:au|a)|au (?:à|d[eu]|en)|de (?:h|à|sous|et|a|pour)|['’] (?:en|d|par|sous|au))(?![-a-z])/,
		test: () =>
			oneOf('gu', [
				/(?<![\p{Alpha}-])(?:à le(?= ?[\d,;])|(?:de à|le à|le au|de h)(?![-\p{Alpha}]))/u,
				`(?<!\\p{Alpha})(?:née?s?|décédée?s?|réunie?s?|tenue?s?) le(?= ?[,;])(?! ?,${ASIDE})`,
				/(?<![\p{Alpha}-])à (?:au|du)(?= ?[\d,.;)]| ?$| siège| \p{Alpha}{3,6}di(?!\p{Alpha})| dimanche(?!\p{Alpha}))/u,
				/(?<![\p{Alpha}-])au (?:à|d[eu]|en)(?= )/u,
				/(?<![\p{Alpha}-])du au(?= ?[\d,.;]| inclus| en | ?(?:\n|$))/u,
				/(?<![\p{Alpha}-])du a (?=\p{Alpha}{3,20}(?:é|is|u)(?!\p{Alpha}))/u,
				// In laws "le a" is a letter.
				/(?<=(?:réunie?s?|tenue?s?|convoquée?s?) )le a (?=\p{Alpha}{3,20}(?:é|is|u)(?!\p{Alpha}))/u,
				/(?<=(?:RCS|[Cc]ommerce|[Gg]reffe) )de (?:sous|et|a|pour)(?![-\p{Alpha}])/u,
				/(?<!\w)[lL]['’] (?:en|du|des?|par|sous|aux?)(?![\w-])/u,
			]),
	},
	// A month that wants its day.
	{
		gate: /(?:le|du|au) +(?:[jm][au]|f[ée]v|av|ao|sep|oct|nov|d[ée]c)/i,
		test: () => new RegExp(`(?<!\\p{Alpha})(?:le|du|au) {1,40}${MONTH} \\d{4}(?!\\d)`, 'giu'),
	},
	// Somebody without a name.
	{
		gate: /(?:M\.|Mme|Mlle|Monsieur|Madame|Maître),? (?:n[ée]|no|demeurant|domicili)/,
		test: () =>
			/(?<!\p{Alpha})(?<!(?:et|ou|Monsieur,|M\.,) )(?:(?:M\.|Mme|Mlle|Monsieur|Madame) (?:née? (?:le|à)|demeurant|domicilié)|(?:M\.|Mme|Mlle|Monsieur|Madame), (?:née? |demeurant|domicilié)|Maître, notaire)/gu,
	},
];

/** What a template writes around a value, and the value brings with it. */
const REPETITIONS: readonly Pattern[] = [
	{ gate: /€ ?(?:€|eu)|euros? €/, test: () => /€ ?(?:€|euros?(?!\p{Alpha}))|euros? €/gu },
	// "RCS de de Lyon"; "tout en en gardant" and "remettez-le le" are French.
	{
		gate: /(de|du|des|le|aux?|à|par|sous) \1 /,
		test: () => /(?<![\p{Alpha}\d'’-])(de|du|des|le|aux?|à|par|sous) \1(?= )/gu,
	},
];

/** The end of a text that a field or a program cut, which is longer than a passage. In capitals a small word may end a name. */
const ENDS: readonly Pattern[] = [
	{
		gate: /[a-zà.°]$(?<=[^]{40})/,
		test: () =>
			oneOf('gu', [
				`(?<![\\p{Alpha}\\d'’\\\\-])(?:${PREPOSITIONS}|et|sur|Me|n°|demeurant|sise?s?)$`,
				// Elsewhere it is an initial, or the letter of a building.
				/(?<=(?<!\p{Alpha})(?:par|à|est|nommée?s?|gérante?|présidente?|liquidateur|liquidatrice),? |: ?)(?:M\.|Mme|Mlle)$/u,
			]),
	},
];

const OF_MODELS =
	"Voici (?:le (?:texte|projet)|une? |l[’'](?:annonce|avis)|votre )|Bien sûr|Souhaitez-vous|[Nn][’']hésitez pas|(?:En tant que )?modèle de langage|" +
	"Here(?: is|[’']s) |Certain(?:ly|ement) ?[!,]|Sure[!,]|(?:As an )?AI language model|I (?:am sorry|can(?:no|[’'])t)|I[’']m sorry";
const OF_MAILS =
	'Bonjour|Cordialement|Bien à vous|Envoyé d(?:e mon|epuis)|Sent from my|Ce (?:message|courriel) (?:et|est) |' +
	"Si vous n[’']êtes pas (?:le|la) destinataire";

/** The speech of models and of mail programs. It may be what somebody says in a notice, so it is only reported. */
const TALK: readonly Pattern[] = [
	{
		gate: /[Jj]e |[Jj][’']|(?:^| )me /,
		test: () =>
			/(?<!\p{Alpha})(?:[Jj]e (?!soussign|me soussign)\p{Lower}{1,20}|[Jj][’'](?:ai|espère|aimerais|attends)|(?<=^| )me \p{Lower}{1,20})(?!\p{Alpha})/gu,
	},
	{
		gate: /Voici|Bien |Souhaitez|hésitez|n tant que m|modèle de l|Bonjour|Cordialement|Envoyé d|Sent from|Here[ ’']|Certain|Sure|AI language|I [ac]|I[’']m|Ce [mc]|Si v/,
		test: () => new RegExp(`(?<!\\p{Alpha})(?:${OF_MODELS}|${OF_MAILS})[^\\n]{0,30}`, 'gu'),
	},
];

/** What is around the words in a mail or a document, and came along when they were copied. */
const COPIED: readonly Pattern[] = [
	// The line above a mail that was forwarded or answered.
	{
		gate: /essage|warded|écrit ?:|wrote/,
		test: () =>
			oneOf('gmu', [
				/^[>* ]{0,4}-{2,12} ?(?:Message|Original|Forwarded)[^\n]{0,60}-{2,12}$/u,
				/^(?:Le|On) [^\n]{0,120}\d[^\n]{0,200} (?:a écrit|wrote) ?:/u,
			]),
	},
	// What it is about, where it was sent on or answered.
	{
		gate: /^Objet ?:/m,
		test: () => /^Objet ?: ?(?:T[Rr]|R[Ee]|F[Ww]d?) ?:[^\n]{1,200}/gm,
	},
	// Its sender, where other lines of its head are near.
	{
		gate: /^(?:De|From) ?:/m,
		test: () => /^(?:De|From) ?:[^\n]{1,200}/gm,
		isMeant: isMailHead,
	},
	// The number of a page, alone on its line.
	{ gate: /^Page \d/m, test: () => /^Page \d{1,4}(?: ?(?:sur|of|de|\/) ?\d{1,4})?$/gm },
];

/** Two of these lines say so where one has an address; an inquiry is open "De : 9 h à 12 h". */
function isMailHead({ found, index }: Place, text: string): boolean {
	const head = text.slice(Math.max(0, index - 300), index + 600);
	const isSent = /^(?:Envoyé|Sent)(?: le)? ?:/m.test(head);
	const isAbout = /^(?:Objet|Sujet|Subject) ?:/m.test(head);
	if (isSent && isAbout) return true;
	return (
		found.includes(ADDRESS_LETTER) && (isSent || isAbout || /^(?:À|To|Cc|Date) ?:/m.test(head))
	);
}

/** Words that a line end of a PDF file has cut. A single one may have a hyphen of its own. */
const CUT: readonly Pattern[] = [
	{ gate: /-\n/, test: () => /\p{Lower}{1,30}-\n\p{Lower}{1,30}/gu, distinct: 2 },
];

/** Patterns of one sort. */
interface Group {
	/** What it is as long as nobody knows more of it: a row of the table of findings. */
	readonly sort: string;
	readonly patterns: readonly Pattern[];
	/** As of a pattern: the others are looked for in names, references and options as well. */
	readonly isOfTextsOnly?: true;
}

/** Where two rules find one place the first of them says what it is. */
const GROUPS = [
	{ sort: 'htmlTags', patterns: TAGS, isOfTextsOnly: true },
	{ sort: 'entity', patterns: ENTITIES, isOfTextsOnly: true },
	{ sort: 'leftBehind', patterns: LEFT_BEHIND },
	{ sort: 'programValue', patterns: VALUES },
	{ sort: 'noSuchDate', patterns: DATES, isOfTextsOnly: true },
	{ sort: 'lostSign', patterns: LOST },
	{ sort: 'blank', patterns: BLANKS },
	{ sort: 'sign', patterns: SIGNS },
	{ sort: 'remark', patterns: REMARKS },
	{ sort: 'field', patterns: FIELDS },
	{ sort: 'hole', patterns: HOLES },
	{ sort: 'repetition', patterns: REPETITIONS },
	{ sort: 'cutOff', patterns: ENDS, isOfTextsOnly: true },
	{ sort: 'copied', patterns: COPIED, isOfTextsOnly: true },
	{ sort: 'talk', patterns: TALK, isOfTextsOnly: true },
	{ sort: 'cutWords', patterns: CUT, isOfTextsOnly: true },
] as const satisfies readonly Group[];
const isOfNames = ({ isOfTextsOnly }: Pattern | Group) => isOfTextsOnly !== true;
const GROUPS_OF_NAMES = GROUPS.filter(isOfNames).map(({ sort, patterns }) => {
	return { sort, patterns: patterns.filter(isOfNames) };
});

export type Sort = 'data' | 'wrongEncoding' | (typeof GROUPS)[number]['sort'];

export interface OddPlace extends Place {
	readonly sort: Sort;
}

/** @returns what no finished notice has, in the order of the groups, no place inside another */
export function oddIn(text: string): OddPlace[] {
	return oddOf(text, GROUPS, findWrongEncoding);
}

/** @returns the first of what no name has; letters that are only odd are somebody's name */
export function oddInName(name: string): OddPlace | undefined {
	return oddOf(name, GROUPS_OF_NAMES, impossibleIn)[0];
}

/** What a correction says was printed by mistake, behind "au lieu de": whatever it is, it is quoted as it was. */
function withoutQuotedErrors(text: string): string {
	if (!/au\slieu|et\snon/i.test(text)) return text;
	return text.replace(
		/(?<=(?:au\slieu\sd[eu]|et\snon)(?:\slire)?\s?:?\s?)[«“"][^«»“”"\n]{1,200}[»”"]/giu,
		(quotation) => quotation.replace(/(?<=.)[^](?=[^])/g, ADDRESS_LETTER),
	);
}

function oddOf(
	text: string,
	groups: ReadonlyArray<{ readonly sort: Sort; readonly patterns: readonly Pattern[] }>,
	misreadIn: typeof findWrongEncoding,
): OddPlace[] {
	const plain = withoutQuotedErrors(withoutAddresses(text));
	// Editors write no-break spaces where others write plain ones: of the same length, so that places stay where they are.
	const spaced = plain.replace(/[\u00a0\u202f]/g, ' ');
	const placesFor = ({ sort, patterns }: (typeof groups)[number]) => {
		return { sort, places: placesOf(spaced, patterns) };
	};
	const data = placesFor({ sort: 'data', patterns: DATA });
	if (data.places.length > 0) return apart(text, [data]);
	const misread = misreadIn(plain);
	return apart(text, [{ sort: 'wrongEncoding', places: misread }, ...groups.map(placesFor)]);
}

/** Places of which none touches one before it, with the words of the text where addresses were put aside. */
function apart(
	text: string,
	sorts: ReadonlyArray<{ readonly sort: Sort; readonly places: readonly Place[] }>,
): OddPlace[] {
	const taken = new Uint8Array(text.length);
	const odd: OddPlace[] = [];
	for (const { sort, places } of sorts) {
		const inOrder = [...places].sort((a, b) => a.index - b.index);
		for (const { index, found } of inOrder) {
			const end = index + found.length;
			if (taken.subarray(index, end).includes(1)) continue;
			taken.fill(1, index, end);
			odd.push({ sort, index, found: text.slice(index, end) });
		}
	}
	return odd;
}
