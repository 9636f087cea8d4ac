import { apartKey, ASPECTS, type Aspect, type Watched, type WatchState } from '../domain/watch';
import type { Batches } from './batches';
import type { TimeBudget } from './timeBudget';

/** References that were missing or unreadable before, per batch, and calls that all of them may take in a poll. */
const SIZE = 20;
const CALLS = 20;
/** The same for a kind of which nothing went through: then its route may be down. */
const DOUBTFUL_CALLS = 6;
/** Part of the budget after which the others come first. */
const TIME = 0.2;

/**
 * The queue of the ones that were missing or unreadable: small batches, few calls, the longest waiting first. A batch
 * that fails is made smaller until it is clear which notice is to blame. That says nothing of the route.
 */
export class ApartQueue {
	private calls = 0;
	private readonly next: Record<Aspect, number> = { status: 0, documents: 0, invoices: 0 };

	constructor(
		private readonly batches: Batches,
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
		const others = this.batches.calls - this.calls;
		const mayBegin = () => {
			this.calls = this.batches.calls - others;
			return this.calls < CALLS && this.time.mayBegin && Date.now() <= until;
		};
		for (const aspect of ASPECTS) await this.readAspect(aspect, mayBegin);
		this.calls = this.batches.calls - others;
	}

	private async readAspect(aspect: Aspect, mayBegin: () => boolean): Promise<void> {
		const { batches } = this;
		const { succeeded, found } = batches;
		// The others of its kind failed.
		if (!succeeded.has(aspect) && found.failed[aspect].size > 0) return;
		const list = this.queue[aspect];
		let size: number | undefined;
		while (this.next[aspect] < list.length && mayBegin()) {
			if (!succeeded.has(aspect) && this.calls >= DOUBTFUL_CALLS) return;
			const slice = this.take(aspect, size);
			const went = await batches.readSlice(aspect, slice);
			if (went === undefined) return;
			if (!went && succeeded.has(aspect) && batches.mayAsk(aspect)) {
				// Tried once more, each of them, unless it is read with fewer others below.
				found.setApart(aspect, slice);
			}
			if (!went && slice.length > 1) {
				size = Math.floor(slice.length / 2);
				continue;
			}
			this.next[aspect] += slice.length;
			size = went ? Math.min(2 * slice.length, SIZE) : undefined;
			if (went && aspect === 'status') {
				await this.afterStatus(slice, () => mayBegin() && !batches.stopped);
			}
		}
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
