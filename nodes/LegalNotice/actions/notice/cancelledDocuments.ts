import type { IDataObject } from 'n8n-workflow';

import { listOfFields } from '../../domain/invoiceFields';
import { recordList } from '../../domain/recordList';
import type { Answer } from '../../transport/answer';

export interface CancelledDocuments {
	readonly documents: IDataObject[];
	/** Sentences for a person; the notice is cancelled, whatever the answer says of its documents. */
	readonly notes: string[];
}

/**
 * The invoice and the credit note of a cancellation, however the service lists them (specification, endpoint 3).
 *
 * @param answer undefined when it was lost: then there is nothing to read
 */
export function cancelledDocuments(answer: Answer | undefined): CancelledDocuments {
	if (!answer) {
		return {
			documents: [],
			notes: ['The answer was lost: whether there is a credit note is not known.'],
		};
	}
	const given = answer.documents;
	return {
		documents: listOfFields(given).map((document) => ({ ...document }) as IDataObject),
		notes: recordList(given) ? [] : ['The documents of the cancellation could not be read.'],
	};
}
