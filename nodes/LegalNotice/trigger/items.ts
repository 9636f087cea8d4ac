import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { eventFields, type WatchEvent } from '../domain/watch';

/** One item of the trigger. */
export function eventItem(
	event: WatchEvent,
	binary: IBinaryKeyData | undefined,
): INodeExecutionData {
	const json: IDataObject = {
		...eventFields(event),
		...(event.document ? { document: event.document as IDataObject } : {}),
		...(event.invoice ? { facture: event.invoice as IDataObject } : {}),
		...(event.documentMissing ? { document_manquant: true } : {}),
		...(event.filesMissing ? { fichiers_manquants: true } : {}),
	};
	return binary && Object.keys(binary).length > 0 ? { json, binary } : { json };
}
