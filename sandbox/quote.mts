import { findPublication, type Account } from './accounts.mts';
import { chooseDate, isDate } from './calendar.mts';
import { categories, reservedCategories } from './data/categories.mts';
import { departments } from './data/departments.mts';
import { forfaitCategories, forfaits } from './data/forfaits.mts';
import type { Fields } from './fields.mts';
import { checkHeader } from './header.mts';
import { priceOf } from './pricing.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import { composeText } from './text.mts';
import { isObject, words } from './types.mts';

/** Request fields of a quote (endpoint 1); an order has more. */
export const quoteFields: readonly string[] = [
	...words('publication departement date_parution categorie forfait entete texte'),
	...words('justificatifs_papiers justificatif_numerique'),
];

/**
 * Prices a notice (endpoint 1) without saving it.
 *
 * @param fields may already complain about what else is wrong with an order
 * @throws {Refusal} for a field or a rule
 */
export function quote(
	service: Service,
	account: Account,
	fields: Fields,
	purpose: 'quote' | 'order',
) {
	const { rules, settings } = service;
	const asked = readQuote(service, fields);
	const { department, category, forfait, papers, digital } = asked;
	checkCategory(service, account, category, forfait);
	const publication = findPublication(service, account, asked.id, department);
	const { newspaper } = publication;
	const allowed = categories.find(({ code }) => code === category);
	const { classes_html: classes = [], classe_html_defaut: usual = 'fs-texte' } = allowed ?? {};
	const composed = composeText(asked.html, service, classes, usual);
	if (composed.html === '' && rules.on('text-format')) throw new Refusal(['err_texte_incorrect']);
	const dates = chooseDate(service, publication, asked.date ?? '', purpose);

	const offers: Array<[string, boolean, boolean]> = [
		['justificatifs_papiers', (papers ?? 0) > 0, newspaper.justificatif_papier],
		['justificatif_numerique', digital === true, newspaper.justificatif_numerique],
		['entete', asked.header !== undefined, newspaper.entete],
	];
	const [surplus] = offers.find(([, isAsked, isOffered]) => isAsked && !isOffered) ?? [];
	if (surplus && settings.notOffered === 'refused') throw new Refusal([`err_${surplus}_incorrect`]);
	const standard = newspaper.justificatif_numerique || !rules.on('paper-proofs-default') ? 0 : 1;
	const wantsDigital = digital ?? settings.digitalProofDefault;
	const digitalProof = wantsDigital && newspaper.justificatif_numerique;
	const count = papers === 0 && settings.zeroPaperProofs === 'default' ? undefined : papers;
	const price = priceOf({
		department,
		category,
		forfait,
		characters: composed.characters,
		paperProofs: newspaper.justificatif_papier ? (count ?? standard) : 0,
		digitalProof,
	});
	return { ...dates, publication, categorie: category, texte: composed.html, price, digitalProof };
}

/**
 * The fields of a quote, each of the right form; empty or 0 where a rule is switched off.
 *
 * @throws {Refusal} naming every field that is missing or wrong
 */
function readQuote(service: Service, fields: Fields) {
	const isId = (value: number) => Number.isInteger(value) && value > 0;
	const hasId = (fields.get('publication') ?? '') !== '';
	if (!hasId) fields.absent('publication', 'publication-required');
	const id = hasId ? (fields.number('publication', 'publication-format', isId) ?? 0) : 0;
	const department = fields.required('departement', 'department-required', 'department-format');
	if (department && !departments.some(({ code }) => code === department)) {
		fields.incorrect('departement', 'department-format');
	}
	const category = fields.required('categorie', 'category-required', 'category-format') ?? '';
	const forfait = readForfait(service, fields, category);
	const date = fields.text('date_parution', 'date-format');
	if (date !== undefined && !isDate(date)) fields.incorrect('date_parution', 'date-format');
	const html = fields.required('texte', 'text-required', 'text-format') ?? '';
	const isCount = (value: number) => Number.isInteger(value) && value >= 0;
	const papers = fields.number('justificatifs_papiers', 'paper-proofs-format', isCount);
	const digital = fields.flag('justificatif_numerique', 'digital-proof-format');
	const header = fields.get('entete');
	if (isObject(header)) checkHeader(service, fields.inside(header));
	else if (header !== undefined) fields.incorrect('entete', 'header-object');
	fields.refuse();
	const known = { id, department: department ?? '', category, forfait };
	return { ...known, date, html, papers, digital, header };
}

/** The forfait, empty where the category needs none. */
function readForfait({ settings }: Service, fields: Fields, category: string): string {
	const isNeeded = forfaitCategories.includes(category);
	const forfait = fields.required('forfait', isNeeded && 'forfait-required', 'forfait-format');
	const surplus = forfait !== undefined && categories.some(({ code }) => code === category);
	if (surplus && !isNeeded && settings.surplusForfait === 'refused') fields.incorrect('forfait');
	return isNeeded ? (forfait ?? '') : '';
}

function checkCategory(
	{ rules, settings }: Service,
	account: Account,
	category: string,
	forfait: string,
): void {
	if (!categories.some(({ code }) => code === category) && rules.on('category-known')) {
		throw new Refusal(['err_categorie_inconnu']);
	}
	if (reservedCategories.includes(category) && !account.reserved && rules.on('category-reserved')) {
		throw new Refusal([settings.reservedCategory]);
	}
	if (forfait === '') return;
	const known = forfaits.find(({ code }) => code === forfait);
	if (!known && rules.on('forfait-known')) throw new Refusal(['err_forfait_inconnu']);
	if (known && known.categorie_code !== category && rules.on('forfait-category')) {
		throw new Refusal(['err_forfait_incorrect']);
	}
}
