import { parisIso } from '../dates';
import { NOT_FOUND, type WatchEvent } from './types';

/** What the trigger and Get Status Changes say of a change, in the interface's vocabulary. */
export type Change = Pick<
	WatchEvent,
	| 'id'
	| 'event'
	| 'asked'
	| 'reference'
	| 'orderNumber'
	| 'status'
	| 'previousStatus'
	| 'reason'
	| 'previousReason'
	| 'seenAt'
>;

/** Always the same keys, so that the first event already shows all that can be mapped. */
export function eventFields(change: Change): Record<string, string | boolean | null> {
	return {
		evenement: change.event,
		evenement_id: change.id,
		demande: change.asked,
		reference: change.reference,
		numero_commande: change.orderNumber,
		statut: change.status,
		ancien_statut: change.previousStatus,
		motif: change.reason,
		ancien_motif: change.previousReason,
		constate_le: parisIso(change.seenAt),
		...(change.status === NOT_FOUND ? { introuvable: true } : {}),
	};
}
