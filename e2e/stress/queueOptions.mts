/** The command line of the queue-mode run. */
import { parseArgs } from 'node:util';
import { Failure, messageOf } from '../lib/failure.mts';

export interface QueueOptions {
	readonly orders: number;
	readonly workflows: number;
	readonly workers: number;
	/** The credential's figure, in every process. */
	readonly perMinute: number;
	/** Milliseconds until the sandbox answers. */
	readonly latency: number;
	/** After that many minutes what has not ended counts as failed. */
	readonly minutes: number;
	readonly record: boolean;
	readonly help: boolean;
}

export const USAGE = `Orders with one key from n8n in queue mode.

  node tools/run.mjs queue [--record]

  --orders      how many (default 1000), in
  --workflows   so many workflows (default 10), on
  --workers     so many workers (default 2)
  --per-minute  Requests per Minute of the credential (default 300, the whole quota for each process)
  --latency     milliseconds until the sandbox answers (default 50)
  --minutes     what has not ended by then has failed (default 12)
  --record      keeps the figures in docs/measured/queue-mode.md
`;

/** @throws Failure on an unknown flag or a value that is no whole number */
export function readQueueOptions(args: readonly string[]): QueueOptions {
	const values = parse(args);
	const number = (name: string, text: string): number => {
		const value = Number(text);
		if (Number.isInteger(value) && value >= 0) return value;
		throw new Failure(`--${name} takes a whole number; "${text}" is none.`);
	};
	return {
		orders: number('orders', values.orders),
		workflows: number('workflows', values.workflows),
		workers: number('workers', values.workers),
		perMinute: number('per-minute', values['per-minute']),
		latency: number('latency', values.latency),
		minutes: number('minutes', values.minutes),
		record: values.record,
		help: values.help,
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				orders: { type: 'string', default: '1000' },
				workflows: { type: 'string', default: '10' },
				workers: { type: 'string', default: '2' },
				'per-minute': { type: 'string', default: '300' },
				latency: { type: 'string', default: '50' },
				minutes: { type: 'string', default: '12' },
				record: { type: 'boolean', default: false },
				help: { type: 'boolean', default: false },
			},
		}).values;
	} catch (error) {
		throw new Failure(`${messageOf(error)}\n\n${USAGE}`);
	}
}
