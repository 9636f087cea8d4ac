import { randomBytes } from 'node:crypto';
import type { Account, Accounts } from './accounts.mts';
import { addDays, parisTime } from './clock.mts';
import { negated, type Price } from './pricing.mts';
import type { RuleBook } from './rules.mts';
import type { Settings } from './settings.mts';
import type { Invoice, Notice, NoticeData, Store } from './store.mts';
import type { DocumentType } from './types.mts';

export interface NoticesContext {
	store: Store;
	accounts: Accounts;
	rules: RuleBook;
	settings: Settings;
	/** Business time, epoch milliseconds. */
	now: () => number;
}

/** The life of notices after the order: status, documents, invoices, cancellation. */
export class Notices {
	readonly #context: NoticesContext;

	constructor(context: NoticesContext) {
		this.#context = context;
	}

	register(account: Account, number: string | null, data: NoticeData): Notice {
		const { store, settings, now } = this.#context;
		const year = parisTime(now()).slice(0, 4);
		const name = (id: number): string => {
			const serial = String(id).padStart(6, '0');
			return settings.referenceStyle === 'encoded'
				? `${year}/L ${serial}é`
				: `${year.slice(2)}L${serial}`;
		};
		const notice = store.addNotice(
			{
				publicKey: account.publicKey,
				number,
				status: settings.initialStatus,
				motif: '',
				createdAt: now(),
				data,
			},
			name,
		);
		if (settings.attestationBeforePublication) this.#addAttestation(notice);
		return notice;
	}

	/** The account's notice by reference or order number; cancelled ones only when asked for. */
	find(publicKey: string, value: string, cancelledToo = false): Notice | null {
		const { store, settings, rules } = this.#context;
		const columns: Array<'reference' | 'number'> = ['reference'];
		if (rules.on('order-number-lookup')) columns.push('number');
		if (settings.lookupFirst === 'number') columns.reverse();
		for (const column of columns) {
			const found = store
				.noticesBy(column, value)
				.find(
					(notice) =>
						(notice.publicKey === publicKey || !rules.on('own-notices')) &&
						(!notice.cancelled || cancelledToo),
				);
			if (found) return found;
		}
		return null;
	}

	/** Whether an order may no longer use the number. */
	isTaken(publicKey: string, number: string): boolean {
		const { store, settings } = this.#context;
		return store
			.noticesBy('number', number)
			.some(
				(notice) =>
					notice.publicKey === publicKey && !(notice.cancelled && settings.cancelledNumberReusable),
			);
	}

	/** Any account's notice, for the controls. @throws {Error} when there is none */
	get(value: string): Notice {
		const { store } = this.#context;
		const found = store.noticesBy('reference', value)[0] ?? store.noticesBy('number', value)[0];
		if (!found) throw new Error(`No notice has the reference or order number "${value}".`);
		return found;
	}

	setStatus(notice: Notice, status: string, motif = ''): void {
		const { store } = this.#context;
		store.setStatus(notice.id, status, motif);
		if (status !== 'parue') return;
		const types = store.documents(notice.id).map((document) => document.type);
		if (!types.includes('attestation')) this.#addAttestation(notice);
		if (notice.data.digitalProof && !types.includes('justificatif')) {
			this.addDocument(notice, 'justificatif');
		}
	}

	addDocument(notice: Notice, type: DocumentType): void {
		if (type === 'facture') this.invoice([notice]);
		else if (type === 'avoir') this.credit(notice);
		else if (type === 'attestation') this.#addAttestation(notice);
		else {
			const number = this.#context.rules.on('proof-without-number') ? null : 'JU-1';
			this.#context.store.addDocument({ notice: notice.id, type, number, token: token() });
		}
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

	/** Cancels, and gives the invoice and credit note of a notice that had been invoiced. */
	cancel(notice: Notice): Invoice[] {
		const { store, rules } = this.#context;
		const open = this.openInvoice(notice);
		store.cancelNotice(notice.id);
		if (!open || !rules.on('cancel-invoiced')) return open ? [open] : [];
		const credit = this.credit(notice);
		return credit ? [open, credit] : [open];
	}

	#issue(type: 'facture' | 'avoir', lines: Invoice['lines'], customer: string): Invoice {
		const { store, now } = this.#context;
		const issued = parisTime(now()).slice(0, 10);
		const prefix = type === 'facture' ? 'FA' : 'AV';
		return store.addInvoice(
			{ type, token: token(), issued, due: addDays(issued, 30), lines, customer },
			(id) => `${prefix}-${issued.slice(0, 4)}-${String(id).padStart(5, '0')}`,
		);
	}

	#addAttestation(notice: Notice): void {
		const number = `AT-${String(notice.id).padStart(6, '0')}`;
		const { store } = this.#context;
		store.addDocument({ notice: notice.id, type: 'attestation', number, token: token() });
	}
}

function token(): string {
	return randomBytes(12).toString('hex');
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
