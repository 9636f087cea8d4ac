import { totalsOf, type Line, type Lines, type Price } from './pricing.mts';
import type { RuleBook } from './rules.mts';
import type { JsonObject } from './types.mts';

/** Writes money the way that is switched on: 147 or "147.00" (euros). */
export class MoneyWriter {
	readonly #type: 'number' | 'string';
	readonly #rules: RuleBook;

	constructor(type: 'number' | 'string', rules: RuleBook) {
		this.#type = type;
		this.#rules = rules;
	}

	euros(cents: number): number | string {
		return this.#write(cents / 100, 2);
	}

	line(item: Line): JsonObject {
		return {
			quantite: item.quantity,
			prix_unitaire: this.#write(item.unit / 1000, 3),
			montant_ht: this.euros(item.amount),
			taux_tva: this.#write(item.rate / 10, 2),
		};
	}

	/** The specification's Tarif: lines that do not apply are absent. */
	tarif(price: Price): JsonObject {
		return { ...this.lines(price.lines), ...this.totals([price]) };
	}

	lines(lines: Lines): JsonObject {
		return Object.fromEntries(Object.entries(lines).map(([name, item]) => [name, this.line(item)]));
	}

	totals(prices: readonly Price[]): JsonObject {
		const { net, tax, gross, taxes } = totalsOf(prices, this.#rules);
		return {
			totaux: {
				montant_ht: this.euros(net),
				montant_tva: this.euros(tax),
				montant_ttc: this.euros(gross),
			},
			tva: taxes.map(({ rate, amount }) => ({
				taux: this.#write(rate / 10, 2),
				montant: this.euros(amount),
			})),
		};
	}

	#write(value: number, digits: number): number | string {
		return this.#type === 'string' ? value.toFixed(digits) : value;
	}
}
