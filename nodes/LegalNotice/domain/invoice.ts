import {
	compared,
	complete,
	lineAmounts,
	total,
	type Gap,
	type LineAmounts,
	type Sums,
} from './invoiceAmounts';
import { isFields, listOfFields, type Fields } from './invoiceFields';
import { mergeRates, type ByRate } from './invoiceRates';
import { cents } from './money';

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

export interface InvoiceAmounts {
	readonly sums: Sums;
	readonly rates: ByRate;
	readonly discounts: number;
	readonly gaps: readonly Gap[] | undefined;
}

/** Invoices as accounting books them: each type and number once, in the order in which they were found. */
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
	const number = textOf(invoice.numero);
	return number === ''
		? JSON.stringify([invoice.type, textOf(notice.reference) || asked, index])
		: JSON.stringify([textOf(invoice.type), number]);
}

/** The specification does not say whether an answer shows all lines of an invoice or just those of the notice. */
function withLinesOf(first: Fields, other: Fields): Fields {
	const lines = linesOf(first);
	const shown = new Set(lines.map(({ reference }) => textOf(reference)));
	const missing = linesOf(other).filter(({ reference }) => !shown.has(textOf(reference)));
	return missing.length === 0 ? first : { ...first, lignes: [...lines, ...missing] };
}

export function linesOf(invoice: Fields): readonly Fields[] {
	return listOfFields(invoice.lignes);
}

/** Whether it is a credit note; by its amount where the type is missing. */
export function isCreditNote({ type, montant_ttc: amount }: Fields): boolean {
	return typeof type === 'string' ? type === 'avoir' : (cents(amount) ?? 0) < 0;
}

/** References that the lines bill, each once. */
export function billedReferences(invoice: Fields): string[] {
	const references = linesOf(invoice).map(({ reference }) => textOf(reference));
	return [...new Set(references)].filter((reference) => reference !== '');
}

/** Totals as the invoice states them, its VAT by rate from the lines, and whether all of it agrees. */
export function invoiceAmounts(invoice: Fields): InvoiceAmounts {
	const lines = linesOf(invoice).map((line) => ({ line, amounts: lineAmounts(line) }));
	const stated = { ht: cents(invoice.montant_ht), tva: undefined, ttc: cents(invoice.montant_ttc) };
	const added = addUp(lines.map(({ amounts }) => amounts));
	const known = complete(stated);
	const sums =
		lines.length > 0
			? { ht: known.ht ?? added.ht, tva: known.tva ?? added.tva, ttc: known.ttc ?? added.ttc }
			: known;
	const ofLines = lines.flatMap(({ line, amounts }) =>
		(amounts.gaps ?? []).map((gap) => ({ ...gap, reference: textOf(line.reference) })),
	);
	const ofTotals =
		lines.length === 0
			? undefined
			: compared([
					['lignes_ht', known.ht, added.ht],
					['lignes_tva', known.tva, added.tva],
					['lignes_ttc', known.ttc, added.ttc],
				]);
	return {
		sums,
		rates: mergeRates(lines.map(({ amounts }) => amounts.rates)),
		discounts: lines.reduce((sum, { amounts }) => sum + amounts.discounts, 0),
		gaps: ofTotals || ofLines.length > 0 ? [...(ofTotals ?? []), ...ofLines] : undefined,
	};
}

/** The part of an invoice that bills one notice. */
export interface NoticeShare {
	readonly sums: Sums;
	readonly rates: ByRate;
	/** False when no line names the notice, and the whole invoice had to be taken for it. */
	readonly byLines: boolean;
}

/** @param names the notice's reference and order number */
export function shareOf(invoice: Fields, names: readonly string[]): NoticeShare {
	const lines = linesOf(invoice).filter(({ reference }) => names.includes(textOf(reference)));
	if (lines.length === 0) {
		const { sums, rates } = invoiceAmounts(invoice);
		return { sums, rates, byLines: false };
	}
	const amounts = lines.map(lineAmounts);
	return {
		sums: addUp(amounts),
		rates: mergeRates(amounts.map(({ rates }) => rates)),
		byLines: true,
	};
}

export function addUp(all: ReadonlyArray<Pick<LineAmounts, 'sums'>>): Sums {
	return {
		ht: total(all.map(({ sums }) => sums.ht)),
		tva: total(all.map(({ sums }) => sums.tva)),
		ttc: total(all.map(({ sums }) => sums.ttc)),
	};
}

/** Names of a notice as lines may use them. */
export function namesOf(notice: unknown): string[] {
	if (!isFields(notice)) return [];
	return [textOf(notice.reference), textOf(notice.numero_commande)].filter((name) => name !== '');
}

export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
