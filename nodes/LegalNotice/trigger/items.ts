import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { eventFields, type WatchEvent } from '../domain/watch';
import type { EventFiles } from './eventFiles';

/** One item of the trigger. @param files what came of the files of all events, where files are wanted */
export function eventItem(event: WatchEvent, files?: EventFiles): INodeExecutionData {
	const json: IDataObject = {
		...eventFields(event),
		...(event.document ? { document: event.document as IDataObject } : {}),
		...(event.invoice ? { facture: event.invoice as IDataObject } : {}),
		...(event.billed ? { references_demandees: [...event.billed] } : {}),
		...(event.documentMissing ? { document_manquant: true } : {}),
		...(event.filesMissing ? { fichiers_manquants: files?.missing.get(event.id) ?? UNLISTED } : {}),
	};
	const binary = files?.binary.get(event.id);
	return binary && Object.keys(binary).length > 0 ? { json, binary } : { json };
}

/** Which files there would have been is not known. */
const UNLISTED: IDataObject[] = [
	{ type: 'document', raison: 'The service could not list the documents of this notice.' },
];
