import { findAccount } from './accounts.mts';
import { addDays } from './calendar.mts';
import { negated, type Price } from './pricing.mts';
import type { Service } from './service.mts';
import { newToken, type Invoice, type Notice } from './store.mts';
import { isObject } from './types.mts';

/** One invoice for all of them. Gives its number. */
export function invoice(service: Service, notices: readonly Notice[]): string {
	if (!service.rules.on('invoice-shared') && notices.length > 1) {
		return notices.map((notice) => invoice(service, [notice])).join(' ');
	}
	const [{ publicKey, body }] = notices as [Notice];
	const discount = findAccount(service.store, publicKey)?.discountPercent ?? 0;
	const lines = notices.map(({ id, reference, price }) => {
		return { notice: id, reference, price: discounted(price, discount) };
	});
	const { nom_raison_sociale } = isObject(body.facturation) ? body.facturation : {};
	const customer = String(nom_raison_sociale ?? 'CABINET DE DÉMONSTRATION');
	return issue(service, 'facture', lines, customer).numero;
}

/** The invoice that still bills the notice, if any. */
export function openInvoice({ store }: Service, notice: Notice): Invoice | null {
	const invoices = store.invoicesOf(notice);
	const bills = invoices.filter(({ type }) => type === 'facture');
	return bills[invoices.length - bills.length] ?? null;
}

/** A credit note over the notice's line of its open invoice; null when nothing is billed. */
export function credit(service: Service, notice: Notice): Invoice | null {
	const open = openInvoice(service, notice);
	const line = open?.lines.find((entry) => entry.notice === notice.id);
	if (!open || !line) return null;
	const { rules, settings } = service;
	const negative = rules.on('credit-negative');
	const price = negative ? negated(line.price, settings.creditSign) : line.price;
	return issue(service, 'avoir', [{ ...line, price }], open.customer);
}

function issue(
	service: Service,
	type: Invoice['type'],
	lines: Invoice['lines'],
	customer: string,
): Invoice {
	const { store } = service;
	const issued = service.parisNow().slice(0, 10);
	const prefix = `${type === 'facture' ? 'FA' : 'AV'}-${issued.slice(0, 4)}`;
	const added = store.invoices.add((id) => ({
		id,
		type,
		numero: `${prefix}-${String(id).padStart(5, '0')}`,
		token: newToken(),
		issued,
		due: addDays(issued, 30),
		lines,
		customer,
	}));
	for (const { notice } of lines) store.notices.rows.get(notice)?.invoices.push(added.id);
	store.save();
	return added;
}

function discounted(price: Price, percent: number): Price {
	if (percent <= 0) return price;
	const { amount: full, rate } = price.lines.annonce;
	const amount = 0 - Math.round((full * percent) / 100);
	return { ...price, discounts: [{ quantity: 1, unit: amount * 10, amount, rate }] };
}
