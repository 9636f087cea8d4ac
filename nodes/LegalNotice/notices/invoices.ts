/** What an invoice or credit note comes to, whom its lines bill, and where two answers list the same one. */
import { isoFields } from '../reading/cells/dates';
import { outputFields } from '../domain/ownFields';
import { PRICED } from '../domain/priced';
import { toNumber, trimmedText } from '../reading/cells/parameters';
import { referenceIn } from '../reading/cells/references';
import { cents, euros, euroText, isRecord, listOfFields } from '../reading/records';

/** An object of an answer: amounts in it may be numbers or text. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whole cents, negative for credit notes. What is not stated is NaN, so that no sum with such a part looks complete. */
export interface Amounts {
	readonly ht: number;
	readonly tva: number;
	readonly ttc: number;
	/** VAT and what it applies to, by rate in percent: `tva_20`, `base_tva_20`, `tva_2_1`. */
	readonly rates: Readonly<Record<string, number>>;
}

/** Where the type is missing, the sign of the amount decides. */
export function isCreditNote(invoice: Fields): boolean {
	const { type } = invoice;
	if (typeof type === 'string' && type.trim() !== '') return type === 'avoir';
	return isNegative(invoice);
}

/** By the amount with VAT, or without it where only that is stated. */
function isNegative({ montant_ttc: ttc, montant_ht: ht }: Fields): boolean {
	const amount = inCents(ttc);
	return (Number.isNaN(amount) ? inCents(ht) : amount) < 0;
}

/** The reference in a line or notice; '' for none. */
function referenceOrBlank(fields: Fields): string {
	return referenceIn(fields) ?? '';
}

/** The references that its lines bill, one for each line. */
export function linesBill(invoice: Fields): string[] {
	return listOfFields(invoice.lignes).map(referenceOrBlank);
}

/** The names by which the lines of an invoice may say that they bill this notice. */
export function namesOf(notice: Fields): string[] {
	return [referenceOrBlank(notice), trimmedText(notice.numero_commande)].filter(
		(name) => name !== '',
	);
}

/** A line of an invoice (specification, LigneFacture). */
export interface InvoiceLine {
	readonly fields: Fields;
	/** The reference of the notice that it bills; '' for none. */
	readonly billed: string;
	readonly amounts: Amounts;
}

/** The amounts of a credit note are negative (specification, Facture): lines without the sign get it. */
export function linesOf(invoice: Fields): InvoiceLine[] {
	const lines = listOfFields(invoice.lignes).map((fields) => {
		return { fields, billed: referenceOrBlank(fields), amounts: lineAmounts(fields) };
	});
	const isTakenOff = isCreditNote(invoice) && isNegative(invoice);
	if (!isTakenOff || !lackSign(lines)) return lines;
	return lines.map((line) => ({ ...line, amounts: negative(line.amounts) }));
}

/** Whether lines come to more than nothing: by their totals, or by their items where a line states no totals. */
function lackSign(lines: readonly InvoiceLine[]): boolean {
	const { ht, ttc } = sumOf(lines);
	const items = lines.flatMap(({ fields }) => [...htByRate(itemsOf(fields)).values()]);
	const sums = [ttc, ht, items.reduce((sum, one) => sum + one, 0)];
	return Number(sums.find((sum) => !Number.isNaN(sum))) > 0;
}

/** These objects of a line are sums and discounts, and no items of it. */
const NO_ITEMS = new Set(['totaux', 'remises', 'tva']);

function itemsOf(line: Fields): Fields[] {
	const names = Object.keys(line).filter((name) => !NO_ITEMS.has(name));
	return names.map((name) => line[name]).filter(isRecord);
}

/** What a line bills, in French, such as `Annonce, frais de port`; '' where it names none of the usual parts. */
export function labelOfLine(line: Fields): string {
	const parts = Object.entries(PRICED).filter(([field]) => isRecord(line[field]));
	const labels = parts.map(([, label]) => label);
	if (discountsOf(line).length > 0) labels.push('Remise');
	return labels.map((label, at) => (at === 0 ? label : label.toLowerCase())).join(', ');
}

/** An array in one place of the specification, an object in another (version 1.22). */
function discountsOf({ remises }: Fields): readonly Fields[] {
	return isRecord(remises) ? [remises] : listOfFields(remises);
}

/** A discount takes off, stated with its sign or as what is taken off. */
function lineAmounts(line: Fields): Amounts {
	const { totaux, tva: stated } = line;
	const [itemsHt, discountsHt] = [htByRate(itemsOf(line)), htByRate(discountsOf(line))];
	const sign = Math.sign([...itemsHt.values()].reduce((sum, ht) => sum + ht, 0));
	const rates = new Map<string, number>();
	for (const { taux, montant } of listOfFields(stated)) {
		const rate = toNumber(taux);
		const amount = cents(montant);
		if (rate === undefined || amount === undefined) continue;
		const name = `tva_${String(rate).replace('.', '_')}`;
		const base = sumAt(itemsHt, rate) - sign * Math.abs(sumAt(discountsHt, rate));
		addTo(rates, name, amount);
		rates.set(`base_${name}`, base);
	}
	const totals = isRecord(totaux) ? totaux : {};
	return {
		ht: inCents(totals.montant_ht),
		tva: inCents(totals.montant_tva),
		ttc: inCents(totals.montant_ttc),
		rates: Object.fromEntries(rates),
	};
}

function negative({ ht, tva, ttc, rates }: Amounts): Amounts {
	const turned = Object.entries(rates).map(([name, amount]) => [name, 0 - amount]);
	return { ht: 0 - ht, tva: 0 - tva, ttc: 0 - ttc, rates: Object.fromEntries(turned) };
}

/** What these come to by rate, undefined being that of what has none. */
function htByRate(some: readonly Fields[]): ReadonlyMap<number | undefined, number> {
	const sums = new Map<number | undefined, number>();
	for (const { taux_tva: taux, montant_ht: ht } of some) {
		const amount = cents(ht);
		if (amount !== undefined) addTo(sums, toNumber(taux), amount);
	}
	return sums;
}

function sumAt<Key>(sums: ReadonlyMap<Key, number>, key: Key): number {
	return sums.get(key) ?? 0;
}

function addTo<Key>(sums: Map<Key, number>, key: Key, amount: number): void {
	sums.set(key, sumAt(sums, key) + amount);
}

function invoiceAmounts(invoice: Fields, ofLines: Amounts): Amounts {
	const [ht, ttc] = [inCents(invoice.montant_ht), inCents(invoice.montant_ttc)];
	return { ht, tva: ttc - ht, ttc, rates: ofLines.rates };
}

/** Cents that VAT rounded by line and rate may differ from that of the whole, for each line. */
const ROUNDING = 2;
const SUMS = [
	['ttc', 'including tax'],
	['ht', 'excluding tax'],
] as const;

/** A sentence where the lines do not come to what the invoice does: which of the two is meant, nobody can know. */
export function lineDifference(invoice: Fields, lines: readonly InvoiceLine[]): string[] {
	const ofLines = sumOf(lines);
	const whole = invoiceAmounts(invoice, ofLines);
	const most = ROUNDING * (lines.length + 1);
	// Of lines that do not all state an amount nobody knows whether they agree with one that the invoice states.
	const agree = (one: number, other: number) =>
		Number.isNaN(other) || Math.abs(one - other) <= most;
	const differing = SUMS.find(([sum]) => !agree(ofLines[sum], whole[sum]));
	if (lines.length === 0 || !differing) return [];
	const [sum, words] = differing;
	const name = `${trimmedText(invoice.type) || 'facture'} ${trimmedText(invoice.numero)}`.trim();
	const stated = Number.isNaN(ofLines[sum]) ? 'an unknown amount' : euroText(ofLines[sum]);
	return [
		`The lines shown of ${name} add up to ${stated} ${words}, but its total is ${euroText(whole[sum])}. The difference belongs to other notices, or to charges outside the lines.`,
	];
}

function sumOf(lines: readonly InvoiceLine[]): Amounts {
	return addUp(lines.map(({ amounts }) => amounts));
}

export function addUp(all: readonly Amounts[]): Amounts {
	const sum = (field: 'ht' | 'tva' | 'ttc') => all.reduce((total, one) => total + one[field], 0);
	const rates = new Map<string, number>();
	for (const one of all) {
		for (const [name, amount] of Object.entries(one.rates)) addTo(rates, name, amount);
	}
	return { ht: sum('ht'), tva: sum('tva'), ttc: sum('ttc'), rates: Object.fromEntries(rates) };
}

/** The part of an invoice that bills a notice of these names; all of it when no line names it. */
export function shareOf(invoice: Fields, names: readonly string[]): Amounts & { byLines: boolean } {
	const lines = linesOf(invoice);
	const own = lines.filter(({ billed }) => names.includes(billed));
	if (own.length > 0) return { ...sumOf(own), byLines: true };
	return { ...invoiceAmounts(invoice, sumOf(lines)), byLines: false };
}

/** The fields that the node adds to those of an invoice, in `invoice.getMany` and in the event of a new invoice. */
export function invoiceFields(invoice: Fields) {
	const lines = linesOf(invoice);
	const amounts = invoiceAmounts(invoice, sumOf(lines));
	const billed = lines.map((line) => line.billed);
	return {
		est_avoir: isCreditNote(invoice),
		...isoFields(invoice, ['date_facture', 'date_echeance']),
		...inEuros({ montant_tva: amounts.tva }),
		tva_par_taux: inEuros(amounts.rates),
		references_facturees: [...new Set(billed)].filter((reference) => reference !== ''),
		...warningsOf(lineDifference(invoice, lines)),
	};
}

export function warningsOf(avertissements: string[]): { avertissements?: string[] } {
	if (avertissements.length === 0) return {};
	return { avertissements };
}

/** Known amounts as euros. */
export function inEuros(amounts: Readonly<Record<string, number>>): Record<string, number> {
	const known: Record<string, number> = {};
	for (const [name, amount] of Object.entries(amounts)) {
		if (Number.isFinite(amount)) known[name] = euros(amount);
	}
	return known;
}

export interface InvoicedNotice {
	readonly requested: string;
	/** The answer's fields of the notice, with `factures`. */
	readonly notice: Fields;
}

export interface GatheredInvoice<Notice extends InvoicedNotice = InvoicedNotice> {
	/** The invoice of the first answer that lists it, with the lines that only later answers show. */
	readonly invoice: Fields;
	/** The same as that answer lists it. */
	readonly listed: Fields;
	readonly notices: readonly [Notice, ...Notice[]];
}

/**
 * Each invoice once, as accounting books it. The specification does not say whether an answer shows all lines of an
 * invoice or just those of the notice: those that only a later answer shows are added.
 */
export function gatherInvoices<Notice extends InvoicedNotice>(
	found: readonly Notice[],
): Array<GatheredInvoice<Notice>> {
	const gathered = new Map<string, Gathering<Notice>>();
	for (const notice of found) {
		for (const [index, invoice] of listOfFields(notice.notice.factures).entries()) {
			const key = gatheringKey(notice, invoice, index);
			const lines = listOfFields(invoice.lignes);
			const known = gathered.get(key);
			if (!known) {
				const shown = new Set(lines.map(referenceOrBlank));
				gathered.set(key, { invoice, first: notice, others: new Set(), shown, added: [] });
				continue;
			}
			if (notice !== known.first) known.others.add(notice);
			const missing = lines.filter((line) => !known.shown.has(referenceOrBlank(line)));
			known.added.push(...missing);
			for (const line of missing) known.shown.add(referenceOrBlank(line));
		}
	}
	return Array.from(gathered.values(), ({ invoice, first, others, added }) => {
		const lignes = [...listOfFields(invoice.lignes), ...added];
		const whole = added.length === 0 ? invoice : { ...invoice, lignes };
		return { invoice: whole, listed: invoice, notices: [first, ...others] };
	});
}

/** One invoice while the answers that list it are read. */
interface Gathering<Notice> {
	readonly invoice: Fields;
	readonly first: Notice;
	readonly others: Set<Notice>;
	/** The references that lines bill so far, and the lines that only later answers show. */
	readonly shown: Set<string>;
	readonly added: Fields[];
}

/** Without a number nothing shows that two invoices are the same, except that they have the same place. */
function gatheringKey(
	{ notice, requested }: InvoicedNotice,
	invoice: Fields,
	index: number,
): string {
	if (trimmedText(invoice.numero) !== '') return invoiceIdentity(invoice);
	return JSON.stringify([referenceIn(notice) ?? requested, index]);
}

/**
 * What makes an invoice the same one wherever it is listed. Its link is no part of that, for it may be new in every
 * answer. So two newspapers whose invoices share type, number, date and amounts are taken for one.
 */
export function invoiceIdentity(invoice: Fields): string {
	const { type, numero, date_facture: date, montant_ht: ht, montant_ttc: ttc } = invoice;
	const texts = [type, numero, date].map(trimmedText);
	// The last was the link: without it, triggers would report again what they have stored.
	return JSON.stringify([...texts, inCents(ht), inCents(ttc), '']);
}

/** The event of a new invoice has these fields besides `facture`, and Simplify leaves them: at most ten. */
export function simpleInvoice(invoice: Fields): Fields {
	// An event has the reference of its notice.
	const names = SIMPLE_INVOICE.filter((name) => name !== 'reference');
	return firstTen(outputFields(invoice, invoiceFields(invoice)), names);
}

export const SIMPLE_INVOICE: readonly string[] = [
	'numero',
	'date_facture',
	'montant_ttc',
	'reference',
	'montant_ht',
	'montant_tva',
	'type',
	'references_demandees',
	'avertissements',
	'date_echeance',
	'tva_par_taux',
];

/** Simplify leaves at most so many fields: more are hard to look through. */
const MOST_FIELDS = 10;

/** The first ten of these fields that there are. */
export function firstTen<Value>(json: Readonly<Record<string, Value>>, fields: readonly string[]) {
	const found = fields.filter((name) => Object.hasOwn(json, name)).slice(0, MOST_FIELDS);
	return Object.fromEntries(found.map((name) => [name, json[name] as Value]));
}

/** NaN for what is no amount; in JSON it is written as null. */
function inCents(value: unknown): number {
	return cents(value) ?? NaN;
}
