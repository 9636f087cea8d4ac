import type { IDataObject } from 'n8n-workflow';

import { euros } from '../../domain/money';
import { absoluteFields, dateFields, gapFields, rateFields, signedFields } from './amountFields';
import {
	type Fields,
	type GatheredInvoice,
	type InvoicedNotice,
	billedReferences,
	invoiceAmounts,
	isCreditNote,
	lineAmounts,
	linesOf,
	namesOf,
} from '../../domain/invoices';
import { trimmedText } from '../../domain/parameters';
import { beside } from '../context';

/** Fields that a simplified item leaves out: the parts that its totals are made of. */
const INVOICE_PARTS = ['lignes', 'ecarts'];
const LINE_PARTS = [
	'annonce',
	'justificatif_papier',
	'justificatif_numerique',
	'frais_port',
	'remises',
	'totaux',
	'tva',
	'ecarts',
];

/** One item for an invoice or credit note. */
export function invoiceItem({ invoice, notices }: GatheredInvoice, simplify: boolean): IDataObject {
	const { sums, rates, discounts, gaps } = invoiceAmounts(invoice);
	const raw = { ...withoutInvoices(notices[0].notice), ...invoice };
	return without(
		beside(raw, {
			...headFields(invoice, notices),
			...(sums.tva === undefined ? {} : { montant_tva: euros(sums.tva) }),
			...signedFields(sums),
			...absoluteFields(sums),
			...rateFields(rates),
			total_remises: euros(discounts),
			nombre_lignes: linesOf(invoice).length,
			references_facturees: billedReferences(invoice),
			...gapFields(gaps),
		}),
		simplify ? INVOICE_PARTS : [],
	);
}

/** A line of an invoice, and the notice asked for that it bills. */
export interface LineItem<Notice extends InvoicedNotice> {
	readonly json: IDataObject;
	/** Undefined when the line bills a notice that nobody asked for. */
	readonly notice: Notice | undefined;
}

/** One item for each line with the invoice's head; an invoice without lines still gives one. */
export function lineItems<Notice extends InvoicedNotice>(
	{ invoice, notices }: GatheredInvoice<Notice>,
	simplify: boolean,
): Array<LineItem<Notice>> {
	const head = without(invoice, ['lignes']);
	const { sums } = invoiceAmounts(invoice);
	const lines = linesOf(invoice);
	const common = {
		...headFields(invoice, notices),
		...(sums.tva === undefined ? {} : { montant_tva: euros(sums.tva) }),
		...absoluteFields(sums),
		nombre_lignes: lines.length,
	};
	if (lines.length === 0) {
		const [notice] = notices;
		return [{ json: beside({ ...withoutInvoices(notice.notice), ...head }, common), notice }];
	}
	return lines.map((line, index) => {
		const billed = trimmedText(line.reference);
		const notice = notices.find((one) => namesOf(one.notice).includes(billed));
		const { sums: ofLine, rates, discounts, gaps } = lineAmounts(line);
		const raw = { ...(notice ? withoutInvoices(notice.notice) : {}), ...head, ...line };
		const json = beside(raw, {
			...common,
			// The line's own notice, when it was asked for; the first of the invoice says nothing about it.
			demande: notice?.asked ?? null,
			numero_ligne: index + 1,
			...signedFields(ofLine, 'ligne'),
			...absoluteFields(ofLine, 'ligne'),
			...rateFields(rates),
			total_remises: euros(discounts),
			...gapFields(gaps),
		});
		return { json: without(json, simplify ? LINE_PARTS : []), notice };
	});
}

function headFields(
	invoice: Fields,
	notices: readonly [InvoicedNotice, ...InvoicedNotice[]],
): IDataObject {
	return {
		demande: notices[0].asked,
		references_demandees: [...new Set(notices.map(({ asked }) => asked))],
		est_avoir: isCreditNote(invoice),
		...dateFields(invoice),
	};
}

/** What the answer says of the notice itself: its reference, its order number, and what else there may be. */
export function withoutInvoices(notice: Fields): Fields {
	return without(notice, ['factures']);
}

export function without(json: Fields, fields: readonly string[]): IDataObject {
	return Object.fromEntries(
		Object.entries(json).filter(([name]) => !fields.includes(name)),
	) as IDataObject;
}
