/** Finds in an answer the notices that were requested, by reference or order number, and says what a failure is about. */
import { nonEmptyText } from '../reading/cells/parameters';
import { referenceIn } from '../reading/cells/references';
import { ENDS_ALL, ServiceFailure } from '../errors/failures';
import { isListedCode } from '../errors/table';
import type { Answer } from '../transport/envelope';
import type { NoticeReply } from './changes';

/**
 * Names are matched exactly first, references before order numbers. Only what no exact name has found is matched without
 * regard to case, and not if it differs from a name that was found in nothing else: a service for which case matters would
 * else give one customer the answer of another.
 */
export function matchNotices(
	requested: readonly string[],
	notices: readonly Answer[],
): Map<string, Answer> {
	const exactly = matchSpelled(requested, notices, String);
	if (exactly.size === requested.length) return exactly;
	const inLowerCase = (name: string) => name.toLowerCase();
	const found = new Set([...exactly.keys()].map(inLowerCase));
	const left = requested.filter((name) => !found.has(inLowerCase(name)));
	// A notice that was found by one of its names may have been requested by the other one as well.
	const inAnyCase = matchSpelled(left, notices, inLowerCase);
	return new Map([...exactly, ...inAnyCase]);
}

function matchSpelled(
	requested: readonly string[],
	notices: readonly Answer[],
	spelling: (text: string) => string,
): Map<string, Answer> {
	const byName = new Map<string, Answer>();
	// The names written last count: a reference goes before an order number.
	for (const nameIn of [orderNumberIn, referenceIn]) {
		for (const notice of notices) byName.set(spelling(nameIn(notice) ?? ''), notice);
	}
	const matched = new Map<string, Answer>();
	for (const reference of requested) {
		const notice = byName.get(spelling(reference));
		if (notice) matched.set(reference, notice);
	}
	return matched;
}

function orderNumberIn({ numero_commande: number }: Answer): string | undefined {
	return nonEmptyText(number);
}

/** @returns undefined where the notice is absent. @throws any failure that is not about the one notice that was requested */
export function refusalOfOneNotice(failure: unknown): ServiceFailure | undefined {
	if (!(failure instanceof ServiceFailure)) throw failure;
	if (saysAbsentOfOne(failure)) return undefined;
	if (!concernsNotices(failure)) throw failure;
	return failure;
}

/** Listed is `err_reference_incorrect`; a list may be refused in the plural, or with the word agreeing. */
const ABSENT_CODE =
	/^err_(?!references_(incorrect|absent)$)(annonces?_introuvables?|(references?|numero_commande)_(incorrect|absent|inconnu)e?s?)$/;
/** The pattern `err_{champ}_incorrect` over the list itself: for its length, or for what it contains. */
const LIST_CODE = /^err_(references_(incorrect|absent))$/;

export function saysAbsent(failure: unknown): failure is ServiceFailure {
	return failure instanceof ServiceFailure && says(failure, ABSENT_CODE);
}

/** Beside a code for the caller, or for the service itself, one for the notice does not say that it was looked for. */
function says(failure: ServiceFailure, ...wanted: readonly RegExp[]): boolean {
	if (failure.concernsCaller || failure.has('err_internal_server')) return false;
	return failure.codes.some((code) => wanted.some((pattern) => pattern.test(code)));
}

/** Of one reference, a refusal of the list means the reference: a list of one cannot be too long. */
export function saysAbsentOfOne(failure: ServiceFailure): boolean {
	return says(failure, ABSENT_CODE, LIST_CODE);
}

/** Whether a notice is refused because it is suspended (specification, "States and transitions"). */
export function saysSuspended(failure: ServiceFailure): boolean {
	return failure.has('err_annonce_suspendue');
}

/** Whether a refusal is for notices of the list: absent ones, or suspended ones. */
export function concernsNotices(failure: ServiceFailure): boolean {
	return saysAbsent(failure) || saysSuspended(failure);
}

/** Whether anything is known of the notice itself. */
export function isAboutNotice(reply: NoticeReply): boolean {
	return !(reply instanceof ServiceFailure) || concernsNotices(reply);
}

/** Whether the next call would fail as well, whatever it asks for: no quota, no time, no connection, or wrong keys. */
export function endsAllCalls(failure: ServiceFailure): boolean {
	const { kind, concernsCaller } = failure;
	return ENDS_ALL.has(kind) || kind === 'notStarted' || kind === 'redirect' || concernsCaller;
}

/**
 * Whether nothing is known after it: an answer never came, is none of the service's, or is an internal error. With HTTP 413
 * something before the service refuses a list for its length.
 */
export function isLost(failure: ServiceFailure): boolean {
	const { status } = failure.facts;
	return failure.mayBeDone && !endsAllCalls(failure) && status !== 413 && status !== 414;
}

/**
 * Whether parts of the list may be answered: it is refused for what is in it, or for its length, for which the
 * specification names no code, or its answer never came.
 */
export function isWorthDividing(failure: ServiceFailure): boolean {
	if (endsAllCalls(failure)) return false;
	if (concernsNotices(failure) || isLost(failure)) return true;
	return failure.has('err_body_incorrect') || !failure.codes.some(isListedCode);
}
