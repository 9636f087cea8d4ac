import type { Turn } from './advance';
import { digest128, digest48 } from './digest';
import { tellsAtFirstSight } from './naming';
import { heldKey, type Seen } from './state';
import { wantedType } from './stepStatus';
import type { FileReading, FilesReading, Watched, WatchSettings } from './types';

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
	const now = knownNow(turn, watched, seen);
	if (!seen.toldOf.has(aspect) && now.status === null && asksForStatus(settings)) return seen;
	const isNews =
		seen.toldOf.has(aspect) || tellsAtFirstSight(settings.firstSight, now.status ?? undefined);
	const told = new Set(seen.told);
	for (const file of outcome.files) {
		const isInvoice = INVOICE_TYPES.has(file.type);
		if (aspect === 'documents' && isInvoice && settings.events.has('newInvoice')) continue;
		const key = digest48(file.name);
		if (told.has(key)) continue;
		const wanted = aspect === 'invoices' || wantedType(settings.documentTypes, file);
		if (!isNews || !wanted || tell(turn, watched, now, outcome, file, aspect)) told.add(key);
	}
	const sameAsBefore = told.size === seen.told.size && seen.toldOf.has(aspect);
	return sameAsBefore ? seen : { ...seen, told, toldOf: new Set([...seen.toldOf, aspect]) };
}

interface StatusNow {
	readonly status: string | null;
	readonly reason: string | null;
}

/** As read in this poll, also where the event that tells it is held back; otherwise as remembered. */
function knownNow(turn: Turn, { text }: Watched, seen: Seen): StatusNow {
	const reading = turn.poll.answers.statuses.get(text);
	const remembered = { status: seen.status ?? null, reason: seen.reason?.text ?? null };
	if (typeof reading !== 'object') return remembered;
	const { status, reason, refused } = reading;
	return { status, reason: refused === true ? remembered.reason : reason };
}

/** Whether it takes the status to say if what is there at first sight is news. */
function asksForStatus({ firstSight }: WatchSettings): boolean {
	return firstSight === 'publishedOrSuspended';
}

/** @returns whether it is told now; otherwise it waits for its file */
function tell(
	turn: Turn,
	watched: Watched,
	now: StatusNow,
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
		status: now.status,
		previousStatus: null,
		reason: now.reason,
		previousReason: null,
		seenAt: Math.min(turn.poll.nowMs, since * 1000),
		...(aspect === 'documents' ? { document: file.fields } : { invoice: file.fields }),
		files: turn.poll.settings.files ? [file] : [],
		documentMissing: false,
		filesMissing: ready === 'giveUp',
	});
	return true;
}
