import type { Service } from './service.mts';
import type { DocumentType } from './types.mts';

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
			const list = (Array.isArray(refs) ? refs : [refs]).map(standing);
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
		cancel: (ref) => {
			notices.cancel(standing(ref));
		},
		setStatus: (ref, status, motif = '') => notices.setStatus(standing(ref), status, motif),
	};
}
