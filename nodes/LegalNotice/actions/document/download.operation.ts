import { documentTypesField, lookupOptions, referenceField } from '../../descriptions/references';
import { type OutputItem, wholeInputOperation } from '../context';
import { type WantedFile, addFiles } from './files';
import { documentsForItems } from './getMany.operation';

/** The documents of notices as PDF files (specification, endpoints 8 and 9, and their links). */
export const download = wholeInputOperation({
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download documents',
		description:
			'Download attestations, proofs (justificatifs), invoices and credit notes as PDF files',
	},
	properties: [referenceField, documentTypesField, lookupOptions],
	async execute(context, itemIndexes) {
		const wanted = new Map<OutputItem, WantedFile[]>();
		const results = await documentsForItems(context, itemIndexes, (json, file) => {
			const item: OutputItem = { json };
			wanted.set(item, [{ field: 'data', file }]);
			return item;
		});
		return await addFiles(context, results, wanted);
	},
});
