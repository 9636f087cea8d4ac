import { simplifyParameter } from '../../descriptions/filters';
import {
	downloadFilesField,
	lookupOptions,
	referenceField,
	splitByField,
} from '../../descriptions/references';
import { readChoice } from '../../domain/parameters';
import { nestedRecords } from '../../transport/envelope';
import {
	type ItemResult,
	type OperationContext,
	flag,
	parameter,
	wholeInputOperation,
} from '../context';
import { addFiles } from '../document/files';
import { fetchForItems } from '../lookup';
import { type InvoiceSettings, type ItemNotice, SPLITS, buildOutput } from './output';

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
		const found: ItemNotice[] = [];
		const read = (itemIndex: number) => readSettings(context, itemIndex);
		const answered = await fetchForItems(context, itemIndexes, 'factures', read, (answer, item) => {
			// Accounting must not take what cannot be read for nothing.
			for (const { lignes } of nestedRecords(answer.factures, 'factures')) {
				nestedRecords(lignes, 'lignes');
			}
			found.push({ ...item, notice: answer });
			return [];
		});
		const items = buildOutput(found);
		const results = answered.map((result, at): ItemResult => {
			const output = items.get(itemIndexes[at] ?? -1);
			return output && 'output' in result ? { output } : result;
		});
		return await addFiles(context, results);
	},
});

/** @throws InputProblem when an expression gives something that is no choice */
function readSettings(context: OperationContext, itemIndex: number): InvoiceSettings {
	return {
		splitBy: readChoice('Split By', parameter(context, 'splitBy', itemIndex), SPLITS) ?? 'invoice',
		downloadFiles: flag(context, 'downloadFiles', itemIndex),
		simplify: flag(context, 'simplify', itemIndex, true),
	};
}
