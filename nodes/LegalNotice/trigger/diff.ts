import { invoiceIdentity } from '../notices/invoices';
import {
	FILE_LISTS,
	type Answers,
	type Aspect,
	type FileReading,
	type FilesReading,
	type StatusReading,
} from '../notices/answers';
import {
	digest,
	mostSpecific,
	NOT_FOUND,
	oncePerEvent,
	reportsFirstSight,
	type WatchEvent,
} from './events';
import { aspectsRead, wantsType, type WatchSettings } from './settings';
import {
	ASPECTS,
	countLost,
	daysSince1970,
	groupHeld,
	heldChange,
	perAspect,
	type Held,
	type Miss,
	type Seen,
	type State,
} from './state';

export interface Diff {
	readonly events: readonly WatchEvent[];
	readonly state: State;
	/** References whose event cannot be reported before their documents are read. */
	readonly wantDocuments: readonly string[];
	/** Known notices, when none of them was found: then nothing but the count of such polls is in the state. */
	readonly lost?: number;
}

/** Polls in a row that a reference has to be missing to count as not found. */
export const MISSES = 3;
/** Polls in which the files of an event are tried before it goes out without them. */
const FILE_TRIES = 4;

/**
 * What a poll learned, applied to what was remembered. Events and the state that makes them the past come out together,
 * so none is lost. What was not read stays as remembered; a reference that left the list leaves the state.
 */
export function diff(
	before: State,
	settings: WatchSettings,
	answers: Answers,
	nowMs: number,
): Diff {
	const lost = countLost(before, settings.list, answers.status);
	const state = { ...before, polls: before.polls + 1, lost: lost.polls };
	if (lost.isDoubted) return { events: [], wantDocuments: [], state, lost: lost.notices };
	const poll = new PollDiff(before, settings, answers, nowMs);
	for (const asked of settings.list) poll.take(asked);
	const { notices, held, missed, wantDocuments } = poll;
	const next = { ...state, notices, held, missed };
	return { events: oncePerEvent(poll.events), state: next, wantDocuments };
}

class PollDiff {
	readonly events: WatchEvent[] = [];
	readonly wantDocuments: string[] = [];
	readonly notices = new Map<string, Seen>();
	readonly held = new Map<string, Held>();
	readonly missed = perAspect(() => new Map<string, Miss>());
	private readonly aspects: readonly Aspect[];
	private readonly heldBefore: ReturnType<typeof groupHeld>;

	constructor(
		private readonly before: State,
		private readonly settings: WatchSettings,
		private readonly answers: Answers,
		private readonly nowMs: number,
	) {
		this.aspects = aspectsRead(settings);
		this.heldBefore = groupHeld(before.held);
	}

	take(asked: string): void {
		const known = this.before.notices.get(asked);
		const afterStatus = this.takeStatus(asked, known ?? {});
		const afterDocuments = this.takeFiles(asked, afterStatus, 'documents');
		const after = this.dated(this.takeFiles(asked, afterDocuments, 'invoices'));
		if (known || Object.keys(after).length > 0) this.notices.set(asked, after);
		for (const aspect of this.aspects) this.countMiss(asked, after, aspect);
	}

	private takeStatus(asked: string, known: Seen): Seen {
		const reading = this.statusOf(asked, known);
		if (!reading) return this.undecided(asked, known, 'status');
		const seen = this.takeOvertaken(asked, known, reading);
		const { status, reason } = reading;
		const after: Seen = { ...seen, statut: status, motif: reason ?? undefined };
		const event = this.eventOf(seen, reading);
		if (!event) return after;
		// The same change reported again has the same identifier, the same change happening again another.
		const now = [reading.reference, status, reason];
		const change = [this.before.since, seen.n ?? 0, seen.statut, seen.motif ?? null];
		const isFirst = seen.statut === undefined;
		const id = digest(isFirst ? ['first', ...now] : ['change', ...change, ...now]);
		const ready = this.readyChange(asked, id, seen, reading);
		if (!ready) return seen;
		this.events.push({ id, event, asked, ...reading, ...previousOf(seen), ...ready });
		return { ...after, n: (seen.n ?? 0) + 1 };
	}

	/** A held change goes out, with what it has, before the next one: `statut` says what the notice is by now. */
	private takeOvertaken(asked: string, seen: Seen, reading: StatusReading): Seen {
		const change = heldChange(this.heldBefore.get(`${asked}status`));
		if (!change || change.status === reading.status) return seen;
		const event = this.eventOf(seen, change);
		if (!event) return seen;
		const { id, status, reason, seenAt } = change;
		const documentMissing = this.settings.waitPolls > 0 && status === 'parue';
		const fields = { ...reading, ...previousOf(seen), seenAt, files: [], documentMissing };
		this.events.push({ id, event, asked, ...fields });
		return { ...seen, statut: status, motif: reason ?? undefined, n: (seen.n ?? 0) + 1 };
	}

	private eventOf({ statut: status, motif }: Seen, now: { status: string; reason: string | null }) {
		const { events, firstSight } = this.settings;
		const sight = now.status === NOT_FOUND ? 'current' : firstSight;
		return mostSpecific({ status, reason: motif ?? null }, now, events, sight);
	}

	/** What the poll says of the notice; undefined when it says nothing that counts. */
	private statusOf(asked: string, { statut }: Seen): StatusReading | undefined {
		const outcome = this.answers.status.get(asked);
		if (typeof outcome === 'object') {
			// Of a status refused because of the suspension, the reason is not known: the known one stays.
			return outcome.refused === true && outcome.status === statut ? undefined : outcome;
		}
		const isGone = outcome === 'missing' && this.isMissing(asked, 'status');
		if (!isGone || statut === NOT_FOUND || !this.settings.events.has('notFound')) return undefined;
		// Nobody can say any more whether it was listed by reference or by order number.
		return { reference: asked, orderNumber: null, status: NOT_FOUND, reason: null };
	}

	/** @returns what a change goes out with; undefined while it waits for its attestation or files */
	private readyChange(asked: string, id: string, { statut }: Seen, reading: StatusReading) {
		const { waitPolls, files } = this.settings;
		const { status, reason } = reading;
		const change = { statut: status, motif: reason ?? undefined };
		const held = { ...this.heldSoFar(id, asked, 'status'), ...change };
		const awaits = waitPolls > 0 && status === 'parue' && statut !== status;
		const needsNone = status === NOT_FOUND || !(awaits || files);
		const read = needsNone ? 'missing' : this.answers.documents.get(asked);
		const inVain = read === undefined && this.answers.documentsTried.has(asked);
		if (read === undefined && !inVain) {
			this.wantDocuments.push(asked);
			this.held.set(id, held);
			return undefined;
		}
		const documents = typeof read === 'object' ? read.files : [];
		const documentMissing = awaits && !documents.some(({ type }) => type === 'attestation');
		if (documentMissing && held.waited < waitPolls) {
			this.held.set(id, { ...held, waited: held.waited + 1 });
			return undefined;
		}
		// A suspended notice may withhold its documents; of any other they should have been readable.
		const unlisted = files && (inVain || (read === 'unreadable' && status !== 'suspendue'));
		if (this.waitsForFiles(id, held, unlisted)) return undefined;
		const wanted = files ? documents.filter(({ type }) => wantsType(this.settings, type)) : [];
		return { seenAt: held.since, files: wanted, documentMissing, unlisted };
	}

	private waitsForFiles(id: string, held: Held, unlisted: boolean): boolean {
		const { missing = [], isTried = true } = this.answers.eventFiles?.get(id) ?? {};
		if (!unlisted && missing.length === 0) return false;
		if (isTried && held.tried >= FILE_TRIES) return false;
		this.held.set(id, { ...held, tried: held.tried + (isTried ? 1 : 0) });
		return true;
	}

	private heldSoFar(id: string, asked: string, aspect: Aspect): Held {
		const known = this.before.held.get(id);
		return known ?? { asked, aspect, since: this.nowMs, waited: 0, tried: 0 };
	}

	/** Nothing was read that could decide anything: what was held back stays held back. */
	private undecided(asked: string, seen: Seen, aspect: Aspect): Seen {
		for (const [id, held] of this.heldBefore.get(asked + aspect) ?? []) this.held.set(id, held);
		return seen;
	}

	/** Documents or invoices: each that was not reported yet comes out once; at first sight as 'When First Seen' says. */
	private takeFiles(asked: string, seen: Seen, aspect: 'documents' | 'invoices'): Seen {
		const { events, firstSight } = this.settings;
		const field = FILE_LISTS[aspect];
		const { [field]: before, ...others } = seen;
		// Chosen again later, it starts with a first sight.
		if (!this.aspects.includes(aspect)) return others;
		const outcome = this.filesOf(asked, seen, aspect);
		if (typeof outcome !== 'object') return this.undecided(asked, seen, aspect);
		const { status } = this.statusNow(asked, seen);
		if (before === undefined && status === null && firstSight === 'publishedOrSuspended')
			return seen;
		const isNews = before !== undefined || reportsFirstSight(firstSight, status);
		const known = new Set(before ? before.split(' ') : []);
		for (const file of outcome.files) {
			const key = digest([file.name], 6);
			// An invoice is reported by the more specific of the two events.
			const isOther = events.has('newInvoice') && ['facture', 'avoir'].includes(file.type);
			const isOf = aspect === 'invoices' || (!isOther && wantsType(this.settings, file.type));
			const isTaken = () => this.takeFile(asked, seen, outcome, file, aspect);
			if (known.has(key) || !isNews || !isOf || isTaken()) known.add(key);
		}
		return { ...seen, [field]: [...known].join(' ') };
	}

	/** @returns whether it is reported now; otherwise it waits for its file */
	private takeFile(
		asked: string,
		seen: Seen,
		{ reference, orderNumber }: FilesReading,
		file: FileReading,
		aspect: 'documents' | 'invoices',
	): boolean {
		const { fields, name, number } = file;
		const isInvoice = aspect === 'invoices';
		// An invoice is the same one whichever of its notices shows it first.
		const isShared = isInvoice && number !== null;
		const id = digest(isShared ? ['invoice', invoiceIdentity(fields)] : ['file', reference, name]);
		const held = this.heldSoFar(id, asked, aspect);
		if (this.waitsForFiles(id, held, false)) return false;
		this.events.push({
			...{ id, event: isInvoice ? 'newInvoice' : 'newDocument', asked, reference, orderNumber },
			...this.statusNow(asked, seen),
			...{ previousStatus: null, previousReason: null, seenAt: held.since },
			...(isInvoice ? { invoice: fields } : { document: fields }),
			files: this.settings.files ? [file] : [],
		});
		return true;
	}

	/** As read in this poll, also where the event that reports it is held back; otherwise as remembered. */
	private statusNow(asked: string, seen: Seen) {
		const { statut: status = null, motif: reason = null } = seen;
		const reading = this.answers.status.get(asked);
		if (typeof reading !== 'object') return { status, reason };
		return { status: reading.status, reason: reading.refused === true ? reason : reading.reason };
	}

	/** A service may leave a notice out of its answer because it has no documents or invoices. */
	private filesOf(asked: string, seen: Seen, aspect: 'documents' | 'invoices') {
		const outcome = this.answers[aspect].get(asked);
		if (outcome !== 'missing') return outcome;
		// Where its status is not read, only repetition tells that from a slip of the service.
		const isRepeated = !this.aspects.includes('status') && this.isMissing(asked, aspect);
		const isEmpty = this.exists(asked, seen) || isRepeated;
		return isEmpty ? { reference: asked, orderNumber: null, files: [] } : outcome;
	}

	private exists(asked: string, { statut = NOT_FOUND }: Seen): boolean {
		const isRead = (aspect: Aspect) => typeof this.answers[aspect].get(asked) === 'object';
		const isKnown = this.answers.status.get(asked) !== 'missing' && statut !== NOT_FOUND;
		return isKnown || ASPECTS.some(isRead);
	}

	/** Whether it was missing in as many polls in a row, this one included. */
	private isMissing(asked: string, aspect: Aspect): boolean {
		const before = this.before.missed[aspect].get(asked);
		return before?.kind === 'missing' && before.times + 1 >= MISSES;
	}

	private countMiss(asked: string, seen: Seen, aspect: Aspect): void {
		const before = this.before.missed[aspect].get(asked);
		const outcome = this.answers[aspect].get(asked) ?? before;
		if (outcome === undefined) return;
		const poll = this.before.polls + 1;
		if (outcome === before) {
			this.missed[aspect].set(asked, before);
		} else if (typeof outcome === 'object') {
			// The status of a suspended notice was refused: that shows it, but spoils a batch.
			if (!('refused' in outcome)) return;
			this.missed[aspect].set(asked, { kind: 'unreadable', times: 1, poll });
		} else if (outcome === 'unreadable' || aspect === 'status' || !this.exists(asked, seen)) {
			const times = before?.kind === outcome ? before.times + 1 : 1;
			this.missed[aspect].set(asked, { kind: outcome, times, poll });
		}
	}

	/** With the day that first saw it published, where watching ends some days after that. */
	private dated({ parue, ...seen }: Seen): Seen {
		if (this.settings.stopAfterDays === undefined || seen.statut !== 'parue') return seen;
		return { ...seen, parue: parue ?? daysSince1970(this.nowMs) };
	}
}

function previousOf({ statut, motif }: Seen) {
	return { previousStatus: statut ?? null, previousReason: motif ?? null };
}
