import type { IDataObject } from 'n8n-workflow';

import type { Cancelled } from './cancelNotice';
import { isName } from './numberedNotice';
import type { NamedNotice } from './resolveNotice';
import { listOfFields, recordList } from '../../domain/records';
import type { Answer } from '../../transport/envelope';

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

/** What a replacement tells of the notice that it cancelled. */
export function cancelledFields({ answer }: Cancelled, old: NamedNotice): IDataObject {
	const number = old.answer.numero_commande;
	const { documents, notes } = cancelledDocuments(answer);
	return {
		ancienne_reference: old.reference,
		...(isName(number) ? { ancien_numero_commande: number } : {}),
		documents_annulation: documents,
		...(notes.length > 0 ? { avertissements: notes } : {}),
	};
}
