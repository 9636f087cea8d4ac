import { noticeDocuments, type NoticeDocument } from './noticeDocuments';
import { readDocumentTypes } from '../../domain/parameters';
import { type ItemResult, type OperationContext, type OutputItem, parameter } from '../context';
import { fetchForItems, forReadable } from '../lookup';

/**
 * The documents of the notices of all items, one call for many notices (specification, endpoints 8 and 9): of each
 * item those of the types that it asks for.
 *
 * @param output the item that a document becomes
 * @returns one result per item index, in that order
 */
export async function documentsForItems(
	context: OperationContext,
	itemIndexes: readonly number[],
	output: (document: NoticeDocument) => OutputItem,
): Promise<ItemResult[]> {
	return await forReadable(
		itemIndexes,
		(itemIndex) => readDocumentTypes(parameter(context, 'documentTypes', itemIndex)),
		async (readable, typesOf) =>
			await fetchForItems(context, readable, 'documents', (answer, asked, itemIndex) =>
				noticeDocuments(answer, asked, new Set(typesOf.get(itemIndex))).map(output),
			),
	);
}
