/** How long a person waits for a dropdown, from the editor's question to its answer, on a real n8n. */
import { PACKAGE_NAME } from '../../e2e/lib/paths.mts';
import { CREDENTIAL_TYPE } from '../../e2e/lib/world.mts';
import { BareClient } from '../lib/bare.mts';
import { RealN8n } from '../lib/n8n.mts';
import type { Cell, Suite, SuiteContext, SuiteResult } from '../lib/result.mts';
import { startService } from '../lib/service.mts';
import { median } from '../lib/statistics.mts';
import { loadModule } from '../lib/package.mts';
import { works } from '../lib/work.mts';

interface Method {
	readonly name: string;
	readonly route: 'options' | 'resource-locator-results';
}

const LATENCY_MS = 50;
const MANY = 1_000;

/** Every list of the node. */
function methodsOf(): Method[] {
	const lists = loadModule<Record<'listSearch' | 'loadOptions', object>>(
		'nodes/LegalNotice/methods/lists',
	);
	const named = (list: object, route: Method['route']) =>
		Object.keys(list).map((name) => ({ name, route }));
	return [
		...named(lists.listSearch, 'resource-locator-results'),
		...named(lists.loadOptions, 'options'),
	];
}

async function run({ quick, runs, packageFolder }: SuiteContext): Promise<SuiteResult> {
	const service = await startService();
	let n8n: RealN8n | undefined;
	try {
		n8n = await RealN8n.start(packageFolder);
		const { client } = n8n;
		const few = await service.createKey();
		const many = await service.createKey({ publications: MANY });
		const bare = new BareClient(service.url, few);
		const rows: Cell[][] = [];
		await service.settings({ latencyMs: LATENCY_MS, quotaPerMinute: 1_000_000 });
		const time = async (work: () => Promise<unknown>): Promise<number> => {
			const values: number[] = [];
			for (let run = 0; run <= runs; run++) {
				const started = performance.now();
				await work();
				// The first one loads the package's code.
				if (run > 0) values.push(performance.now() - started);
			}
			return median(values);
		};
		const limit = await time(async () => await bare.call({ method: 'GET', path: '/departements' }));
		for (const [account, keys] of [
			['a few publications', few],
			[`${MANY.toLocaleString('en-US')} publications`, many],
		] as const) {
			const credential = await n8n.credential(service.url, keys, 1_000_000);
			for (const { name, route } of methodsOf()) {
				// The other lists do not grow with the account.
				if (keys === many && name !== 'searchPublications') continue;
				const currentNodeParameters = parametersFor(name, keys === many);
				const ask = async () =>
					await client.dynamicParameters<unknown>(route, {
						path: 'parameters.list',
						nodeTypeAndVersion: { name: `${PACKAGE_NAME}.legalNotice`, version: 1 },
						methodName: name,
						currentNodeParameters,
						credentials: { [CREDENTIAL_TYPE]: credential },
					});
				const answer = await ask();
				const { length } = JSON.stringify(answer);
				rows.push([account, name, await time(ask), length / 1000]);
				if (quick && rows.length === 3) break;
			}
		}
		await bare.close();
		return {
			tables: [
				{
					title: `Lists at ${LATENCY_MS} ms, as the editor asks for them`,
					columns: ['account', 'list', 'ms', 'kB to the editor'],
					rows,
					note: `One call of bare undici: ${limit.toFixed(0)} ms. What lies between goes to n8n's own route, which reads and decrypts the credential for every list.`,
				},
			],
			targets: [],
		};
	} finally {
		await n8n?.close();
		await service.close();
	}
}

/** What a person has chosen before: lists are narrowed by it. The long list of publications is asked for whole. */
function parametersFor(list: string, whole: boolean): Record<string, unknown> {
	const [quote] = works;
	const { department, ...others } = (quote?.parameters ?? {}) as Record<string, unknown>;
	return whole && list === 'searchPublications' ? others : { ...others, department };
}

export const lists: Suite = { name: 'lists', title: 'Lists that a person waits for', run };
