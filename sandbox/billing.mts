import { addDays } from './calendar.mts';
import { isObject } from './fields.mts';
import { negated, type Price } from './pricing.mts';
import type { Service } from './service.mts';
import { newToken, type Invoice, type Notice } from './store.mts';

/** Invoices and credit notes. */
export class Billing {
	readonly #service: Service;

	constructor(service: Service) {
		this.#service = service;
	}

	/** One invoice for all of them. */
	invoice(notices: readonly Notice[]): Invoice[] {
		const [first] = notices;
		if (!first) return [];
		if (!this.#service.rules.on('invoice-shared') && notices.length > 1) {
			return notices.flatMap((notice) => this.invoice([notice]));
		}
		const discount = this.#service.accounts.find(first.publicKey)?.discountPercent ?? 0;
		const lines = notices.map(({ id, reference, data }) => ({
			notice: id,
			reference,
			price: discounted(data.price, discount),
		}));
		return [this.#issue('facture', lines, customerOf(first))];
	}

	/** The invoice that still bills the notice, if any. */
	openInvoice(notice: Notice): Invoice | null {
		const invoices = this.#service.store.invoicesOf(notice);
		const bills = invoices.filter((invoice) => invoice.type === 'facture');
		return bills[invoices.length - bills.length] ?? null;
	}

	/** A credit note over the notice's line of its open invoice; null when nothing is billed. */
	credit(notice: Notice): Invoice | null {
		const open = this.openInvoice(notice);
		const line = open?.lines.find((entry) => entry.notice === notice.id);
		if (!open || !line) return null;
		const { rules, settings } = this.#service;
		const negative = rules.on('credit-negative');
		const price = negative ? negated(line.price, settings.creditSign) : line.price;
		return this.#issue('avoir', [{ ...line, price }], open.customer);
	}

	#issue(type: Invoice['type'], lines: Invoice['lines'], customer: string): Invoice {
		const { store } = this.#service;
		const issued = this.#service.parisNow().slice(0, 10);
		const prefix = `${type === 'facture' ? 'FA' : 'AV'}-${issued.slice(0, 4)}`;
		const invoice = store.invoices.add((id) => ({
			id,
			type,
			number: `${prefix}-${String(id).padStart(5, '0')}`,
			token: newToken(),
			issued,
			due: addDays(issued, 30),
			lines,
			customer,
		}));
		for (const { notice: id } of lines) {
			const notice = store.notices.rows.get(id);
			notice?.invoices.push(invoice.id);
			if (notice) store.notices.save(notice);
		}
		return invoice;
	}
}

function discounted(price: Price, percent: number): Price {
	if (percent <= 0) return price;
	const { amount: full, rate } = price.lines.annonce;
	const amount = 0 - Math.round((full * percent) / 100);
	return { ...price, discounts: [{ quantity: 1, unit: amount * 10, amount, rate }] };
}

function customerOf({ data }: Notice): string {
	const { facturation } = data.body;
	const named = isObject(facturation) && 'nom_raison_sociale' in facturation;
	return named ? String(facturation.nom_raison_sociale) : 'CABINET DE DÉMONSTRATION';
}
