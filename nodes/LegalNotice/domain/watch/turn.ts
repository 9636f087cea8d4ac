import { Attempts } from './attempts';
import { Holds } from './holds';
import { rememberedOf, type Notice } from './notices';
import { dayOf } from './schedule';
import { HASH_LENGTH, UNSEEN, type Seen, type WatchState } from './state';
import { stepFiles } from './stepFiles';
import { stepStatus } from './stepStatus';
import type {
	Answers,
	FilesReading,
	Lookup,
	Outcome,
	StatusReading,
	Watched,
	WatchEvent,
	WatchSettings,
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
				(aspect) => ({ status: statuses, documents, invoices })[aspect].get(name.text),
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
