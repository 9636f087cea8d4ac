import { InputProblem, readEmail, readLine } from './parameters';
import type { UnknownRecord } from './records';

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

/**
 * Builds the billing party, naming every field that is missing at once.
 *
 * @param given the parameter's fields; numbers are accepted as text
 * @param pays three-letter country code; '' when none was given: guessed, it would change the postcode of others
 */
export function buildFacturation(given: UnknownRecord, pays: string): Facturation {
	const text = (field: string, label: string) => readLine(label, given[field], 'Advertiser');
	const missing: string[] = [];
	const needed = (label: string, value: string) => {
		if (value === '') missing.push(`'${label}'`);
		return value;
	};
	const postcode = text('postcode', 'Postcode');
	const facturation: Facturation = {
		nom_raison_sociale: needed('Name', text('name', 'Name')),
		adresse: needed('Address', text('address', 'Address')),
		// Spreadsheets drop the leading zero of French postcodes.
		code_postal: needed('Postcode', pays === 'FRA' ? postcode.replace(/^\d{4}$/, '0$&') : postcode),
		ville: needed('City', text('city', 'City')),
		pays: needed('Country', pays),
	};
	if (missing.length > 0) {
		throw new InputProblem(
			'Advertiser',
			`The 'Advertiser' is billed, but ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`,
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
