import { Refusal } from './fields.mts';
import type { Appearance } from './calendar.mts';
import type { Personality } from './personality.mts';
import type { Price } from './tariff.mts';

export type DocumentType = 'attestation' | 'justificatif' | 'facture' | 'avoir';

export interface Paper {
	readonly type: DocumentType;
	/** Absent for proofs. */
	readonly numero?: string;
	/** Name of the file behind the link. */
	readonly file: string;
	/** Day of issue, `AAAA-MM-JJ`. */
	readonly date: string;
}

export interface Notice {
	readonly reference: string;
	readonly numero_commande?: string;
	readonly dossier: string;
	readonly body: unknown;
	readonly appearance: Appearance;
	readonly price: Price;
	statut: string;
	motif?: string;
	cancelled: boolean;
	readonly papers: Paper[];
}

/** The notices ordered, found by the service's reference or by the order number. */
export class Notices {
	readonly all: Notice[] = [];
	readonly #personality: Personality;
	#papers = 0;

	constructor(personality: Personality) {
		this.#personality = personality;
	}

	#same(one: string | undefined, other: string): boolean {
		if (this.#personality.numberCaseSensitive) return one === other;
		return one?.toLowerCase() === other.toLowerCase();
	}

	/** A live notice first, else the last one cancelled. */
	find(key: string): Notice | undefined {
		const matches = this.all.filter(
			(notice) => notice.reference === key || this.#same(notice.numero_commande, key),
		);
		return matches.find((notice) => !notice.cancelled) ?? matches.at(-1);
	}

	/** @throws Refusal `err_annonce_commandee` when the order number is taken. */
	register(
		order: Pick<Notice, 'dossier' | 'body' | 'appearance' | 'price'>,
		numero_commande: string | undefined,
	): Notice {
		const taken = numero_commande === undefined ? undefined : this.find(numero_commande);
		const free = taken === undefined || taken.cancelled;
		if (!free || (taken !== undefined && !this.#personality.cancelledNumberReusable)) {
			throw new Refusal(['err_annonce_commandee']);
		}
		const rank = this.all.length + 1;
		const notice: Notice = {
			...order,
			// Strings that look like numbers keep their leading zeros only if treated as strings.
			reference: this.#personality.tidyText
				? `AL-2026-${String(rank).padStart(6, '0')}`
				: `00${String(481_022 + rank * 7)}`,
			...(numero_commande !== undefined && { numero_commande }),
			statut: this.#personality.initialStatus,
			cancelled: false,
			papers: [],
		};
		this.all.push(notice);
		return notice;
	}

	addPaper(notice: Notice, type: DocumentType, date: string): Paper {
		this.#papers += 1;
		const rank = String(this.#papers).padStart(4, '0');
		const paper: Paper = {
			type,
			...(type !== 'justificatif' && { numero: `${type.slice(0, 2).toUpperCase()}26-${rank}` }),
			file: `${type}-${rank}.pdf`,
			date,
		};
		notice.papers.push(paper);
		return paper;
	}

	/** Section "Endpoints" 3: one already invoiced gets its credit note. */
	cancel(notice: Notice, date: string): void {
		if (notice.cancelled) return;
		notice.cancelled = true;
		const count = (type: DocumentType) =>
			notice.papers.filter((paper) => paper.type === type).length;
		if (count('facture') > count('avoir')) this.addPaper(notice, 'avoir', date);
	}
}
