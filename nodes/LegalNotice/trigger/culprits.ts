import type { Aspect, Watched } from '../domain/watch';
import type { BatchReader } from './batchReader';

/** Calls of a poll to find the notices for which the service cannot answer a batch. */
const SEARCH_CALLS = 16;
/** The same for a kind of which nothing went through: then its route may be down. */
const DOUBTFUL_CALLS = 8;

interface Part {
	readonly aspect: Aspect;
	readonly slice: readonly Watched[];
	/** Whether it is what is left of a batch that was looked through. */
	readonly isRest: boolean;
	/** Whether it was asked for in a call of its own. */
	readonly isTried: boolean;
}

/**
 * A batch failed: perhaps one of its notices is to blame. It is looked for by halves, so that it does not keep its
 * neighbours from being read for ever. As long as nothing goes through, the way leads straight to a single notice: one
 * that is read shows that the route is not down, however many others are to blame.
 */
export class Culprits {
	private readonly calls: Record<Aspect, number> = { status: 0, documents: 0, invoices: 0 };
	/** What was given up while nothing of its kind had gone through: a later batch may show that the route is not down. */
	private undecided: readonly Part[] = [];

	constructor(
		private readonly batches: BatchReader,
		private readonly mayBegin: () => boolean,
	) {}

	/** Looks through the batches that failed so far, and goes on with what is undecided. */
	async find(): Promise<void> {
		const failed = this.batches.unread.splice(0);
		const parts: Part[] = [
			...failed.map((one) => ({ ...one, isRest: false, isTried: true })),
			...this.undecided,
		];
		const rests: Part[] = [];
		for (let part = parts.shift(); part; part = parts.shift()) {
			const isCulprit = part.slice.length === 1 && part.isTried;
			if (isCulprit || !this.mayLook(part)) {
				rests.push({ ...part, isRest: part.isRest || isCulprit });
			} else {
				parts.unshift(...(await this.look(part)));
			}
		}
		this.setApart(rests);
		// Of what nobody came to try, nothing is known: should there be no calls for it later, the next poll reads it.
		this.undecided = rests
			.filter(({ aspect }) => !this.batches.succeeded.has(aspect))
			.map((part) => ({ ...part, isRest: part.isRest && part.isTried }));
	}

	/** @returns what is still to be looked through: the halves that failed before the others */
	private async look({ aspect, slice, isTried }: Part): Promise<Part[]> {
		const part = { aspect, slice, isRest: true };
		if (!isTried) return (await this.isRead(aspect, slice)) ? [] : [{ ...part, isTried: true }];
		// Those that are read after all are not apart any more.
		this.setApart([{ ...part, isTried }]);
		const middle = Math.ceil(slice.length / 2);
		const halves = [slice.slice(0, middle), slice.slice(middle)];
		const left: Part[] = [];
		for (const half of halves) {
			const later = left.length > 0 && !this.batches.succeeded.has(aspect);
			if (later) left.push({ ...part, slice: half, isTried: false });
			else if (!(await this.isRead(aspect, half)))
				left.push({ ...part, slice: half, isTried: true });
		}
		return left;
	}

	private mayLook({ aspect, isTried }: Part): boolean {
		const { succeeded } = this.batches;
		if (!this.batches.mayAsk(aspect)) return false;
		const { status, documents, invoices } = this.calls;
		const ofAll = status + documents + invoices;
		const [used, most] = succeeded.has(aspect)
			? [ofAll, SEARCH_CALLS]
			: [succeeded.size === 0 ? ofAll : this.calls[aspect], DOUBTFUL_CALLS];
		const halves = isTried && succeeded.has(aspect) ? 2 : 1;
		return used + halves <= most && this.mayBegin();
	}

	private async isRead(aspect: Aspect, half: readonly Watched[]): Promise<boolean> {
		if (!this.mayBegin()) return false;
		const before = this.batches.calls;
		const went = await this.batches.readSlice(aspect, half);
		this.calls[aspect] += this.batches.calls - before;
		if (went === true) this.batches.trust(aspect);
		return went === true;
	}

	/** The search goes on with the next polls, where these are read apart from the others. */
	private setApart(rests: readonly Part[]): void {
		const { batches } = this;
		for (const { aspect, slice, isRest } of rests) {
			if (!isRest || !batches.succeeded.has(aspect) || !batches.mayAsk(aspect)) continue;
			batches.found.setApart(aspect, slice);
		}
	}
}
