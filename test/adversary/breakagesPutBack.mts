/** What earlier versions did wrong, put back, as far as a few lines can do it. */
import type { Breakage } from './breakages.mts';

export const PUT_BACK: readonly Breakage[] = [
	{
		rule: 'of two equal orders at the same moment the second waits for the first',
		from: 'const before = underWay.get(key);',
		to: 'const before = underWay.get(key + Math.random());',
	},
	{
		rule: 'a status that says unknown is that of no notice',
		from: 'return UNKNOWN_STATUS.test(',
		to: "return (statut === '') && UNKNOWN_STATUS.test(",
	},
	{
		rule: 'a cancellation may be answered with the status of a cancelled notice',
		from: 'const isOfStatus = STATUSES.includes(trimmedText(answer.statut));',
		to: "const isOfStatus = trimmedText(answer.statut) !== '';",
	},
	{
		rule: 'a second try knows what the first has cancelled or replaced',
		from: 'operation.noteFinished?.(context, json);',
		to: 'void json;',
	},
	{
		rule: 'a second try orders no correction beside one that may be ordered already',
		from: 'if (begun) operation.noteBegun?.(context, begun);',
		to: 'void begun;',
	},
	{
		rule: 'a service in trouble for a moment does not make lists short for good',
		from: 'if (!failure.ambiguous && !concernsNotices(failure)) return true;',
		to: 'if (list.length > 0) return true;',
		and: {
			from: 'this.longestAnswered = Math.max(this.longestAnswered, list.length);',
			to: 'if (refused) this.longestAnswered = Math.max(this.longestAnswered, list.length);',
		},
		inPolls: true,
	},
	{
		rule: 'a publication whose reason changes waits no longer for its attestation',
		from: 'this.heldBefore.byId.get(id) ?? ofSameStatus;',
		to: 'this.heldBefore.byId.get(id);\n\t\tvoid ofSameStatus;',
		inPolls: true,
	},
	{
		rule: 'the success of another call is no cancellation',
		from: 'return referenceIn(answer) !== undefined && agrees(answer.reference, reference);',
		to: 'return agrees(answer.reference, reference);',
	},
	{
		rule: 'a late copy of an order without a number is not followed by another order',
		from: 'return call.sideEffect !== undefined && clock.tookMs >= OLDEST_MS;',
		to: 'return false;',
	},
	{
		rule: 'a cancelled notice that is still found for a moment is not cancelled again',
		from: 'return (await ask(0)) ?? (await ask(timings().beforeResendMs));',
		to: 'return await ask(0);',
	},
	{
		rule: 'what lists without a status leave out has no files yet',
		from: "if (isLeftOut && !aspects.includes('status')) return noFiles(asked);",
		to: "if (isLeftOut && aspects.includes('status')) return noFiles(asked);",
		inPolls: true,
	},
	{
		rule: 'of two corrections of one notice in a run one is ordered',
		from: 'if (first === this.number) return;',
		to: 'if (first !== "") return;',
	},
	{
		rule: 'a replacement has the same number whether the old notice is found or gone',
		from: '\t\tif (old) this.checkName(old);\n',
		to: '\t\tif (old) this.checkName(old);\n\t\tObject.assign(this, { number: numberReplacing(input, this.referenceOf(old)) });\n',
	},
	{
		rule: 'two replacements of one notice at once order one',
		from: 'automaticOrderNumber({ ...identity, replaces });',
		to: 'automaticOrderNumber({ ...identity, replaces: `${replaces}${Math.random()}` });',
	},
	{
		rule: 'what is left open is not contradicted by the words of its call',
		from: "stop instanceof LeftOpen ? OF_ITSELF : ''",
		to: "''",
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
		from: "(route !== 'statut' || hasBothNames(entry));",
		to: 'Boolean(route);',
	},
	{
		rule: 'a notice found by its order number alone is not cancelled again',
		from: 'if (found === undefined || matchesOnlyByOrderNumber(found, reference)) return GONE;',
		to: 'if (found === undefined) return GONE;',
	},
	{
		rule: 'what is refused behind the beginning of a list is not laid to each notice',
		from: 'mayConcernAnyOf(failure, leavesOutUnknown)',
		to: 'false',
	},
	{
		rule: 'a portal password that a refusal repeats is not quoted',
		from: "path: '/contact', body, sideEffect, secret } as const;",
		to: "path: '/contact', body, sideEffect } as const;",
	},
	{
		rule: 'a portal password that an answer repeats does not come out',
		from: "const contact = without(answer, ['mot_passe']);",
		to: 'const contact = without(answer, []);',
	},
	{
		rule: 'a notice cancelled is told as gone, however a batch says so',
		inPolls: true,
		from: "(route !== 'statut' || hasBothNames(entry));",
		to: 'Boolean(route);',
	},
];
