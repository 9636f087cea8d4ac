import { ASPECTS, dayOf } from './schedule';
import {
	apartKey,
	heldKey,
	UNSEEN,
	type Apart,
	type Held,
	type Seen,
	type WatchState,
} from './state';
import { stepFiles } from './stepFiles';
import { stepStatus } from './stepStatus';
import type { Answers, Aspect, Watched, WatchEvent, WatchSettings } from './types';

/** What a poll learned, applied to what was remembered. */
export interface Advance {
	readonly events: readonly WatchEvent[];
	readonly state: WatchState;
	/** References whose event cannot be told before their documents are read. */
	readonly wantDocuments: readonly Watched[];
	/** References that were missing so often that a read of their own decides. */
	readonly wantConfirmation: readonly Watched[];
}

export interface Poll {
	readonly answers: Answers;
	readonly settings: WatchSettings;
	readonly nowMs: number;
}

/** Missing references are read again after 0, 1, 3, 7, 15, then 31 polls; unreadable ones never wait longer than 3. */
const LONGEST_WAIT = { missing: 32, unreadable: 4 };

/**
 * One turn of the watch. An event and the state that makes it the past come out together: whoever keeps the state
 * only after handing over the events loses none. What was not read stays as remembered; a reference that left the
 * list leaves the state.
 */
export function advance(state: WatchState, list: readonly Watched[], poll: Poll): Advance {
	const turn = new Turn(state, poll);
	for (const watched of list) turn.take(watched);
	return turn.result();
}

/** The parts of the state that a step may change for its notice. */
export class Turn {
	readonly events: WatchEvent[] = [];
	readonly wantDocuments: Watched[] = [];
	readonly wantConfirmation: Watched[] = [];
	private readonly seen = new Map<string, Seen>();
	private readonly held = new Map<string, Held>();
	private readonly asked = new Map<string, Apart>();
	private readonly listed = new Set<string>();

	constructor(
		readonly before: WatchState,
		readonly poll: Poll,
	) {}

	take(watched: Watched): void {
		const remembered = this.before.seen.get(watched.hash) ?? UNSEEN;
		const afterStatus = stepStatus(this, watched, remembered);
		const afterDocuments = stepFiles(this, watched, afterStatus, 'documents');
		const after = stepFiles(this, watched, afterDocuments, 'invoices');
		const settled = this.forgetUnwatched(this.markPublished(after));
		if (settled !== UNSEEN) this.seen.set(watched.hash, settled);
		for (const aspect of ASPECTS) {
			this.listed.add(apartKey(watched.hash, aspect));
			this.countFailure(watched, aspect);
		}
	}

	/** Whether an event may go out now as far as its files are concerned; keeps count when it may not. */
	filesReady(
		watched: Watched,
		eventId: string,
		lack = this.poll.answers.withoutFiles.get(eventId),
	): 'ready' | 'wait' | 'giveUp' {
		if (lack === undefined) return 'ready';
		const key = heldKey(watched.hash, 'files');
		const left = this.before.held.get(key)?.left ?? FILE_TRIES;
		if (lack === 'tried' && left <= 0) return 'giveUp';
		this.hold(key, lack === 'tried' ? left - 1 : left);
		return 'wait';
	}

	hold(key: string, left: number): void {
		const known = this.held.get(key)?.left ?? left;
		this.held.set(key, { left: Math.min(known, left), since: this.heldSince(key) });
	}

	/** Nothing was read that could end or shorten the wait. */
	keepHeld(key: string): void {
		const held = this.before.held.get(key);
		if (held) this.hold(key, held.left);
	}

	/** Seconds since 1970 of the poll that first held it back, or of this one. */
	heldSince(key: string): number {
		return this.before.held.get(key)?.since ?? Math.floor(this.poll.nowMs / 1000);
	}

	private markPublished(seen: Seen): Seen {
		if (this.poll.settings.stopAfterDays === undefined || seen.status !== 'parue') {
			return seen.publishedDay === undefined ? seen : { ...seen, publishedDay: undefined };
		}
		return seen.publishedDay === undefined
			? { ...seen, publishedDay: dayOf(this.poll.nowMs) }
			: seen;
	}

	/** What is no longer watched is not remembered: chosen again later, it starts with a first sight. */
	private forgetUnwatched(seen: Seen): Seen {
		const { events } = this.poll.settings;
		const kept = [...seen.toldOf].filter((of) =>
			events.has(of === 'documents' ? 'newDocument' : 'newInvoice'),
		);
		if (kept.length === seen.toldOf.size) return seen;
		return { ...seen, toldOf: new Set(kept), told: kept.length === 0 ? new Set() : seen.told };
	}

	private countFailure(watched: Watched, aspect: Aspect): void {
		const { text, hash } = watched;
		const { answers, settings } = this.poll;
		if (aspect === 'documents' && !settings.events.has('newDocument')) return;
		const answer = {
			status: answers.statuses,
			documents: answers.documents,
			invoices: answers.invoices,
		}[aspect].get(text);
		if (answer === undefined) return;
		const key = apartKey(hash, aspect);
		const kind = failureKind(answer);
		if (kind === undefined) return void this.asked.set(key, { tries: 0, wait: 0, kind: 'missing' });
		const known = this.before.apart.get(key);
		const tries = (known?.kind === kind ? known.tries : 0) + 1;
		// What is to be confirmed is asked for again at once for some polls, should this one not come to it.
		const unconfirmed =
			aspect === 'status' && tries < CONFIRMATION_TRIES && this.wantConfirmation.includes(watched);
		const wait = unconfirmed ? 0 : Math.min(2 ** (tries - 1), LONGEST_WAIT[kind]) - 1;
		this.asked.set(key, { tries: Math.min(tries, 99), wait, kind });
	}

	result(): Advance {
		const { before, events, wantDocuments, wantConfirmation } = this;
		const apart = new Map<string, Apart>();
		for (const [key, entry] of before.apart) {
			if (!this.listed.has(key) || this.asked.has(key)) continue;
			apart.set(key, { ...entry, wait: Math.max(0, entry.wait - 1) });
		}
		// Asked in this poll: to the end of the queue.
		for (const [key, entry] of this.asked) if (entry.tries > 0) apart.set(key, entry);
		const state = { ...before, seen: this.seen, held: this.held, apart };
		return { events, state, wantDocuments, wantConfirmation };
	}
}

/** Misses in a row up to which a read of its own is tried at every poll. */
const CONFIRMATION_TRIES = 8;
/** Polls in which the files of an event are tried before it goes out without them. */
const FILE_TRIES = 4;

function failureKind(answer: unknown): Apart['kind'] | undefined {
	if (answer === 'missing' || answer === 'unreadable') return answer;
	const refused = typeof answer === 'object' && answer !== null && Reflect.get(answer, 'refused');
	return refused === true ? 'unreadable' : undefined;
}
