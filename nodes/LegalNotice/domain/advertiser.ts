import { readEmail } from './email';
import { InputProblem } from './inputProblem';
import { readLine } from './textValue';

/** The billing party of a request (specification, Facturation). */
export interface Facturation {
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

const REQUIRED = [
	['name', 'Name', 'nom_raison_sociale'],
	['address', 'Address', 'adresse'],
	['postcode', 'Postcode', 'code_postal'],
	['city', 'City', 'ville'],
] as const;

const OPTIONAL = [
	['nameComplement', 'Name Complement', 'prenom_nom_complement'],
	['addressComplement', 'Address Complement', 'adresse_complement'],
	['phone', 'Phone', 'telephone'],
	['mobile', 'Mobile', 'mobile'],
] as const;

/**
 * Builds the billing party, naming every field that is missing at once.
 *
 * @param given the parameter's fields; numbers are accepted as text
 * @param pays three-letter country code; '' when none was given: guessed, it would change the postcode of others
 */
export function buildFacturation(
	given: Readonly<Record<string, unknown>>,
	pays: string,
): Facturation {
	const text = (field: string, label: string) => readLine(label, given[field], 'Advertiser');
	const missing: string[] = REQUIRED.filter(([field, label]) => text(field, label) === '').map(
		([, label]) => label,
	);
	if (pays === '') missing.push('Country');
	if (missing.length > 0) {
		throw new InputProblem(
			'Advertiser',
			`The 'Advertiser' is billed, but ${missing.map((label) => `'${label}'`).join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`,
			"Fill in the 'Advertiser', or choose another 'Billing'.",
		);
	}
	const email = readEmail(given.email, 'Advertiser');
	const facturation: Facturation = {
		nom_raison_sociale: text('name', 'Name'),
		adresse: text('address', 'Address'),
		code_postal: postcode(text('postcode', 'Postcode'), pays),
		ville: text('city', 'City'),
		pays,
	};
	for (const [field, label, name] of OPTIONAL) {
		const value = text(field, label);
		if (value !== '') facturation[name] = value;
	}
	if (email !== '') facturation.email = email;
	return facturation;
}

/** Spreadsheets drop the leading zero of French postcodes. */
function postcode(code: string, pays: string): string {
	return pays === 'FRA' && /^\d{4}$/.test(code) ? `0${code}` : code;
}
