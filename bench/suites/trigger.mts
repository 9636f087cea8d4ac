/** What one poll of the trigger costs, by the number of notices it watches. */
import type { EngineProcess } from '../lib/engineProcess.mts';
import type { JobResult } from '../lib/engineChild.mts';
import { growthOf, growthTarget } from '../lib/growth.mts';
import { onEngine } from '../lib/onEngine.mts';
import type { Cell, Suite, SuiteContext, SuiteResult } from '../lib/result.mts';
import { seed } from '../lib/seed.mts';
import type { Service } from '../lib/service.mts';
import { median } from '../lib/statistics.mts';

interface Measured {
	readonly size: number;
	readonly firstMs: number;
	readonly ms: number;
	readonly changedMs: number;
	readonly cpuMs: number;
	readonly heapMB: number;
	readonly calls: number;
	readonly stateBytes: number;
}

const LATENCY_MS = 50;
/** What n8n's durable poller gives a poll. */
const BUDGET_MS = 36_000;

async function measure(
	service: Service,
	engine: EngineProcess,
	size: number,
	runs: number,
): Promise<Measured> {
	await service.settings({ latencyMs: 0 });
	const keys = await service.createKey();
	const references = await seed(service, keys, size, 't');
	await service.settings({ latencyMs: LATENCY_MS });
	const job = {
		watch: `watch-${size}`,
		parameters: {
			events: ['statusChanged', 'published', 'suspended', 'toBePublished'],
			references: references.join('\n'),
			firstSight: 'none',
			options: {},
		},
		items: [],
		credential: { baseUrl: service.url, ...keys, requestsPerMinute: 1_000_000 },
	};
	const first = await engine.run(job);
	const quiet: JobResult[] = [];
	const changed: JobResult[] = [];
	let calls = 0;
	// A hundredth of the notices is published between two polls, each time others.
	const portion = Math.max(1, Math.floor(size / 100));
	for (let run = 0; run < runs; run++) {
		await service.forgetCalls();
		quiet.push(await engine.run(job));
		({ length: calls } = await service.calls());
		for (const reference of references.slice(run * portion, (run + 1) * portion)) {
			await service.act(reference, 'publish');
		}
		const poll = await engine.run(job);
		if (poll.items !== portion) throw new Error(`${poll.items} events came for ${portion}.`);
		changed.push(poll);
	}
	const of = (pick: (one: JobResult) => number) => median(quiet.map(pick));
	return {
		size,
		firstMs: first.ms,
		ms: of(({ ms }) => ms),
		changedMs: median(changed.map(({ ms }) => ms)),
		cpuMs: of(({ cpuMs }) => cpuMs),
		heapMB: of(({ heapMB }) => heapMB),
		calls,
		stateBytes: of(({ stateBytes = NaN }) => stateBytes),
	};
}

async function run({ quick, runs, packageFolder, say }: SuiteContext): Promise<SuiteResult> {
	return await onEngine(packageFolder, async (service, engine) => {
		const measured: Measured[] = [];
		for (const size of quick ? [100, 1_000] : [100, 1_000, 10_000]) {
			measured.push(await measure(service, engine, size, runs));
			say(`${size} references`);
		}
		const growth = growthOf(measured, quick);
		const most = measured.at(-1);
		return {
			tables: [
				{
					title: `One poll at ${LATENCY_MS} ms`,
					columns: [
						'references',
						'calls',
						'first poll, ms',
						'quiet poll, ms',
						'a hundredth changed, ms',
						'ms of processor',
						'MB of heap',
						'bytes of state',
						'bytes a reference',
					],
					rows: measured.map((one): Cell[] => [
						one.size,
						one.calls,
						one.firstMs,
						one.ms,
						one.changedMs,
						one.cpuMs,
						one.heapMB,
						one.stateBytes,
						one.stateBytes / one.size,
					]),
					note: `Statuses only, on n8n's engine. The limiter is not in it: against a key with 300 calls a minute, 10,000 references take 100 of them. Processor time grows with the references to the power of ${growth.toFixed(2)}.`,
				},
			],
			targets: most
				? [
						{
							name: `Poll of ${most.size.toLocaleString('en-US')} references, within the budget of n8n's durable poller`,
							measured: Math.max(most.firstMs, most.ms, most.changedMs) / 1000,
							limit: BUDGET_MS / 1000,
							kind: 'atMost',
							unit: 's',
						},
						{
							name: 'State of the trigger, a reference',
							measured: most.stateBytes / most.size,
							limit: 40,
							kind: 'atMost',
							unit: 'bytes',
						},
						growthTarget('Growth of a poll with the references (exponent)', growth),
					]
				: [],
		};
	});
}

export const trigger: Suite = { name: 'trigger', title: 'The trigger', run };
