import type { IDataObject } from 'n8n-workflow';

import { rateFields, signedFields } from './amountFields';
import { without } from './invoiceItems';
import {
	type InvoicedNotice,
	addUp,
	gatherInvoices,
	isCreditNote,
	mergeRates,
	namesOf,
	shareOf,
} from '../../domain/invoices';
import { trimmedText } from '../../domain/parameters';
import { beside } from '../context';

/**
 * One item for a notice with what it was billed less what was credited, to compare with its order. An invoice of
 * several notices counts with the lines of this one.
 */
export function noticeItem(found: InvoicedNotice, simplify: boolean): IDataObject {
	const { notice, asked } = found;
	const invoices = gatherInvoices([found]).map(({ invoice }) => invoice);
	const shares = invoices.map((invoice) => ({
		invoice,
		credit: isCreditNote(invoice),
		...shareOf(invoice, namesOf(notice)),
	}));
	const billed = addUp(shares.filter(({ credit }) => !credit));
	const credited = addUp(shares.filter(({ credit }) => credit));
	const numbers = (credit: boolean) =>
		shares
			.filter((share) => share.credit === credit)
			.map(({ invoice }) => trimmedText(invoice.numero));
	const json = beside(notice, {
		demande: asked,
		// Not invoiced yet: the notices that a month-end list looks for.
		facturee: shares.length > 0,
		numeros_factures: numbers(false),
		numeros_avoirs: numbers(true),
		...signedFields(addUp(shares)),
		...signedFields(billed, 'total_factures'),
		...signedFields(credited, 'total_avoirs'),
		...rateFields(mergeRates(shares.map(({ rates }) => rates))),
		...(shares.some(({ byLines }) => !byLines) ? { montants_par_lignes: false } : {}),
	});
	return without(json, simplify ? ['factures'] : []);
}
