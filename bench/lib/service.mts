/** The sandbox in a process of its own, so that what it costs is never charged to who calls it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../e2e/lib/paths.mts';
import { startProcess } from '../../e2e/lib/processes.mts';
import { bareCalls, type Keys } from './bare.mts';
import { makeItems, orderBody } from './work.mts';

type Call = Readonly<{ publicKey: string | null; codes: readonly string[] }>;

export type Service = Awaited<ReturnType<typeof startService>>;

/** One without a quota, until the settings say otherwise. */
export async function startService() {
	const folder = await mkdtemp(join(tmpdir(), 'legal-notice-bench-'));
	const running = await startProcess({
		command: process.execPath,
		args: ['sandbox/main.mts', '--port', '0'],
		cwd: ROOT,
		env: { PATH: process.env['PATH'] ?? '' },
		logFile: join(folder, 'service.log'),
	});
	let found: string | undefined;
	while ((found = /Base URL\s+(\S+)/.exec(running.output())?.[1]) === undefined) {
		if (!running.isRunning()) throw new Error(`The sandbox did not start:\n${running.output()}`);
		await sleep(50);
	}
	const url = found;
	const control = async <T,>(method: string, path: string, body?: object): Promise<T> => {
		const sent = body === undefined ? {} : { body: JSON.stringify(body) };
		const response = await fetch(`${url}/_sandbox/${path}`, { method, ...sent });
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return JSON.parse(text) as T;
	};
	const service = {
		url,
		createKey: async () => await control<Keys>('POST', 'keys', {}),
		settings: async (change: Readonly<Record<string, unknown>>) =>
			await control('POST', 'settings', change),
		/** Does to a notice what the newspaper would, such as `publish`. */
		act: async (reference: string, action: string) =>
			await control('POST', `notices/${encodeURIComponent(reference)}/${action}`, {}),
		/** What reached the service of that key since it was last forgotten, the latest 20,000 calls. */
		calls: async ({ publicKey }: Keys): Promise<Call[]> => {
			const { calls } = await control<{ calls: Call[] }>('GET', 'journal');
			return calls.filter((call) => call.publicKey === publicKey);
		},
		forgetCalls: async () => await control('DELETE', 'journal'),
		/** Orders that many notices, so that there is something to read. @returns their references */
		seed: async (keys: Keys, count: number): Promise<string[]> => {
			await service.settings({ latencyMs: 0 });
			const orders = makeItems(count, 'seed').map((item) => ({
				method: 'POST' as const,
				path: '/commande',
				body: orderBody(item),
			}));
			const { answers } = await bareCalls(url, keys, orders);
			return answers.map(({ reference }) => String(reference));
		},
		close: async () => {
			await running.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
	await service.settings({ quotaPerMinute: 1_000_000 });
	return service;
}
