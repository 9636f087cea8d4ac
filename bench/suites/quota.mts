/** More work than a minute allows: the package's limiter, and a workflow by hand that waits between its batches. */
import { setTimeout as sleep } from 'node:timers/promises';
import { spreadByHand } from '../lib/byHand.mts';
import { EngineProcess } from '../lib/engineProcess.mts';
import { RealN8n } from '../lib/n8n.mts';
import type { Suite, SuiteContext, SuiteResult } from '../lib/result.mts';
import { seed } from '../lib/seed.mts';
import { startService, type Keys, type Service } from '../lib/service.mts';
import { median } from '../lib/statistics.mts';
import { makeItems, works, type Work } from '../lib/work.mts';
import type * as LimiterModule from '../../nodes/LegalNotice/transport/limiter.ts';
import { loadModule } from '../lib/package.mts';
import { items, line, ours } from '../lib/workflows.mts';

const QUOTA = 300;
const LATENCY_MS = 50;
const STAGGER_MS = 8_000;

interface QuotaRun {
	readonly calls: number;
	readonly seconds: number;
	readonly minimum: number;
	readonly refused: number;
}

function workNamed(name: Work['name']): Work {
	const work = works.find((one) => one.name === name);
	if (!work) throw new Error(`There is no work ${name}.`);
	return work;
}

/** Quotes in one execution. @param perWindow calls that fit into a minute, for the shortest possible time */
async function quotes(
	{ packageFolder }: SuiteContext,
	service: Service,
	count: number,
	perWindow: number,
): Promise<QuotaRun> {
	const keys = await service.createKey();
	const engine = await EngineProcess.start(packageFolder);
	try {
		const { ms } = await engine.run({
			parameters: workNamed('quote').parameters as never,
			items: makeItems(count, `q${count}`) as never,
			credential: { baseUrl: service.url, ...keys },
		});
		return {
			calls: count,
			seconds: ms / 1000,
			minimum: Math.floor((count - 1) / perWindow) * 60,
			refused: await refusedOf(service, keys),
		};
	} finally {
		engine.close();
	}
}

async function refusedOf(service: Service, { publicKey }: Keys): Promise<number> {
	const calls = await service.calls();
	return calls.filter(
		(call) => call.publicKey === publicKey && call.codes.includes('err_requetes_max'),
	).length;
}

/** Seconds by hand and with the package for the statuses of the same notices, each with a fresh minute. */
async function statuses(
	service: Service,
	n8n: RealN8n,
	count: number,
	label: string,
	delayMs: number,
): Promise<{ byHand: number; package: number }> {
	const work = workNamed('status');
	const keys = await service.createKey();
	const list = makeItems(count, label, await seed(service, keys, count, label));
	const credential = await n8n.credential(service.url, keys);
	const target = { url: service.url, keys, credential };
	const packaged = await n8n.run(
		line('statuses', [items(list), ours('Work', target, work.parameters)]),
		['Work'],
	);
	// Several of them, most of the time waiting, run beside each other, but not their batches.
	await sleep(delayMs);
	return { package: packaged.ms / 1000, byHand: await spread() };

	async function spread(): Promise<number> {
		const { workflow, timed } = spreadByHand('Work', target, work.call, list, QUOTA);
		const ran = await n8n.run(workflow, timed, 600_000);
		if (ran.items !== count) throw new Error(`By hand, ${ran.items} statuses came for ${count}.`);
		return ran.ms / 1000;
	}
}

async function run(context: SuiteContext): Promise<SuiteResult> {
	const { quick, runs, packageFolder, say } = context;
	const { keptForLists } = loadModule<typeof LimiterModule>('nodes/LegalNotice/transport/limiter');
	const share = QUOTA - keptForLists(QUOTA);
	const service = await startService();
	// By hand, the quota is kept by waiting; seeding what is read would not keep it. And by hand all 300 calls of a batch
	// are signed before the first is sent: on a busy machine the last would come too late, and there would be no time to tell.
	const other = await startService(['timestamp-gap']);
	let n8n: RealN8n | undefined;
	try {
		await service.settings({ latencyMs: LATENCY_MS });
		await other.settings({ quotaPerMinute: 1_000_000 });
		n8n = await RealN8n.start(packageFolder);
		const count = quick ? 400 : 1_000;
		say(`about ${quick ? 2 : 5} minutes, most of them waiting`);
		const windows = quick ? 2 : 4;
		const [four, round, ...spread] = await Promise.all([
			quotes(context, service, windows * share, share),
			quotes(context, service, windows * QUOTA, QUOTA),
			...Array.from(
				{ length: runs },
				async (_, at) => await statuses(other, n8n as RealN8n, count, `w${at}`, at * STAGGER_MS),
			),
		]);
		const ratio = median(spread.map((one) => one.byHand / one.package));
		return {
			tables: [
				{
					title: `Quotes against a quota of ${QUOTA} a minute, in one execution`,
					columns: ['calls', 'seconds', 'shortest possible', 'over it', 'refused'],
					rows: [four, round].map(({ calls, seconds, minimum, refused }) => [
						calls,
						seconds,
						minimum,
						seconds / minimum,
						refused,
					]),
					note: `The package leaves ${QUOTA - share} calls a minute to lists that a person waits for; the shortest possible time of ${windows * QUOTA} calls does not.`,
				},
				{
					title: `Status of ${count.toLocaleString('en-US')} notices, by hand spread under the quota`,
					columns: ['', 'seconds'],
					rows: [
						['by hand: 300, wait a minute, next 300', median(spread.map((one) => one.byHand))],
						['package', median(spread.map((one) => one.package))],
						['by hand over package', ratio],
					],
					note: 'By hand all calls of a batch are signed before the first one is sent; here the service does not insist on the 5 s, so that the workflow gets through on a busy machine as well.',
				},
			],
			targets: [
				{
					name: `${windows} x ${share} quotes against the quota: time over the shortest possible`,
					measured: four.seconds / four.minimum,
					limit: quick ? 1.15 : 1.05,
					kind: 'atMost',
					unit: 'x',
				},
				{
					name: `${windows} x ${share} quotes against the quota: refused`,
					measured: four.refused,
					limit: 0,
					kind: 'atMost',
					unit: '',
				},
				{
					name: `${count.toLocaleString('en-US')} statuses: time by hand, spread, over package`,
					measured: ratio,
					limit: 20,
					kind: 'atLeast',
					unit: 'x',
				},
			],
		};
	} finally {
		await n8n?.close();
		await service.close();
		await other.close();
	}
}

export const quota: Suite = { name: 'quota', title: 'Under the quota', run };
