import type { Aspect, FileReading, FilesReading, Outcome } from '../domain/watch';
import type { FoundNotice } from '../transport/batch';
import { ServiceFailure } from '../transport/failures';
import { identityOf } from '../transport/statusReading';
import { nonEmptyText } from '../domain/parameters';
import { recordList } from '../domain/records';
import type { Answer } from '../transport/envelope';

/** Where an answer lists the files of a notice (specification, endpoints 6 to 9). */
const LISTS = { documents: 'documents', invoices: 'factures' } as const;

export function filesOutcome(
	found: FoundNotice,
	asked: string,
	aspect: 'documents' | 'invoices',
): Outcome<FilesReading> {
	if (found === undefined) return 'missing';
	if (found instanceof ServiceFailure) return 'unreadable';
	const list = recordList(found[LISTS[aspect]]);
	if (!list) return 'unreadable';
	const ranks = new Map<string, number>();
	const files = list.map((fields): FileReading => {
		const type = nonEmptyText(fields.type) ?? 'document';
		const number = nonEmptyText(fields.numero) ?? null;
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
	if (aspect === 'status') return nonEmptyText(answer.statut) === undefined ? 'statut' : undefined;
	return recordList(answer[LISTS[aspect]]) ? undefined : LISTS[aspect];
}
