import type { Account, Publication } from './accounts.mts';
import { isDate } from './clock.mts';
import { categoryByCode, reservedCategories } from './data/categories.mts';
import { isDepartment } from './data/departments.mts';
import { forfaitByCode, forfaitCategories } from './data/forfaits.mts';
import { Fields, isObject } from './fields.mts';
import { checkHeader } from './header.mts';
import { priceOf, type Price } from './pricing.mts';
import { Problems, Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import { composeText } from './text.mts';
import type { PublicationDate } from './calendar.mts';
import type { JsonObject } from './types.mts';

/** What a quote and an order have in common, computed. */
export interface Quoted extends PublicationDate {
	publication: Publication;
	category: string;
	text: string;
	price: Price;
	digitalProof: boolean;
}

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

/**
 * Prices a notice (endpoint 1) without saving it.
 *
 * @param problems already holds what else is wrong with an order
 * @throws {Refusal} for a field or a rule
 */
export function quote(
	service: Service,
	account: Account,
	body: JsonObject,
	purpose: 'quote' | 'order',
	problems = new Problems(service.settings.errorReporting),
): Quoted {
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

	checkCategory(service, account, category ?? '', forfait);
	const publication = findPublication(service, account, id ?? 0, department ?? '');
	const { newspaper } = publication;
	const allowed = categoryByCode.get(category ?? '');
	const composed = composeText(html ?? '', {
		rules,
		settings,
		classes: allowed?.classes_html ?? [],
		defaultClass: allowed?.classe_html_defaut ?? 'fs-texte',
	});
	if (composed.html === '' && rules.on('text-format')) throw new Refusal(['err_texte_incorrect']);
	const asked = date === undefined || date === '' ? null : date;
	const dates = chooseDate(service, publication, asked, purpose);

	const standard = newspaper.justificatif_numerique || !rules.on('paper-proofs-default') ? 0 : 1;
	const paperProofs = offered(service, papers ?? standard, newspaper.justificatif_papier, {
		none: 0,
		asked: papers !== undefined && papers > 0,
		code: 'err_justificatifs_papiers_incorrect',
	});
	const digitalProof = offered(service, digital ?? false, newspaper.justificatif_numerique, {
		none: false,
		asked: digital === true,
		code: 'err_justificatif_numerique_incorrect',
	});
	offered(service, header, newspaper.entete, {
		none: undefined,
		asked: header !== undefined,
		code: 'err_entete_incorrect',
	});
	const price = priceOf({
		department: department ?? '',
		category: category ?? '',
		forfait: forfaitCategories.has(category ?? '') ? forfait : null,
		characters: composed.characters,
		paperProofs,
		digitalProof,
	});
	return {
		...dates,
		publication,
		category: category ?? '',
		text: composed.html,
		price,
		digitalProof,
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

/**
 * The publication in that department, among those of the account.
 *
 * @throws {Refusal} `err_publication_introuvable` or `err_publication_non_habilite`
 */
export function findPublication(
	service: Service,
	account: Account,
	id: number,
	department: string,
): Publication {
	const { accounts, rules, settings } = service;
	const own = accounts.publications(account, settings).filter((entry) => entry.id === id);
	const foreign = accounts.strangers(settings).filter((entry) => entry.id === id);
	if (own.length === 0 && foreign.length > 0 && rules.on('publication-account')) {
		throw new Refusal([settings.foreignPublication]);
	}
	const known = [...own, ...foreign];
	const [first] = known;
	if (!first) {
		const [any] = accounts.publications(account, settings);
		if (any && !rules.on('publication-known')) return any;
		throw new Refusal(['err_publication_introuvable']);
	}
	const exact = known.find((entry) => entry.departement === department);
	if (!exact && rules.on('publication-department')) {
		throw new Refusal(['err_publication_non_habilite']);
	}
	return exact ?? first;
}

/** The date retained, with its closing time ("Closing time and publication dates", 4). */
function chooseDate(
	service: Service,
	{ newspaper, id }: Publication,
	asked: string | null,
	purpose: 'quote' | 'order',
): PublicationDate {
	const { calendar, rules, settings } = service;
	const now = service.parisNow();
	const next = (from?: string): PublicationDate => {
		const [first, second] = calendar.next(newspaper, id, now, 2, from);
		const found = rules.on('date-next') || asked !== null ? first : second;
		if (!found) throw new Refusal(['err_date_indisponible']);
		return found;
	};
	if (asked === null) return next();
	if (calendar.tooFar(asked, now) && rules.on('date-available')) {
		throw new Refusal(['err_date_indisponible']);
	}
	const closing = calendar.closing(newspaper, id, asked);
	if (closing !== null && closing > now) return { date_parution: asked, date_bouclage: closing };
	const past = asked < now.slice(0, 10);
	if (closing === null && !past && rules.on('date-available')) {
		if (settings.unavailableDate === 'refuse') throw new Refusal(['err_date_indisponible']);
		return next(asked);
	}
	const refuses = purpose === 'order' && settings.orderMissedDate === 'refuse';
	if (refuses && rules.on('date-missed-refused')) throw new Refusal(['err_bouclage_depasse']);
	if (!rules.on('date-moved')) {
		return { date_parution: asked, date_bouclage: closing ?? `${asked} 00:00:00` };
	}
	return next(asked);
}

interface Offer<T> {
	/** What applies when the publication does not offer it. */
	none: T;
	asked: boolean;
	code: string;
}

function offered<T>({ settings }: Service, value: T, available: boolean, offer: Offer<T>): T {
	if (available) return value;
	if (offer.asked && settings.notOffered === 'refused') throw new Refusal([offer.code]);
	return offer.none;
}
