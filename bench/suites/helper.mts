/** The whole node against n8n's own request helper called bare, in n8n's engine, with as many calls in flight. */
import type { IDataObject } from 'n8n-workflow';
import { EngineProcess } from '../lib/engineProcess.mts';
import type { Cell, Suite, SuiteContext, SuiteResult, Target } from '../lib/result.mts';
import { startService } from '../lib/service.mts';
import { median } from '../lib/statistics.mts';
import { makeItems, works } from '../lib/work.mts';

const SIZE = 270;

async function run({ quick, runs, packageFolder, say }: SuiteContext): Promise<SuiteResult> {
	const service = await startService();
	const engine = await EngineProcess.start(packageFolder);
	const rows: Cell[][] = [];
	const targets: Target[] = [];
	try {
		await service.settings({ quotaPerMinute: 1_000_000 });
		for (const work of works.filter(({ name }) => name === 'quote' || name === 'order')) {
			for (const latencyMs of [0, 50]) {
				await service.settings({ latencyMs });
				const times: Array<{ ours: number; bare: number }> = [];
				for (let round = 0; round <= (quick ? 2 : runs); round++) {
					await service.forgetCalls();
					const time = async (label: string, type?: string) => {
						const items = makeItems(SIZE, `${work.name}${latencyMs}-${round}${label}`);
						const keys = await service.createKey();
						const { ms } = await engine.run({
							parameters: (type ? {} : work.parameters) as never,
							items: (type ? work.bare(items) : items) as unknown as IDataObject[],
							credential: { ...keys, baseUrl: service.url },
							...(type && { type }),
						});
						return ms;
					};
					const pair = { bare: await time('b', 'bareHelper'), ours: await time('o') };
					// The first round only warms everything up.
					if (round > 0) times.push(pair);
				}
				const ratio = median(times.map(({ ours, bare }) => ours / bare));
				rows.push([
					work.name,
					latencyMs,
					median(times.map(({ ours }) => ours)),
					median(times.map(({ bare }) => bare)),
					ratio,
				]);
				say(`${work.name} at ${latencyMs} ms: ${ratio.toFixed(2)} x`);
				targets.push({
					name: `${SIZE} of ${work.name} at ${latencyMs} ms against n8n's request helper called bare`,
					measured: ratio,
					limit: 1.2,
					kind: 'atMost',
					unit: 'x',
				});
			}
		}
		return {
			tables: [
				{
					title: `${SIZE} notices: milliseconds in n8n's engine, 64 calls in flight`,
					columns: ['work', 'latency, ms', 'package', "n8n's request helper", 'ratio'],
					rows,
				},
			],
			targets,
		};
	} finally {
		engine.close();
		await service.close();
	}
}

export const helper: Suite = {
	name: 'helper',
	title: "The node against n8n's own request helper",
	run,
};
