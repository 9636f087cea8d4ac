import { listOfFields, type Fields } from './invoiceFields';
import { isRecord } from './record';
import { ratesOf, type ByRate } from './invoiceRates';
import { cents, euros } from './money';

/** Amounts of a line or of an invoice in whole cents, with their sign: negative for credit notes. */
export interface Sums {
	readonly ht: number | undefined;
	readonly tva: number | undefined;
	readonly ttc: number | undefined;
}

/** Two figures that should be the same and are not. */
export interface Gap {
	readonly controle: string;
	/** Euros, as the service states them, and as its own parts add up. */
	readonly annonce: number;
	readonly calcule: number;
	/** Cents: `calcule` less `annonce`. */
	readonly centimes: number;
	/** Notice of the line concerned. */
	readonly reference?: string;
}

export interface LineAmounts {
	readonly sums: Sums;
	readonly rates: ByRate;
	/** Discounts excluding tax, in cents, never negative. */
	readonly discounts: number;
	/** Undefined when the line states too little to compare anything. */
	readonly gaps: readonly Gap[] | undefined;
}

/**
 * Reads one line (specification, LigneFacture): what it states as totals, and what its parts come to.
 *
 * Discounts may be stated with their sign or as what is taken off: the totals of the line tell which.
 */
export function lineAmounts(line: Fields): LineAmounts {
	const items = Object.entries(line)
		.filter(([name]) => name !== 'totaux' && name !== 'remises')
		.flatMap(([, value]) => (isRecord(value) && 'montant_ht' in value ? [value] : []));
	const discounts = listOfFields(line.remises);
	const itemsHt = sumOf(items.map(({ montant_ht: amount }) => amount));
	const discountsHt = sumOf(discounts.map(({ montant_ht: amount }) => amount));
	const totals = isRecord(line.totaux) ? line.totaux : {};
	const stated = {
		ht: cents(totals.montant_ht),
		tva: cents(totals.montant_tva),
		ttc: cents(totals.montant_ttc),
	};
	const sign = discountSign(itemsHt, discountsHt, stated.ht);
	const ht = items.length > 0 ? itemsHt + sign * discountsHt : undefined;
	const rates = ratesOf(items, discounts, sign, listOfFields(line.tva));
	const tva =
		rates.size > 0 ? [...rates.values()].reduce((sum, { tva: part }) => sum + part, 0) : undefined;
	const sums = complete({ ht: stated.ht ?? ht, tva: stated.tva ?? tva, ttc: stated.ttc });
	return {
		sums,
		rates,
		discounts: Math.abs(discountsHt),
		gaps: compared([
			['elements_ht', stated.ht, ht],
			['tva_par_taux', stated.tva, tva],
			['ht_plus_tva', stated.ttc, plus(stated.ht, stated.tva)],
		]),
	};
}

/** What two of the three amounts say about the third. */
export function complete({ ht, tva, ttc }: Sums): Sums {
	return {
		ht: ht ?? minus(ttc, tva),
		tva: tva ?? minus(ttc, ht),
		ttc: ttc ?? plus(ht, tva),
	};
}

/** The gaps among pairs of which both sides are known; undefined when there is no such pair. */
export function compared(
	pairs: ReadonlyArray<readonly [string, number | undefined, number | undefined]>,
): Gap[] | undefined {
	const known = pairs.flatMap(([controle, stated, computed]) =>
		stated === undefined || computed === undefined ? [] : [{ controle, stated, computed }],
	);
	if (known.length === 0) return undefined;
	return known
		.filter(({ stated, computed }) => stated !== computed)
		.map(({ controle, stated, computed }) => ({
			controle,
			annonce: euros(stated),
			calcule: euros(computed),
			centimes: computed - stated,
		}));
}

/** Sum in cents; undefined when any part is. */
export function total(amounts: ReadonlyArray<number | undefined>): number | undefined {
	return amounts.reduce<number | undefined>((sum, amount) => plus(sum, amount), 0);
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined || b === undefined ? undefined : a + b;
}

function minus(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined || b === undefined ? undefined : a - b;
}

function sumOf(amounts: readonly unknown[]): number {
	return amounts.reduce<number>((sum, amount) => sum + (cents(amount) ?? 0), 0);
}

function discountSign(items: number, discounts: number, stated: number | undefined): 1 | -1 {
	if (stated === items + discounts) return 1;
	if (stated === items - discounts) return -1;
	return Math.sign(items) === Math.sign(discounts) ? -1 : 1;
}
