/** What one poll of the trigger costs, by the number of notices it watches. */
import { onEngine } from '../lib/startEngine.mts';
import { growthExponent, median, medians } from '../lib/statistics.mts';
import { atMost, type Suite, type SuiteContext, type SuiteResult } from '../lib/suite.mts';

const LATENCY_MS = 50;

async function run({ quick, runs, packageFolder, say }: SuiteContext): Promise<SuiteResult> {
	const measured = await onEngine(packageFolder, async (service, runJob) => {
		const all = [];
		for (const size of quick ? [100, 1_000] : [100, 1_000, 10_000]) {
			const keys = await service.createKey();
			const references = await service.seed(keys, size);
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
			const { ms: firstMs } = await runJob(job);
			const quiet = [];
			const changed: number[] = [];
			// A hundredth of the notices is published between two polls, each time others.
			const portion = size / 100;
			for (let round = 0; round < runs; round++) {
				await service.forgetCalls();
				const { ms, cpuMs, heapMB, stateBytes } = await runJob(job);
				const { length: calls } = await service.calls(keys);
				quiet.push({ calls, ms, cpuMs, heapMB, stateBytes });
				for (const reference of references.slice(round * portion, (round + 1) * portion)) {
					await service.act(reference, 'publish');
				}
				const poll = await runJob(job);
				if (poll.items !== portion) throw new Error(`${poll.items} events came for ${portion}.`);
				changed.push(poll.ms);
			}
			const { stateBytes, ...rest } = medians(quiet);
			const changedMs = median(changed);
			all.push({ size, ...rest, firstMs, changedMs, bytesEach: stateBytes / size });
			say(`${size} references`);
		}
		return all;
	});
	const growth = growthExponent(measured.map(({ size, cpuMs }) => [size, cpuMs]));
	const most = measured.at(-1);
	if (!most) throw new Error('Nothing was measured.');
	const slowest = Math.max(most.firstMs, most.ms, most.changedMs) / 1000;
	return {
		columns:
			'references | calls | quiet poll, ms | ms of processor | MB of heap | first poll, ms | a hundredth changed, ms | bytes of state a reference',
		rows: measured.map((one) => Object.values(one)),
		note: `Statuses only, in n8n's engine, without the quota; the service answers after ${LATENCY_MS} ms. Processor time grows with the references to the power of ${growth.toFixed(2)}.`,
		targets: [
			atMost(
				`Poll of ${most.size} references, of the 36 s of n8n's durable poller`,
				slowest,
				36,
				's',
			),
			atMost('State of the trigger, a reference', most.bytesEach, 60, 'bytes'),
			atMost('Growth of a poll with the references (exponent)', growth, 1.1, ''),
		],
	};
}

export const trigger: Suite = { title: 'The trigger', run };
