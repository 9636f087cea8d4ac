/** The queue-mode run in words and figures. */
import type { Verdict } from './judge.mts';
import type { QueueOptions } from './queueOptions.mts';
import type { Measured } from './record.mts';

export interface QueueResult {
	readonly options: QueueOptions;
	/** What n8n's processes shared. */
	readonly database: string;
	readonly verdict: Verdict;
	/** Executions by how they ended. */
	readonly statuses: Readonly<Record<string, number>>;
	/** Items that came out of the order's node with a reference. */
	readonly items: number;
	readonly seconds: number;
	readonly refusedShare: number;
}

export function describeRun(result: QueueResult): Measured {
	const { options, database, verdict, statuses, items, seconds, refusedShare } = result;
	const ended = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
	const minimum = Math.max(0, Math.round((options.orders / 300 - 1) * 60));
	return {
		// The default has the plain name.
		name: options.perMinute === 300 ? 'queue-mode' : `queue-mode-${options.perMinute}`,
		title: 'Queue mode: one key in several processes',
		about:
			`A real n8n 2.41.1 in queue mode: one main process, ${options.workers} workers with a concurrency of 5 each, Redis and ` +
			`${database}. ${options.workflows} workflows with ${options.orders} orders in all start at once through webhooks. All ` +
			`processes use one key with 'Requests per Minute' at ${options.perMinute}, and the sandbox grants the key 300 calls in any ` +
			`minute; refused calls count as well. It answers after ${options.latency} ms. The journal of the sandbox is the judge.`,
		command: `node tools/run.mjs queue${options.perMinute === 300 ? '' : ` --per-minute ${options.perMinute}`} --record`,
		columns: ['figure', 'value'],
		rows: [
			['orders wanted', options.orders],
			['orders registered', verdict.ordered],
			['items with a reference', items],
			['ordered twice', verdict.duplicates.length],
			['missing', verdict.missing.length],
			['executions', ended.join(', ')],
			['calls', verdict.calls],
			['refused with `err_requetes_max`', verdict.overQuota],
			['refused share (at most 25 %)', `${(refusedShare * 100).toFixed(1)} %`],
			['time', `${seconds} s`],
			['least time that the quota allows', `${minimum} s`],
		],
		reading:
			'Right means: as many orders as wanted, none twice, none missing, every execution `success`, and at most 25 % of ' +
			'the calls refused over quota. The command ends with exit code 1 otherwise.',
	};
}
