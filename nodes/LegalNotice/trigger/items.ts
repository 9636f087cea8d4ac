import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { parisIso } from '../domain/dates';
import { NOT_FOUND, type WatchEvent } from '../domain/watch';

/** The fields of an event, the same for the trigger and for Get Status Changes. */
export type EventFields = Pick<
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
export function eventJson(event: EventFields): IDataObject {
	return {
		evenement: event.event,
		evenement_id: event.id,
		demande: event.asked,
		reference: event.reference,
		numero_commande: event.orderNumber,
		statut: event.status,
		ancien_statut: event.previousStatus,
		motif: event.reason,
		ancien_motif: event.previousReason,
		constate_le: parisIso(event.seenAt),
		...(event.status === NOT_FOUND ? { introuvable: true } : {}),
	};
}

/** One item of the trigger. */
export function eventItem(
	event: WatchEvent,
	binary: IBinaryKeyData | undefined,
): INodeExecutionData {
	const json: IDataObject = {
		...eventJson(event),
		...(event.document ? { document: event.document as IDataObject } : {}),
		...(event.invoice ? { facture: event.invoice as IDataObject } : {}),
		...(event.documentMissing ? { document_manquant: true } : {}),
		...(event.filesMissing ? { fichiers_manquants: true } : {}),
	};
	return binary && Object.keys(binary).length > 0 ? { json, binary } : { json };
}
