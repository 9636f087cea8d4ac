/**
 * What a quote and an order consist of: the bodies that are sent, what the node has to know as well, and how their codes are
 * read. What the service lists today is not all it may take.
 */
import type { Header } from './header';
import { readName } from './names';
import type { OrderIdentity } from './orderNumber';
import {
	InputProblem,
	readEmail,
	cannotBe,
	nonEmptyText,
	readLine,
	readRequired,
	trimmedText,
} from './parameters';
import type { PreviewFacts } from './preview';
import type { UnknownRecord } from './records';
import type { PreparedText } from './text/prepare';

/** Body of a quote (specification, endpoint 1); an order adds to it. What is undefined is not sent. */
export interface QuoteBody {
	publication: number;
	departement: string;
	date_parution?: string | undefined;
	categorie: string;
	forfait?: string | undefined;
	entete?: Header | undefined;
	texte: string;
	justificatifs_papiers?: number | undefined;
	justificatif_numerique?: boolean | undefined;
}

/** Specification, Facturation. */
interface Facturation {
	nom_raison_sociale: string;
	prenom_nom_complement?: string;
	adresse: string;
	adresse_complement?: string;
	code_postal: string;
	ville: string;
	pays: string;
	email?: string;
	telephone?: string;
	mobile?: string;
}

/** Body of an order (specification, endpoint 2). */
export interface OrderBody extends QuoteBody {
	contact?: number | undefined;
	numero_commande?: string | undefined;
	dossier: string;
	mode_facturation: string;
	facturation?: Facturation | undefined;
	envoi_justificatif?: boolean | undefined;
	largeur?: number | undefined;
	largeur_texte?: number | undefined;
}

export interface PrintableTexts {
	readonly prepared: PreparedText;
	readonly preparedHeader: PreparedText | undefined;
	/** Sentences that are not about one of the two texts alone. */
	readonly notes: readonly string[];
}

export interface NoticeInput extends PrintableTexts {
	readonly body: QuoteBody;
	/** Words of the header that the publication leaves out. */
	readonly lostWords: readonly string[];
	/** What the preview needs, where one is wanted. */
	readonly preview: PreviewFacts | undefined;
	readonly requestedDate: string | undefined;
	readonly ifDateMoves: 'accept' | 'fail';
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	readonly identity: Omit<OrderIdentity, 'fileReference'>;
}

export interface OrderInput {
	readonly notice: NoticeInput;
	readonly body: OrderBody;
	readonly ifAlreadyOrdered: 'returnExisting' | 'fail';
	/** What its automatic number is made of. */
	readonly identity: OrderIdentity;
	/** The order number that the person gave; undefined where they gave none. */
	readonly customNumber: string | undefined;
	readonly numberMode: 'automatic' | 'custom' | 'none';
	/** An amount in euros including tax. */
	readonly maximumTotal: number | undefined;
}

/**
 * Names every field that is missing at once.
 *
 * @param pays three-letter country code; '' when none was given: guessed, it would change the postcode of others
 */
export function buildFacturation(given: UnknownRecord, pays: string): Facturation {
	const text = (field: string, label: string) => readName(label, given[field], 'Advertiser');
	const missing: string[] = [];
	const needed = (label: string, value: string) => {
		if (value === '') missing.push(`'${label}'`);
		return value;
	};
	const facturation: Facturation = {
		nom_raison_sociale: needed('Name', text('name', 'Name')),
		adresse: needed('Address', text('address', 'Address')),
		code_postal: needed('Postcode', completePostcode(text('postcode', 'Postcode'), pays)),
		ville: needed('City', text('city', 'City')),
		pays: needed('Country', pays),
	};
	if (missing.length > 0) {
		const verb = missing.length > 1 ? 'are' : 'is';
		throw new InputProblem(
			'Advertiser',
			`The 'Advertiser' is billed, but ${missing.join(', ')} ${verb} missing.`,
			"Fill in the 'Advertiser', or choose another 'Billing'.",
		);
	}
	const optional = {
		prenom_nom_complement: text('nameComplement', 'Name Complement'),
		adresse_complement: text('addressComplement', 'Address Complement'),
		telephone: text('phone', 'Phone'),
		mobile: text('mobile', 'Mobile'),
		email: readEmail(given.email, 'Advertiser'),
	};
	const filled = Object.entries(optional).filter(([, value]) => value !== '');
	return { ...facturation, ...Object.fromEntries(filled) };
}

/** Spreadsheets drop the leading zero of French postcodes. */
function completePostcode(postcode: string, pays: string): string {
	if (pays !== 'FRA') return postcode;
	return postcode.replace(/^\d{4}$/, '0$&');
}

/**
 * Forfaits of the two categories that need one (specification, Forfait codes). The lists are live: a code that is not
 * here goes to the service as it is.
 */
export const FORFAITS_BY_CATEGORY: ReadonlyMap<string, readonly string[]> = new Map([
	['CONSTI', ['EURL', 'SA', 'SARL', 'SAS', 'SASU', 'SC', 'SCI', 'SNC', 'CONSTI_AUTRE']],
	[
		'MODIF',
		[
			'MOD_AUTRE',
			'MOD_TRS_SIE',
			'MOD_DIR',
			'MOD_CAC_NOM',
			'MOD_CAC_CES',
			'MOD_DUREE',
			'MOD_DATE_CLOT',
			'MOD_DATE_DEB',
			'MOD_REC_ACTIF',
			'MOD_CAP',
			'MOD_OBJET',
			'MOD_ACT',
			'MOD_JUD_NOM',
			'MOD_DENOM',
			'MOD_FORME',
			'MOD_ASSO',
			'MOD_CESSION',
			'MOD_RES_BAIL',
			'MOD_NON_DISSOL',
		],
	],
]);

/** Only authorised partners may use these (specification, Category codes). */
export const RESERVED_CATEGORIES: readonly string[] = ['SUC_VAC', 'SUC_DES'];

export const CATEGORIES_WITHOUT_FORFAIT: readonly string[] = [
	'ADDITI',
	'AUTRE',
	'CHG_PAT',
	'CHG_REG',
	'CLOTUR',
	'CONVOC',
	'DISSOL',
	'FONDS',
	'FUSION',
	'LOC_GER',
	'PRS_ACT',
	'RECTIF',
	'TUP',
	...RESERVED_CATEGORIES,
];

export function readCategory(value: unknown): string {
	const text = readRequired('Category', value, 'Choose it from the list.');
	const upper = text.toUpperCase();
	const isListed = FORFAITS_BY_CATEGORY.has(upper) || CATEGORIES_WITHOUT_FORFAIT.includes(upper);
	if (isListed) return upper;
	return text;
}

/** A forfait is left out for the listed categories that take none, and passed on for a category not listed. */
export function readForfait(category: string, value: unknown): string | undefined {
	const text = readLine('Forfait', value);
	if (CATEGORIES_WITHOUT_FORFAIT.includes(category)) return undefined;
	const own = FORFAITS_BY_CATEGORY.get(category);
	if (!own) return nonEmptyText(text);
	if (text === '') {
		throw new InputProblem(
			'Forfait',
			`'Forfait' is empty, but the category ${category} needs one.`,
			`Choose it from the list: ${own.join(', ')}.`,
		);
	}
	const upper = text.toUpperCase();
	if (own.includes(upper)) return upper;
	if (![...FORFAITS_BY_CATEGORY.values()].flat().includes(upper)) return text;
	throw cannotBe('Forfait', upper, `The category ${category} takes one of ${own.join(', ')}.`);
}

export function readPublication(value: unknown): number {
	const text = readRequired('Publication', value, 'Choose it from the list.');
	const isWhole = /^\d+(\.0+)?$/.test(text);
	const number = Number(text);
	if (isWhole && Number.isSafeInteger(number) && number > 0) return number;
	const advice = 'Choose it from the list, or give its ID, a whole number.';
	throw cannotBe('Publication', text, advice);
}

/** The line that a person chooses a publication by; a narrow panel cuts its end off. */
export function publicationLabel(publication: UnknownRecord, withDepartment: boolean): string {
	const { id, libelle, departement, periodicite, type } = publication;
	const parts = [nameAndCode(trimmedText(libelle), trimmedText(id))];
	if (withDepartment) parts.push(trimmedText(departement));
	parts.push(inSmallLetters(trimmedText(periodicite)));
	if (type === 'web') parts.push('web');
	parts.push(proofsOf(publication));
	if (publication.entete === true) parts.push('en-tête possible');
	return parts.filter((part) => part !== '').join(' · ');
}

function nameAndCode(name: string, code: string): string {
	if (name === '') return code;
	return `${name} (${code})`;
}

function inSmallLetters(words: string): string {
	return words.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

function proofsOf(publication: UnknownRecord): string {
	const proofs: string[] = [];
	if (publication.justificatif_numerique === true) proofs.push('numérique');
	if (publication.justificatif_papier === true) proofs.push('papier');
	if (proofs.length === 0) return '';
	return `justificatif ${proofs.join(' + ')}`;
}
