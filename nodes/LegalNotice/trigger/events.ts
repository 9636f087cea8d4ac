import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { parisIso } from '../domain/dates';
import { gatherInvoices, simpleInvoice } from '../notices/invoices';
import type { Answer } from '../transport/envelope';
import type { EventFiles, FileReading, NoticeIdentity, StatusReading } from '../notices/answers';

/** Values of 'When First Seen'. */
export const FIRST_SIGHTS = ['none', 'current', 'publishedOrSuspended'] as const;

/** Values of 'Trigger On'. */
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

/** What to report of a notice seen for the first time. */
export type FirstSight = (typeof FIRST_SIGHTS)[number];

/** The status of a notice that the service does not know. */
export const NOT_FOUND = 'introuvable';

export interface WatchEvent extends NoticeIdentity {
	readonly id: string;
	readonly event: EventName;
	/** The reference as listed. */
	readonly asked: string;
	/** Null when it is not read, or was not known before. */
	readonly status: string | null;
	readonly previousStatus: string | null;
	readonly reason: string | null;
	readonly previousReason: string | null;
	/** Milliseconds since 1970 of the poll that first saw it. */
	readonly seenAt: number;
	readonly document?: Answer;
	readonly invoice?: Answer;
	/** Of an invoice of several notices: those of the list, as listed. */
	readonly billed?: string[];
	/** Documents whose files belong to it. */
	readonly files: readonly FileReading[];
	/** Held back for as long as was asked, and still without attestation. */
	readonly documentMissing?: boolean;
	/** The list of its documents could not be read in several polls. */
	readonly unlisted?: boolean;
}

/** base64url of the beginning of SHA-256. @param length characters; by default those of an event's identifier */
export function digest(parts: readonly unknown[], length = 22): string {
	const hash = createHash('sha256').update(JSON.stringify(parts));
	return hash.digest('base64url').slice(0, length);
}

/** The event that reports exactly this status; other statuses, also ones that nobody listed, have none. */
const SPECIFIC: ReadonlyMap<string, EventName> = new Map([
	['parue', 'published'],
	['suspendue', 'suspended'],
	['a-paraitre', 'toBePublished'],
	[NOT_FOUND, 'notFound'],
]);

export const STATUS_EVENTS: ReadonlySet<EventName> = new Set([
	...SPECIFIC.values(),
	'statusChanged',
	'reasonChanged',
]);

/** The most specific of the chosen events for a difference. @param before status undefined when nothing was known */
export function mostSpecific(
	before: { readonly status: string | undefined; readonly reason: string | null },
	now: { readonly status: string; readonly reason: string | null },
	chosen: ReadonlySet<EventName>,
	firstSight: FirstSight,
): EventName | undefined {
	if (before.status === undefined && !reportsFirstSight(firstSight, now.status)) return undefined;
	if (before.status !== now.status) {
		const specific = SPECIFIC.get(now.status);
		if (specific !== undefined && chosen.has(specific)) return specific;
		if (chosen.has('statusChanged')) return 'statusChanged';
	}
	const isOtherReason = before.reason !== now.reason;
	return isOtherReason && chosen.has('reasonChanged') ? 'reasonChanged' : undefined;
}

/** @param status null when it is not known */
export function reportsFirstSight(firstSight: FirstSight, status: string | null): boolean {
	if (firstSight === 'publishedOrSuspended') return status === 'parue' || status === 'suspendue';
	return firstSight === 'current';
}

type Change = Omit<WatchEvent, 'files' | 'documentMissing' | 'unlisted'>;

/** The keys of every event, so that the first one already shows nearly all that can be mapped. */
export function eventFields(change: Change): Record<string, string | boolean | null> {
	return {
		evenement: change.event,
		evenement_id: change.id,
		demande: change.asked,
		reference: change.reference,
		...(change.orderNumber === null ? {} : { numero_commande: change.orderNumber }),
		statut: change.status,
		ancien_statut: change.previousStatus,
		motif: change.reason,
		ancien_motif: change.previousReason,
		constate_le: parisIso(change.seenAt),
		...(change.status === NOT_FOUND ? { introuvable: true } : {}),
	};
}

const UNLISTED = [
	{ type: 'document', raison: 'The service could not list the documents of this notice.' },
];

/** As a simplified `invoice.getMany` gives them, beside the service's own object. */
function invoiceFieldsOf({ asked, billed = [asked] }: WatchEvent, invoice: Answer): IDataObject {
	const fields = simpleInvoice(invoice) as IDataObject;
	return { ...fields, references_demandees: billed, facture: invoice as IDataObject };
}

export function eventItem(event: WatchEvent, files?: EventFiles): INodeExecutionData {
	const { binary = {}, missing = [] } = files ?? {};
	const lacks = missing.length > 0 ? missing : event.unlisted ? UNLISTED : undefined;
	const json: IDataObject = {
		...eventFields(event),
		...(event.document ? { document: event.document as IDataObject } : {}),
		...(event.invoice ? invoiceFieldsOf(event, event.invoice) : {}),
		...(event.documentMissing ? { document_manquant: true } : {}),
		...(lacks ? { fichiers_manquants: lacks } : {}),
	};
	return Object.keys(binary).length > 0 ? { json, binary } : { json };
}

/** What a table remembers of a notice. */
export interface TableRow {
	readonly asked: string;
	/** Status last seen, `introuvable` included; empty when there was none. */
	readonly status: string;
	/** Reason last seen, null when there was none; undefined where reasons are not kept. */
	readonly reason: string | null | undefined;
}

/** The difference between a table's row and what was read: the same row gives the same change with the same identifier. */
export function tableChange(
	row: TableRow,
	reading: StatusReading,
	firstSight: FirstSight,
	nowMs: number,
): Change | undefined {
	const { reference, status, reason } = reading;
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
	const event = mostSpecific(before, reading, STATUS_EVENTS, sight);
	if (!event) return undefined;
	return {
		...reading,
		id: digest(['row', reference, row.status, row.reason ?? null, status, reason]),
		event,
		asked: row.asked,
		previousStatus: isKnown ? row.status : null,
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
