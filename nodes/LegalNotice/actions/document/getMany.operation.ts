import { documentTypesField } from '../../descriptions/references';
import { lookupOptions, referenceField } from '../../descriptions/references';
import { documentsForItems } from './documentsForItems';
import { wholeInputOperation } from '../context';

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
		return await documentsForItems(context, itemIndexes, ({ json }) => ({ json }));
	},
});
