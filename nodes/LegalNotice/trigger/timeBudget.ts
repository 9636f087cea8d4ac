import { sleep } from 'n8n-workflow';

const LOOK_MS = 250;

/**
 * The milliseconds that n8n gives a poll, shared out: begin nothing new to read, stop reading, begin no further file,
 * end. n8n discards what a poll returns later than its budget, and a poll cannot be stopped from outside.
 */
export class TimeBudget {
	private readonly startedAt = Date.now();
	private readonly controller = new AbortController();

	constructor(
		readonly budgetMs: number,
		private readonly withFiles: boolean,
	) {}

	/** Aborted at the end of the budget: calls that wait for their turn then give up. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	get mayBegin(): boolean {
		return this.used < (this.withFiles ? 0.4 : 0.65);
	}

	get readingEnds(): number {
		return this.at(this.withFiles ? 0.6 : 0.85);
	}

	get downloadsEnd(): number {
		return this.at(0.75);
	}

	get end(): number {
		return this.at(0.9);
	}

	/** Epoch milliseconds of a part of the budget. */
	at(part: number): number {
		return this.startedAt + part * this.budgetMs;
	}

	private get used(): number {
		return (Date.now() - this.startedAt) / this.budgetMs;
	}

	/** Waits for work, but not longer than a moment. @returns whether the work was done by then */
	async waitFor(work: Promise<unknown>, until: number): Promise<boolean> {
		let done = false;
		const settled = work.then(
			() => (done = true),
			() => (done = true),
		);
		while (!done && Date.now() < until) {
			// In short steps, so that no timer outlives the poll by much.
			await Promise.race([settled, sleep(Math.max(1, Math.min(LOOK_MS, until - Date.now())))]);
		}
		return done;
	}

	close(): void {
		this.controller.abort();
	}
}
