import type { IDataObject } from 'n8n-workflow';

import { pdfFileName } from '../../domain/pdf';
import { type Answer, nestedRecords } from '../../transport/envelope';
import { type NoticeFile, filesOf } from '../../transport/files';
import { beside, payload } from '../context';

export interface NoticeDocument {
	readonly json: IDataObject;
	readonly file: NoticeFile;
}

/**
 * The documents of a notice, one item each: the fields of the notice, then those of the document.
 *
 * @throws ServiceFailure when there is something else where the documents should be
 * @param types only these; all when empty, also types that nobody listed yet
 */
export function noticeDocuments(
	answer: Answer,
	asked: string,
	types: ReadonlySet<string>,
): NoticeDocument[] {
	const { documents, ...notice } = payload(answer);
	const reference = referenceOf(answer, asked);
	const listed = nestedRecords(documents, 'documents');
	return filesOf(listed, reference)
		.map((file, index) => ({
			file,
			json: beside(
				{ ...notice, ...listed[index] },
				{ demande: asked, nom_fichier: pdfFileName(file) },
			),
		}))
		.filter(({ file }) => types.size === 0 || types.has(file.type));
}

/** The service's reference where it gave one, else what was asked. */
export function referenceOf(answer: Answer, asked: string): string {
	const { reference } = answer;
	return typeof reference === 'string' || typeof reference === 'number' ? String(reference) : asked;
}
