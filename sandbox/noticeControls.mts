import { totalsOf } from './pricing.mts';
import { documentList } from './routes/views.mts';
import type { Service } from './service.mts';
import type { DocumentType, JournalOrder } from './types.mts';

/**
 * What a newspaper does to a notice, each by reference or order number.
 *
 * @throws {Error} from each when no notice has that reference or number, or it is cancelled
 */
export function fromOutside({ notices }: Service) {
	const standing = (ref: string) => {
		const notice = notices.get(ref);
		if (notice.cancelled) throw new Error(`The notice "${ref}" is cancelled.`);
		return notice;
	};
	return {
		publish: (ref: string): void => notices.setStatus(standing(ref), 'parue'),
		/** @param motif reason (default a demonstration text) */
		suspend: (ref: string, motif = 'Texte à compléter'): void =>
			notices.setStatus(standing(ref), 'suspendue', motif),
		backToBePublished: (ref: string): void => notices.setStatus(standing(ref), 'a-paraitre'),
		/** One invoice for all of them. Gives the invoice's number. */
		invoice: (refs: string | string[]): string => {
			const list = [refs].flat().map(standing);
			const billed = list.find((notice) => notices.billing.openInvoice(notice) !== null);
			if (billed) throw new Error(`The notice "${billed.reference}" is already invoiced.`);
			return notices.billing.invoice(list)[0]?.number ?? '';
		},
		/** A credit note over the notice's invoice. Gives its number. @throws {Error} when not invoiced */
		credit: (ref: string): string => {
			const credit = notices.billing.credit(notices.get(ref));
			if (!credit) throw new Error(`The notice "${ref}" is not invoiced.`);
			return credit.number;
		},
		addDocument: (ref: string, type: DocumentType): void =>
			notices.addDocument(notices.get(ref), type),
		/** As the service's own cancellation: an invoiced notice is credited. */
		cancel: (ref: string): void => void notices.cancel(standing(ref)),
		/** Any status, also one that nobody listed. */
		setStatus: (ref: string, status: string, motif = ''): void =>
			notices.setStatus(standing(ref), status, motif),
	};
}

export type NoticeControls = ReturnType<typeof fromOutside>;

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
