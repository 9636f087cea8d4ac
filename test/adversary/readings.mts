/**
 * Every silence of the specification as a field, with what a service may make of it. The first reading is the tamest:
 * what a failing history is brought back to as far as it still fails.
 */
import fc from 'fast-check';

const SILENCES = {
	/** Endpoints 4, 6 and 8: "behaviour when a reference in the array is unknown: not shown". */
	unknownInBatch: [
		...(['omitted', 'refused', 'entryWithCodes', 'entryBare', 'entryEmpty', 'entryNull'] as const),
		...(['entryUnknown', 'internal'] as const),
	],
	unknownCode: [
		'err_annonce_introuvable',
		'err_reference_incorrect',
		'err_annonces_introuvables',
		'err_reference_absent',
		'err_references_inconnues',
		'err_numero_commande_incorrect',
	],
	/** One notice that is unknown is refused, or its name comes back without anything else. */
	unknownSingle: ['refused', 'refused', 'echoed'],
	/** In which order the notices of a batch come is not said, nor what becomes of one that is asked for twice. */
	batchOrder: ['asAsked', 'reversed'],
	duplicates: ['merged', 'kept', 'refused'],
	/** "Maximum sizes of text, logo data and number of references in a batch: not shown." */
	batchMaximum: [0, 2, 2, 7, 30],
	/** What each notice behind the longest list is refused with. */
	restCode: ['err_requetes_max', 'err_internal_server', 'err_references_max'],
	/** Whether a batch answers for more notices than were asked for. */
	batchMore: ['asked', 'others'],
	batchTooLong: [
		'firstOnly',
		'restRefused',
		'err_body_incorrect',
		'err_body_incorrect',
		'http413',
		'err_references_incorrect',
		'err_references_max',
	],
	/** `reference` is a string, and nothing more is said of it. */
	referenceStyle: ['letters', 'digits', 'blank', 'slash', 'number'],
	/** Whether the case of an order number counts. */
	numberCase: ['distinguished', 'ignored'],
	/** A name may be the reference of one notice and the order number of another; a batch may list both. */
	lookupFirst: ['reference', 'number', 'both'],
	/** Whether an order number may be what is the reference of a notice. */
	referenceAsNumber: ['free', 'taken'],
	/** "Initial state after order: not shown." */
	initialStatus: ['a-paraitre', 'en-controle', 'parue'],
	/** How soon what is registered is found by the routes that read, and what is cancelled not any more. */
	foundAfterMs: [0, 400, 3_000, 20_000],
	goneAfterMs: [0, 400, 1_500],
	/** Where a notice has no reason, number, document or invoice. */
	emptyMotif: ['absent', 'null', 'empty'],
	emptyNumber: ['absent', 'null', 'empty'],
	emptyFiles: ['empty', 'absent', 'null', 'leftOut'],
	/** "Operating on a suspended notice can yield err_annonce_suspendue." */
	suspended: ['readable', 'filesRefused', 'refused'],
	/** "A cancelled notice no longer appears in status responses": of the others nothing is said. */
	cancelledFiles: ['gone', 'served'],
	cancelledTwice: ['unknown', 'again'],
	/** The answer to a cancellation may say how the notice stands now. */
	cancelledStatus: [undefined, 'annulee'],
	cancelledNumber: ['taken', 'free'],
	/** A service may look whether a number is taken, and register it so many milliseconds later. */
	numberSeenAfterMs: [0, 30],
	/** A requested date that misses the closing time; one that does not exist for the newspaper. */
	closedDate: ['moved', 'refused', 'refused', 'kept'],
	/** Whether a quote, which registers nothing, looks at the closing time as the order does. */
	closedQuote: ['asOrder', 'kept'],
	closedDateCode: ['err_bouclage_depasse', 'err_date_indisponible'],
	/** What the composed text of a quote looks like, or an older version without it. */
	composed: ['plain', 'styled', 'entities', 'absent', 'otherTags'],
	/** Whether words get lost on the way to print although the rules keep them. */
	losesWords: [false, true],
	hasClosing: [true, false],
	/** "Real numbers", as JSON or as text, with a dot or a comma. */
	amounts: ['number', 'text', 'comma'],
	/** The clock of the service against that of the machine, in seconds. */
	clockOffset: [0, 3, -4, 20, -90, 3_600],
	clockWindow: [5, 4],
	dateHeader: ['right', 'absent', 'stale'],
	signatureCase: ['any', 'lower'],
	/** How the 300 a minute are counted, how many they are, and whether refused calls count. */
	quota: [300, 40, 12],
	quotaWindow: ['sliding', 'fixed'],
	refusedCount: [false, true],
	/** A refusal has "one or more" codes. */
	codesAs: ['texts', 'objects'],
	envelope: ['plain', 'bom', 'escaped'],
	/** "If the e-mail is already tied to a contact, that contact is returned." */
	contactAnswer: ['asItWas', 'updated'],
	/** Whether the answer repeats all that was sent. */
	contactRepeats: [false, true],
	contactsListed: ['list', 'null', 'refused'],
	emptyEmail: ['empty', 'null', 'absent'],
	/** Links to files: the same in each answer, or new in their query or in their path. */
	links: ['stable', 'query', 'path'],
	pdf: ['plain', 'redirect', 'octets', 'page', 'gone', 'relative', 'slow'],
	/** Credit notes "are negative" in their totals; of their lines nothing is said. */
	creditLines: ['negative', 'quantity', 'positive'],
	attestation: ['atPublication', 'later'],
	latency: [40, 900],
	billing: ['prescripteur', 'annonceur', 'aucun'],
	/** Lists that older versions do not have. */
	newLists: ['served', 'missing', 'http404'],
} as const;

export type Readings = {
	readonly [Name in keyof typeof SILENCES]: (typeof SILENCES)[Name][number];
};

export const TAMEST = Object.fromEntries(
	Object.entries(SILENCES).map(([name, values]) => [name, values[0]]),
) as unknown as Readings;

/** About a third of the silences are read otherwise than in the tamest way. */
export const readings: fc.Arbitrary<Readings> = fc.record(
	Object.fromEntries(
		Object.entries(SILENCES).map(([name, [tamest, ...others]]) => [
			name,
			fc.oneof(
				{ withCrossShrink: true },
				{ weight: 2, arbitrary: fc.constant(tamest) },
				{ weight: 1, arbitrary: fc.constantFrom(...(others as unknown[])) },
			),
		]),
	),
) as unknown as fc.Arbitrary<Readings>;

/** In words, what is not the tamest. */
export function readingsInWords(chosen: Readings): string {
	const names = Object.keys(SILENCES) as Array<keyof Readings>;
	const other = names.filter((name) => chosen[name] !== TAMEST[name]);
	return (
		other.map((name) => `${name} ${String(chosen[name])}`).join(', ') || 'all as tame as can be'
	);
}
