import { credit, invoice, openInvoice } from './billing.mts';
import { addDocument, cancel, setStatus } from './notices.mts';
import { totalsOf } from './pricing.mts';
import { documentList } from './routes/views.mts';
import type { Service } from './service.mts';
import type { DocumentType, Notice } from './store.mts';

/**
 * What a newspaper does to a notice, each by reference or order number.
 *
 * @throws {Error} from each when no notice has that reference or number, or it is cancelled
 */
export function fromOutside(service: Service) {
	const { store } = service;
	const known = (ref: string): Notice => {
		const [found] = [
			...store.noticesBy('reference', ref),
			...store.noticesBy('numero_commande', ref),
		];
		if (!found) throw new Error(`No notice has the reference or order number "${ref}".`);
		return found;
	};
	const standing = (ref: string): Notice => {
		const notice = known(ref);
		if (notice.cancelled) throw new Error(`The notice "${ref}" is cancelled.`);
		return notice;
	};
	/** Any status, also one that nobody listed. */
	const set = (ref: string, status: string, motif?: string): void =>
		setStatus(service, standing(ref), status, motif);
	return {
		publish: (ref: string): void => set(ref, 'parue'),
		/** @param motif reason (default a demonstration text) */
		suspend: (ref: string, motif = 'Texte à compléter'): void => set(ref, 'suspendue', motif),
		backToBePublished: (ref: string): void => set(ref, 'a-paraitre'),
		/** One invoice for all of them. Gives the invoice's number. */
		invoice: (refs: string | string[]): string => {
			const list = [refs].flat().map(standing);
			const billed = list.find((notice) => openInvoice(service, notice) !== null);
			if (billed) throw new Error(`The notice "${billed.reference}" is already invoiced.`);
			return invoice(service, list);
		},
		/** A credit note over the notice's invoice. Gives its number. @throws {Error} when not invoiced */
		credit: (ref: string): string => {
			const credited = credit(service, known(ref));
			if (!credited) throw new Error(`The notice "${ref}" is not invoiced.`);
			return credited.numero;
		},
		addDocument: (ref: string, type: DocumentType): void => addDocument(service, known(ref), type),
		/** As the service's own cancellation: an invoiced notice is credited. */
		cancel: (ref: string): void => void cancel(service, standing(ref)),
		setStatus: set,
	};
}

export type NoticeControls = ReturnType<typeof fromOutside>;

/**
 * The notices that were registered, cancelled ones too, oldest first: what the exactly-once tests count.
 *
 * @param last only that many of the newest
 */
export function ordersOf(service: Service, linkBase: string, last = Infinity) {
	const all = [...service.store.notices.rows.values()];
	return all.slice(-last).map((notice) => ({
		...notice,
		invoiced: openInvoice(service, notice) !== null,
		/** Euros including tax. */
		montant_ttc: totalsOf([notice.price], service.rules).gross / 100,
		documents: documentList(service, notice, linkBase),
	}));
}

export type JournalOrder = ReturnType<typeof ordersOf>[number];
