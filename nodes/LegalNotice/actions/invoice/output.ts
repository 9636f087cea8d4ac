import type { IDataObject } from 'n8n-workflow';

import { wallClockToIso } from '../../domain/dates';
import {
	type Amounts,
	type ByRate,
	type GatheredInvoice,
	type InvoicedNotice,
	type Sums,
	addUp,
	billedReferences,
	gatherInvoices,
	invoiceAmounts,
	isCreditNote,
	lineAmounts,
	linesOf,
	mergeRates,
	namesOf,
	shareOf,
} from '../../domain/invoices';
import { euros } from '../../domain/records';
import { nonEmptyText, trimmedText } from '../../domain/parameters';
import { inBinaryFields } from '../../domain/pdf';
import type { NoticeFile } from '../../transport/files';
import { type OutputItem, beside, without } from '../context';
import type { WantedFile } from '../document/files';

export const SPLITS = ['invoice', 'line', 'notice'] as const;

export interface InvoiceSettings {
	readonly splitBy: (typeof SPLITS)[number];
	readonly downloadFiles: boolean;
	readonly simplify: boolean;
}

/** What the service answered for one input item. */
export interface ItemNotice extends InvoicedNotice {
	readonly itemIndex: number;
	readonly settings: InvoiceSettings;
}

/** The parts that the totals of a line are made of; Simplify leaves them out. */
const LINE_PARTS = [
	'annonce',
	'justificatif_papier',
	'justificatif_numerique',
	'frais_port',
	'remises',
	'totaux',
	'tva',
];

/**
 * The output of all items together: an invoice that several of them find comes once, with the first, and is paired with
 * all. Its lines go with the items that asked for their notices.
 *
 * @returns output items by input item, and the files that they are to carry
 */
export function buildOutput(found: readonly ItemNotice[]) {
	const items = new Map<number, OutputItem[]>();
	const wanted = new Map<OutputItem, readonly WantedFile[]>();
	const add = (json: IDataObject, notices: readonly ItemNotice[], files: readonly WantedFile[]) => {
		const [itemIndex = 0, ...others] = new Set(notices.map((notice) => notice.itemIndex));
		const item = others.length > 0 ? { json, from: [itemIndex, ...others] } : { json };
		items.set(itemIndex, [...(items.get(itemIndex) ?? []), item]);
		if (files.length > 0) wanted.set(item, files);
	};
	const byNotice = ({ settings }: ItemNotice) => settings.splitBy === 'notice';
	for (const notice of found.filter(byNotice)) {
		const files = inBinaryFields(gatherInvoices([notice]).flatMap(filesOf));
		const optional = files.map((file) => ({ ...file, optional: true }));
		add(noticeItem(notice, notice.settings.simplify), [notice], optional);
	}
	for (const gathered of gatherInvoices(found.filter((notice) => !byNotice(notice)))) {
		const { notices } = gathered;
		const { simplify, splitBy } = notices[0].settings;
		const files = filesOf(gathered);
		const whole = files.map((file) => ({ field: 'data', file }));
		if (splitBy === 'invoice') {
			add(invoiceItem(gathered, simplify), notices, whole);
			continue;
		}
		// The file belongs to the invoice: its first line carries it, and no line comes out without it.
		const rest = files.map((file) => ({ field: undefined, file }));
		for (const [at, { json, billed }] of lineItems(gathered, simplify).entries()) {
			const same = notices.filter(({ notice }) => namesOf(notice).includes(billed));
			add(json, same.length > 0 ? same : [notices[0]], at === 0 ? whole : rest);
		}
	}
	return { items, wanted };
}

/** The PDF of an invoice, if it is wanted; its date is part of the file's name. */
function filesOf({ invoice, notices: [first] }: GatheredInvoice<ItemNotice>): NoticeFile[] {
	if (!first.settings.downloadFiles) return [];
	return [
		{
			type: nonEmptyText(invoice.type) ?? 'facture',
			numero: nonEmptyText(invoice.numero),
			date: /^\d{4}-\d{2}-\d{2}/.exec(trimmedText(invoice.date_facture))?.[0],
			reference: nonEmptyText(first.notice.reference) ?? first.asked,
			url: invoice.url,
		},
	];
}

/** One item for an invoice or credit note. */
function invoiceItem(gathered: GatheredInvoice, simplify: boolean): IDataObject {
	const { invoice, notices } = gathered;
	const amounts = invoiceAmounts(invoice);
	const json = beside(
		{ ...without(notices[0].notice, ['factures']), ...invoice },
		{
			...headFields(gathered, amounts),
			...signedFields(amounts.sums),
			...partFields(amounts),
			references_facturees: billedReferences(invoice),
		},
	);
	return without(json, simplify ? ['lignes'] : []);
}

/** One item for each line with the invoice's head; an invoice without lines still gives one. */
function lineItems(
	gathered: GatheredInvoice,
	simplify: boolean,
): Array<{ readonly json: IDataObject; readonly billed: string }> {
	const { invoice, notices } = gathered;
	const head = without(invoice, ['lignes']);
	const common = headFields(gathered, invoiceAmounts(invoice));
	const lines = linesOf(invoice);
	if (lines.length === 0) {
		const raw = { ...without(notices[0].notice, ['factures']), ...head };
		return [{ json: beside(raw, common), billed: '' }];
	}
	return lines.map((line, index) => {
		const billed = trimmedText(line.reference);
		const notice = notices.find((one) => namesOf(one.notice).includes(billed));
		const amounts = lineAmounts(line);
		const raw = { ...(notice ? without(notice.notice, ['factures']) : {}), ...head, ...line };
		const json = beside(raw, {
			...common,
			// The line's own notice, when it was asked for; the first of the invoice says nothing about it.
			demande: notice?.asked ?? null,
			numero_ligne: index + 1,
			...signedFields(amounts.sums, 'ligne'),
			...absoluteFields(amounts.sums, 'ligne'),
			...partFields(amounts),
		});
		return { json: without(json, simplify ? LINE_PARTS : []), billed };
	});
}

/**
 * One item for a notice with what it was billed less what was credited, to compare with its order. An invoice of
 * several notices counts with the lines of this one.
 */
function noticeItem(found: InvoicedNotice, simplify: boolean): IDataObject {
	const { notice, asked } = found;
	const shares = gatherInvoices([found]).map(({ invoice }) => ({
		number: trimmedText(invoice.numero),
		credit: isCreditNote(invoice),
		...shareOf(invoice, namesOf(notice)),
	}));
	const billed = shares.filter(({ credit }) => !credit);
	const credited = shares.filter(({ credit }) => credit);
	const json = beside(notice, {
		demande: asked,
		// Not invoiced yet: the notices that a month-end list looks for.
		facturee: shares.length > 0,
		numeros_factures: billed.map(({ number }) => number),
		numeros_avoirs: credited.map(({ number }) => number),
		...signedFields(addUp(shares)),
		...signedFields(addUp(billed), 'total_factures'),
		...signedFields(addUp(credited), 'total_avoirs'),
		...rateFields(mergeRates(shares)),
		...(shares.some(({ byLines }) => !byLines) ? { montants_par_lignes: false } : {}),
	});
	return without(json, simplify ? ['factures'] : []);
}

/** What all items of an invoice say of it. Dates have the Paris offset, beside the raw ones. */
function headFields({ invoice, notices }: GatheredInvoice, { sums }: Amounts): IDataObject {
	const issued = wallClockToIso(invoice.date_facture);
	const due = wallClockToIso(invoice.date_echeance);
	return {
		demande: notices[0].asked,
		references_demandees: [...new Set(notices.map(({ asked }) => asked))],
		est_avoir: isCreditNote(invoice),
		...(issued ? { date_facture_iso: issued } : {}),
		...(due ? { date_echeance_iso: due } : {}),
		...(sums.tva === undefined ? {} : { montant_tva: euros(sums.tva) }),
		...absoluteFields(sums),
		nombre_lignes: linesOf(invoice).length,
	};
}

function partFields({ rates, discounts, gap }: Amounts): IDataObject {
	return {
		...rateFields(rates),
		total_remises: euros(discounts),
		...(gap === undefined ? {} : { ecart_centimes: gap }),
	};
}

/** Totals with their sign, as numbers: `total_ht`, `total_tva`, `total_ttc`, as in quotes and orders. */
function signedFields(sums: Sums, prefix = 'total'): IDataObject {
	const fields: IDataObject = {};
	for (const kind of ['ht', 'tva', 'ttc'] as const) {
		const amount = sums[kind];
		if (amount !== undefined) fields[`${prefix}_${kind}`] = euros(amount);
	}
	return fields;
}

/** The same without sign, for programs that book a credit note as a positive amount of its own kind. */
function absoluteFields(sums: Sums, prefix = 'montant'): IDataObject {
	const signed = Object.entries(signedFields(sums, prefix));
	return Object.fromEntries(
		signed.map(([name, amount]) => [`${name}_absolu`, Math.abs(Number(amount))]),
	);
}

/** VAT and its base for each rate: `tva_20`, `base_tva_20`, `tva_2_1`, `base_tva_2_1`. */
function rateFields(rates: ByRate): IDataObject {
	const fields: IDataObject = {};
	for (const [rate, { base, tva }] of [...rates].sort(([a], [b]) => b - a)) {
		const name = String(rate).replace('.', '_');
		fields[`tva_${name}`] = euros(tva);
		fields[`base_tva_${name}`] = euros(base);
	}
	return fields;
}
