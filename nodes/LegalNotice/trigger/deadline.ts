/** The time that n8n gives a poll: it drops what a poll returns later, and does not stop one that is late. */
import { sleep } from 'n8n-workflow';

export class Deadline {
	private readonly startedAt = performance.now();
	private readonly controller = new AbortController();
	/** Aborted at the end: calls that wait for their turn then give up. */
	readonly signal = this.controller.signal;

	constructor(readonly budgetMs: number) {}

	/** Whether this share of the time is over. */
	isPast(share: number): boolean {
		return performance.now() >= this.startedAt + share * this.budgetMs;
	}

	/** Waits for work, but no longer than until this share of the time is over. @returns whether the work was done by then */
	async waitFor(work: Promise<unknown>, share: number): Promise<boolean> {
		const until = this.startedAt + share * this.budgetMs;
		let isDone = false;
		const settled = work.then(() => {
			isDone = true;
		});
		// Nobody may wait for it any more when it fails, and that would end n8n.
		settled.catch(() => undefined);
		while (!isDone && performance.now() < until) {
			// The steps are short, so that no timer outlives the poll by much.
			await Promise.race([settled, sleep(Math.max(1, Math.min(250, until - performance.now())))]);
		}
		return isDone;
	}

	end(): void {
		this.controller.abort();
	}
}
