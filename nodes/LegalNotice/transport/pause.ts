/** Waits: for what is done elsewhere, no longer than the execution lasts; and for other work of n8n, which has one thread. */
import { sleep } from 'n8n-workflow';

import { ServiceFailure } from '../errors/failures';

/** Milliseconds: what the service has just done may not be seen yet, and what was lost may still be under way. */
export const BEFORE_RESEND_MS = 2_000;

/** @throws ServiceFailure `executionStopped` as soon as the signal is aborted */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	await untilStopped(sleep(ms), signal);
}

/** The outcome of the work, unless the signal is aborted before. @throws ServiceFailure `executionStopped` then */
export async function untilStopped<Done>(
	work: Promise<Done>,
	signal: AbortSignal | undefined,
): Promise<Done> {
	if (!signal) return await work;
	if (signal.aborted) throw new ServiceFailure('executionStopped');
	return await new Promise<Done>((resolve, reject) => {
		const onAbort = () => reject(new ServiceFailure('executionStopped'));
		signal.addEventListener('abort', onAbort, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
	});
}

/** Other work of n8n waits no longer than this, whatever begins or is answered at one moment. */
const LONGEST_TURN_MS = 15;

/** Lets other work of n8n go on between items that begin together, and between answers that come together. */
export class Turns {
	private since = performance.now();

	/** Awaited before each piece of work. */
	async next(): Promise<void> {
		while (performance.now() - this.since > LONGEST_TURN_MS) {
			const before = this.since;
			await sleep(0);
			// Of all that waited, the first begins the next turn.
			if (this.since === before) this.since = performance.now();
		}
	}
}
