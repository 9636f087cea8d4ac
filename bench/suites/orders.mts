/** Orders and quotes in n8n's engine beside bare undici, at a service that is far away, and what a second run of the same orders costs. */
import { bareCalls } from '../lib/bare.mts';
import { execute } from '../lib/engine.mts';
import { httpRequest } from '../lib/peers.mts';
import { withService } from '../lib/service.mts';
import { atMost, medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, requestParameters, works } from '../lib/work.mts';

const LATENCY_MS = 200;
const AGAIN = 300;
const MOST_OVER_BARE = 1.4;
const MOST_CALLS_AGAIN = 140;

export async function orders({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const sizes = quick ? [1, 30] : [1, 30, 90, 270];
	const places = (['order', 'quote'] as const).flatMap((name) =>
		sizes.map((size) => ({
			name,
			size,
			times: [] as Array<Record<'ours' | 'theirs' | 'bare' | 'ratio' | 'overNode', number>>,
		})),
	);
	let callsAgain = NaN;
	await withService(async (service) => {
		await service.settings({ latencyMs: LATENCY_MS });
		for (let round = 0; round <= runs; round++) {
			for (const { name, size, times } of places) {
				const { parameters, bare } = works[name];
				const account = await service.createAccount();
				const items = makeItems(size, `o${round}`);
				const job = { parameters, items, account, requestsPerMinute: 1_000_000 };
				const startedAt = performance.now();
				await execute(job);
				const ours = performance.now() - startedAt;
				const byNode = await service.createAccount();
				const request = {
					peer: httpRequest,
					parameters: requestParameters(byNode.url, works[name]),
					items: makeItems(size, `h${round}`),
					account: byNode,
				};
				const beganAt = performance.now();
				await execute(request);
				const theirs = performance.now() - beganAt;
				const other = await service.createAccount();
				const { ms } = await bareCalls(other, bare(makeItems(size, `b${round}`)));
				// The first round only warms everything up.
				if (round === 0) continue;
				times.push({ ours, theirs, bare: ms, ratio: ours / ms, overNode: ours / theirs });
			}
			say(`run ${round} of ${runs}`);
		}
		const account = await service.createAccount();
		const { parameters } = works.order;
		const job = {
			parameters,
			items: makeItems(AGAIN, 'again'),
			account,
			requestsPerMinute: 1_000_000,
		};
		await execute(job);
		await service.forgetCalls();
		await execute(job);
		callsAgain = (await service.calls(account)).length;
	});
	const rows = places.map(({ name, size, times }) => ({ name, size, ...medians(times) }));
	const slowest = Math.max(...rows.map(({ ratio }) => ratio));
	const overNode = Math.max(...rows.map((row) => row.overNode));
	return {
		columns:
			'work | notices | the package, ms | HTTP Request node, ms | undici, 64 connections, ms | package over undici | over the HTTP Request node',
		rows: rows.map((row) => Object.values(row)),
		note: `The service answers after ${LATENCY_MS} ms. The lists of names are not at hand: each run has keys of its own.`,
		targets: [
			atMost('Slowest place over bare undici', slowest, MOST_OVER_BARE, 'x'),
			atMost("Slowest place over n8n's HTTP Request node", overNode, 1, 'x'),
			atMost(`${AGAIN} orders run again`, callsAgain, MOST_CALLS_AGAIN, 'calls'),
		],
	};
}
