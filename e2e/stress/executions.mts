/** Production runs: started through webhooks, followed until they have ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../lib/client.mts';

const PROGRESS_EVERY_MS = 15_000;
const POLL_MS = 2_000;

/** Activation is a task of its own in n8n: the address exists a moment later. */
export async function callWebhook(url: string): Promise<void> {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(10_000) });
		await response.body?.cancel();
		if (response.ok) return;
		if (response.status !== 404 || Date.now() > deadline) {
			throw new Error(`${url} answered ${response.status}.`);
		}
		await sleep(200);
	}
}

/** @returns executions by status, when all have ended or the time is over */
export async function settled(
	client: Client,
	ids: readonly string[],
	minutes: number,
	onProgress: () => void,
): Promise<Record<string, number>> {
	const deadline = Date.now() + minutes * 60_000;
	let nextProgress = Date.now() + PROGRESS_EVERY_MS;
	for (;;) {
		const statuses: Record<string, number> = {};
		for (const id of ids) {
			for (const status of await client.executionStatuses(id)) {
				statuses[status] = (statuses[status] ?? 0) + 1;
			}
		}
		const unfinished = ['new', 'running', 'waiting'].some((status) => statuses[status]);
		const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
		if ((!unfinished && all >= ids.length) || Date.now() > deadline) return statuses;
		if (Date.now() > nextProgress) {
			onProgress();
			nextProgress += PROGRESS_EVERY_MS;
		}
		await sleep(POLL_MS);
	}
}
