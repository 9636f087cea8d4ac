import { LeftOpen, OperationStop } from '../../domain/operationStop';
import { fetchNotices, type FoundNotice } from '../../transport/batch';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { explain } from '../../transport/errors';
import { ServiceFailure } from '../../transport/failures';
import { quietly } from './quoting';

/** What the service says under a name: an order number, or the reference of another notice. */
export async function ask(client: ServiceClient, name: string): Promise<FoundNotice> {
	return (await fetchNotices(client, 'statut', [name])).get(name);
}

/** The notice with this order number. @throws LeftOpen when there is one, but the service tells nothing of it */
export async function findNumbered(
	client: ServiceClient,
	number: string,
): Promise<Answer | undefined> {
	const found = await ask(client, number);
	if (found instanceof ServiceFailure) {
		if (!found.has('err_annonce_suspendue')) throw found;
		throw new LeftOpen(
			`The order number ${number} is registered, but the service tells nothing of its notice.`,
			'Run the workflow again when it is no longer suspended; it is never ordered twice.',
			found,
			`order number ${number}, registered and suspended`,
		);
	}
	if (!found || isOf(number, found)) return found;
	throw new OperationStop(
		`The order number ${number} is the reference of another notice, so nothing can be asked by it.`,
		"Give another number with 'Order Number Mode' Custom.",
	);
}

/** The same where nothing readable is as good as nothing: an order that exists is never refused by a guard. */
export async function findExisting(
	client: ServiceClient,
	number: string | undefined,
): Promise<Answer | undefined> {
	const found =
		number === undefined ? undefined : await quietly(async () => await ask(client, number));
	return isOf(number, found) ? found : undefined;
}

/** The status route takes references and order numbers alike: what it found may be somebody else's reference. */
export function isOf(number: string | undefined, found: FoundNotice): found is Answer {
	if (number === undefined || !found || found instanceof ServiceFailure) return false;
	const { reference, numero_commande: given } = found;
	return isName(given)
		? String(given).toLowerCase() === number.toLowerCase()
		: String(reference) !== number;
}

export function isName(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

export function numberTaken(
	refusal = new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }),
): OperationStop {
	return new OperationStop(
		explain(refusal).message,
		"If an earlier run placed this order and broke off, set the option 'If Already Ordered' to Return Existing and run it again: " +
			"notices whose number is registered are then returned as they are, without comparing their text, and the rest is ordered. For another notice give another 'Order Number'.",
		refusal,
		true,
	);
}
