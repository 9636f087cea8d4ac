import { OperationStop } from '../domain/operationStop';
import { ServiceFailure } from '../transport/failures';
import { type FailureCause, entryFor, explain, toNodeError } from '../transport/errors';

type NodeError = ReturnType<typeof toNodeError>;

/**
 * What a failed poll is due to, as n8n wants it declared: it waits half an hour after wrong keys or a wrong
 * configuration, and they alone keep a workflow from becoming active. So nothing else is called so.
 */
export function causeOf(thrown: unknown): FailureCause {
	const reason = thrown instanceof OperationStop ? thrown.reason : thrown;
	const cause = explain(thrown).cause ?? 'configuration-invalid';
	return reason instanceof ServiceFailure && mayPass(reason) ? 'temporarily-unavailable' : cause;
}

/**
 * The trigger sends nothing but references. The service answers with HTTP 200 whatever it says (specification, Response
 * envelope): a page with another status is not its word, no more than a page with 200. And a code that is not about the
 * keys is about nothing that the person can mend.
 */
function mayPass(failure: ServiceFailure): boolean {
	if (failure.kind === 'cancelled' || failure.kind === 'notStarted') return true;
	if (failure.kind === 'blocked') return true;
	return (failure.kind === 'refusal' || failure.codes.length > 0) && !isOfTheCaller(failure);
}

/** Whether a refusal is about keys, clock or quota: it is the same for every notice. */
function isOfTheCaller({ codes }: ServiceFailure): boolean {
	return codes.some((code) => ['access', 'clock', 'quota'].includes(entryFor(code).kind));
}

/** Whether other notices may fare better, whatever these met with: a firewall may dislike the name of one. */
export function mayBeOfNotices(failure: ServiceFailure): boolean {
	if (failure.kind === 'redirect') return false;
	if (failure.ambiguous) return true;
	return failure.kind === 'refusal' && !isOfTheCaller(failure);
}

/** Over by itself, or at least not cured by editing the workflow. */
export function isPassing(thrown: unknown): boolean {
	return ['quota-exhausted', 'temporarily-unavailable'].includes(causeOf(thrown));
}

export function toPollError(node: Parameters<typeof toNodeError>[0], thrown: unknown): NodeError {
	return Object.assign(toNodeError(node, thrown), { failure: { cause: causeOf(thrown) } });
}
