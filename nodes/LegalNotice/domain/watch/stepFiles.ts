import type { Turn } from './advance';
import { digest128, digest48 } from './digest';
import { tellsAtFirstSight } from './naming';
import { heldKey, type Seen } from './state';
import { wantedType } from './stepStatus';
import type { FileReading, FilesReading, Watched } from './types';

const INVOICE_TYPES = new Set(['facture', 'avoir']);

/**
 * Documents or invoices of one notice: each that was not told yet comes out once. At first sight, what is there is
 * news only if 'first sight' says so. An invoice is told by the more specific of the two events.
 */
export function stepFiles(
	turn: Turn,
	watched: Watched,
	seen: Seen,
	aspect: 'documents' | 'invoices',
): Seen {
	const { answers, settings } = turn.poll;
	const event = aspect === 'documents' ? 'newDocument' : 'newInvoice';
	if (!settings.events.has(event)) return seen;
	const outcome = answers[aspect].get(watched.text);
	if (typeof outcome !== 'object') {
		turn.keepHeld(heldKey(watched.hash, 'files'));
		return seen;
	}
	const isNews = seen.toldOf.has(aspect) || tellsAtFirstSight(settings.firstSight, seen.status);
	const told = new Set(seen.told);
	for (const file of outcome.files) {
		const isInvoice = INVOICE_TYPES.has(file.type);
		if (aspect === 'documents' && isInvoice && settings.events.has('newInvoice')) continue;
		const key = digest48(file.name);
		if (told.has(key)) continue;
		const wanted = aspect === 'invoices' || wantedType(settings.documentTypes, file);
		if (!isNews || !wanted || tell(turn, watched, seen, outcome, file, aspect)) told.add(key);
	}
	const sameAsBefore = told.size === seen.told.size && seen.toldOf.has(aspect);
	return sameAsBefore ? seen : { ...seen, told, toldOf: new Set([...seen.toldOf, aspect]) };
}

/** @returns whether it is told now; otherwise it waits for its file */
function tell(
	turn: Turn,
	watched: Watched,
	seen: Seen,
	notice: FilesReading,
	file: FileReading,
	aspect: 'documents' | 'invoices',
): boolean {
	// A document is the same one whichever state meets it first.
	const id = digest128(['file', notice.reference, file.name]);
	const since = turn.heldSince(heldKey(watched.hash, 'files'));
	const ready = turn.filesReady(watched, id);
	if (ready === 'wait') return false;
	turn.events.push({
		id,
		event: aspect === 'documents' ? 'newDocument' : 'newInvoice',
		asked: watched.text,
		reference: notice.reference,
		orderNumber: notice.orderNumber,
		status: seen.status ?? null,
		previousStatus: null,
		reason: seen.reason?.text ?? null,
		previousReason: null,
		seenAt: Math.min(turn.poll.nowMs, since * 1000),
		...(aspect === 'documents' ? { document: file.fields } : { invoice: file.fields }),
		files: turn.poll.settings.files ? [file] : [],
		documentMissing: false,
		filesMissing: ready === 'giveUp',
	});
	return true;
}
