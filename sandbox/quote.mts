import type { Account, Publication } from './accounts.mts';
import type { PublicationDate } from './calendar.mts';
import { chooseDate } from './chooseDate.mts';
import { categoryByCode, reservedCategories } from './data/categories.mts';
import { forfaitByCode, forfaitCategories } from './data/forfaits.mts';
import { findPublication } from './findPublication.mts';
import { priceOf, type Price } from './pricing.mts';
import { readQuote } from './quoteRequest.mts';
import { Problems, Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import { composeText } from './text.mts';
import type { JsonObject } from './types.mts';

/** What a quote and an order have in common, computed. */
export interface Quoted extends PublicationDate {
	publication: Publication;
	category: string;
	text: string;
	price: Price;
	digitalProof: boolean;
}

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
	const request = readQuote(service, body, problems);
	const { category, department, papers, digital } = request;
	checkCategory(service, account, request.category, request.forfait);
	const publication = findPublication(service, account, request.publication, department);
	const { newspaper } = publication;
	const allowed = categoryByCode.get(category);
	const composed = composeText(request.html, {
		rules,
		settings,
		classes: allowed?.classes_html ?? [],
		defaultClass: allowed?.classe_html_defaut ?? 'fs-texte',
	});
	if (composed.html === '' && rules.on('text-format')) throw new Refusal(['err_texte_incorrect']);
	const dates = chooseDate(service, publication, request.date, purpose);

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
	offered(service, request.hasHeader, newspaper.entete, {
		none: false,
		asked: request.hasHeader,
		code: 'err_entete_incorrect',
	});
	const price = priceOf({
		department: department,
		category: category,
		forfait: forfaitCategories.has(category) ? request.forfait : null,
		characters: composed.characters,
		paperProofs,
		digitalProof,
	});
	return {
		...dates,
		publication,
		category: category,
		text: composed.html,
		price,
		digitalProof,
	};
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
