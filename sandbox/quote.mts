import { findPublication, type Account, type Publication } from './accounts.mts';
import { chooseDate, isDate, type PublicationDate } from './calendar.mts';
import { categoryByCode, reservedCategories } from './data/categories.mts';
import { isDepartment } from './data/departments.mts';
import { forfaitByCode, forfaitCategories } from './data/forfaits.mts';
import { isObject, type Fields } from './fields.mts';
import { checkHeader } from './header.mts';
import { priceOf, type Price } from './pricing.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import { composeText } from './text.mts';

/** Request fields of a quote (endpoint 1); an order has more. */
export const quoteFields = [
	...['publication', 'departement', 'date_parution', 'categorie', 'forfait', 'entete', 'texte'],
	...['justificatifs_papiers', 'justificatif_numerique'],
];

/** What a quote and an order have in common, computed. */
export interface Quoted extends PublicationDate {
	publication: Publication;
	categorie: string;
	texte: string;
	price: Price;
	digitalProof: boolean;
}

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
): Quoted {
	const { rules, settings } = service;
	const { id, department, category, forfait, date, html, papers, digital, header } = readQuote(
		service,
		fields,
	);
	checkCategory(service, account, category, forfait);
	const publication = findPublication(service, account, id, department);
	const { newspaper } = publication;
	const allowed = categoryByCode.get(category);
	const classes = allowed?.classes_html ?? [];
	const composed = composeText(html, service, classes, allowed?.classe_html_defaut ?? 'fs-texte');
	if (composed.html === '' && rules.on('text-format')) throw new Refusal(['err_texte_incorrect']);
	// Without a date the next one.
	const dates = chooseDate(
		service,
		publication,
		date === undefined || date === '' ? null : date,
		purpose,
	);

	const asked: Array<[string, boolean, boolean]> = [
		['justificatifs_papiers', (papers ?? 0) > 0, newspaper.justificatif_papier],
		['justificatif_numerique', digital === true, newspaper.justificatif_numerique],
		['entete', header !== undefined, newspaper.entete],
	];
	const [surplus] = asked.find(([, isAsked, isOffered]) => isAsked && !isOffered) ?? [];
	if (surplus && settings.notOffered === 'refused') throw new Refusal([`err_${surplus}_incorrect`]);
	const standard = newspaper.justificatif_numerique || !rules.on('paper-proofs-default') ? 0 : 1;
	const wantsDigital = digital ?? settings.digitalProofDefault;
	const digitalProof = wantsDigital && newspaper.justificatif_numerique;
	const count = papers === 0 && settings.zeroPaperProofs === 'default' ? undefined : papers;
	const price = priceOf({
		department,
		category,
		forfait: forfaitCategories.has(category) ? forfait : null,
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
	const given = fields.get('publication');
	if (given === undefined || given === '') fields.absent('publication', 'publication-required');
	const isId = (value: number) => Number.isInteger(value) && value > 0;
	const id = given === '' ? 0 : (fields.number('publication', 'publication-format', isId) ?? 0);
	const department =
		fields.required('departement', 'department-required', 'department-format') ?? '';
	if (department !== '' && !isDepartment(department)) {
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
	return { id, department, category, forfait, date, html, papers, digital, header };
}

function readForfait({ settings }: Service, fields: Fields, category: string): string | null {
	const value = fields.get('forfait');
	const needed = forfaitCategories.has(category);
	if (value === undefined || value === '') {
		if (needed) fields.absent('forfait', 'forfait-required');
	} else if (typeof value !== 'string') {
		fields.incorrect('forfait', 'forfait-format');
	} else {
		const surplus = !needed && categoryByCode.has(category);
		if (surplus && settings.surplusForfait === 'refused') fields.add('err_forfait_incorrect');
		return value;
	}
	return null;
}

function checkCategory(
	{ rules, settings }: Service,
	account: Account,
	category: string,
	forfait: string | null,
): void {
	if (!categoryByCode.has(category) && rules.on('category-known')) {
		throw new Refusal(['err_categorie_inconnu']);
	}
	if (reservedCategories.has(category) && !account.reserved && rules.on('category-reserved')) {
		throw new Refusal([settings.reservedCategory]);
	}
	if (forfait === null || !forfaitCategories.has(category)) return;
	const known = forfaitByCode.get(forfait);
	if (!known) {
		if (rules.on('forfait-known')) throw new Refusal(['err_forfait_inconnu']);
	} else if (known.categorie_code !== category && rules.on('forfait-category')) {
		throw new Refusal(['err_forfait_incorrect']);
	}
}
