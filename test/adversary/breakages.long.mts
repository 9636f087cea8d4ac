/** Every rule that is broken by hand has to be noticed: `npm run test:breakages`, with a part of a rule for some of them. */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BREAKAGES, broken, placesOf } from './breakages.mts';
import { installClock, removeClock } from './clock.mts';
import { loadCopies } from './processes.mts';
import { searchPolls, searchRuns } from './search.mts';

const { BREAKAGE = '', BREAKAGE_HISTORIES = '3000' } = process.env;
const TABLE = join(import.meta.dirname, '../../.cache/breakages/found.txt');
mkdirSync(dirname(TABLE), { recursive: true });

afterEach(() => removeClock());

const chosen = [...BREAKAGES.entries()].filter(([, { rule }]) => rule.includes(BREAKAGE));

test.each(chosen.map(([index, one]) => [one.rule, one, index] as const))(
	'noticed when broken: %s',
	async (rule, one, index) => {
		// Errors in the broken copy are those of the package, so it is loaded before time is made up.
		const folder = broken(one, index);
		loadCopies(folder);
		// The lint of the package would read it as well.
		rmSync(folder, { recursive: true });
		installClock();
		const wanted = { seed: 1, histories: Number(BREAKAGE_HISTORIES), endsAtOnce: true };
		const { histories, found } = one.inPolls
			? await searchPolls({ ...wanted, histories: wanted.histories / 10 }, 24)
			: await searchRuns(wanted);
		const promise = /BROKEN: (.*)/.exec(found ?? '')?.[1] ?? '**not noticed**';
		appendFileSync(TABLE, `| ${rule} | ${placesOf(one)[0]} | ${histories} | ${promise} |\n`);
		expect(promise).not.toBe('**not noticed**');
	},
	1_800_000,
);
