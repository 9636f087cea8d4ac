import { digest128, digest48 } from './digest';
import { statusText, tellsAtFirstSight } from './naming';
import type { Notice } from './notices';
import { aspectsRead } from './schedule';
import { HELD_FOR, heldKey, type Seen } from './state';
import { wantedType } from './stepStatus';
import type { Turn } from './turn';
import type { FileReading, FilesReading, WatchSettings } from './types';

/** Documents and invoices of one notice that are remembered beyond those that are there. */
const MOST_TOLD = 200;
const INVOICE_TYPES = new Set(['facture', 'avoir']);

/**
 * Documents or invoices of one notice: each that was not told yet comes out once. At first sight, what is there is
 * news only if 'first sight' says so. An invoice is told by the more specific of the two events.
 */
export function stepFiles(
	turn: Turn,
	notice: Notice,
	seen: Seen,
	aspect: 'documents' | 'invoices',
): Seen {
	const { settings } = turn.poll;
	const event = aspect === 'documents' ? 'newDocument' : 'newInvoice';
	if (!settings.events.has(event)) return seen;
	const read = turn.filesOf(notice, aspect);
	const outcome = turn.hasNone(notice, seen, aspect) ? noFiles(notice) : read;
	if (typeof outcome !== 'object') {
		turn.holds.keep(notice.hash, HELD_FOR[aspect]);
		return seen;
	}
	const now = knownNow(turn, notice, seen);
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
		if (!isNews || !wanted || tell(turn, notice, now, outcome, file, aspect)) told.add(key);
	}
	if (told.size > MOST_TOLD) forgetAbsent(turn, notice, seen, told);
	return { ...seen, told, toldOf: new Set([...seen.toldOf, aspect]) };
}

/**
 * A service that names its documents anew at every poll must not make the state grow for ever. Documents and invoices
 * are remembered together, so what is there is known only to a poll that read all that is watched of them.
 */
function forgetAbsent(turn: Turn, notice: Notice, seen: Seen, told: Set<string>): void {
	const there = new Set<string>();
	for (const aspect of aspectsRead(turn.poll.settings)) {
		if (aspect === 'status') continue;
		const read = turn.filesOf(notice, aspect);
		if (typeof read === 'object') for (const { name } of read.files) there.add(digest48(name));
		else if (!turn.hasNone(notice, seen, aspect)) return;
	}
	const absent = [...told].filter((key) => !there.has(key));
	for (const key of absent.slice(0, -MOST_TOLD)) told.delete(key);
}

function noFiles({ text }: Notice): FilesReading {
	return { reference: text, orderNumber: null, files: [] };
}

interface StatusNow {
	readonly status: string | null;
	readonly reason: string | null;
}

/** As read in this poll, also where the event that tells it is held back; otherwise as remembered. */
function knownNow(turn: Turn, notice: Notice, seen: Seen): StatusNow {
	const reading = turn.statusOf(notice);
	const remembered = { status: statusText(seen.status), reason: seen.reason?.text ?? null };
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
	notice: Notice,
	now: StatusNow,
	{ reference, orderNumber }: FilesReading,
	file: FileReading,
	aspect: 'documents' | 'invoices',
): boolean {
	const id = fileId(reference, file, aspect);
	const key = heldKey(notice.hash, aspect, digest48(file.name));
	const ready = turn.holds.files(key, turn.poll.answers.withoutFiles.get(id));
	if (ready === 'wait') return false;
	turn.events.push({
		id,
		event: aspect === 'documents' ? 'newDocument' : 'newInvoice',
		asked: notice.text,
		reference,
		orderNumber,
		status: now.status,
		previousStatus: null,
		reason: now.reason,
		previousReason: null,
		seenAt: Math.min(turn.poll.nowMs, turn.holds.since(key) * 1000),
		...(aspect === 'documents'
			? { document: file.fields }
			: { invoice: file.fields, billed: notice.names.map(({ text }) => text) }),
		files: turn.poll.settings.files ? [file] : [],
		documentMissing: false,
		filesMissing: ready === 'giveUp',
	});
	return true;
}

/**
 * A document is the same one whichever state meets it first, and an invoice whichever of its notices does: accounting
 * knows it by its type and number.
 */
function fileId(reference: string, { name, number, rank }: FileReading, aspect: string): string {
	const isNumbered = aspect === 'invoices' && number !== null && rank === 1;
	return digest128(isNumbered ? ['invoice', name] : ['file', reference, name]);
}
