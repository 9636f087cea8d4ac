import { documentTypesField } from '../../descriptions/documents';
import { lookupAndFileOptions, referenceField } from '../../descriptions/references';
import { wholeInputOperation, type OutputItem } from '../operation.types';
import { forReadable } from '../perItem';
import { fetchForItems } from '../references';
import { addFiles, type WantedFile } from './addFiles';
import { readDocumentTypes } from './documentTypes';
import { noticeDocuments } from './noticeDocuments';

/** The documents of notices as PDF files (specification, endpoints 8 and 9, and their links). */
export const download = wholeInputOperation({
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download documents',
		description:
			'Download attestations, proofs (justificatifs), invoices and credit notes as PDF files',
	},
	properties: [referenceField, documentTypesField, lookupAndFileOptions],
	async execute(context, itemIndexes) {
		const wanted = new Map<OutputItem, WantedFile[]>();
		const results = await forReadable(
			itemIndexes,
			(itemIndex) => readDocumentTypes(context, itemIndex),
			async (readable, typesOf) =>
				await fetchForItems(context, readable, 'documents', (answer, asked, itemIndex) =>
					noticeDocuments(answer, asked, typesOf.get(itemIndex) ?? []).map(({ json, file }) => {
						const item: OutputItem = { json };
						wanted.set(item, [{ field: 'data', file }]);
						return item;
					}),
				),
		);
		return await addFiles(context, results, wanted);
	},
});
