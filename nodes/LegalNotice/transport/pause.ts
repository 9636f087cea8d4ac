import { sleep } from 'n8n-workflow';

import { ServiceFailure } from './failures';

/**
 * Waits, but not longer than the execution lives.
 *
 * @throws ServiceFailure `cancelled` as soon as the signal is aborted
 */
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
