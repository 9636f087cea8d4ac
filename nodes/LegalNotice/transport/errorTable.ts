/**
 * Every code that the specification lists, as data: what it means to the person, what to do about it, and the
 * label of the parameter concerned. The 12 control codes, the 11 of the environment, then the two patterns
 * `err_{champ}_absent` and `err_{champ}_incorrect` over one table of fields (specification, Errors).
 */

/**
 * `field`: a value of the request; `state`: the notice or date does not allow it; `access`: keys and rights;
 * `quota`, `clock`, `server`: circumstances.
 */
export type ErrorKind = 'field' | 'state' | 'access' | 'quota' | 'clock' | 'server';

export interface ErrorEntry {
	/** What happened, one sentence without final full stop. */
	readonly what: string;
	/** How to mend it, full sentences. */
	readonly fix: string;
	/** Label of the parameter as the editor shows it. */
	readonly parameter?: string;
	readonly kind: ErrorKind;
	/** The HTTP status that the service would have sent if it used them; n8n classes failures by it. */
	readonly httpCode: string;
}

const access = (what: string, fix: string, parameter?: string): ErrorEntry => ({
	what,
	fix,
	kind: 'access',
	httpCode: '401',
	...(parameter === undefined ? {} : { parameter }),
});

const strippedHeader = (name: string): ErrorEntry =>
	access(
		`The ${name} header did not reach the service`,
		'The node always sends it: look for a proxy between n8n and the service that removes headers.',
	);

export const CODES: Readonly<Record<string, ErrorEntry>> = {
	err_annonce_introuvable: {
		what: 'The service knows no notice under this reference',
		fix: "Check the 'Reference or Order Number'. A cancelled notice is no longer found, and a notice of another account or instance (test or production) never is.",
		parameter: 'Reference or Order Number',
		kind: 'state',
		httpCode: '404',
	},
	err_annonce_commandee: {
		what: 'A notice with this order number is already registered',
		fix: "Use another 'Order Number' for another notice, or set the option 'If Already Ordered' to return the existing one.",
		parameter: 'Order Number',
		kind: 'state',
		httpCode: '409',
	},
	err_publication_introuvable: {
		what: 'The publication does not exist, or is not configured on your account',
		fix: "Choose the 'Publication' from the list.",
		parameter: 'Publication',
		kind: 'field',
		httpCode: '404',
	},
	err_bouclage_depasse: {
		what: 'The closing time (bouclage) of this publication date has passed',
		fix: "Choose a later 'Publication Date', or leave it empty to take the next one. Publication > Get Dates lists the closing times.",
		parameter: 'Publication Date',
		kind: 'state',
		httpCode: '409',
	},
	err_date_indisponible: {
		what: 'The publication does not appear on this date',
		fix: "Choose a 'Publication Date' from the list, or leave it empty to take the next one.",
		parameter: 'Publication Date',
		kind: 'state',
		httpCode: '409',
	},
	err_client_inactif: {
		what: 'The keys are right, but the access to the service is not finalised',
		fix: 'Contact the service to have the access opened.',
		kind: 'access',
		httpCode: '403',
	},
	err_forfait_inconnu: {
		what: 'The forfait does not exist',
		fix: "Choose the 'Forfait' from the list of the category.",
		parameter: 'Forfait',
		kind: 'field',
		httpCode: '400',
	},
	err_categorie_inconnu: {
		what: 'The category does not exist, or is reserved to authorised partners (SUC_VAC, SUC_DES)',
		fix: "Choose the 'Category' from the list.",
		parameter: 'Category',
		kind: 'field',
		httpCode: '400',
	},
	err_publication_non_habilite: {
		what: 'The publication is not authorised to publish legal notices in this department',
		fix: "Choose the 'Department' first, then a 'Publication' from its list.",
		parameter: 'Publication',
		kind: 'field',
		httpCode: '400',
	},
	err_mode_facturation_non_autorisee: {
		what: 'This way of billing is not available to your account',
		fix: "Choose another 'Billing', or 'Account Default'.",
		parameter: 'Billing',
		kind: 'field',
		httpCode: '403',
	},
	err_annonce_suspendue: {
		what: 'The notice is suspended',
		fix: "Notice > Get Status with the same 'Reference or Order Number' tells the reason (motif). Contact the newspaper, then try again.",
		parameter: 'Reference or Order Number',
		kind: 'state',
		httpCode: '409',
	},
	err_multiple_contact: {
		what: "Several contacts share this 'Email'",
		fix: 'Choose the contact by its ID: Contact > Get Many lists them.',
		parameter: 'Email',
		kind: 'state',
		httpCode: '409',
	},
	err_internal_server: {
		what: 'The service is having an internal trouble',
		fix: 'Try again in a few minutes.',
		kind: 'server',
		httpCode: '500',
	},
	err_timestamp_controle: {
		what: 'The clock of the n8n server differs from the service by more than 5 seconds',
		fix: 'Synchronise the clock of the server (NTP).',
		kind: 'clock',
		httpCode: '401',
	},
	err_signature_calculee: access(
		'The signature does not match: the secret key does not belong to the public key',
		"Copy the 'Secret Key' of the credential again. If it is right, a proxy between n8n and the service changes the requests.",
		'Secret Key',
	),
	err_body_incorrect: {
		what: 'The service does not accept the body of the request',
		fix: 'A very large logo or text, or a very long list of references, may be the cause.',
		kind: 'field',
		httpCode: '400',
	},
	err_cle_inconnue: access(
		'The service does not know this public key',
		"Check the 'Public Key' of the credential, and that its 'Base URL' is the address of the same instance (test or production).",
		'Public Key',
	),
	err_requetes_max: {
		what: 'The limit of 300 calls a minute of this key stays used up',
		fix: "Other workflows or programs use the same key. Run fewer at once, or divide 'Requests per Minute' of the credential between the n8n workers.",
		parameter: 'Requests per Minute',
		kind: 'quota',
		httpCode: '429',
	},
	err_application_absent: strippedHeader('Application'),
	err_signature_absent: strippedHeader('Signature'),
	err_timestamp_absent: strippedHeader('Timestamp'),
	err_application_incorrect: access(
		'The service does not accept the form of the public key',
		"Copy the 'Public Key' of the credential again.",
		'Public Key',
	),
	err_signature_incorrect: access(
		'The service does not accept the form of the signature',
		'Look for a proxy between n8n and the service that changes headers.',
	),
};

export interface FieldEntry {
	/** Label of the parameter as the editor shows it. */
	readonly label: string;
	/** What a right value looks like; full sentences. */
	readonly fix: string;
}

export const FIELDS: Readonly<Record<string, FieldEntry>> = {
	reference: {
		label: 'Reference or Order Number',
		fix: 'Give the reference of the service or your own order number.',
	},
	publication: { label: 'Publication', fix: 'Choose it from the list, or give its numeric ID.' },
	departement: { label: 'Department', fix: 'Give its code, such as 75, 01, 2A or 971.' },
	categorie: {
		label: 'Category',
		fix: 'Choose it from the list. SUC_VAC and SUC_DES are reserved to authorised partners.',
	},
	texte: {
		label: 'Text',
		fix: 'Notice > Check Text shows what the service may not accept, such as characters outside Windows-1252.',
	},
	forfait: {
		label: 'Forfait',
		fix: 'Choose it from the list: CONSTI and MODIF need one, and it belongs to its category.',
	},
	mode_facturation: { label: 'Billing', fix: 'Choose who is billed.' },
	dossier: { label: 'File Reference', fix: 'Give the reference of your file (dossier).' },
	facturation: {
		label: 'Advertiser',
		fix: 'Fill in name, address, postcode, city and country of who is billed.',
	},
	nom_raison_sociale: { label: 'Name', fix: "Give the 'Name' of the 'Advertiser'." },
	prenom_nom_complement: {
		label: 'Name Complement',
		fix: "Check the 'Name Complement' of the 'Advertiser'.",
	},
	adresse: { label: 'Address', fix: "Give the 'Address' of the 'Advertiser'." },
	adresse_complement: {
		label: 'Address Complement',
		fix: "Check the 'Address Complement' of the 'Advertiser'.",
	},
	code_postal: {
		label: 'Postcode',
		fix: "Give the 'Postcode' of the 'Advertiser', with its leading zero.",
	},
	ville: { label: 'City', fix: "Give the 'City' of the 'Advertiser'." },
	pays: {
		label: 'Country',
		fix: 'Give the three-letter code of the country, such as FRA; Reference Data > Get Countries lists them.',
	},
	email: { label: 'Email', fix: 'Give one e-mail address, without a name around it.' },
	telephone: { label: 'Phone', fix: 'Give the number with digits, such as 0123456789.' },
	mobile: { label: 'Mobile', fix: 'Give the number with digits, such as 0612345678.' },
	nom: { label: 'Last Name', fix: 'Give the last name of the contact.' },
	prenom: { label: 'First Name', fix: 'Give the first name of the contact.' },
	mot_passe: {
		label: 'Portal Password',
		fix: 'Leave it empty to create no portal access, or choose a stronger one.',
	},
	disposition: { label: 'Layout', fix: "Choose the 'Layout' of the 'Header' from the list." },
	data: {
		label: 'Logo Input Data Field Name',
		fix: 'The logo is a JPEG, PNG or PDF file in a binary field.',
	},
	date_parution: { label: 'Publication Date', fix: 'Choose it from the list, or leave it empty.' },
	sous_categorie: {
		label: 'Category',
		fix: "Check 'Category' and 'Forfait': together they make what the service calls sub-category.",
	},
	chaine: {
		label: 'Text',
		fix: 'A text contains a character outside Windows-1252. Notice > Check Text names it.',
	},
	quantite: { label: 'Number of Dates', fix: 'Give a whole number from 1 to 20.' },
	justificatifs_papiers: {
		label: 'Paper Proofs',
		fix: 'Give a whole number, 0 or more, or remove the option to take the default.',
	},
	justificatif_numerique: {
		label: 'Digital Proof',
		fix: 'Remove the option if the publication offers no digital proof.',
	},
	numero_commande: {
		label: 'Order Number',
		fix: 'Give at most 50 characters, best letters, digits and hyphens.',
	},
	contact: { label: 'Contact', fix: 'Choose it from the list, or leave it empty for the default.' },
};

/** Whether the specification lists the code itself, not just a pattern that it fits. */
export function isListedCode(code: string): boolean {
	const field = /^err_(.+)_(absent|incorrect)$/.exec(code)?.[1];
	return code in CODES || (field !== undefined && field in FIELDS);
}
