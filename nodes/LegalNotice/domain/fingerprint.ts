/**
 * The fingerprint of a notice (`empreinte`): what a person approved and what is ordered later are the same notice exactly
 * if their fingerprints are equal. Its first group is made of the words, its second one of where and as what they are
 * printed. Price and day are left out, because they have guards of their own.
 */
import { createHash } from 'node:crypto';

import type { Header } from './header';
import type { QuoteBody } from './notice';
import { base32 } from './orderNumber';
import { InputProblem, readLine } from '../reading/cells/parameters';

/** The first sign of every fingerprint. It changes with what a fingerprint is made of, so that an older one is recognised. */
const VERSION = '1';
const WORDS_LENGTH = 11;
const PLACE_LENGTH = 8;
const LABEL = 'Approved Fingerprint';
const SHAPE = /^[0-9A-Z]{12}-[0-9A-Z]{8}$/;

/** What is printed, as the node prepares it before it asks the service anything. */
export interface PrintedWords {
	/** HTML of the prepared text. */
	readonly text: string;
	/** HTML of the prepared text of the header; '' for none. */
	readonly header: string;
	/** Its layout and its logo count, but not its text, which has the service's classes. */
	readonly entete: Header | undefined;
}

/** The first group: the same for texts that print the same, whatever their line ends, blanks or repaired typography. */
export function printOfWords({ text, header, entete }: PrintedWords): string {
	const parts = [comparable(text), comparable(header)];
	if (entete) parts.push(entete.disposition, entete.data ?? '');
	return `${VERSION}${digestOf(parts).slice(0, WORDS_LENGTH)}`;
}

/** The whole fingerprint of a notice. */
export function fingerprintOf(
	words: Omit<PrintedWords, 'entete'>,
	body: Omit<QuoteBody, 'texte'>,
): string {
	const { departement, publication, categorie, forfait = '', entete } = body;
	const place = digestOf([departement, String(publication), categorie, forfait]);
	return `${printOfWords({ ...words, entete })}-${place.slice(0, PLACE_LENGTH)}`;
}

/** @returns the fingerprint as it is compared @throws InputProblem where it cannot be one */
export function readFingerprint(value: unknown): string {
	const given = readLine(LABEL, value).toUpperCase();
	// As it is copied from the foot of a preview, or as a word processor writes its hyphen.
	const text = given
		.replace(/^EMPREINTE\s*:/, '')
		.replace(/[–—]/g, '-')
		.replace(/\s+/g, '');
	if (SHAPE.test(text)) return text;
	throw new InputProblem(
		LABEL,
		`'${LABEL}' is not a fingerprint.`,
		"Give the 'empreinte' of the quote that was approved, such as 1ABCDEFGHJKM-23456789.",
	);
}

/** Refuses a notice that is not the approved one. @param approved as read by `readFingerprint` */
export function refuseOtherThanApproved(approved: string, actual: string): void {
	if (approved === actual) return;
	const again = 'Quote it again, and have it approved again.';
	if (!approved.startsWith(VERSION)) {
		const message = `'${LABEL}' was made by another version of this package and cannot be compared.`;
		throw new InputProblem(LABEL, message, again);
	}
	const [words, place] = approved.split('-');
	const [wordsNow, placeNow] = actual.split('-');
	const differing: string[] = [];
	if (words !== wordsNow) differing.push("the text or the header ('Text', 'Header')");
	if (place !== placeNow) {
		differing.push(
			"the newspaper or the kind of notice ('Department', 'Publication', 'Category', 'Flat Rate (Forfait)')",
		);
	}
	throw new InputProblem(
		LABEL,
		`This is not the notice that was approved: ${differing.join(', and ')} changed since.`,
		`Order what was approved, or: ${again.charAt(0).toLowerCase()}${again.slice(1)}`,
	);
}

function digestOf(parts: readonly string[]): string {
	return base32(createHash('sha256').update(JSON.stringify(parts), 'utf8').digest());
}

/** Two names of bold print the same, and so do blanks of any kind and number. */
function comparable(html: string): string {
	return html
		.normalize('NFC')
		.replace(/(<\/?)strong>/g, '$1b>')
		.replace(/\s{2,}|[^\S ]/g, ' ');
}
