import { textOf } from '../../domain/invoice';
import type { Fields } from '../../domain/invoiceFields';
import type { NoticeFile } from '../../transport/fileLinks';

/** The PDF of an invoice; its date is part of the file's name. */
export function invoiceFile(invoice: Fields, reference: string): NoticeFile {
	const issued = /^\d{4}-\d{2}-\d{2}/.exec(textOf(invoice.date_facture))?.[0];
	return {
		type: textOf(invoice.type) || 'facture',
		numero: textOf(invoice.numero) || undefined,
		date: issued,
		reference,
		url: invoice.url,
	};
}
