/**
 * What a text has that its author or the newspaper would not want, in one table: what it stops, which option lets it go, and how it
 * is said in English (to whoever runs the workflow) and in French (to whoever wrote the text). `grammar.ts` finds by closed rules
 * and knows no tool; the causes here know the tools, and say nothing that has to be right: without one the sentence is general.
 */
import { cutAtWord, quotePassages } from '../cells/parameters';
import type { TextFormat } from './blocks';
import type { Unsupported } from './charset';
import { decodeEntities } from './entities';
import { oddIn, TO_COMPLETE, type OddPlace, type Sort } from './grammar';
import { contextOf, wholeWordAt, wordAt, type Place } from './places';
import type { Repair } from './typography';

/** Words that would not appear in the newspaper, or of which nobody knows how they would. */
export interface Loss {
	kind: 'filetParagraph' | 'markup' | 'symbolFont';
	words: string;
	tag?: string;
	advice: string;
}

export interface FoundPlace {
	/** The word, sign or passage; '' where the kind says all. */
	readonly found: string;
	/** The words around it, on one line. */
	readonly context: string;
	/** What became of it: "was deleted". */
	readonly change?: string;
	readonly unsupported?: Unsupported;
	readonly loss?: Loss;
	readonly repair?: Repair;
}

/** A place, with what it is. */
export interface Noticed extends FoundPlace {
	readonly kind: FindingKind;
}

export interface Finding {
	readonly kind: FindingKind;
	/** The first twenty of what a detector finds, and all that was noticed while the text was read. */
	readonly places: readonly FoundPlace[];
	/** Of all. */
	readonly count: number;
}

export type Option = 'If Text Changes' | 'If Text Looks Unfinished';

/**
 * A quote is refused for what makes its price or its words wrong, an order for all that cannot be taken back. `strict` is refused
 * only where the option says Fail, the rest is reported.
 */
type Stops = 'quote' | 'order' | 'strict' | 'nothing';

interface Row {
	readonly stops: Stops;
	/** It lets the text go; without one nothing does. */
	readonly option?: Option;
	/** Follows "The text", before the places in words; not of what only warns in words of its own. */
	readonly what?: string | ((list: string, count: number) => string);
	/** Said once for all places that have the same words. */
	readonly isSaidOnce?: true;
	/** A rule finds a part of a word, such as `:00.0` in a time, or signs; a person looks for a word. */
	readonly widened?: (text: string, place: Place) => Place;
	/** A text has many, of which three whole words say all. */
	readonly isOfWords?: true;
	/** Its places are no words of the text, and are said without quotation marks. */
	readonly isNoPassage?: true;
	readonly fix?: string | ((places: readonly FoundPlace[]) => string);
	readonly french?: (places: readonly FoundPlace[]) => string[];
	/** A warning of its own, where those words would not fit. */
	readonly warning?: (list: string) => string;
	/** What has an output of its own is no warning. */
	readonly hasOwnOutput?: true;
}

const UNFINISHED = { option: 'If Text Looks Unfinished' } as const;
const CHANGES = { option: 'If Text Changes' } as const;

/** In the order in which they are said. */
const TABLE = {
	empty: {
		stops: 'quote',
		what: () => 'is empty',
		fix: 'Write the text of the notice, or check the expression that gives it.',
		french: once(() => 'Le texte est vide\u00a0: rien ne serait publié.'),
		hasOwnOutput: true,
	},
	noNotice: {
		...UNFINISHED,
		stops: 'quote',
		what: 'stands for nothing, and is no notice',
		fix: 'Write the text of the notice, or check the cell or expression that gives it.',
		french: once((list) => `Ce n’est pas le texte d’une annonce (${list})\u00a0: écrivez-le.`),
	},
	wrongEncoding: {
		...UNFINISHED,
		stops: 'quote',
		isSaidOnce: true,
		isOfWords: true,
		what: 'was read with the wrong encoding',
		fix: 'Export it as UTF-8, and read it as UTF-8.',
		french: theText('a été lu avec un mauvais encodage', 'exportez-le en UTF-8'),
	},
	letterCodes: {
		...UNFINISHED,
		stops: 'quote',
		isSaidOnce: true,
		isOfWords: true,
		what: 'contains codes of a program in the place of letters',
		fix: 'Decode it (RTF, JSON, e-mail, web address), or paste it as plain text.',
		french: theText(
			'contient des codes à la place de lettres',
			'exportez-le, ou collez-le, en texte brut',
		),
	},
	data: {
		...UNFINISHED,
		stops: 'quote',
		what: 'is data of a program, and not the words to print',
		fix: 'Point the expression at the field that holds the text.',
		french: once(
			(list) =>
				`Ce sont des données de programme, et non le texte de l’annonce (${list})\u00a0: mettez le texte à leur place.`,
		),
	},
	talkAlone: {
		...UNFINISHED,
		stops: 'quote',
		what: 'is the answer of a program or a mail, and no notice',
		fix: 'Take the text of the notice alone.',
		french: once(
			(list) => `Ce texte est une réponse, et non une annonce (${list})\u00a0: écrivez l’annonce.`,
		),
	},
	unsupported: {
		stops: 'quote',
		what: (list, count) =>
			`contains ${count === 1 ? 'a character' : `${count} characters`} that the service cannot print: ${list}`,
		fix: ({ length }) =>
			`Replace ${length === 1 ? 'this character' : 'these characters'}: only letters and signs of Western European languages (Windows-1252) are printed.`,
		french: (places) => places.flatMap(frenchCharacter),
		hasOwnOutput: true,
	},
	loss: {
		...CHANGES,
		stops: 'quote',
		what: 'contains words that would not be printed',
		fix: (places) => [...new Set(places.flatMap(({ loss }) => loss?.advice ?? []))].join(' '),
		french: each(
			({ found, loss }) =>
				`Ces mots ne seraient pas publiés\u00a0: ${quoted(found)}. ${loss ? FRENCH_ADVICE[loss.kind] : ''}`,
		),
		hasOwnOutput: true,
	},
	revision: {
		...UNFINISHED,
		stops: 'order',
		what: 'has tracked changes that nobody has accepted',
		fix: 'Accept or reject the changes first.',
		french: theText('contient des modifications suivies', 'acceptez-les ou refusez-les d’abord'),
	},
	remark: {
		...UNFINISHED,
		stops: 'order',
		what: 'has comments of a reviewer',
		fix: 'Resolve them in the document, and copy the text again.',
		french: theText(
			'porte des commentaires de relecture',
			'traitez-les dans le document et copiez de nouveau le texte',
		),
	},
	formField: {
		...UNFINISHED,
		stops: 'order',
		isSaidOnce: true,
		what: 'contains form fields',
		fix: 'Type their values into the text.',
		french: theText('contient des champs de formulaire', 'écrivez leur contenu dans le texte'),
	},
	field: {
		...UNFINISHED,
		stops: 'quote',
		widened: wholeWordAt,
		what: 'contains a field that was not filled in',
		fix: 'Fill it in, or remove it.',
		french: each(frenchField),
	},
	leftBehind: {
		...UNFINISHED,
		stops: 'quote',
		widened: wholeWordAt,
		what: 'contains what a program or a spreadsheet writes for a missing value',
		fix: 'Check the expression, and fill in the value.',
		french: each(frenchLeftBehind),
	},
	programValue: {
		...UNFINISHED,
		stops: 'quote',
		widened: wholeWordAt,
		what: 'contains a date, number or code as only programs write it',
		fix: 'Write it as a reader should see it.',
		french: each(inItsPlace('est écrit par un programme\u00a0: écrivez-le comme il doit être lu')),
	},
	noSuchDate: {
		...UNFINISHED,
		stops: 'quote',
		what: 'contains a day, weekday or hour that does not exist',
		fix: 'Correct the date or the hour.',
		french: each(
			({ found, context }) =>
				`${quoted(found)}, dans ${quoted(context)}, n’est pas une date ou une heure possible\u00a0: corrigez-la.`,
		),
	},
	blank: {
		...UNFINISHED,
		stops: 'quote',
		widened: wholeWordAt,
		what: 'contains a blank that was not filled in',
		fix: 'Fill it in.',
		french: each(inItsPlace('semble être un blanc à remplir\u00a0: complétez-le')),
	},
	hole: {
		...UNFINISHED,
		stops: 'quote',
		widened: behindWord,
		what: 'lacks a word',
		fix: 'Write the word that is missing there.',
		french: each(
			({ found, context }) =>
				`Un mot semble manquer à ${quoted(found)}, dans ${quoted(context)}\u00a0: complétez-le.`,
		),
	},
	repetition: {
		...UNFINISHED,
		stops: 'quote',
		what: 'has a word or sign twice',
		fix: 'Remove one of them, or write what is missing between them.',
		french: each(
			inItsPlace('est répété\u00a0: retirez l’un des deux, ou écrivez ce qui manque entre eux'),
		),
	},
	lostSign: {
		...UNFINISHED,
		stops: 'quote',
		what: 'has a question mark where a letter or a sign was lost',
		fix: 'Write the letter or the sign, such as €, in its place.',
		french: each(
			inItsPlace(
				'a perdu un signe (par exemple €, une apostrophe ou une lettre accentuée)\u00a0: écrivez-le à la place du point d’interrogation',
			),
		),
	},
	cutOff: {
		...UNFINISHED,
		stops: 'quote',
		what: 'ends where another word has to follow',
		fix: 'Write the end of the text.',
		french: each(
			({ context }) =>
				`Le texte s’arrête au milieu d’une phrase, à ${quoted(context)}\u00a0: écrivez la suite.`,
		),
	},
	escape: {
		...UNFINISHED,
		stops: 'quote',
		isSaidOnce: true,
		what: 'contains codes of a program instead of letters, quotation marks or line breaks',
		fix: 'Read the text from its source (JSON, CSV, mail, address) with a node that decodes it.',
		french: each(frenchEscape),
	},
	sign: {
		...UNFINISHED,
		stops: 'quote',
		what: 'has signs that no finished notice has',
		fix: 'Remove them, or write words in their place.',
		french: each(frenchSign),
	},
	copied: {
		...UNFINISHED,
		stops: 'quote',
		what: 'contains the number of a page or the head of an e-mail that was copied with it',
		fix: 'Remove it.',
		french: theText(
			'contient un numéro de page ou l’en-tête d’un courriel, copié avec lui',
			'retirez-le',
		),
	},
	htmlTags: {
		...UNFINISHED,
		stops: 'order',
		what: "contains HTML tags, and 'Text Format' is Plain Text, so they would be printed as they are",
		fix: "Set 'Text Format' to HTML.",
		french: each((place) => frenchTag(place, ', ou choisissez le format HTML')),
	},
	escapedTags: {
		...UNFINISHED,
		stops: 'order',
		what: 'shows HTML tags to its reader, because they were escaped',
		fix: 'Remove the tags, or escape the text only once.',
		french: each((place) => frenchTag(place)),
	},
	entity: {
		...UNFINISHED,
		stops: 'order',
		what: 'contains an HTML entity that would be printed as it is written',
		fix: 'Write the character itself in its place.',
		french: each(frenchEntity),
	},
	markdown: {
		...UNFINISHED,
		stops: 'order',
		what: 'contains Markdown, of which the signs would be printed as they are',
		fix: 'Remove the signs, or convert the text from Markdown to HTML.',
		french: each(frenchSign),
	},
	wideTable: {
		...CHANGES,
		stops: 'order',
		isNoPassage: true,
		what: tableInEnglish,
		fix: 'Write the table as sentences.',
		french: each(
			({ found }) =>
				`Un tableau de ${found} colonnes serait publié ligne par ligne\u00a0: écrivez-le en phrases.`,
		),
	},
	table: {
		...CHANGES,
		stops: 'strict',
		isNoPassage: true,
		what: tableInEnglish,
		fix: "Write the table as sentences, or set the option 'If Text Changes' to Automatic or Warn.",
		french: each(
			({ found }) =>
				`Un tableau de ${found} colonnes sera publié ligne par ligne\u00a0: relisez-le.`,
		),
	},
	added: {
		...CHANGES,
		stops: 'strict',
		isNoPassage: true,
		isSaidOnce: true,
		what: 'would be printed with signs that it does not have, as a browser shows them',
		fix: "Write them into the text, or set the option 'If Text Changes' to Automatic or Warn.",
		warning: (list) => `Signs were added to the text, as a browser shows them: ${list}.`,
		french: once(
			() =>
				'Des numéros, des puces ou des séparateurs de tableau ont été ajoutés au texte, comme un navigateur les montre\u00a0: relisez-les.',
		),
	},
	unlistedClass: {
		...CHANGES,
		stops: 'strict',
		isNoPassage: true,
		what: 'has style classes that the service does not list for its category',
		fix: "Take those that Reference Data > Get Style Sheets and Get Categories list, or set the option 'If Text Changes' to Automatic or Warn.",
		warning: (list) =>
			`The text has style classes that the service does not list for its category: ${list}. What has them is printed in the usual style.`,
		french: once(
			(list) =>
				`Le service ne connaît pas ces classes de style (${list})\u00a0: leur texte sera publié dans le style habituel.`,
		),
	},
	uncheckedClass: {
		stops: 'nothing',
		isNoPassage: true,
		warning: (list) =>
			`The style classes (${list}) were not checked against the service's list: the words of a paragraph whose class prints a rule would not appear.`,
		french: once(
			(list) =>
				`Les classes de style (${list}) n’ont pas pu être vérifiées\u00a0: relisez le texte en entier.`,
		),
	},
	restyled: {
		stops: 'nothing',
		warning: (list) => `The service would print in another style than was sent: ${list}.`,
		french: once((list) => `Le style demandé pour ${list} n’est pas celui de la publication.`),
	},
	bareRule: {
		stops: 'nothing',
		isSaidOnce: true,
		warning: () =>
			'A rule (hr) without a style class is not printed: give it a class such as fs-filet.',
		french: once(() => 'Un filet du texte ne sera pas publié.'),
	},
	struckOut: {
		stops: 'nothing',
		isSaidOnce: true,
		warning: () => 'Text that is struck out (s, strike) is printed like any other.',
		french: once(() => 'Le texte barré sera publié comme le reste.'),
	},
	raised: {
		stops: 'nothing',
		isSaidOnce: true,
		warning: () =>
			'Raised and lowered text (sup, sub) is put on the line: check what it says then.',
		french: once(
			() => 'Les exposants et les indices seront publiés sur la ligne\u00a0: relisez-les.',
		),
	},
	picture: {
		stops: 'nothing',
		isSaidOnce: true,
		warning: () => 'Left out: img.',
		french: once(() => 'Une image du texte ne sera pas publiée.'),
	},
	unknownEntity: {
		stops: 'nothing',
		isNoPassage: true,
		what: 'contains what is no known HTML entity, and is printed as it is written',
		french: once((list) => `Ces codes inconnus seront publiés tels quels\u00a0: ${list}.`),
	},
	repair: {
		stops: 'nothing',
		hasOwnOutput: true,
	},
	hidden: {
		stops: 'nothing',
		warning: (list) => `These words are hidden in the text and are not printed: ${list}.`,
		french: each(
			({ found }) =>
				`Masqués dans le texte, ces mots ne seront pas publiés\u00a0: ${quoted(found)}.`,
		),
	},
	talk: {
		stops: 'nothing',
		what: 'may have words of a program or a mail around the notice',
		french: each(
			({ found }) => `Ces mots font-ils bien partie de l’annonce\u00a0? ${quoted(found)}`,
		),
	},
	cutWords: {
		stops: 'nothing',
		what: 'may have words that the end of a line cuts',
		french: each(({ found }) => `Un mot est-il coupé par une fin de ligne\u00a0? ${quoted(found)}`),
	},
} as const satisfies Readonly<Record<string, Row>>;

export type FindingKind = keyof typeof TABLE;

const ROWS: Readonly<Record<FindingKind, Row>> = TABLE;
const KINDS = Object.keys(TABLE) as FindingKind[];

export function rowOf({ kind }: Finding): Row {
	return ROWS[kind];
}

/** What is known of tools, by what they leave behind. */
const CAUSES: ReadonlyArray<readonly [Sort, RegExp, FindingKind]> = [
	['sign', /^\\[nrt"'/]|^"|^[;,]"|""$|^''|^_x00/, 'escape'],
	['sign', /^(?:\\[^.#()[\]+!>*_-]|\/)/, 'sign'],
	['sign', /^(?:\*{1,3}(?!\|)|_{1,3}[^_]|~~|==|#{1,6} |`{3}|---|\\)/, 'markdown'],
	['sign', /[{}%$@<«_]|^[#§~^¤=|*+]./, 'field'],
	['wrongEncoding', /^(?:[=%+\\]|\(cid)/, 'letterCodes'],
	['wrongEncoding', /^[01]$/, 'programValue'],
	['field', /^\[ ?\]$/, 'blank'],
	['field', /^\[[xX]\]$|\]\(/, 'markdown'],
];

function kindOf({ sort, found }: OddPlace, format: TextFormat, isTalkAlone: boolean): FindingKind {
	if (sort === 'htmlTags' && format === 'html') return 'escapedTags';
	if (sort === 'talk' && isTalkAlone) return 'talkAlone';
	const known = CAUSES.find(([of, cause]) => of === sort && cause.test(found));
	return known?.[2] ?? sort;
}

const MOST_PLACES = 20;
const MOST_NAMED = 5;

/**
 * Everything that is found in a text, in the order of the table.
 *
 * @param noticed while it was read
 * @param unsupportedCount of all characters that cannot be printed
 */
export function findingsIn(
	text: string,
	format: TextFormat,
	noticed: readonly Noticed[],
	unsupportedCount: number,
): Finding[] {
	const found = new Map<FindingKind, { places: FoundPlace[]; count: number; end: number }>();
	const ofKind = (kind: FindingKind) => {
		const known = found.get(kind) ?? { places: [], count: 0, end: 0 };
		found.set(kind, known);
		return known;
	};
	const odd = oddIn(text).sort((one, other) => one.index - other.index);
	const isTalkAlone = isWhole(text, odd);
	for (const place of odd) {
		const kind = kindOf(place, format, isTalkAlone);
		const one = ofKind(kind);
		const whole = ROWS[kind].widened?.(text, place) ?? place;
		// Two parts of one word are one place to a person.
		if (whole.index < one.end) continue;
		one.end = whole.index + whole.found.length;
		one.count += 1;
		if (one.places.length < MOST_PLACES) one.places.push(inContext(text, whole, kind));
	}
	const missing = odd.length === 0 ? whatIsMissing(text.trim(), noticed) : [];
	for (const { kind, ...place } of [...noticed, ...missing]) {
		const one = ofKind(kind);
		one.count += 1;
		one.places.push(place);
	}
	return KINDS.flatMap((kind) => {
		const one = found.get(kind);
		return one
			? [findingOf(kind, one.places, kind === 'unsupported' ? unsupportedCount : one.count)]
			: [];
	});
}

/** What tables and people write where there is no text: one of these words, signs alone, or a number. */
const NO_WORDS =
	'n/?a|nan|none|nil|null|true|false|vrai|faux|oui|non|vide|empty|blank|aucune?|néant';
const NO_NOTICE = new RegExp(
	`^(?:[\\p{P}\\p{Sm}\\p{Sc} ]{1,40}|\\d{1,15}(?:[.,]\\d{1,15})?|${NO_WORDS}|${TO_COMPLETE}` +
		`|\\((?:${NO_WORDS}|(?:voir|cf\\.?) [^()\\n]{1,50})\\))[ .…]*$`,
	'iu',
);

/** A text that something else keeps from going out is not called empty as well. */
function whatIsMissing(text: string, noticed: readonly Noticed[]): Noticed[] {
	if (noticed.some(({ kind }) => kind === 'loss' || kind === 'unsupported')) return [];
	if (text === '') return [noticedAs('empty')];
	return text.length < 60 && NO_NOTICE.test(text) ? [noticedAs('noNotice', text)] : [];
}

/** @param found the word or passage; '' where the kind says all */
export function noticedAs(kind: FindingKind, found = '', more: Partial<FoundPlace> = {}): Noticed {
	return { kind, found, context: found, ...more };
}

/** What is said once, and words of a wrong encoding, of which a text has many, are listed without repetition. */
function findingOf(kind: FindingKind, places: readonly FoundPlace[], count: number): Finding {
	const { isSaidOnce, isOfWords } = ROWS[kind];
	if (!isSaidOnce) return { kind, places, count };
	const different = [...new Map(places.map((place) => [place.found, place])).values()];
	const named = isOfWords ? different.slice(0, 3) : different;
	return { kind, places: named, count: named.length };
}

/** Signs with the word before them: nobody finds `: .`, and everybody `Siège : .`. */
function behindWord(text: string, { index, found }: Place): Place {
	if (/^[\p{Alpha}\d]/u.test(found)) return { index, found };
	const before = text.slice(Math.max(0, index - 50), index);
	const [word = ''] = /\S{0,40} {0,4}$/.exec(before) ?? [];
	return { index: index - word.length, found: word + found };
}

/** Speech as far as it is quoted: up to a whole word, with what says that it goes on. */
function endedAtWord(text: string, { index, found }: Place): string {
	const end = index + found.length;
	return text.charAt(end) === '\n'
		? found
		: cutAtWord(text.slice(index, end + 2), found.length + 1);
}

/** The words of a wrong encoding say all; elsewhere the words beside it help to find a place again. */
function inContext(text: string, place: Place, kind: FindingKind): FoundPlace {
	const word = wordAt(text, place);
	if (ROWS[kind].isOfWords) return { found: word, context: word };
	const found = kind === 'talk' || kind === 'talkAlone' ? endedAtWord(text, place) : place.found;
	return { found: kind === 'escape' ? word : found, context: contextOf(text, place) };
}

export function lossesIn(findings: readonly Finding[]): Loss[] {
	return findings.flatMap(({ places }) => places.flatMap(({ loss }) => loss ?? []));
}

export function repairsIn(findings: readonly Finding[]): Repair[] {
	return findings.flatMap(({ places }) => places.flatMap(({ repair }) => repair ?? []));
}

/** The first twenty characters that cannot be printed. */
export function unsupportedIn(findings: readonly Finding[]): Unsupported[] {
	return findings.flatMap(({ places }) => places.flatMap(({ unsupported }) => unsupported ?? []));
}

function tableInEnglish(list: string): string {
	return `has a table of ${list} columns, of which each row is printed as one line`;
}

/** "Bonjour Lyon, SARL au capital de 5 000 €": a company, and not a greeting. */
const NAMED_LIKE_TALK =
	/^(?:Bonjour|Bien sûr)[^!:.;\n]{0,40},? (?:SARL|SASU?|EURL|SCI|SA|SNC|SELARL|société)[ ,]{1,2}(?:au|à|en|par) /u;

/** Whether the text begins with the speech of a program or of a mail, and has some of it in each line. */
function isWhole(text: string, odd: readonly OddPlace[]): boolean {
	const talk = odd.filter(({ sort }) => sort === 'talk');
	const beginning = text.length - text.trimStart().length;
	// A notice may quote somebody, and a company may be called so.
	if (talk.every(({ index }) => index !== beginning)) return false;
	if (NAMED_LIKE_TALK.test(text.slice(beginning, beginning + 200).replace(/\s/g, ' ')))
		return false;
	let start = 0;
	let next = 0;
	return text.split('\n').every((line) => {
		const end = start + line.length;
		while ((talk[next]?.index ?? end) < start) next++;
		const isTalk = (talk[next]?.index ?? Infinity) <= end;
		start = end + 1;
		return isTalk || line.trim() === '';
	});
}

/** The word is what a person looks for. */
export function characterIn(unsupported: Unsupported): Noticed {
	const { character, context } = unsupported;
	const beside = context.split(' ').find((word) => word.includes(character)) ?? character;
	const word = beside.replace(/^[\s"«(]+|(?<![\s"».,;:)])[\s"».,;:)]+$/g, '');
	return { kind: 'unsupported', found: word, context, unsupported };
}

/** What is found, in sentences for a list of warnings. */
export function warningsOf(findings: readonly Finding[]): string[] {
	return findings.flatMap((finding) => {
		const { warning, hasOwnOutput } = rowOf(finding);
		if (hasOwnOutput) return [];
		return [warning?.(listOf(finding)) ?? inEnglish(finding, 'The text')];
	});
}

/** The same in French. */
export function warningsInFrench(findings: readonly Finding[]): string[] {
	return findings.filter(({ kind }) => ROWS[kind].hasOwnOutput !== true).flatMap(inFrench);
}

/** The same in a refusal. @param subject such as "'Text'" */
export function inEnglish(finding: Finding, subject: string): string {
	const { what = '' } = rowOf(finding);
	const list = listOf(finding);
	return `${subject} ${typeof what === 'string' ? `${what}: ${list}` : what(list, finding.count)}.`;
}

function listOf({ kind, places, count }: Finding): string {
	const inWords = ROWS[kind].isNoPassage ? ({ found }: FoundPlace) => found : placeInEnglish;
	const named = places.slice(0, MOST_NAMED).map(inWords);
	const more = count > named.length ? ` and ${count - named.length} more` : '';
	return `${named.join(', ')}${more}`;
}

function placeInEnglish({ found, context, change, unsupported }: FoundPlace): string {
	const word = quotePassages([found]);
	if (change !== undefined) return `${word} ${change}`;
	const place = found.trim() === context ? word : `${word} in "${context}"`;
	if (!unsupported) return place;
	const { character, codePoint, entity, suggestion } = unsupported;
	const more = [/[\s\p{C}]/u.test(character) ? codePoint : `${character}, ${codePoint}`];
	// Without its signs: where n8n shows the message it would become the character again.
	if (entity !== undefined) more.push(`from the entity "${entity.replace(/[&;]/g, '')}"`);
	if (suggestion !== undefined) more.push(`could be written "${suggestion}"`);
	return `${place} (${more.join(', ')})`;
}

/** How to fix it; '' for what is only reported. */
export function fixOf(finding: Finding): string {
	const { fix = '' } = rowOf(finding);
	return typeof fix === 'string' ? fix : fix(finding.places.slice(0, MOST_NAMED));
}

/** A sentence for each place, or one for what concerns the whole text; with the number of those that are not named. */
export function inFrench(finding: Finding): string[] {
	const places = finding.places.slice(0, MOST_PLACES);
	const lines = rowOf(finding).french?.(places) ?? [];
	const rest = finding.count - places.length;
	if (rest <= 0 || lines.length < places.length) return lines;
	return [...lines, rest === 1 ? 'Et 1 autre endroit.' : `Et ${rest} autres endroits.`];
}

function each(
	sentence: (place: FoundPlace) => string,
): (places: readonly FoundPlace[]) => string[] {
	return (places) => places.map(sentence);
}

/** "Le texte contient ... (...) : ...". */
function theText(what: string, fix: string): (places: readonly FoundPlace[]) => string[] {
	return once((list) => `Le texte ${what} (${list})\u00a0: ${fix}.`);
}

function once(sentence: (list: string) => string): (places: readonly FoundPlace[]) => string[] {
	return (places) => [
		sentence(
			places
				.slice(0, 3)
				.map(({ found }) => quoted(found))
				.join(', '),
		),
	];
}

/** "« ... », dans « ... », ...". */
function inItsPlace(what: string): (place: FoundPlace) => string {
	return ({ found, context }) => `${quoted(found)}, dans ${quoted(context)}, ${what}.`;
}

function frenchField(place: FoundPlace): string {
	const what = /orem/.test(place.found)
		? 'est un texte de remplissage\u00a0: écrivez à sa place celui de l’annonce'
		: 'semble être un champ resté vide\u00a0: complétez-le, ou retirez-le';
	return inItsPlace(what)(place);
}

function frenchLeftBehind(place: FoundPlace): string {
	if (place.found === NO_DATE) return frenchNoDate(place);
	if (!/^#|^Err|Error:/.test(place.found)) return frenchField(place);
	return inItsPlace('est le message d’erreur d’un programme\u00a0: écrivez la valeur à sa place')(
		place,
	);
}

/** The day with which the calendars of spreadsheets begin, 0 as a date. */
const NO_DATE = '30/12/1899';

function frenchNoDate({ found, context }: FoundPlace): string {
	return `La date manque dans ${quoted(context)}\u00a0: ${quoted(found)} est le zéro des tableurs. Écrivez la date, ou retirez la mention.`;
}

function frenchEscape({ found }: FoundPlace): string {
	if (/""|''|"[;,]|[;,]"|;;/.test(found))
		return `${quoted(found)} est écrit comme dans un fichier de données, et non comme dans une annonce\u00a0: corrigez la ponctuation.`;
	return `${quoted(found)} contient un code de programme\u00a0: écrivez à sa place la lettre, le signe ou la fin de ligne.`;
}

function frenchTag({ found, context }: FoundPlace, otherwise = ''): string {
	const fix = /^<br/i.test(found) ? 'remplacez-la par une fin de ligne' : 'retirez-la';
	return `Une balise serait publiée telle quelle dans ${quoted(context)}\u00a0: ${fix}${otherwise}.`;
}

function frenchSign({ found, context }: FoundPlace): string {
	const advice = /^[*_#=~]+ ?\p{Alpha}/u.test(found)
		? 'retirez les signes, et non les mots'
		: 'retirez-le';
	return `${quoted(found)}, dans ${quoted(context)}, serait publié tel quel\u00a0: ${advice}.`;
}

function frenchEntity({ found, context }: FoundPlace): string {
	const meant = decodeEntities(`${found.replace(/;$/, '')};`);
	let advice = `écrivez ${quoted(meant)}`;
	if (meant.startsWith('&')) advice = 'écrivez la lettre elle-même';
	if (meant.trim() === '') advice = 'écrivez une espace';
	return `Le code ${quoted(found)}, dans ${quoted(context)}, serait publié tel quel\u00a0: ${advice}.`;
}

function frenchCharacter({ found, context, unsupported }: FoundPlace): string[] {
	if (!unsupported) return [];
	const { character, codePoint, entity, suggestion } = unsupported;
	const written = entity === undefined ? '' : `, écrit ${entity},`;
	const shown = /[\s\p{C}]/u.test(character) ? codePoint : quoted(character);
	const place = found === character || found === context ? '' : `${quoted(found)}, `;
	const advice = suggestion === undefined ? '' : `, par exemple par ${quoted(suggestion)}`;
	return [
		`${place === '' ? 'D' : `${place}d`}ans ${quoted(context)}\u00a0: le caractère ${shown}${written} ne peut pas être publié. Remplacez-le${advice}.`,
	];
}

const FRENCH_ADVICE: Readonly<Record<Loss['kind'], string>> = {
	filetParagraph:
		'Le style de leur paragraphe est celui d’un filet, sans texte\u00a0: choisissez un autre style.',
	markup: 'Ils se trouvent dans une balise\u00a0: fermez-la, ou retirez les chevrons.',
	symbolFont: 'Une police de symboles les dessine autrement\u00a0: écrivez le signe lui-même.',
};

const LONGEST_QUOTE = 120;

/** With no-break spaces inside, so that no line begins or ends with a quotation mark alone. */
function quoted(passage: string): string {
	const line = passage.replace(/\s+/g, ' ').trim();
	return `«\u00a0${cutAtWord(line, LONGEST_QUOTE)}\u00a0»`;
}
