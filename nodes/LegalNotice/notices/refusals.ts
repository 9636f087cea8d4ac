/** What a refusal is about: one notice, the list that it stands in, or neither. */
import { ServiceFailure } from '../errors/failures';
import { isListedCode } from '../errors/table';
import { isOfSuspended } from './changes';

/** @returns undefined where the notice is unknown. @throws any failure that is not about the one notice that was asked for */
export function refusalOfOneNotice(failure: unknown): ServiceFailure | undefined {
	if (!(failure instanceof ServiceFailure)) throw failure;
	if (isOfUnknown(failure)) return undefined;
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
	if (failure.isOfCaller || failure.has('err_internal_server')) return false;
	return failure.codes.some((code) => wanted.some((pattern) => pattern.test(code)));
}

/** Of one reference, a refusal of the list means the reference: a list of one cannot be too long. */
export function isOfUnknown(failure: ServiceFailure): boolean {
	return says(failure, UNKNOWN_CODE, LIST_CODE);
}

/** Whether a refusal is for notices of the list: unknown ones, or suspended ones. */
export function concernsNotices(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || isOfSuspended(failure);
}

/** Whether a refusal is for what is in the list, or for its length, for which the specification names no code. */
export function isOfList(failure: ServiceFailure): boolean {
	if (concernsNotices(failure)) return true;
	if (failure.has('err_body_incorrect')) return !failure.ambiguous;
	const { status } = failure.facts;
	if (failure.codes.length === 0) return status === 413 || status === 414;
	return failure.kind === 'refusal' && !failure.codes.some(isListedCode);
}
