/** How long a poll may take, and its end. */
import { sleep } from 'n8n-workflow';

/** The milliseconds that n8n gives a poll. It drops what a poll returns later, and does not stop one that is late. */
export class Deadline {
	private readonly startedAt = performance.now();
	private readonly controller = new AbortController();
	/** Aborted at the end: calls that wait for their turn then give up. */
	readonly signal = this.controller.signal;

	constructor(readonly budgetMs: number) {}

	/** When this part of the time is over, on the clock that only goes forward. */
	at(part: number): number {
		return this.startedAt + part * this.budgetMs;
	}

	/** Waits for work, but not longer than a moment. @returns whether the work was done by then */
	async waitFor(work: Promise<unknown>, until: number): Promise<boolean> {
		let done = false;
		const settled = work.then(() => {
			done = true;
		});
		while (!done && performance.now() < until) {
			// The steps are short, so that no timer outlives the poll by much.
			await Promise.race([settled, sleep(Math.max(1, Math.min(250, until - performance.now())))]);
		}
		return done;
	}

	end(): void {
		this.controller.abort();
	}
}
