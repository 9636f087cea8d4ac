/** What one poll of the trigger costs, by the number of notices it watches. */
import { watch } from '../lib/engine.mts';
import { withService } from '../lib/service.mts';
import { atMost, medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';

const LATENCY_MS = 50;
/** What n8n's durable poller allows. */
const BUDGET_SECONDS = 36;

export async function trigger({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const measured = await withService(async (service) => {
		const all = [];
		for (const size of quick ? [100, 1_000] : [100, 1_000, 10_000]) {
			const account = await service.createAccount();
			const references = await service.seed(account, size);
			await service.settings({ latencyMs: LATENCY_MS });
			const poll = watch({
				parameters: {
					events: ['statusChanged', 'published', 'suspended', 'toBePublished'],
					references: references.join('\n'),
					firstSight: 'none',
					options: {},
				},
				items: [],
				account,
				requestsPerMinute: 1_000_000,
			});
			const { ms: firstMs } = await poll();
			const polls = [];
			// A hundredth of the notices is published between two polls, each time others.
			const portion = size / 100;
			for (let round = 0; round < runs; round++) {
				await service.forgetCalls();
				const { ms, cpuMs, heapMB, stateBytes } = await poll();
				const { length: calls } = await service.calls(account);
				for (const reference of references.slice(round * portion, (round + 1) * portion)) {
					await service.act(reference, 'publish');
				}
				const { items, ms: changedMs } = await poll();
				if (items !== portion) throw new Error(`${items} events came for ${portion}.`);
				const bytesEach = stateBytes / size;
				polls.push({ calls, ms, cpuMs, heapMB, firstMs, changedMs, bytesEach });
			}
			all.push({ size, ...medians(polls) });
			say(`${size} references`);
		}
		return all;
	});
	const times = measured.flatMap(({ ms, firstMs, changedMs }) => [ms, firstMs, changedMs]);
	const bytes = measured.map(({ bytesEach }) => bytesEach);
	return {
		columns:
			'references | calls | quiet poll, ms | ms of processor | MB of heap | first poll, ms | a hundredth changed, ms | bytes of state a reference',
		rows: measured.map((one) => Object.values(one)),
		note: `Statuses only, in n8n's engine, without the quota; the service answers after ${LATENCY_MS} ms.`,
		targets: [
			atMost('Slowest poll', Math.max(...times) / 1000, BUDGET_SECONDS, 's'),
			atMost('State of the trigger, a reference', Math.max(...bytes), 60, 'bytes'),
		],
	};
}
