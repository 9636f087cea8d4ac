/**
 * Orders and quotes in n8n's engine, at a service that is far away, beside the workflow that people build by hand, n8n's HTTP
 * Request node alone and bare undici; and what a second run of the same orders costs.
 */
import type { Account } from '../../e2e/lib/serviceCall.mts';
import { bareCalls } from '../lib/bare.mts';
import { byHand } from '../lib/byHand.mts';
import { execute, executeSteps } from '../lib/engine.mts';
import { httpRequest } from '../lib/peers.mts';
import { withService } from '../lib/service.mts';
import { atMost, medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { type Item, makeItems, requestParameters, works } from '../lib/work.mts';

type Times = Record<'ours' | 'hand' | 'request' | 'bare' | 'overBare' | 'overHand', number>;

const LATENCY_MS = 200;
const AGAIN = 300;
const MOST_OVER_BARE = 1.4;
const MOST_CALLS_AGAIN = 140;

export async function orders({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const sizes = quick ? [1, 30] : [1, 30, 90, 270];
	const places = (['order', 'quote'] as const).flatMap((name) =>
		sizes.map((size) => ({ name, size, times: [] as Times[] })),
	);
	let callsAgain = NaN;
	await withService(async (service) => {
		await service.settings({ latencyMs: LATENCY_MS });
		for (let round = 0; round <= runs; round++) {
			for (const { name, size, times } of places) {
				const work = works[name];
				// Every run is the first of its key, with texts of its own.
				const timed = async (
					label: string,
					run: (account: Account, items: Item[]) => Promise<unknown>,
				) => {
					const account = await service.createAccount();
					const items = makeItems(size, `${label}${round}`);
					const startedAt = performance.now();
					await run(account, items);
					return performance.now() - startedAt;
				};
				const ours = await timed('o', async (account, items) => {
					const { parameters } = work;
					return await execute({ parameters, items, account, requestsPerMinute: 1_000_000 });
				});
				const hand = await timed('m', async (account, items) => {
					const { items: came } = await executeSteps(byHand(account, work), items, account);
					if (came < size) throw new Error(`By hand ${came} of ${size} succeeded.`);
				});
				const request = await timed('h', async (account, items) => {
					const parameters = requestParameters(account.url, work);
					return await execute({ peer: httpRequest, parameters, items, account });
				});
				const bare = await timed(
					'b',
					async (account, items) => await bareCalls(account, work.bare(items)),
				);
				// The first round only warms everything up.
				if (round === 0) continue;
				times.push({ ours, hand, request, bare, overBare: ours / bare, overHand: ours / hand });
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
	const slowest = Math.max(...rows.map(({ overBare }) => overBare));
	const overHand = Math.max(...rows.map((row) => row.overHand));
	return {
		columns:
			'work | notices | the package, ms | by hand, ms | HTTP Request node, ms | undici, 64 connections, ms | package over undici | package over by hand',
		rows: rows.map((row) => Object.values(row)),
		note: `The service answers after ${LATENCY_MS} ms. By hand are four nodes (Edit Fields, Crypto, HTTP Request, If) in the same engine; the HTTP Request node alone has the package's credential sign, and looks at no answer. Both send all notices at once; the package begins with 100. The lists of names are not at hand: each run has keys of its own.`,
		targets: [
			atMost('Slowest place over bare undici', slowest, MOST_OVER_BARE, 'x'),
			atMost('Slowest place over the workflow by hand', overHand, 1, 'x'),
			atMost(`${AGAIN} orders run again`, callsAgain, MOST_CALLS_AGAIN, 'calls'),
		],
	};
}
