/** Keys, clock, quota, waiting, reading, output and the trigger. */
import type { Breakage } from './breakages.mts';

const CLIENT = 'transport/client.ts';
const LIMITER = 'transport/limiter.ts';
const SIGNING = 'transport/signing.ts';
const BATCH = 'transport/batch.ts';
const DIFF = 'trigger/diff.ts';

export const READS: readonly Breakage[] = [
	{
		rule: 'signed over the very bytes sent',
		...{
			file: SIGNING,
			from: "		.update(body ?? '')\n",
			to: "		.update(String(body ?? '').trimEnd().normalize('NFD'))\n",
		},
	},
	{
		rule: 'signed over the path without its query',
		...{ file: SIGNING, from: 'target.path, body, timestamp)', to: 'target.url, body, timestamp)' },
	},
	{
		rule: 'a page that shows what it was sent is not quoted whole',
		...{ file: SIGNING, from: '			.replace(SIGNATURE, CONCEALED)\n', to: '' },
	},
	{
		rule: 'a call ends when its time is over, also while bytes come',
		...{ file: SIGNING, from: 'if (!timeout || timeout < 0) return {};', to: 'return {};' },
	},
	{
		rule: 'never more calls a minute than the credential says',
		...{
			file: LIMITER,
			from: "if (outcome !== 'notSent') this.answered.push(this.now());",
			to: '',
		},
	},
	{
		rule: 'a minute of the limiter has 60 seconds',
		...{ file: LIMITER, from: '/ Math.min(1, rate) + MARGIN_MS;', to: '/ 2 + MARGIN_MS;' },
	},
	{
		rule: 'the limiter does not go by a clock that may be set',
		...{
			file: LIMITER,
			from: 'const forwardOnly = () => performance.now();',
			to: 'const forwardOnly = () => Date.now();',
		},
	},
	{
		rule: 'a call waits for the quota no longer than ten minutes',
		...{ file: CLIENT, from: 'if (waitedMs <= (', to: 'if (waitedMs >= 0 || waitedMs <= (' },
	},
	{
		rule: 'a call that reads is repeated twice and no more',
		...{ file: CLIENT, from: 'tries.repeats === MAX_REPEATS', to: 'tries.repeats === 200' },
	},
	{
		rule: 'the clock is corrected once or twice and no more',
		...{
			file: CLIENT,
			from: 'if (tries.corrections === MAX_CLOCK_CORRECTIONS) return false;',
			to: '',
		},
	},
	{
		rule: "the node's own fields are the node's",
		...{
			file: 'domain/ownFields.ts',
			from: 'TAKEN.has(name) ? freeName(sent, name) : name',
			to: 'name',
		},
	},
	{
		rule: 'never a field error in an item that succeeded',
		...{ file: 'domain/ownFields.ts', from: "const OF_N8N = ['error', ", to: 'const OF_N8N = [' },
	},
	{
		rule: 'every item is paired with the one it came from',
		...{ file: 'actions/router.ts', from: ': { item: itemIndex },', to: ': { item: 0 },' },
	},
	{
		rule: 'a notice is matched by its name',
		...{
			file: BATCH,
			from: 'const notice = byName.get(spelling(reference));',
			to: 'const notice = byName.get(spelling(reference)) ?? open[asked.indexOf(reference)];',
		},
	},
	{
		rule: 'what an answer leaves out is asked for again',
		...{
			file: BATCH,
			from: 'if (matched.size > 0 && rest.length > 0) {',
			to: 'if (rest.length < 0) {',
		},
	},
	{
		rule: 'an unknown notice spoils no other',
		...{
			file: BATCH,
			from: 'if (list.length < 2 || !mayBisect || !isOfList(failure)) return;',
			to: 'return;',
		},
	},
	{
		rule: 'a suspended notice is not unknown',
		...{
			file: BATCH,
			from: "const SUSPENDED = 'err_annonce_suspendue';",
			to: "const SUSPENDED = 'err_annonce_pendue';",
		},
	},
	{
		rule: 'state moves only with what was told',
		inPolls: true,
		...{ file: DIFF, from: '		if (!ready) return seen;\n', to: '		if (!ready) return after;\n' },
	},
	{
		rule: 'a change is told once',
		inPolls: true,
		...{
			file: DIFF,
			from: 'return { ...after, n: (seen.n ?? 0) + 1 };',
			to: 'return { ...seen, n: (seen.n ?? 0) + 1 };',
		},
	},
	{
		rule: 'each document is told once',
		inPolls: true,
		...{
			file: DIFF,
			from: 'if (known.has(key) || !isNews || !isOf || isTaken()) known.add(key);',
			to: 'if (known.has(key) || !isNews || !isOf || isTaken()) known.has(key);',
		},
	},
	{
		rule: 'a document is not forgotten untold',
		inPolls: true,
		...{
			file: DIFF,
			from: 'if (known.has(key) || !isNews || !isOf || isTaken()) known.add(key);',
			to: 'known.add(key);',
		},
	},
	{
		rule: 'a notice that is missing once is not gone',
		inPolls: true,
		...{ file: DIFF, from: 'export const MISSES = 3;', to: 'export const MISSES = 1;' },
	},
	{
		rule: 'a cancelled notice is told',
		inPolls: true,
		...{
			file: DIFF,
			from: "if (!isGone || statut === NOT_FOUND || !this.settings.events.has('notFound')) return undefined;",
			to: 'if (isGone || !isGone) return undefined;',
		},
	},
	{
		rule: 'the state of a poll is kept',
		inPolls: true,
		...{
			file: 'trigger/state.ts',
			from: 'if (!emits) carried.set(',
			to: 'if (emits && !emits) carried.set(',
		},
	},
];
