/** Get Many: links of the documents of notices, one call for many notices (specification, endpoints 8 and 9). */
import {
	documentOptions,
	documentTypesField,
	itemReferenceField,
} from '../../descriptions/references';
import {
	nonEmptyText,
	readDocumentTypes,
	readFlag,
	readLine,
} from '../../reading/cells/parameters';
import { identityOf } from '../../notices/changes';
import {
	filesOf,
	type NoticeFile,
	ONLY_THIS_FILE,
	onlyNamed,
	pdfFileName,
} from '../../notices/files';
import { type Answer, nestedRecords } from '../../transport/envelope';
import {
	type ItemResult,
	type OperationContext,
	type OutputItem,
	outputFields,
	wholeInputOperation,
} from '../context';
import { collection, parameter } from '../itemParameters';
import { type RequestedNotice, fetchForItems } from '../noticeItems';

export const getMany = wholeInputOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many documents',
		description:
			'List many documents with links: attestations, proofs of publication, invoices, credit notes',
	},
	names: { reference: 'demande' },
	properties: [itemReferenceField, documentTypesField, documentOptions],
	execute: documentsForItems,
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
	const read = (itemIndex: number): DocumentSettings => {
		const { returnWithoutDocuments, onlyThisFile } = collection(context, 'options', itemIndex);
		return {
			only: nonEmptyText(readLine(ONLY_THIS_FILE, onlyThisFile)),
			types: readDocumentTypes(parameter(context, 'documentTypes', itemIndex)),
			without: readFlag('Return Notices Without Documents', returnWithoutDocuments) === true,
		};
	};
	const reading = { route: 'documents', read, output: documentsOf } as const;
	return await fetchForItems(context, itemIndexes, reading);
}

interface DocumentSettings {
	readonly types: readonly string[];
	/** The name of the one file that is wanted. */
	readonly only: string | undefined;
	/** Whether a notice without documents of these types comes out as well. */
	readonly without: boolean;
}

/** One item each: the fields of the notice, then those of the document. Without types all, also those nobody listed. */
function documentsOf(
	answer: Answer,
	{ requested, settings }: RequestedNotice<DocumentSettings>,
): OutputItem[] {
	const { types, only, without } = settings;
	const { documents, ...notice } = answer;
	const { reference } = identityOf(answer, requested);
	const files = filesOf(nestedRecords(documents, 'documents'), reference, 'documents');
	const isOfType = ({ type }: NoticeFile) => types.length === 0 || types.includes(type);
	if (!files.some(isOfType) && without) {
		return [{ json: outputFields(notice, { demande: requested, sans_document: true }) }];
	}
	// The file of an event may be of another type: then there is nothing to get.
	return onlyNamed(files, only, reference)
		.filter(isOfType)
		.map((file) => {
			const added = { demande: requested, nom_fichier: pdfFileName(file) };
			const json = outputFields({ ...notice, ...file.fields }, added);
			return { json, files: [{ field: 'data', file }] };
		});
}
