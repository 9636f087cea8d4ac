/**
 * What no finished notice has: signs, values that only programs write, brackets, blanks, holes, and joints of letters that no
 * language has. The rules are closed: they look at positions, not at what each tool leaves behind, and `findings.ts` knows the
 * tools. Plain words betray nothing, and no rule is made for them.
 */
import { ADDRESS_LETTER, withoutAddresses } from './addresses';
import { findWrongEncoding, impossibleIn } from './encodings';
import { decodeEntities } from './entities';
import { charactersOf, placesOf, type Pattern, type Place } from './places';

const BLANK = '[ \\u00a0]';
const FIELD_NAMES = (
	'noms? pr[ée]noms? adresse ville date montant capital si[èe]ge siren siret rcs d[ée]nomination raison[ _]?sociale soci[ée]t[ée] forme g[ée]rante? ' +
	'pr[ée]sidente? dirigeante? associ[ée]e? dur[ée]e objet code[ _]?postal cp civilit[ée] num[ée]ro qualit[ée] champ field'
)
	.split(' ')
	.join('|');

/** What a program writes for another one: such a text is none at all. */
const DATA: readonly Pattern[] = [
	{
		signs: '[{',
		test: () =>
			/\{\s{0,9}(["'])[^"'\n]{1,80}\1\s{0,9}:|^\s{0,9}\[\s{0,9}(?:\{\s{0,9}["']|(["'])[^"'\n]{0,80}\2\s{0,9}[,\]])/g,
	},
	{ signs: '"', test: () => /^\s{0,9}"[^"\n]{1,40}": ?"/gm },
	{
		signs: '<%{',
		test: () => /<!\[CDATA\[|<!DOCTYPE|<\?xml|%PDF-\d|\{\\rtf/g,
	},
	{ gate: /data:[a-z]/, test: () => /data:[a-z]{2,12}\/[a-z+.-]{2,40};base64/g },
	{
		// A file as text: letters of both kinds and figures without order, longer than any identifier.
		gate: /[a-z][A-Z]/,
		test: () => /(?<![A-Za-z\d+/])[A-Za-z\d+/]{65}/g,
		isMeant: ({ found }) => /[a-z][A-Z]/.test(found) && /\d/.test(found),
	},
];

/** `{ } | ^ ¤` and the backtick stand in no finished notice, nor does a word between two identical signs. */
const SIGNS: readonly Pattern[] = [
	{
		signs: '{}^`¤',
		test: () => /[#$%!@=:]?\{{1,3}[^{}\n]{0,60}\}{0,3}|\}{1,3}|\^|`{1,3}|¤[^¤\n]{1,60}¤|¤/g,
	},
	{ signs: '|', test: () => /\*\|[^|\n]{1,40}\|\*/g },
	// It parts the names of a brand as well.
	{ signs: '|', test: () => /\|{1,2}/g, isOfTextsOnly: true },
	{
		signs: '%#§$*@~_!=¤',
		// Beside the signs stands no blank. What is before the first or behind the last one makes it a sign of a word.
		test: () =>
			/(?<![\p{Alpha}\d%#§$*@~_!=¤])(([%#§$*@~_!=¤])\2{0,2})(?![\s).,;:»\]…%#§$*@~_!=¤])(?:(?!\2)[^\n]){1,60}(?<![\s(«[])\1(?![\p{Alpha}\d])/gu,
		isMeant: isBetweenSigns,
	},
	{
		signs: '$%',
		test: () =>
			/(?<![\p{Alpha}\d])\$[\p{Alpha}_([][\p{Alpha}\d_.]{0,40}|(?<!\d[ \u00a0]?)%(?:\d\$)?[sd](?![\p{Alpha}\d%])|%\(\w{1,40}\)[sd]/gu,
	},
	{ signs: '<', test: () => /<<?[\p{Alpha}%?#=][^<>\n]{0,100}>{1,2}/gu, isMeant: isInAngles },
	{
		signs: '«',
		gate: /«\p{Alpha}/u,
		test: () => /«[\p{Alpha}\d]{1,40}(?:_[\p{Alpha}\d]{1,40}){1,8}»/gu,
	},
	{
		signs: '«',
		gate: /«\p{Alpha}/u,
		// A single word between such marks may be quoted; two names of fields are a form letter.
		test: () => new RegExp(`«(?:${FIELD_NAMES})[\\p{Alpha}_ ]{0,30}\\d{0,2}»`, 'giu'),
		distinct: 2,
	},
	// Headings and rules of Markdown and of wikis, and what a list shows before anything is chosen.
	{ signs: '#', test: () => /^#{2,6} \S{1,40}|^# \p{Alpha}{1,40}/gmu },
	{
		gate: /--|==|^h\d\. /m,
		test: () =>
			/^(?:-{3}|={3})$|^={2,6} [^=\n]{1,80} ={2,6}$|^h[1-6]\. (?=\S)|-- ?(?:Choisi|Choose|Sélectionne|Select|Veuillez)[^\n-]{0,40}--/gm,
	},
	{
		signs: '\\',
		test: () => /\\[nrt](?!\p{Lower})|(?<=[.,;!?»)])\\[nrt]|\\[-.#*_()[\]+!"'/&~]|\\{1,2}$/gmu,
	},
	{
		gate: /""|";"|'''/,
		test: () => /""(?=[\p{Alpha}\d])|(?<=[\p{Alpha}\d.])""|(?<=\S)";"(?=\S)|'''/gu,
	},
	{
		signs: '_',
		test: () => /(?<![\p{Alpha}\d_])\p{Lower}{2,40}(?:_\p{Lower}{2,40}){2,8}/gu,
		isOfTextsOnly: true,
	},
	{
		signs: '_',
		test: () =>
			new RegExp(`(?<![\\p{Alpha}\\d_])(?:${FIELD_NAMES})(?:_[\\p{Alpha}\\d]{1,40}){1,8}`, 'giu'),
		isOfTextsOnly: true,
	},
	{
		gate: /\.[a-z](?<=[a-z_]{3}..)/,
		test: () =>
			new RegExp(
				`(?<![\\p{Alpha}\\d._-])[a-z][a-z_]{2,40}(?:\\.[a-z][a-z_]{2,40}){0,4}\\.(?:${FIELD_NAMES})(?![\\p{Alpha}\\d.-])`,
				'gu',
			),
		isOfTextsOnly: true,
	},
	// A dossier may be SOCIETE_DUPONT-12: only a name that is nothing but the name of a field was left by a program.
	{
		signs: '_',
		test: () => new RegExp(`^(?:${FIELD_NAMES})(?:_\\p{Lower}{1,40}){1,8}$`, 'gu'),
	},
	{
		signs: '=',
		test: () =>
			/(?<=^|[: ])=[A-Z]{1,3}\d{1,6}(?=[&+*;])|(?<=^|[: ])=[A-Z][A-Z.]{1,20}\(|(?<=^|[: ])=[A-Z][A-Za-z\d]{1,30}!|^=\$/gm,
	},
	{ signs: '@', test: () => /(?<![\p{Alpha}\d])@\p{Alpha}{1,40}\.\p{Upper}/gu },
];

/** "10 %soit 5 %" has percentages, and "Oui !Non !" is typed so. */
function isBetweenSigns({ found, index }: Place, text: string): boolean {
	if (found.startsWith('%'))
		return !/\d[ \u00a0]?$/.test(text.slice(Math.max(0, index - 2), index));
	return !found.startsWith('!') || /^!+[\p{Upper}\d_]+!+$/u.test(found);
}

/** In capitals it is a name as some write it, in two pairs these are quotation marks; else it is a field or a tag. */
function isInAngles({ found }: Place): boolean {
	if (found.includes(ADDRESS_LETTER)) return false;
	const content = found.replace(/^<+|>{1,2}$/g, '');
	if (!/^\p{Alpha}/u.test(content)) return true;
	if (new RegExp(`^(?:${FIELD_NAMES})(?!\\p{Alpha})`, 'iu').test(content)) return true;
	if (/_|\p{Lower}\p{Upper}/u.test(content) || /^[àa] (?:compl|préc|remp|rens)/i.test(content))
		return true;
	return !found.startsWith('<<') && (content !== content.toUpperCase() || content === 'NA');
}

/** Square brackets are fields, but for what an author writes into the words of another one. */
const BRACKETS: readonly Pattern[] = [
	{
		signs: '[',
		test: () => /\[[^[\]\n]{0,200}\](?:\((?:https?:|ª)[^()\s]{0,200}\))?/g,
		isMeant: isNoNote,
	},
];

/** `[sic]`, `[…]`, the number of a note, and what a notary does not know. */
const NOTE =
	/^(?:sic(?:[ \u00a0]?!)?|…|\.{3}|\d{1,4}|ndlr(?!\p{Alpha}).*|.*(?:inconnue?s?|illisibles?))$/iu;
/** Of somebody who is not named. */
const INITIAL = /^\p{Upper}\.?$/u;

function isNoNote({ found, index }: Place, text: string): boolean {
	const content = found.slice(1, found.indexOf(']'));
	return !NOTE.test(content) && !INITIAL.test(content) && !isInWord(found, index, text);
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

const FORMS = '(?<!\\p{Alpha})(?:SARL|SASU?|EURL|SCI|SA|SNC|SELARL)';
const NOT_INSIDE = '(?![\\p{Alpha}\\d_])';

const ENGLISH_MONTHS =
	'January|February|March|April|May|June|July|August|September|October|November|December';

/** Values that only programs write. `True`, `NULL`, `46360` and `N/A` are words of somebody as well: they pass. */
const VALUES: readonly Pattern[] = [
	{
		gate: /undefined|null|Na[NT]/,
		test: () => /(?<![\p{Alpha}\d])(?:null|NaN|NaT)(?![\p{Alpha}\d])|undefined|<(?:NA|null)>/gu,
	},
	{
		gate: /(?<![a-z])(?:[Nn]one|nan|nil|true|false)(?![a-z])/,
		test: () =>
			new RegExp(
				`(?<=${FORMS}${BLANK})None${NOT_INSIDE}|(?<=[:=]${BLANK}?|(?<!\\p{Alpha})de${BLANK})(?:None|none|nan|nil|true|false)(?=${BLANK}?(?:[.,;)\\]€]|euros?|$))`,
				'gmu',
			),
	},
	{ signs: '\\', test: () => /(?<!\S)\\N(?!\w)/g },
	// A value with its type: Decimal('5.00'), datetime.date(2026, 11, 12), Person(name=Kim), b'Lyon', Person@1b6d3586.
	{
		gate: /\((?:'|\d{1,4},|\w{1,40}=|empty|blank|none)/,
		test: () =>
			/(?<!\w)[A-Za-z][\w.]{1,60}\('[^'\n]{0,100}'\)|(?<!\w)[a-z]\w{1,30}\.\w{1,30}\(\d{1,4}(?:, \d{1,4}){1,6}\)|\w{1,60}\(\w{1,40}=[^()\n]{1,200}\)|\((?:empty|blank|none)\)/g,
	},
	{ gate: /b'/, test: () => /(?<= )b'[^'\n]{1,100}'(?!\w)/g },
	{ signs: '@', test: () => /\w{1,60}@[\da-f]{6,8}(?![\w.])/g },
	// A company may be called Infinity: only an amount cannot.
	{
		gate: /\[object|Infinity/,
		test: () =>
			/\[object \w{1,20}\]|(?<![\p{Alpha}\d])-Infinity(?![\p{Alpha}\d-])|Infinity(?= ?(?:€|(?:euros?|EUR|jours|mois|ans)(?!\p{Alpha})))/gu,
	},
	{
		gate: /Infinity/,
		test: () =>
			/(?<=(?:[Cc]apital|[Mm]ontant|[Pp]rix|[Ss]omme|[Vv]aleur|[Tt]otal|[Nn]ombre)[^:\n]{0,30}: ?)Infinity(?!\p{Alpha})/gu,
	},
	{ gate: /Invalid/, test: () => /(?<!\p{Alpha})Invalid (?:[Dd]ate|DateTime)(?!\p{Alpha})/gu },
	// #REF!, #NOM?, #ЗНАЧ!: a spreadsheet's error in any language.
	{
		signs: '#',
		test: () =>
			/(?<!\p{Alpha})#[¡¿]?\p{Upper}[\p{Alpha}\d/_.]{1,30}[!?]|#Nom \?|#N\/[AD]|(?<!\p{Alpha})#(?:Err(?:or|eur)|Deleted|Supprimé)(?!\p{Alpha})/gu,
	},
	{ signs: '#', test: () => /(?<=\S[ \u00a0])#{4,200}|#{4,200}(?=[ \u00a0]?[€,;])/g },
	{
		gate: /Err:\d|Loading|Chargement/,
		test: () => /Err:\d{3}|(?:Loading|Chargement(?: en cours)?)(?:\.{3}|…)/g,
	},
	{
		gate: /Err(?:eur|or)|Traceback|Exception/,
		test: () =>
			/Erreur[ \u00a0]?! (?:Signet|Source|Nom|Référence|Aucun|Liaison)[^.\n]{0,60}|Error! (?:Bookmark|Reference)[^.\n]{0,60}|(?<!\p{Alpha})\p{Alpha}{0,30}(?:Error|\p{Lower}Exception):|Traceback \(/gu,
	},
	{
		gate: /\d[eE][+\d]/,
		test: () => /(?<![\p{Alpha}\d.,])\d(?:[.,]\d{1,15})?[eE]\+?\d{1,3}(?![\p{Alpha}\d])/gu,
		isMeant: ({ found }) => /[.,]|\+\d\d/.test(found),
		isOfTextsOnly: true,
	},
	{ gate: /\d[.,]\d{10}/, test: () => /(?<![\d.,])\d{1,15}[.,]\d{10,30}/g, isOfTextsOnly: true },
	{
		// 5000.0, 5000.0000 and, of an English program, 5,000.00 €.
		gate: /\d{3}\.0|,\d{3}\.\d\d/,
		test: () =>
			/(?<![\d.,])\d{4,15}\.0(?![\d.,]?\d)|\d\.0{4,12}(?![\d.,]?\d)|(?<![\d.,])\d{1,3}(?:,\d{3}){1,4}\.\d\d(?=[ \u00a0]?(?:€|euro|EUR))/g,
		isOfTextsOnly: true,
	},
	{
		gate: /\d:\d\d|GMT|Date\(|(?<!\d)1[789]\d{11}(?!\d)/,
		test: () =>
			/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.+Z-]{0,20}|\/\d{4} 00:00:00|GMT[+-]\d{4}|[A-Z][a-z]{2},? (?:\d{1,2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{2} \d{1,2}) \d\d:\d\d|\d:\d\d:\d\d\.\d|\/Date\(-?\d{1,15}|(?<![\d.,])1[789]\d{11}(?!\d)/g,
		isOfTextsOnly: true,
	},
	// A day in English, or without anything between its figures.
	{
		gate: /(?:\d [A-Z][a-z]{2,8},?|[a-z] \d\d?,) \d{4}/,
		test: () =>
			new RegExp(
				`(?<!\\d)\\d{1,2} (?:${ENGLISH_MONTHS}),? \\d{4}|(?:${ENGLISH_MONTHS}) \\d{1,2}, \\d{4}`,
				'g',
			),
	},
	{
		gate: /[eu] (?:1[5-9]|20)\d{6}/,
		test: () => /(?<= (?:le|du|au) )(?:(?:19|20)\d{6}|1[5-9]\d{8})(?!\d)/g,
	},
	{
		gate: /(?:99|00)[./-](?:99|00|01)|30\/12\/1899/,
		test: () =>
			/(?<!\d)99\/99\/9999|(?<!\d)0000-00-00|(?<!\d)00[./-]00[./-]0000|(?<!\d)9999-12-31|30\/12\/1899|(?<!\d)00\/01\/1900/g,
	},
	{
		gate: /\d[A-Za-z]{1,20}\d|-[\da-f]{4}-[\da-f]{4}-/,
		test: () =>
			/(?<![\p{Alpha}\d])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\p{Alpha}\d-])[A-Za-z\d]{14,64}(?![\p{Alpha}\d-])/gu,
		isMeant: ({ found }) => isIdentifier(found),
		isOfTextsOnly: true,
	},
	// As the register of companies writes people: DUPONT*JEAN MARIE/.
	{
		gate: /\*/,
		test: () => /\p{Upper}{2,40}\*\p{Upper}[\p{Upper} '-]{0,60}\//gu,
	},
	{ gate: /mailto:|cid:|file:\/|blob:/, test: () => /(?:mailto|cid|file|blob):(?=\S)/g },
	{ signs: '_', test: () => /_x00[01][\dA-F]_/g },
	// Codes of fields in Word, and what its forms show until somebody writes into them.
	{
		gate: /MERGEF|FORMTEXT|DOCPROPERTY|PAGEREF|HYPERLINK/,
		test: () => /MERGEF(?:IELD|ORMAT)|FORMTEXT|DOCPROPERTY|PAGEREF|HYPERLINK (?=["\\])/g,
	},
	{
		gate: /Cli[qc]|Choisissez un|Choose an|Sélectionnez|Entrez|Saisissez|Tapez/,
		test: () =>
			/Cliquez (?:ou appuyez )?ici pour (?:entrer|taper|saisir|ajouter|sélectionner)|Click (?:or tap )?here to enter|Choisissez un élément|Choose an item|(?<!\p{Alpha})(?:Sélectionnez|Entrez|Saisissez|Tapez) (?:une date|du texte|un élément)/gu,
	},
	{
		gate: /[Ll]orem|LOREM|TODO/,
		test: () => /(?:[Ll]orem|LOREM) (?:[Ii]psum|IPSUM)|(?<!\p{Alpha})TODO[ \u00a0]?:/gu,
	},
	{
		gate: /(?:^|\n)(?:\d{3} [A-Z]|Page \d)/,
		test: () =>
			/^\d{3} (?:Not Found|Internal Server Error|Forbidden|Bad Request|Unauthorized|Bad Gateway)|^Page \d{1,4}(?: ?(?:sur|of|de|\/) ?\d{1,4})?$/gm,
	},
];

/** Small and large letters and figures without order, or hexadecimal ones. */
function isIdentifier(word: string): boolean {
	if (/^[\da-f]{8}-/.test(word)) return true;
	if (/^[\da-f]{24,64}$/.test(word)) return /[a-f]/.test(word) && /\d/.test(word);
	const groups = word.match(/\d+/g)?.length ?? 0;
	return groups > 1 && /[a-z]/.test(word) && /[A-Z]/.test(word);
}

const MONTH =
	'(?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[ée]cembre)';
const EURO = '(?:€|euros?(?!\\p{Alpha})|EUR(?!\\p{Alpha}))';

const WANTS_A_WORD = 'du|le|au|par';

/** Figures and words that somebody has still to write: dots, underscores, crosses in their place. */
const BLANKS: readonly Pattern[] = [
	// A day, a month and a year, of which at least one is a sign in the place of figures: 12/XX/2026, __/__/____, JJ/MM/AAAA.
	{
		signs: '/',
		gate: /\/(?: ?[JDXMAYjdxmay._…?]|(?<=(?:[JDXMjdxm._…?]|(?<!\d)00) ?\/))/,
		test: () =>
			/(?<![\p{Alpha}\d/])(?:\d{1,2}|JJ|jj|DD|dd|[Xx]{1,2}|\.{2,8}|…|_{1,8}|\?{1,2}) ?\/ ?(?:\d{1,2}|MM|mm|[Xx]{1,2}|\.{2,8}|…|_{1,8}|\?{1,2}) ?\/ ?(?:\d{2,4}|AAAA|aaaa|YYYY|yyyy|20[Xx_.]{2}|[Xx]{2,4}|\.{2,8}|…|_{1,8}|\?{2,4})(?![\p{Alpha}\d/])/gu,
		isMeant: isNoBirth,
	},
	{
		signs: '/',
		gate: / \/ ?\//,
		test: () => /(?<=(?:le|du|au) )\/ ?\/ ?\d{2,4}(?!\d)/g,
	},
	{
		gate: /AAAA|aaaa|YYYY|yyyy/,
		test: () =>
			/(?<!\p{Alpha})(?:JJ|jj|DD|dd)[-. ](?:MM|mm|mois|MOIS)[-. ](?:AAAA|aaaa|YYYY|yyyy)(?!\p{Alpha})/gu,
	},
	{
		// The first letters of the months: every text has full stops. A calendar lists months, and may leave some out.
		gate: /(?:XX|xx|[._…?•]|--)[ \u00a0]?[adfjmnos]/,
		test: () =>
			new RegExp(
				`(?<![\\p{Alpha}\\d.])(?:XX|xx|\\?{2,3}|(?<!^[ \\t]{0,9})•(?!${BLANK}?${MONTH}${BLANK}?:)|(?<!${MONTH}(?: \\d{4})?[ ,]{0,3})(?:\\.{2,20}|…{1,8})|_{1,20}|(?<=(?:le|du|au) )-{2,20})${BLANK}?${MONTH}(?!\\p{Alpha})`,
				'gmu',
			),
	},
	// A number of Rome may have three of them, and no word has three small ones.
	{ gate: /XXXX|xxx/, test: () => /(?<![\p{Alpha}\d])(?:X{4,20}|x{3,20})(?![\p{Alpha}\d])/gu },
	{
		gate: /XX|xx/,
		test: () =>
			/(?<![\p{Alpha}\d])(?:X{2,3}(?:[ .\u00a0-]X{2,4}){1,4}|x{2}(?:[ .\u00a0-]x{2,4}){1,4}|\d{2,5}X{2,4}|X{2,3}(?=,?[ \u00a0](?:rue|avenue|place|boulevard)(?!\p{Alpha})))(?![\p{Alpha}\d])|(?<=(?:SIREN|RCS|M\.|Mme)[ \u00a0]?)(?:XXX|xxx)(?![\p{Alpha}\d])/gu,
	},
	{
		gate: /[Xx*.…?•$#-][ \u00a0]?(?:€|euro|EUR)/,
		test: () =>
			new RegExp(
				`(?<![\\p{Alpha}\\d-])(?:X{1,3}|x{2,3}|\\*{2,20}|\\?{2,5}|•|\\.{3,80}|…{1,20}|-{2,20}|[$#]{2,20})${BLANK}?${EURO}`,
				'gu',
			),
	},
	// A mask behind a word that wants another one.
	{
		gate: / (?:\.\.\.\.|…[.…]|\?\?|---|\$\$|\. \.)/,
		test: () =>
			new RegExp(
				`(?<=(?:n°|M\\.|Mme|(?<!\\p{Alpha})(?:${WANTS_A_WORD}|des?|les|la|à|en|sous|pour|somme|est|soit)|:)${BLANK})` +
					'(?:\\?{2,5}(?![\\p{Alpha}\\d])|(?<!: )(?:[.…]{4,200}|…[.…]{1,200}|-{3,200}|\\${2,20}|(?:\\. ){3,100}))',
				'gu',
			),
	},
	// Hotels are classed "de *** à ****".
	{
		gate: / (?:\*\*|_ _)/,
		test: () =>
			new RegExp(
				`(?<=(?:n°|M\\.|Mme|(?<!\\p{Alpha})(?:${WANTS_A_WORD}|la))${BLANK})\\*{2,20}(?=[ ,.;])|(?<![\\p{Alpha}\\d_])(?:_ ){2,100}`,
				'gu',
			),
	},
	{ gate: /00000/, test: () => /(?<![\d.,])00000(?![\d])(?=[ \u00a0]\p{Alpha})/gu },
	{ gate: /20(?:XX|xx|__|\.\.)/, test: () => /(?<!\d)20(?:XX|xx|__|\.\.)(?![\p{Alpha}\d.])/gu },
	{
		gate: /000[ \u00a0.]?000/,
		test: () => /(?<!\d[ \u00a0.]?)000([ \u00a0.]?)000(?:\1)000(?!\d)/g,
	},
	// A line of underscores alone is a rule.
	{ signs: '_', test: () => /_{2,200}/g, isMeant: isInLine, isOfTextsOnly: true },
	{
		signs: '_',
		test: () => new RegExp(`_{4,200}|(?<![\\p{Alpha}\\d_])_(?= ${MONTH})`, 'gu'),
		isMeant: isInLine,
	},
	{
		gate: /\.{4}|…[.…]|\.…/,
		test: () =>
			/(?<!etc|[.…])(?:[.…]{4,400}|…[.…]{1,400})[ \u00a0]?(?=\((?![\d-])|[€»]|$)|(?<![\p{Alpha}\d.…])(?:[.…]{4,200}|…[.…]{1,200})[ \u00a0]?(?=[,;)\]]|$)/gmu,
		isMeant: isDotted,
	},
	{ gate: /\.\. h/, test: () => /(?<![.\p{Alpha}])\.{2,8} h(?!\p{Alpha})/gu },
	{
		signs: '(',
		gate: /\((?:•|[Mm]ontant|[Ss]omme)/,
		test: () => /\(•\)|\((?:[Mm]ontant|[Ss]omme) en (?:toutes )?lettres\)/g,
	},
	// What a form asks of whoever fills it in: of a company nobody says so in a notice, of documents many do.
	{
		gate: /[aà] (?:compl[ée]t|pr[ée]cis|v[ée]rif|renseign)|rayer l/i,
		test: () =>
			/(?<!\p{Alpha})\(?[àa] (?:compl[ée]ter|pr[ée]ciser|v[ée]rifier|renseigner)(?!\p{Alpha})\)?|rayer (?:la|les) mentions? inutiles?/giu,
		isMeant: isAsked,
	},
];

const ASKED = new RegExp(
	`(?<!\\p{Alpha})(?:(?:${FIELD_NAMES})(?: \\p{Alpha}{1,20})?${BLANK}?:${BLANK}?|(?:par|de|du|à|au|le|la|M\\.|Mme|n°)${BLANK}(?=$))$`,
	'iu',
);

function isAsked({ found, index }: Place, text: string): boolean {
	if (found.startsWith('r') || found.startsWith('R')) return true;
	const behind = text.slice(index + found.length, index + found.length + 3);
	if (found.startsWith('(') && /^[ \u00a0]?(?:€|eu)/.test(behind)) return true;
	const before = text.slice(Math.max(0, index - 60), index);
	const [label = ''] = ASKED.exec(before) ?? [];
	return label !== '' && (/:/.test(label) || found.startsWith('('));
}

/** The day and the month of a birth are not always known: "né le", "née Y le", "né à Kaboul le". */
function isNoBirth({ found, index }: Place, text: string): boolean {
	if (/[^\d/ ]/.test(found)) return true;
	const before = text.slice(Math.max(0, index - 80), index);
	return (
		/^0?0 ?\//.test(found) && !/(?<!\p{Alpha})née?s?(?!\p{Alpha})[^.;\n]{0,70} le $/u.test(before)
	);
}

function isInLine({ index, found }: Place, text: string): boolean {
	const line = lineAround(text, index, found.length);
	return /[^_\s]/.test(line);
}

/** At most 400 characters on each side. */
function lineAround(text: string, index: number, length: number): string {
	const before = text.slice(Math.max(0, index - 400), index);
	const behind = text.slice(index, index + length + 400);
	return `${before.slice(before.lastIndexOf('\n') + 1)}${behind.split('\n', 1)[0] ?? ''}`;
}

/** At the end of a line dots behind a word are only a way to end it; dots alone on a line are a leader. */
function isDotted({ index, found }: Place, text: string): boolean {
	// An ellipsis that ends a sentence.
	if (found.trim() === '….') return false;
	const next = text.charAt(index + found.length);
	if (next !== '' && next !== '\n') return true;
	const before = text.slice(Math.max(0, index - 2), index);
	if (before === '' || before.endsWith('\n')) return before.startsWith(':');
	return /\S/.test(before) && !/[\p{Alpha}\d]$/u.test(before);
}

const ARTICLES = 'du|des?|le|la|les|au|aux|à|en|par|sous|chez|dans';

const BEFORE_A_NAME = `${ARTICLES}|sur|M\\.|Mme|Mlle|Monsieur|Madame|Maître|Me|n°|numéro|demeurant|nationalité|sise?s?|d[ée]nomm[ée]e?`;
/** What may come between a preposition and its word: "par, le cas échéant, le gérant". */
const ASIDE = " ?(?:le cas|s[’' ]|si |notamm|au besoin|en outre)";

/** Pairs that cannot follow each other, because a word is missing between them. They never go across line ends. */
const HOLES: readonly Pattern[] = [
	{
		gate: / [,.;)]|[,;]{2}/,
		test: () =>
			new RegExp(
				`(?<![\\p{Alpha}\\d'’-])(?:(?:${BEFORE_A_NAME})${BLANK}{1,9}[,)](?!${ASIDE})` +
					// French has a blank before each semicolon, and an item of a list may end with "nationalité", "de" or "numéro".
					`|(?:du|au|(?<=née? )le|M\\.|Mme|Mlle|n°)${BLANK}{1,9};(?!${BLANK}?(?:M\\.|Mme|Mlle))` +
					`|(?:M\\.|Mme|Mlle|Monsieur|Madame)${BLANK}{1,9}\\.(?!${BLANK}?[.\\p{Alpha}\\d])` +
					`|(?:${ARTICLES}|et|Maître|n°|numéro|demeurant|sise?s?|société|${FORMS})${BLANK}{1,9}\\.(?![.\\p{Alpha}\\d]|${BLANK}\\.))` +
					`|,${BLANK}[,;.)](?![.\\d\\p{Alpha}])|[,;]{2}`,
				'giu',
			),
		isMeant: isNoTypist,
	},
	{
		gate: /\.(?:$| )(?<= (?:des?|aux?|à|les?|la)\. ?)/m,
		test: () => /(?<=(?<![\p{Alpha}\d]) )(?:de|des|au|aux|à|le|la|les)\.(?=$| )/gmu,
	},
	// An amount in a sentence, where the sign of the euro was.
	{
		signs: '?',
		test: () => /(?<=(?:de|à|:) \d{1,3}(?:[ \u00a0.]\d{3}){1,3} )\?(?= [a-zà-ÿ]|[,;])/g,
	},
	// What has a date: an act of which the day is missing, and an elision before a word that does not begin one.
	{
		gate: / du,|['’][ ,.;)]/,
		test: () =>
			/(?<=(?:date|acte|assemblée|décision|délibération|jugement|arrêté|procès-verbal) )du(?=,(?! (?:ou|et|si|le cas) ))|(?<!\w)[lL]['’][ \u00a0]{1,4}(?:en|du|des?|par|sous|aux?)(?![\w-])|(?<!\w)[ldLD]['’][ \u00a0]{0,4}[,.;)]/g,
	},
	{
		gate: /:[ \u00a0]{0,4}(?:[,.;)]|€|euro|ans|m²|%)/,
		test: () =>
			new RegExp(
				`(?<!(?:[Uu]nité|[Mm]onnaie|[Dd]evise)[^:\\n]{0,30})(?::${BLANK}{0,4}(?:[,;]|\\.(?![.\\d\\p{Alpha}]|${BLANK}\\.)|(?:€|euros?|ans|m²|%)(?![\\p{Alpha}\\d]|${BLANK}?\\d))|:${BLANK}{1,4}\\))`,
				'gu',
			),
	},
	{
		gate: /(?:de|à)[ \u00a0](?:€|euro|ans|h)/,
		// "2 millions de €" is an amount.
		test: () =>
			/(?<=^| )(?:(?<!(?:milli(?:on|er|ard)|[a-z]{3,20}aine)s?\s)de[ \u00a0](?:€|euros?|ans)|à[ \u00a0](?:€|ans|h))(?!\p{Alpha}|[ \u00a0]?\d)|(?<=^| )(?:de|à)[ \u00a0]heures?(?=[,.]| (?:au|à|dans|en) )/gmu,
	},
	{
		gate: /\([ \u00a0,;-]*\)|«[ \u00a0]*»|“[ \u00a0]*”|""|\[[ \u00a0]*\]/,
		test: () =>
			/\([ \u00a0,;]{0,9}\)|«[ \u00a0]{0,9}»|“[ \u00a0]{0,9}”|(?<![\p{Alpha}\d"])"[ \u00a0]?"(?![\p{Alpha}\d"])/gu,
	},
	{
		// "à au moins la moitié" and "à du personnel" are French: these want a figure, a day or an end behind them.
		gate: /à (?:au|du)(?![-a-z])/,
		test: () =>
			/(?<![\p{Alpha}-])à (?:au|du)(?= ?[\d,.;)]| ?$| siège| (?:lun|mar|mercre|jeu|vendre|same)di(?!\p{Alpha})| dimanche(?!\p{Alpha}))/gu,
	},
	{
		gate: /(?:à le|le (?:à|au)|du (?:au|a)|de (?:h|à|sous|et|a|pour))(?![-a-z])/,
		test: () =>
			/(?<![\p{Alpha}-])(?:à le(?= \d)|(?:de à|le à|le au)(?![-\p{Alpha}])|du au(?= ?[\d,.;]| inclus| en )|du a (?=\p{Alpha}{3,20}(?:é|is|u)(?!\p{Alpha}))|de h(?!\p{Alpha}))|(?<=RCS|[Cc]ommerce|[Gg]reffe) de (?:sous|et|a|pour)(?![-\p{Alpha}])/gu,
	},
	{
		gate: / de (?:jour|mois|an)/,
		test: () => /(?<=(?:délai|durée|période) )de (?:jours?|mois|ans|années)(?!\w)/g,
	},
	{
		gate: /(?:M\.|Mme|Mlle|Monsieur|Madame) (?:n[ée]|demeurant|domicili)/,
		test: () =>
			/(?<!\p{Alpha})(?:M\.|Mlle|Monsieur) (?:née? le|demeurant|domicilié)|(?<!\p{Alpha})(?:Mme|Madame) (?:née le|demeurant|domicilié)/gu,
	},
	{
		gate: /\d{5}(?<=(?:rue|avenue|boulevard|place|chemin|route|impasse|allée)(?:[ \u00a0]?,)? \d{5})/,
		test: () =>
			/(?<!\p{Alpha})(?:rue|avenue|boulevard|place|chemin|route|impasse|allée)(?:[ \u00a0]?,)? \d{5}(?!\d)/gu,
	},
	{
		gate: /€(?:[ \u00a0]?(?:€|eu)|(?<=os?[ \u00a0]€))/,
		test: () => /€[ \u00a0]?(?:€|euros?(?!\p{Alpha}))|euros?[ \u00a0]€/gu,
	},
];

/** Some type a blank before each comma; a letter in capitals may be an initial. */
function isNoTypist({ found }: Place): boolean {
	return !/^(?:A|LA|LE|DE|EN|ME|DU)[ \u00a0]*[.)]$/.test(found);
}

/** Tags that a reader would see. In plain text they are those of a text in HTML; in HTML they were escaped. */
const TAGS: readonly Pattern[] = [
	{
		signs: '<',
		test: () =>
			/<\/?(?:p|br|div|span|strong|b|em|i|u|ul|ol|li|h[1-6]|table|tr|td|a|hr|font|img)(?:\s[^<>]{0,200})?\/?>|<\/\p{Alpha}[^<>\s]{0,60}>|<!--/giu,
	},
];

const ENTITIES: readonly Pattern[] = [
	{
		signs: '&',
		test: () => /&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{2,6}|#x[0-9a-fA-F]{2,6});/g,
		// The `&D;` of `R&D;` is no entity; one in capitals is what capitals were made of.
		isMeant: ({ found }) =>
			decodeEntities(found) !== found || /^&[A-Z](?:ACUTE|GRAVE|CIRC|CEDIL|UML);$/.test(found),
	},
	// No name begins like these, so it is an entity of which the semicolon was forgotten; INFO&quotidien and SON&amplis are names.
	{
		signs: '&',
		test: () =>
			/&(?:[a-zA-Z](?:acute|grave|circ|uml|cedil|tilde|ring)|nbsp|[lr]aquo|[lr]squo|(?:amp|quot|copy)(?![a-zà-ÿ]))(?!;)|&#(?:\d{2,4}|x[\dA-Fa-f]{2,4})(?![;\da-fA-F])/g,
	},
];

const OF_MODELS =
	"Voici (?:le (?:texte|projet)|une? |l[’'](?:annonce|avis)|votre )|Bien sûr|Souhaitez-vous|" +
	"Here(?: is|[’']s) |Certain(?:ly|ement) ?[!,]|Sure[!,]|(?:As an )?AI language model|I (?:am sorry|can(?:no|[’'])t)|I[’']m sorry";
const OF_MAILS =
	'Bonjour|Cordialement|Bien à vous|Envoyé d(?:e mon|epuis)|Sent from my|Ce (?:message|courriel) (?:et|est) |' +
	"Si vous n[’']êtes pas (?:le|la) destinataire";

/** The speech of models and of mail programs. It may be what somebody says in a notice, so it is only reported. */
const TALK: readonly Pattern[] = [
	{
		gate: /[Jj]e |[Jj][’']|(?:^| )me /,
		test: () =>
			/(?<!\p{Alpha})(?:[Jj]e (?!soussign|me soussign)\p{Lower}{1,20}|[Jj][’'](?:ai|espère|aimerais|attends)|me \p{Lower}{1,20})(?!\p{Alpha})/gu,
	},
	{
		gate: /Voici|Bien |Souhaitez|Bonjour|Cordialement|Envoyé d|Sent from|Here[ ’']|Certain|Sure|AI language|I [ac]|I[’']m|Ce [mc]|Si v/,
		test: () => new RegExp(`(?<!\\p{Alpha})(?:${OF_MODELS}|${OF_MAILS})[^\\n]{0,30}`, 'gu'),
	},
	{
		gate: /hésitez|modèle de l/,
		test: () => /(?<!\p{Alpha})(?:[Nn][’']hésitez pas|modèle de langage)[^\n]{0,30}/gu,
	},
];

/** A text that was pasted out of a mail, with its head. Two of these lines say so where one has an address. */
const MAIL: readonly Pattern[] = [
	{
		gate: /essage|warded/,
		test: () =>
			/^[>* ]{0,4}-{2,12} ?(?:Message|Original|Forwarded|Original Message)[^\n]{0,60}-{2,12}$/gmu,
	},
	{
		gate: /écrit[ \u00a0]?:|wrote/,
		test: () => /^(?:Le|On) [^\n]{0,120}\d[^\n]{0,200} (?:a écrit|wrote)[ \u00a0]?:/gm,
	},
	{
		gate: /^(?:De|From)[ \u00a0]?:/m,
		test: () => /^(?:De|From)[ \u00a0]?:[^\n]{1,200}/gm,
		isMeant: isMailHead,
	},
];

function isMailHead({ found, index }: Place, text: string): boolean {
	const head = text.slice(Math.max(0, index - 300), index + 600);
	if (
		/^(?:Envoyé|Sent)(?: le)?[ \u00a0]?:/m.test(head) &&
		/^(?:Objet|Sujet|Subject)[ \u00a0]?:/m.test(head)
	)
		return true;
	return (
		found.includes(ADDRESS_LETTER) &&
		/^(?:À|To|Cc|Objet|Sujet|Subject|Date|Envoyé|Sent)[ \u00a0]?:/m.test(head)
	);
}

/** Words that a line end of a PDF file has cut. One may be a word with a hyphen. */
const CUT: readonly Pattern[] = [
	{
		gate: /-\n/,
		test: () => /\p{Lower}{1,30}-\n\p{Lower}{1,30}/gu,
		distinct: 2,
	},
];

export type Sort =
	| 'data'
	| 'encoding'
	| 'tag'
	| 'entity'
	| 'value'
	| 'blank'
	| 'sign'
	| 'bracket'
	| 'hole'
	| 'mail'
	| 'talk'
	| 'cut';

export interface OddPlace extends Place {
	readonly sort: Sort;
}

/** Patterns of one sort, and whether they are looked for in names, references and options as well. */
interface Group {
	readonly sort: Sort;
	readonly patterns: readonly Pattern[];
	readonly isOfNames?: true;
}

/** Where two rules find one place the first of them says what it is. */
const GROUPS: readonly Group[] = [
	{ sort: 'tag', patterns: TAGS },
	{ sort: 'entity', patterns: ENTITIES },
	{ sort: 'value', patterns: VALUES, isOfNames: true },
	{ sort: 'blank', patterns: BLANKS, isOfNames: true },
	{ sort: 'sign', patterns: SIGNS, isOfNames: true },
	{ sort: 'bracket', patterns: BRACKETS, isOfNames: true },
	{ sort: 'hole', patterns: HOLES, isOfNames: true },
	{ sort: 'mail', patterns: MAIL },
	{ sort: 'talk', patterns: TALK },
	{ sort: 'cut', patterns: CUT },
];
const GROUPS_OF_NAMES = GROUPS.filter((group) => group.isOfNames).map(({ sort, patterns }) => {
	return { sort, patterns: patterns.filter((one) => one.isOfTextsOnly !== true) };
});

/** @returns what no finished notice has, the first twenty places of a sort, none inside another */
export function oddIn(text: string): OddPlace[] {
	const plain = withoutAddresses(text);
	const characters = charactersOf(plain);
	const spaced = withPlainBlanks(plain);
	const data = placesOf(spaced, DATA, characters);
	if (data.length > 0) return withWords(text, [{ sort: 'data', places: data }]);
	return withWords(text, [
		{ sort: 'encoding', places: findWrongEncoding(plain, characters) },
		...GROUPS.map(({ sort, patterns }) => ({
			sort,
			places: placesOf(spaced, patterns, characters),
		})),
	]);
}

/** Editors write no-break spaces where others write blanks: of the same length, so that places stay where they are. */
function withPlainBlanks(text: string): string {
	return text.replace(/[\u00a0\u202f]/g, ' ');
}

/** @returns the first of what no name has; letters that are only odd are somebody's name */
export function oddInName(name: string): OddPlace | undefined {
	const plain = withoutAddresses(name);
	const characters = charactersOf(plain);
	const spaced = withPlainBlanks(plain);
	const [first] = withWords(name, [
		{ sort: 'encoding', places: impossibleIn(plain, characters) },
		{ sort: 'data', places: placesOf(spaced, DATA, characters) },
		...GROUPS_OF_NAMES.map(({ sort, patterns }) => ({
			sort,
			places: placesOf(spaced, patterns, characters),
		})),
	]);
	return first;
}

/** With the words of the text, where addresses were put aside. */
function withWords(
	text: string,
	sorts: ReadonlyArray<{ readonly sort: Sort; readonly places: readonly Place[] }>,
): OddPlace[] {
	const odd: OddPlace[] = [];
	for (const { sort, places } of sorts) {
		const inOrder = [...places].sort((a, b) => a.index - b.index);
		for (const { index, found } of inOrder) {
			const end = index + found.length;
			const isInside = odd.some((one) => index < one.index + one.found.length && end > one.index);
			if (!isInside) odd.push({ sort, index, found: text.slice(index, end) });
		}
	}
	return odd;
}
