/**
 * Whether every rule that is broken by hand would be noticed. By hand alone: `npx jest --testMatch '**\/simulation/rules.mts'`,
 * with `-t` for some of them, and `SIMULATION_SEED` for other histories.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { OF_POLLS, OF_RUNS, type Broken } from './broken.mts';
import { installClock, removeClock } from './clock.mts';
import { loadCopies } from './n8n.mts';
import { searchPolls, searchRuns, wanted } from './search.mts';

const ROOT = join(import.meta.dirname, '../..');

/** @returns at which history it was noticed and by what; undefined when it was not */
async function noticedInHistories(
	{ swap }: Broken,
	search: typeof searchRuns,
	histories: number,
): Promise<string | undefined> {
	loadCopies(swap);
	installClock();
	try {
		const { found, histories: at } = await search({ ...wanted(histories, 1), endsAtOnce: true });
		const [, promise, what] = found?.split('\n') ?? [];
		return found === undefined ? undefined : `history ${at}\n${promise}\n${what}`;
	} finally {
		removeClock();
	}
}

/** @returns the first of its tests that fails, in a run of jest of its own */
async function noticedByTest({ rule }: Broken, test: string): Promise<string | undefined> {
	const setup = join(import.meta.dirname, 'breaking.mts');
	const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
	const given = [jest, join('test', test), '--maxWorkers=1', `--setupFilesAfterEnv=${setup}`];
	const options = { cwd: ROOT, env: { ...process.env, BROKEN_RULE: rule } };
	const said = await new Promise<string>((resolve) => {
		execFile(process.execPath, given, options, (_failed, _out, errors) => resolve(errors));
	});
	const failing = /^ +● (.+ .+)$/m.exec(said)?.[1];
	return failing && `${test}: ${failing}`;
}

describe.each([
	['runs', OF_RUNS, searchRuns, 3_000],
	['polls', OF_POLLS, searchPolls, 1_000],
] as const)('%s', (_name, all, search, histories) => {
	test.each(all.map((broken) => [broken.rule, broken] as const))(
		'%s',
		async (rule, broken) => {
			const { noticedBy } = broken;
			const how = noticedBy
				? await noticedByTest(broken, noticedBy)
				: await noticedInHistories(broken, search, histories);
			console.log(`${rule}: ${how ?? 'not noticed'}`);
			expect(how).toBeDefined();
		},
		1_800_000,
	);
});
