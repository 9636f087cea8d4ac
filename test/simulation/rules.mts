/**
 * Whether every rule that is broken by hand would be noticed. By hand alone: `npx jest --testMatch '**\/simulation/rules.mts'`,
 * with `-t` for some of them, and `SIMULATION_SEED` for other histories.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { OF_POLLS, OF_RUNS, OF_TESTS } from './broken.mts';
import { installClock, removeClock } from './clock.mts';
import { loadCopies } from './n8n.mts';
import { searchPolls, searchRuns, wanted } from './search.mts';

const ROOT = join(import.meta.dirname, '../..');
const LONGEST_MS = 1_800_000;

describe.each([
	['runs', OF_RUNS, searchRuns, 3_000],
	['polls', OF_POLLS, searchPolls, 1_000],
] as const)('in histories of %s', (_name, rules, search, histories) => {
	test.each(Object.entries(rules))(
		'%s',
		async (rule, swap) => {
			loadCopies(swap);
			installClock();
			try {
				const { found, histories: at } = await search({
					...wanted(histories, 1),
					endsAtOnce: true,
				});
				const [, promise, what] = found?.split('\n') ?? [];
				console.log(`${rule}: history ${at}\n${promise ?? 'not noticed'}\n${what ?? ''}`);
				expect(found).toBeDefined();
			} finally {
				removeClock();
			}
		},
		LONGEST_MS,
	);
});

describe.each(Object.entries(OF_TESTS))('in %s', (file, rules) => {
	const setup = join(import.meta.dirname, 'breaking.mts');
	const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
	const given = [jest, join('test', file), '--maxWorkers=1', `--setupFilesAfterEnv=${setup}`];

	test.each(Object.keys(rules))(
		'%s',
		async (rule) => {
			const options = { cwd: ROOT, env: { ...process.env, BROKEN_RULE: rule } };
			const said = await new Promise<string>((resolve) => {
				execFile(process.execPath, given, options, (_failed, _out, errors) => resolve(errors));
			});
			const failing = /^ +● (.+ .+)$/m.exec(said)?.[1];
			console.log(`${rule}: ${failing ?? 'not noticed'}`);
			expect(failing).toBeDefined();
		},
		LONGEST_MS,
	);
});
