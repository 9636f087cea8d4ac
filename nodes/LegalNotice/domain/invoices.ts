import { toNumber, trimmedText } from './parameters';
import { cents, isRecord, listOfFields } from './records';

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
 * Reads one line (specification, LigneFacture): its totals, and how far its parts are from them.
 *
 * Discounts may be stated with their sign or as what is taken off: the totals of the line tell which.
 */
export function lineAmounts({ totaux, remises, tva, ...parts }: Fields): Amounts {
	const items = Object.values(parts)
		.filter(isRecord)
		.filter((part) => 'montant_ht' in part);
	// An array in one place of the specification, an object in another (version 1.22).
	const discounts = isRecord(remises) ? [remises] : listOfFields(remises);
	const [itemsHt, discountsHt] = [sumHt(items), sumHt(discounts)];
	const sums = sumsIn(isRecord(totaux) ? totaux : {});
	const isSigned =
		sums.ht === itemsHt + discountsHt || Math.sign(itemsHt) !== Math.sign(discountsHt);
	const sign = isSigned ? 1 : -1;
	const ht = items.length > 0 ? itemsHt + sign * discountsHt : undefined;
	const rates = ratesOf(listOfFields(tva), items, discounts, sign);
	const byRate = rates.size > 0 ? total([...rates.values()].map((rate) => rate.tva)) : undefined;
	return {
		sums,
		rates,
		discounts: Math.abs(discountsHt),
		gap: largest([
			difference(sums.ht, ht),
			difference(sums.tva, byRate),
			difference(sums.ttc, plus(sums.ht, sums.tva)),
		]),
	};
}

/** Totals as the invoice states them, its VAT by rate from the lines, and whether all of it agrees. */
export function invoiceAmounts(invoice: Fields): Amounts {
	const lines = linesOf(invoice).map(lineAmounts);
	const added = lines.length > 0 ? addUp(lines) : sumsIn({});
	const { ht, ttc } = sumsIn(invoice);
	const tva = difference(ht, ttc);
	return {
		sums: { ht, tva, ttc },
		rates: mergeRates(lines),
		discounts: lines.reduce((sum, { discounts }) => sum + discounts, 0),
		gap: largest([
			difference(ht, added.ht),
			difference(tva, added.tva),
			difference(ttc, added.ttc),
			...lines.map(({ gap }) => gap),
		]),
	};
}

/** The part of an invoice that bills a notice of these names; all of it, without `byLines`, when no line names it. */
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

/** VAT as stated by rate, with its base from the items. */
function ratesOf(
	stated: readonly Fields[],
	items: readonly Fields[],
	discounts: readonly Fields[],
	sign: 1 | -1,
): ByRate {
	const rates = new Map<number, { base: number; tva: number }>();
	for (const { taux, montant } of stated) {
		const rate = toNumber(taux);
		const tva = cents(montant);
		if (rate === undefined || tva === undefined) continue;
		const hasRate = (item: Fields) => toNumber(item.taux_tva) === rate;
		const base = sumHt(items.filter(hasRate)) + sign * sumHt(discounts.filter(hasRate));
		rates.set(rate, { base, tva: (rates.get(rate)?.tva ?? 0) + tva });
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
 * What makes an invoice the same one wherever it is listed: two newspapers may give theirs one number, and the query of
 * the link may hold a key that is new in every answer.
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
