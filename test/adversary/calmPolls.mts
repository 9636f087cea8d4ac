/** Polls that nothing disturbs tell exactly what they saw of a notice: each status and each reason, once, in its order. */
import type { Violation } from './invariants.mts';
import type { Notice } from './model.mts';
import {
	eventsOf,
	isAbout,
	isOfStatus,
	mayBeUnwatched,
	noticeOf,
	seenAt,
	standingAt,
	type Entry,
	type Event,
} from './watched.mts';
import type { Watched } from './watchPlay.mts';

/** Such a poll of the durable scheduler may have sent nothing more for want of time. */
const LONG_POLL_MS = 14_000;

function mayEndEarly({ history, world }: Watched): boolean {
	if (history.keeping === 'classic') return false;
	const begun = new Map<string, number>();
	return world.calls.some(({ run, sentAt, endedAt = Infinity }) => {
		const begunAt = begun.get(run) ?? sentAt;
		begun.set(run, begunAt);
		return endedAt - begunAt > LONG_POLL_MS;
	});
}

/** A poll that needs more calls of one kind to find what spoils its lists may leave the rest to the next one. */
const PART_CALLS = 20;

function mayLeaveParts({ world }: Watched): boolean {
	const counts = new Map<string, number>();
	for (const { run, path } of world.calls) {
		const key = `${run} ${path}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return [...counts.values()].some((count) => count > PART_CALLS);
}

/** Nothing strikes, and nobody sets a clock or uses up the quota. */
function isCalm({ history, kills, crash }: Watched): boolean {
	const { faults, shapes, steps, readings, isSlow, dead } = history;
	const isQuiet = faults.length + shapes.length + kills.length === 0;
	const isLasting = isSlow || dead !== 'none';
	const acts = steps.flatMap((step) => (step.kind === 'act' ? [step.act.kind] : []));
	const isSet = acts.some((kind) => ['machineClock', 'serviceClock', 'quota'].includes(kind));
	const isRight = readings.quota === 300 && readings.clockOffset === 0;
	return isQuiet && !isLasting && !isSet && isRight && crash === '';
}

/** Every poll reads all that there is. */
export function isUndisturbed(watched: Watched): boolean {
	return isCalm(watched) && !mayEndEarly(watched) && !mayLeaveParts(watched);
}

interface Seen {
	/** When the poll began. */
	readonly at: number;
	readonly status: string;
	readonly reason: string | undefined;
}

const REMOVED_FROM_LIST = 'removed from the list';

type Observation = Seen | typeof REMOVED_FROM_LIST;

/** What each poll had to see of a notice; polls that do not find it say nothing. */
function observations(watched: Watched, notice: Notice, entry: Entry): Observation[] {
	const { watcher } = watched;
	const { asked, reference } = entry;
	// Of two polls at once one reads.
	const polls = new Map(watcher.played.map((poll) => [poll.begunAt, poll])).values();
	return [...polls].flatMap(({ begunAt: at, listed, hidden }): Observation[] => {
		if (!listed.has(asked)) return [REMOVED_FROM_LIST];
		if (hidden.has(reference) || (notice.cancelledAt ?? Infinity) <= at) return [];
		const { status, motif } = standingAt(notice, at);
		return [{ at, status, reason: motif }];
	});
}

const SPECIFIC: Record<string, string> = {
	parue: 'published',
	suspendue: 'suspended',
	'a-paraitre': 'toBePublished',
};

function nameOf(
	before: Seen | undefined,
	now: Seen,
	chosen: readonly string[],
): string | undefined {
	const specific = SPECIFIC[now.status] ?? '';
	if (before?.status !== now.status) {
		if (chosen.includes(specific)) return specific;
		if (chosen.includes('statusChanged')) return 'statusChanged';
	}
	const isOther = before?.reason !== now.reason;
	return isOther && chosen.includes('reasonChanged') ? 'reasonChanged' : undefined;
}

interface Told {
	readonly event: string;
	readonly words: string;
	/** How the notice stood before. */
	readonly before: string;
	/** When a poll first saw it. */
	readonly at: number;
}

interface Wanted extends Told {
	/** When its notice left the list. */
	leftAt: number;
}

const inWords = (status: unknown, reason: unknown): string =>
	`${String(status ?? 'nothing')}, ${String(reason ?? '')}`;

function isReportedAtFirst({ history: { firstSight } }: Watched, { status }: Seen): boolean {
	if (firstSight === 'publishedOrSuspended') return ['parue', 'suspendue'].includes(status);
	return firstSight === 'current';
}

/** What has to be told, in its order. */
function wantedOf(watched: Watched, seen: readonly Observation[]): Wanted[] {
	const { events, stopWatching } = watched.history;
	const wanted: Wanted[] = [];
	let before: Seen | undefined;
	for (const [index, now] of seen.entries()) {
		if (now === REMOVED_FROM_LIST) {
			const leftAt = seen.slice(0, index).flatMap((one) => (one === now ? [] : [one.at]));
			for (const one of wanted) one.leftAt = Math.min(one.leftAt, leftAt.at(-1) ?? Infinity);
			before = undefined;
			continue;
		}
		if (stopWatching !== undefined && before?.status === 'parue') continue;
		const event = nameOf(before, now, events);
		if (event !== undefined && (before || isReportedAtFirst(watched, now))) {
			const words = `${event}: ${inWords(now.status, now.reason)}`;
			const known = inWords(before?.status, before?.reason);
			wanted.push({ event, at: now.at, words, before: known, leftAt: Infinity });
		}
		before = now;
	}
	return wanted;
}

function inTerms(event: Event): Told {
	const { evenement, statut, motif, ancien_statut, ancien_motif } = event.json;
	const name = String(evenement);
	return {
		event: name,
		at: seenAt(event),
		words: `${name}: ${inWords(statut, motif)}`,
		before: inWords(ancien_statut, ancien_motif),
	};
}

function toldOf(watched: Watched, entry: Entry): Told[] {
	return eventsOf(watched)
		.filter((event) => isOfStatus(event) && isAbout(watched, event, entry))
		.filter(({ json }) => json['evenement'] !== 'notFound')
		.map(inTerms);
}

const inOneLine = (all: readonly Told[]): string => all.map(({ words }) => words).join('; ');

export const MINUTE = 60_000;

/** Between two polls lies a minute. */
const SAME_POLL_MS = 50_000;

const isOfOnePoll = (one: Told, other: Told): boolean =>
	Math.abs(one.at - other.at) <= SAME_POLL_MS;

const TOLD = 'Every change of status is told, once while n8n runs.';
const DATED = 'An event says when a poll first saw it.';
const BEFORE = 'An event says how the notice stood before.';

/** For so long an event may wait for its attestation and files (docs/trigger.md, "Events"). */
export function longestWaitMs({ history }: Watched): number {
	const polls = (history.waitForDocument ?? 0) + (history.downloadFiles ? 5 : 0);
	// A poll takes a part of the minute after which the next one begins.
	return polls * 1.5 * MINUTE;
}

class Comparison {
	readonly broken: Violation[] = [];
	readonly isHeld: boolean;
	private readonly watched: Watched;
	private readonly entry: Entry;

	constructor(watched: Watched, entry: Entry) {
		this.watched = watched;
		this.entry = entry;
		const { downloadFiles, waitForDocument } = watched.history;
		this.isHeld = downloadFiles || waitForDocument !== undefined;
	}

	private wrong(promise: string, what: string): void {
		this.broken.push({ promise, what: `${this.entry.asked}: ${what}` });
	}

	/**
	 * An event that is held back says how the notice stands by the time that it goes out, and one whose reason changes
	 * meanwhile tells the new one.
	 */
	private compared<One extends Told>(all: readonly One[]): One[] {
		return all.filter(({ event }) => !this.isHeld || event !== 'reasonChanged');
	}

	private isSame(wanted: Wanted, told: Told): boolean {
		return this.isHeld ? wanted.event === told.event : wanted.words === told.words;
	}

	/** What was held back of a notice that left the list is forgotten with it. */
	private mayBeForgotten({ leftAt, at }: Wanted): boolean {
		return this.isHeld && leftAt - at < longestWaitMs(this.watched);
	}

	/** Whether all was told in its time, but for what may be forgotten. */
	private isAllTold(wanted: readonly Wanted[], told: readonly Told[]): boolean {
		const [first, ...later] = wanted;
		const [now, ...others] = told;
		if (!first) return now === undefined;
		const isTold = now && this.isSame(first, now) && isOfOnePoll(first, now);
		if (isTold && this.isAllTold(later, others)) return true;
		return this.mayBeForgotten(first) && this.isAllTold(later, told);
	}

	compare(allWanted: readonly Wanted[], allTold: readonly Told[]): void {
		const [wanted, told] = [this.compared(allWanted), this.compared(allTold)];
		// Of an event that is held back nothing more is compared.
		if (this.isHeld && this.isAllTold(wanted, told)) return;
		let place = 0;
		for (const one of wanted) {
			const now = told[place];
			if (now && this.isSame(one, now)) {
				this.compareOne(one, now);
				place++;
			} else if (!this.mayBeForgotten(one)) {
				this.wrong(TOLD, `wanted "${inOneLine(wanted)}", told "${inOneLine(told)}"`);
				return;
			}
		}
		if (place === told.length) return;
		this.wrong(TOLD, `wanted "${inOneLine(wanted)}", told "${inOneLine(told)}"`);
	}

	private compareOne(wanted: Wanted, told: Told): void {
		if (!isOfOnePoll(wanted, told)) {
			this.wrong(DATED, `${told.words}, said to be seen at ${told.at} ms, not ${wanted.at} ms`);
		}
		if (this.isHeld || wanted.before === told.before) return;
		this.wrong(BEFORE, `${told.words}, said to have been ${told.before}, not ${wanted.before}`);
	}
}

function ofNotice(watched: Watched, entry: Entry): Violation[] {
	const notice = noticeOf(watched, entry.reference);
	if (!notice) return [];
	const comparison = new Comparison(watched, entry);
	// Until the event of its publication has gone out, its status is still read.
	if (comparison.isHeld && mayBeUnwatched(watched, notice)) return [];
	const wanted = wantedOf(watched, observations(watched, notice, entry));
	comparison.compare(wanted, toldOf(watched, entry));
	return comparison.broken;
}

export function calmPolls(watched: Watched): Violation[] {
	if (!isUndisturbed(watched)) return [];
	return watched.list.flatMap((entry) => ofNotice(watched, entry));
}
