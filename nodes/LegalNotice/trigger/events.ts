import { createHash } from 'node:crypto';
import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { parisIso } from '../domain/dates';
import { gatherInvoices } from '../domain/invoices';
import type { Answer } from '../transport/envelope';
import type { FileReading, NoticeIdentity, StatusReading } from './answers';

/** Values of 'Trigger On', from the most specific to the most general within each kind. */
export const EVENT_NAMES = [
	'published',
	'suspended',
	'toBePublished',
	'statusChanged',
	'reasonChanged',
	'newInvoice',
	'newDocument',
	'notFound',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** What to report about a notice of which nothing is remembered. */
export type FirstSight = 'none' | 'current' | 'publishedOrSuspended';

/** Stands for the status of a notice that the service does not know (any more). */
export const NOT_FOUND = 'introuvable';

export interface WatchEvent extends NoticeIdentity {
	readonly id: string;
	readonly event: EventName;
	/** The reference as listed. */
	readonly asked: string;
	/** Null when the status is not watched, or was not known before. */
	readonly status: string | null;
	readonly previousStatus: string | null;
	readonly reason: string | null;
	readonly previousReason: string | null;
	/** Milliseconds since 1970 of the poll that first saw it. */
	readonly seenAt: number;
	readonly document?: Answer;
	readonly invoice?: Answer;
	/** Of an invoice: everything of the list that it bills, as listed. */
	readonly billed?: readonly string[];
	/** Documents whose files belong to it. */
	readonly files: readonly FileReading[];
	/** Held back for as long as was asked, and still without attestation. */
	readonly documentMissing?: boolean;
	/** Held back for its files, which could not be downloaded in several polls. */
	readonly filesMissing?: boolean;
}

/** base64url of the beginning of SHA-256. @param length characters; by default those of an event's identifier */
export function digest(parts: readonly unknown[], length = 22): string {
	const hash = createHash('sha256').update(JSON.stringify(parts));
	return hash.digest('base64url').slice(0, length);
}

const LONGEST_TEXT = 100;

/** A status or reason as it is remembered: a long one is cut, with a digest that tells it from others. */
export function remembered(text: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	return `${text.slice(0, 80).replace(/\p{Cs}$/u, '')}… ${digest([text], 8)}`;
}

/** The event that reports exactly this status; other statuses, also ones that nobody listed, have none. */
const SPECIFIC: ReadonlyMap<string, EventName> = new Map([
	['parue', 'published'],
	['suspendue', 'suspended'],
	['a-paraitre', 'toBePublished'],
	[NOT_FOUND, 'notFound'],
]);

/** The most specific of the chosen events for a difference. @param before status undefined when nothing was known */
export function nameDifference(
	before: { readonly status: string | undefined; readonly reason: string | null },
	now: { readonly status: string; readonly reason: string | null },
	chosen: ReadonlySet<EventName>,
	firstSight: FirstSight,
): EventName | undefined {
	if (before.status === undefined && !reportsFirstSight(firstSight, now.status)) return undefined;
	if (before.status === undefined || remembered(before.status) !== remembered(now.status)) {
		const specific = SPECIFIC.get(now.status);
		if (specific !== undefined && chosen.has(specific)) return specific;
		if (chosen.has('statusChanged')) return 'statusChanged';
	}
	const isSameReason = remembered(before.reason ?? '') === remembered(now.reason ?? '');
	return !isSameReason && chosen.has('reasonChanged') ? 'reasonChanged' : undefined;
}

/** @param status null when it is not known */
export function reportsFirstSight(firstSight: FirstSight, status: string | null): boolean {
	if (firstSight === 'publishedOrSuspended') return status === 'parue' || status === 'suspendue';
	return firstSight === 'current';
}

type Change = Omit<WatchEvent, 'files' | 'documentMissing' | 'filesMissing'>;

/** Always the same keys, so that the first event already shows all that can be mapped. */
export function eventFields(change: Change): Record<string, string | boolean | null> {
	return {
		evenement: change.event,
		evenement_id: change.id,
		demande: change.asked,
		reference: change.reference,
		numero_commande: change.orderNumber,
		statut: change.status,
		ancien_statut: change.previousStatus,
		motif: change.reason,
		ancien_motif: change.previousReason,
		constate_le: parisIso(change.seenAt),
		...(change.status === NOT_FOUND ? { introuvable: true } : {}),
	};
}

/** What became of the files of events, by the event's identifier. */
export interface EventFiles {
	readonly binary: ReadonlyMap<string, IBinaryKeyData>;
	/** Events that lack a file, and whether a download of it was begun. */
	readonly without: ReadonlyMap<string, 'tried' | 'notTried'>;
	readonly missing: ReadonlyMap<string, IDataObject[]>;
}

export function eventItem(event: WatchEvent, files?: EventFiles): INodeExecutionData {
	// Where even the list of documents could not be read, nobody knows which files there would have been.
	const unlisted = 'The service could not list the documents of this notice.';
	const missing = files?.missing.get(event.id) ?? [{ type: 'document', raison: unlisted }];
	const json: IDataObject = {
		...eventFields(event),
		...(event.document ? { document: event.document as IDataObject } : {}),
		...(event.invoice ? { facture: event.invoice as IDataObject } : {}),
		...(event.billed ? { references_demandees: [...event.billed] } : {}),
		...(event.documentMissing ? { document_manquant: true } : {}),
		...(event.filesMissing ? { fichiers_manquants: missing } : {}),
	};
	const binary = files?.binary.get(event.id);
	return binary && Object.keys(binary).length > 0 ? { json, binary } : { json };
}

/** What a table remembers of a notice. */
export interface TableRow {
	/** The reference as the table has it. */
	readonly asked: string;
	/** Status last seen, `introuvable` included; empty when there was none. */
	readonly status: string;
	/** Reason last seen, null when there was none; undefined where reasons are not kept. */
	readonly reason: string | null | undefined;
}

const EVERY_STATUS_EVENT: ReadonlySet<EventName> = new Set(
	EVENT_NAMES.filter((name) => name !== 'newInvoice' && name !== 'newDocument'),
);

/** The difference between a table's row and what was read: the same row gives the same change with the same identifier. */
export function tableChange(
	row: TableRow,
	reading: StatusReading,
	firstSight: FirstSight,
	nowMs: number,
): Change | undefined {
	const { reference, orderNumber, status, reason } = reading;
	const isKnown = row.status !== '';
	// A table may be filled in by hand.
	const plain = (text: string) => text.trim().toLowerCase();
	// A refused status comes without its reason; and only a suspension has one to lose: n8n's Google Sheets leaves the
	// old reason in its cell when it is given `null`.
	const comparesReasons =
		reading.refused !== true && (reason !== null || plain(status) === 'suspendue');
	const before = {
		status: isKnown ? (plain(row.status) === plain(status) ? status : row.status) : undefined,
		reason: comparesReasons && row.reason !== undefined ? row.reason : reason,
	};
	// That a notice is not found says something of the row, whatever is wanted of first sights.
	const sight = status === NOT_FOUND ? 'current' : firstSight;
	const event = nameDifference(before, reading, EVERY_STATUS_EVENT, sight);
	if (!event) return undefined;
	return {
		id: digest(['row', reference, row.status, row.reason ?? null, status, reason]),
		event,
		asked: row.asked,
		reference,
		orderNumber,
		status,
		previousStatus: isKnown ? row.status : null,
		reason,
		previousReason: row.reason ?? null,
		seenAt: nowMs,
	};
}

/** A notice that is listed under both of its names, and an invoice of several notices, are one event. */
export function oncePerEvent(events: readonly WatchEvent[]): WatchEvent[] {
	const byId = new Map<string, [WatchEvent, ...WatchEvent[]]>();
	for (const event of events) {
		const same = byId.get(event.id);
		if (same) same.push(event);
		else byId.set(event.id, [event]);
	}
	return [...byId.values()].map((same) => {
		const [first] = same;
		if (!first.invoice || same.length === 1) return first;
		const shown = same.map(({ asked, reference, invoice }) => ({
			asked,
			notice: { reference, factures: [invoice] },
		}));
		// With the lines that any of the answers shows.
		const [gathered] = gatherInvoices(shown);
		const invoice = gathered?.invoice ?? first.invoice;
		return { ...first, invoice, billed: same.map(({ asked }) => asked) };
	});
}
