import type { Account } from './accounts.mts';
import { Billing } from './billing.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import { newToken, type Invoice, type Notice, type NoticeData } from './store.mts';
import type { DocumentType } from './types.mts';

/** The life of notices after the order: status, documents, cancellation. */
export class Notices {
	readonly billing: Billing;
	readonly #service: Service;

	constructor(service: Service) {
		this.#service = service;
		this.billing = new Billing(service);
	}

	register(account: Account, number: string | null, data: NoticeData): Notice {
		const { store, settings, now } = this.#service;
		const year = this.#service.parisNow().slice(0, 4);
		const nameOf = (id: number): string => {
			const serial = String(id).padStart(6, '0');
			if (settings.referenceStyle === 'digits') return `00${serial}`;
			const encoded = settings.referenceStyle === 'encoded';
			return encoded ? `${year}/L ${serial}é` : `${year.slice(2)}L${serial}`;
		};
		const notice = store.addNotice((id) => ({
			id,
			publicKey: account.publicKey,
			reference: nameOf(id),
			number,
			status: settings.initialStatus,
			motif: '',
			cancelled: false,
			createdAt: now(),
			documents: [],
			invoices: [],
			data,
		}));
		if (settings.attestationBeforePublication) this.addDocument(notice, 'attestation');
		return notice;
	}

	/** The account's notice by reference or order number; cancelled ones only when asked for. */
	find(publicKey: string, value: string, cancelledToo = false): Notice | null {
		const { store, settings, rules } = this.#service;
		const columns: Array<'reference' | 'number'> = ['reference'];
		if (rules.on('order-number-lookup')) columns.push('number');
		if (settings.lookupFirst === 'number') columns.reverse();
		const isSeen = (notice: Notice) =>
			(notice.publicKey === publicKey || !rules.on('own-notices')) &&
			(!notice.cancelled || cancelledToo);
		for (const column of columns) {
			const found = store.noticesBy(column, value, settings.orderNumberCase).find(isSeen);
			if (found) return found;
		}
		return null;
	}

	/** Whether an order may no longer use the number. */
	isTaken(publicKey: string, number: string): boolean {
		const { store, settings } = this.#service;
		const all = store.noticesBy('number', number, settings.orderNumberCase);
		const own = all.filter((one) => one.publicKey === publicKey);
		return own.some(({ cancelled }) => !(cancelled && settings.cancelledNumberReusable));
	}

	/** @throws {Refusal} when it is suspended and may not be used like that */
	refuseSuspended({ status }: Notice, purpose: 'status' | 'files' | 'cancel'): void {
		const { suspendedNotice } = this.#service.settings;
		const refused = { usable: [''], notCancellable: ['cancel'], filesWithheld: ['files'] };
		const isRefused = suspendedNotice === 'refused' || refused[suspendedNotice].includes(purpose);
		if (status !== 'suspendue' || !isRefused || !this.#service.rules.on('notice-suspended')) return;
		throw new Refusal(['err_annonce_suspendue']);
	}

	/** Any account's notice, for the controls. @throws {Error} when there is none */
	get(value: string): Notice {
		const { store } = this.#service;
		const found = store.noticesBy('reference', value)[0] ?? store.noticesBy('number', value)[0];
		if (!found) throw new Error(`No notice has the reference or order number "${value}".`);
		return found;
	}

	setStatus(notice: Notice, status: string, motif = ''): void {
		Object.assign(notice, { status, motif });
		this.#service.store.notices.save(notice);
		if (status !== 'parue') return;
		const types = notice.documents.map(({ type }) => type);
		const attests = this.#service.settings.attestationAtPublication;
		if (attests && !types.includes('attestation')) this.addDocument(notice, 'attestation');
		if (notice.data.digitalProof && !types.includes('justificatif')) {
			this.addDocument(notice, 'justificatif');
		}
	}

	addDocument(notice: Notice, type: DocumentType): void {
		if (type === 'facture') this.billing.invoice([notice]);
		else if (type === 'avoir') this.billing.credit(notice);
		else {
			const attested = `AT-${String(notice.id).padStart(6, '0')}`;
			const proved = this.#service.rules.on('proof-without-number') ? null : 'JU-1';
			const number = type === 'attestation' ? attested : proved;
			notice.documents.push({ type, number, token: newToken() });
			this.#service.store.notices.save(notice);
		}
	}

	/** Cancels, and gives the invoice and credit note of a notice that had been invoiced. */
	cancel(notice: Notice): Invoice[] {
		if (notice.cancelled) return this.#service.store.invoicesOf(notice);
		const open = this.billing.openInvoice(notice);
		notice.cancelled = true;
		this.#service.store.notices.save(notice);
		if (!open || !this.#service.rules.on('cancel-invoiced')) return open ? [open] : [];
		const credit = this.billing.credit(notice);
		return credit ? [open, credit] : [open];
	}
}
