import { LeftOpen, OperationStop } from '../../domain/operationStop';
import { fetchNotices } from '../../transport/batch';
import type { ServiceClient } from '../../transport/client';
import { explain } from '../../transport/errors';
import { ServiceFailure } from '../../transport/failures';
import type { Answer } from '../../transport/envelope';

/**
 * The notice with this order number.
 *
 * @throws LeftOpen when there is one, but the service tells nothing of it
 */
export async function findNumbered(
	client: ServiceClient,
	number: string,
): Promise<Answer | undefined> {
	const found = (await fetchNotices(client, 'statut', [number])).get(number);
	if (found instanceof ServiceFailure) {
		throw found.has('err_annonce_suspendue') ? untold(number, found) : found;
	}
	if (found && !isNamed(found, number)) {
		throw new OperationStop(
			`The order number ${number} is the reference of another notice, so nothing can be asked by it.`,
			"Give another number with 'Order Number Mode' Custom.",
		);
	}
	return found;
}

function untold(number: string, suspended: ServiceFailure): LeftOpen {
	return new LeftOpen(
		`The order number ${number} is registered, but the service tells nothing of its notice.`,
		'Run the workflow again when it is no longer suspended: until then it cannot be returned, and it is never ordered twice.',
		suspended,
		`order number ${number}, registered and suspended`,
	);
}

/** @throws ServiceFailure as the service does when it is asked to register a number that a notice has */
export async function refuseTaken(client: ServiceClient, number: string): Promise<void> {
	if (!(await findNumbered(client, number))) return;
	throw registeredBefore(new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }));
}

/** A run that was broken off has registered numbers of its own: how to go on, and what that means. */
export function registeredBefore(refusal: ServiceFailure): OperationStop {
	return new OperationStop(
		explain(refusal).message,
		"If an earlier run placed this order and broke off, set the option 'If Already Ordered' to Return Existing and run it again: notices whose number is registered are then returned as they are, without comparing their text, and the rest is ordered. For another notice give another 'Order Number'.",
		refusal,
		true,
	);
}

/** The status route takes references and order numbers alike: what it found may be somebody else's reference. */
function isNamed({ reference, numero_commande: given }: Answer, number: string): boolean {
	return isName(given)
		? String(given).toLowerCase() === number.toLowerCase()
		: String(reference) !== number;
}

export function isName(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Returns the existing notice with this number, if there is one: an order that exists is never refused by a guard. */
export async function findExisting(
	client: ServiceClient,
	number: string | undefined,
): Promise<Answer | undefined> {
	if (number === undefined) return undefined;
	const found = (await fetchNotices(client, 'statut', [number])).get(number);
	return found instanceof ServiceFailure || (found && !isNamed(found, number)) ? undefined : found;
}
