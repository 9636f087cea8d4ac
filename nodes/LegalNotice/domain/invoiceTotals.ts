import { linesOf } from './invoice';
import {
	compared,
	complete,
	lineAmounts,
	total,
	type Gap,
	type LineAmounts,
	type Sums,
} from './invoiceAmounts';
import type { Fields } from './invoiceFields';
import { mergeRates, type ByRate } from './invoiceRates';
import { cents } from './money';
import { trimmedText } from './textValue';

export interface InvoiceAmounts {
	readonly sums: Sums;
	readonly rates: ByRate;
	readonly discounts: number;
	readonly gaps: readonly Gap[] | undefined;
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
		(amounts.gaps ?? []).map((gap) => ({ ...gap, reference: trimmedText(line.reference) })),
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
	const lines = linesOf(invoice).filter(({ reference }) => names.includes(trimmedText(reference)));
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
