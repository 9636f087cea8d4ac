import { totalsOf, type Line, type Lines, type Price } from './pricing.mts';
import type { RuleBook } from './rules.mts';
import type { JsonObject } from './types.mts';

/** Writes money the way that is switched on: 147 or "147.00" (euros). */
export function moneyWriter(type: 'number' | 'string', rules: RuleBook) {
	const write = (value: number, digits: number) =>
		type === 'string' ? value.toFixed(digits) : value;
	const euros = (cents: number) => write(cents / 100, 2);
	const line = ({ quantity, unit, amount, rate }: Line): JsonObject => ({
		quantite: quantity,
		prix_unitaire: write(unit / 1000, 3),
		montant_ht: euros(amount),
		taux_tva: write(rate / 10, 2),
	});
	const lines = (all: Lines): JsonObject =>
		Object.fromEntries(Object.entries(all).map(([name, item]) => [name, line(item)]));
	const totals = (prices: readonly Price[]): JsonObject => {
		const { net, tax, gross, taxes } = totalsOf(prices, rules);
		return {
			totaux: { montant_ht: euros(net), montant_tva: euros(tax), montant_ttc: euros(gross) },
			tva: taxes.map(({ rate, amount }) => ({
				taux: write(rate / 10, 2),
				montant: euros(amount),
			})),
		};
	};
	/** The specification's Tarif: lines that do not apply are absent. */
	const tarif = (price: Price): JsonObject => ({ ...lines(price.lines), ...totals([price]) });
	return { euros, line, lines, totals, tarif };
}
