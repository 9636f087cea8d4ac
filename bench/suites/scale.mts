/** Many processes, many keys: the limiter's real code in virtual time, against a simulated service. */
import type * as LimiterModule from '../../nodes/LegalNotice/transport/limiter.ts';
import { loadModule } from '../lib/package.mts';
import type { Cell, Suite, SuiteContext, SuiteResult, Table } from '../lib/result.mts';
import { median } from '../lib/statistics.mts';
import { simulate, type LimiterClass, type Outcome, type Scenario } from '../scale/simulation.mts';

const QUOTA = 300;
const usual: Omit<Scenario, 'seed'> = {
	processes: 3,
	calls: 1_000,
	perMinute: QUOTA,
	atOnce: 100,
	service: { latencyMs: 50 },
};

interface Summary {
	readonly seconds: number;
	readonly worstSeconds: number;
	readonly minimum: number;
	readonly refused: number;
	readonly worstRefused: number;
	readonly fairness: number;
}

async function summarize(
	Limiter: LimiterClass,
	scenario: Partial<Scenario>,
	runs: number,
): Promise<Summary> {
	const outcomes: Outcome[] = [];
	for (let seed = 1; seed <= runs; seed++) {
		outcomes.push(await simulate(Limiter, { ...usual, ...scenario, seed }));
	}
	const share = outcomes.map(({ refused, calls }) => refused / calls);
	return {
		seconds: median(outcomes.map(({ seconds }) => seconds)),
		worstSeconds: Math.max(...outcomes.map(({ seconds }) => seconds)),
		minimum: outcomes[0]?.minimumSeconds ?? NaN,
		refused: median(share),
		worstRefused: Math.max(...share),
		fairness: median(outcomes.map(({ fairness }) => fairness)),
	};
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const cells = ({ seconds, minimum, refused, worstRefused, fairness }: Summary): Cell[] => [
	Math.round(seconds),
	minimum,
	percent(refused),
	percent(worstRefused),
	fairness,
];
const columns = [
	'seconds',
	'shortest possible',
	'refused',
	'refused, worst',
	'first done over last',
];

/** 1,000 orders dealt to processes that do not know of each other. */
async function sharing(Limiter: LimiterClass, runs: number): Promise<[Table, Summary]> {
	const rows: Cell[][] = [];
	const add = async (processes: number, what: string, scenario: Partial<Scenario>) => {
		const summary = await summarize(Limiter, { processes, ...scenario }, runs);
		rows.push([processes, what, scenario.perMinute ?? QUOTA, ...cells(summary)]);
		return summary;
	};
	await add(1, '1 execution of 1,000 orders', {});
	const main = await add(3, '3 executions of 333', {});
	await add(3, '3 executions of 333, 200 ms away', { service: { latencyMs: 200 } });
	await add(3, '3 executions of 333, minutes by the clock', {
		service: { latencyMs: 50, window: 'fixed' },
	});
	await add(3, '1,000 executions of one order, 10 at once in each', { atOnce: 10 });
	await add(3, '3 executions of 333, figure divided', { perMinute: QUOTA / 3 });
	await add(3, '3 executions of 90', { calls: 270 });
	await add(3, '3 executions of 270', { calls: 810 });
	await add(5, '5 executions of 200', {});
	await add(10, '10 executions of 100', {});
	await add(10, '10 executions of 100, figure divided', { perMinute: QUOTA / 10 });
	const table: Table = {
		title: 'One key shared by several n8n processes',
		columns: ['processes', 'work', 'figure in each', ...columns],
		rows,
		note: 'The service allows 300 calls a minute. A refused call is repeated by the node; nothing is lost. "First done over last": 1 means that no process waited longer than another.',
	};
	return [table, main];
}

/** What a cluster carries in an hour, by keys and processes, each process with its divided figure. */
async function cluster(Limiter: LimiterClass, quick: boolean): Promise<Table> {
	const rows: Cell[][] = [];
	const hourly = new Map<number, number>();
	for (const processes of quick ? [1, 3] : [1, 3, 5, 10]) {
		// Ten minutes of work for one key; keys do not meet, so a cluster carries their sum.
		const { seconds, refused } = await summarize(
			Limiter,
			{ processes, calls: 3_000, perMinute: Math.floor(QUOTA / processes) },
			1,
		);
		hourly.set(processes, (3_000 / seconds) * 3_600);
		for (const keys of [1, 5, 20]) {
			const calls = (hourly.get(processes) ?? 0) * keys;
			rows.push([
				keys,
				processes,
				Math.floor(QUOTA / processes),
				Math.round(calls / 100) * 100,
				Math.round(calls / 3 / 100) * 100,
				(calls / 3_600).toFixed(1),
				percent(refused),
			]);
		}
	}
	return {
		title: 'What a cluster carries in an hour',
		columns: [
			'keys',
			'processes',
			'figure in each',
			'calls',
			'notices (quote, order, one more call)',
			'calls a second',
			'refused',
		],
		rows,
	};
}

async function run({ quick, runs }: SuiteContext): Promise<SuiteResult> {
	const { CallLimiter } = loadModule<typeof LimiterModule>('nodes/LegalNotice/transport/limiter');
	const [table, main] = await sharing(CallLimiter, quick ? 2 : Math.max(7, runs));
	return {
		tables: [table, await cluster(CallLimiter, quick)],
		targets: [
			{
				name: '1,000 orders over three processes that share a key unknowingly: refused',
				measured: 100 * main.worstRefused,
				limit: 25,
				kind: 'atMost',
				unit: '%',
			},
			{
				name: '1,000 orders over three processes that share a key unknowingly: time over the shortest possible',
				measured: main.worstSeconds / main.minimum,
				limit: 1.5,
				kind: 'atMost',
				unit: 'x',
			},
		],
	};
}

export const scale: Suite = { name: 'scale', title: 'Past one process: simulated', run };
