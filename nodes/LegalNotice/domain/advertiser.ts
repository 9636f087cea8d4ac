/** Who is billed where the advertiser is: reads its fields, and makes of them what the specification calls Facturation. */
import { codeIn } from '../reading/cells/codes';
import { readEmail, readPhone, readPostcode, readStreet } from '../reading/cells/contactDetails';
import { readName } from '../reading/cells/names';
import { cannotBe, InputProblem, readLine } from '../reading/cells/parameters';
import type { UnknownRecord } from '../reading/records';

/** Specification, Facturation. */
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

const INSIDE = 'Advertiser';

/**
 * The body that bills an advertiser, with a sentence for each repair that a person has to know of.
 *
 * @throws InputProblem which names every field that is missing at once
 */
export function readAdvertiser(given: UnknownRecord): {
	facturation: Facturation;
	warnings: string[];
} {
	// Guessed, it would change the postcodes of others.
	const pays = readCountry(given.country);
	const { postcode, before } = readPostcode(given.postcode, pays, INSIDE);
	const needed = {
		nom_raison_sociale: readName('Name', given.name, INSIDE),
		adresse: readStreet('Address', given.address, INSIDE),
		code_postal: postcode,
		ville: readName('City', given.city, INSIDE),
		pays,
	};
	refuseMissing(needed);
	const optional = {
		prenom_nom_complement: readName('Name Complement', given.nameComplement, INSIDE),
		adresse_complement: readStreet('Address Complement', given.addressComplement, INSIDE),
		telephone: readPhone('Phone', given.phone, pays, INSIDE),
		mobile: readPhone('Mobile', given.mobile, pays, INSIDE),
		email: readEmail(given.email, INSIDE),
	};
	const filled = Object.entries(optional).filter(([, value]) => value !== '');
	const facturation: Facturation = { ...needed, ...Object.fromEntries(filled) };
	if (before === undefined) return { facturation, warnings: [] };
	const warning = `'Postcode' of 'Advertiser' is ${before} in the item and was sent as ${postcode}: French postcodes have 5 figures. For an address abroad choose its 'Country'.`;
	return { facturation, warnings: [warning] };
}

const LABELS = {
	nom_raison_sociale: 'Name',
	adresse: 'Address',
	code_postal: 'Postcode',
	ville: 'City',
	pays: 'Country',
} as const;

function refuseMissing(needed: Readonly<Record<keyof typeof LABELS, string>>): void {
	const missing = Object.entries(LABELS)
		.filter(([field]) => needed[field as keyof typeof LABELS] === '')
		.map(([, label]) => `'${label}'`);
	if (missing.length === 0) return;
	const verb = missing.length > 1 ? 'are' : 'is';
	throw new InputProblem(
		INSIDE,
		`The 'Advertiser' is billed, but ${missing.join(', ')} ${verb} missing.`,
		"Fill in the 'Advertiser', or choose another 'Billing'.",
	);
}

/** The service checks a country only with the order, when Replace has cancelled: its form is checked before. */
function readCountry(value: unknown): string {
	const code = codeIn(readLine('Country', value, INSIDE));
	if (/^(?:fr|france)$/i.test(code)) return 'FRA';
	if (code === '' || /^[a-z]{3}$/i.test(code)) return code.toUpperCase();
	const advice =
		'Give its three-letter code, such as FRA; Reference Data > Get Countries lists them.';
	throw cannotBe('Country', code, advice, INSIDE);
}
