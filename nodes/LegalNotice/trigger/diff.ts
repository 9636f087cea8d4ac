/** What a poll learned, compared with what was remembered: events, and the state that makes them the past. */
import {
	FILE_LISTS,
	type Answers,
	type Aspect,
	type EventFiles,
	type FileReading,
} from '../notices/answers';
import { digest, NOT_FOUND, reportsFirstSight, type StatusReading } from '../notices/changes';
import {
	afterChange,
	awaitsAttestation,
	changeId,
	dated,
	eventOf,
	fileId,
	filesIn,
	goesWithDocuments,
	isChosen,
	isUnlisted,
	oncePerEvent,
	overtakenChange,
	previousOf,
	type FoundFile,
	type WatchEvent,
} from './events';
import { countLost, isMissing, missAfter } from './misses';
import { aspectsRead, wantsType, type WatchSettings } from './settings';
import {
	ASPECTS,
	groupHeld,
	perAspect,
	type Held,
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
	/** What became of the files of events, by identifier; undefined while none was asked for. */
	readonly eventFiles?: ReadonlyMap<string, EventFiles> | undefined;
}

export interface Diff {
	readonly events: readonly WatchEvent[];
	readonly state: State;
	/** Known notices, when none of them was found: then nothing but the count of such polls is in the state. */
	readonly lost?: number;
}

/** Polls in which the files of an event are tried before it goes out without them. */
const FILE_TRIES = 4;

/**
 * What a poll learned, applied to what was remembered. Events and the state that makes them the past come out together,
 * so none is lost. What was not read stays as remembered; a reference that left the list leaves the state.
 */
export function diff(poll: PollFacts): Diff {
	const { before, settings, answers } = poll;
	const lost = countLost(before, settings.list, answers.status);
	const state = { ...before, polls: before.polls + 1, lost: lost.polls };
	if (lost.isDoubted) return { events: [], state, lost: lost.notices };
	const found = new PollDiff(poll);
	for (const asked of settings.list) found.take(asked);
	const { notices, held, missed } = found;
	return { events: oncePerEvent(found.events), state: { ...state, notices, held, missed } };
}

class PollDiff {
	readonly events: WatchEvent[] = [];
	readonly notices = new Map<string, Seen>();
	readonly held = new Map<string, Held>();
	readonly missed = perAspect(() => new Map<string, Miss>());
	private readonly before: State;
	private readonly settings: WatchSettings;
	private readonly answers: Answers;
	private readonly aspects: readonly Aspect[];
	private readonly heldBefore: ReturnType<typeof groupHeld>;

	constructor(private readonly poll: PollFacts) {
		this.before = poll.before;
		this.settings = poll.settings;
		this.answers = poll.answers;
		this.aspects = aspectsRead(poll.settings);
		this.heldBefore = groupHeld(poll.before.held);
	}

	take(asked: string): void {
		const known = this.before.notices.get(asked);
		const afterStatus = this.takeStatus(asked, known ?? {});
		const afterDocuments = this.takeFiles(asked, afterStatus, 'documents');
		const afterFiles = this.takeFiles(asked, afterDocuments, 'invoices');
		const after = dated(afterFiles, this.settings, this.poll.nowMs);
		if (known || Object.keys(after).length > 0) this.notices.set(asked, after);
		for (const aspect of this.aspects) this.countMiss(asked, after, aspect);
	}

	private takeStatus(asked: string, known: Seen): Seen {
		const reading = this.statusOf(asked, known);
		if (!reading) return this.undecided(asked, known, 'status');
		const seen = this.takeOvertaken(asked, known, reading);
		const event = eventOf(this.settings, seen, reading);
		if (!event) return { ...seen, statut: reading.status, motif: reading.reason ?? undefined };
		const id = changeId(this.before.since, seen, reading);
		const ready = this.readyChange(asked, id, seen, reading);
		if (!ready) return seen;
		this.events.push({ id, event, asked, ...reading, ...previousOf(seen), ...ready });
		return afterChange(seen, reading);
	}

	/** `statut` of the event says what the notice is by now. */
	private takeOvertaken(asked: string, seen: Seen, reading: StatusReading): Seen {
		const held = this.heldBefore.get(`${asked}status`);
		const overtaken = overtakenChange(this.settings, seen, held, reading);
		if (!overtaken) return seen;
		const { event, change } = overtaken;
		const { id, seenAt } = change;
		const documentMissing = this.settings.waitPolls > 0 && change.status === 'parue';
		const fields = { ...reading, ...previousOf(seen), seenAt, files: [], documentMissing };
		this.events.push({ id, event, asked, ...fields });
		return afterChange(seen, change);
	}

	/** What the poll says of the notice; undefined when it says nothing that counts. */
	private statusOf(asked: string, { statut }: Seen): StatusReading | undefined {
		const outcome = this.answers.status.get(asked);
		if (typeof outcome === 'object') {
			// Of a status refused because of the suspension, the reason is not known: the known one stays.
			const isKnown = outcome.isRefused === true && outcome.status === statut;
			return isKnown ? undefined : outcome;
		}
		const isGone = outcome === 'missing' && isMissing(this.before, asked, 'status');
		if (!isGone || statut === NOT_FOUND || !this.settings.events.has('notFound')) return undefined;
		// Nobody can say any more whether it was listed by reference or by order number.
		return { reference: asked, orderNumber: null, status: NOT_FOUND, reason: null };
	}

	/** @returns what a change goes out with; undefined while it waits for its attestation or files */
	private readyChange(asked: string, id: string, seen: Seen, reading: StatusReading) {
		const { settings } = this;
		const { status, reason } = reading;
		const change = { statut: status, motif: reason ?? undefined };
		const held: Held = { ...this.heldSoFar(id, asked, 'status'), ...change };
		if (!goesWithDocuments(settings, seen, reading)) return this.withDocuments(held, []);
		const read = this.answers.documents.get(asked);
		if (read === undefined && !this.answers.documentsTried.has(asked)) {
			this.held.set(id, held);
			return undefined;
		}
		const documents = filesIn(read);
		const hasAttestation = documents.some(({ type }) => type === 'attestation');
		const documentMissing = !hasAttestation && awaitsAttestation(settings, seen, reading);
		if (documentMissing && held.waited < settings.waitPolls) {
			this.held.set(id, { ...held, waited: held.waited + 1 });
			return undefined;
		}
		const unlisted = isUnlisted(settings, read, status);
		if (this.waitsForFiles(id, held, unlisted)) return undefined;
		return { ...this.withDocuments(held, documents), documentMissing, unlisted };
	}

	private withDocuments({ since: seenAt }: Held, documents: readonly FileReading[]) {
		const { settings } = this;
		const wanted = documents.filter(({ type }) => settings.files && wantsType(settings, type));
		return { seenAt, files: wanted, documentMissing: false, unlisted: false };
	}

	private waitsForFiles(id: string, held: Held, unlisted: boolean): boolean {
		const fetched = this.poll.eventFiles?.get(id);
		const isMissing = fetched !== undefined && fetched.missing.length > 0;
		if (!unlisted && !isMissing) return false;
		// A poll that had no time to begin the download does not count.
		const isTried = fetched === undefined || fetched.isTried;
		if (!isTried) {
			this.held.set(id, held);
			return true;
		}
		if (held.tried >= FILE_TRIES) return false;
		this.held.set(id, { ...held, tried: held.tried + 1 });
		return true;
	}

	private heldSoFar(id: string, asked: string, aspect: Aspect): Held {
		const known = this.before.held.get(id);
		return known ?? { asked, aspect, since: this.poll.nowMs, waited: 0, tried: 0 };
	}

	/** Nothing was read that could decide anything: what was held back stays held back. */
	private undecided(asked: string, seen: Seen, aspect: Aspect): Seen {
		for (const [id, held] of this.heldBefore.get(asked + aspect) ?? []) this.held.set(id, held);
		return seen;
	}

	/** Documents or invoices: each that was not reported yet comes out once; at first sight as 'When First Seen' says. */
	private takeFiles(asked: string, seen: Seen, aspect: 'documents' | 'invoices'): Seen {
		const field = FILE_LISTS[aspect];
		const { [field]: before, ...others } = seen;
		// Chosen again later, it starts with a first sight.
		if (!this.aspects.includes(aspect)) return others;
		const notice = this.filesOf(asked, seen, aspect);
		if (typeof notice !== 'object') return this.undecided(asked, seen, aspect);
		const isNews = before !== undefined || this.reportsFirstFiles(asked, seen);
		if (isNews === undefined) return seen;
		const known = new Set(before?.split(' '));
		known.delete('');
		for (const file of notice.files) {
			const key = digest([file.name], 6);
			const isTold = known.has(key) || !isNews || !isChosen(this.settings, file, aspect);
			if (isTold) known.add(key);
			else this.takeFile({ asked, seen, notice, file, aspect }, known);
		}
		return { ...seen, [field]: [...known].join(' ') };
	}

	/** @returns undefined while the status that decides it is not known */
	private reportsFirstFiles(asked: string, seen: Seen): boolean | undefined {
		const { firstSight } = this.settings;
		const { status } = this.statusNow(asked, seen);
		if (status === null && firstSight === 'publishedOrSuspended') return undefined;
		return reportsFirstSight(firstSight, status);
	}

	/** @param known gets the key of the file, unless it waits to be downloaded */
	private takeFile(found: FoundFile, known: Set<string>): void {
		const { asked, seen, notice, file, aspect } = found;
		const id = fileId(found);
		const held = this.heldSoFar(id, asked, aspect);
		if (this.waitsForFiles(id, held, false)) return;
		known.add(digest([file.name], 6));
		const event = {
			id,
			asked,
			reference: notice.reference,
			orderNumber: notice.orderNumber,
			...this.statusNow(asked, seen),
			previousStatus: null,
			previousReason: null,
			seenAt: held.since,
			files: [file].filter(() => this.settings.files),
		};
		if (aspect === 'invoices') {
			this.events.push({ ...event, event: 'newInvoice', invoice: file.fields });
		} else {
			this.events.push({ ...event, event: 'newDocument', document: file.fields });
		}
	}

	/** As read in this poll, also where the event that reports it is held back; otherwise as remembered. */
	private statusNow(asked: string, seen: Seen) {
		const { statut: status = null, motif: reason = null } = seen;
		const reading = this.answers.status.get(asked);
		if (typeof reading !== 'object') return { status, reason };
		if (reading.isRefused) return { status: reading.status, reason };
		return { status: reading.status, reason: reading.reason };
	}

	/** A service may leave a notice out of its answer because it has no documents or invoices. */
	private filesOf(asked: string, seen: Seen, aspect: 'documents' | 'invoices') {
		const outcome = this.answers[aspect].get(asked);
		if (outcome !== 'missing') return outcome;
		// Where its status is not read, only repetition tells that from a slip of the service.
		const isRepeated = !this.aspects.includes('status') && isMissing(this.before, asked, aspect);
		const hasNone = this.exists(asked, seen) || isRepeated;
		if (!hasNone) return outcome;
		return { reference: asked, orderNumber: null, files: [] };
	}

	private exists(asked: string, { statut = NOT_FOUND }: Seen): boolean {
		const isRead = (aspect: Aspect) => typeof this.answers[aspect].get(asked) === 'object';
		const isKnown = this.answers.status.get(asked) !== 'missing' && statut !== NOT_FOUND;
		return isKnown || ASPECTS.some(isRead);
	}

	private countMiss(asked: string, seen: Seen, aspect: Aspect): void {
		const before = this.before.missed[aspect].get(asked);
		const outcome = this.answers[aspect].get(asked);
		// A service may leave a notice out of its answer because it has no documents or invoices.
		const isNone = outcome === 'missing' && aspect !== 'status' && this.exists(asked, seen);
		if (isNone) return;
		const miss = missAfter(before, outcome, this.before.polls + 1);
		if (miss) this.missed[aspect].set(asked, miss);
	}
}
