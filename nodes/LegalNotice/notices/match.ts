/** Finds in an answer the notices that were asked for, by reference or order number, and says what a refusal is about. */
import { nonEmptyText } from '../domain/parameters';
import { referenceIn } from '../domain/references';
import { ServiceFailure } from '../errors/failures';
import { isListedCode } from '../errors/table';
import type { Answer } from '../transport/envelope';
import { saysSuspended, type FoundNotice } from './changes';

/** The entries by the names asked for. @throws ServiceFailure for an answer about others, which says nothing of these */
export function entriesOf(asked: readonly string[], entries: readonly Answer[]) {
	const matched = matchNotices(asked, entries);
	if (matched.size === 0 && nameOthersOnly(entries)) {
		throw new ServiceFailure('notTheService', { missing: ABOUT_OTHERS, readOnly: true });
	}
	return matched;
}

/** An answer about other notices is said to lack this: the references that were asked for. */
const ABOUT_OTHERS = 'references';

/** Answers that a proxy crossed name notices that nobody asked for; entries without a name are of unknown ones. */
function nameOthersOnly(entries: readonly Answer[]): boolean {
	const isNamed = (entry: Answer) =>
		referenceIn(entry) !== undefined || orderNumberIn(entry) !== undefined;
	return entries.length > 0 && entries.every(isNamed);
}

/**
 * Names are matched exactly first, references before order numbers. Only what no exact name has found is matched without
 * regard to case: a service for which case matters would else give one customer the answer of another.
 */
export function matchNotices(
	asked: readonly string[],
	notices: readonly Answer[],
): Map<string, Answer> {
	const exactly = matchSpelled(asked, notices, String);
	// A notice that was asked for under two names may come twice, and is taken each time.
	const taken = new Set([...exactly.values()].map(referenceIn));
	const openNotices = notices.filter((notice) => !taken.has(referenceIn(notice)));
	const openNames = asked.filter((reference) => !exactly.has(reference));
	const inAnyCase = matchSpelled(openNames, openNotices, (text) => text.toLowerCase());
	return new Map([...exactly, ...inAnyCase]);
}

function matchSpelled(
	asked: readonly string[],
	notices: readonly Answer[],
	spelling: (text: string) => string,
): Map<string, Answer> {
	const byName = new Map<string, Answer>();
	// The names written last count: a reference goes before an order number.
	for (const nameIn of [orderNumberIn, referenceIn]) {
		for (const notice of notices) byName.set(spelling(nameIn(notice) ?? ''), notice);
	}
	const matched = new Map<string, Answer>();
	for (const reference of asked) {
		const notice = byName.get(spelling(reference));
		if (notice) matched.set(reference, notice);
	}
	return matched;
}

function orderNumberIn({ numero_commande: number }: Answer): string | undefined {
	return nonEmptyText(number);
}

/** @returns undefined where the notice is unknown. @throws any failure that is not about the one notice that was asked for */
export function refusalOfOneNotice(failure: unknown): ServiceFailure | undefined {
	if (!(failure instanceof ServiceFailure)) throw failure;
	if (saysUnknownOfOne(failure)) return undefined;
	if (!concernsNotices(failure)) throw failure;
	return failure;
}

/** Listed is `err_reference_incorrect`; a batch may say it of its list, in the plural or agreeing. */
const UNKNOWN_CODE =
	/^err_(?!references_(incorrect|absent)$)(annonces?_introuvables?|(references?|numero_commande)_(incorrect|absent|inconnu)e?s?)$/;
/** The pattern `err_{champ}_incorrect` over the list itself: for its length, or for what it contains. */
const LIST_CODE = /^err_(references_(incorrect|absent))$/;

export function saysUnknown(failure: ServiceFailure): boolean {
	return says(failure, UNKNOWN_CODE);
}

/** Beside a code for the caller, or for the service itself, one for the notice does not say that it was looked for. */
function says(failure: ServiceFailure, ...wanted: readonly RegExp[]): boolean {
	if (failure.concernsCaller || failure.has('err_internal_server')) return false;
	return failure.codes.some((code) => wanted.some((pattern) => pattern.test(code)));
}

/** Of one reference, a refusal of the list means the reference: a list of one cannot be too long. */
export function saysUnknownOfOne(failure: ServiceFailure): boolean {
	return says(failure, UNKNOWN_CODE, LIST_CODE);
}

/** Whether a refusal is for notices of the list: unknown ones, or suspended ones. */
export function concernsNotices(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || saysSuspended(failure);
}

/** Whether anything is known of the notice itself. */
export function isAboutNotice(found: FoundNotice): boolean {
	return !(found instanceof ServiceFailure) || concernsNotices(found);
}

/** Whether a list may be refused for just one of its notices, with a code or a page; an answer that lacks something is no page. */
export function mayBeForOne({ kind, facts }: ServiceFailure): boolean {
	return kind === 'refusal' || (kind === 'notTheService' && facts.missing === undefined);
}

/** Whether a refusal is for what is in the list, or for its length, for which the specification names no code. */
export function refusesList(failure: ServiceFailure): boolean {
	if (concernsNotices(failure)) return true;
	if (failure.has('err_body_incorrect')) return !failure.mayBeDone;
	const { status } = failure.facts;
	if (failure.codes.length === 0) return status === 413 || status === 414;
	return failure.kind === 'refusal' && !failure.codes.some(isListedCode);
}

/** Lists of fewer references are asked for one by one where several of them may be unknown: that costs less. */
const SHORT_LIST = 8;

/** How many references go into each part of a refused list: half of it, or one where it is short and refused for its notices. */
export function partSize(list: readonly string[], failure: ServiceFailure): number {
	if (list.length < SHORT_LIST && concernsNotices(failure)) return 1;
	return Math.ceil(list.length / 2);
}
