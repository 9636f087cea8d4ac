import { isoFields } from './dates';
import { toNumber, trimmedText } from './parameters';
import { cents, euros, isRecord, listOfFields } from './records';

/** An object of an answer: amounts in it may be numbers or text. */
export type Fields = Readonly<Record<string, unknown>>;

/** In whole cents with their sign, negative for credit notes; NaN is what is not stated, and each sum with such a part. */
export interface Amounts {
	readonly ht: number;
	readonly tva: number;
	readonly ttc: number;
	/** VAT and what it applies to, by rate in percent: `tva_20`, `base_tva_20`, `tva_2_1`. */
	readonly rates: Readonly<Record<string, number>>;
}

export function linesOf(invoice: Fields): readonly Fields[] {
	return listOfFields(invoice.lignes);
}

/** By its amount where the type is missing. */
export function isCreditNote({ type, montant_ttc: amount }: Fields): boolean {
	return typeof type === 'string' ? type === 'avoir' : (cents(amount) ?? 0) < 0;
}

/** As lines may name a notice. */
export function namesOf({ reference, numero_commande: number }: Fields): string[] {
	return [reference, number].map(trimmedText).filter((name) => name !== '');
}

/** Reads one line (specification, LigneFacture). A discount takes off, stated with its sign or as what is taken off. */
export function lineAmounts({ totaux, remises, tva: stated, ...parts }: Fields): Amounts {
	const items = Object.values(parts).filter(isRecord);
	// An array in one place of the specification, an object in another (version 1.22).
	const discounts = isRecord(remises) ? [remises] : listOfFields(remises);
	const [itemsHt, discountsHt] = [htByRate(items), htByRate(discounts)];
	const sign = Math.sign([...itemsHt.values()].reduce((sum, ht) => sum + ht, 0));
	const rates: Record<string, number> = {};
	for (const { taux, montant } of listOfFields(stated)) {
		const rate = toNumber(taux);
		const amount = cents(montant);
		if (rate === undefined || amount === undefined) continue;
		const name = `tva_${String(rate).replace('.', '_')}`;
		const off = Math.abs(discountsHt.get(rate) ?? 0);
		rates[name] = (rates[name] ?? 0) + amount;
		rates[`base_${name}`] = (itemsHt.get(rate) ?? 0) - sign * off;
	}
	const { montant_ht: ht, montant_tva: vat, montant_ttc: ttc } = isRecord(totaux) ? totaux : {};
	return { ht: inCents(ht), tva: inCents(vat), ttc: inCents(ttc), rates };
}

/** What these come to by rate, undefined being that of what has none. */
function htByRate(some: readonly Fields[]): ReadonlyMap<number | undefined, number> {
	const sums = new Map<number | undefined, number>();
	for (const { taux_tva: taux, montant_ht: ht } of some) {
		const rate = toNumber(taux);
		sums.set(rate, (sums.get(rate) ?? 0) + (cents(ht) ?? 0));
	}
	return sums;
}

export function invoiceAmounts(invoice: Fields): Amounts {
	const [ht, ttc] = [inCents(invoice.montant_ht), inCents(invoice.montant_ttc)];
	return { ht, tva: ttc - ht, ttc, rates: addUp(linesOf(invoice).map(lineAmounts)).rates };
}

export function addUp(all: readonly Amounts[]): Amounts {
	const sum = (field: 'ht' | 'tva' | 'ttc') => all.reduce((total, one) => total + one[field], 0);
	const rates: Record<string, number> = {};
	for (const [name, amount] of all.flatMap((one) => Object.entries(one.rates))) {
		rates[name] = (rates[name] ?? 0) + amount;
	}
	return { ht: sum('ht'), tva: sum('tva'), ttc: sum('ttc'), rates };
}

/** The part of an invoice that bills a notice of these names; all of it when no line names it. */
export function shareOf(invoice: Fields, names: readonly string[]): Amounts & { byLines: boolean } {
	const lines = linesOf(invoice).filter(({ reference }) => names.includes(trimmedText(reference)));
	return lines.length > 0
		? { ...addUp(lines.map(lineAmounts)), byLines: true }
		: { ...invoiceAmounts(invoice), byLines: false };
}

/** What the node says of an invoice beside its own fields, in `invoice.getMany` and in the event of a new invoice. */
export function invoiceFields(invoice: Fields) {
	const amounts = invoiceAmounts(invoice);
	const billed = linesOf(invoice).map(({ reference }) => trimmedText(reference));
	return {
		est_avoir: isCreditNote(invoice),
		...isoFields(invoice, ['date_facture', 'date_echeance']),
		...inEuros({ montant_tva: amounts.tva }),
		tva_par_taux: inEuros(amounts.rates),
		references_facturees: [...new Set(billed)].filter((reference) => reference !== ''),
	};
}

/** Known amounts as euros. */
export function inEuros(amounts: Readonly<Record<string, number>>): Record<string, number> {
	const known = Object.entries(amounts).filter(([, amount]) => !Number.isNaN(amount));
	return Object.fromEntries(known.map(([name, amount]) => [name, euros(amount)]));
}

export interface InvoicedNotice {
	readonly asked: string;
	/** The answer's fields of the notice, with `factures`. */
	readonly notice: Fields;
}

export interface GatheredInvoice<Notice extends InvoicedNotice = InvoicedNotice> {
	/** As the service sent it first, with the lines that only later answers show. */
	readonly invoice: Fields;
	readonly notices: readonly [Notice, ...Notice[]];
}

/** Each invoice once, as accounting books it. */
export function gatherInvoices<Notice extends InvoicedNotice>(
	found: readonly Notice[],
): Array<GatheredInvoice<Notice>> {
	const gathered = new Map<string, Gathering<Notice>>();
	for (const notice of found) {
		for (const [index, invoice] of listOfFields(notice.notice.factures).entries()) {
			// Without a number nothing shows that two are the same, except that they stand in the same place.
			const key =
				trimmedText(invoice.numero) === ''
					? JSON.stringify([trimmedText(notice.notice.reference) || notice.asked, index])
					: invoiceIdentity(invoice);
			const known = gathered.get(key);
			if (known) known.add(invoice, notice);
			else gathered.set(key, new Gathering(invoice, notice));
		}
	}
	return Array.from(gathered.values(), (one) => one.whole());
}

/** One invoice while the answers that list it are read. */
class Gathering<Notice> {
	private readonly notices: Set<Notice>;
	private readonly lines: Fields[];
	/** References of these lines. */
	private readonly shown: Set<string>;

	constructor(
		private readonly invoice: Fields,
		private readonly first: Notice,
	) {
		this.notices = new Set([first]);
		this.lines = [...linesOf(invoice)];
		this.shown = new Set(this.lines.map(({ reference }) => trimmedText(reference)));
	}

	/** The specification does not say whether an answer shows all lines of an invoice or just those of the notice. */
	add(other: Fields, notice: Notice): void {
		this.notices.add(notice);
		const isMissing = ({ reference }: Fields) => !this.shown.has(trimmedText(reference));
		const missing = linesOf(other).filter(isMissing);
		for (const line of missing) {
			this.lines.push(line);
			this.shown.add(trimmedText(line.reference));
		}
	}

	whole(): { invoice: Fields; notices: [Notice, ...Notice[]] } {
		const [, ...others] = this.notices;
		const isWhole = linesOf(this.invoice).length === this.lines.length;
		const invoice = isWhole ? this.invoice : { ...this.invoice, lignes: this.lines };
		return { invoice, notices: [this.first, ...others] };
	}
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

/** What stands beside `facture` in a new invoice's event, and what Simplify leaves of an invoice: at most ten fields. */
export function simpleInvoice(invoice: Fields): Fields {
	return only({ ...invoiceFields(invoice), ...invoice }, SIMPLE_INVOICE);
}

export const SIMPLE_INVOICE: readonly string[] = [
	'demande',
	'type',
	'numero',
	'date_facture',
	'date_echeance',
	'montant_ht',
	'montant_tva',
	'montant_ttc',
	'tva_par_taux',
	'references_demandees',
];

/** These fields as far as there are any, in this order. */
export function only<Value>(json: Readonly<Record<string, Value>>, fields: readonly string[]) {
	const found = fields.filter((name) => Object.hasOwn(json, name));
	return Object.fromEntries(found.map((name) => [name, json[name] as Value]));
}

function inCents(value: unknown): number {
	return cents(value) ?? NaN;
}
