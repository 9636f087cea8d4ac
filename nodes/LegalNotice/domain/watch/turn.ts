import { Attempts, MISSES } from './attempts';
import { Holds } from './holds';
import { rememberedOf, type Notice } from './notices';
import { aspectsRead, dayOf } from './schedule';
import { HASH_LENGTH, UNSEEN, type Seen, type WatchState } from './state';
import { stepFiles } from './stepFiles';
import { stepStatus } from './stepStatus';
import {
	NOT_FOUND,
	type Answers,
	type FilesReading,
	type Lookup,
	type Outcome,
	type StatusReading,
	type Watched,
	type WatchEvent,
	type WatchSettings,
} from './types';

export interface Poll {
	readonly answers: Answers;
	readonly settings: WatchSettings;
	readonly nowMs: number;
}

/** One turn of the watch: the parts of the state that a step may change for its notice. */
export class Turn {
	readonly events: WatchEvent[] = [];
	readonly wantDocuments: Watched[] = [];
	readonly wantConfirmation: Watched[] = [];
	readonly seen = new Map<string, Seen>();
	readonly holds: Holds;
	readonly attempts: Attempts;

	constructor(
		readonly before: WatchState,
		readonly poll: Poll,
	) {
		this.holds = new Holds(before.held, poll.nowMs, HASH_LENGTH);
		this.attempts = new Attempts(before, poll.settings);
	}

	take(notice: Notice): void {
		const remembered = rememberedOf(this.before, notice);
		const toConfirm = this.wantConfirmation.length;
		const afterStatus = stepStatus(this, notice, remembered);
		const afterDocuments = stepFiles(this, notice, afterStatus, 'documents');
		const after = stepFiles(this, notice, afterDocuments, 'invoices');
		const settled = this.forgetUnwatched(this.markPublished(after));
		const { statuses, documents, invoices } = this.poll.answers;
		for (const name of notice.names) {
			if (settled !== UNSEEN) this.seen.set(name.hash, settled);
			this.attempts.count(
				name,
				(aspect) => {
					const answer = { status: statuses, documents, invoices }[aspect].get(name.text);
					const exists = answer === 'missing' && aspect !== 'status' && this.knows([name], after);
					// Left out because there is nothing to list: no failure.
					return exists ? {} : answer;
				},
				this.wantConfirmation.length > toConfirm,
			);
		}
	}

	statusOf(notice: Notice): Outcome<StatusReading> | undefined {
		return bestOf(notice, this.poll.answers.statuses);
	}

	filesOf(notice: Notice, aspect: 'documents' | 'invoices'): Outcome<FilesReading> | undefined {
		return bestOf(notice, this.poll.answers[aspect]);
	}

	/**
	 * A service may leave out of its answer a notice that has no documents or invoices. Whether 'missing' means that, or a
	 * notice that it does not know, is said by what else was read of it, or is remembered.
	 */
	hasNone(notice: Notice, seen: Seen, aspect: 'documents' | 'invoices'): boolean {
		if (this.filesOf(notice, aspect) !== 'missing') return false;
		if (this.knows(notice.names, seen)) return true;
		// Without its status, only repetition tells it from a slip of the service.
		return (
			!aspectsRead(this.poll.settings).includes('status') &&
			this.attempts.missesOf(notice, aspect) >= MISSES
		);
	}

	private knows(names: readonly Watched[], { status }: Seen): boolean {
		const { statuses, documents, invoices } = this.poll.answers;
		const read = (lookup: Lookup<unknown>) =>
			names.some(({ text }) => typeof lookup.get(text) === 'object');
		if (read(statuses) || read(documents) || read(invoices)) return true;
		if (names.some(({ text }) => statuses.get(text) === 'missing')) return false;
		return status !== undefined && status !== NOT_FOUND;
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
		// Where nothing is looked at, the stored state keeps no digests.
		return { ...seen, toldOf: new Set(kept) };
	}
}

/** What was read of a notice under any of its names, before what only failed. */
function bestOf<Reading extends object>(
	{ names }: Notice,
	lookup: Lookup<Outcome<Reading>>,
): Outcome<Reading> | undefined {
	let failed: Outcome<Reading> | undefined;
	for (const { text } of names) {
		const outcome = lookup.get(text);
		if (typeof outcome === 'object') return outcome;
		failed ??= outcome;
	}
	return failed;
}
