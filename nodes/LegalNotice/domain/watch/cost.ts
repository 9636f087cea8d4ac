import { aspectsRead } from './schedule';
import type { WatchSettings } from './types';

const BATCH = 100;
/** Part of a key's calls a minute that a list may take all the time, so that orders never wait for it. */
const FAIR_SHARE = 0.1;
const INTERVALS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440];

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
	const every = minutes === 1 ? 'minute' : `${minutes} minutes`;
	return {
		calls,
		minutes,
		sentence: `Watching ${notices} takes ${each} at each poll, of ${requestsPerMinute} a minute; a poll every ${every} or less often leaves the key free for other work.`,
	};
}
