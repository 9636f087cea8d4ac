import { simplifyParameter } from '../../descriptions/filters';
import {
	downloadFilesField,
	invoiceOptions,
	referenceField,
	splitByField,
} from '../../descriptions/references';
import { readChoice, readFlag } from '../../domain/parameters';
import { type Answer, nestedRecords } from '../../transport/envelope';
import {
	type ItemResult,
	type OperationContext,
	type OutputItem,
	collection,
	flag,
	outputFields,
	parameter,
	wholeInputOperation,
} from '../context';
import { type Asking, addFiles, fetchForItems } from '../noticeItems';
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
	properties: [referenceField, splitByField, downloadFilesField, simplifyParameter, invoiceOptions],
	async execute(context, itemIndexes) {
		const found: ItemNotice[] = [];
		const read = (itemIndex: number) => readInvoiceSettings(context, itemIndex);
		const output = (answer: Answer, item: Asking<InvoiceSettings>) => {
			// Accounting must not take what cannot be read for nothing.
			for (const { lignes } of nestedRecords(answer.factures, 'factures')) {
				nestedRecords(lignes, 'lignes');
			}
			found.push({ ...item, notice: answer });
			return [];
		};
		const reading = { route: 'factures', read, output } as const;
		const answered = await fetchForItems(context, itemIndexes, reading);
		const items = buildOutput(found);
		const results = answered.map((result, at): ItemResult => {
			const itemIndex = itemIndexes[at] ?? -1;
			const output = items.get(itemIndex) ?? emptyOutput(found, itemIndex);
			return output && 'output' in result ? { output } : result;
		});
		return await addFiles(context, results);
	},
});

/** An item for a notice without invoices, where one is wanted. */
function emptyOutput(found: readonly ItemNotice[], itemIndex: number): OutputItem[] | undefined {
	const item = found.find((one) => one.itemIndex === itemIndex);
	if (!item?.settings.returnsEmpty) return undefined;
	const { factures, ...notice } = item.notice;
	if (nestedRecords(factures, 'factures').length > 0) return undefined;
	return [{ json: outputFields(notice, { demande: item.asked, sans_facture: true }) }];
}

/** @throws InputProblem when an expression gives something that is no choice */
function readInvoiceSettings(context: OperationContext, itemIndex: number): InvoiceSettings {
	const { returnWithoutInvoices } = collection(context, 'options', itemIndex);
	return {
		returnsEmpty: readFlag('Return Notices Without Invoices', returnWithoutInvoices) ?? false,
		splitBy: readChoice('Split By', parameter(context, 'splitBy', itemIndex), SPLITS) ?? 'invoice',
		downloadFiles: flag(context, 'downloadFiles', itemIndex),
		simplify: flag(context, 'simplify', itemIndex, true),
	};
}
