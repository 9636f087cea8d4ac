/** The same work by the package, by hand, by the HTTP Request node with the package's credential, and by bare undici. */
import { RealN8n } from '../lib/n8n.mts';
import { Peers, type PeerTimes } from '../lib/peers.mts';
import type { Cell, Suite, SuiteContext, SuiteResult, Table, Target } from '../lib/result.mts';
import { startService, type Service } from '../lib/service.mts';
import { growthExponent, median } from '../lib/statistics.mts';
import { works, type Work } from '../lib/work.mts';

interface Measured {
	readonly work: Work['name'];
	readonly size: number;
	readonly latency: number;
	readonly runs: PeerTimes[];
}

const of = (measured: Measured, pick: (times: PeerTimes) => number): number =>
	median(measured.runs.map(pick));
const againstBare = (times: PeerTimes): number => times.ours / times.bare;
const againstByHand = (times: PeerTimes): number => times.ours / times.byHand;

async function measure(
	service: Service,
	n8n: RealN8n,
	{ quick, runs, say }: SuiteContext,
): Promise<Measured[]> {
	const sizes = quick ? [1, 30] : [1, 30, 90, 270];
	const latencies = quick ? [0, 50] : [0, 50, 200];
	const all = works.flatMap(({ name: work }) =>
		latencies.flatMap((latency) =>
			sizes.map((size): Measured => ({ work, size, latency, runs: [] })),
		),
	);
	// Run by run instead of place by place: whatever disturbs the machine for a while then meets all of them.
	for (let run = 0; run <= runs; run++) {
		const peers = await Peers.prepare(service, n8n, `r${run}`, Math.max(...sizes));
		// The first run only warms everything up.
		const places =
			run === 0 ? all.filter(({ size, latency }) => size === 30 && latency === 0) : all;
		for (const place of places) {
			const work = works.find(({ name }) => name === place.work);
			if (!work) continue;
			const times = await peers.measure(work, place.size, place.latency);
			if (run > 0) place.runs.push(times);
		}
		await peers.close();
		say(`run ${run} of ${runs}`);
	}
	return all;
}

function tableOf(work: Work['name'], measured: readonly Measured[]): Table {
	const places = measured.filter((place) => place.work === work);
	const growth = (pick: (times: PeerTimes) => number): string => {
		const points = places
			.filter(({ latency, size }) => latency === 0 && size > 1)
			.map((place) => ({ work: place.size, cost: of(place, pick) }));
		return points.length < 2 ? 'unknown' : growthExponent(points).toFixed(2);
	};
	return {
		title: `${work}: milliseconds for all notices`,
		columns: [
			'notices',
			'latency, ms',
			'package',
			'by hand',
			'HTTP Request with our credential',
			'undici, 32 connections',
			'package over undici',
			'package over by hand',
		],
		rows: places.map((place): Cell[] => [
			place.size,
			place.latency,
			of(place, ({ ours }) => ours),
			of(place, ({ byHand }) => byHand),
			of(place, ({ http }) => http),
			of(place, ({ bare }) => bare),
			of(place, againstBare),
			of(place, againstByHand),
		]),
		note: `Growth with the number of notices at 0 ms (exponent): package ${growth(({ ours }) => ours)}, by hand ${growth(({ byHand }) => byHand)}, undici ${growth(({ bare }) => bare)}.`,
	};
}

function targetsOf(measured: readonly Measured[]): Target[] {
	const limit = measured.find(
		({ work, size, latency }) => work === 'quote' && size === 270 && latency === 50,
	);
	const worst = measured
		.map((place) => ({ place, ratio: of(place, againstByHand) }))
		.reduce((one, other) => (other.ratio > one.ratio ? other : one));
	const { work, size, latency } = worst.place;
	return [
		...(limit
			? [
					{
						name: '270 quotes at 50 ms against bare undici with 32 connections',
						measured: of(limit, againstBare),
						limit: 1.5,
						kind: 'atMost' as const,
						unit: 'x',
					},
				]
			: []),
		{
			name: `Slowest place against the workflow by hand (${work} of ${size} at ${latency} ms)`,
			measured: worst.ratio,
			limit: 1,
			kind: 'atMost',
			unit: 'x',
		},
	];
}

async function run(context: SuiteContext): Promise<SuiteResult> {
	const service = await startService();
	let n8n: RealN8n | undefined;
	try {
		// The limiter is in the quota suite only; here a service without a limit answers.
		await service.settings({ quotaPerMinute: 1_000_000 });
		n8n = await RealN8n.start(context.packageFolder);
		const measured = await measure(service, n8n, context);
		return {
			tables: works.map(({ name }) => tableOf(name, measured)),
			targets: targetsOf(measured),
		};
	} finally {
		await n8n?.close();
		await service.close();
	}
}

export const calls: Suite = {
	name: 'calls',
	title: 'Calls, against what users would do instead',
	run,
};
