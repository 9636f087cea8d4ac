import type {
	Aspect,
	FileReading,
	FilesReading,
	NoticeIdentity,
	Outcome,
	StatusReading,
} from '../domain/watch';
import { readReason } from '../domain/watch';
import { recordList } from '../domain/recordList';
import type { Answer } from '../transport/answer';
import { ServiceFailure } from '../transport/failures';

/** What a batch gave for one reference, in the words of the watch. */
export type Found = Answer | ServiceFailure | undefined;

/** Where an answer lists the files of a notice (specification, endpoints 6 to 9). */
const LISTS = { documents: 'documents', invoices: 'factures' } as const;

export function statusOutcome(found: Found, asked: string): Outcome<StatusReading> {
	if (found === undefined) return 'missing';
	if (found instanceof ServiceFailure) {
		// Refused because it is suspended: that is its status.
		return found.has('err_annonce_suspendue')
			? { reference: asked, orderNumber: null, status: 'suspendue', reason: null, refused: true }
			: 'unreadable';
	}
	const status = textOf(found.statut);
	if (status === undefined) return 'unreadable';
	return { ...identityOf(found, asked), status, reason: readReason(found.motif) };
}

export function filesOutcome(
	found: Found,
	asked: string,
	aspect: 'documents' | 'invoices',
): Outcome<FilesReading> {
	if (found === undefined) return 'missing';
	if (found instanceof ServiceFailure) return 'unreadable';
	const list = recordList(found[LISTS[aspect]]);
	if (!list) return 'unreadable';
	const ranks = new Map<string, number>();
	const files = list.map((fields): FileReading => {
		const type = textOf(fields.type) ?? 'document';
		const number = textOf(fields.numero) ?? null;
		const rank = (ranks.get(`${type} ${number ?? ''}`) ?? 0) + 1;
		ranks.set(`${type} ${number ?? ''}`, rank);
		// Links may change with every answer; proofs have no number.
		const name =
			number !== null && rank === 1 ? `${type} ${number}` : `${type} ${number ?? ''}#${rank}`;
		return { type, number, rank, name, fields };
	});
	return { ...identityOf(found, asked), files };
}

/** @returns the field without which an answer about a notice cannot be read, if it lacks it */
export function lackOf(answer: Answer, aspect: Aspect): string | undefined {
	if (aspect === 'status') return textOf(answer.statut) === undefined ? 'statut' : undefined;
	return recordList(answer[LISTS[aspect]]) ? undefined : LISTS[aspect];
}

export function identityOf(answer: Answer, asked: string): NoticeIdentity {
	return {
		reference: textOf(answer.reference) ?? asked,
		orderNumber: textOf(answer.numero_commande) ?? null,
	};
}

function textOf(value: unknown): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return text === '' ? undefined : text;
}
