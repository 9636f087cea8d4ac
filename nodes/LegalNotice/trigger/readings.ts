import type { FileReading, FilesReading, Outcome, StatusReading } from '../domain/watch';
import { readReason } from '../domain/watch';
import { isRecord, type Answer } from '../transport/answer';
import { ServiceFailure } from '../transport/failures';

/** What a batch gave for one reference, in the words of the watch. */
type Found = Answer | ServiceFailure | undefined;

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

/** @param field the list of the answer: `documents` or `factures`; none means that there are none yet */
export function filesOutcome(
	found: Found,
	asked: string,
	field: 'documents' | 'factures',
): Outcome<FilesReading> {
	if (found === undefined) return 'missing';
	if (found instanceof ServiceFailure) return 'unreadable';
	const list: unknown = found[field];
	const ranks = new Map<string, number>();
	const files = (Array.isArray(list) ? list.filter(isRecord) : []).map((fields): FileReading => {
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

function identityOf(answer: Answer, asked: string) {
	return {
		reference: textOf(answer.reference) ?? asked,
		orderNumber: textOf(answer.numero_commande) ?? null,
	};
}

function textOf(value: unknown): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return text === '' ? undefined : text;
}
