/** The codes of the service, and of connections that fail, with what each means and how to fix it. */

import {
	DIGITAL_PROOF_LABEL,
	EMAIL_PROOF_LABEL,
	FORFAIT_LABEL,
	PAPER_PROOFS_LABEL,
} from '../reading/cells/parameters';

/** The cause that a failed poll declares to n8n. */
export type FailureCause =
	| 'rate-limited'
	| 'temporarily-unavailable'
	| 'credential-invalid'
	| 'configuration-invalid';

/** `field`: a value of the request; `state`: the notice or date does not allow it; `access`: keys and rights. */
export type ErrorKind = 'field' | 'state' | 'access' | 'quota' | 'clock' | 'server';

export interface ErrorEntry {
	/** What happened, one sentence without final full stop. */
	readonly what: string;
	/** The same with what was refused: names of fields of the request in braces. */
	readonly withValues: string;
	/** How to fix it, full sentences. */
	readonly fix: string;
	readonly kind: ErrorKind;
}

/** These pass by themselves; to all others somebody has to see. */
const PASSING: readonly ErrorKind[] = ['quota', 'server'];

export function passesByItself(code: string): boolean {
	return PASSING.includes(entryFor(code).kind);
}

const entryOf =
	(kind: ErrorKind) =>
	(what: string, fix: string, withValues = what): ErrorEntry => ({ what, withValues, fix, kind });
const field = entryOf('field');
const state = entryOf('state');
const access = entryOf('access');
const quota = entryOf('quota');
const clock = entryOf('clock');
const server = entryOf('server');

const strippedHeader = (name: string): ErrorEntry =>
	access(
		`The ${name} header did not reach the service`,
		'Look for a proxy between n8n and the service that removes headers.',
	);

export const CODES: Readonly<Record<string, ErrorEntry>> = {
	err_annonce_introuvable: state(
		'The service knows no notice under this reference',
		"Check the 'Reference or Order Number'. A cancelled notice, or one of another account or instance, is not found.",
	),
	err_annonce_commandee: state(
		'A notice with this order number is already registered',
		"For the same notice, let the option 'If Already Ordered' return it. " +
			"For another notice, or to order a cancelled one again, use another 'Order Number'.",
		'A notice with the order number "{numero_commande}" is already registered',
	),
	err_publication_introuvable: field(
		'The publication does not exist, or is not configured on your account',
		"Choose the 'Publication' from the list.",
		'The publication {publication} does not exist, or is not configured on your account',
	),
	err_bouclage_depasse: state(
		'The closing time (bouclage) of this publication date has passed',
		"To order, choose a later 'Publication Date', or leave it empty to take the next one. " +
			'To cancel or correct a notice that is closed, ask the service.',
		'The closing time (bouclage) of the publication date {date_parution} has passed',
	),
	err_date_indisponible: state(
		'The publication does not appear on this date',
		"Choose a 'Publication Date' from the list, or leave it empty to take the next one.",
		'The publication {publication} does not appear on {date_parution}',
	),
	err_client_inactif: access(
		'The keys are right, but the service has not activated your access yet',
		'Contact the service to have it activated.',
	),
	err_forfait_inconnu: field(
		'The forfait does not exist',
		"Choose the 'Flat Rate (Forfait)' from the list of the category.",
		'The forfait {forfait} does not exist for {categorie}',
	),
	err_categorie_inconnu: field(
		'The category does not exist, or is reserved to authorised partners (SUC_VAC, SUC_DES)',
		"Choose the 'Category' from the list.",
		'The category {categorie} does not exist, ' +
			'or is reserved to authorised partners (SUC_VAC, SUC_DES)',
	),
	err_publication_non_habilite: field(
		'The publication is not authorised to publish legal notices in this department',
		"Choose the 'Department' first, then a 'Publication' from its list.",
		'The publication {publication} is not authorised to publish legal notices ' +
			'in the department {departement}',
	),
	err_mode_facturation_non_autorisee: field(
		'This way of billing is not available to your account',
		"Choose another 'Billing', or Account Default.",
		'Billing the {mode_facturation} is not available to your account',
	),
	err_annonce_suspendue: state(
		'The notice is suspended',
		"Notice > Get Status with the same 'Reference or Order Number' gives the reason (motif). Contact the newspaper.",
	),
	err_multiple_contact: state(
		"Several contacts share this 'Email'",
		'Choose the contact by its ID: Contact > Get Many lists them.',
		"Several contacts share the 'Email' {email}",
	),
	err_internal_server: server(
		'The service reports an internal fault',
		'If it keeps happening, tell the service.',
	),
	err_timestamp_controle: clock(
		'The clock of the n8n server differs from the service by more than 5 seconds',
		'Synchronise the clock of the server (NTP).',
	),
	err_signature_calculee: access(
		'The secret key does not belong to this public key',
		"Copy the 'Secret Key' of the credential again. If it is right, a proxy between n8n and the service may be changing the requests.",
	),
	err_body_incorrect: field(
		'The service does not accept the content of the request',
		'It may be too large: shorten the text, use a smaller logo, or send fewer references.',
	),
	err_cle_inconnue: access(
		'The service does not know this public key',
		"Check the 'Public Key' of the credential, and that its 'Base URL' belongs to the same instance (test or production).",
	),
	err_requetes_max: quota(
		'The 300 calls a minute that the service allows this key are still used up',
		"Run fewer workflows with this key at once, or divide 'Requests per Minute' of the credential between the n8n workers.",
	),
	err_application_absent: strippedHeader('Application'),
	err_signature_absent: strippedHeader('Signature'),
	err_timestamp_absent: strippedHeader('Timestamp'),
	err_application_incorrect: access(
		'The service does not accept the form of the public key',
		"Copy the 'Public Key' of the credential again.",
	),
	err_signature_incorrect: access(
		'The service does not accept the form of the signature',
		'Look for a proxy that changes headers.',
	),
};

export interface FieldEntry {
	/** The name of the field in the editor. */
	readonly label: string;
	/** What a right value looks like; full sentences. */
	readonly fix: string;
}

const check = (label: string) => `Check the value of '${label}'.`;
const of = (label: string, fix = check(label)): FieldEntry => ({ label, fix });
const ofAdvertiser = (label: string) => of(label, `Check the '${label}' of the 'Advertiser'.`);
const FROM_LIST = 'Choose it from the list.';

export const FIELDS: Readonly<Record<string, FieldEntry>> = {
	reference: of(
		'Reference or Order Number',
		'Give the reference of the service or your own order number.',
	),
	publication: of('Publication', 'Choose it from the list, or give its numeric ID.'),
	departement: of('Department', 'Give its code, such as 75, 01, 2A or 971.'),
	categorie: of(
		'Category',
		`${FROM_LIST} SUC_VAC and SUC_DES are reserved to authorised partners.`,
	),
	texte: of('Text', 'Notice > Check Text shows what the service may not accept.'),
	forfait: of(FORFAIT_LABEL, 'Choose it from the list of the category: CONSTI and MODIF need one.'),
	mode_facturation: of('Billing'),
	dossier: of('File Reference', 'Give the reference of your file (dossier).'),
	facturation: of(
		'Advertiser',
		'Fill in name, address, postcode, city and country of who is billed.',
	),
	nom_raison_sociale: ofAdvertiser('Name'),
	prenom_nom_complement: ofAdvertiser('Name Complement'),
	adresse: ofAdvertiser('Address'),
	adresse_complement: ofAdvertiser('Address Complement'),
	code_postal: of('Postcode', 'Give it with its leading zero.'),
	ville: ofAdvertiser('City'),
	pays: of(
		'Country',
		'Give its three-letter code, such as FRA; Reference Data > Get Countries lists them.',
	),
	email: of('Email', 'Give one e-mail address, without a name around it.'),
	telephone: of('Phone', 'Give the number with digits, such as 0123456789.'),
	mobile: of('Mobile', 'Give the number with digits, such as 0612345678.'),
	nom: of('Last Name'),
	prenom: of('First Name'),
	mot_passe: of(
		'Portal Password',
		'Leave it empty to create no portal access, or choose a stronger one.',
	),
	disposition: of('Layout', FROM_LIST),
	data: of('Logo Input Data Field Name', 'The logo is a JPEG, PNG or PDF file in a binary field.'),
	date_parution: of('Publication Date', 'Choose it from the list, or leave it empty.'),
	sous_categorie: of(
		'Category',
		"Check 'Category' and 'Flat Rate (Forfait)', which make the sub-category.",
	),
	chaine: of(
		'Text',
		'It contains a character outside Windows-1252 (Western European letters). Notice > Check Text names it.',
	),
	quantite: of('Number of Dates', 'Give a whole number from 1 to 20.'),
	justificatifs_papiers: of(
		PAPER_PROOFS_LABEL,
		'Give a whole number, or remove the option to take the default.',
	),
	justificatif_numerique: of(
		DIGITAL_PROOF_LABEL,
		'Remove the option if the publication offers no digital proof of publication.',
	),
	numero_commande: of(
		'Order Number',
		'Give at most 50 characters, preferably only letters, digits and hyphens.',
	),
	contact: of('Contact', 'Choose it from the list, or leave it empty for the default.'),
};

/** Fields of a request for which the specification lists no code, although the two patterns make one. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
	entete: 'Header',
	mime_type: 'Logo Input Data Field Name',
	envoi_justificatif: EMAIL_PROOF_LABEL,
	largeur: 'Width',
	largeur_texte: 'Text Width',
	references: 'Reference or Order Number',
	type: 'Style Type',
};

const PATTERN = /^err_(.{1,100})_(absent|incorrect)$/;

/** Codes come from outside: a code such as `constructor` must not find what every object has. */
function own<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
	if (!Object.hasOwn(table, name)) return undefined;
	return table[name];
}

/** Whether the specification lists the code itself, not just a pattern that it fits. */
export function isListedCode(code: string): boolean {
	if (Object.hasOwn(CODES, code)) return true;
	const [, name] = PATTERN.exec(code) ?? [];
	return name !== undefined && Object.hasOwn(FIELDS, name);
}

export function entryFor(code: string): ErrorEntry {
	const listed = own(CODES, code);
	if (listed) return listed;
	const [, name, ending] = PATTERN.exec(code) ?? [];
	if (name === undefined) return UNKNOWN;
	const { label, fix } = fieldFor(name);
	if (ending === 'absent') return field(`'${label}' is missing`, fix);
	const what = `The service does not accept the value of '${label}'`;
	return field(what, fix, `${what}: "{${name}}"`);
}

/** What was sent, by the service's name of each field. */
export type SentValues = Readonly<Record<string, string>>;

/** What happened, with the values that were refused, as far as they are known. */
export function whatOf(code: string, sent: SentValues): string {
	const { what, withValues } = entryFor(code);
	let isComplete = true;
	const filled = withValues.replace(/\{([a-z_]{1,40})\}/g, (_braces, name: string) => {
		const value = own(sent, name);
		isComplete &&= value !== undefined;
		return value ?? '';
	});
	return isComplete ? filled : what;
}

/** Fields whose values are too long for a sentence, or secret. */
const NEVER_SHOWN = ['texte', 'chaine', 'data', 'mot_passe'];
const LONGEST_VALUE = 60;

/** The values of a request that a sentence may show. */
export function shownValues(request: unknown, conceal: (text: string) => string): SentValues {
	const shown: Record<string, string> = {};
	if (typeof request !== 'object' || request === null) return shown;
	for (const [name, value] of Object.entries(request)) {
		if (NEVER_SHOWN.includes(name) || Array.isArray(value)) continue;
		if (typeof value === 'object') Object.assign(shown, shownValues(value, conceal));
		if (typeof value === 'string') shown[name] = conceal(value).slice(0, LONGEST_VALUE);
		if (typeof value === 'number' || typeof value === 'boolean') shown[name] = String(value);
	}
	return shown;
}

const UNKNOWN = field(
	'The service refused the call with a code that this version does not know',
	'The code names the reason. Check the values of this node, or ask the service.',
);

function fieldFor(name: string): FieldEntry {
	const listed = own(FIELDS, name);
	if (listed) return listed;
	return of(own(OTHER_LABELS, name) ?? name.replace(/_/g, ' '));
}

/** Why no connection came about. */
interface Unreachable {
	/** The codes of Node.js that say it. */
	readonly code: RegExp;
	readonly what: string;
	readonly fix: string;
	/** Whether the service or the network is away: that passes by itself. */
	readonly isAway: boolean;
}

export const BASE_URL = "the 'Base URL' of the credential";

export const CHECK_HTTPS = `Check https:// and the port in ${BASE_URL}, and a proxy between n8n and the service.`;

/** For any other code of a connection that did not come about. */
const NO_CONNECTION = {
	what: 'The service cannot be reached',
	fix: `Check ${BASE_URL} and the network of the n8n server.`,
	isAway: true,
};

const UNREACHABLE: readonly Unreachable[] = [
	{
		code: /^(ENOTFOUND|EAI_AGAIN)$/,
		what: 'The host of the service was not found',
		fix: `Check the spelling of ${BASE_URL}, and the DNS of the n8n server.`,
		isAway: true,
	},
	{
		code: /^ECONNREFUSED$/,
		what: 'Nothing answers at the host and port of the service',
		fix: `Check ${BASE_URL}, and that the service runs. In a container, localhost is the container itself.`,
		isAway: true,
	},
	{
		code: /^EPROTO$/,
		what: 'The address of the service does not speak https, or not in a version that n8n accepts',
		fix: CHECK_HTTPS,
		isAway: false,
	},
	{
		code: /^(UNABLE_TO_VERIFY_[A-Z_]+|([A-Z]+_)*CERT(_[A-Z]+)*)$/,
		what: 'n8n does not trust the certificate of the service',
		fix: `Check the host in ${BASE_URL}. For a certificate of your own, set NODE_EXTRA_CA_CERTS on the n8n server.`,
		isAway: false,
	},
];

/** Whether the code alone says that no connection came about: a host or network may also become unreachable later. */
export function isUnreachable(networkCode: string): boolean {
	return UNREACHABLE.some(({ code }) => code.test(networkCode));
}

export function unreachableEntry(networkCode: string): Omit<Unreachable, 'code'> {
	return UNREACHABLE.find(({ code }) => code.test(networkCode)) ?? NO_CONNECTION;
}

/** n8n classes failures by HTTP status, which the service does not use. */
export const CLASSES: Readonly<
	Record<ErrorKind, readonly [httpCode: string, cause?: FailureCause]>
> = {
	field: ['400', 'configuration-invalid'],
	state: ['409'],
	access: ['401', 'credential-invalid'],
	quota: ['429', 'rate-limited'],
	clock: ['401', 'configuration-invalid'],
	server: ['500', 'temporarily-unavailable'],
};
