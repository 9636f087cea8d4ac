import { digest48 } from './digest';
import { NOT_FOUND, type EventName, type FirstSight } from './types';
import { nonEmptyText } from '../parameters';

/** Status and reason as they were: remembered by a trigger, or handed over by a table. */
export interface StatusBefore {
	/** Undefined when nothing was known. */
	readonly status: string | undefined;
	readonly reason: Reason | null;
}

export interface StatusNow {
	readonly status: string;
	readonly reason: string | null;
}

/** A reason (motif); the text is kept only while the state has room for it. */
export interface Reason {
	readonly digest: string;
	readonly text: string | null;
}

const SHORT_STATUS = /^~[\w-]{8}$/;

/** Stands for a status whose text the state has no room for. */
export function shortStatus(status: string): string {
	return SHORT_STATUS.test(status) ? status : `~${digest48(status)}`;
}

/** @param before as remembered, perhaps without its text */
export function isSameStatus(before: string | undefined, now: string): boolean {
	return before === now || before === shortStatus(now);
}

/** The text of a remembered status; null when it is not known. */
export function statusText(before: string | undefined): string | null {
	return before === undefined || SHORT_STATUS.test(before) ? null : before;
}

export function reasonOf(text: string | null): Reason | null {
	return text === null ? null : { digest: digest48(text), text };
}

/** No reason may come as absent, null or empty text; all three are null here. */
export function readReason(value: unknown): string | null {
	return nonEmptyText(value) ?? null;
}

/** The event that tells of exactly this status; other statuses, also ones that nobody listed, have none. */
const SPECIFIC: ReadonlyMap<string, EventName> = new Map([
	['parue', 'published'],
	['suspendue', 'suspended'],
	['a-paraitre', 'toBePublished'],
	[NOT_FOUND, 'notFound'],
]);

/**
 * Names the difference between two states of a notice by the most specific of the chosen events.
 *
 * @returns undefined when there is no difference, or none that was chosen
 */
export function nameDifference(
	before: StatusBefore,
	now: StatusNow,
	chosen: ReadonlySet<EventName>,
	firstSight: FirstSight,
): EventName | undefined {
	if (before.status === undefined && !tellsAtFirstSight(firstSight, now.status)) return undefined;
	if (!isSameStatus(before.status, now.status)) {
		const specific = SPECIFIC.get(now.status);
		if (specific !== undefined && chosen.has(specific)) return specific;
		if (chosen.has('statusChanged')) return 'statusChanged';
	}
	const reasonDiffers = before.reason?.digest !== reasonOf(now.reason)?.digest;
	return reasonDiffers && chosen.has('reasonChanged') ? 'reasonChanged' : undefined;
}

/** @param status undefined when it is not known */
export function tellsAtFirstSight(firstSight: FirstSight, status: string | undefined): boolean {
	if (firstSight === 'publishedOrSuspended') return status === 'parue' || status === 'suspendue';
	return firstSight === 'current';
}
