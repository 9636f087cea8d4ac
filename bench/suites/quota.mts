/** More quotes in one execution than a minute allows. */
import { runNode } from '../lib/engine.mts';
import { withService } from '../lib/service.mts';
import { atMost, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { makeItems, works } from '../lib/work.mts';

const QUOTA = 300;
/** Calls a minute that the package leaves to lists that a person waits for. */
const LISTS = 10;
/** Calls for the names in `resume`: newspapers and forfaits, once an execution. */
const LOOKUPS = 2;

export async function quota({ quick, say }: SuiteContext): Promise<SuiteResult> {
	const share = QUOTA - LISTS;
	const windows = quick ? 2 : 4;
	const shortest = (windows - 1) * 60;
	say(`about ${windows - 1} minutes, most of them waiting`);
	const [calls, seconds] = await withService(async (service) => {
		await service.settings({ latencyMs: 50, quotaPerMinute: QUOTA });
		const account = await service.createAccount();
		const items = makeItems(windows * share - LOOKUPS, 'q');
		const { ms } = await runNode({ parameters: works.quote.parameters, items, account });
		return [await service.calls(account), ms / 1000] as const;
	});
	const refused = calls.filter(({ codes }) => codes.includes('err_requetes_max')).length;
	const over = seconds / shortest;
	const name = `${windows} x ${share} calls against the quota`;
	return {
		columns: 'calls | seconds | shortest possible | over it | refused',
		rows: [[calls.length, seconds, shortest, over, refused]],
		note: `Quotes in one execution, with two calls for names, against ${QUOTA} calls a minute, of which the package leaves ${LISTS} to lists that a person waits for.`,
		targets: [
			atMost(`${name}: time over the shortest`, over, quick ? 1.15 : 1.05, 'x'),
			atMost(`${name}: refused`, refused, 0, ''),
		],
	};
}
