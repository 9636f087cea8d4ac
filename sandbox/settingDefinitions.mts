import type { Definition, Definitions } from './settings.mts';

/** A choice whose first value is the default. */
function choice<const T extends string>(about: string, ...choices: T[]): Definition<T> {
	const [value] = choices;
	if (value === undefined) throw new Error('A choice needs values.');
	return { value, kind: 'choice', choices, about };
}

function flag(about: string, value: boolean): Definition<boolean> {
	return { value, kind: 'boolean', about };
}

function number(about: string, value: number): Definition<number> {
	return { value, kind: 'number', about };
}

/** Every switch with its default: the reading of the specification that comes first to mind. */
export const definitions: Definitions = {
	latencyMs: number('Delay of every answer, in milliseconds', 0),
	quotaPerMinute: number('Calls a minute before err_requetes_max', 300),
	quotaWindow: choice('How the minute is counted', 'sliding', 'fixed'),
	quotaWindowSeconds: number('Length of the window in seconds', 60),
	quotaScope: choice('What shares one quota', 'key', 'instance'),
	refusedCallsCount: flag('Calls refused for the quota count in it too', true),
	unknownReferences: choice('Unknown reference in a batch', 'omit', 'refuse', 'entry'),
	unknownReferenceCode: choice(
		'Code for an unknown reference, in a path or in a batch',
		'err_annonce_introuvable',
		'err_annonces_introuvables',
		'err_reference_incorrect',
		'err_reference_absent',
		'err_reference_inconnue',
		'err_references_incorrect',
		'err_references_incorrectes',
	),
	bodyMaximum: {
		value: null,
		kind: 'number',
		nullable: true,
		about: 'Bytes accepted in one body (empty: no limit)',
	},
	batchMaximum: {
		value: null,
		kind: 'number',
		nullable: true,
		about: 'References accepted in one batch (empty: no limit)',
	},
	batchTooLarge: choice('Answer to a batch that is too large', 'err_body_incorrect', 'http413'),
	batchOrder: choice('Order of the notices in a batch answer', 'asAsked', 'shuffled'),
	duplicates: choice('The same notice twice in a batch', 'merged', 'kept'),
	lookupFirst: choice('A value that is a reference and a number', 'reference', 'number'),
	referenceStyle: choice('References that need encoding in a path or not', 'plain', 'encoded'),
	orderMissedDate: choice('Order for a date whose closing is over', 'move', 'refuse'),
	unavailableDate: choice('Date on which the newspaper does not appear', 'refuse', 'move'),
	exceptionalClosings: { value: [], kind: 'closings', about: 'Deadlines that newspapers changed' },
	cancelledNumberReusable: flag('The number of a cancelled notice may be used again', false),
	orderNumberUnit: choice('The unit of the 50 of an order number', 'characters', 'bytes'),
	initialStatus: { value: 'a-paraitre', kind: 'text', about: 'Status right after the order' },
	suspendedNotice: choice('A suspended notice', 'usable', 'notCancellable', 'refused'),
	cancelledDocuments: choice('Documents of a cancelled notice', 'gone', 'served'),
	attestationBeforePublication: flag('The attestation exists right after the order', true),
	discountSign: choice('Sign of the discounts of an invoice', 'negative', 'positive'),
	emptyMotif: choice('No reason', 'absent', 'empty', 'null'),
	emptyDocuments: choice('No document or invoice', 'empty', 'absent'),
	absentNumber: choice('No order number', 'absent', 'null'),
	pdfLinks: choice(
		'What the PDF links answer',
		'plain',
		'expired',
		'html',
		'json',
		'redirect',
		'redirectElsewhere',
	),
	pdfRedirectTarget: {
		value: 'https://127.0.0.1:9/elsewhere.pdf',
		kind: 'text',
		about: 'Where "redirectElsewhere" leads',
	},
	signedPath: choice('Signature over the path', 'encoded', 'decoded'),
	signatureCase: choice('Case of the hexadecimal signature', 'any', 'lower'),
	dateHeader: flag('Answers carry a Date header', true),
	clockSkewSeconds: number('Seconds by which the clock of the service is ahead', 0),
	charsetError: choice(
		'Code for a forbidden character',
		'err_texte_incorrect',
		'err_chaine_incorrect',
	),
	charsetDetail: choice('How the character is named', 'element', 'field', 'suffix', 'none'),
	charsetCheck: choice('Characters checked: entities decoded or not', 'decoded', 'raw'),
	forbiddenInline: choice('Text of em, i, u, a inside a paragraph', 'dropped', 'kept'),
	nestedParagraphs: choice('A paragraph inside another tag', 'kept', 'dropped'),
	numberTypes: choice('Amounts as 147 or "147.00"', 'number', 'string'),
	quoteVersion: choice('Fields of a quote, by interface version', '1.29', '1.28', '1.27'),
	forfaitsRoute: choice('GET forfaits', 'served', 'missing'),
	errorReporting: choice('Codes of a refusal', 'all', 'first'),
	unlistedFields: choice('A wrong field without a listed code', 'pattern', 'body'),
	unknownFields: choice('Unknown fields', 'ignored', 'refused', 'added'),
	nullFields: choice('A field that is null', 'absent', 'incorrect'),
	surplusForfait: choice('A forfait that the category does not need', 'ignored', 'refused'),
	surplusBilling: choice('An advertiser although the prescriber pays', 'ignored', 'refused'),
	notOffered: choice('Header or proof that the publication does not offer', 'ignored', 'refused'),
	reservedCategory: choice(
		'Code for a reserved category',
		'err_categorie_incorrect',
		'err_categorie_inconnu',
	),
	foreignPublication: choice(
		'Code for a publication of another account',
		'err_publication_introuvable',
		'err_publication_non_habilite',
	),
	publicationIds: choice('Identifiers of publications', 'perPair', 'perTitle'),
	contactFields: choice('Names and e-mail of a new contact', 'optional', 'required'),
	contactByEmail: choice('A known e-mail with other names', 'returned', 'updated'),
	responseEncoding: choice('Encoding of answers', 'plain', 'gzip', 'bom'),
};
