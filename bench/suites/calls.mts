/** The same work by the package, by a workflow made by hand, and by bare undici as the limit. */
import { bareCalls } from '../lib/bare.mts';
import { startN8n } from '../lib/n8n.mts';
import { withService } from '../lib/service.mts';
import { medians } from '../lib/statistics.mts';
import { atMost, type Suite, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, works, type Work } from '../lib/work.mts';

type Times = Record<'ours' | 'byHand' | 'bare' | 'overBare' | 'overHand', number>;

async function run({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const sizes = quick ? [1, 30] : [1, 30, 90, 270];
	const latencies = quick ? [0, 50] : [0, 50, 200];
	const all = Object.entries<Work>(works).flatMap(([name, work]) =>
		latencies.flatMap((latencyMs) =>
			sizes.map((size) => ({ name, work, size, latencyMs, times: [] as Times[] })),
		),
	);
	await withService(async (service) => {
		const n8n = await startN8n();
		const readKeys = await service.createKey();
		const references = await service.seed(readKeys, Math.max(...sizes));
		const measureAll = async (round: number) => {
			for (const { work, size, latencyMs, times } of all) {
				// The first round only warms everything up.
				if (round === 0 && (size !== 30 || latencyMs !== 0)) continue;
				await service.settings({ latencyMs });
				await service.forgetCalls();
				const peer = async (label: 'ours' | 'byHand' | 'bare') => {
					// Where calls place something, every run is the first of its key.
					const keys = work.needsNotices ? readKeys : await service.createKey();
					const items = makeItems(size, `${label}${round}`, work.needsNotices ? references : []);
					if (label !== 'bare') return await n8n.run(label, work, items, service.url, keys);
					return (await bareCalls(service.url, keys, work.bare(items))).ms;
				};
				const [ours, byHand, bare] = [await peer('ours'), await peer('byHand'), await peer('bare')];
				const ratios = { overBare: ours / bare, overHand: ours / byHand };
				if (round > 0) times.push({ ours, byHand, bare, ...ratios });
			}
		};
		try {
			// Run by run instead of place by place: whatever disturbs the machine for a while then meets all of them.
			for (let round = 0; round <= runs; round++) {
				await measureAll(round);
				say(`run ${round} of ${runs}`);
			}
		} finally {
			await n8n.close();
		}
	});
	const rows = all.map(({ name, size, latencyMs, times }) => {
		return { name, size, latencyMs, ...medians(times) };
	});
	const limit = rows.find(
		(row) => row.name === 'quote' && row.size === 270 && row.latencyMs === 50,
	);
	const worst = Math.max(...rows.map(({ overHand }) => overHand));
	const slowest = rows.find(({ overHand }) => overHand === worst);
	const where = `${slowest?.name} of ${slowest?.size} at ${slowest?.latencyMs} ms`;
	return {
		columns:
			'work | notices | latency, ms | package | by hand | undici, 32 connections | package over undici | package over by hand',
		rows: rows.map((row) => Object.values(row)),
		note: 'Milliseconds for all notices; the last two columns are ratios.',
		targets: [
			atMost('270 quotes at 50 ms over bare undici', limit?.overBare ?? NaN, 1.5, 'x'),
			atMost(`Slowest place over the workflow by hand (${where})`, worst, 1, 'x'),
		],
	};
}

export const calls: Suite = { title: 'Calls, against what users would do instead', run };
