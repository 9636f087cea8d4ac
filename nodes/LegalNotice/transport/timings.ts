/** Says how long the transport waits, and waits. */
import { sleep } from 'n8n-workflow';

import { ServiceFailure } from '../errors/failures';

/** All of them are milliseconds. */
const STANDARD = {
	/** The service is given so long for one answer. */
	answerMs: 30_000,
	/** A call that is harmless to repeat waits so long before its first repetition, and twice that before the second. */
	beforeRepeatMs: 500,
	/** What was registered or cancelled a moment ago may not be seen yet: it is looked up again after that, or sent again at the earliest. */
	beforeResendMs: 2_000,
	/** A call that was lost late may still be worked on: before it is sent again, the pause is twice the time that it took, at most so long. */
	longestBeforeResendMs: 30_000,
	/** The service counts its calls by this minute (specification, Limits: 300 requests per minute). */
	quotaWindowMs: 60_000,
	/** The refusals of one call for quota are waited out for so long in all. */
	quotaPatienceMs: 600_000,
};

let current = STANDARD;

export function timings(): Readonly<typeof STANDARD> {
	return current;
}

/** Sets other durations until the next call, and without an argument the standard again. Tests use it. */
export function setTimings(change: Partial<typeof STANDARD> = {}): void {
	current = { ...STANDARD, ...change };
}

/** @returns milliseconds, 0 for what did not happen */
export function since(moment: number | undefined): number {
	return moment === undefined ? 0 : performance.now() - moment;
}

/** It is half a second, then a whole one, with jitter: calls that failed together must not come back together. */
export function backoffMs(repetition: number): number {
	return timings().beforeRepeatMs * 2 ** (repetition - 1) * (0.75 + Math.random() / 2);
}

/** @throws ServiceFailure `cancelled` as soon as the signal is aborted */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	if (signal?.aborted) throw new ServiceFailure('cancelled');
	await new Promise<void>((resolve, reject) => {
		const onAbort = () => reject(new ServiceFailure('cancelled'));
		signal?.addEventListener('abort', onAbort, { once: true });
		void sleep(ms).then(() => {
			signal?.removeEventListener('abort', onAbort);
			resolve();
		});
	});
}

/** Other work of n8n waits no longer than this for a beginning of items, one of which takes about a millisecond. */
const LONGEST_TURN_MS = 15;

/** @returns to be awaited before each item: n8n has one thread, and its other work goes on between two turns */
export function threadYielder(): () => Promise<void> {
	let since = performance.now();
	return async () => {
		while (performance.now() - since > LONGEST_TURN_MS) {
			const before = since;
			await sleep(0);
			// Of all items that waited, the first begins the next turn.
			if (since === before) since = performance.now();
		}
	};
}

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
