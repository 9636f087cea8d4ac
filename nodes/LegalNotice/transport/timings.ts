/** How long the transport waits, and the waiting itself. */
import { sleep } from 'n8n-workflow';

import { ServiceFailure } from '../errors/failures';

/** In milliseconds. */
const STANDARD = {
	/** For one answer of the service. */
	answerMs: 30_000,
	/** Before a call that is harmless to repeat is repeated; doubled for the second time. */
	beforeRepeatMs: 500,
	/** After an order or cancellation whose answer was lost, before it is looked up again or resent. */
	beforeResendMs: 2_000,
	/** The service's "minute" (specification, Limits: 300 requests per minute). */
	quotaWindowMs: 60_000,
	/** How long the refusals of one call for quota are waited out in all. */
	quotaPatienceMs: 600_000,
};

let current = STANDARD;

export function timings(): Readonly<typeof STANDARD> {
	return current;
}

/** Other durations until the next call; without an argument the standard again. For tests. */
export function setTimings(change: Partial<typeof STANDARD> = {}): void {
	current = { ...STANDARD, ...change };
}

/** 0.5 s before the first repetition, then 1 s, with jitter: calls that failed together do not come back together. */
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
