/** The same work by the package, by a workflow made by hand, and by bare undici as the limit. */
import { bareCalls } from '../lib/bare.mts';
import { startN8n } from '../lib/n8n.mts';
import { withService } from '../lib/service.mts';
import { atMost, medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, works, type Work } from '../lib/work.mts';

type Times = Record<'ours' | 'byHand' | 'request' | 'bare' | 'overBare' | 'overHand', number>;

export async function calls({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const sizes = quick ? [1, 30] : [1, 30, 90, 270];
	const latencies = quick ? [0, 50] : [0, 50, 200];
	const all = Object.entries<Work>(works).flatMap(([name, work]) =>
		latencies.flatMap((latencyMs) =>
			sizes.map((size) => ({ name, work, size, latencyMs, times: [] as Times[] })),
		),
	);
	await withService(async (service) => {
		const n8n = await startN8n();
		const reader = await service.createAccount();
		const references = await service.seed(reader, Math.max(...sizes));
		const measure = async (place: (typeof all)[number], round: number) => {
			const { work, size, latencyMs, times } = place;
			await service.settings({ latencyMs });
			await service.forgetCalls();
			const peer = async (label: 'ours' | 'byHand' | 'request' | 'bare') => {
				// Where calls place something, every run is the first of its key.
				const account = work.call.method === 'GET' ? reader : await service.createAccount();
				const items = makeItems(size, `${label}${round}`, references);
				if (label !== 'bare') return await n8n.run(label, work, items, account);
				return (await bareCalls(account, work.bare(items))).ms;
			};
			const [ours, byHand] = [await peer('ours'), await peer('byHand')];
			const [request, bare] = [await peer('request'), await peer('bare')];
			if (round === 0) return;
			times.push({ ours, byHand, request, bare, overBare: ours / bare, overHand: ours / byHand });
		};
		try {
			// The first round only warms everything up.
			const warming = all.filter(({ size, latencyMs }) => size === 30 && latencyMs === 0);
			for (const place of warming) await measure(place, 0);
			// Run by run instead of place by place: whatever disturbs the machine for a while then meets all of them.
			for (let round = 1; round <= runs; round++) {
				for (const place of all) await measure(place, round);
				say(`run ${round} of ${runs}`);
			}
		} finally {
			await n8n.close();
		}
	});
	const rows = all.map(({ name, size, latencyMs, times }) => {
		return { name, size, latencyMs, ...medians(times) };
	});
	const placeOf = ({ name, size, latencyMs }: (typeof rows)[number]) =>
		`${name} of ${size} at ${latencyMs} ms`;
	const far = rows.filter(({ name, latencyMs }) => name !== 'status' && latencyMs === 200);
	const [slowest] = rows.toSorted((one, other) => other.overHand - one.overHand);
	const ofSlowest = `Slowest place over the workflow by hand (${slowest && placeOf(slowest)})`;
	return {
		columns:
			'work | notices | latency, ms | package | by hand | HTTP Request with our credential | undici, 64 connections | package over undici | package over by hand',
		rows: rows.map((row) => Object.values(row)),
		note: 'Milliseconds for all notices; the last two columns are ratios.',
		targets: [
			atMost('Orders and quotes at 200 ms over bare undici', mostOf(far), 1.4, 'x'),
			atMost(ofSlowest, slowest?.overHand ?? NaN, 1, 'x'),
		],
	};
}

/** The slowest of these places compared with bare undici; a quick look has none at this latency. */
function mostOf(rows: ReadonlyArray<Pick<Times, 'overBare'>>): number {
	return Math.max(...rows.map(({ overBare }) => overBare));
}
