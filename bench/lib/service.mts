/** The sandbox in a process of its own, so that what it costs is never charged to who calls it. */
import { join } from 'node:path';
import { ROOT } from '../../e2e/lib/paths.mts';
import { startProcess } from '../../e2e/lib/processes.mts';
import type { Account, Keys } from '../../e2e/lib/serviceCall.mts';
import { until } from '../../e2e/lib/until.mts';
import { bareCalls } from './bare.mts';
import { FOLDER } from './package.mts';
import { makeItems, works } from './work.mts';

type Call = Readonly<{ publicKey: string | null; codes: readonly string[] }>;

/** Works with one that has no quota until the settings say otherwise, and ends it. */
export async function withService<Result>(
	work: (service: ReturnType<typeof controlsOf>) => Promise<Result>,
): Promise<Result> {
	const running = await startProcess({
		command: process.execPath,
		args: ['sandbox/main.mts', '--port', '0'],
		cwd: ROOT,
		env: { PATH: process.env['PATH'] },
		logFile: join(FOLDER, 'service.log'),
	});
	try {
		const address = () => /Base URL\s+(\S+)/.exec(running.output())?.[1];
		const service = controlsOf(await until(() => `The address in "${running.output()}"`, address));
		await service.settings({ quotaPerMinute: 1_000_000 });
		return await work(service);
	} finally {
		await running.stop();
	}
}

function controlsOf(url: string) {
	const control = async <T,>(method: string, path: string, body?: object): Promise<T> => {
		const sent = body === undefined ? {} : { body: JSON.stringify(body) };
		const response = await fetch(`${url}/_sandbox/${path}`, { method, ...sent });
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return JSON.parse(text) as T;
	};
	const settings = async (change: object) => await control('POST', 'settings', change);
	return {
		settings,
		createAccount: async (): Promise<Account> => {
			return { url, ...(await control<Keys>('POST', 'keys', {})) };
		},
		/** Does to a notice what the newspaper would, such as `publish`. */
		act: async (reference: string, action: string) =>
			await control('POST', `notices/${encodeURIComponent(reference)}/${action}`, {}),
		/** What reached the service of that key since it was last forgotten, the latest 20,000 calls. */
		calls: async ({ publicKey }: Account): Promise<Call[]> => {
			const { calls } = await control<{ calls: Call[] }>('GET', 'journal');
			return calls.filter((call) => call.publicKey === publicKey);
		},
		forgetCalls: async () => await control('DELETE', 'journal'),
		/** Orders that many notices, so that there is something to read. @returns their references */
		seed: async (account: Account, count: number): Promise<string[]> => {
			await settings({ latencyMs: 0 });
			const { answers } = await bareCalls(account, works.order.bare(makeItems(count, 'seed')));
			return answers.map(({ reference }) => String(reference));
		},
	};
}
