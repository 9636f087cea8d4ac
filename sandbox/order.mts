import type { Account } from './accounts.mts';
import { countries } from './data/countries.mts';
import { emailPattern, Fields } from './fields.mts';
import { isTaken, register } from './notices.mts';
import { widened } from './pricing.mts';
import { quote, quoteFields } from './quote.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import type { Notice } from './store.mts';
import { isObject, words, type JsonObject } from './types.mts';

const orderFields = [
	...quoteFields,
	...words('contact numero_commande dossier mode_facturation facturation'),
	...words('envoi_justificatif largeur largeur_texte'),
];

const phonePattern = /^[+0-9 ().-]{4,25}$/;

/**
 * Registers an order (endpoint 2).
 *
 * @throws {Refusal} for a field or a rule; nothing is registered then
 */
export function order(service: Service, account: Account, body: JsonObject): Notice {
	const { rules } = service;
	const fields = new Fields(body, service);
	fields.refuseUnknown(orderFields);
	const dossier = fields.required('dossier', 'file-reference-required', 'file-reference-format');
	const mode = fields.required('mode_facturation', 'billing-mode-required', 'billing-mode-format');
	if (mode !== undefined && !['prescripteur', 'annonceur'].includes(mode)) {
		fields.incorrect('mode_facturation', 'billing-mode-format');
	}
	checkAdvertiser(service, fields, mode);
	const number = readNumber(service, fields);
	fields.flag('envoi_justificatif', 'proof-mail-format');
	for (const name of ['largeur', 'largeur_texte']) {
		fields.number(name, 'widths-format', (width) => width > 0);
	}
	const { largeur } = service.settings;
	const width = Number(fields.get('largeur') ?? 1);
	if (width !== 1 && largeur === 'refused') fields.incorrect('largeur');
	const contact = fields.get('contact');
	if (contact !== undefined && !account.contacts.some(({ id }) => id === contact)) {
		fields.incorrect('contact', 'contact-known');
	}
	const quoted = quote(service, account, fields, 'order');

	const isAllowed = mode === undefined || account.billingModes.includes(mode);
	if (!isAllowed && rules.on('billing-mode-allowed')) {
		throw new Refusal(['err_mode_facturation_non_autorisee']);
	}
	const taken = number !== null && isTaken(service, account, number);
	if (taken && rules.on('order-number-unique')) throw new Refusal(['err_annonce_commandee']);
	const { publication, price, ...rest } = quoted;
	return register(service, account, {
		...rest,
		price: largeur === 'priced' ? widened(price, width) : price,
		numero_commande: number,
		dossier: dossier ?? '',
		publication: publication.id,
		departement: publication.departement,
		libelle: publication.newspaper.libelle,
		body,
	});
}

function readNumber({ settings }: Service, fields: Fields): string | null {
	const value = fields.get('numero_commande');
	if (value === undefined) return null;
	const text = typeof value === 'string' ? value : '';
	const bytes = settings.orderNumberUnit === 'bytes';
	const length = bytes ? Buffer.byteLength(text) : [...text].length;
	if (length < 1 || length > 50) fields.incorrect('numero_commande', 'order-number-format');
	return typeof value === 'string' ? value : null;
}

/** The billing party (specification, Facturation). */
function checkAdvertiser({ settings }: Service, fields: Fields, mode: string | undefined): void {
	const party = fields.get('facturation');
	if (mode !== 'annonceur') {
		const refused = party !== undefined && settings.surplusBilling === 'refused';
		if (refused) fields.incorrect('facturation');
		return;
	}
	if (party === undefined) return fields.absent('facturation', 'advertiser-required');
	if (!isObject(party)) return fields.incorrect('facturation', 'advertiser-format');
	const inner = fields.inside(party);
	const required = (name: string) =>
		inner.required(name, 'advertiser-fields-required', 'advertiser-fields-format');
	words('nom_raison_sociale adresse code_postal ville').forEach(required);
	const country = required('pays');
	if (country && !countries.some(({ code }) => code === country)) {
		inner.incorrect('pays', 'advertiser-country');
	}
	inner.text('prenom_nom_complement', 'advertiser-fields-format');
	inner.text('adresse_complement', 'advertiser-fields-format');
	inner.text('email', 'advertiser-email', emailPattern);
	inner.text('telephone', 'advertiser-fields-format', phonePattern);
	inner.text('mobile', 'advertiser-fields-format', phonePattern);
}
