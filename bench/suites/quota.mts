/** More quotes in one execution than a minute allows. */
import type * as LimiterModule from '../../nodes/LegalNotice/transport/limiter.ts';
import { runNode } from '../lib/engine.mts';
import { loadModule } from '../lib/package.mts';
import { withService } from '../lib/service.mts';
import { atMost, type Suite, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, works } from '../lib/work.mts';

const QUOTA = 300;
/** Calls for the names in `resume`: newspapers and forfaits, once an execution. */
const LOOKUPS = 2;

async function run({ quick, say }: SuiteContext): Promise<SuiteResult> {
	const { keptForLists } = loadModule<typeof LimiterModule>('nodes/LegalNotice/transport/limiter');
	const share = QUOTA - keptForLists(QUOTA);
	const windows = quick ? 2 : 4;
	say(`about ${windows - 1} minutes, most of them waiting`);
	const quotesOf = async (count: number, perWindow: number) =>
		await withService(async (service) => {
			await service.settings({ latencyMs: 50, quotaPerMinute: QUOTA });
			const keys = await service.createKey();
			const { ms } = await runNode({
				parameters: works.quote.parameters,
				items: makeItems(count - LOOKUPS, 'q'),
				credential: { baseUrl: service.url, ...keys },
			});
			const calls = await service.calls(keys);
			const refused = calls.filter(({ codes }) => codes.includes('err_requetes_max')).length;
			const shortest = Math.floor((count - 1) / perWindow) * 60;
			return {
				count: calls.length,
				seconds: ms / 1000,
				shortest,
				over: ms / 1000 / shortest,
				refused,
			};
		});
	const [own, round] = await Promise.all([
		quotesOf(windows * share, share),
		quotesOf(windows * QUOTA, QUOTA),
	]);
	const name = `${windows} x ${share} calls against the quota`;
	return {
		columns: 'calls | seconds | shortest possible | over it | refused',
		rows: [own, round].map((one) => Object.values(one)),
		note: `Quotes in one execution, with two calls for names, against ${QUOTA} calls a minute. The package leaves ${QUOTA - share} calls a minute to lists that a person waits for; the shortest possible time in the second row does not.`,
		targets: [
			atMost(`${name}: time over the shortest`, own.over, quick ? 1.15 : 1.05, 'x'),
			atMost(`${name}: refused`, own.refused, 0, ''),
		],
	};
}

export const quota: Suite = { title: 'Under the quota', run };
