/**
 * What a poll learned, compared with what was remembered: events, and the state that makes them past, out of one pure
 * function. It is run while a poll reads, to know which documents a change needs, then to know which files are to be
 * downloaded, and once more with these files.
 *
 * `noticeDiff` is the life of one notice in one poll:
 * - `countMisses`: in how many polls it was not found, or could not be read;
 * - `statusDiff`: which status counts (`readingOf`), whether a change that waits goes out before it (`overtakenChange`), which
 *   event it is (`eventOf`), and whether that goes out or waits for its attestation and files (`readiness`);
 * - `filesDiff`, for documents and for invoices: what is new, what waits for its file, and what waited and is not listed any more.
 *
 * `pollDiff` runs it for the whole list. It doubts a poll that finds none of many notices (`countLost`), and makes one event
 * of an invoice of several notices (`oncePerInvoice`).
 */
import {
	NOT_FOUND,
	notFoundReading,
	SUSPENDED,
	type KnownStatus,
	type NoticeIdentity,
	type Outcome,
	type StatusReading,
} from '../notices/changes';
import {
	fileId,
	fileIn,
	fileKey,
	type FileList,
	type FilesOutcome,
	type ListedFile,
} from '../notices/files';
import {
	changeId,
	eventOf,
	fileEvent,
	isChosenFile,
	mergedInvoice,
	previousOf,
	reportsFirstFiles,
	type EventFiles,
	type WatchEvent,
} from './events';
import { FILE_TRIES, isListWatched, wantsType, type WatchSettings } from './settings';
import {
	daysSince1970,
	isFound,
	knownStatus,
	type Seen,
	type State,
	type WaitingChange,
	type WaitingFile,
} from './state';

/** What a poll has read of one notice; undefined is what it has not read. */
export interface NoticeAnswers {
	readonly statut?: Outcome<StatusReading> | undefined;
	readonly documents?: FilesOutcome | undefined;
	readonly factures?: FilesOutcome | undefined;
	/** Whether its documents were requested, answered or not. */
	readonly documentsRequested: boolean;
	/** Whether it was requested and not read, while others were; undefined for one that the poll did not come to. */
	readonly isUnread?: boolean | undefined;
}

/** What is known of one notice when it is compared. */
export interface NoticeFacts {
	/** The reference as listed. */
	readonly asked: string;
	readonly seen: Seen;
	readonly answers: NoticeAnswers;
	readonly settings: WatchSettings;
	/** Milliseconds since 1970: when the state began, and now. */
	readonly since: number;
	readonly nowMs: number;
	/** What became of the files of events, by identifier; none before they are fetched. */
	readonly files: ReadonlyMap<string, EventFiles>;
}

interface PartDiff {
	readonly seen: Seen;
	readonly events: readonly WatchEvent[];
}

export interface NoticeDiff extends PartDiff {
	/** Whether its change of status cannot be reported before its documents are requested. */
	readonly needsDocuments: boolean;
}

/** The life of one notice in one poll. What was not read stays as remembered. */
export function noticeDiff(notice: NoticeFacts): NoticeDiff {
	const status = statusDiff(notice, countMisses(notice));
	const documents = filesDiff(notice, status.seen, 'documents');
	const invoices = filesDiff(notice, documents.seen, 'factures');
	return {
		seen: withPublicationDay(invoices.seen, notice),
		events: [...status.events, ...documents.events, ...invoices.events],
		needsDocuments: status.needsDocuments,
	};
}

const DAY_MS = 86_400_000;

/** Polls in a row that have to miss a notice, or fail to read it, before that counts. */
const MISSES = 3;

function countMisses({ seen, answers }: NoticeFacts): Seen {
	const { manque = 0, illisible = 0, ...others } = seen;
	const missed = missesAfter(manque, answers.statut);
	const unread = answers.isUnread ? illisible + 1 : 0;
	const stillUnread = answers.isUnread === undefined ? illisible : unread;
	return {
		...others,
		...(missed > 0 && { manque: missed }),
		...(stillUnread > 0 && { illisible: stillUnread }),
	};
}

/** A poll that could not read it says nothing. */
function missesAfter(before: number, outcome: NoticeAnswers['statut']): number {
	if (outcome === 'missing') return Math.min(before + 1, MISSES);
	return typeof outcome === 'object' ? 0 : before;
}

/** Notes the day that first saw the notice published, where watching ends some days after that. */
function withPublicationDay({ parue, ...seen }: Seen, { settings, nowMs }: NoticeFacts): Seen {
	if (settings.stopAfterDays === undefined || seen.statut !== 'parue') return seen;
	return { ...seen, parue: parue ?? daysSince1970(nowMs) };
}

/** The status, and the event of its change. */
function statusDiff(notice: NoticeFacts, seen: Seen): NoticeDiff {
	const reading = readingOf(notice, seen);
	if (!reading) return { seen, events: [], needsDocuments: false };
	const overtaken = overtakenChange(notice, withCount(notice, seen, reading), reading);
	const { attend, ...known } = overtaken.seen;
	const { events } = overtaken;
	const event = eventOf(notice.settings, known, reading);
	if (!event) {
		return { seen: { ...known, ...storedStatus(reading) }, events, needsDocuments: false };
	}
	const id = changeId(notice.since, known, reading);
	const { depuis: seenAt = notice.nowMs, essais = 0, fichiers } = attend ?? {};
	const ready = readiness(notice, { id, known, reading, essais, fichiers });
	if ('waits' in ready) {
		const waiting = { ...waitingChange(reading, seenAt), ...ready.waits };
		return { seen: { ...known, attend: waiting }, events, needsDocuments: ready.needsDocuments };
	}
	const { asked } = notice;
	const change = { id, event, asked, ...reading, ...previousOf(known), seenAt, ...ready };
	return { seen: afterChange(known, reading), events: [...events, change], needsDocuments: false };
}

/**
 * The status that counts in this poll: the one that was read; that it is not found, once three polls say so and somebody
 * wants to know; or else the one that a change has waited with.
 */
function readingOf(
	{ asked, answers, settings }: NoticeFacts,
	seen: Seen,
): StatusReading | undefined {
	if (typeof answers.statut === 'object') return answers.statut;
	const { attend } = seen;
	const isGone = answers.statut === 'missing' && seen.manque === MISSES;
	const isUnreported = seen.statut !== NOT_FOUND || seen.n === undefined;
	// That a name is unknown is remembered also where nobody wants to know: what is found of it later is no first sight.
	const isUnheard = seen.statut === undefined && attend === undefined;
	const isNews = settings.events.has('notFound') ? isUnreported : isUnheard;
	if (isGone && isNews) return notFoundReading(asked);
	return attend && readingThatWaits(attend);
}

function readingThatWaits({ statut, motif, reference, numero }: WaitingChange): StatusReading {
	return { status: statut, reason: motif ?? null, reference, orderNumber: numero ?? null };
}

function waitingChange(reading: StatusReading, depuis: number) {
	const { reference, orderNumber } = reading;
	return { ...storedStatus(reading), depuis, reference, numero: orderNumber ?? undefined };
}

/** No reason is stored as an absent one. */
function storedStatus({ status, reason }: StatusReading) {
	return { statut: status, motif: reason ?? undefined };
}

/**
 * The count of a reference that joins a running state begins with the days since that began: it may have been removed from
 * the list before, and the same changes would have the same identifiers again.
 */
function withCount({ since, nowMs }: NoticeFacts, seen: Seen, { status }: StatusReading): Seen {
	const isFirst = seen.statut === undefined && seen.n === undefined && status !== NOT_FOUND;
	const days = Math.floor((nowMs - since) / DAY_MS);
	return isFirst && days > 0 ? { ...seen, n: days } : seen;
}

/** Changes are counted, because the same one may happen again. */
function afterChange(seen: Seen, reading: StatusReading): Seen {
	return { ...withoutWaiting(seen), ...storedStatus(reading), n: (seen.n ?? 0) + 1 };
}

function withoutWaiting(seen: Seen): Omit<Seen, 'attend'> {
	const left: { -readonly [Name in keyof Seen]: Seen[Name] } = { ...seen };
	delete left.attend;
	return left;
}

/** Whether the status has changed, or the reason has changed back, so that no event would be left of both changes. */
function isOvertaken(
	attend: WaitingChange,
	seen: Seen,
	reading: StatusReading,
	settings: WatchSettings,
): boolean {
	if (attend.statut !== reading.status) return true;
	const isSame = (attend.motif ?? null) === reading.reason;
	return !isSame && eventOf(settings, seen, reading) === undefined;
}

/** A change that waits goes out before the next one, with what it has; its event says what the status is by now. */
function overtakenChange(notice: NoticeFacts, seen: Seen, reading: StatusReading): PartDiff {
	const { attend } = seen;
	const { settings, since, asked } = notice;
	if (!attend || !isOvertaken(attend, seen, reading, settings)) return { seen, events: [] };
	const change = readingThatWaits(attend);
	const event = eventOf(settings, seen, change);
	const after = afterChange(seen, change);
	if (!event) return { seen: after, events: [] };
	const { status, reason } = reading;
	const documentMissing = settings.waitPolls > 0 && attend.statut === 'parue';
	const overtaken: WatchEvent = {
		...change,
		...{ id: changeId(since, seen, change), event, asked, status, reason },
		...previousOf(seen),
		seenAt: attend.depuis,
		files: [],
		documentMissing,
		filesOvertaken: settings.files && !documentMissing,
	};
	return { seen: after, events: [overtaken] };
}

interface ReadyChange {
	readonly id: string;
	readonly known: Seen;
	readonly reading: StatusReading;
	readonly essais: number;
	readonly fichiers: readonly string[] | undefined;
}

type Waits = {
	readonly waits: Pick<WaitingChange, 'essais' | 'fichiers'>;
	readonly needsDocuments: boolean;
};
type Ready = Pick<
	WatchEvent,
	'files' | 'triedFirst' | 'isLastTry' | 'documentMissing' | 'unlisted'
>;

/** What a change is to go out with: files, and for some polls an attestation. */
function wantedOf({ settings }: NoticeFacts, { known, reading }: ReadyChange) {
	const isPublication = reading.status === 'parue' && known.statut !== 'parue';
	const hasFiles = settings.files && reading.status !== NOT_FOUND;
	return { hasFiles, polls: isPublication ? settings.waitPolls : 0 };
}

/** Whether a change has what it goes out with. */
function readiness(notice: NoticeFacts, change: ReadyChange): Waits | Ready {
	const { hasFiles, polls } = wantedOf(notice, change);
	if (!hasFiles && polls === 0) return { files: [] };
	const { known, essais, fichiers } = change;
	const read = filesRead(notice, known, 'documents');
	if (read === undefined && !notice.answers.documentsRequested) {
		return { waits: { essais, fichiers }, needsDocuments: true };
	}
	const documents = typeof read === 'object' ? read.files : [];
	const documentMissing = polls > 0 && !documents.some(({ type }) => type === 'attestation');
	if (documentMissing && essais < polls) {
		return { waits: { essais: essais + 1 }, needsDocuments: false };
	}
	if (!hasFiles) return { files: [], documentMissing };
	const isLastTry = essais >= FILE_TRIES + polls;
	return { ...withFiles(notice, change, { read, documents, isLastTry }), documentMissing };
}

interface ReadDocuments {
	readonly read: FilesOutcome | undefined;
	readonly documents: readonly ListedFile[];
	readonly isLastTry: boolean;
}

function withFiles(
	{ settings, files: fetched }: NoticeFacts,
	{ id, reading, essais, fichiers }: ReadyChange,
	{ read, documents, isLastTry }: ReadDocuments,
): Waits | Ready {
	const unlisted = isUnlisted(read, reading.status);
	if (unlisted && !isLastTry) return { waits: { essais: essais + 1 }, needsDocuments: false };
	const waits = fileTry(fetched.get(id), essais, isLastTry);
	if (waits) return { waits: { fichiers, ...waits }, needsDocuments: false };
	const files = documents.filter(({ type }) => wantsType(settings, type));
	return { files, triedFirst: fichiers, isLastTry, unlisted };
}

/** A suspended notice may withhold its documents; of any other they should have been readable. */
function isUnlisted(read: FilesOutcome | undefined, status: string): boolean {
	if (typeof read === 'object') return false;
	return read !== 'withheld' || status !== SUSPENDED;
}

/** @returns how an event waits for its files; undefined where they have come, or are not waited for any longer */
function fileTry(
	files: EventFiles | undefined,
	essais: number,
	isLastTry: boolean,
): Waits['waits'] | undefined {
	if (!files || files.missing.length === 0) return undefined;
	if (!files.isBegun) return { essais };
	return isLastTry ? undefined : { essais: essais + 1, fichiers: files.failed };
}

/** A service may leave a notice out of its answer because it has no documents or invoices. */
function filesRead(
	{ asked, answers }: NoticeFacts,
	seen: Seen,
	list: FileList,
): FilesOutcome | undefined {
	const read = answers[list];
	if (read !== 'missing') return read;
	const isKnown = answers.statut === undefined && isFound(seen) && seen.manque === undefined;
	const exists = typeof answers.statut === 'object' || isKnown;
	return exists ? { reference: asked, orderNumber: null, files: [] } : read;
}

/** Most notices of a long list: nothing was there, nothing is listed, and nothing waits. */
function hasNothing({ answers, settings }: NoticeFacts, seen: Seen, list: FileList): boolean {
	const read = answers[list];
	const isEmpty = read === undefined || (typeof read === 'object' && read.files.length === 0);
	return isEmpty && seen[list] === '' && !seen.fichiers && isListWatched(settings, list);
}

/** Documents or invoices: each that was not reported yet comes out once; at first sight as 'When First Seen' says. */
function filesDiff(notice: NoticeFacts, seen: Seen, list: FileList): PartDiff {
	if (hasNothing(notice, seen, list)) return { seen, events: [] };
	const { [list]: before, fichiers, ...others } = seen;
	const all = Object.entries(fichiers ?? {});
	const elsewhere = all.filter(([, { liste }]) => liste !== list);
	// Chosen again later, it begins with a first sight.
	if (!isListWatched(notice.settings, list)) {
		return { seen: { ...others, ...waitingFiles(elsewhere) }, events: [] };
	}
	// What is not chosen any more does not wait any longer. An invoice that waits as a document goes on as one where New Invoice
	// is chosen meanwhile: there it may count as seen.
	const isAwaited = ({ liste, type }: WaitingFile) =>
		liste === list && (list === 'factures' || wantsType(notice.settings, type));
	const own = new FilesOfNotice(notice, list, before, seen);
	for (const [key, waiting] of all) if (isAwaited(waiting)) own.waiting.set(key, waiting);
	const read = filesRead(notice, seen, list);
	const isDecided = own.takeListed(read);
	// A list that was lost does not say that a file is gone.
	const isAnswered = read !== undefined && read !== 'unreadable';
	if (isDecided && isAnswered) own.takeGone();
	const baseline = own.baseline;
	return {
		seen: {
			...others,
			...(baseline !== undefined && { [list]: baseline }),
			...waitingFiles([...elsewhere, ...own.waiting]),
		},
		events: own.events,
	};
}

function waitingFiles(entries: ReadonlyArray<readonly [string, WaitingFile]>) {
	return entries.length > 0 ? { fichiers: Object.fromEntries(entries) } : {};
}

/** The documents, or the invoices, of one notice while they are compared. */
class FilesOfNotice {
	readonly events: WatchEvent[] = [];
	/** By key: those that wait for their file. */
	readonly waiting = new Map<string, WaitingFile>();
	/** Keys of what was reported or present at first sight; undefined before that. */
	private known: Set<string> | undefined;
	private readonly listed = new Set<string>();
	private readonly now: KnownStatus;

	constructor(
		private readonly notice: NoticeFacts,
		private readonly list: FileList,
		before: string | undefined,
		seen: Seen,
	) {
		const { statut } = notice.answers;
		// What this poll has read counts, also where the event that reports it waits; else what is remembered.
		this.now = typeof statut === 'object' ? statut : knownStatus(seen);
		// What is found of an unknown name later is no first sight.
		const isFirst = before === undefined && seen.statut !== NOT_FOUND;
		this.known = isFirst ? undefined : new Set((before ?? '').split(' ').filter(Boolean));
	}

	get baseline(): string | undefined {
		return this.known && [...this.known].join(' ');
	}

	/** @returns false while the status that decides about a first sight is not known */
	takeListed(read: FilesOutcome | undefined): boolean {
		if (typeof read !== 'object') return true;
		const { settings } = this.notice;
		const isNews = this.known !== undefined || reportsFirstFiles(settings, this.now);
		if (isNews === undefined) return false;
		const known = (this.known ??= new Set());
		for (const file of read.files) {
			const key = fileKey(file, this.list);
			const isSeen = this.listed.has(key) || known.has(key);
			this.listed.add(key);
			if (!isSeen && (!isNews || this.isPast(key, read, file))) known.add(key);
		}
		return true;
	}

	private isPast(key: string, notice: NoticeIdentity, file: ListedFile): boolean {
		const isChosen = this.waiting.has(key) || isChosenFile(this.notice.settings, file, this.list);
		if (!isChosen) return true;
		return this.report(key, notice, file);
	}

	/** @returns whether its event goes out, rather than waits for its file */
	private report(key: string, notice: NoticeIdentity, file: ListedFile): boolean {
		const { asked, settings, files, nowMs } = this.notice;
		const { list, now } = this;
		const { essais = 0, depuis: seenAt = nowMs } = this.waiting.get(key) ?? {};
		const id = fileId({ notice, file, list });
		const isLastTry = essais >= FILE_TRIES;
		const waits = fileTry(files.get(id), essais, isLastTry);
		this.waiting.delete(key);
		if (waits) {
			const { type, numero } = file;
			const { reference, orderNumber } = notice;
			const names = { id, reference, commande: orderNumber ?? undefined };
			const stored = { liste: list, type, numero, depuis: seenAt, essais: waits.essais, ...names };
			this.waiting.set(key, stored);
			return false;
		}
		const { status, reason } = now;
		const event = fileEvent({ asked, list, notice, file, now: { status, reason }, id, seenAt });
		this.events.push({ ...event, files: settings.files ? [file] : [], isLastTry });
		return true;
	}

	/** What waits for its file and is not listed any more, goes out with its type and number, once it has waited as long as others. */
	takeGone(): void {
		for (const [key, waiting] of this.waiting) {
			if (this.listed.has(key)) continue;
			const essais = waiting.essais + 1;
			if (essais <= FILE_TRIES) {
				this.waiting.set(key, { ...waiting, essais });
				continue;
			}
			this.waiting.delete(key);
			this.known?.add(key);
			this.events.push(this.eventOfGone(waiting));
		}
	}

	private eventOfGone({ type, numero, id, reference, commande, depuis }: WaitingFile): WatchEvent {
		const { asked, settings } = this.notice;
		const { status, reason } = this.now;
		const fields = numero === undefined ? { type } : { type, numero };
		const file = fileIn(fields, reference, type);
		const notice = { reference, orderNumber: commande ?? null };
		const facts = { asked, list: this.list, notice, file, now: { status, reason } };
		const event = fileEvent({ ...facts, id, seenAt: depuis });
		return { ...event, gone: settings.files ? file : undefined };
	}
}

/** What one poll knows of all notices. */
export interface PollFacts {
	readonly before: State;
	readonly settings: WatchSettings;
	readonly answers: ReadonlyMap<string, NoticeAnswers>;
	/** References to be read alone from now on, in this order. */
	readonly apart: readonly string[];
	readonly nowMs: number;
	readonly files: ReadonlyMap<string, EventFiles>;
}

export interface PollDiff {
	readonly events: readonly WatchEvent[];
	readonly state: Pick<State, 'notices' | 'lost' | 'apart'>;
	/** Known notices, when none of them was found: then nothing but the count of such polls is new in the state. */
	readonly lost?: number;
}

/** All notices of the list. A reference that left the list leaves the state. */
export function pollDiff(poll: PollFacts): PollDiff {
	const { before, settings, answers, nowMs, files } = poll;
	const { since } = before;
	const lost = countLost(poll);
	if (lost.isDoubted)
		return { events: [], state: { ...before, lost: lost.polls }, lost: lost.notices };
	const notices = new Map<string, Seen>();
	const events: WatchEvent[] = [];
	const apart = new Set(poll.apart);
	for (const asked of settings.list) {
		const known = before.notices.get(asked);
		const ofNotice = answers.get(asked) ?? NOTHING_READ;
		const facts = { asked, seen: known ?? {}, answers: ofNotice, settings, since, nowMs, files };
		const { seen, events: own } = noticeDiff(facts);
		events.push(...own);
		const { illisible = 0, ...readable } = seen;
		// Whatever list holds it fails, so it would hide its neighbours.
		if (illisible >= MISSES) apart.add(asked);
		const after = apart.has(asked) ? readable : seen;
		if (known || Object.keys(after).length > 0) notices.set(asked, after);
	}
	const state = { notices, lost: lost.polls, apart: [...apart] };
	return { events: oncePerInvoice(events, notices), state };
}

const NOTHING_READ: NoticeAnswers = { documentsRequested: false };

/** So many notices are not gone at once: for some polls it is more likely that the service is in trouble. */
const MANY_NOTICES = 20;
const DOUBTED_POLLS = 10;

/** Counts polls that find none of many known notices. One that finds any other notice is believed. */
function countLost({ before, settings, answers }: PollFacts) {
	const isKnown = (seen: Seen | undefined) => seen && isFound(seen) && seen.manque === undefined;
	const known = settings.list.filter((asked) => isKnown(before.notices.get(asked)));
	const notices = known.filter((asked) => answers.get(asked)?.statut === 'missing').length;
	const isAnyFound = [...answers.values()].some(({ statut }) => typeof statut === 'object');
	const isLost = notices >= MANY_NOTICES && !isAnyFound;
	const polls = isLost ? before.lost + 1 : 0;
	return { notices, polls, isDoubted: isLost && polls <= DOUBTED_POLLS };
}

/** An invoice of several notices is one event, also for those of them for which it still waits for its file. */
function oncePerInvoice(
	events: readonly WatchEvent[],
	notices: Map<string, Seen>,
): readonly WatchEvent[] {
	const byId = new Map<string, [WatchEvent, ...WatchEvent[]]>();
	for (const event of events.filter(({ invoice }) => invoice)) {
		const same = byId.get(event.id);
		if (same) same.push(event);
		else byId.set(event.id, [event]);
	}
	if (byId.size === 0) return events;
	const released = releaseWaiting(byId, notices);
	return events.flatMap((event) => {
		const same = byId.get(event.id);
		if (!same) return [event];
		return same[0] === event ? [mergedInvoice(same, released.get(event.id) ?? [])] : [];
	});
}

/** @returns the references, as listed, that waited for each of these invoices; from now on they do not */
function releaseWaiting(
	reported: ReadonlyMap<string, unknown>,
	notices: Map<string, Seen>,
): ReadonlyMap<string, readonly string[]> {
	const released = new Map<string, string[]>();
	for (const [asked, { fichiers, ...seen }] of notices) {
		const all = Object.entries(fichiers ?? {});
		const done = all.filter(([, { liste, id }]) => liste === 'factures' && reported.has(id));
		if (done.length === 0) continue;
		for (const [, { id }] of done) released.set(id, [...(released.get(id) ?? []), asked]);
		const keys = done.map(([key]) => key);
		const factures = [seen.factures, ...keys].filter(Boolean).join(' ');
		const left = all.filter(([key]) => !keys.includes(key));
		notices.set(asked, { ...seen, factures, ...waitingFiles(left) });
	}
	return released;
}
