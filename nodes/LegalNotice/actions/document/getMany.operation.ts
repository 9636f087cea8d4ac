import { documentTypesField, lookupOptions, referenceField } from '../../descriptions/references';
import { nonEmptyText, readDocumentTypes } from '../../domain/parameters';
import { pdfFileName } from '../../domain/pdf';
import { type Answer, nestedRecords } from '../../transport/envelope';
import { filesOf } from '../../transport/files';
import {
	type ItemResult,
	type OperationContext,
	type OutputItem,
	beside,
	parameter,
	payload,
	wholeInputOperation,
} from '../context';
import { type Asking, fetchForItems } from '../lookup';

/** Links of the documents of notices, one call for many notices (specification, endpoints 8 and 9). */
export const getMany = wholeInputOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many documents',
		description:
			'List many documents with their links: attestations, proofs, invoices and credit notes (avoirs)',
	},
	properties: [referenceField, documentTypesField, lookupOptions],
	async execute(context, itemIndexes) {
		return await documentsForItems(context, itemIndexes);
	},
});

/**
 * The documents of the notices of all items, with their files: of each item those of the types that it asks for.
 *
 * @returns one result per item index, in that order
 */
export async function documentsForItems(
	context: OperationContext,
	itemIndexes: readonly number[],
): Promise<ItemResult[]> {
	const readTypes = (itemIndex: number) =>
		readDocumentTypes(parameter(context, 'documentTypes', itemIndex));
	return await fetchForItems(context, itemIndexes, 'documents', readTypes, documentsOf);
}

/** One item each: the fields of the notice, then those of the document. Without types all, also those nobody listed. */
function documentsOf(
	answer: Answer,
	{ asked, settings: types }: Asking<readonly string[]>,
): OutputItem[] {
	const { documents, ...notice } = payload(answer);
	const listed = nestedRecords(documents, 'documents');
	const files = filesOf(listed, nonEmptyText(answer.reference) ?? asked);
	return files.flatMap((file, index) => {
		if (types.length > 0 && !types.includes(file.type)) return [];
		const added = { demande: asked, nom_fichier: pdfFileName(file) };
		const json = beside({ ...notice, ...listed[index] }, added);
		return [{ json, files: [{ field: 'data', file }] }];
	});
}
