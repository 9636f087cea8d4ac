/** The whole node against n8n's own request helper called bare, in n8n's engine, with as many calls in flight. */
import type { IDataObject } from 'n8n-workflow';
import { onEngine } from '../lib/startEngine.mts';
import { median } from '../lib/statistics.mts';
import {
	atMost,
	type Cell,
	type Suite,
	type SuiteContext,
	type SuiteResult,
	type Target,
} from '../lib/suite.mts';
import { makeItems, works } from '../lib/work.mts';

const SIZE = 270;

async function run({ runs, packageFolder, say }: SuiteContext): Promise<SuiteResult> {
	const rows: Cell[][] = [];
	const targets: Target[] = [];
	await onEngine(packageFolder, async (service, runJob) => {
		for (const name of ['quote', 'order'] as const) {
			for (const latencyMs of [0, 50]) {
				await service.settings({ latencyMs });
				const times: Array<{ ours: number; bare: number }> = [];
				// The first round only warms everything up.
				for (let round = 0; round <= runs; round++) {
					await service.forgetCalls();
					const time = async (isBare: boolean) => {
						const items = makeItems(SIZE, `${name}${latencyMs}-${round}${isBare}`);
						const list: unknown = isBare ? works[name].bare(items) : items;
						const { ms } = await runJob({
							parameters: isBare ? {} : works[name].parameters,
							items: list as IDataObject[],
							credential: { ...(await service.createKey()), baseUrl: service.url },
							...(isBare && { type: 'bareHelper' }),
						});
						return ms;
					};
					const pair = { bare: await time(true), ours: await time(false) };
					if (round > 0) times.push(pair);
				}
				const ratio = median(times.map(({ ours, bare }) => ours / bare));
				const both = [times.map(({ ours }) => ours), times.map(({ bare }) => bare)];
				rows.push([name, latencyMs, ...both.map(median), ratio]);
				say(`${name} at ${latencyMs} ms: ${ratio.toFixed(2)} x`);
				targets.push(atMost(`${name} at ${latencyMs} ms over n8n's helper`, ratio, 1.2, 'x'));
			}
		}
	});
	const columns = "work | latency, ms | package, ms | n8n's request helper, ms | ratio";
	const note = `${SIZE} notices in n8n's engine, 64 calls in flight.`;
	return { columns, rows, note, targets };
}

export const helper: Suite = { title: "The node against n8n's own request helper", run };
