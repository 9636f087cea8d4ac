import { apartKey, ASPECTS, type Aspect, type Watched, type WatchState } from '../domain/watch';
import type { BatchReader } from './batchReader';
import type { TimeBudget } from './timeBudget';

/** References that were missing or unreadable before, per batch, and calls that all of them may take in a poll. */
const SIZE = 20;
const CALLS = 20;
/** Of these, calls that stay for each kind that is still to come: many of one kind must not starve another. */
const RESERVED = 5;
/** Calls for a kind of which nothing went through: then its route may be down. */
const DOUBTFUL_CALLS = 6;
/** Part of the budget after which the others come first. */
const TIME = 0.2;

const none = (): Record<Aspect, number> => ({ status: 0, documents: 0, invoices: 0 });

/**
 * The queue of the ones that were missing or unreadable: small batches, few calls, the longest waiting first. A batch
 * that fails is made smaller until it is clear which notice is to blame. That says nothing of the route. Batches that
 * are answered grow: what kept their notices away is over.
 */
export class ApartQueue {
	/** Calls that count. */
	private readonly used = none();
	private readonly next = none();

	constructor(
		private readonly batches: BatchReader,
		private readonly state: WatchState,
		private readonly queue: Readonly<Record<Aspect, readonly Watched[]>>,
		private readonly time: TimeBudget,
		/** What is still to be done about statuses that were read. */
		private readonly afterStatus: (
			slice: readonly Watched[],
			mayConfirm: () => boolean,
		) => Promise<void>,
	) {}

	/** Goes on where it stopped. */
	async read(): Promise<void> {
		const until = Date.now() + TIME * this.time.budgetMs;
		for (const [index, aspect] of ASPECTS.entries()) {
			const later = ASPECTS.slice(index + 1).filter((one) => this.isWaiting(one)).length;
			const end = Date.now() + (until - Date.now()) / (later + 1);
			await this.readAspect(aspect, CALLS - RESERVED * later, end);
		}
		// What was kept for the others, and not needed.
		for (const aspect of ASPECTS) await this.readAspect(aspect, CALLS, until);
	}

	private isWaiting(aspect: Aspect): boolean {
		const { succeeded, found } = this.batches;
		if (this.next[aspect] >= this.queue[aspect].length) return false;
		// The others of its kind failed.
		return succeeded.has(aspect) || found.failed[aspect].size === 0;
	}

	private async readAspect(aspect: Aspect, most: number, until: number): Promise<void> {
		if (!this.isWaiting(aspect)) return;
		const { batches } = this;
		let others = batches.calls - this.used[aspect];
		const mayBegin = (): boolean => {
			this.used[aspect] = batches.calls - others;
			if (!batches.succeeded.has(aspect) && this.used[aspect] >= DOUBTFUL_CALLS) return false;
			const { status, documents, invoices } = this.used;
			return status + documents + invoices < most && this.time.mayBegin && Date.now() <= until;
		};
		let size: number | undefined;
		while (mayBegin() && this.next[aspect] < this.queue[aspect].length) {
			const slice = this.take(aspect, size);
			const before = batches.calls;
			const went = await batches.readSlice(aspect, slice);
			if (went === undefined) return;
			const isBack = slice.every((watched) => batches.found.isAnswered(aspect, watched));
			// As many as in any batch, and as good: a call for them is none for the missing ones.
			if (isBack && slice.length > SIZE) others += batches.calls - before;
			size = went
				? Math.min(2 * slice.length, isBack ? batches.size : SIZE)
				: this.sizeAfterFailure(aspect, slice);
			if (!went && size !== undefined) continue;
			this.next[aspect] += slice.length;
			if (went && aspect === 'status') {
				await this.afterStatus(slice, () => mayBegin() && !batches.stopped);
			}
		}
	}

	/** @returns undefined for a notice that failed alone */
	private sizeAfterFailure(aspect: Aspect, slice: readonly Watched[]): number | undefined {
		const { succeeded, found } = this.batches;
		// Tried once more, each of them, unless it is read with fewer others below.
		if (succeeded.has(aspect) && this.batches.mayAsk(aspect)) found.setApart(aspect, slice);
		return slice.length > 1 ? Math.floor(slice.length / 2) : undefined;
	}

	/** The more often a notice could not be read, the fewer others are asked for with it. */
	private take(aspect: Aspect, size: number | undefined): readonly Watched[] {
		const rest = this.queue[aspect].slice(this.next[aspect]);
		if (size !== undefined) return rest.slice(0, size);
		let most = SIZE;
		const slice: Watched[] = [];
		for (const watched of rest) {
			const before = this.state.apart.get(apartKey(watched.hash, aspect));
			if (before?.kind === 'unreadable') most = Math.min(most, Math.max(1, SIZE >> before.tries));
			if (slice.length > 0 && slice.length >= most) break;
			slice.push(watched);
		}
		return slice;
	}
}
