import { refusalIn, type Answer } from './answer';
import { isListedCode } from './errorTable';
import { ServiceFailure } from './failures';

/** Listed for one reference (`err_reference_incorrect`); a batch may say it of its list, in the plural or agreeing. */
const UNKNOWN_CODE =
	/^err_(annonces?_introuvables?|reference_(incorrecte?|absente?|inconnue?)|references_(incorrectes|absentes|inconnue?s?))$/;
/** The pattern `err_{champ}_incorrect` over the list itself: for its length, or for what it contains. */
const LIST_CODE = /^err_(references_(incorrect|absent))$/;
const SUSPENDED = 'err_annonce_suspendue';
/** What a batch is asked for (specification, endpoints 4, 6 and 8). */
const DATA_FIELDS = ['statut', 'documents', 'factures'];

/**
 * What an entry of a batch says of its notice. The specification leaves open what an unknown reference does to a
 * batch: its entry may be a refusal of its own.
 *
 * @returns undefined for an unknown notice
 */
export function readEntry(entry: Answer | undefined): Answer | ServiceFailure | undefined {
	if (!entry || !isRefused(entry)) return entry;
	const refusal = refusalIn(entry);
	return isOfUnknown(refusal) ? undefined : refusal;
}

function isRefused(entry: Answer): boolean {
	if (entry.resultat === 'erreur') return true;
	const tells = DATA_FIELDS.some((field) => (entry[field] ?? null) !== null);
	return !tells && refusalIn(entry).codes.length > 0;
}

/** What a refusal says of the one reference that was asked; any other failure is thrown on. */
export function ofOneNotice(failure: unknown): ServiceFailure | undefined {
	if (!(failure instanceof ServiceFailure)) throw failure;
	if (isOfUnknown(failure)) return undefined;
	if (!concernsNotices(failure)) throw failure;
	return failure;
}

/** Whether the refusal of one reference says that there is no such notice: a list of one is not too long. */
export function isOfUnknown(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.codes.some((code) => LIST_CODE.test(code));
}

/** Whether a refusal is about notices of the batch, not about the call. */
export function concernsNotices(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.has(SUSPENDED);
}

/** Whether the service knows no such notice. */
export function saysUnknown(failure: ServiceFailure): boolean {
	return failure.codes.some((code) => UNKNOWN_CODE.test(code));
}

/** How a service may refuse a list for its length; the specification names no code for it. */
export function saysTooLarge(failure: ServiceFailure): boolean {
	if (failure.has('err_body_incorrect')) return !failure.ambiguous;
	if (failure.codes.length > 0) {
		return failure.kind === 'refusal' && !failure.codes.some(isListedCode);
	}
	return [413, 414].includes(failure.facts.status ?? 0);
}

/** How a list that is too long for the service may end, although nobody refuses it. */
export function saysTooSlow(failure: ServiceFailure): boolean {
	return failure.kind === 'noAnswer' || failure.facts.status === 504;
}
