/** The kills in words and figures. */
import type { Measured } from './record.mts';

export interface Kills {
	readonly orders: number;
	readonly latencyMs: number;
	/** One for each kill. */
	readonly rows: Measured['rows'];
}

export function describeKills({ orders, latencyMs, rows }: Kills): Measured {
	return {
		name: 'kill',
		title: 'The process killed in the middle of 200 orders',
		about:
			`A real n8n 2.41.1 runs a workflow of ${orders} orders with automatic order numbers against the sandbox, which ` +
			`answers after ${latencyMs} ms. At a chosen moment all of n8n is killed (SIGKILL). It is started again on the ` +
			'same data, and the workflow is run again from its beginning, with the quota of 300 calls a minute in force over ' +
			'both runs. The journal of the sandbox is the judge.',
		command: 'node tools/run.mjs kill --record',
		columns: [
			'orders registered at the kill',
			'registered after it, answer lost',
			'n8n calls the killed run',
			'second run',
			'found again',
			'orders in the end',
			'twice',
			'missing',
			'calls',
			'refused over quota',
			'second run, s',
		],
		rows,
		reading:
			'Right means: an order that was registered before the kill comes out of the second run with its reference, as ' +
			'`existant: true`, the others are ordered, none is ordered twice and none is missing. The command ends with exit ' +
			'code 1 otherwise.',
	};
}
