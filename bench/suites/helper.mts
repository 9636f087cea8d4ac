/** The whole node against n8n's own request helper called bare, in n8n's engine, with as many calls in flight. */
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../lib/engine.mts';
import { withService } from '../lib/service.mts';
import { atMost, medians, type Suite, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, works } from '../lib/work.mts';

const SIZE = 270;

async function run({ runs, say }: SuiteContext): Promise<SuiteResult> {
	const rows: Array<[string, number, ours: number, bare: number, ratio: number]> = [];
	await withService(async (service) => {
		const time = async (name: 'quote' | 'order', isBare: boolean, label: string) => {
			await service.forgetCalls();
			const items = makeItems(SIZE, label);
			const list: unknown = isBare ? works[name].bare(items) : items;
			const { ms } = await runNode({
				parameters: isBare ? {} : works[name].parameters,
				items: list as IDataObject[],
				account: await service.createAccount(),
				...(isBare && { type: 'bareHelper' }),
			});
			return ms;
		};
		for (const name of ['quote', 'order'] as const) {
			for (const latencyMs of [0, 50]) {
				await service.settings({ latencyMs });
				const times = [];
				// The first round only warms everything up.
				for (let round = 0; round <= runs; round++) {
					const label = `${name}${latencyMs}-${round}`;
					const bare = await time(name, true, `${label}-bare`);
					const ours = await time(name, false, label);
					if (round > 0) times.push({ ours, bare, ratio: ours / bare });
				}
				const { ours, bare, ratio } = medians(times);
				rows.push([name, latencyMs, ours, bare, ratio]);
				say(`${name} at ${latencyMs} ms: ${ratio.toFixed(2)} x`);
			}
		}
	});
	const targets = rows.map(([name, latencyMs, , , ratio]) =>
		atMost(`${name} at ${latencyMs} ms over n8n's helper`, ratio, 1.2, 'x'),
	);
	const columns = "work | latency, ms | package, ms | n8n's request helper, ms | ratio";
	const note = `${SIZE} notices in n8n's engine, 64 calls in flight.`;
	return { columns, rows, note, targets };
}

export const helper: Suite = { title: "The node against n8n's own request helper", run };
