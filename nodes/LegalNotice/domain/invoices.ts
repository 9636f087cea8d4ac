export { billedReferences, isCreditNote, linesOf, namesOf } from './invoice';
export { type Gap, type Sums, lineAmounts } from './invoiceAmounts';
export type { Fields } from './invoiceFields';
export {
	type GatheredInvoice,
	type InvoicedNotice,
	gatherInvoices,
	invoiceIdentity,
} from './invoiceGathering';
export { type ByRate, mergeRates } from './invoiceRates';
export { addUp, invoiceAmounts, shareOf } from './invoiceTotals';
