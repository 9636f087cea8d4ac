/**
 * The sixteen questions that the specification leaves open and whose answer would change the package. The report, the table
 * of docs/open-questions.md and `--like` of the sandbox are made of them. Questions to which the node already fits every
 * answer are not asked.
 */
import type { Settings } from '../sandbox/settings.mts';

export type Value = string | number | boolean | null;
/** By the name of the question; `null` where it was not learned. */
export type Answers = Record<string, Value>;

interface Meaning {
	/** It ends the sentence that `about` begins; `#` stands for the answer itself. */
	readonly means: string;
	/** What in the package would change. Nothing where it is missing: the node fits this answer. */
	readonly change?: string;
	/** What the sandbox calls this answer, if not the same. */
	readonly as?: Value;
}

export interface Question {
	readonly name: string;
	readonly about: string;
	readonly answers: Readonly<Record<string, Meaning>>;
	/** For every answer that is not listed. */
	readonly other?: Meaning;
	/** What the node does today. */
	readonly node: string;
	/** File or folder in nodes/LegalNotice where a change would be made. */
	readonly where: string;
	/** Switch of the sandbox with these answers. */
	readonly setting?: keyof Settings;
	/** Without what it is not learned. */
	readonly needs?: string;
}

export const questions: readonly Question[] = [
	{
		name: 'dateHeader',
		about: 'A Date header',
		answers: {
			true: { means: 'comes with the answers' },
			false: {
				means: 'does not come with the answers',
				change: 'a wrong clock cannot be corrected: its refusal must say so',
			},
		},
		node: 'corrects its clock by the Date header of a refused timestamp',
		where: 'transport',
		setting: 'dateHeader',
	},
	{
		name: 'signedPath',
		about: 'The signature of a path with a blank',
		answers: {
			encoded: { means: 'covers it as on the wire (%20)' },
			decoded: { means: 'covers it decoded', change: 'sign the path decoded' },
			neither: {
				means: 'is refused either way',
				change: 'refuse references that need encoding in every operation',
			},
		},
		node: 'signs what is on the wire',
		where: 'transport/signing.ts',
		setting: 'signedPath',
	},
	{
		name: 'referenceStyle',
		about: 'References',
		answers: {
			plain: { means: 'stand in a path as they are' },
			digits: { means: 'are digits only' },
			encoded: {
				means: 'have to be encoded in a path',
				change: 'cancel such a notice too, once signedPath says what is signed',
			},
		},
		node: 'reads such a notice in a list, and refuses to cancel it, because its path could be that of another one',
		where: 'actions/order',
		setting: 'referenceStyle',
		needs: '--orders',
	},
	{
		name: 'ownRoutes',
		about: 'The routes of one notice',
		answers: {
			served: { means: 'answer by its order number' },
			missing: {
				means: 'do not answer, while a list does',
				change: 'read a single notice by a list of one',
			},
		},
		node: 'reads a single notice by its own route, and several by a list',
		where: 'notices',
		needs: '--orders',
	},
	{
		name: 'unknownReference',
		about: 'An unknown reference in a list',
		answers: {
			omitted: { means: 'is left out of the answer', as: 'omit' },
			refused: { means: 'has the whole list refused', as: 'refuse' },
			entry: { means: 'gets an entry with a refusal of its own' },
			spoils: {
				means: 'makes the list leave out the others as well',
				change: 'read the others of such a list one by one',
			},
		},
		node: 'reads all three; it splits a refused list in halves',
		where: 'notices',
		setting: 'unknownReferences',
	},
	{
		name: 'unknownReferenceCode',
		about: 'The code for an unknown reference',
		answers: {
			err_annonce_introuvable: { means: 'is #' },
			err_annonces_introuvables: { means: 'is #' },
			err_reference_incorrect: { means: 'is #' },
			err_reference_absent: { means: 'is #' },
			err_reference_inconnue: { means: 'is #' },
		},
		other: { means: 'is #', change: 'add it to the codes that mean an unknown notice' },
		node: 'takes the listed codes for an unknown notice',
		where: 'notices',
		setting: 'unknownReferenceCode',
	},
	{
		name: 'largestBatch',
		about: 'A list',
		answers: { 0: { means: 'of 100 references is taken', as: null } },
		other: {
			means: 'takes at most #',
			change: 'begin with lists of that length, so that none has to be refused first',
		},
		node: 'begins with 100 and halves until a list is taken',
		where: 'notices',
		setting: 'batchMaximum',
	},
	{
		name: 'batchTooLarge',
		about: 'The answer to a list that is too long',
		answers: {
			err_body_incorrect: { means: 'is #' },
			err_references_incorrect: { means: 'is #' },
			http413: { means: 'is HTTP 413 without an envelope' },
		},
		other: { means: 'is #', change: 'add it to the refusals that ask for a shorter list' },
		node: 'takes the listed answers for it, and codes that nobody listed',
		where: 'notices',
		setting: 'batchTooLarge',
		needs: 'a limit below 100',
	},
	{
		name: 'orderNumberUnit',
		about: 'The 50 of an order number',
		answers: {
			characters: { means: 'are characters' },
			bytes: { means: 'are bytes in UTF-8', change: 'count bytes' },
			ascii: {
				means: 'are letters without accents: others are refused',
				change: 'refuse an accent before anything is sent',
			},
		},
		node: 'counts characters; the numbers that it makes are ASCII',
		where: 'domain/orderNumber.ts',
		setting: 'orderNumberUnit',
		needs: '--orders',
	},
	{
		name: 'orderNumberCase',
		about: 'The case of an order number',
		answers: {
			ignored: { means: 'does not count' },
			distinguished: {
				means: 'counts',
				change: 'the pairing of names without regard to case can go',
			},
		},
		node: 'pairs names exactly first, then without regard to case; the part of a number that it computes has capitals only',
		where: 'notices',
		setting: 'orderNumberCase',
		needs: '--orders',
	},
	{
		name: 'reusedNumber',
		about: 'The number of a cancelled notice',
		answers: {
			refused: { means: 'is refused', as: false },
			accepted: {
				means: 'may be used again',
				as: true,
				change: 'let Replace keep the number of the notice that it replaces',
			},
		},
		node: 'takes it for used; Replace makes a new one',
		where: 'actions/order',
		setting: 'cancelledNumberReusable',
		needs: '--orders',
	},
	{
		name: 'closedDate',
		about: 'An order for a date whose closing time is over',
		answers: {
			moved: { means: 'is moved to the next date', as: 'move' },
			refused: { means: 'is refused', as: 'refuse' },
			kept: {
				means: 'is taken for that date',
				change: 'compare the closing time with the clock before the order is sent',
			},
		},
		node: 'understands both, and says that the date was moved',
		where: 'actions/order',
		setting: 'orderMissedDate',
		needs: '--orders',
	},
	{
		name: 'unavailableDate',
		about: 'A quote for a day on which the newspaper does not appear',
		answers: {
			refused: { means: 'is refused', as: 'refuse' },
			moved: { means: 'is moved to the next date', as: 'move' },
			kept: {
				means: 'is taken for that day',
				change: 'compare the date with those of Publication > Get Dates before the order is sent',
			},
		},
		node: 'understands both',
		where: 'actions/order',
		setting: 'unavailableDate',
		needs: 'a newspaper that does not appear every day',
	},
	{
		name: 'quoteFields',
		about: 'A quote without a date',
		answers: {
			'1.29': { means: 'names the date, its closing time and the composed text' },
			'1.28': {
				means: 'names the date and the composed text, but no closing time',
				change: 'take the closing time from the list of dates',
			},
			'1.27': {
				means: 'names neither closing time nor composed text',
				change: "refuse 'If Text Changes: Fail' where the quote has no text to compare",
			},
			undated: {
				means: 'names no date',
				change: "take the date that 'Publish By' is compared with from the list of dates",
			},
		},
		node: "compares 'Publish By' and the text with the quote; what a quote lacks is left out",
		where: 'actions/order',
		setting: 'quoteVersion',
	},
	{
		name: 'pdfLinks',
		about: 'The link to a PDF',
		answers: {
			plain: { means: 'is a plain download' },
			octets: { means: 'is a plain download of no declared type' },
			redirect: { means: 'redirects on the same host' },
			redirectElsewhere: { means: 'redirects to another host' },
			signed: {
				means: 'needs the signed headers',
				change: "sign downloads from the service's own host",
			},
			expired: {
				means: 'is refused right away',
				change: 'ask for a new link before each download',
			},
		},
		other: { means: 'gives # instead', change: 'find the file behind it' },
		node: 'downloads without keys by a link that was just read; follows redirects to public hosts',
		where: 'notices',
		setting: 'pdfLinks',
		needs: '--orders, and a document before publication',
	},
	{
		name: 'suspendedNotice',
		about: 'A suspended notice',
		answers: {
			filesWithheld: { means: 'shows its status, but no documents' },
			usable: {
				means: 'can be read like any other',
				change: 'the separate calls for files of suspended notices can go',
			},
			refused: {
				means: 'is refused even when its status is read',
				change: 'take that refusal for the status itself',
			},
		},
		node: 'reads its status with the others, and requests its files separately',
		where: 'notices',
		setting: 'suspendedNotice',
		needs: '--suspended with a notice that the service has suspended',
	},
];

function meaningOf({ answers, other }: Question, value: Value): Meaning | undefined {
	return answers[String(value)] ?? other;
}

/** The answer in a sentence. */
export function sentence(question: Question, value: Value): string {
	const { about, needs } = question;
	if (value === null) return `Not learned${needs === undefined ? '' : `: it needs ${needs}`}.`;
	const means = meaningOf(question, value)?.means ?? 'is answered with #';
	return `${about} ${means.replace('#', String(value))}.`;
}

/** What in the package would change for this answer; undefined where nothing would. */
export function changeFor(question: Question, value: Value): string | undefined {
	return value === null ? undefined : meaningOf(question, value)?.change;
}

/** Switch and value with which the sandbox answers so; undefined where it has no such switch. */
export function settingOf(
	{ setting, answers }: Question,
	value: Value,
): readonly [keyof Settings, Value] | undefined {
	if (setting === undefined || value === null) return undefined;
	const { as = value } = answers[String(value)] ?? {};
	return [setting, as];
}
