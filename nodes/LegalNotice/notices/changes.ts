/**
 * What the status of a notice says, and which event its difference from what was known before is. The trigger compares
 * with what it remembers, Notice > Get Status Changes with a table of the person's own.
 */
import { hash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { parisIso } from '../reading/cells/dates';
import { isGiven, nonEmptyText } from '../reading/cells/parameters';
import { referenceIn } from '../reading/cells/references';
import { ServiceFailure } from '../errors/failures';
import type { Answer } from '../transport/envelope';

/**
 * What a call returned for one name: undefined where the notice is absent, because the service says that it does not know it. A
 * failure that concerns notices is about this one, any other about its list.
 */
export type NoticeReply = Answer | ServiceFailure | undefined;

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

/** The status of a notice that the service does not know: to the trigger one that is gone, to an operation one that is absent. */
export const NOT_FOUND = 'introuvable';
export const SUSPENDED = 'suspendue';

export interface NoticeIdentity {
	readonly reference: string;
	readonly orderNumber: string | null;
}

/** What is known of a notice. A status of null: it has none yet ("Initial state after order: not shown"). */
export interface KnownStatus {
	readonly status: string | null;
	readonly reason: string | null;
}

export interface StatusReading extends NoticeIdentity, KnownStatus {}

/** What the service answered for a name. It is `unreadable` where that is neither a reading nor that the notice is absent. */
export type Answered<Reading> = Reading | 'absent' | 'unreadable';

/** What a status answer says (specification, endpoints 4 and 5). */
export function readStatus(reply: NoticeReply, name: string): Answered<StatusReading> {
	if (reply === undefined) return 'absent';
	if (reply instanceof ServiceFailure) return 'unreadable';
	const status = nonEmptyText(reply.statut) ?? null;
	if (status === null && isGiven(reply.statut)) return 'unreadable';
	return { ...identityOf(reply, name), status, reason: readReason(reply.motif) };
}

/** Nobody can say whether what is not found was given by reference or by order number: it counts as the reference. */
export function notFoundReading(name: string): StatusReading {
	return { reference: name, orderNumber: null, status: NOT_FOUND, reason: null };
}

export function identityOf(answer: Answer, name: string): NoticeIdentity {
	return {
		reference: referenceIn(answer) ?? name,
		orderNumber: nonEmptyText(answer.numero_commande) ?? null,
	};
}

/**
 * Whether an answer has two names of a notice: the service knows it, also where it has no status yet ("Initial state after
 * order: not shown"). Of a name that it does not know it could only repeat that.
 */
export function hasBothNames({ reference, numero_commande: number }: Answer): boolean {
	const names = [reference, number].map((name) => nonEmptyText(name)?.toLowerCase());
	return !names.includes(undefined) && names[0] !== names[1];
}

/** Where there is no reason, the field may be left out, null or empty. */
export function readReason(value: unknown): string | null {
	return nonEmptyText(value) ?? null;
}

/** A change of a notice, as an event reports it. */
export interface Change extends NoticeIdentity {
	readonly id: string;
	readonly event: EventName;
	/** The reference or order number as a person gave it. */
	readonly name: string;
	/** Null when it is not read, or was not known before. */
	readonly status: string | null;
	readonly previousStatus: string | null;
	readonly reason: string | null;
	readonly previousReason: string | null;
	/** Milliseconds since 1970 of the poll that first saw it. */
	readonly seenAt: number;
}

/** base64url of the beginning of SHA-256. @param length characters; by default those of an event's identifier */
export function digest(parts: readonly unknown[], length = 22): string {
	return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, length);
}

/** The event that reports exactly this status; other statuses, also ones that nobody listed, have none. */
const SPECIFIC: ReadonlyMap<string, EventName> = new Map([
	['parue', 'published'],
	[SUSPENDED, 'suspended'],
	['a-paraitre', 'toBePublished'],
	[NOT_FOUND, 'notFound'],
]);

const STATUS_EVENTS: ReadonlySet<EventName> = new Set([
	...SPECIFIC.values(),
	'statusChanged',
	'reasonChanged',
]);

/**
 * The most specific of the chosen events that reports the difference; undefined where none does.
 *
 * @param before undefined at first sight
 */
export function mostSpecific(
	before: KnownStatus | undefined,
	now: KnownStatus,
	chosen: ReadonlySet<EventName>,
	firstSight: FirstSight,
): EventName | undefined {
	if (now.status === null) return undefined;
	// That a notice is not found says something of the list or table, whatever is wanted of first sights.
	const isReported = now.status === NOT_FOUND || reportsFirstSight(firstSight, now.status);
	if (before === undefined && !isReported) return undefined;
	if (before?.status !== now.status) {
		const specific = SPECIFIC.get(now.status);
		if (specific !== undefined && chosen.has(specific)) return specific;
		if (chosen.has('statusChanged')) return 'statusChanged';
	}
	if ((before?.reason ?? null) !== now.reason && chosen.has('reasonChanged'))
		return 'reasonChanged';
	return undefined;
}

/** @param status null when it is not known */
export function reportsFirstSight(firstSight: FirstSight, status: string | null): boolean {
	if (firstSight === 'publishedOrSuspended') return status === 'parue' || status === SUSPENDED;
	return firstSight === 'current';
}

/**
 * What an event says, in the order in which a person reads it: what happened to which notice first, and what only a machine
 * needs last. Every event has nearly all of these keys, so that the first one already shows what can be mapped.
 *
 * @param about what else happened, such as the new document
 */
export function eventFields(change: Change, about: IDataObject = {}): IDataObject {
	const { orderNumber } = change;
	return {
		evenement: change.event,
		reference: change.reference,
		...(orderNumber !== null && { numero_commande: orderNumber }),
		...about,
		statut: change.status,
		motif: change.reason,
		ancien_statut: change.previousStatus,
		ancien_motif: change.previousReason,
		constate_le: parisIso(change.seenAt),
		...(change.status === NOT_FOUND && { introuvable: true }),
		demande: change.name,
		evenement_id: change.id,
	};
}

/** What a table remembers of a notice. */
export interface TableRow {
	readonly name: string;
	/** Status last seen, `introuvable` included; null when there was none. */
	readonly status: string | null;
	/** Reason last seen; null when there was none. */
	readonly reason: string | null;
	/** Whether the table has a column for reasons. */
	readonly keepsReasons: boolean;
}

/** The difference between a table's row and what was read: the same row gives the same change with the same identifier. */
export function tableChange(
	row: TableRow,
	reading: StatusReading,
	firstSight: FirstSight,
	nowMs: number,
): Change | undefined {
	const { reference, orderNumber, status, reason } = reading;
	if (status === null) return undefined;
	const before = { status: rowStatus(row, status), reason: rowReason(row, reading) };
	const known = before.status === null ? undefined : before;
	const event = mostSpecific(known, reading, STATUS_EVENTS, firstSight);
	if (!event) return undefined;
	return {
		reference,
		orderNumber,
		status,
		reason,
		// An empty status stood for none when the first identifiers were given out.
		id: digest(['row', reference, row.status ?? '', row.reason, status, reason]),
		event,
		name: row.name,
		previousStatus: row.status,
		previousReason: row.reason,
		seenAt: nowMs,
	};
}

/** The status of the row, as the service spells it where only letter case or blanks differ: people fill in tables by hand. */
function rowStatus(row: TableRow, status: string): string | null {
	return isSame(row.status, status) ? status : row.status;
}

/**
 * The reason to compare with: the one just read where there is nothing to compare. Only a suspension has one to lose, for
 * n8n's Google Sheets leaves the old reason in its cell when it is given `null`.
 */
function rowReason(row: TableRow, { status, reason }: StatusReading): string | null {
	if (!row.keepsReasons || isSame(row.reason, reason)) return reason;
	const mayHaveOne = reason !== null || comparable(status ?? '') === SUSPENDED;
	return mayHaveOne ? row.reason : reason;
}

function isSame(one: string | null, other: string | null): boolean {
	return one !== null && other !== null && comparable(one) === comparable(other);
}

/** Tables make other blanks and line ends of a text. */
function comparable(text: string): string {
	return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
