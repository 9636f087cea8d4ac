import { setTimeout as sleep } from 'node:timers/promises';

/** A busy machine is slow, and what does not come at all fails all the same. */
export const PATIENCE_MS = 300_000;

/**
 * Looks again and again until something is found.
 *
 * @param what names it
 * @throws Error when it does not come within `timeoutMs`
 */
export async function until<Found>(
	what: string | (() => string),
	look: () => Promise<Found | undefined> | Found | undefined,
	timeoutMs = 30_000,
	everyMs = 100,
): Promise<Found> {
	for (const deadline = Date.now() + timeoutMs; ; await sleep(everyMs)) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() < deadline) continue;
		throw new Error(
			`${typeof what === 'string' ? what : what()} does not come in ${timeoutMs} ms.`,
		);
	}
}
