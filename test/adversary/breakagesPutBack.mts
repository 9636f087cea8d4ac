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
		to: "const fix = below.fix || 'Nothing was ordered.';",
	},
	{
		rule: 'a date of which Paris had no whole minutes costs nothing',
		from: '/\\+\\d{2}:\\d{2}/.exec(value) ?? [];',
		to: '/\\+[\\d:]+/.exec(value) ?? [];',
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
	{
		rule: 'nothing fails once the service has said succes',
		from: 'const fields = attempt(() => make(answer));',
		to: 'const fields: IDataObject | undefined = make(answer);',
		and: {
			from: 'const unreadable = Object.keys(sent).filter((name) => !isReadable(name, sent[name]));',
			to: 'const unreadable: string[] = [];',
		},
	},
	{
		rule: 'a clock that another call has corrected stays corrected',
		from: 'if (believed !== signedWith) return believed;',
		to: '',
	},
	{
		rule: 'what is nested too deeply is cut',
		from: '\t\tcutDeep(value);\n',
		to: '',
	},
	{
		rule: 'the lines of a credit note are negative',
		from: 'return isCreditNote(invoice) && lacksSign ? stated.map(negative) : stated;',
		to: 'return lacksSign && stated.length < 0 ? stated.map(negative) : stated;',
	},
	{
		rule: '0 is no reference',
		from: 'const isNone = answer.reference === 0 && number !== undefined;',
		to: 'const isNone = false;',
	},
	{
		rule: 'lists that are missing on older instances cost no order',
		from: "if (failure instanceof ServiceFailure && failure.kind !== 'cancelled') return undefined;",
		to: '',
	},
	{
		rule: 'a stored state of another shape is begun anew',
		inPolls: true,
		from: 'return hasShape(value, STATE);',
		to: 'return isRecord(value);',
	},
];
