import type { IDataObject } from 'n8n-workflow';

import { wallClockToIso } from '../../domain/dates';
import { euros } from '../../domain/money';
import type { ByRate, Fields, Gap, Sums } from '../../domain/invoices';

/** Totals with their sign, as numbers: `total_ht`, `total_tva`, `total_ttc`, as in quotes and orders. */
export function signedFields(sums: Sums, prefix = 'total'): IDataObject {
	return amounts(sums, (kind) => `${prefix}_${kind}`, euros);
}

/** The same without sign, for programs that book a credit note as a positive amount of its own kind. */
export function absoluteFields(sums: Sums, prefix = 'montant'): IDataObject {
	return amounts(
		sums,
		(kind) => `${prefix}_${kind}_absolu`,
		(amount) => euros(Math.abs(amount)),
	);
}

/** VAT and its base for each rate: `tva_20`, `base_tva_20`, `tva_2_1`, `base_tva_2_1`. */
export function rateFields(rates: ByRate): IDataObject {
	const fields: IDataObject = {};
	for (const [rate, { base, tva }] of [...rates].sort(([a], [b]) => b - a)) {
		const name = String(rate).replace('.', '_');
		fields[`tva_${name}`] = euros(tva);
		fields[`base_tva_${name}`] = euros(base);
	}
	return fields;
}

/** The largest difference in cents, 0 when everything agrees, and each difference; nothing where nothing compares. */
export function gapFields(gaps: readonly Gap[] | undefined): IDataObject {
	if (!gaps) return {};
	const largest = gaps.reduce(
		(most, { centimes }) => (Math.abs(centimes) > Math.abs(most) ? centimes : most),
		0,
	);
	return {
		ecart_centimes: largest,
		...(gaps.length > 0 ? { ecarts: gaps.map((gap) => ({ ...gap })) } : {}),
	};
}

/** Dates with the Paris offset, beside the raw ones. */
export function dateFields(invoice: Fields): IDataObject {
	const issued = wallClockToIso(invoice.date_facture);
	const due = wallClockToIso(invoice.date_echeance);
	return {
		...(issued ? { date_facture_iso: issued } : {}),
		...(due ? { date_echeance_iso: due } : {}),
	};
}

function amounts(
	sums: Sums,
	name: (kind: string) => string,
	show: (cents: number) => number,
): IDataObject {
	const fields: IDataObject = {};
	for (const kind of ['ht', 'tva', 'ttc'] as const) {
		const amount = sums[kind];
		if (amount !== undefined) fields[name(kind)] = show(amount);
	}
	return fields;
}
