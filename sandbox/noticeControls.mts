import { totalsOf } from './pricing.mts';
import { documentList } from './routes/views.mts';
import type { Service } from './service.mts';
import type { DocumentType, JournalOrder } from './types.mts';

/** What a newspaper does to a notice, each by reference or order number. */
export interface NoticeControls {
	publish(ref: string): void;
	/** @param motif reason (default a demonstration text) */
	suspend(ref: string, motif?: string): void;
	backToBePublished(ref: string): void;
	/** One invoice for all of them. Gives the invoice's number. */
	invoice(refs: string | string[]): string;
	/** A credit note over the notice's invoice. Gives its number. @throws {Error} when not invoiced */
	credit(ref: string): string;
	addDocument(ref: string, type: DocumentType): void;
	/** As the service's own cancellation: an invoiced notice is credited. */
	cancel(ref: string): void;
	/** Any status, also one that nobody listed. */
	setStatus(ref: string, status: string, motif?: string): void;
}

/** @throws {Error} from each when no notice has that reference or number, or it is cancelled */
export function fromOutside({ notices }: Service): NoticeControls {
	const standing = (ref: string) => {
		const notice = notices.get(ref);
		if (notice.cancelled) throw new Error(`The notice "${ref}" is cancelled.`);
		return notice;
	};
	return {
		publish: (ref) => notices.setStatus(standing(ref), 'parue'),
		suspend: (ref, motif = 'Texte à compléter') =>
			notices.setStatus(standing(ref), 'suspendue', motif),
		backToBePublished: (ref) => notices.setStatus(standing(ref), 'a-paraitre'),
		invoice: (refs) => {
			const list = [refs].flat().map(standing);
			const billed = list.find((notice) => notices.billing.openInvoice(notice) !== null);
			if (billed) throw new Error(`The notice "${billed.reference}" is already invoiced.`);
			return notices.billing.invoice(list)[0]?.number ?? '';
		},
		credit: (ref) => {
			const credit = notices.billing.credit(notices.get(ref));
			if (!credit) throw new Error(`The notice "${ref}" is not invoiced.`);
			return credit.number;
		},
		addDocument: (ref, type) => notices.addDocument(notices.get(ref), type),
		cancel: (ref) => void notices.cancel(standing(ref)),
		setStatus: (ref, status, motif = '') => notices.setStatus(standing(ref), status, motif),
	};
}

/**
 * The notices that were registered, cancelled ones too, oldest first.
 *
 * @param last only that many of the newest
 */
export function ordersOf(service: Service, linkBase: string, last = Infinity): JournalOrder[] {
	const all = [...service.store.notices.rows.values()];
	return all.slice(-last).map((notice) => {
		const { price, ...data } = notice.data;
		return {
			...data,
			reference: notice.reference,
			numero_commande: notice.number,
			publicKey: notice.publicKey,
			at: notice.createdAt,
			statut: notice.status,
			motif: notice.motif,
			cancelled: notice.cancelled,
			invoiced: service.notices.billing.openInvoice(notice) !== null,
			montant_ttc: totalsOf([price], service.rules).gross / 100,
			documents: documentList(service, notice, linkBase),
		};
	});
}
