import { addDays, parisTime } from './clock.mts';
import type { NoticesContext } from './notices.mts';
import { negated, type Price } from './pricing.mts';
import type { Invoice, Notice } from './records.mts';
import { newToken } from './token.mts';

/** Invoices and credit notes. */
export class Billing {
	readonly #context: NoticesContext;

	constructor(context: NoticesContext) {
		this.#context = context;
	}

	/** One invoice for all of them. */
	invoice(notices: readonly Notice[]): Invoice[] {
		const [first] = notices;
		if (!first) return [];
		if (!this.#context.rules.on('invoice-shared') && notices.length > 1) {
			return notices.flatMap((notice) => this.invoice([notice]));
		}
		const discount = this.#context.accounts.find(first.publicKey)?.discountPercent ?? 0;
		const lines = notices.map((notice) => ({
			notice: notice.id,
			reference: notice.reference,
			price: discounted(notice.data.price, discount),
		}));
		return [this.#issue('facture', lines, customerOf(first))];
	}

	/** The invoice that still bills the notice, if any. */
	openInvoice(notice: Notice): Invoice | null {
		const invoices = this.#context.store.invoices(notice.id);
		const bills = invoices.filter((invoice) => invoice.type === 'facture');
		const credits = invoices.length - bills.length;
		return bills[credits] ?? null;
	}

	/** A credit note over the notice's line of its open invoice; null when nothing is billed. */
	credit(notice: Notice): Invoice | null {
		const open = this.openInvoice(notice);
		const line = open?.lines.find((entry) => entry.notice === notice.id);
		if (!open || !line) return null;
		const negative = this.#context.rules.on('credit-negative');
		const price = negative ? negated(line.price) : line.price;
		return this.#issue('avoir', [{ ...line, price }], open.customer);
	}

	#issue(type: 'facture' | 'avoir', lines: Invoice['lines'], customer: string): Invoice {
		const { store, now } = this.#context;
		const issued = parisTime(now()).slice(0, 10);
		const prefix = type === 'facture' ? 'FA' : 'AV';
		return store.addInvoice(
			{ type, token: newToken(), issued, due: addDays(issued, 30), lines, customer },
			(id) => `${prefix}-${issued.slice(0, 4)}-${String(id).padStart(5, '0')}`,
		);
	}
}

function discounted(price: Price, percent: number): Price {
	if (percent <= 0) return price;
	const { annonce } = price.lines;
	const amount = 0 - Math.round((annonce.amount * percent) / 100);
	return {
		...price,
		discounts: [{ quantity: 1, unit: amount * 10, amount, rate: annonce.rate }],
	};
}

function customerOf(notice: Notice): string {
	const { facturation } = notice.data.body;
	if (
		typeof facturation === 'object' &&
		facturation !== null &&
		'nom_raison_sociale' in facturation
	) {
		return String(facturation.nom_raison_sociale);
	}
	return 'CABINET DE DÉMONSTRATION';
}
