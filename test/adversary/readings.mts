/**
 * The silences of the specification, each with the readings of it that the node is built against. The first reading is the
 * tamest: what a failing history is brought back to as far as it still fails.
 */
import fc from 'fast-check';

const SILENCES = {
	/** Endpoints 4, 6 and 8: "behaviour when a reference in the array is unknown: not shown". */
	unknownInBatch: ['omitted', 'refused', 'entryWithCodes', 'entryBare', 'entryEmpty', 'entryNull'],
	unknownCode: [
		'err_annonce_introuvable',
		'err_reference_incorrect',
		'err_annonces_introuvables',
		'err_references_inconnues',
	],
	/** "Maximum sizes of text, logo data and number of references in a batch: not shown." */
	batchMaximum: [0, 2, 2, 7, 30],
	batchTooLong: ['err_body_incorrect', 'err_references_incorrect', 'err_references_max', 'http413'],
	referenceStyle: ['letters', 'digits'],
	/** Whether the case of an order number counts. */
	numberCase: ['distinguished', 'ignored'],
	/** "Initial state after order: not shown." */
	initialStatus: ['a-paraitre', 'en-controle', 'parue'],
	/** Where a notice has no reason, number, document or invoice. */
	emptyMotif: ['absent', 'null', 'empty'],
	emptyNumber: ['absent', 'null', 'empty'],
	emptyFiles: ['empty', 'absent', 'null'],
	/** "Operating on a suspended notice can yield err_annonce_suspendue." */
	suspended: ['readable', 'filesRefused'],
	/** "A cancelled notice no longer appears in status responses": of the others nothing is said. */
	cancelledFiles: ['gone', 'served'],
	/** The answer to a cancellation may say how the notice stands now. */
	cancelledStatus: [undefined, 'annulee'],
	cancelledNumber: ['taken', 'free'],
	/** A requested date that misses the closing time; one that does not exist for the newspaper. */
	closedDate: ['moved', 'refused'],
	/** Whether a quote, which registers nothing, looks at the closing time as the order does. */
	closedQuote: ['asOrder', 'kept'],
	closedDateCode: ['err_bouclage_depasse', 'err_date_indisponible'],
	/** What the composed text of a quote looks like, or an older version without it. */
	composed: ['plain', 'styled', 'entities', 'absent', 'otherTags'],
	/** Whether words get lost on the way to print although the rules keep them. */
	losesWords: [false, true],
	hasClosing: [true, false],
	/** "Real numbers", as JSON or as text. */
	amounts: ['number', 'text'],
	/** The clock of the service against that of the machine, in seconds. */
	clockOffset: [0, 3, -4, 20, -90, 3_600],
	clockWindow: [5, 4],
	signatureCase: ['any', 'lower'],
	/** How the 300 a minute are counted, how many of them other programs leave, and whether refused calls count. */
	quota: [300, 40, 12],
	quotaWindow: ['sliding', 'fixed'],
	refusedCount: [false, true],
	envelope: ['plain', 'escaped'],
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
