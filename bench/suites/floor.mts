/** What of a call n8n itself takes: the same quotes over bare undici, n8n's request helper alone, the package, n8n's own node. */
import { bareCalls } from '../lib/bare.mts';
import { runNode } from '../lib/engine.mts';
import { helperAlone, httpRequest } from '../lib/peers.mts';
import { withService } from '../lib/service.mts';
import { medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, requestParameters, works } from '../lib/work.mts';

const LATENCY_MS = 50;
const QUOTES = 270;
const { quote } = works;

export async function floor({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const size = quick ? 90 : QUOTES;
	const items = makeItems(size, 'floor');
	const calls = quote.bare(items);
	const places = new Map<string, Array<{ ms: number; cpuMs: number; overBare: number }>>();
	await withService(async (service) => {
		const account = await service.createAccount();
		await service.settings({ latencyMs: LATENCY_MS });
		const job = { parameters: {}, items, account, requestsPerMinute: 1_000_000 };
		const asked = { ...job, parameters: requestParameters(account.url, quote) };
		const peers = {
			'undici, 64 connections': async () => await measuredBare(account, calls),
			"n8n's request helper alone": async () =>
				await runNode({ ...job, peer: helperAlone(account, calls) }),
			'the package': async () => await runNode({ ...job, parameters: quote.parameters }),
			"n8n's HTTP Request node": async () => await runNode({ ...asked, peer: httpRequest }),
		};
		for (let round = 0; round <= runs; round++) {
			let bare = NaN;
			for (const [name, peer] of Object.entries(peers)) {
				const { ms, cpuMs } = await peer();
				if (name.startsWith('undici')) bare = ms;
				// The first round only warms everything up.
				if (round === 0) continue;
				const result = { ms, cpuMs: cpuMs / size, overBare: ms / bare };
				places.set(name, [...(places.get(name) ?? []), result]);
			}
			say(`run ${round} of ${runs}`);
		}
	});
	return {
		columns: 'what sends them | ms for all | ms of processor each | over undici',
		rows: [...places].map(([name, results]) => [name, ...Object.values(medians(results))]),
		note: `${size} quotes at ${LATENCY_MS} ms in n8n's engine, without server and database. The helper alone signs with the package's credential and looks at nothing: with 64 calls in flight no node of n8n can be faster. The HTTP Request node has all 270 in flight.`,
		targets: [],
	};
}

async function measuredBare(...given: Parameters<typeof bareCalls>) {
	const cpu = process.cpuUsage();
	const { ms } = await bareCalls(...given);
	const { user, system } = process.cpuUsage(cpu);
	return { ms, cpuMs: (user + system) / 1000 };
}
