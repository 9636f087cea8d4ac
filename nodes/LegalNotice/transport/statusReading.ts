import { readReason, type NoticeIdentity, type Outcome, type StatusReading } from '../domain/watch';
import type { Answer } from './answer';
import type { FoundNotice } from './batch';
import { ServiceFailure } from './failures';
import { nonEmptyText } from '../domain/parameters';

/** What the status route (specification, endpoints 4 and 5) said of a notice, in the words of the watch. */
export function statusOutcome(found: FoundNotice, asked: string): Outcome<StatusReading> {
	if (found === undefined) return 'missing';
	if (found instanceof ServiceFailure) {
		// Refused because it is suspended: that is its status.
		return found.has('err_annonce_suspendue')
			? { reference: asked, orderNumber: null, status: 'suspendue', reason: null, refused: true }
			: 'unreadable';
	}
	const status = nonEmptyText(found.statut);
	if (status === undefined) return 'unreadable';
	return { ...identityOf(found, asked), status, reason: readReason(found.motif) };
}

/** By what names an answer calls its notice; what was asked stands in for a reference that it lacks. */
export function identityOf(answer: Answer, asked: string): NoticeIdentity {
	return {
		reference: nonEmptyText(answer.reference) ?? asked,
		orderNumber: nonEmptyText(answer.numero_commande) ?? null,
	};
}
