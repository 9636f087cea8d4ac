import { downloadFilesField } from '../../descriptions/references';
import { splitByField } from '../../descriptions/references';
import { simplifyParameter } from '../../descriptions/lists';
import { lookupOptions, referenceField } from '../../descriptions/references';
import { addFiles } from '../document/addFiles';
import { buildOutput, type ItemNotice } from './output';
import { readSettings } from './settings';
import { type Answer, nestedRecords } from '../../transport/envelope';
import { type ItemResult, payload, wholeInputOperation } from '../context';
import { fetchForItems, forReadable } from '../lookup';

/** Invoices and credit notes of notices, one call for many notices (specification, endpoints 6 and 7). */
export const getMany = wholeInputOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many invoices',
		description:
			'List many invoices (factures) and credit notes (avoirs) for accounting, each of them once',
	},
	properties: [referenceField, splitByField, downloadFilesField, simplifyParameter, lookupOptions],
	async execute(context, itemIndexes) {
		return await forReadable(
			itemIndexes,
			(itemIndex) => readSettings(context, itemIndex),
			async (readable, settingsOf) => {
				const found: ItemNotice[] = [];
				const answered = await fetchForItems(
					context,
					readable,
					'factures',
					(notice, asked, itemIndex) => {
						checkLists(notice);
						const settings = settingsOf.get(itemIndex);
						if (settings) found.push({ notice: payload(notice), asked, itemIndex, settings });
						return [];
					},
				);
				const { items, wanted } = buildOutput(found);
				const results = answered.map((result, at): ItemResult => {
					const output = items.get(readable[at] ?? -1);
					return output && 'output' in result ? { output } : result;
				});
				return await addFiles(context, results, wanted);
			},
		);
	},
});

/** Accounting must not take what cannot be read for nothing. @throws ServiceFailure */
function checkLists(notice: Answer): void {
	for (const { lignes } of nestedRecords(notice.factures, 'factures')) {
		nestedRecords(lignes, 'lignes');
	}
}
