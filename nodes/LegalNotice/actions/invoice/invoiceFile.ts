import type { Fields } from '../../domain/invoices';
import { trimmedText } from '../../domain/parameters';
import type { NoticeFile } from '../../transport/files';

/** The PDF of an invoice; its date is part of the file's name. */
export function invoiceFile(invoice: Fields, reference: string): NoticeFile {
	const issued = /^\d{4}-\d{2}-\d{2}/.exec(trimmedText(invoice.date_facture))?.[0];
	return {
		type: trimmedText(invoice.type) || 'facture',
		numero: trimmedText(invoice.numero) || undefined,
		date: issued,
		reference,
		url: invoice.url,
	};
}
