import type { Fields } from './invoiceFields';
import { cents } from './money';
import { toNumber } from './numbers';

/** Amounts by VAT rate in percent. */
export type ByRate = ReadonlyMap<number, { readonly base: number; readonly tva: number }>;

/** VAT as stated by rate, or computed where the line does not state it; bases from the items. */
export function ratesOf(
	items: readonly Fields[],
	discounts: readonly Fields[],
	sign: 1 | -1,
	stated: readonly Fields[],
): ByRate {
	const bases = new Map<number, number>();
	const add = (item: Fields, factor: number) => {
		const rate = toNumber(item.taux_tva);
		const amount = cents(item.montant_ht);
		if (rate === undefined || amount === undefined) return;
		bases.set(rate, (bases.get(rate) ?? 0) + factor * amount);
	};
	for (const item of items) add(item, 1);
	for (const discount of discounts) add(discount, sign);
	if (stated.length === 0) {
		return new Map(
			[...bases].map(([rate, base]) => [rate, { base, tva: cents((base * rate) / 10_000) ?? 0 }]),
		);
	}
	const rates = new Map<number, { base: number; tva: number }>();
	for (const { taux, montant } of stated) {
		const rate = toNumber(taux);
		const amount = cents(montant);
		if (rate === undefined || amount === undefined) continue;
		const known = rates.get(rate);
		rates.set(rate, { base: bases.get(rate) ?? 0, tva: (known?.tva ?? 0) + amount });
	}
	return rates;
}

/** Adds up amounts by rate. */
export function mergeRates(all: readonly ByRate[]): ByRate {
	const merged = new Map<number, { base: number; tva: number }>();
	for (const [rate, { base, tva }] of all.flatMap((rates) => [...rates])) {
		const known = merged.get(rate) ?? { base: 0, tva: 0 };
		merged.set(rate, { base: known.base + base, tva: known.tva + tva });
	}
	return merged;
}
