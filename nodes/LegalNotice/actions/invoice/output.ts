import type { IDataObject } from 'n8n-workflow';

import {
	type Amounts,
	type GatheredInvoice,
	type InvoicedNotice,
	SIMPLE_INVOICE,
	addUp,
	amountsOfLines,
	billedBy,
	gatherInvoices,
	inEuros,
	invoiceFields,
	isCreditNote,
	lineAmounts,
	lineDifference,
	linesOf,
	namesOf,
	only,
	shareOf,
	warningsOf,
} from '../../notices/invoices';
import { referenceIn, trimmedText } from '../../domain/parameters';
import { fileIn, inBinaryFields, type NoticeFile } from '../../notices/files';
import { type OutputItem, type WantedFile, outputFields, without } from '../context';
import type { Asking } from '../noticeItems';

export const SPLITS = ['invoice', 'line', 'notice'] as const;

export interface InvoiceSettings {
	readonly splitBy: (typeof SPLITS)[number];
	readonly downloadFiles: boolean;
	readonly simplify: boolean;
	/** Whether a notice without invoices comes out as well. */
	readonly returnsEmpty: boolean;
}

export type ItemNotice = InvoicedNotice & Asking<InvoiceSettings>;

/** What Simplify leaves: the first ten of them, one for each amount. */
const SIMPLE: Readonly<Record<InvoiceSettings['splitBy'], readonly string[]>> = {
	invoice: SIMPLE_INVOICE,
	line: [
		'demande',
		'reference',
		'numero_commande',
		'type',
		'numero',
		'date_facture',
		'ligne_ht',
		'ligne_tva',
		'ligne_ttc',
		'avertissements',
		'tva_par_taux',
	],
	notice: [
		'demande',
		'reference',
		'facturee',
		'numeros_factures',
		'numeros_avoirs',
		'total_ht',
		'total_tva',
		'total_ttc',
		'montants_par_lignes',
		'avertissements',
		'tva_par_taux',
	],
};

/**
 * The output of all items together, by input item: an invoice that several of them find comes once, with the first, and
 * is paired with all. Its lines go with the items that asked for their notices.
 */
export function buildOutput(found: readonly ItemNotice[]): ReadonlyMap<number, OutputItem[]> {
	const items = new Map<number, OutputItem[]>();
	const add = (
		json: IDataObject,
		notices: readonly [ItemNotice, ...ItemNotice[]],
		files: readonly WantedFile[],
	) => {
		const { simplify, splitBy } = notices[0].settings;
		const [itemIndex = 0, ...others] = new Set(notices.map((notice) => notice.itemIndex));
		const item: OutputItem = {
			json: simplify ? only(json, SIMPLE[splitBy]) : json,
			files,
			...(others.length > 0 ? { from: [itemIndex, ...others] } : {}),
		};
		const own = items.get(itemIndex);
		if (own) own.push(item);
		else items.set(itemIndex, [item]);
	};
	const byNotice = ({ settings }: ItemNotice) => settings.splitBy === 'notice';
	for (const notice of found.filter(byNotice)) {
		const files = inBinaryFields(gatherInvoices([notice]).flatMap(filesOf));
		const optional = files.map((file) => ({ ...file, optional: true }));
		add(noticeItem(notice), [notice], optional);
	}
	for (const gathered of gatherInvoices(found.filter((notice) => !byNotice(notice)))) {
		const { notices } = gathered;
		const files = filesOf(gathered);
		const whole = files.map((file) => ({ field: 'data', file }));
		if (notices[0].settings.splitBy === 'invoice') {
			add(invoiceItem(gathered), notices, whole);
			continue;
		}
		// The file belongs to the invoice: its first line carries it, and no line comes out without it.
		const rest = files.map((file) => ({ field: undefined, file }));
		const named = noticesByName(notices);
		for (const [at, { json, billed }] of lineItems(gathered).entries()) {
			const [first = notices[0], ...others] = named.get(billed) ?? [];
			add(json, [first, ...others], at === 0 ? whole : rest);
		}
	}
	return items;
}

function filesOf({ invoice, notices: [first] }: GatheredInvoice<ItemNotice>): NoticeFile[] {
	if (!first.settings.downloadFiles) return [];
	return [fileIn(invoice, referenceIn(first.notice) ?? first.asked, 'facture')];
}

function invoiceItem({ invoice, notices }: GatheredInvoice): IDataObject {
	const raw = { ...without(notices[0].notice, ['factures']), ...invoice };
	return outputFields(raw, { ...askedFields(notices), ...invoiceFields(invoice) });
}

function noticesByName<Notice extends InvoicedNotice>(
	notices: readonly Notice[],
): ReadonlyMap<string, readonly Notice[]> {
	const named = new Map<string, Notice[]>();
	for (const notice of notices) {
		for (const name of new Set(namesOf(notice.notice))) {
			const others = named.get(name);
			if (others) others.push(notice);
			else named.set(name, [notice]);
		}
	}
	return named;
}

/** An invoice without lines still gives one item. */
function lineItems(
	gathered: GatheredInvoice,
): ReadonlyArray<{ json: IDataObject; billed: string }> {
	const { invoice, notices } = gathered;
	const lines = linesOf(invoice);
	if (lines.length === 0) return [{ json: without(invoiceItem(gathered), ['lignes']), billed: '' }];
	const named = noticesByName(notices);
	const ofInvoice = { ...askedFields(notices), ...invoiceFields(invoice) };
	const amountsOf = amountsOfLines(invoice);
	const sharedByLines = without(invoice, ['lignes']);
	return lines.map((line, index) => {
		const billed = billedBy(line);
		const [notice] = named.get(billed) ?? [];
		const amounts = amountsOf[index] ?? lineAmounts(line);
		const raw = {
			...(notice ? without(notice.notice, ['factures']) : {}),
			...sharedByLines,
			...line,
		};
		const json = outputFields(raw, {
			...ofInvoice,
			// The line's own notice, when it was asked for; the first of the invoice says nothing about it.
			demande: notice?.asked ?? null,
			numero_ligne: index + 1,
			...sumFields('ligne', amounts),
			tva_par_taux: inEuros(amounts.rates),
		});
		return { json, billed };
	});
}

/**
 * One item for a notice with what it was billed less what was credited, to compare with its order. An invoice of
 * several notices counts with the lines of this one.
 */
function noticeItem(found: InvoicedNotice): IDataObject {
	const { notice, asked } = found;
	const shares = gatherInvoices([found]).map(({ invoice }) => ({
		number: trimmedText(invoice.numero),
		warnings: lineDifference(invoice),
		credit: isCreditNote(invoice),
		...shareOf(invoice, namesOf(notice)),
	}));
	const numbersOf = (credits: boolean) =>
		shares.filter(({ credit }) => credit === credits).map(({ number }) => number);
	const total = addUp(shares);
	return outputFields(notice, {
		demande: asked,
		// Not invoiced yet: the notices that a month-end list looks for.
		facturee: shares.length > 0,
		numeros_factures: numbersOf(false),
		numeros_avoirs: numbersOf(true),
		...sumFields('total', total),
		tva_par_taux: inEuros(total.rates),
		...(shares.some(({ byLines }) => !byLines) ? { montants_par_lignes: false } : {}),
		...warningsOf(shares.flatMap(({ warnings }) => warnings)),
	});
}

function askedFields(notices: readonly [InvoicedNotice, ...InvoicedNotice[]]): IDataObject {
	return {
		demande: notices[0].asked,
		references_demandees: [...new Set(notices.map(({ asked }) => asked))],
	};
}

function sumFields(prefix: string, { ht, tva, ttc }: Amounts): IDataObject {
	return inEuros({ [`${prefix}_ht`]: ht, [`${prefix}_tva`]: tva, [`${prefix}_ttc`]: ttc });
}
