/** Says in French what keeps a text from being ordered, for whoever wrote it: that person may never see n8n. */
import type { Unsupported } from './charset';
import { decodeEntities } from './entities';
import type { Finding } from './findings';
import type { Loss } from './html';
import type { PreparedText } from './prepare';
import { isEmpty, stopsIn, USUAL_ORDER } from './refusals';

const MOST_SENTENCES = 20;
const LONGEST_QUOTE = 120;

/** Everything for which an order is refused, a French sentence for each place. Empty for a text that is ready. */
export function whatToCorrect(prepared: PreparedText): string[] {
	const { losses } = prepared;
	const stops = stopsIn(prepared, USUAL_ORDER);
	// Of a text that was read with the wrong encoding no single character is what it seems.
	const isMisread = stops.some(({ kind }) => kind === 'wrongEncoding');
	const lines = [
		...(isMisread ? [] : ofCharacters(prepared)),
		...losses.slice(0, MOST_SENTENCES).map(ofLoss),
		...rest(losses.length - MOST_SENTENCES, 'passage'),
		...stops.flatMap(ofStop),
	];
	if (lines.length > 0 || !isEmpty(prepared)) return lines;
	return ['Le texte est vide\u00a0: rien ne serait publié.'];
}

function ofCharacters({ unsupported, unsupportedCount }: PreparedText): string[] {
	return [
		...unsupported.map(ofCharacter),
		...rest(unsupportedCount - unsupported.length, 'caractère'),
	];
}

function rest(count: number, noun: string): string[] {
	if (count <= 0) return [];
	if (count === 1) return [`Et 1 autre ${noun}.`];
	return [`Et ${count} autres ${noun}s.`];
}

function ofCharacter({ character, codePoint, context, entity, suggestion }: Unsupported): string {
	const names = [frenchName(character) ?? codePoint];
	if (entity !== undefined) names.push(`écrit ${entity}`);
	const isUnseen = /[\s\p{C}]/u.test(character);
	const shown = isUnseen ? codePoint : quoted(character);
	const problem = `Le caractère ${shown} (${names.join(', ')}), dans ${quoted(context)}, ne peut pas être publié`;
	if (suggestion === undefined) return `${problem}\u00a0: remplacez-le.`;
	return `${problem}\u00a0: remplacez-le, par exemple par ${quoted(suggestion)}.`;
}

function ofLoss({ kind, words }: Loss): string {
	const advice = {
		filetParagraph:
			'Le style de leur paragraphe est celui d’un filet, sans texte\u00a0: choisissez un autre style.',
		markup: 'Ils se trouvent dans une balise\u00a0: fermez-la, ou retirez les chevrons.',
		symbolFont: 'Une police de symboles les dessine autrement\u00a0: écrivez le signe lui-même.',
	};
	return `Ces mots ne seraient pas publiés\u00a0: ${quoted(words)}. ${advice[kind]}`;
}

/** One sentence for what concerns the whole text, else one for each place. */
function ofStop({ kind, places }: Finding): string[] {
	const words = places
		.slice(0, 3)
		.map(({ found }) => quoted(found))
		.join(', ');
	switch (kind) {
		case 'wrongEncoding':
			return [`Le texte a été lu avec un mauvais encodage (${words})\u00a0: exportez-le en UTF-8.`];
		case 'revision':
			return [
				`Le texte contient des modifications suivies (${words})\u00a0: acceptez-les ou refusez-les d’abord dans Word.`,
			];
		case 'remark':
			return [
				`Le texte contient des commentaires de relecture (${words})\u00a0: traitez-les, puis supprimez-les.`,
			];
		case 'wideTable':
			return [
				`Un tableau de ${places[0]?.found} colonnes serait publié ligne par ligne\u00a0: écrivez-le en phrases.`,
			];
		case 'data':
			return [
				`Ces données ne sont pas un texte (${words})\u00a0: choisissez le champ qui contient le texte.`,
			];
		case 'mail':
			return [`Le texte contient l’en-tête d’un courriel (${words})\u00a0: retirez-le.`];
		default:
			return places.map((place) => ofPlace(kind, place));
	}
}

function ofPlace(kind: Finding['kind'], { found, context }: Finding['places'][number]): string {
	const sign = quoted(found);
	const place = quoted(context);
	if (kind === 'htmlTags') {
		return `Une balise serait publiée telle quelle dans ${place}\u00a0: retirez-la, ou choisissez le format HTML.`;
	}
	if (kind === 'entity') {
		const meant = decodeEntities(`${found.replace(/;$/, '')};`);
		const advice = meant.startsWith('&')
			? 'écrivez la lettre elle-même'
			: `écrivez ${quoted(meant)}`;
		return `Le code ${sign}, dans ${place}, serait publié tel quel\u00a0: ${advice}.`;
	}
	if (kind === 'blank') {
		return `${sign}, dans ${place}, semble être un blanc à remplir\u00a0: complétez-le.`;
	}
	return `${sign}, dans ${place}, semble être un champ resté vide\u00a0: complétez-le.`;
}

/** With no-break spaces inside, so that no line begins or ends with a quotation mark alone. */
function quoted(words: string): string {
	if (words.length <= LONGEST_QUOTE) return `«\u00a0${words}\u00a0»`;
	return `«\u00a0${words.slice(0, LONGEST_QUOTE)}…\u00a0»`;
}

const NAMES: ReadonlyMap<string, string> = new Map([
	['ł', 'l barré'],
	['Ł', 'L barré'],
	['đ', 'd barré'],
	['Đ', 'D barré'],
	['ħ', 'h barré'],
	['Ħ', 'H barré'],
	['ŧ', 't barré'],
	['Ŧ', 'T barré'],
	['ŋ', 'n vélaire'],
	['Ŋ', 'N vélaire'],
	['ə', 'e culbuté'],
	['Ə', 'E culbuté'],
	['ı', 'i sans point'],
	['ẞ', 'eszett majuscule'],
	['→', 'flèche vers la droite'],
	['←', 'flèche vers la gauche'],
	['✓', 'coche'],
	['✔', 'coche'],
	['☐', 'case à cocher'],
	['☑', 'case cochée'],
	['☒', 'case cochée'],
	['♥', 'cœur'],
	['≤', 'inférieur ou égal à'],
	['≥', 'supérieur ou égal à'],
	['≠', 'différent de'],
	['≈', 'environ égal à'],
	['\ufffd', 'caractère illisible'],
]);

const MARKS: ReadonlyMap<string, string> = new Map([
	['\u0300', 'accent grave'],
	['\u0301', 'accent aigu'],
	['\u0302', 'accent circonflexe'],
	['\u0303', 'tilde'],
	['\u0304', 'macron'],
	['\u0306', 'brève'],
	['\u0307', 'point suscrit'],
	['\u0308', 'tréma'],
	['\u0309', 'crochet'],
	['\u030a', 'rond'],
	['\u030b', 'double accent aigu'],
	['\u030c', 'caron'],
	['\u031b', 'corne'],
	['\u0323', 'point souscrit'],
	['\u0326', 'virgule souscrite'],
	['\u0327', 'cédille'],
	['\u0328', 'ogonek'],
]);

/** Of several sets that it is in, the first one counts. Texts, because V8 would make regular expressions of them whenever n8n starts. */
const SORTS: ReadonlyArray<readonly [name: string, set: string]> = [
	['lettre grecque', '\\p{Script=Greek}'],
	['lettre cyrillique', '\\p{Script=Cyrillic}'],
	['lettre arabe', '\\p{Script=Arabic}'],
	['lettre hébraïque', '\\p{Script=Hebrew}'],
	['caractère chinois', '\\p{Script=Han}'],
	['flèche', '\\u2190-\\u21ff\\u2794\\u2798-\\u27be\\u27f0-\\u27ff\\u2900-\\u297f\\u2b00-\\u2b4f'],
	['pictogramme', '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}'],
	['chiffre en exposant', '\\u2070-\\u207e'],
	['chiffre romain', '\\p{Nl}'],
	['nombre ou fraction', '\\p{N}'],
	['symbole monétaire', '\\p{Sc}'],
	['signe mathématique', '\\p{Sm}'],
	['forme géométrique', '\\u2500-\\u25ff'],
	['symbole', '\\p{S}'],
	['signe d’une police de symboles', '\\p{Co}'],
	['accent isolé', '\\p{M}'],
	['caractère de contrôle', '\\p{Cc}'],
	['lettre latine que le journal n’a pas', '\\p{Script=Latin}'],
	['lettre d’un autre alphabet', '\\p{Alpha}'],
];

/** What to call a character that cannot be printed, in French: `ğ` is `g brève`. */
export function frenchName(character: string): string | undefined {
	const [letter = '', ...marks] = character.normalize('NFD');
	const accents = marks.flatMap((mark) => MARKS.get(mark) ?? []);
	const isAccented = marks.length > 0 && accents.length === marks.length;
	if (isAccented && /^[a-z]$/i.test(letter)) return `${letter} ${accents.join(' et ')}`;
	return (
		NAMES.get(character) ??
		SORTS.find(([, set]) => new RegExp(`[${set}]`, 'u').test(character))?.[0]
	);
}
