/**
 * Finds what shows that a text is not finished: fields of a template that nobody filled in, blanks, and what an expression or a
 * spreadsheet left in their place. Signs that finished texts have as well ([sic], […], né(e), leaders) are none of these.
 */
import { isInAddress, placesOf, type Pattern, type Place } from './places';

const BLANK = '[ \\u00a0]';

/** Fields of the languages of templates. None of these signs stands in a notice that is finished. */
const TEMPLATE: readonly Pattern[] = [
	{ gate: /\{\{|\}\}/, test: () => /\{\{[^{}]{0,200}\}{0,2}|\}\}/g },
	{
		gate: /\{/,
		test: () => /(?<![{$])\{[$@#!]?[\p{Alpha}\d_][\p{Alpha}\d_ .:'’/>[\]-]{0,60}\}(?!\})/gu,
	},
	{ gate: /%[}>]/, test: () => /[{<]%[^%<>{}]{0,200}%[}>]/g },
	{
		gate: /\$[{(jnA-Z]/,
		test: () =>
			/\$\{[^{}\n]{0,100}\}?|\$(?:json|node|input)\b|\$[A-Z]{1,30}_[A-Z_]{1,30}|\$\(['"]/g,
	},
	// A percent sign behind a figure is one: "de 10 % à 20 %".
	{
		gate: /%[\p{Alpha}_]/u,
		test: () => /(?<!\d[ \u00a0]?)%(?![\dA-F]{2}%)[\p{Alpha}_][\p{Alpha}\d_]{1,40}%/gu,
	},
	// What a program is told to print: "SARL %s", and PHP.
	{ gate: /%[sd]/, test: () => /(?<!\d[ \u00a0]?)%[sd](?![\p{Alpha}\d%])/gu },
	{ gate: /<\?/, test: () => /<\?(?:php|=)[^<>]{0,100}/g },
	{
		gate: /[@$][\p{Alpha}_]+[@$]/u,
		test: () => /(?<![\p{Alpha}\d.])([@$])[\p{Alpha}_]{3,40}\1(?![\p{Alpha}\d])/gu,
	},
	{ gate: /#[A-Z]/, test: () => /(?<![\p{Alpha}\d&])#[A-Z][A-Z_]{2,40}#/gu },
	{ gate: /\|/, test: () => /\[[^[\]\n]{0,100}\|[^[\]\n]{0,100}\]/g },
	{ gate: /\[\[/, test: () => /\[\[[^[\]\n]{0,100}\]\]/g },
	{ gate: /_/, test: () => /[[<«{][\p{Alpha}\d]{1,40}(?:_[\p{Alpha}\d]{1,40}){1,8}[\]>»}]/gu },
	// What Word shows in a field of a form until somebody writes into it.
	{
		gate: /ici pour|here to|un élément|an item/,
		test: () =>
			/Cliquez (?:ou appuyez )?ici pour (?:entrer|taper|saisir|ajouter)|Click (?:or tap )?here to enter|Choisissez un élément|Choose an item/g,
	},
	{
		gate: /«\p{Alpha}/u,
		test: () => /«\p{Alpha}[\p{Alpha}_ ]{1,30}\d{0,2}»/gu,
		isMeant: isOfMailMerge,
	},
	{ gate: /##|@@/, test: () => /(##|@@)[\p{Alpha}\d_ ]{1,60}\1/gu },
	{
		gate: /MERGEF|[Ll]orem|LOREM/,
		test: () => /MERGEF(?:IELD|ORMAT)|(?:[Ll]orem|LOREM) (?:[Ii]psum|IPSUM)/g,
	},
	{ gate: /TODO/, test: () => /(?<!\p{Alpha})TODO[ \u00a0]?:/gu },
];

/** Word shows the fields of a form letter as «Nom» «Ville»; a single word between such marks may be quoted. */
function isOfMailMerge(_place: Place, text: string): boolean {
	const names = text.match(MAIL_MERGE) ?? [];
	return new Set(names).size > 1;
}

const MAIL_MERGE =
	/«(?:nom|pr[ée]nom|adresse|ville|code ?postal|cp|date|montant|capital|si[èe]ge|siren|siret|rcs|civilit[ée]|d[ée]nomination|raison ?sociale|g[ée]rant)(?:[ _]?(?:\p{Alpha}{1,20}|\d))?»/giu;

/** What a program writes for another one. */
const DATA: readonly Pattern[] = [
	{
		gate: /[[{]\s{0,9}["{]/,
		test: () =>
			/\{\s{0,9}"[^"\n]{1,80}"\s{0,9}:|^\s{0,9}(?:\[\s{0,9}\{\s{0,9}"|\[\s{0,9}"[^"\n]{0,80}"\s{0,9}[,\]])/g,
	},
	{ gate: /<!\[CDATA/, test: () => /<!\[CDATA\[/g },
	{
		gate: /(?:^|[\s,;])[A-Za-z\d+/]{120}/,
		test: () => /(?<![A-Za-z\d+/])[A-Za-z\d+/]{120}/g,
		isMeant: isEncoded,
	},
];

/** Letters and figures without order: a word of one letter is no file. */
function isEncoded({ found }: Place): boolean {
	return /[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found);
}

/** What a field in brackets begins with. Brackets alone say nothing: [JEAN MARTIN], [sic], [RE]BOOT. */
const FIELD_WORDS = (
	'noms? pr[ée]noms? adresse ville commune date jour mois ann[ée]e montant capital siren siret rcs greffe num[ée]ro ' +
	'd[ée]nomination raison objet dur[ée]e soci[ée]t[ée] forme g[ée]rante? pr[ée]sidente? dirigeante? associ[ée]e? liquidat(?:eur|rice) ' +
	'code cp t[ée]l(?:[ée]phone)? e-?mail mail lieu profession nationalit[ée] qualit[ée] signature signataire journal d[ée]partement ' +
	'notaire tribunal si[èe]ge nombre somme prix valeur civilit[ée] sigle activit[ée] enseigne pays titre texte client fonction organe ' +
	'type identit[ée] coordonn[ée]es acte pourcentage description liste modalit[ée]s parts? apports? ' +
	'ins[ée]rer indiquer pr[ée]ciser compl[ée]ter choisir renseigner supprimer name address company amount city'
)
	.split(' ')
	.join('|');
const FIELD_CONTENT = new RegExp(`^(?:(?:l[ae’'] ?)?(?:${FIELD_WORDS})(?!\\p{Alpha})|n°)`, 'iu');
/** Between the words of a field's name, and written in capitals in any of them. */
const FIELD_LINK = /^(?:de|du|des|la|le|les|l’|d’|en|et|à|au)$/i;
const TO_COMPLETE =
	/^[àa] (?:compl[ée]ter|pr[ée]ciser|remplir|renseigner|d[ée]finir|v[ée]rifier|confirmer)(?!\p{Alpha})/iu;

const BRACKETS: readonly Pattern[] = [
	{ gate: /\[/, test: () => /\[[^[\]\n]{2,100}\]/g, isMeant: isField },
	{ gate: /\[[xX]{2}/, test: () => /\[(?:x{2,20}|X{3,20})\]/g },
	{ gate: /à compl/, test: () => /\([^()\n]{0,60}à compléter[ \u00a0]?\)/g },
	{ gate: /: ?à compl/, test: () => /(?<=:[ \u00a0]?)à compléter(?=[ \u00a0]?(?:[.;,]|$))/gm },
	// A choice that nobody made: [SSP ou notarié].
	{ gate: / ou /, test: () => /\[[^[\]\n:]{1,60} ou [^[\]\n:]{1,60}\]/g },
	{ gate: /<[\p{Alpha}]/u, test: () => /<\p{Alpha}[^<>\n]{2,100}>/gu, isMeant: isField },
	{ gate: /[(<«]/, test: () => /[(<«]\s?[àÀaA] [^()<>«»\n]{6,80}[)>»]/g, isMeant: isField },
	{
		gate: /[ÀA] [CPRDV]/,
		test: () =>
			/(?<!\p{Alpha})[ÀA] (?:V[ÉE]RIFIER|COMPL[ÉE]TER|PR[ÉE]CISER|REMPLIR|RENSEIGNER|D[ÉE]FINIR)(?!\p{Alpha})/gu,
	},
	// What a form asks of whoever fills it in.
	{
		gate: /\((?:[IiPpCcRrBb]|[MmSs]o)|mentions? inutile/,
		test: () =>
			/\((?:[Ii]ndiquer|[Pp]r[ée]ciser|[Ii]ns[ée]rer|[Cc]ompl[ée]ter|[Rr]ayer|[Cc]ocher|[Cc]hoisir|[Bb]arrer)(?!\p{Alpha})[^()\n]{0,80}\)|\((?:[Mm]ontant|[Ss]omme) en (?:toutes )?lettres\)|[Rr]ayer (?:la|les) mentions? inutiles?/gu,
	},
	{ gate: /\[/, test: () => /\[[ \u00a0]?[•*.?][ \u00a0]?\]/g },
	{ gate: /\(•/, test: () => /\(•\)/g },
	{ gate: /\[M/, test: () => /\[(?:M\.?|Mr|Monsieur|Mme|Madame) ?\/[^[\]\n]{1,30}\]/g },
];

/** What somebody is told to do there: [Choisir : SARL ou SAS]. */
const ORDERED = /^(?:choisir|indiquer|ins[ée]rer|pr[ée]ciser|compl[ée]ter|renseigner) ?:/i;

/** The name of a field, and no content: only small letters or only capitals, no figure, and no colon behind which it stands. */
function isField({ found }: Place): boolean {
	const content = found.slice(1, -1).trim();
	if (TO_COMPLETE.test(content) || ORDERED.test(content)) return true;
	if (/[\d:]/.test(content) || !FIELD_CONTENT.test(content)) return false;
	const rest = content.slice(1);
	if (rest === rest.toLowerCase() || content === content.toUpperCase()) return true;
	return content
		.split(/[\s/,-]+/)
		.every((word) => FIELD_CONTENT.test(word) || FIELD_LINK.test(word));
}

const MONTH =
	'(?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[ée]cembre)';
const EURO = '(?:€|euros?(?!\\p{Alpha})|EUR(?!\\p{Alpha}))';

/** Dates, sums and numbers of which the figures are missing. */
const FIGURES: readonly Pattern[] = [
	// A day, a month and a year, of which at least one is a sign in the place of figures: 12/XX/2026, __/__/____, JJ/MM/AAAA.
	{
		gate: /[JDXMjdxm._…?] ?\/|\/ ?[JDXMAYjdxmay._…?]|(?<!\d)00 ?\//,
		test: () =>
			/(?<![\p{Alpha}\d/])(?:\d{1,2}|JJ|jj|DD|dd|[Xx]{1,2}|\.{2,8}|…|_{1,8}|\?{1,2}) ?\/ ?(?:\d{1,2}|MM|mm|[Xx]{1,2}|\.{2,8}|…|_{1,8}|\?{1,2}) ?\/ ?(?:\d{2,4}|AAAA|aaaa|YYYY|yyyy|20[Xx_.]{2}|[Xx]{2,4}|\.{2,8}|…|_{1,8}|\?{2,4})(?![\p{Alpha}\d/])/gu,
		isMeant: ({ found }) => /[^\d/ ]|^0?0 ?\//.test(found),
	},
	{
		gate: /AAAA|aaaa|YYYY|yyyy/,
		test: () =>
			/(?<!\p{Alpha})(?:JJ|jj|DD|dd)[-. ](?:MM|mm|mois|MOIS)[-. ](?:AAAA|aaaa|YYYY|yyyy)(?!\p{Alpha})/gu,
	},
	{
		// The first letters of the months: every text has full stops.
		gate: /(?:XX|xx|[._…?•])[ \u00a0]?[adfjmnos]/,
		test: () =>
			new RegExp(
				`(?<![\\p{Alpha}\\d.])(?:XX|xx|\\?{2,3}|•|\\.{2,20}|…{1,8}|_{1,20})${BLANK}?${MONTH}(?!\\p{Alpha})`,
				'gu',
			),
	},
	{ gate: /XXXX|xxxx/, test: () => /(?<![\p{Alpha}\d])(?:X{4,200}|x{4,200})(?![\p{Alpha}\d])/gu },
	{
		gate: /XXX?[ \u00a0]|xxx?[ \u00a0]/,
		test: () =>
			/(?<![\p{Alpha}\d])(?:X{3}(?:[ \u00a0]X{3}){1,4}|x{3}(?:[ \u00a0]x{3}){1,4})(?![\p{Alpha}\d])/gu,
	},
	{
		gate: /[Xx*.…?•]{1,3}[ \u00a0]?(?:€|euro|EUR)/,
		test: () =>
			new RegExp(
				`(?<![\\p{Alpha}\\d])(?:X{2,3}|x{2,3}|\\*{2,20}|\\?{2,5}|•|\\.{3,80}|…{1,20})${BLANK}?${EURO}`,
				'gu',
			),
	},
	{
		gate: /XXX|xxx/,
		test: () => /(?<=(?:[nN]°|SIREN|RCS|M\.|Mme)[ \u00a0]?)(?:XXX|xxx)(?![\p{Alpha}\d])/gu,
	},
	{ gate: /00000/, test: () => /(?<![\d.,])00000(?![\d])(?=[ \u00a0]\p{Alpha})/gu },
	// Nothing where a sum, a place, a day or a name belongs.
	{
		gate: / de[ \u00a0]+(?:€|euro)/,
		test: () => /(?<= )de[ \u00a0]{1,9}(?:€|euros?(?!\p{Alpha}))/gu,
	},
	{
		gate: /(?:à|le|M\.|Mme|n°)[ \u00a0]+,/,
		test: () => /(?<!\p{Alpha})(?:à|le|M\.|Mme|n°)[ \u00a0]{1,9},/gu,
	},
	{ gate: /20(?:XX|xx|__|\.\.)/, test: () => /(?<!\d)20(?:XX|xx|__|\.\.)(?![\p{Alpha}\d.])/gu },
	{
		gate: /000[ \u00a0.]?000/,
		test: () => /(?<!\d[ \u00a0.]?)000([ \u00a0.]?)000(?:\1)000(?!\d)/g,
	},
];

/** A line of underscores alone is a rule, and an address may have two of them. */
const BLANKS: readonly Pattern[] = [
	{ gate: /__/, test: () => /_{2,200}/g, isMeant: isBlank },
	{
		gate: /\.{4}|…[.…]|\.…/,
		test: () =>
			/(?<!etc|[.…])(?:[.…]{4,400}|…[.…]{1,400})[ \u00a0]?(?=[(€»]|$)|(?<![\p{Alpha}\d.…])(?:[.…]{4,200}|…[.…]{1,200})[ \u00a0]?(?=[,;)\]]|$)/gmu,
		isMeant: isDotted,
	},
	{
		gate: /(?:^| )(?:du|les?|la|n°|M\.|Mme|à|des?|en|par|au|sous|pour|somme) (?:\.{4}|…[.…])/m,
		test: () =>
			/(?<=(?<!\p{Alpha})(?:du|les?|la|n°|M\.|Mme|à|des?|en|par|au|sous|pour|somme) )(?:[.…]{4,200}|…[.…]{1,200})/gu,
	},
];

function isBlank(place: Place, text: string): boolean {
	const { index, found } = place;
	const start = text.lastIndexOf('\n', index) + 1;
	const end = text.indexOf('\n', index);
	const line = text.slice(start, end < 0 ? start + 400 : Math.min(end, start + 400));
	return /[^_\s]/.test(line) && found.length > 1 && !isInAddress(text, place);
}

/** At the end of a line dots behind a word are only a way to end it; dots alone on a line are a leader. */
function isDotted({ index, found }: Place, text: string): boolean {
	const next = text.charAt(index + found.length);
	if (next !== '' && next !== '\n') return true;
	const before = text.slice(Math.max(0, index - 2), index);
	if (before === '' || before.endsWith('\n')) return before.startsWith(':');
	return /\S/.test(before) && !/[\p{Alpha}\d]$/u.test(before);
}

/** What expressions and spreadsheets leave behind when they find nothing: "SAS undefined", "le Invalid DateTime", "#REF!". */
const LEFT_BEHIND: readonly Pattern[] = [
	// References of Word that lead nowhere, numbers and dates as programs write them, cells that were too narrow.
	{
		gate: /Err(?:eur|or)/,
		test: () =>
			/Erreur[ \u00a0]?! (?:Signet|Source|Nom|Référence|Aucun|Liaison)[^.\n]{0,60}|Error! (?:Bookmark|Reference)[^.\n]{0,60}/g,
	},
	{ gate: /\dE\+/, test: () => /(?<![\p{Alpha}\d])\d(?:[.,]\d{1,15})?E\+\d{2}(?!\d)/gu },
	{ gate: /\dT\d|GMT/, test: () => /\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.+Z-]{0,20}|GMT[+-]\d{4}/g },
	{ gate: /#{4}/, test: () => /(?<=\S[ \u00a0])#{4,200}|#{4,200}(?=[ \u00a0]?[€,;])/g },
	{ gate: /\[object/, test: () => /\[object \w{1,20}\]/g },
	{ gate: /Invalid/, test: () => /(?<!\p{Alpha})Invalid (?:[Dd]ate|DateTime)(?!\p{Alpha})/gu },
	{
		gate: /#/,
		test: () =>
			/#(?:REF!|VALUE!|VALEUR!|DIV\/0!|N\/A|NAME\?|NOM\?|NULL!|NUL!|NUM!|NOMBRE!|ERROR!|SPILL!|PROPAGATION!|CALC!)/g,
	},
	{
		gate: /undefined|NaN/,
		test: () => /(?<![\p{Alpha}\d_])(?:undefined|NaN)(?![\p{Alpha}\d_]|\.\p{Lower})/gu,
		isMeant: (place, text) => !isInAddress(text, place),
	},
	// A line end in a cell of Excel, as its files write it.
	{ gate: /_x00/, test: () => /_x00[01][\dA-F]_/g },
	{ gate: /Infinity/, test: () => /-?Infinity(?=[ \u00a0]?(?:€|euros?(?!\p{Alpha})))/gu },
	{
		gate: / null/,
		test: () =>
			/(?<=(?:(?:^|[\s(])(?:M\.|Mme|Mlle|Monsieur|Madame|né à|née à|née? le|demeurant|SARL|SAS|SCI|EURL|SASU|SA|société)|:)[ \u00a0])null(?![\p{Alpha}\d_@]|\.\p{Lower})/gmu,
		isMeant: (place, text) => !isInAddress(text, place),
	},
	// In capitals it may be what a company is called: not behind SARL, nor where its name is given.
	{
		gate: / NULL/,
		test: () =>
			/(?<=(?:(?:^|[\s(])(?:M\.|Mme|Mlle|Monsieur|Madame|né à|née à|née? le|demeurant)|(?<!(?:[Dd][ée]nomination|[Ss]ociale|[Ss]oci[ée]t[ée]|[Nn]om|[Ee]nseigne)[ \u00a0]?):)[ \u00a0])NULL(?=[ \u00a0]?(?:[.,;)€]|$))/gmu,
	},
	{
		gate: /null|None/,
		test: () =>
			/(?<![\p{Alpha}\d_])(?:null|None)(?!\.\p{Lower})(?=[ \u00a0]?(?:[.,;:)\]€]|$)|[ \u00a0](?:null|au|de|du|des|est|et|à|a|RCS|euros?|SARL|SAS|dont|par)(?![\p{Alpha}\d]))/gmu,
		isMeant: (place, text) => !isInAddress(text, place),
	},
];

/** "De : …", "Envoyé : …" and "Objet : …" at the heads of lines: an e-mail was pasted with its head. */
const MAIL_LINES = [
	/^(?:De|From)[ \u00a0]?:[ \u00a0]?\S/m,
	/^(?:Envoyé|Date|Sent)(?: le)?[ \u00a0]?:[ \u00a0]?\S/m,
	/^(?:Objet|Subject)[ \u00a0]?:[ \u00a0]?\S/m,
];
const MAIL = /^(?:De|From)[ \u00a0]?:[^\n]{1,200}/gm;

function mailHeadIn(text: string): Place[] {
	if (!MAIL_LINES.every((line) => line.test(text))) return [];
	return placesOf(text, [{ gate: /:/, test: () => MAIL }]).slice(0, 1);
}

export type UnfinishedKind = 'data' | 'field' | 'blank' | 'leftBehind' | 'mail';

const KINDS: ReadonlyArray<readonly [UnfinishedKind, readonly Pattern[]]> = [
	['data', DATA],
	['field', [...TEMPLATE, ...BRACKETS]],
	['blank', [...FIGURES, ...BLANKS]],
	['leftBehind', LEFT_BEHIND],
];

/** @returns the kinds of which there is something, each with its places */
export function findUnfinished(text: string): Array<{ kind: UnfinishedKind; places: Place[] }> {
	const found: Array<{ kind: UnfinishedKind; places: Place[] }> = [];
	for (const [kind, patterns] of KINDS) {
		const places = withoutRepeats(placesOf(text, patterns));
		if (places.length > 0) found.push({ kind, places });
	}
	const mail = mailHeadIn(text);
	if (mail.length > 0) found.push({ kind: 'mail', places: mail });
	return found;
}

/** Two patterns may find the same place; it is one to correct. */
function withoutRepeats(places: readonly Place[]): Place[] {
	const sorted = [...places].sort((a, b) => a.index - b.index);
	let end = -1;
	return sorted.filter(({ index, found }) => {
		if (index < end) return false;
		end = index + found.length;
		return true;
	});
}

const UNFILLED = [...TEMPLATE, ...BRACKETS, ...FIGURES, ...BLANKS];

/** The first field of a template, or blank, that nobody filled in; for names and references as well as for texts. */
export function unfilledFieldIn(text: string): string | undefined {
	return placesOf(text, UNFILLED)[0]?.found;
}
