/** Download: the documents of notices as PDF files (specification, endpoints 8 and 9, and their links). */
import {
	documentOptions,
	documentTypesField,
	itemReferenceField,
} from '../../descriptions/references';
import { wholeInputOperation } from '../context';
import { addFiles } from '../noticeItems';
import { documentsForItems } from './getMany.operation';

export const download = wholeInputOperation({
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download documents',
		description:
			'Download attestations, proofs of publication (justificatifs), invoices and credit notes as PDF',
	},
	names: { reference: 'demande' },
	properties: [itemReferenceField, documentTypesField, documentOptions],
	async execute(context, itemIndexes) {
		return await addFiles(context, itemIndexes, await documentsForItems(context, itemIndexes));
	},
});
