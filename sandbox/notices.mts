import type { Account, Accounts } from './accounts.mts';
import { Billing } from './billing.mts';
import { parisTime } from './clock.mts';
import type { RuleBook } from './rules.mts';
import type { Settings } from './settings.mts';
import type { Invoice, Notice, NoticeData } from './records.mts';
import type { Store } from './store.mts';
import { newToken } from './token.mts';
import type { DocumentType } from './types.mts';

export interface NoticesContext {
	store: Store;
	accounts: Accounts;
	rules: RuleBook;
	settings: Settings;
	/** Business time, epoch milliseconds. */
	now: () => number;
}

/** The life of notices after the order: status, documents, cancellation. */
export class Notices {
	readonly billing: Billing;
	readonly #context: NoticesContext;

	constructor(context: NoticesContext) {
		this.#context = context;
		this.billing = new Billing(context);
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
		if (type === 'facture') this.billing.invoice([notice]);
		else if (type === 'avoir') this.billing.credit(notice);
		else if (type === 'attestation') this.#addAttestation(notice);
		else {
			const number = this.#context.rules.on('proof-without-number') ? null : 'JU-1';
			this.#context.store.addDocument({ notice: notice.id, type, number, token: newToken() });
		}
	}

	/** Cancels, and gives the invoice and credit note of a notice that had been invoiced. */
	cancel(notice: Notice): Invoice[] {
		const { store, rules } = this.#context;
		const open = this.billing.openInvoice(notice);
		store.cancelNotice(notice.id);
		if (!open || !rules.on('cancel-invoiced')) return open ? [open] : [];
		const credit = this.billing.credit(notice);
		return credit ? [open, credit] : [open];
	}

	#addAttestation(notice: Notice): void {
		const number = `AT-${String(notice.id).padStart(6, '0')}`;
		const { store } = this.#context;
		store.addDocument({ notice: notice.id, type: 'attestation', number, token: newToken() });
	}
}
