import { inBinaryFields } from '../../domain/pdf';
import type { WantedFile } from '../document/addFiles';
import { referenceOf } from '../document/noticeDocuments';
import { invoiceFile } from './invoiceFile';
import { invoiceItem, lineItems } from './invoiceItems';
import { noticeItem } from './noticeItem';
import type { InvoiceSettings } from './settings';
import { type GatheredInvoice, type InvoicedNotice, gatherInvoices } from '../../domain/invoices';
import type { OutputItem } from '../context';

/** What the service answered for one input item. */
export interface ItemNotice extends InvoicedNotice {
	readonly itemIndex: number;
	readonly settings: InvoiceSettings;
}

/** Output items by input item, and the files that they are to carry. */
export interface InvoiceOutput {
	readonly items: ReadonlyMap<number, readonly OutputItem[]>;
	readonly wanted: ReadonlyMap<OutputItem, readonly WantedFile[]>;
}

/**
 * The output of all items together: an invoice that several of them find comes once, with the first. Its lines go
 * with the items that asked for their notices.
 */
export function buildOutput(found: readonly ItemNotice[]): InvoiceOutput {
	const items = new Map<number, OutputItem[]>();
	const wanted = new Map<OutputItem, WantedFile[]>();
	const add = ({ itemIndex }: ItemNotice, item: OutputItem, files: readonly WantedFile[]) => {
		items.set(itemIndex, [...(items.get(itemIndex) ?? []), item]);
		if (files.length > 0) wanted.set(item, [...files]);
	};
	const byNotice = ({ settings }: ItemNotice) => settings.splitBy === 'notice';
	for (const notice of found.filter(byNotice)) {
		const files = inOwnFields(gatherInvoices([notice]).flatMap(filesOf));
		add(notice, { json: noticeItem(notice, notice.settings.simplify) }, files);
	}
	for (const invoice of gatherInvoices(found.filter((notice) => !byNotice(notice)))) {
		const [first] = invoice.notices;
		const files = filesOf(invoice).map((file) => ({ field: 'data', file }));
		const { simplify, splitBy } = first.settings;
		if (splitBy === 'invoice') {
			add(first, { json: invoiceItem(invoice, simplify), ...pairing(invoice.notices) }, files);
			continue;
		}
		for (const [at, { json, notice = first }] of lineItems(invoice, simplify).entries()) {
			// The file belongs to the invoice: its first line carries it, and no line comes out without it.
			const sameNotice = invoice.notices.filter(
				(one) => referenceOf(one.notice, one.asked) === referenceOf(notice.notice, notice.asked),
			);
			add(
				notice,
				{ json, ...pairing(sameNotice) },
				at === 0 ? files : files.map(({ file }) => ({ file, field: undefined })),
			);
		}
	}
	return { items, wanted };
}

/** An item that comes from several input items is paired with all of them. */
function pairing(notices: readonly ItemNotice[]): Pick<OutputItem, 'from'> {
	const from = [...new Set(notices.map(({ itemIndex }) => itemIndex))];
	return from.length > 1 ? { from } : {};
}

function filesOf({ invoice, notices: [first] }: GatheredInvoice<ItemNotice>): WantedFile['file'][] {
	return first.settings.downloadFiles
		? [invoiceFile(invoice, referenceOf(first.notice, first.asked))]
		: [];
}

function inOwnFields(files: ReadonlyArray<WantedFile['file']>): WantedFile[] {
	return inBinaryFields(files).map((named) => ({ ...named, optional: true }));
}
