import { explain } from '../transport/errors';
import { asThrown, ServiceFailure } from '../transport/failures';

/** What a list said, or why it said nothing. */
export type Checked<Found> = { readonly found: Found } | { readonly reason: ServiceFailure };

/**
 * Asks for a list that a notice is only checked against. The service checks the notice itself, so a list that fails
 * on its own must not keep it from going out.
 *
 * @throws ServiceFailure for what would stop the notice as well: keys, access, an execution that is stopped
 */
export async function askForCheck<Found>(ask: () => Promise<Found>): Promise<Checked<Found>> {
	try {
		return { found: await ask() };
	} catch (failure) {
		if (!(failure instanceof ServiceFailure) || stopsAnyCall(failure)) throw asThrown(failure);
		return { reason: failure };
	}
}

/** What could not be checked, and why, as a note. */
export function uncheckedNote(what: string, reason: ServiceFailure): string {
	return `${what}: ${explain(reason).message.replace(/([^.!?…])$/, '$1.')}`;
}

function stopsAnyCall(failure: ServiceFailure): boolean {
	return (
		['cancelled', 'notStarted', 'redirect'].includes(failure.kind) ||
		explain(failure).cause === 'credential-invalid'
	);
}
