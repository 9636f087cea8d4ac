/** The status of very many notices: calls, time and memory, and how they grow with the number of references. */
import { BareClient } from '../lib/bare.mts';
import type { EngineProcess } from '../lib/engineProcess.mts';
import { growthOf, growthTarget } from '../lib/growth.mts';
import { onEngine } from '../lib/onEngine.mts';
import type { Cell, Suite, SuiteContext, SuiteResult } from '../lib/result.mts';
import { seed } from '../lib/seed.mts';
import type { Service } from '../lib/service.mts';
import { median } from '../lib/statistics.mts';
import { makeItems, works } from '../lib/work.mts';

interface Measured {
	readonly size: number;
	readonly calls: number;
	readonly ms: number;
	readonly cpuMs: number;
	readonly heapMB: number;
	readonly bareMs: number;
	readonly overBare: number;
}

const LATENCY_MS = 50;

async function measure(
	service: Service,
	engine: EngineProcess,
	size: number,
	runs: number,
): Promise<Measured> {
	const work = works.find(({ name }) => name === 'status');
	if (!work) throw new Error('There is no such work.');
	await service.settings({ latencyMs: 0 });
	const keys = await service.createKey();
	const items = makeItems(size, 's', await seed(service, keys, size, 's'));
	await service.settings({ latencyMs: LATENCY_MS });
	// Reading has no effect, so one key serves all runs; its figure keeps the limiter out of them.
	const credential = { baseUrl: service.url, ...keys, requestsPerMinute: 1_000_000 };
	const job = {
		parameters: work.parameters as never,
		items: items.map(({ reference }) => ({ reference })),
		credential,
	};
	const client = new BareClient(service.url, keys);
	const results: Array<Omit<Measured, 'size'>> = [];
	for (let run = 0; run <= runs; run++) {
		await service.forgetCalls();
		const ours = await engine.run(job);
		const { length: calls } = await service.calls();
		const started = performance.now();
		await client.all(work.bare(items));
		const bareMs = performance.now() - started;
		if (ours.items !== size) throw new Error(`${ours.items} statuses came for ${size}.`);
		const { ms, cpuMs, heapMB } = ours;
		if (run > 0) results.push({ calls, ms, cpuMs, heapMB, bareMs, overBare: ms / bareMs });
	}
	await client.close();
	const of = (pick: (one: Omit<Measured, 'size'>) => number) => median(results.map(pick));
	return {
		size,
		calls: of(({ calls }) => calls),
		ms: of(({ ms }) => ms),
		cpuMs: of(({ cpuMs }) => cpuMs),
		heapMB: of(({ heapMB }) => heapMB),
		bareMs: of(({ bareMs }) => bareMs),
		overBare: of(({ overBare }) => overBare),
	};
}

async function run({ quick, runs, packageFolder, say }: SuiteContext): Promise<SuiteResult> {
	return await onEngine(packageFolder, async (service, engine) => {
		const measured: Measured[] = [];
		for (const size of quick ? [100, 1_000] : [100, 1_000, 3_000, 10_000]) {
			measured.push(await measure(service, engine, size, runs));
			say(`${size} references`);
		}
		const growth = growthOf(measured, quick);
		const thousand = measured.find(({ size }) => size === 1_000);
		return {
			tables: [
				{
					title: `Status of many notices at ${LATENCY_MS} ms`,
					columns: [
						'references',
						'calls',
						'calls by hand',
						'ms',
						'ms of processor',
						'MB of heap',
						'undici with the same batches, ms',
						'package over undici',
					],
					rows: measured.map((one): Cell[] => [
						one.size,
						one.calls,
						one.size,
						one.ms,
						one.cpuMs,
						one.heapMB,
						one.bareMs,
						one.overBare,
					]),
					note: `On n8n's engine without server and database. Processor time grows with the references to the power of ${growth.toFixed(2)}.`,
				},
			],
			targets: [
				{
					name: 'Calls for 1,000 statuses, by hand over package',
					measured: thousand ? thousand.size / thousand.calls : NaN,
					limit: 50,
					kind: 'atLeast',
					unit: 'x',
				},
				growthTarget('Growth of the cost with the references (exponent)', growth),
			],
		};
	});
}

export const statuses: Suite = { name: 'statuses', title: 'Statuses of many notices', run };
