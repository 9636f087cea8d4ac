import type { PublicationDate } from './calendar.mts';
import { words, type Words } from './types.mts';

/** A switch: its default (`null`: no limit), what it accepts when not all of that type, and what it is for. */
export interface Definition<T = unknown> {
	value: T;
	choices?: readonly T[];
	about: string;
}

/** A deadline that a newspaper changed for one publication day (closing time rule 3). */
type ExceptionalClosing = PublicationDate & { publication: number };

/** A choice of words, the first being the default. */
function choice<const T extends string>(about: string, text: T): Definition<Words<T>> {
	const choices = words(text);
	return { value: choices[0]!, choices, about };
}

function setting<T>(about: string, value: T): Definition<T> {
	return { value, about };
}

function flag(about: string, value: boolean): Definition<boolean> {
	return { value, choices: [true, false], about };
}

const limit = (about: string) => setting<number | null>(about, null);

/**
 * Switches for what the specification leaves open, and for faults of a whole instance. The default of each is the
 * reading of the specification that comes first to mind.
 */
export const definitions = {
	latencyMs: setting('Delay of every answer, in milliseconds', 0),
	quotaPerMinute: setting('Calls a minute before err_requetes_max', 300),
	quotaWindow: choice('How the minute is counted', 'sliding fixed'),
	quotaWindowSeconds: setting('Length of the window in seconds', 60),
	quotaScope: choice('What shares one quota', 'key instance'),
	refusedCallsCount: flag('Calls refused for the quota count in it too', true),
	unknownReferences: choice('Unknown reference in a batch', 'omit refuse entry named'),
	unknownReferenceCode: choice(
		'Code for an unknown reference',
		'err_annonce_introuvable err_annonces_introuvables err_reference_incorrect err_reference_absent err_reference_inconnue err_references_incorrect',
	),
	bodyMaximum: limit('Bytes accepted in one body (empty: no limit)'),
	batchMaximum: limit('References accepted in one batch (empty: no limit)'),
	batchTooLarge: choice(
		'Answer to a batch that is too large',
		'err_body_incorrect http413 err_references_incorrect err_trop_de_references',
	),
	batchOrder: choice('Order of the notices in a batch answer', 'asAsked shuffled'),
	duplicates: choice('The same notice twice in a batch', 'merged kept refused'),
	referenceStyle: choice('What references look like', 'plain encoded digits'),
	orderMissedDate: choice('Order for a date whose closing is over', 'move refuse'),
	unavailableDate: choice('Date on which the newspaper does not appear', 'refuse move'),
	exceptionalClosings: setting<ExceptionalClosing[]>('Changed deadlines', []),
	cancelledNumberReusable: flag('The number of a cancelled notice may be used again', false),
	orderNumberCase: choice('Case of an order number', 'distinguished ignored'),
	orderNumberUnit: choice('The unit of the 50 of an order number', 'characters bytes'),
	initialStatus: setting('Status right after the order', 'a-paraitre'),
	suspendedNotice: choice('A suspended notice', 'usable notCancellable filesWithheld refused'),
	cancelledTwice: choice('A notice cancelled once more', 'refused repeated'),
	cancelledDocuments: choice('Documents of a cancelled notice', 'gone served'),
	attestationBeforePublication: flag('The attestation exists right after the order', true),
	attestationAtPublication: flag('The attestation exists once the notice is published', true),
	discountSign: choice('Sign of the discounts of an invoice', 'negative positive'),
	creditSign: choice('Negative in the lines of a credit note', 'unit quantity'),
	emptyMotif: choice('No reason', 'absent empty null'),
	emptyDocuments: choice('No document or invoice', 'empty absent'),
	absentNumber: choice('No order number', 'absent null'),
	emptyList: choice('A department without publications', 'empty absent null'),
	emptyContact: choice('Names or e-mail that a contact lacks', 'empty null absent'),
	linkTokens: choice('The link to a document', 'stable fresh'),
	pdfLinks: choice('PDF links', 'plain expired html json redirect redirectElsewhere octets signed'),
	pdfRedirectTarget: setting('Target of redirectElsewhere', 'https://127.0.0.1:9/elsewhere.pdf'),
	requestForm: choice('A body not declared as JSON, or with GET or DELETE', 'read refused'),
	signedPath: choice('Signature over the path', 'encoded decoded'),
	signatureCase: choice('Case of the hexadecimal signature', 'any lower'),
	dateHeader: flag('Answers carry a Date header', true),
	clockSkewSeconds: setting('Seconds by which the clock of the service is ahead', 0),
	charsetError: choice('A forbidden character', 'err_texte_incorrect err_chaine_incorrect'),
	charsetDetail: choice('How the character is named', 'element field suffix none'),
	charsetCheck: choice('Characters checked: entities decoded or not', 'decoded raw'),
	forbiddenInline: choice('Text of em, i, u, a inside a paragraph', 'dropped kept'),
	nestedParagraphs: choice('A paragraph inside another tag', 'kept dropped'),
	composedText: choice('Markup of a composed text', 'plain styled entities'),
	filetStyles: flag('Style sheets of the type filet exist', true),
	numberTypes: choice('Amounts as 147 or "147.00"', 'number string'),
	quoteVersion: choice('Fields of a quote, by interface version', '1.29 1.28 1.27'),
	forfaitsRoute: choice('GET forfaits', 'served missing'),
	errorReporting: choice('Codes of a refusal', 'all first'),
	unlistedFields: choice('A wrong field without a listed code', 'pattern body'),
	unknownFields: choice('Unknown fields', 'ignored refused added'),
	nullFields: choice('A field that is null', 'absent incorrect'),
	surplusForfait: choice('A forfait that the category does not need', 'ignored refused'),
	surplusBilling: choice('An advertiser although the prescriber pays', 'ignored refused'),
	largeur: choice('The field largeur of an order', 'ignored priced refused'),
	zeroPaperProofs: choice('0 paper proofs', 'none default'),
	digitalProofDefault: flag('A digital proof unless it is refused', false),
	notOffered: choice('Header or proof that the publication does not offer', 'ignored refused'),
	reservedCategory: choice('A reserved category', 'err_categorie_incorrect err_categorie_inconnu'),
	foreignPublication: choice(
		'Code for a publication of another account',
		'err_publication_introuvable err_publication_non_habilite',
	),
	publicationIds: choice('Identifiers of publications', 'perPair perTitle'),
	contactFields: choice('Names and e-mail of a new contact', 'optional required'),
	emailCase: choice('Case of the e-mail of a contact', 'ignored distinguished'),
	contactByEmail: choice('A known e-mail with other names', 'returned updated'),
	responseEncoding: choice('Form of answers', 'plain gzip bom chunked escaped'),
};

export type Settings = {
	-readonly [K in keyof typeof definitions]: (typeof definitions)[K]['value'];
};

export function defaultSettings(): Settings {
	const values = Object.entries(definitions).map(([name, { value }]) => [name, value] as const);
	return Object.fromEntries(values) as Settings;
}

/** A switch or its value that does not exist; the message says which and what is accepted. */
export class SettingError extends Error {}

/**
 * Applies a change in place, all of it or nothing.
 *
 * @throws {SettingError} for a name or a value that no switch accepts
 */
export function applySettings(settings: Settings, change: Partial<Settings>): void {
	const known = new Map<string, Definition>(Object.entries(definitions));
	for (const [name, value] of Object.entries(change)) {
		const definition = known.get(name);
		if (!definition) throw new SettingError(`There is no switch named "${name}".`);
		const { value: usual, choices } = definition;
		const type = typeof (usual ?? 0);
		const accepted = choices?.includes(value) ?? (value === usual || typeof value === type);
		if (accepted) continue;
		const expected = choices?.join(', ') ?? `a ${type}`;
		throw new SettingError(`"${name}" accepts ${expected}, not ${JSON.stringify(value)}.`);
	}
	Object.assign(settings, change);
}
