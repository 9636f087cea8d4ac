/** The status of very many notices: calls, time and memory. */
import { bareCalls } from '../lib/bare.mts';
import { runNode } from '../lib/engine.mts';
import { withService } from '../lib/service.mts';
import { atMost, medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, works } from '../lib/work.mts';

const LATENCY_MS = 50;

export async function statuses({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const measured = await withService(async (service) => {
		const all = [];
		for (const size of quick ? [100, 1_000] : [100, 1_000, 3_000, 10_000]) {
			const account = await service.createAccount();
			const items = makeItems(size, 's', await service.seed(account, size));
			await service.settings({ latencyMs: LATENCY_MS });
			// Reading has no effect, so one key serves all runs; its figure keeps the limiter out of them.
			const { parameters } = works.status;
			const job = { parameters, items, account, requestsPerMinute: 1_000_000 };
			const results = [];
			for (let round = 0; round <= runs; round++) {
				await service.forgetCalls();
				const { ms, cpuMs, heapMB, items: came } = await runNode(job);
				if (came !== size) throw new Error(`${came} statuses came for ${size}.`);
				const { length: calls } = await service.calls(account);
				const { ms: bareMs } = await bareCalls(account, works.status.bare(items));
				if (round > 0) results.push({ calls, ms, cpuMs, heapMB, bareMs, overBare: ms / bareMs });
			}
			all.push({ size, ...medians(results) });
			say(`${size} references`);
		}
		return all;
	});
	const { calls = NaN } = measured.find(({ size }) => size === 1_000) ?? {};
	return {
		columns:
			'references | calls | ms | ms of processor | MB of heap | undici with the same batches, ms | package over undici',
		rows: measured.map((one) => Object.values(one)),
		note: `In n8n's engine, without server and database; the service answers after ${LATENCY_MS} ms. A workflow made by hand takes a call for each reference.`,
		targets: [atMost('1,000 statuses', calls, 10, 'calls')],
	};
}
