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
	/** How to fix it, full sentences. */
	readonly fix: string;
	/** Label of the parameter as the editor shows it. */
	readonly parameter: string | undefined;
	readonly kind: ErrorKind;
}

const HTTP_CODES: Readonly<Record<ErrorKind, string>> = {
	field: '400',
	state: '409',
	access: '401',
	quota: '429',
	clock: '401',
	server: '500',
};

/** The HTTP status that the service would have sent if it used them; n8n classes failures by it. */
export function httpCodeOf({ code, kind }: ErrorEntry & { readonly code: string }): string {
	return code.endsWith('_introuvable') ? '404' : HTTP_CODES[kind];
}

const entryOf =
	(kind: ErrorKind) =>
	(what: string, fix: string, parameter?: string): ErrorEntry => ({ what, fix, kind, parameter });
const field = entryOf('field');
const state = entryOf('state');
const access = entryOf('access');
const quota = entryOf('quota');
const clock = entryOf('clock');
const server = entryOf('server');

const strippedHeader = (name: string): ErrorEntry =>
	access(
		`The ${name} header did not reach the service`,
		'The node always sends it: look for a proxy between n8n and the service that removes headers.',
	);

export const CODES: Readonly<Record<string, ErrorEntry>> = {
	err_annonce_introuvable: state(
		'The service knows no notice under this reference',
		"Check the 'Reference or Order Number'. A cancelled notice is no longer found, and a notice of another account or instance (test or production) never is.",
		'Reference or Order Number',
	),
	err_annonce_commandee: state(
		'A notice with this order number is already registered',
		"Use another 'Order Number' for another notice, or set the option 'If Already Ordered' to return the existing one.",
		'Order Number',
	),
	err_publication_introuvable: field(
		'The publication does not exist, or is not configured on your account',
		"Choose the 'Publication' from the list.",
		'Publication',
	),
	err_bouclage_depasse: state(
		'The closing time (bouclage) of this publication date has passed',
		"Choose a later 'Publication Date', or leave it empty to take the next one. Publication > Get Dates lists the closing times.",
		'Publication Date',
	),
	err_date_indisponible: state(
		'The publication does not appear on this date',
		"Choose a 'Publication Date' from the list, or leave it empty to take the next one.",
		'Publication Date',
	),
	err_client_inactif: access(
		'The keys are right, but the access to the service is not finalised yet',
		'Contact the service to have the access opened.',
	),
	err_forfait_inconnu: field(
		'The forfait does not exist',
		"Choose the 'Forfait' from the list of the category.",
		'Forfait',
	),
	err_categorie_inconnu: field(
		'The category does not exist, or is reserved to authorised partners (SUC_VAC, SUC_DES)',
		"Choose the 'Category' from the list.",
		'Category',
	),
	err_publication_non_habilite: field(
		'The publication is not authorised to publish legal notices in this department',
		"Choose the 'Department' first, then a 'Publication' from its list.",
		'Publication',
	),
	err_mode_facturation_non_autorisee: field(
		'This way of billing is not available to your account',
		"Choose another 'Billing', or 'Account Default'.",
		'Billing',
	),
	err_annonce_suspendue: state(
		'The notice is suspended',
		"Notice > Get Status with the same 'Reference or Order Number' tells the reason (motif). Contact the newspaper, then try again.",
		'Reference or Order Number',
	),
	err_multiple_contact: state(
		"Several contacts share this 'Email'",
		'Choose the contact by its ID: Contact > Get Many lists them.',
		'Email',
	),
	err_internal_server: server(
		'The service reports internal trouble',
		'Try again in a few minutes.',
	),
	err_timestamp_controle: clock(
		'The clock of the n8n server differs from the service by more than 5 seconds',
		'Synchronise the clock of the server (NTP).',
	),
	err_signature_calculee: access(
		'The secret key does not belong to this public key',
		"The signature does not match. Copy the 'Secret Key' of the credential again. If it is right, a proxy between n8n and the service changes the requests.",
		'Secret Key',
	),
	err_body_incorrect: field(
		'The service does not accept the body of the request',
		'A very large logo or text, or a very long list of references, may be the cause.',
	),
	err_cle_inconnue: access(
		'The service does not know this public key',
		"Check the 'Public Key' of the credential, and that its 'Base URL' is the address of the same instance (test or production).",
		'Public Key',
	),
	err_requetes_max: quota(
		'The limit of 300 calls a minute, which the service sets for each key, stays used up',
		"Other workflows or programs use the same key. Run fewer at once, or divide 'Requests per Minute' of the credential between the n8n workers.",
		'Requests per Minute',
	),
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

const ofAdvertiser = (label: string): FieldEntry => ({
	label,
	fix: `Check the '${label}' of the 'Advertiser'.`,
});

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
	nom_raison_sociale: ofAdvertiser('Name'),
	prenom_nom_complement: ofAdvertiser('Name Complement'),
	adresse: ofAdvertiser('Address'),
	adresse_complement: ofAdvertiser('Address Complement'),
	code_postal: {
		label: 'Postcode',
		fix: "Give the 'Postcode' of the 'Advertiser', with its leading zero.",
	},
	ville: ofAdvertiser('City'),
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

/** Fields of requests for which the specification lists no code of its own, although the two patterns make one. */
export const REQUEST_FIELDS: Readonly<Record<string, FieldEntry>> = {
	entete: {
		label: 'Header',
		fix: "Check the 'Layout', the 'Text' and the logo of the 'Header', or remove it.",
	},
	mime_type: {
		label: 'Logo Input Data Field Name',
		fix: 'The logo is a JPEG, PNG or PDF file in a binary field.',
	},
	envoi_justificatif: {
		label: 'Email Proof',
		fix: "Remove the option 'Email Proof', or give true or false.",
	},
	largeur: { label: 'Width', fix: "Give the number of columns, or remove the option 'Width'." },
	largeur_texte: {
		label: 'Text Width',
		fix: "Give the width of a text column in columns of the newspaper, or remove the option 'Text Width'.",
	},
	references: {
		label: 'Reference or Order Number',
		fix: 'Give the reference of the service or your own order number.',
	},
	type: { label: 'Style Type', fix: 'Choose it from the list.' },
};

const PATTERN = /^err_(.{1,100})_(absent|incorrect)$/;

/** Codes come from outside: `constructor` is none. */
function own<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
	return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Whether the specification lists the code itself, not just a pattern that it fits. */
export function isListedCode(code: string): boolean {
	const field = PATTERN.exec(code)?.[1];
	return Object.hasOwn(CODES, code) || (field !== undefined && Object.hasOwn(FIELDS, field));
}

/** What the table, or the two patterns for codes that nobody listed, say of one code. */
export function entryFor(code: string): ErrorEntry {
	const [, name, ending] = PATTERN.exec(code) ?? [];
	const listed = own(CODES, code);
	if (listed) return listed;
	if (name === undefined) {
		return field(
			'The service refused the call with a code that this version does not know',
			'The code names the reason. Check the values of this node, or ask the service.',
		);
	}
	const known = own(FIELDS, name) ?? own(REQUEST_FIELDS, name);
	const label = known?.label ?? name.replace(/_/g, ' ');
	const refused = `The service does not accept the value of '${label}'`;
	const what = ending === 'absent' ? `'${label}' is missing` : refused;
	return field(what, known?.fix ?? `Check the value of '${label}'.`, label);
}
