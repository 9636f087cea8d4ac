/** The status of very many notices: calls, time and memory, and how they grow with the number of references. */
import { bareCalls } from '../lib/bare.mts';
import { onEngine } from '../lib/startEngine.mts';
import { growthExponent, medians } from '../lib/statistics.mts';
import { atLeast, atMost, type Suite, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, works } from '../lib/work.mts';

const LATENCY_MS = 50;

async function run({ quick, runs, packageFolder, say }: SuiteContext): Promise<SuiteResult> {
	const measured = await onEngine(packageFolder, async (service, runJob) => {
		const all = [];
		for (const size of quick ? [100, 1_000] : [100, 1_000, 3_000, 10_000]) {
			const keys = await service.createKey();
			const items = makeItems(size, 's', await service.seed(keys, size));
			await service.settings({ latencyMs: LATENCY_MS });
			// Reading has no effect, so one key serves all runs; its figure keeps the limiter out of them.
			const credential = { baseUrl: service.url, ...keys, requestsPerMinute: 1_000_000 };
			const results = [];
			for (let round = 0; round <= runs; round++) {
				await service.forgetCalls();
				const job = { parameters: works.status.parameters, items: [...items], credential };
				const { ms, cpuMs, heapMB, items: came } = await runJob(job);
				if (came !== size) throw new Error(`${came} statuses came for ${size}.`);
				const { length: calls } = await service.calls(keys);
				const { ms: bareMs } = await bareCalls(service.url, keys, works.status.bare(items));
				const overBare = ms / bareMs;
				if (round > 0) results.push({ calls, ms, cpuMs, heapMB, bareMs, overBare });
			}
			all.push({ size, ...medians(results) });
			say(`${size} references`);
		}
		return all;
	});
	const growth = growthExponent(measured.map(({ size, cpuMs }) => [size, cpuMs]));
	const { size: most = NaN, calls = NaN } = measured.at(-1) ?? {};
	return {
		columns:
			'references | calls | ms | ms of processor | MB of heap | undici with the same batches, ms | package over undici',
		rows: measured.map((one) => Object.values(one)),
		note: `In n8n's engine, without server and database; the service answers after ${LATENCY_MS} ms. A workflow made by hand takes a call for each reference. Processor time grows with the references to the power of ${growth.toFixed(2)}.`,
		targets: [
			atLeast(`Calls for ${most} statuses, by hand over package`, most / calls, 50, 'x'),
			atMost('Growth of the cost with the references (exponent)', growth, 1.1, ''),
		],
	};
}

export const statuses: Suite = { title: 'Statuses of many notices', run };
