import { forfaits } from './data/forfaits.mts';
import type { Service } from './service.mts';
import type { JsonObject } from './types.mts';

/** An item of a price: amounts in cents, the unit price in thousandths of a euro, the rate in tenths of %. */
export interface Line {
	quantity: number;
	unit: number;
	amount: number;
	rate: number;
}

type Surcharge = 'justificatif_papier' | 'justificatif_numerique' | 'frais_port';
export type Lines = { annonce: Line } & Partial<Record<Surcharge, Line>>;

export interface Price {
	lines: Lines;
	/** Discounts before tax, with negative amounts; only invoices carry them. */
	discounts: Line[];
}

/** Price of a character in thousandths of a euro before tax, dated 2025, by department. */
const characterPrices: ReadonlyArray<[number, string]> = [
	[237, '75 92 93 94'],
	[225, '59 62 77 78 91 95'],
	[204, '27 76'],
	[193, '02 07 08 26 38 60 69 80 89'],
	[183, '971 972 973'],
	[208, '974 976'],
];

/** Flat prices of categories that need no forfait, in euros before tax. */
const flatCategories: Readonly<Record<string, number>> = { DISSOL: 152, CLOTUR: 110 };

/** VAT in tenths of a percent: 20 % in general, 8.5 % overseas, none in Guyane; press 2.1 % or 1.05 %. */
function rates(department: string): { notice: number; press: number } {
	if (department === '973' || department === '976') return { notice: 0, press: 0 };
	if (/^97/.test(department)) return { notice: 85, press: 10.5 };
	return { notice: 200, press: 21 };
}

/** The price of a notice with its proofs. */
export function priceOf(asked: {
	department: string;
	category: string;
	/** Empty where the category needs none. */
	forfait: string;
	characters: number;
	paperProofs: number;
	digitalProof: boolean;
}): Price {
	const { department, category, characters, paperProofs } = asked;
	const vat = rates(department);
	const forfait = forfaits.find(({ code }) => code === asked.forfait);
	const flat = forfait ? forfait.euros : (flatCategories[category] ?? null);
	const row = characterPrices.find(([, codes]) => codes.split(' ').includes(department));
	const unit = row?.[0] ?? 187;
	const annonce =
		flat === null ? line(characters, unit, vat.notice) : line(1, flat * 1000, vat.notice);
	const lines: Lines = { annonce };
	if (paperProofs > 0) {
		lines.justificatif_papier = line(paperProofs, 2450, vat.press);
		lines.frais_port = line(1, 1860, vat.notice);
	}
	if (asked.digitalProof) lines.justificatif_numerique = line(1, 3000, vat.notice);
	return { lines, discounts: [] };
}

/** The price of a notice over some columns. */
export function widened({ lines, ...price }: Price, columns: number): Price {
	const { quantity, unit, rate } = lines.annonce;
	return { ...price, lines: { ...lines, annonce: line(quantity, unit * columns, rate) } };
}

/** @param unit thousandths of a euro before tax */
function line(quantity: number, unit: number, rate: number): Line {
	return { quantity, unit, amount: Math.round((quantity * unit) / 10), rate };
}

/** Sums of several prices in cents; the VAT is rounded once for each rate. */
export function totalsOf(prices: readonly Price[], rules: Service['rules']) {
	const bases = new Map<number, number>();
	for (const { lines, discounts } of prices) {
		for (const { rate, amount } of [...Object.values(lines), ...discounts]) {
			bases.set(rate, (bases.get(rate) ?? 0) + amount);
		}
	}
	const taxes = [...bases].map(([rate, base]) => {
		return { rate, amount: Math.round((base * rate) / 1000) };
	});
	const net = [...bases.values()].reduce((sum, base) => sum + base, 0);
	const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
	return { net, tax, gross: rules.on('price-totals') ? net + tax : net, taxes };
}

/** The same price with every amount negated, for a credit note, and the unit price or the quantity of each line. */
export function negated(price: Price, by: 'unit' | 'quantity' = 'unit'): Price {
	const negate = (item: Line): Line => ({ ...item, [by]: 0 - item[by], amount: 0 - item.amount });
	const lines = Object.entries(price.lines).map(([name, item]) => [name, negate(item)]);
	return { lines: Object.fromEntries(lines) as Lines, discounts: price.discounts.map(negate) };
}

/** Writes money the way that is switched on: 147 or "147.00" (euros). */
export function moneyWriter({ settings, rules }: Service) {
	const write = (value: number, digits: number) =>
		settings.numberTypes === 'string' ? value.toFixed(digits) : value;
	const euros = (cents: number) => write(cents / 100, 2);
	const line = ({ quantity, unit, amount, rate }: Line): JsonObject => ({
		quantite: quantity,
		prix_unitaire: write(unit / 1000, 3),
		montant_ht: euros(amount),
		taux_tva: write(rate / 10, 2),
	});
	/** The specification's Tarif: lines that do not apply are absent. */
	const tarif = (price: Price): JsonObject => {
		const { net, tax, gross, taxes } = totalsOf([price], rules);
		return {
			...Object.fromEntries(Object.entries(price.lines).map(([name, one]) => [name, line(one)])),
			totaux: { montant_ht: euros(net), montant_tva: euros(tax), montant_ttc: euros(gross) },
			tva: taxes.map(({ rate, amount }) => {
				return { taux: write(rate / 10, 2), montant: euros(amount) };
			}),
		};
	};
	return { euros, line, tarif };
}
