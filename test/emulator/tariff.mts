import type { Personality } from './personality.mts';

/** An item before it is written: whole thousandths of a euro and percent. */
interface Item {
	readonly quantity: number;
	readonly unit: number;
	readonly rate: number;
}

export interface Price {
	readonly annonce: Item;
	readonly justificatif_papier?: Item;
	readonly justificatif_numerique?: Item;
	readonly frais_port?: Item;
}

type ItemName = keyof Price;
const itemNames: readonly ItemName[] = [
	'annonce',
	'justificatif_papier',
	'justificatif_numerique',
	'frais_port',
];

/** Prices a notice; the figures are invented, their structure is not. */
export function price(
	personality: Personality,
	packageCode: string | undefined,
	characters: number,
	papers: number,
	digital: boolean,
): Price {
	const flat = { quantity: 1, unit: personality.pricedByCharacter ? 193_000 : 121_500, rate: 20 };
	const byLength = personality.pricedByCharacter
		? { quantity: characters, unit: 187, rate: 20 }
		: { quantity: Math.ceil(characters / 40), unit: 4_160, rate: 20 };
	return {
		annonce: packageCode === undefined ? byLength : flat,
		...(papers > 0 && {
			justificatif_papier: { quantity: papers, unit: 2_300, rate: 2.1 },
			frais_port: { quantity: 1, unit: 4_950, rate: 20 },
		}),
		...(digital && { justificatif_numerique: { quantity: 1, unit: 3_500, rate: 20 } }),
	};
}

function cents(item: Item): number {
	return Math.round((item.quantity * item.unit) / 10);
}

/** An amount as this personality writes it, from cents. */
export function writeAmount(personality: Personality, inCents: number): string | number {
	return personality.amountsAsStrings ? (inCents / 100).toFixed(2) : inCents / 100;
}

function line(personality: Personality, item: Item, sign: 1 | -1): Record<string, unknown> {
	const unitSign = personality.creditTurnsUnitPrice ? sign : 1;
	const quantitySign = personality.creditTurnsUnitPrice ? 1 : sign;
	const unit = (unitSign * item.unit) / 1000;
	return {
		quantite: quantitySign * item.quantity,
		prix_unitaire: personality.amountsAsStrings ? String(unit) : unit,
		montant_ht: writeAmount(personality, sign * cents(item)),
		taux_tva: item.rate,
	};
}

export interface Totals {
	readonly net: number;
	readonly vat: number;
}

function vatByRate(items: readonly Item[]): Map<number, number> {
	const rates = new Map<number, number>();
	for (const item of items) rates.set(item.rate, (rates.get(item.rate) ?? 0) + cents(item));
	return new Map(Array.from(rates, ([rate, net]) => [rate, Math.round((net * rate) / 100)]));
}

function itemsOf(value: Price): Item[] {
	return itemNames.flatMap((name) => value[name] ?? []);
}

/** Totals in cents: excluding tax, and the tax. */
export function totals(value: Price): Totals {
	const items = itemsOf(value);
	const net = items.reduce((sum, item) => sum + cents(item), 0);
	const vat = Array.from(vatByRate(items).values()).reduce((sum, part) => sum + part, 0);
	return { net, vat };
}

/** The object Tarif of section "Tarif", as this personality writes amounts. */
export function writeTariff(
	personality: Personality,
	value: Price,
	sign: 1 | -1 = 1,
): Record<string, unknown> {
	const written: Record<string, unknown> = {};
	for (const name of itemNames) {
		const item = value[name];
		if (item !== undefined) written[name] = line(personality, item, sign);
	}
	const { net, vat } = totals(value);
	written['totaux'] = {
		montant_ht: writeAmount(personality, sign * net),
		montant_tva: writeAmount(personality, sign * vat),
		montant_ttc: writeAmount(personality, sign * (net + vat)),
	};
	written['tva'] = Array.from(vatByRate(itemsOf(value)), ([taux, part]) => ({
		taux,
		montant: writeAmount(personality, sign * part),
	}));
	return written;
}
