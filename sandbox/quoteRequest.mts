import { isDate } from './clock.mts';
import { isDepartment } from './data/departments.mts';
import { forfaitCategories } from './data/forfaits.mts';
import { Fields, isObject } from './fields.mts';
import { checkHeader } from './header.mts';
import type { Problems } from './refusal.mts';
import type { Service } from './service.mts';
import type { JsonObject } from './types.mts';

/** Request fields of a quote (endpoint 1); an order has more. */
export const quoteFields = [
	'publication',
	'departement',
	'date_parution',
	'categorie',
	'forfait',
	'entete',
	'texte',
	'justificatifs_papiers',
	'justificatif_numerique',
];

/** The fields of a quote, each of the right form; empty or 0 where a rule is switched off. */
export interface QuoteRequest {
	publication: number;
	department: string;
	category: string;
	forfait: string | null;
	/** Null: the next date. */
	date: string | null;
	html: string;
	papers: number | undefined;
	digital: boolean | undefined;
	hasHeader: boolean;
}

/**
 * Reads the fields of a quote.
 *
 * @param problems already holds what else is wrong with an order
 * @throws {Refusal} naming every field that is missing or wrong
 */
export function readQuote(service: Service, body: JsonObject, problems: Problems): QuoteRequest {
	const { rules, settings } = service;
	const fields = new Fields(body, { rules, settings, problems });
	const id = readPublication(service, fields);
	const department = fields.requiredText(
		'departement',
		rules.on('department-required'),
		rules.on('department-format'),
	);
	if (department !== undefined && !isDepartment(department) && rules.on('department-format')) {
		fields.incorrect('departement');
	}
	const category = fields.requiredText(
		'categorie',
		rules.on('category-required'),
		rules.on('category-format'),
	);
	const forfait = readForfait(service, fields, problems, category);
	const date = fields.optionalText('date_parution', rules.on('date-format'));
	if (date !== undefined && !isDate(date) && rules.on('date-format')) {
		fields.incorrect('date_parution');
	}
	const html = fields.requiredText('texte', rules.on('text-required'), rules.on('text-format'));
	const papers = fields.optionalNumber(
		'justificatifs_papiers',
		rules.on('paper-proofs-format'),
		(count) => Number.isInteger(count) && count >= 0,
	);
	const digital = fields.optionalBoolean(
		'justificatif_numerique',
		rules.on('digital-proof-format'),
	);
	const header = fields.get('entete');
	if (header !== undefined && !isObject(header) && rules.on('header-object')) {
		fields.incorrect('entete');
	}
	if (isObject(header)) checkHeader(service, header, problems);
	problems.refuse();
	return {
		publication: id ?? 0,
		department: department ?? '',
		category: category ?? '',
		forfait,
		date: date === undefined || date === '' ? null : date,
		html: html ?? '',
		papers,
		digital,
		hasHeader: header !== undefined,
	};
}

function readPublication({ rules }: Service, fields: Fields): number | undefined {
	const value = fields.get('publication');
	if (value === undefined || value === '') {
		if (rules.on('publication-required')) fields.absent('publication');
		return undefined;
	}
	return fields.optionalNumber(
		'publication',
		rules.on('publication-format'),
		(id) => Number.isInteger(id) && id > 0,
	);
}

function readForfait(
	{ rules, settings }: Service,
	fields: Fields,
	problems: Problems,
	category = '',
): string | null {
	const value = fields.get('forfait');
	const needed = forfaitCategories.has(category);
	if (value === undefined || value === '') {
		if (needed && rules.on('forfait-required')) fields.absent('forfait');
		return null;
	}
	if (typeof value !== 'string') {
		if (rules.on('forfait-format')) fields.incorrect('forfait');
		return null;
	}
	if (!needed && settings.surplusForfait === 'refused') problems.add('err_forfait_incorrect');
	return value;
}
