import { digest128 } from './digest';
import type { Change } from './eventFields';
import { nameDifference, reasonOf } from './naming';
import { NOT_FOUND, type EventName, type FirstSight, type StatusReading } from './types';

/** What a table remembers of a notice. */
export interface TableRow {
	/** The reference as the table has it. */
	readonly asked: string;
	/** Status last seen, `introuvable` included; empty when there was none. */
	readonly status: string;
	/** Reason last seen, null when there was none; undefined where reasons are not kept. */
	readonly reason: string | null | undefined;
}

const EVERY_STATUS_EVENT: ReadonlySet<EventName> = new Set<EventName>([
	'published',
	'suspended',
	'toBePublished',
	'statusChanged',
	'reasonChanged',
	'notFound',
]);

/**
 * The difference between what a table remembers and what was read, named as the trigger names it. There is no memory
 * but the table: the same row gives the same change, with the same identifier, until the table is brought up to date.
 */
export function tableChange(
	row: TableRow,
	reading: StatusReading,
	firstSight: FirstSight,
	nowMs: number,
): Change | undefined {
	const known = row.status !== '';
	const reason = comparesReasons(row, reading) ? row.reason : reading.reason;
	const sameWord = plain(row.status) === plain(reading.status);
	const status = sameWord ? reading.status : row.status;
	const before = { status: known ? status : undefined, reason: reasonOf(reason ?? null) };
	// That a notice is not found says something of the row, whatever is wanted of first sights.
	const sight = reading.status === NOT_FOUND ? 'current' : firstSight;
	const event = nameDifference(before, reading, EVERY_STATUS_EVENT, sight);
	if (!event) return undefined;
	return {
		id: digest128([
			'row',
			reading.reference,
			row.status,
			row.reason ?? null,
			reading.status,
			reading.reason,
		]),
		event,
		asked: row.asked,
		reference: reading.reference,
		orderNumber: reading.orderNumber,
		status: reading.status,
		previousStatus: known ? row.status : null,
		reason: reading.reason,
		previousReason: row.reason ?? null,
		seenAt: nowMs,
	};
}

function comparesReasons({ reason }: TableRow, reading: StatusReading): boolean {
	// A status that was refused because of the suspension comes without its reason.
	if (reason === undefined || reading.refused === true) return false;
	// Only a suspension has reasons to lose: n8n's Google Sheets leaves the old one in the cell when it is given `null`.
	return reading.reason !== null || plain(reading.status) === 'suspendue';
}

/** A table may be filled in by hand. */
function plain(status: string): string {
	return status.trim().toLowerCase();
}
