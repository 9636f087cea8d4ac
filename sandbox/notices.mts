import type { Account } from './accounts.mts';
import { credit, invoice, openInvoice } from './billing.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import { newToken, type DocumentType, type Invoice } from './store.mts';
import type { Notice, NoticeData } from './store.mts';

/** What somebody wants of a notice: whether it is suspended or cancelled matters to some only. */
export type Purpose = 'status' | 'files' | 'cancel';

export function register(service: Service, { publicKey }: Account, data: NoticeData): Notice {
	const { store, settings, now } = service;
	const year = service.parisNow().slice(0, 4);
	const nameOf = (id: number): string => {
		const serial = String(id).padStart(6, '0');
		if (settings.referenceStyle === 'digits') return `00${serial}`;
		const encoded = settings.referenceStyle === 'encoded';
		return encoded ? `${year}/L ${serial}é` : `${year.slice(2)}L${serial}`;
	};
	const notice = store.addNotice((id) => ({
		...data,
		id,
		publicKey,
		reference: nameOf(id),
		statut: settings.initialStatus,
		motif: '',
		cancelled: false,
		at: now(),
		documents: [],
		invoices: [],
	}));
	if (settings.attestationBeforePublication) addDocument(service, notice, 'attestation');
	return notice;
}

/**
 * The account's notice by reference or order number; a cancelled one where it still serves that purpose.
 *
 * @throws {Refusal} when it is suspended and may not be used like that
 */
export function findNotice(
	{ store, settings, rules }: Service,
	{ publicKey }: Account,
	value: string,
	purpose: Purpose,
): Notice | undefined {
	const cancelledToo = {
		status: false,
		files: settings.cancelledDocuments === 'served',
		cancel: settings.cancelledTwice === 'repeated',
	}[purpose];
	const isSeen = (notice: Notice) =>
		(notice.publicKey === publicKey || !rules.on('own-notices')) &&
		(!notice.cancelled || cancelledToo || !rules.on('cancelled-hidden'));
	const columns: Array<'reference' | 'numero_commande'> = ['reference'];
	if (rules.on('order-number-lookup')) columns.push('numero_commande');
	const notice = columns
		.flatMap((column) => store.noticesBy(column, value, settings.orderNumberCase))
		.find(isSeen);
	const { suspendedNotice } = settings;
	const refused = { usable: '', notCancellable: 'cancel', filesWithheld: 'files' };
	const isRefused = suspendedNotice === 'refused' || refused[suspendedNotice] === purpose;
	if (notice?.statut === 'suspendue' && isRefused && rules.on('notice-suspended')) {
		throw new Refusal(['err_annonce_suspendue']);
	}
	return notice;
}

/** Whether an order may no longer use the number. */
export function isTaken({ store, settings }: Service, { publicKey }: Account, number: string) {
	const all = store.noticesBy('numero_commande', number, settings.orderNumberCase);
	const own = all.filter((one) => one.publicKey === publicKey);
	return own.some(({ cancelled }) => !(cancelled && settings.cancelledNumberReusable));
}

export function setStatus(service: Service, notice: Notice, statut: string, motif = ''): void {
	Object.assign(notice, { statut, motif });
	service.store.save();
	if (statut !== 'parue') return;
	const addOnce = (type: DocumentType): void => {
		if (!notice.documents.some((one) => one.type === type)) addDocument(service, notice, type);
	};
	if (service.settings.attestationAtPublication) addOnce('attestation');
	if (notice.digitalProof) addOnce('justificatif');
}

export function addDocument(service: Service, notice: Notice, type: DocumentType): void {
	if (type === 'facture') invoice(service, [notice]);
	else if (type === 'avoir') credit(service, notice);
	else {
		const attested = `AT-${String(notice.id).padStart(6, '0')}`;
		const proved = service.rules.on('proof-without-number') ? null : 'JU-1';
		const numero = type === 'attestation' ? attested : proved;
		notice.documents.push({ type, numero, token: newToken() });
		service.store.save();
	}
}

/** Cancels, and gives the invoice and credit note of a notice that had been invoiced. */
export function cancel(service: Service, notice: Notice): Invoice[] {
	if (notice.cancelled) return service.store.invoicesOf(notice);
	const open = openInvoice(service, notice);
	notice.cancelled = true;
	service.store.save();
	const credited = open && service.rules.on('cancel-invoiced') ? credit(service, notice) : null;
	return [open, credited].filter((one) => one !== null);
}
