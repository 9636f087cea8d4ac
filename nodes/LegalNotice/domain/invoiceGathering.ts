import { linesOf } from './invoice';
import { listOfFields, type Fields } from './invoiceFields';
import { cents } from './money';
import { trimmedText } from './textValue';

/** What the service answered for one reference that was asked. */
export interface InvoicedNotice {
	readonly asked: string;
	/** The answer's fields of the notice, with `factures`. */
	readonly notice: Fields;
}

/** One invoice or credit note, however many of the notices asked for list it. */
export interface GatheredInvoice<Notice extends InvoicedNotice = InvoicedNotice> {
	/** As the service sent it first, with the lines that only later answers show. */
	readonly invoice: Fields;
	/** The notices asked for that list it, first found first. */
	readonly notices: readonly [Notice, ...Notice[]];
}

/** Invoices as accounting books them: each once, in the order in which they were found. */
export function gatherInvoices<Notice extends InvoicedNotice>(
	found: readonly Notice[],
): Array<GatheredInvoice<Notice>> {
	const gathered = new Map<string, { invoice: Fields; notices: [Notice, ...Notice[]] }>();
	for (const notice of found) {
		for (const [index, invoice] of listOfFields(notice.notice.factures).entries()) {
			const key = keyOf(invoice, notice, index);
			const known = gathered.get(key);
			if (!known) {
				gathered.set(key, { invoice, notices: [notice] });
				continue;
			}
			known.invoice = withLinesOf(known.invoice, invoice);
			if (!known.notices.includes(notice)) known.notices.push(notice);
		}
	}
	return [...gathered.values()];
}

/** Without a number nothing shows that two are the same, except that they stand in the same place. */
function keyOf(invoice: Fields, { asked, notice }: InvoicedNotice, index: number): string {
	return trimmedText(invoice.numero) === ''
		? JSON.stringify([invoice.type, trimmedText(notice.reference) || asked, index])
		: invoiceIdentity(invoice);
}

/**
 * What makes an invoice or credit note the same one wherever it is listed (specification, Facture): type, number, date,
 * both amounts in cents and the address of its link. Two newspapers may give their invoices one number. The query of the
 * link does not count: it may hold a key that is new in every answer.
 */
export function invoiceIdentity(invoice: Fields): string {
	const { type, numero, date_facture: date, montant_ht: ht, montant_ttc: ttc, url } = invoice;
	const link = trimmedText(url).replace(/[?#].*$/s, '');
	const texts = [type, numero, date].map(trimmedText);
	return JSON.stringify([...texts, cents(ht) ?? null, cents(ttc) ?? null, link]);
}

/** The specification does not say whether an answer shows all lines of an invoice or just those of the notice. */
function withLinesOf(first: Fields, other: Fields): Fields {
	const lines = linesOf(first);
	const shown = new Set(lines.map(({ reference }) => trimmedText(reference)));
	const missing = linesOf(other).filter(({ reference }) => !shown.has(trimmedText(reference)));
	return missing.length === 0 ? first : { ...first, lignes: [...lines, ...missing] };
}
