import { aspectsRead } from './schedule';
import type { WatchSettings } from './types';

const BATCH = 100;
/** The service's limit (specification, Limits). */
const SERVICE_LIMIT = 300;
/** Part of a key's calls a minute that a list may take all the time, so that orders never wait for it. */
const FAIR_SHARE = 0.1;
const INTERVALS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440];
/** Calls of a poll that are worth no remark. */
const FEW_CALLS = 10;

export interface Cost {
	/** Calls of one poll in which nothing happens. */
	readonly calls: number;
	/** Minutes between two polls that leave the key free for other work. */
	readonly minutes: number;
	/** For a person. */
	readonly sentence: string;
}

/** What watching a list costs. @param requestsPerMinute the credential's figure (300 is the service's limit) */
export function costOf(count: number, settings: WatchSettings, requestsPerMinute: number): Cost {
	const calls = Math.ceil(count / BATCH) * aspectsRead(settings).length;
	const wanted = calls / Math.max(1, requestsPerMinute * FAIR_SHARE);
	const minutes = INTERVALS.find((interval) => interval >= wanted) ?? 1440;
	const notices = count === 1 ? '1 notice' : `${count} notices`;
	const each = calls === 1 ? '1 call' : `${calls} calls`;
	return {
		calls,
		minutes,
		sentence: `Watching ${notices} takes ${each} at each poll, of ${requestsPerMinute} a minute; a poll every ${inWords(minutes)} or less often leaves the key free for other work.`,
	};
}

/** Calls of a poll for which the same interval is advised, with the whole of the service's limit. */
export interface CostTier {
	readonly from: number;
	readonly to: number;
	/** For a person, such as `5 minutes`. */
	readonly every: string;
}

/** @returns tiers up to the longest list with everything chosen; the cheapest lists have none */
export function costTiers(): CostTier[] {
	const perMinute = SERVICE_LIMIT * FAIR_SHARE;
	let from = FEW_CALLS + 1;
	return INTERVALS.filter((minutes) => minutes * perMinute <= SERVICE_LIMIT).map((minutes) => {
		const tier = { from, to: minutes * perMinute, every: inWords(minutes) };
		from = tier.to + 1;
		return tier;
	});
}

function inWords(minutes: number): string {
	return minutes === 1 ? 'minute' : `${minutes} minutes`;
}
