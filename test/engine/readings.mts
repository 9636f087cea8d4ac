/**
 * Two opposite readings of what the specification leaves open, as switches of the sandbox. Operations are tried against
 * both: a client that has learned only one of them fails at the other.
 */
import type { Settings } from '../../sandbox/index.mts';

export const serviceNames = ['strict sandbox', 'lenient sandbox'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Each switch in the order of the names. */
const readings: { [K in keyof Settings]?: readonly [Settings[K], Settings[K]] } = {
	requestForm: ['refused', 'read'],
	signatureCase: ['lower', 'any'],
	errorReporting: ['all', 'first'],
	unlistedFields: ['body', 'pattern'],
	unknownFields: ['refused', 'added'],
	nullFields: ['incorrect', 'absent'],
	surplusForfait: ['refused', 'ignored'],
	surplusBilling: ['refused', 'ignored'],
	notOffered: ['refused', 'ignored'],
	reservedCategory: ['err_categorie_incorrect', 'err_categorie_inconnu'],
	unknownReferences: ['refuse', 'omit'],
	duplicates: ['refused', 'merged'],
	batchMaximum: [7, null],
	batchOrder: ['asAsked', 'shuffled'],
	referenceStyle: ['plain', 'digits'],
	orderNumberCase: ['ignored', 'distinguished'],
	emailCase: ['ignored', 'distinguished'],
	orderMissedDate: ['refuse', 'move'],
	unavailableDate: ['refuse', 'move'],
	cancelledNumberReusable: [false, true],
	cancelledTwice: ['refused', 'repeated'],
	cancelledDocuments: ['gone', 'served'],
	suspendedNotice: ['filesWithheld', 'usable'],
	zeroPaperProofs: ['none', 'default'],
	digitalProofDefault: [false, true],
	numberTypes: ['string', 'number'],
	discountSign: ['negative', 'positive'],
	creditSign: ['unit', 'quantity'],
	emptyMotif: ['absent', 'null'],
	emptyDocuments: ['absent', 'empty'],
	emptyContact: ['absent', 'null'],
	absentNumber: ['absent', 'null'],
	// The other is none of the three that are listed: nobody says what a notice has right after its order.
	initialStatus: ['a-paraitre', 'en-controle'],
	composedText: ['entities', 'styled'],
	filetStyles: [false, true],
	charsetCheck: ['decoded', 'raw'],
	charsetError: ['err_texte_incorrect', 'err_chaine_incorrect'],
	charsetDetail: ['field', 'suffix'],
	quotaWindow: ['fixed', 'sliding'],
	dateHeader: [false, true],
	responseEncoding: ['chunked', 'escaped'],
	linkTokens: ['stable', 'fresh'],
	pdfLinks: ['octets', 'redirect'],
	publicationIds: ['perPair', 'perTitle'],
};

/** No default billing, and a secret with the separator of the signed text in it; the other is the opposite. */
export const accounts = {
	'strict sandbox': { mode_facturation: 'aucun', secretKey: 'demo-secret+strict' },
	'lenient sandbox': { mode_facturation: 'annonceur' },
} as const;

export function settingsOf(name: ServiceName): Partial<Settings> {
	const index = serviceNames.indexOf(name);
	const chosen = Object.entries(readings).map(([key, values]) => [key, values[index]] as const);
	return Object.fromEntries(chosen);
}
