/** What the package itself costs n8n's process: its share of a quote, and how long nothing else can run. */
import { pathToFileURL } from 'node:url';
import { execute, watcher } from '../lib/engine.mts';
import { httpRequest } from '../lib/peers.mts';
import { packageFolder } from '../lib/package.mts';
import { cpuMsOf, longestStop } from '../lib/profile.mts';
import { withService } from '../lib/service.mts';
import { atMost, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { type Item, makeItems, requestParameters, works, type Work } from '../lib/work.mts';

const LATENCY_MS = 20;
const FREE = { requestsPerMinute: 1_000_000 };

export async function share({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const [many, most] = quick ? [200, 1_000] : [1_000, 10_000];
	const quotes: Array<Record<'own' | 'all' | 'request', number>> = [];
	const stops = new Map<string, number[]>();
	await withService(async (service) => {
		const reader = await service.createAccount();
		const references = await service.seed(reader, most);
		await service.settings({ latencyMs: LATENCY_MS });
		// The items are there before anything is watched: making them is not the node's work.
		const write = async ({ parameters }: Work, label: string) => {
			const account = await service.createAccount();
			const items = makeItems(many, label);
			return async () => await execute({ parameters, items, account, ...FREE });
		};
		const send = async (work: Work, items: readonly Item[]) => {
			const account = work.call.method === 'GET' ? reader : await service.createAccount();
			const parameters = requestParameters(account.url, work);
			return async () => await execute({ peer: httpRequest, parameters, items, account });
		};
		const { parameters } = works.status;
		const read = makeItems(most, 'read', references);
		const readAll = async () =>
			await execute({ parameters, items: read, account: reader, ...FREE });
		const { poll } = watcher({
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
			[`${many} quotes, HTTP Request node`]: async () =>
				await send(works.quote, makeItems(many, 'h')),
			[`${many} orders, HTTP Request node`]: async (round) =>
				await send(works.order, makeItems(many, `h${round}`)),
			[`${most} statuses, HTTP Request node`]: async () => await send(works.status, read),
		};
		const isOwn = (url: string) =>
			url.startsWith(packageFolder) || url.startsWith(pathToFileURL(packageFolder).href);
		for (let round = 0; round <= runs; round++) {
			const ours = await cpuMsOf(await write(works.quote, `p${round}`), isOwn);
			const theirs = await cpuMsOf(await send(works.quote, makeItems(many, 'c')), isOwn);
			if (round > 0) quotes.push({ ...ours, request: theirs.all });
			for (const [name, load] of Object.entries(loads)) {
				const stop = await longestStop(await load(round));
				// The first round only warms everything up.
				if (round > 0) stops.set(name, [...(stops.get(name) ?? []), stop]);
			}
			say(`run ${round} of ${runs}`);
		}
	});
	const least = [...stops].map(([name, times]) => [name, Math.min(...times)] as const);
	const longest = Math.max(...least.filter(([name]) => !/HTTP/.test(name)).map(([, ms]) => ms));
	const cpu = (part: 'own' | 'all' | 'request') =>
		Math.min(...quotes.map((quote) => quote[part])) / many;
	return {
		columns: 'load | longest stop of the event loop, ms',
		rows: least.map((row) => [...row]),
		note: `In n8n's engine, without server and database; the service answers after ${LATENCY_MS} ms. Of the runs the one that the machine disturbed least. A quote takes ${cpu('all').toFixed(2)} ms of processor in all with the package, its own code included, and ${cpu('request').toFixed(2)} ms with n8n's HTTP Request node and the package's credential; the profiler is part of both.`,
		targets: [
			atMost("The package's own code in a quote", cpu('own'), 0.35, 'ms of processor'),
			atMost('Longest stop of the event loop', longest, 50, 'ms'),
		],
	};
}
