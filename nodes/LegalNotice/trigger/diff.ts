/**
 * What a poll has read, compared with what was remembered: events, and the state that makes them past, out of one pure
 * function. Three things are compared apart: the status of a notice (`statusDiff`), its files (`filesDiff`, for documents and
 * for invoices), and invoices that bill several notices (`sharedInvoices`).
 */
import { NOT_FOUND, notFoundReading, type Answered, type StatusReading } from '../notices/changes';
import type { AnsweredFiles, FileRoute } from '../notices/files';
import { gatherInvoices } from '../notices/invoices';
import { changeId, eventOf, fileEvent, reportsFirstFiles, type WatchEvent } from './events';
import type { KeptFile } from './keptFiles';
import { areFilesWatched, type WatchSettings } from './settings';
import { daysSince1970, isStatusRemembered, knownStatus, type Seen, type State } from './state';

/** What the service answered for one name in a poll; undefined where it was not answered. */
export interface NoticeAnswers {
	readonly statut?: Answered<StatusReading> | undefined;
	readonly documents?: AnsweredFiles<KeptFile> | undefined;
	readonly factures?: AnsweredFiles<KeptFile> | undefined;
}

/** What one poll compares. */
export interface PollFacts {
	readonly before: State;
	readonly settings: WatchSettings;
	/** By name. */
	readonly answers: ReadonlyMap<string, NoticeAnswers>;
	readonly nowMs: number;
}

/** Why a poll is doubted that finds no notice at all. */
export interface Doubt {
	/** Either at least twenty that were found before are absent, or none of the names was ever found. */
	readonly kind: 'allAbsent' | 'neverFound';
	/** How many names that are. */
	readonly count: number;
}

export interface PollDiff {
	readonly events: readonly WatchEvent[];
	readonly state: Pick<State, 'notices' | 'doubtedPolls'>;
	/** Then nothing but the count of such polls is new in the state. */
	readonly doubt?: Doubt;
}

/** All events of the names, and what is remembered from now on. A name that is not watched any more leaves the state. */
export function pollDiff(poll: PollFacts): PollDiff {
	const { before, settings, answers } = poll;
	const { doubt, doubtedPolls } = doubted(poll);
	if (doubt) return { events: [], state: { ...before, doubtedPolls }, doubt };
	const notices = new Map<string, Seen>();
	const events: WatchEvent[] = [];
	for (const name of settings.names) {
		const seen = before.notices.get(name);
		const diff = noticeDiff({ name, answers: answers.get(name) ?? {}, poll }, seen ?? {});
		events.push(...diff.events);
		if (seen || Object.keys(diff.seen).length > 0) notices.set(name, diff.seen);
	}
	return { events: sharedInvoices(events), state: { notices, doubtedPolls } };
}

/** So many notices are not gone at once: it is more likely that the service is in trouble, or another one than before. */
const MANY_NOTICES = 20;
const DOUBTED_POLLS = 10;

/**
 * A poll that finds any notice is believed. One in which many are absent that were found before is believed after ten such
 * polls. Where none of many names was ever found, they belong to another account or instance, and no number of polls makes
 * them gone.
 */
function doubted({ before, settings: { names }, answers }: PollFacts): {
	readonly doubt?: Doubt;
	readonly doubtedPolls: number;
} {
	const statuses = names.map((name) => answers.get(name)?.statut);
	const isAnyFound = statuses.some((one) => typeof one === 'object');
	if (isAnyFound || !statuses.includes('absent')) return { doubtedPolls: 0 };
	const seenOf = (name: string): Seen => before.notices.get(name) ?? {};
	const isNew = (name: string) => seenOf(name).statut === undefined;
	if (names.length >= MANY_NOTICES && names.every(isNew)) {
		return {
			doubt: { kind: 'neverFound', count: statuses.filter((one) => one === 'absent').length },
			doubtedPolls: 0,
		};
	}
	const isAbsentNow = (name: string) => answers.get(name)?.statut === 'absent';
	const wasFound = (name: string) => {
		const seen = seenOf(name);
		return isStatusRemembered(seen) && seen.manque === undefined;
	};
	const count = names.filter((name) => wasFound(name) && isAbsentNow(name)).length;
	if (count < MANY_NOTICES) return { doubtedPolls: 0 };
	const doubtedPolls = before.doubtedPolls + 1;
	return doubtedPolls > DOUBTED_POLLS
		? { doubtedPolls }
		: { doubt: { kind: 'allAbsent', count }, doubtedPolls };
}

/** A notice with what the poll was answered for it. */
interface NoticeFacts {
	readonly name: string;
	readonly answers: NoticeAnswers;
	readonly poll: Pick<PollFacts, 'before' | 'settings' | 'nowMs'>;
}

/** What is remembered of the notice from now on, and what happened to it. */
interface NoticeDiff {
	readonly seen: Seen;
	readonly events: readonly WatchEvent[];
}

/** What was not answered stays as remembered. */
function noticeDiff(notice: NoticeFacts, seen: Seen): NoticeDiff {
	const status = statusDiff(notice, withAbsences(notice, seen));
	const documents = filesDiff(notice, status.seen, 'documents');
	const invoices = filesDiff(notice, documents.seen, 'factures');
	return {
		seen: withPublicationDay(invoices.seen, notice),
		events: [...status.events, ...documents.events, ...invoices.events],
	};
}

/** A notice is gone once so many polls in a row find it absent. */
export const GONE_AFTER = 3;

/** A poll that could not read it says nothing. */
function withAbsences({ answers }: NoticeFacts, seen: Seen): Seen {
	const { manque = 0, ...others } = seen;
	if (typeof answers.statut === 'object') return others;
	if (answers.statut !== 'absent') return seen;
	return { ...others, manque: Math.min(manque + 1, GONE_AFTER) };
}

/** Notes the day that first saw the notice published, where watching ends some days after that. */
function withPublicationDay({ parue, ...seen }: Seen, { poll }: NoticeFacts): Seen {
	if (poll.settings.stopAfterDays === undefined || seen.statut !== 'parue') return seen;
	return { ...seen, parue: parue ?? daysSince1970(poll.nowMs) };
}

/** The status, and the event of its change. */
function statusDiff(notice: NoticeFacts, seen: Seen): NoticeDiff {
	const reading = statusOf(notice, seen);
	if (!reading) return { seen, events: [] };
	const { settings, nowMs, before } = notice.poll;
	// A status that is not shown any more is no change: the one that is remembered stays.
	if (reading.status === null && isStatusRemembered(seen)) return { seen, events: [] };
	const after = { ...seen, statut: reading.status, motif: reading.reason ?? undefined };
	const event = eventOf(settings, seen, reading);
	if (!event) return { seen: after, events: [] };
	const previous = knownStatus(seen);
	const change: WatchEvent = {
		...{ id: changeId(before.since, seen, reading), event, name: notice.name },
		...reading,
		previousStatus: previous?.status ?? null,
		previousReason: previous?.reason ?? null,
		seenAt: nowMs,
	};
	// Changes are counted, because the same one may happen again.
	return { seen: { ...after, n: (seen.n ?? 0) + 1 }, events: [change] };
}

/** The status of the notice in this poll: the one that was read, or that it is gone. Undefined where neither is new. */
function statusOf({ name, answers, poll }: NoticeFacts, seen: Seen): StatusReading | undefined {
	if (typeof answers.statut === 'object') return answers.statut;
	if (answers.statut !== 'absent' || seen.manque !== GONE_AFTER) return undefined;
	// Where nobody wants to know, it is remembered of a name that was never found: what is found of it later is no first sight.
	const isRemembered = seen.statut !== undefined;
	const isReported = seen.statut === NOT_FOUND && seen.n !== undefined;
	const isOld = poll.settings.events.has('notFound') ? isReported : isRemembered;
	return isOld ? undefined : notFoundReading(name);
}

/** Documents or invoices: each that was not reported yet comes out once; at first sight as 'When First Seen' says. */
function filesDiff(notice: NoticeFacts, seen: Seen, route: FileRoute): NoticeDiff {
	const { name, answers, poll } = notice;
	const { settings, nowMs } = poll;
	const { [route]: stored, ...others } = seen;
	// Chosen again later, it begins with a first sight.
	if (!areFilesWatched(settings, route)) return { seen: others, events: [] };
	// What is found of a name later that was gone is no first sight.
	const reported = stored ?? (seen.statut === NOT_FOUND ? '' : undefined);
	const unchanged = {
		seen: reported === undefined ? seen : { ...seen, [route]: reported },
		events: [],
	};
	const read = answeredFiles(notice, seen, route);
	if (read === undefined || (read.files.length === 0 && reported !== undefined)) return unchanged;
	const now = typeof answers.statut === 'object' ? answers.statut : knownStatus(seen);
	const isNews = reported !== undefined || reportsFirstFiles(settings, now);
	if (isNews === undefined) return unchanged;
	const keys = new Set(reported?.split(' ').filter(Boolean));
	const added = read.files.filter(({ key }) => !keys.has(key));
	for (const { key } of added) keys.add(key);
	const events = (isNews ? added : []).flatMap(({ file }) => {
		return file ? [fileEvent({ name, route, notice: read, file, now, seenAt: nowMs })] : [];
	});
	return { seen: { ...seen, [route]: [...keys].join(' ') }, events };
}

/** The files of the notice. A service may leave it out of its answer because it has no documents or invoices. */
function answeredFiles({ name, answers }: NoticeFacts, seen: Seen, route: FileRoute) {
	const answered = answers[route];
	if (typeof answered === 'object') return answered;
	const wasFound =
		answers.statut === undefined && isStatusRemembered(seen) && seen.manque === undefined;
	const exists = typeof answers.statut === 'object' || wasFound;
	if (answered !== 'absent' || !exists) return undefined;
	return { reference: name, orderNumber: null, files: [] };
}

/** An invoice of several notices is one event, with the lines that were shown for any of them. */
function sharedInvoices(events: readonly WatchEvent[]): readonly WatchEvent[] {
	const byId = new Map<string, [WatchEvent, ...WatchEvent[]]>();
	for (const event of events.filter((one) => one.event === 'newInvoice')) {
		const same = byId.get(event.id);
		if (same) same.push(event);
		else byId.set(event.id, [event]);
	}
	return events.flatMap((event) => {
		const same = byId.get(event.id);
		if (!same) return [event];
		return same[0] === event ? [mergedInvoice(same)] : [];
	});
}

function mergedInvoice(same: readonly [WatchEvent, ...WatchEvent[]]): WatchEvent {
	const [first] = same;
	const shown = same.map(({ name, reference, file }) => {
		return { requested: name, notice: { reference, factures: [file?.fields] } };
	});
	const [gathered] = gatherInvoices(shown);
	if (!first.file || !gathered) return first;
	const file = { ...first.file, fields: gathered.invoice };
	return { ...first, file, billedNames: same.map(({ name }) => name) };
}
