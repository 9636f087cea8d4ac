/** The sandbox in a process of its own, so that what it costs is never charged to who calls it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../e2e/lib/paths.mts';
import { startProcess } from '../../e2e/lib/processes.mts';

export interface Keys {
	readonly publicKey: string;
	readonly secretKey: string;
}

export interface Call {
	readonly at: number;
	readonly route: string;
	readonly publicKey: string | null;
	readonly codes: readonly string[];
}

export interface Service {
	readonly url: string;
	/** @param options of the account, such as `publications` */
	createKey(options?: Readonly<Record<string, unknown>>): Promise<Keys>;
	settings(change: Readonly<Record<string, unknown>>): Promise<void>;
	/** Has a notice published, so that its documents exist. */
	act(reference: string, action: string): Promise<void>;
	/** What reached the service, the latest 20,000 calls. */
	calls(): Promise<readonly Call[]>;
	forgetCalls(): Promise<void>;
	close(): Promise<void>;
}

const START_MS = 30_000;

/** @param disabledRules ids of the sandbox's rules that do not apply */
export async function startService(disabledRules: readonly string[] = []): Promise<Service> {
	const folder = await mkdtemp(join(tmpdir(), 'legal-notice-bench-'));
	const running = await startProcess({
		command: process.execPath,
		args: ['sandbox/main.mts', '--port', '0'],
		cwd: ROOT,
		env: { PATH: process.env['PATH'] ?? '', SANDBOX_DISABLED_RULES: disabledRules.join(',') },
		logFile: join(folder, 'service.log'),
	});
	const deadline = Date.now() + START_MS;
	let url: string | undefined;
	while ((url = /Base URL\s+(\S+)/.exec(running.output())?.[1]) === undefined) {
		if (!running.isRunning() || Date.now() > deadline) {
			throw new Error(`The sandbox did not start:\n${running.output()}`);
		}
		await sleep(50);
	}
	const control = async <T,>(method: string, path: string, body?: unknown): Promise<T> => {
		const response = await fetch(`${url}/_sandbox/${path}`, {
			method,
			...(body !== undefined && {
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as T;
	};
	return {
		url,
		createKey: async (options = {}) => await control('POST', 'keys', options),
		settings: async (change) => await control('POST', 'settings', change),
		act: async (reference, action) =>
			await control('POST', `notices/${encodeURIComponent(reference)}/${action}`, {}),
		calls: async () => (await control<{ calls: Call[] }>('GET', 'journal')).calls,
		forgetCalls: async () => await control('DELETE', 'journal'),
		close: async () => {
			await running.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
