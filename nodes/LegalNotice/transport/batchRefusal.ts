import { isListedCode } from './errorTable';
import { ServiceFailure } from './failures';

/** Listed for one reference; a batch may say it of its list in the plural. */
const UNKNOWN_CODE =
	/^err_(annonces?_introuvables?|references?_(incorrectes?|absentes?|inconnues?))$/;
const SUSPENDED = 'err_annonce_suspendue';

/** What a refusal says of the one reference that was asked; any other failure is thrown on. */
export function ofOneNotice(failure: unknown): ServiceFailure | undefined {
	if (!(failure instanceof ServiceFailure) || !concernsNotices(failure)) throw failure;
	return saysUnknown(failure) ? undefined : failure;
}

/** Whether a refusal is about notices of the batch, not about the call. */
export function concernsNotices(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.has(SUSPENDED);
}

function saysUnknown(failure: ServiceFailure): boolean {
	return failure.codes.some((code) => UNKNOWN_CODE.test(code));
}

/** How a service may refuse a list for its length; the specification names no code for it. */
export function saysTooLarge(failure: ServiceFailure): boolean {
	if (failure.has('err_body_incorrect')) return true;
	if (failure.codes.length > 0) return !failure.ambiguous && !failure.codes.some(isListedCode);
	return [413, 414].includes(failure.facts.status ?? 0);
}

/** How a list that is too long for the service may end, although nobody refuses it. */
export function saysTooSlow(failure: ServiceFailure): boolean {
	return failure.kind === 'noAnswer' || failure.facts.status === 504;
}
