import { digest128 } from './digest';
import type { Change } from './eventFields';
import { nameDifference, reasonOf } from './naming';
import type { EventName, FirstSight, StatusReading } from './types';

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
	// A status that was refused because of the suspension comes without its reason.
	const comparesReasons = row.reason !== undefined && reading.refused !== true;
	const reason = comparesReasons ? row.reason : reading.reason;
	const before = { status: known ? row.status : undefined, reason: reasonOf(reason ?? null) };
	const event = nameDifference(before, reading, EVERY_STATUS_EVENT, firstSight);
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
