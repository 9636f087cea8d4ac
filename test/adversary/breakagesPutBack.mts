/** What earlier versions did wrong, put back, as far as a few lines can do it. */
import type { Breakage } from './breakages.mts';

export const PUT_BACK: readonly Breakage[] = [
	{
		rule: 'two replacements of one notice at once order one',
		from: 'automaticOrderNumber({ ...identity, replaces });',
		to: 'automaticOrderNumber({ ...identity, replaces: `${replaces}${Math.random()}` });',
	},
	{
		rule: 'what is left open is not contradicted by the words of its call',
		from: "const fix = stop instanceof LeftOpen ? below.fix.replace(OF_THE_CALL, '') : below.fix;",
		to: 'const { fix } = below;',
	},
	{
		rule: 'a date of which Paris had no whole minutes costs nothing',
		from: '/\\+\\d{2}:\\d{2}/.exec(parisFormat',
		to: '/\\+[\\d:]+/.exec(parisFormat',
		and: {
			from: 'return wallClock + parisOffset(earlier);',
			to: "return new Date(wallClock + parisOffset(earlier)).toISOString().replace('Z', '');",
		},
	},
	{
		rule: 'an entry that only repeats the name is no notice',
		from: "return route !== 'statut' && !isRefused && isPlain(entry) ? entry : undefined;",
		to: 'return !isRefused && isPlain(entry) ? entry : undefined;',
		and: {
			from: 'if (!found || found instanceof ServiceFailure || nonEmptyText(found.statut) === undefined) {',
			to: 'if (!found || found instanceof ServiceFailure) {',
		},
	},
	{
		rule: 'a notice cancelled is told as gone, however a batch says so',
		inPolls: true,
		from: "return route !== 'statut' && !isRefused && isPlain(entry) ? entry : undefined;",
		to: 'return !isRefused && isPlain(entry) ? entry : undefined;',
	},
];
