/** What a poll costs where three hundred notices share an invoice of a thousand lines: 90 MB of JSON. */
import { join } from 'node:path';
import { ROOT } from '../../e2e/lib/paths.mts';
import { startProcess } from '../../e2e/lib/processes.mts';
import { until } from '../../e2e/lib/until.mts';
import { watch } from '../lib/engine.mts';
import { FOLDER } from '../lib/package.mts';
import { atMost, type SuiteContext, type SuiteResult } from '../lib/suite.mts';

const NOTICES = 300;
const MOST_HEAP_MB = 100;
const MOST_CPU_MS = 1_000;

export async function invoices({ say }: SuiteContext): Promise<SuiteResult> {
	const running = await startProcess({
		command: process.execPath,
		args: ['bench/lib/sharedInvoice.mts'],
		cwd: ROOT,
		env: { PATH: process.env['PATH'] },
		logFile: join(FOLDER, 'sharedInvoice.log'),
	});
	try {
		const address = () => /Base URL (\S+)/.exec(running.output())?.[1];
		const url = await until(() => `The address in "${running.output()}"`, address);
		const references = Array.from({ length: NOTICES }, (_one, at) => `AL-${at}`);
		const poll = watch({
			parameters: { events: ['newInvoice'], references: references.join(), options: {} },
			items: [],
			account: { url, publicKey: 'bench', secretKey: 'bench' },
			requestsPerMinute: 1_000_000,
		});
		const rows: Array<readonly [string, number, number, number, number]> = [];
		for (const what of ['first', 'quiet', 'with a new invoice', 'quiet']) {
			const { items, ms, cpuMs, heapMB } = await poll();
			say(`${what} poll: ${items} events`);
			rows.push([what, items, ms, cpuMs, heapMB] as const);
		}
		const most = (at: 3 | 4) => Math.max(...rows.map((row) => row[at]));
		return {
			columns: 'poll | events | ms | ms of processor | MB of heap',
			rows,
			note: `${NOTICES} notices, each with the same invoice of 1,000 lines: 90 MB of JSON in a poll, and twice that once there is a second one.`,
			targets: [
				atMost('Heap', most(4), MOST_HEAP_MB, 'MB'),
				atMost('Processor', most(3), MOST_CPU_MS, 'ms'),
			],
		};
	} finally {
		await running.stop();
	}
}
