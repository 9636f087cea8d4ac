/**
 * What a poll has read, compared with what was remembered: events, and the state that makes them past, out of one pure
 * function. Three things are compared apart: the status of a notice (`statusDiff`), its files (`filesDiff`, for documents and
 * for invoices), and invoices that bill several notices (`sharedInvoices`).
 */
import { NOT_FOUND, notFoundReading, type Outcome, type StatusReading } from '../notices/changes';
import { fileId, type FileRoute } from '../notices/files';
import { gatherInvoices } from '../notices/invoices';
import { changeId, eventOf, fileEvent, reportsFirstFiles, type WatchEvent } from './events';
import type { KeptOutcome } from './keptFiles';
import { areFilesWatched, type WatchSettings } from './settings';
import { daysSince1970, isFound, knownStatus, type Seen, type State } from './state';

/** What a poll has read of one notice; undefined is what it has not read. */
export interface NoticeAnswers {
	readonly statut?: Outcome<StatusReading> | undefined;
	readonly documents?: KeptOutcome | undefined;
	readonly factures?: KeptOutcome | undefined;
}

/** What one poll knows of all notices. */
export interface PollFacts {
	readonly before: State;
	readonly settings: WatchSettings;
	/** By the names in the list. */
	readonly answers: ReadonlyMap<string, NoticeAnswers>;
	readonly nowMs: number;
}

/** Why a poll that finds no notice at all is doubted. */
export type Doubt =
	/** So many notices are absent that were found before. */
	| { readonly kind: 'allAbsent'; readonly count: number }
	/** None of the names was ever found. */
	| { readonly kind: 'neverFound' };

export interface PollDiff {
	readonly events: readonly WatchEvent[];
	readonly state: Pick<State, 'notices' | 'doubtedPolls'>;
	/** Then nothing but the count of such polls is new in the state. */
	readonly doubt?: Doubt;
}

/** All notices of the names. A name that left the list leaves the state. */
export function pollDiff(poll: PollFacts): PollDiff {
	const { before, settings, answers } = poll;
	const { doubt, doubtedPolls } = doubted(poll);
	if (doubt) return { events: [], state: { ...before, doubtedPolls }, doubt };
	const notices = new Map<string, Seen>();
	const events: WatchEvent[] = [];
	for (const name of settings.names) {
		const seen = before.notices.get(name);
		const facts = { name, answers: answers.get(name) ?? {}, poll };
		const { seen: now, events: own } = noticeDiff(facts, seen ?? {});
		events.push(...own);
		if (seen || Object.keys(now).length > 0) notices.set(name, now);
	}
	return { events: sharedInvoices(events), state: { notices, doubtedPolls } };
}

/** So many notices are not gone at once: it is more likely that the service is in trouble, or another one than before. */
const MANY_NOTICES = 20;
const DOUBTED_POLLS = 10;

/**
 * A poll that finds any notice is believed. One that finds none of many that were known is believed after ten such polls. A list of
 * which none was ever found belongs to another account or instance: that they are gone is never believed.
 */
function doubted({ before, settings: { names }, answers }: PollFacts): {
	readonly doubt?: Doubt;
	readonly doubtedPolls: number;
} {
	const outcomes = names.map((name) => answers.get(name)?.statut);
	const isAnyFound = outcomes.some((outcome) => typeof outcome === 'object');
	if (isAnyFound || !outcomes.includes('absent')) return { doubtedPolls: 0 };
	const { notices: known } = before;
	if (
		names.length >= MANY_NOTICES &&
		names.every((name) => known.get(name)?.statut === undefined)
	) {
		return { doubt: { kind: 'neverFound' }, doubtedPolls: 0 };
	}
	const count = names.filter((name) => {
		const seen = known.get(name);
		const wasFound = isFound(seen) && seen?.manque === undefined;
		return wasFound && answers.get(name)?.statut === 'absent';
	}).length;
	if (count < MANY_NOTICES) return { doubtedPolls: 0 };
	const doubtedPolls = before.doubtedPolls + 1;
	return doubtedPolls > DOUBTED_POLLS
		? { doubtedPolls }
		: { doubt: { kind: 'allAbsent', count }, doubtedPolls };
}

/** What is known of one notice when it is compared. */
interface NoticeFacts {
	readonly name: string;
	readonly answers: NoticeAnswers;
	readonly poll: Pick<PollFacts, 'before' | 'settings' | 'nowMs'>;
}

interface PartDiff {
	readonly seen: Seen;
	readonly events: readonly WatchEvent[];
}

/** What was not read stays as remembered. */
function noticeDiff(notice: NoticeFacts, before: Seen): PartDiff {
	const status = statusDiff(notice, withAbsences(notice, before));
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
function withAbsences({ answers }: NoticeFacts, before: Seen): Seen {
	const { manque = 0, ...others } = before;
	if (typeof answers.statut === 'object') return others;
	if (answers.statut !== 'absent') return before;
	return { ...others, manque: Math.min(manque + 1, GONE_AFTER) };
}

/** Notes the day that first saw the notice published, where watching ends some days after that. */
function withPublicationDay({ parue, ...seen }: Seen, { poll }: NoticeFacts): Seen {
	if (poll.settings.stopAfterDays === undefined || seen.statut !== 'parue') return seen;
	return { ...seen, parue: parue ?? daysSince1970(poll.nowMs) };
}

/** The status, and the event of its change. */
function statusDiff(notice: NoticeFacts, seen: Seen): PartDiff {
	const reading = readingOf(notice, seen);
	if (!reading) return { seen, events: [] };
	const { settings, nowMs } = notice.poll;
	// A status that is not shown any more is no change: the one that is known stays.
	if (reading.status === null && isFound(seen)) return { seen, events: [] };
	const { status: statut, reason } = reading;
	const after = { ...seen, statut, motif: reason ?? undefined };
	const event = eventOf(settings, seen, reading);
	if (!event) return { seen: after, events: [] };
	const known = knownStatus(seen);
	const change: WatchEvent = {
		...{ id: changeId(notice.poll.before.since, seen, reading), event, name: notice.name },
		...reading,
		previousStatus: known?.status ?? null,
		previousReason: known?.reason ?? null,
		seenAt: nowMs,
	};
	// Changes are counted, because the same one may happen again.
	return { seen: { ...after, n: (seen.n ?? 0) + 1 }, events: [change] };
}

/** The status that counts in this poll: the one that was read, or that the notice is gone, where that is news. */
function readingOf({ name, answers, poll }: NoticeFacts, seen: Seen): StatusReading | undefined {
	if (typeof answers.statut === 'object') return answers.statut;
	const isGone = answers.statut === 'absent' && seen.manque === GONE_AFTER;
	const isUnreported = seen.statut !== NOT_FOUND || seen.n === undefined;
	// That a name is unknown is remembered also where nobody wants to know: what is found of it later is no first sight.
	const isUnheard = seen.statut === undefined;
	const isNews = poll.settings.events.has('notFound') ? isUnreported : isUnheard;
	return isGone && isNews ? notFoundReading(name) : undefined;
}

/** Documents or invoices: each that was not reported yet comes out once; at first sight as 'When First Seen' says. */
function filesDiff(notice: NoticeFacts, seen: Seen, route: FileRoute): PartDiff {
	const { name, answers, poll } = notice;
	const { settings, nowMs } = poll;
	const { [route]: stored, ...others } = seen;
	// Chosen again later, it begins with a first sight.
	if (!areFilesWatched(settings, route)) return { seen: others, events: [] };
	// What is found of a name later that was unknown is no first sight.
	const before = stored ?? (seen.statut === NOT_FOUND ? '' : undefined);
	const read = filesRead(notice, seen, route);
	const unchanged = {
		seen: before === undefined ? seen : { ...seen, [route]: before },
		events: [],
	};
	if (read === undefined || (read.files.length === 0 && before !== undefined)) return unchanged;
	const now = typeof answers.statut === 'object' ? answers.statut : knownStatus(seen);
	const isNews = before !== undefined || reportsFirstFiles(settings, now);
	if (isNews === undefined) return unchanged;
	const known = new Set(before?.split(' ').filter(Boolean));
	const unknown = read.files.filter(({ key }) => !known.has(key));
	for (const { key } of unknown) known.add(key);
	const events = (isNews ? unknown : []).flatMap(({ file }) => {
		if (!file) return [];
		const facts = { name, route, notice: read, file, now };
		return [fileEvent({ ...facts, id: fileId(facts), seenAt: nowMs })];
	});
	return { seen: { ...seen, [route]: [...known].join(' ') }, events };
}

/** A service may leave a notice out of its answer because it has no documents or invoices. */
function filesRead({ name, answers }: NoticeFacts, seen: Seen, route: FileRoute) {
	const read = answers[route];
	if (typeof read === 'object') return read;
	const isKnown = answers.statut === undefined && isFound(seen) && seen.manque === undefined;
	const exists = typeof answers.statut === 'object' || isKnown;
	if (read !== 'absent' || !exists) return undefined;
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
	return { ...first, file, billed: same.map(({ name }) => name) };
}
