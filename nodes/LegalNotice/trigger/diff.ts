/** What a poll learned of each notice, compared with what was remembered: events, and what makes them the past. */
import {
	NOT_FOUND,
	notFoundReading,
	saysUnsuspended,
	type KnownStatus,
	type StatusReading,
} from '../notices/changes';
import { fileId, fileKey, isUnlisted, noFiles } from '../notices/files';
import type { EventFiles, FilesOutcome, ListedFile } from '../notices/files';
import {
	afterChange,
	awaitsAttestation,
	changeId,
	eventOf,
	fileEvent,
	goesWithDocuments,
	isChosen,
	previousOf,
	reportsFirstFiles,
	withPublicationDay,
	type FoundFile,
	type WatchEvent,
	type Answers,
} from './events';
import {
	heldChangeEvent,
	HeldEvents,
	heldFields,
	overtakenChange,
	storedEvent,
	storedIdentity,
} from './held';
import { aspectsRead, FILE_TRIES, onePollMore, wantsType, type WatchSettings } from './settings';
import {
	ASPECTS,
	FILE_LISTS,
	isFound,
	isMissDue,
	isMissingAgain,
	knownStatus,
	missAfter,
	perAspect,
	seenOf,
	storedStatus,
	type Aspect,
	type FileAspect,
	type Held,
	type HeldEvent,
	type Miss,
	type Seen,
	type State,
} from './state';

/** What one poll knows. */
export interface PollFacts {
	readonly before: State;
	readonly settings: WatchSettings;
	readonly answers: Answers;
	readonly nowMs: number;
	/** The files of events that are at hand, or could not be had, by identifier; none before they are fetched. */
	readonly filesAtHand: ReadonlyMap<string, EventFiles>;
}

/** What a poll learned, applied to what was remembered: what was not read stays as remembered. */
export class PollDiff {
	readonly events: WatchEvent[] = [];
	readonly notices = new Map<string, Seen>();
	readonly held: HeldEvent[] = [];
	readonly missed = perAspect(() => new Map<string, Miss>());
	private readonly before: State;
	private readonly settings: WatchSettings;
	private readonly answers: Answers;
	private readonly aspects: readonly Aspect[];
	private readonly heldBefore: HeldEvents;

	constructor(private readonly poll: PollFacts) {
		this.before = poll.before;
		this.settings = poll.settings;
		this.answers = poll.answers;
		this.aspects = aspectsRead(poll.settings);
		this.heldBefore = new HeldEvents(poll.before.held);
	}

	take(asked: string): void {
		const afterStatus = this.takeStatus(asked, seenOf(this.before, asked));
		const afterDocuments = this.takeFiles(asked, afterStatus, 'documents');
		const afterInvoices = this.takeFiles(asked, afterDocuments, 'invoices');
		const after = withPublicationDay(afterInvoices, this.settings, this.poll.nowMs);
		const isKnown = this.before.notices.has(asked) || Object.keys(after).length > 0;
		if (isKnown) this.notices.set(asked, after);
		for (const aspect of this.aspects) {
			const miss = this.missOf(asked, after, aspect);
			if (miss) this.missed[aspect].set(asked, miss);
		}
	}

	private takeStatus(asked: string, known: Seen): Seen {
		const reading = this.statusOf(asked, known);
		if (!reading) return this.undecided(known, this.heldBefore.of(asked, 'status'));
		const seen = this.takeOvertaken(asked, known, reading);
		const event = eventOf(this.settings, seen, reading);
		if (!event) return { ...seen, ...storedStatus(reading.status, reading.reason) };
		const id = changeId(this.before.since, seen, reading);
		const ready = this.readyChange(asked, id, seen, reading);
		if (!ready) return seen;
		this.events.push({ id, event, asked, ...reading, ...previousOf(seen), ...ready });
		return afterChange(seen, reading);
	}

	/** `statut` of the event says what the notice is by now. */
	private takeOvertaken(asked: string, seen: Seen, reading: StatusReading): Seen {
		const held = this.heldBefore.of(asked, 'status');
		const overtaken = overtakenChange(this.settings, seen, held, reading);
		if (!overtaken) return seen;
		const { event, change } = overtaken;
		this.events.push(heldChangeEvent(this.settings, seen, change, { asked, event, ...reading }));
		return afterChange(seen, change);
	}

	/** What the poll says of the notice; undefined when it says nothing that counts. */
	private statusOf(asked: string, seen: Seen): StatusReading | undefined {
		const outcome = this.answers.status.get(asked);
		if (typeof outcome === 'object') return outcome;
		const isGone = outcome === 'missing' && isMissingAgain(this.before, asked, 'status');
		const isUntold = seen.statut !== NOT_FOUND || seen.n === undefined;
		// That a name is unknown is remembered also untold: what the service knows of it later is no first sight.
		const isUnheard = seen.statut === undefined && this.heldBefore.of(asked, 'status').length === 0;
		const isNews = this.settings.events.has('notFound') ? isUntold : isUnheard;
		return isGone && isNews ? notFoundReading(asked) : undefined;
	}

	/** @returns what a change goes out with; undefined while it waits for its attestation or files */
	private readyChange(asked: string, id: string, seen: Seen, reading: StatusReading) {
		const { settings } = this;
		const { status, reason } = reading;
		const change = { ...storedStatus(status, reason), ...storedIdentity(reading) };
		const held = { ...this.heldSoFar(id, asked, 'status', status), ...change };
		if (!goesWithDocuments(settings, seen, reading)) return this.withDocuments(held, []);
		const read = this.answers.documents.get(asked);
		if (read === undefined && !this.answers.documentsTried.has(asked)) {
			this.held.push([id, held]);
			return undefined;
		}
		const documents = typeof read === 'object' ? read.files : [];
		const hasAttestation = documents.some(({ type }) => type === 'attestation');
		const documentMissing = !hasAttestation && awaitsAttestation(settings, seen, reading);
		if (documentMissing && held.waited < settings.waitPolls) {
			this.held.push([id, { ...held, waited: held.waited + 1 }]);
			return undefined;
		}
		const unlisted = settings.files && isUnlisted(read, status);
		if (this.waitsForFiles(id, held, unlisted)) return undefined;
		return { ...this.withDocuments(held, documents), documentMissing, unlisted };
	}

	private withDocuments({ since: seenAt }: Held, documents: readonly ListedFile[]) {
		const { settings } = this;
		const wanted = documents.filter(({ type }) => settings.files && wantsType(settings, type));
		return { seenAt, files: wanted, documentMissing: false, unlisted: false };
	}

	private waitsForFiles(id: string, held: Held, unlisted: boolean): boolean {
		const files = this.poll.filesAtHand.get(id);
		const isMissing = files !== undefined && files.missing.length > 0;
		if (!unlisted && !isMissing) return false;
		// A poll that had no time to begin the download does not count.
		if (files?.isTried === false) {
			this.held.push([id, held]);
			return true;
		}
		if (held.tried >= FILE_TRIES) return false;
		this.held.push([id, { ...held, tried: held.tried + 1 }]);
		return true;
	}

	/**
	 * Of both names of a notice, and all notices of an invoice, an event waits as long as of the first one. Where only the
	 * reason of a status has changed, the wait goes on.
	 */
	private heldSoFar(id: string, asked: string, aspect: Aspect, status?: string): Held {
		const isSame = ([, { statut }]: HeldEvent) => statut !== undefined && statut === status;
		const [, ofSameStatus] = this.heldBefore.of(asked, aspect).find(isSame) ?? [];
		const known = this.heldBefore.byId.get(id) ?? ofSameStatus;
		return { aspect, since: this.poll.nowMs, waited: 0, tried: 0, ...known, asked };
	}

	/** Nothing was read that could decide them: events that are held back stay so, until they have waited long enough. */
	private undecided(seen: Seen, events: readonly HeldEvent[]): Seen {
		return events.reduce((known, event) => this.takeHeld(known, event), seen);
	}

	private takeHeld(seen: Seen, event: HeldEvent): Seen {
		const [id, held] = event;
		const { asked, aspect } = held;
		// What was not asked for says nothing, unless it rests because its notice is gone or refused.
		const miss = this.before.missed[aspect].get(asked);
		const isResting = miss !== undefined && !isMissDue(miss, this.before.polls + 1);
		const isDecided = this.answers[aspect].has(asked) || isResting;
		const more = isDecided ? onePollMore(this.settings, held) : held;
		const now = this.statusNow(asked, seen);
		const told = more ? undefined : storedEvent(this.settings, seen, event, now);
		if (!told) this.held.push([id, more ?? held]);
		else if (told.event) this.events.push(told.event);
		return told?.after ?? seen;
	}

	/** Documents or invoices: each that was not reported yet comes out once; at first sight as 'When First Seen' says. */
	private takeFiles(asked: string, seen: Seen, aspect: FileAspect): Seen {
		const field = FILE_LISTS[aspect];
		const { [field]: before, ...others } = seen;
		// Chosen again later, it starts with a first sight.
		if (!this.aspects.includes(aspect)) return others;
		const notice = this.filesOf(asked, seen, aspect);
		const heldBefore = this.heldBefore.of(asked, aspect);
		if (typeof notice !== 'object') return this.undecided(seen, heldBefore);
		const isNews =
			before !== undefined || reportsFirstFiles(this.settings, this.statusNow(asked, seen));
		if (isNews === undefined) return seen;
		const known = new Set(before?.split(' '));
		known.delete('');
		for (const file of notice.files) {
			const key = fileKey(file, aspect);
			const isReported = isNews && !known.has(key) && isChosen(this.settings, file, aspect);
			if (isReported) this.takeFile({ asked, seen, notice, file, aspect }, known);
			else known.add(key);
		}
		const after = { ...seen, [field]: [...known].join(' ') };
		const isListed = (key: string) => notice.files.some((file) => fileKey(file, aspect) === key);
		const isGone = ([, { key }]: HeldEvent) => key !== undefined && !isListed(key);
		return this.undecided(after, heldBefore.filter(isGone));
	}

	/** @param known gets the key of the file, unless it waits to be downloaded */
	private takeFile(found: FoundFile, known: Set<string>): void {
		const { asked, seen, file, aspect } = found;
		const id = fileId(found);
		const held = { ...this.heldSoFar(id, asked, aspect), ...heldFields(found) };
		if (this.waitsForFiles(id, held, false)) return;
		known.add(fileKey(file, aspect));
		const files = this.settings.files ? [file] : [];
		const now = this.statusNow(asked, seen);
		this.events.push({ ...fileEvent(found, now), id, seenAt: held.since, files });
	}

	/** What this poll has read counts, also where the event that reports it is held back; else what is remembered. */
	private statusNow(asked: string, seen: Seen): KnownStatus {
		const reading = this.answers.status.get(asked);
		if (typeof reading !== 'object') return knownStatus(seen);
		return { status: reading.status, reason: reading.reason };
	}

	/** A service may leave a notice out of its answer because it has no documents or invoices. */
	private filesOf(asked: string, seen: Seen, aspect: FileAspect): FilesOutcome | undefined {
		const outcome = this.answers[aspect].get(asked);
		if (typeof outcome === 'object') return outcome;
		// Nothing to compare with is at hand: what is there once the suspension has ended, or the notice is known, is new.
		const isFirst = seen[FILE_LISTS[aspect]] === undefined;
		if (isFirst && (outcome === 'withheld' || seen.statut === NOT_FOUND)) return noFiles(asked);
		if (outcome !== 'missing') return outcome;
		// Where nothing else of it was read, only several polls show that this is no slip of the service.
		const isNone = isMissingAgain(this.before, asked, aspect) || this.exists(asked, seen);
		return isNone ? noFiles(asked) : outcome;
	}

	private exists(asked: string, seen: Seen): boolean {
		// A poll may not come again to what was missing before.
		const isMissing = this.missOf(asked, seen, 'status')?.kind === 'missing';
		if (isFound(seen) && !isMissing) return true;
		return ASPECTS.some((aspect) => typeof this.answers[aspect].get(asked) === 'object');
	}

	private missOf(asked: string, seen: Seen, aspect: Aspect): Miss | undefined {
		const before = this.before.missed[aspect].get(asked);
		const outcome = this.answers[aspect].get(asked);
		const fault = this.faultOf(asked, aspect);
		if (outcome === undefined) return this.missUnread(asked, before, fault);
		if (typeof outcome === 'object') return fault;
		// A service may leave a notice out because it has no documents or invoices.
		const hasNone = outcome === 'missing' && aspect !== 'status' && this.exists(asked, seen);
		if (hasNone) return undefined;
		return missAfter(before, outcome, this.before.polls + 1);
	}

	/** The miss of one of which this poll has read nothing. */
	private missUnread(asked: string, before: Miss | undefined, fault: Miss | undefined) {
		const isSuspensionOver = saysUnsuspended(this.answers.status.get(asked));
		if (before?.kind === 'withheld' && isSuspensionOver) return undefined;
		if (!before || !fault) return before ?? fault;
		// Blamed in this poll, it comes behind the others of its list in the next, also where it rests between polls.
		const rests = !isMissDue(before, before.poll + 1);
		return { ...before, poll: rests ? before.poll + 1 : fault.poll };
	}

	/** No poll has missed it, but a list of others fails for it, or may. */
	private faultOf(asked: string, aspect: Aspect): Miss | undefined {
		if (!this.answers.atFault[aspect].has(asked)) return undefined;
		return { kind: 'unreadable', times: 0, poll: this.before.polls + 1 };
	}
}
