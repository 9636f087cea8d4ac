/** What the package itself costs n8n's process: its share of a quote, and how long nothing else can run. */
import { pathToFileURL } from 'node:url';
import { runNode, watch } from '../lib/engine.mts';
import { packageFolder } from '../lib/package.mts';
import { longestStop, ownCpuMs } from '../lib/profile.mts';
import { withService } from '../lib/service.mts';
import { atMost, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, works, type Work } from '../lib/work.mts';

const LATENCY_MS = 20;
const FREE = { requestsPerMinute: 1_000_000 };

export async function share({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const [many, most] = quick ? [200, 1_000] : [1_000, 10_000];
	const own: number[] = [];
	const stops = new Map<string, number[]>();
	await withService(async (service) => {
		const reader = await service.createAccount();
		const references = await service.seed(reader, most);
		await service.settings({ latencyMs: LATENCY_MS });
		// The items are there before anything is watched: making them is not the node's work.
		const write = async ({ parameters }: Work, label: string) => {
			const account = await service.createAccount();
			const items = makeItems(many, label);
			return async () => await runNode({ parameters, items, account, ...FREE });
		};
		const { parameters } = works.status;
		const read = makeItems(most, 'read', references);
		const readAll = async () =>
			await runNode({ parameters, items: read, account: reader, ...FREE });
		const poll = watch({
			parameters: {
				events: ['statusChanged', 'newDocument', 'newInvoice'],
				references: references.join('\n'),
				firstSight: 'none',
				options: {},
			},
			items: [],
			account: reader,
			...FREE,
		});
		type Load = () => Promise<unknown>;
		const loads: Record<string, (round: number) => Promise<Load>> = {
			[`${many} quotes`]: async (round) => await write(works.quote, `q${round}`),
			[`${many} orders`]: async (round) => await write(works.order, `o${round}`),
			[`${most} statuses`]: () => Promise.resolve(readAll),
			[`a poll of ${most} references`]: () => Promise.resolve(poll),
		};
		const isOwn = (url: string) =>
			url.startsWith(packageFolder) || url.startsWith(pathToFileURL(packageFolder).href);
		for (let round = 0; round <= runs; round++) {
			const cpuMs = await ownCpuMs(await write(works.quote, `p${round}`), isOwn);
			if (round > 0) own.push(cpuMs / many);
			for (const [name, load] of Object.entries(loads)) {
				const stop = await longestStop(await load(round));
				// The first round only warms everything up.
				if (round > 0) stops.set(name, [...(stops.get(name) ?? []), stop]);
			}
			say(`run ${round} of ${runs}`);
		}
	});
	const least = [...stops].map(([name, times]) => [name, Math.min(...times)] as const);
	const longest = Math.max(...least.map(([, ms]) => ms));
	const share = Math.min(...own);
	return {
		columns: 'load | longest stop of the event loop, ms',
		rows: least.map((row) => [...row]),
		note: `In n8n's engine, without server and database; the service answers after ${LATENCY_MS} ms. Of the runs the one that the machine disturbed least.`,
		targets: [
			atMost("The package's own code in a quote", share, 0.25, 'ms of processor'),
			atMost('Longest stop of the event loop', longest, 50, 'ms'),
		],
	};
}
