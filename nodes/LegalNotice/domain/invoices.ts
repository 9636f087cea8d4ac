import { cents } from './money';
import { toNumber, trimmedText } from './parameters';
import { isRecord, listOfFields } from './records';

/** An object of an answer: amounts in it may be numbers or text. */
export type Fields = Readonly<Record<string, unknown>>;

/** Amounts of a line or of an invoice in whole cents, with their sign: negative for credit notes. */
export interface Sums {
	readonly ht: number | undefined;
	readonly tva: number | undefined;
	readonly ttc: number | undefined;
}

/** Amounts in cents by VAT rate in percent. */
export type ByRate = ReadonlyMap<number, { readonly base: number; readonly tva: number }>;

export interface Amounts {
	readonly sums: Sums;
	readonly rates: ByRate;
	/** Discounts excluding tax, in cents, never negative. */
	readonly discounts: number;
	/** Largest difference in cents between what is stated and its parts; undefined when nothing can be compared. */
	readonly gap: number | undefined;
}

export function linesOf(invoice: Fields): readonly Fields[] {
	return listOfFields(invoice.lignes);
}

/** Whether it is a credit note; by its amount where the type is missing. */
export function isCreditNote({ type, montant_ttc: amount }: Fields): boolean {
	return typeof type === 'string' ? type === 'avoir' : (cents(amount) ?? 0) < 0;
}

export function billedReferences(invoice: Fields): string[] {
	const references = linesOf(invoice).map(({ reference }) => trimmedText(reference));
	return [...new Set(references)].filter((reference) => reference !== '');
}

/** Names of a notice as lines may use them: its reference and its order number. */
export function namesOf({ reference, numero_commande: number }: Fields): string[] {
	return [reference, number].map(trimmedText).filter((name) => name !== '');
}

/**
 * Reads one line (specification, LigneFacture): what it states as totals, and what its parts come to. Discounts may be stated with their sign or as what is taken off: the totals of the line tell which.
 */
export function lineAmounts({ totaux, remises, tva: byRate, ...parts }: Fields): Amounts {
	const items = Object.values(parts)
		.filter(isRecord)
		.filter((part) => 'montant_ht' in part);
	// An array in one place of the specification, an object in another (version 1.22).
	const discounts = isRecord(remises) ? [remises] : listOfFields(remises);
	const itemsHt = sumHt(items);
	const discountsHt = sumHt(discounts);
	const stated = sumsIn(isRecord(totaux) ? totaux : {});
	const sign = discountSign(itemsHt, discountsHt, stated.ht);
	const ht = items.length > 0 ? itemsHt + sign * discountsHt : undefined;
	const rates = ratesOf(items, discounts, sign, listOfFields(byRate));
	const tva = rates.size > 0 ? total([...rates.values()].map((rate) => rate.tva)) : undefined;
	return {
		sums: complete({ ht: stated.ht ?? ht, tva: stated.tva ?? tva, ttc: stated.ttc }),
		rates,
		discounts: Math.abs(discountsHt),
		gap: largest([
			difference(stated.ht, ht),
			difference(stated.tva, tva),
			difference(stated.ttc, plus(stated.ht, stated.tva)),
		]),
	};
}

/** Totals as the invoice states them, its VAT by rate from the lines, and whether all of it agrees. */
export function invoiceAmounts(invoice: Fields): Amounts {
	const lines = linesOf(invoice).map(lineAmounts);
	const added = lines.length > 0 ? addUp(lines) : sumsIn({});
	const known = complete({ ...sumsIn(invoice), tva: undefined });
	return {
		sums: { ht: known.ht ?? added.ht, tva: known.tva ?? added.tva, ttc: known.ttc ?? added.ttc },
		rates: mergeRates(lines),
		discounts: lines.reduce((sum, { discounts }) => sum + discounts, 0),
		gap: largest([
			difference(known.ht, added.ht),
			difference(known.tva, added.tva),
			difference(known.ttc, added.ttc),
			...lines.map(({ gap }) => gap),
		]),
	};
}

/**
 * The part of an invoice that bills one notice; `byLines` is false when no line names it, and the whole invoice had to
 * be taken.
 *
 * @param names the notice's reference and order number
 */
export function shareOf(invoice: Fields, names: readonly string[]) {
	const lines = linesOf(invoice)
		.filter(({ reference }) => names.includes(trimmedText(reference)))
		.map(lineAmounts);
	return lines.length > 0
		? { sums: addUp(lines), rates: mergeRates(lines), byLines: true }
		: { ...invoiceAmounts(invoice), byLines: false };
}

/** A sum with an unknown part is unknown. */
export function addUp(all: ReadonlyArray<Pick<Amounts, 'sums'>>): Sums {
	return {
		ht: total(all.map(({ sums }) => sums.ht)),
		tva: total(all.map(({ sums }) => sums.tva)),
		ttc: total(all.map(({ sums }) => sums.ttc)),
	};
}

export function mergeRates(all: ReadonlyArray<Pick<Amounts, 'rates'>>): ByRate {
	const merged = new Map<number, { base: number; tva: number }>();
	for (const [rate, { base, tva }] of all.flatMap(({ rates }) => [...rates])) {
		const known = merged.get(rate) ?? { base: 0, tva: 0 };
		merged.set(rate, { base: known.base + base, tva: known.tva + tva });
	}
	return merged;
}

/** VAT as stated by rate, or computed where the line does not state it; bases from the items. */
function ratesOf(
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
	const computed = [...bases].map(([taux, base]) => ({ taux, montant: (base * taux) / 10_000 }));
	const rates = new Map<number, { base: number; tva: number }>();
	for (const { taux, montant } of stated.length > 0 ? stated : computed) {
		const rate = toNumber(taux);
		const tva = cents(montant);
		if (rate === undefined || tva === undefined) continue;
		rates.set(rate, { base: bases.get(rate) ?? 0, tva: (rates.get(rate)?.tva ?? 0) + tva });
	}
	return rates;
}

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

/** Invoices as accounting books them: each once. */
export function gatherInvoices<Notice extends InvoicedNotice>(
	found: readonly Notice[],
): Array<GatheredInvoice<Notice>> {
	const gathered = new Map<string, { invoice: Fields; notices: [Notice, ...Notice[]] }>();
	for (const notice of found) {
		for (const [index, invoice] of listOfFields(notice.notice.factures).entries()) {
			// Without a number nothing shows that two are the same, except that they stand in the same place.
			const key =
				trimmedText(invoice.numero) === ''
					? JSON.stringify([trimmedText(notice.notice.reference) || notice.asked, index])
					: invoiceIdentity(invoice);
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

function sumsIn({ montant_ht: ht, montant_tva: tva, montant_ttc: ttc }: Fields): Sums {
	return { ht: cents(ht), tva: cents(tva), ttc: cents(ttc) };
}

function sumHt(items: readonly Fields[]): number {
	return items.reduce((sum, { montant_ht: amount }) => sum + (cents(amount) ?? 0), 0);
}

/** What two of the three amounts say about the third. */
function complete({ ht, tva, ttc }: Sums): Sums {
	return {
		ht: ht ?? difference(tva, ttc),
		tva: tva ?? difference(ht, ttc),
		ttc: ttc ?? plus(ht, tva),
	};
}

function total(amounts: ReadonlyArray<number | undefined>): number | undefined {
	return amounts.reduce<number | undefined>(plus, 0);
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined || b === undefined ? undefined : a + b;
}

/** `b` less `a`. */
function difference(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined || b === undefined ? undefined : b - a;
}

function largest(gaps: ReadonlyArray<number | undefined>): number | undefined {
	const known = gaps.filter((gap) => gap !== undefined);
	return known.reduce<number | undefined>(
		(most, gap) => (most === undefined || Math.abs(gap) > Math.abs(most) ? gap : most),
		undefined,
	);
}

function discountSign(items: number, discounts: number, stated: number | undefined): 1 | -1 {
	if (stated === items + discounts) return 1;
	if (stated === items - discounts) return -1;
	return Math.sign(items) === Math.sign(discounts) ? -1 : 1;
}
