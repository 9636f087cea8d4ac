import type { Account } from './accounts.mts';
import { isCountry } from './data/countries.mts';
import { emailPattern, Fields, isObject } from './fields.mts';
import { quote } from './quote.mts';
import { quoteFields } from './quoteRequest.mts';
import { Problems, Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import type { Notice } from './records.mts';
import type { JsonObject } from './types.mts';

const orderFields = [
	...quoteFields,
	'contact',
	'numero_commande',
	'dossier',
	'mode_facturation',
	'facturation',
	'envoi_justificatif',
	'largeur',
	'largeur_texte',
];

const billingModes = ['prescripteur', 'annonceur'];
const phonePattern = /^[+0-9 ().-]{4,25}$/;

/**
 * Registers an order (endpoint 2).
 *
 * @throws {Refusal} for a field or a rule; nothing is registered then
 */
export function order(service: Service, account: Account, body: JsonObject): Notice {
	const { rules, settings } = service;
	const problems = new Problems(settings.errorReporting);
	const fields = new Fields(body, { rules, settings, problems });
	fields.refuseUnknown(orderFields);
	const dossier = fields.requiredText(
		'dossier',
		rules.on('file-reference-required'),
		rules.on('file-reference-format'),
	);
	const mode = fields.requiredText(
		'mode_facturation',
		rules.on('billing-mode-required'),
		rules.on('billing-mode-format'),
	);
	if (mode !== undefined && !billingModes.includes(mode) && rules.on('billing-mode-format')) {
		fields.incorrect('mode_facturation');
	}
	checkAdvertiser(service, fields, problems, mode);
	const number = readNumber(service, fields);
	fields.optionalBoolean('envoi_justificatif', rules.on('proof-mail-format'));
	for (const name of ['largeur', 'largeur_texte']) {
		fields.optionalNumber(name, rules.on('widths-format'), (width) => width > 0);
	}
	checkContact(service, account, fields);
	const quoted = quote(service, account, body, 'order', problems);

	if (mode !== undefined && !account.billingModes.includes(mode)) {
		if (rules.on('billing-mode-allowed')) throw new Refusal(['err_mode_facturation_non_autorisee']);
	}
	const taken = number !== null && service.notices.isTaken(account.publicKey, number);
	if (taken && rules.on('order-number-unique')) throw new Refusal(['err_annonce_commandee']);
	return service.notices.register(account, number, {
		dossier: dossier ?? '',
		date_parution: quoted.date_parution,
		date_bouclage: quoted.date_bouclage,
		publication: quoted.publication.id,
		departement: quoted.publication.departement,
		libelle: quoted.publication.newspaper.libelle,
		categorie: quoted.category,
		digitalProof: quoted.digitalProof,
		text: quoted.text,
		price: quoted.price,
		body,
	});
}

function readNumber({ rules, settings }: Service, fields: Fields): string | null {
	const value = fields.get('numero_commande');
	if (value === undefined) return null;
	if (typeof value !== 'string') {
		if (rules.on('order-number-format')) fields.incorrect('numero_commande');
		return null;
	}
	const length =
		settings.orderNumberUnit === 'bytes' ? Buffer.byteLength(value) : [...value].length;
	const good = length >= 1 && length <= 50;
	if (!good && rules.on('order-number-format')) fields.incorrect('numero_commande');
	return value;
}

function checkContact(service: Service, account: Account, fields: Fields): void {
	const { rules, store } = service;
	const value = fields.get('contact');
	if (value === undefined || !rules.on('contact-known')) return;
	const known = store.contacts(account.publicKey).some((contact) => contact.id === value);
	if (!known) fields.incorrect('contact');
}

/** The billing party (specification, Facturation). */
function checkAdvertiser(
	{ rules, settings }: Service,
	fields: Fields,
	problems: Problems,
	mode: string | undefined,
): void {
	const party = fields.get('facturation');
	if (party === undefined) {
		if (mode === 'annonceur' && rules.on('advertiser-required')) fields.absent('facturation');
		return;
	}
	if (mode !== 'annonceur') {
		if (settings.surplusBilling === 'refused') fields.incorrect('facturation');
		return;
	}
	if (!isObject(party)) {
		if (rules.on('advertiser-format')) fields.incorrect('facturation');
		return;
	}
	const inner = new Fields(party, { rules, settings, problems });
	const required = rules.on('advertiser-fields-required');
	const checked = rules.on('advertiser-fields-format');
	for (const name of ['nom_raison_sociale', 'adresse', 'code_postal', 'ville']) {
		inner.requiredText(name, required, checked);
	}
	const country = inner.requiredText('pays', required, checked);
	if (country !== undefined && !isCountry(country) && rules.on('advertiser-country')) {
		inner.incorrect('pays');
	}
	inner.optionalText('prenom_nom_complement', checked);
	inner.optionalText('adresse_complement', checked);
	inner.optionalText('email', rules.on('advertiser-email'), emailPattern);
	inner.optionalText('telephone', checked, phonePattern);
	inner.optionalText('mobile', checked, phonePattern);
}
