/** Keys, clock, quota, waiting, reading, output and the trigger. */
import type { Breakage } from './breakages.mts';

export const READS: readonly Breakage[] = [
	{
		rule: 'signed over the very bytes sent',
		from: '\t\t.update(body)\n',
		to: "\t\t.update(String(body).trimEnd().normalize('NFD'))\n",
	},
	{
		rule: 'signed over the path without its query',
		from: 'signature(keys.secretKey, { method, path, body, timestamp });',
		to: 'signature(keys.secretKey, { method, path: url, body, timestamp });',
	},
	{
		rule: 'a page that shows what it was sent is not quoted whole',
		from: '			.replace(SIGNATURE, CONCEALED)\n',
		to: '',
	},
	{
		rule: 'a call ends when its time is over, also while bytes come',
		from: 'if (!timeout || timeout < 0) return {};',
		to: 'return {};',
	},
	{
		rule: 'never more calls a minute than the credential says',
		from: "if (outcome !== 'notSent') this.answered.push(this.now());",
		to: '',
	},
	{
		rule: 'a minute of the limiter has 60 seconds',
		from: '/ Math.min(1, rate) + MARGIN_MS;',
		to: '/ 2 + MARGIN_MS;',
	},
	{
		rule: 'the limiter does not go by a clock that may be set',
		from: 'const forwardOnly = () => performance.now();',
		to: 'const forwardOnly = () => Date.now();',
	},
	{
		rule: 'a call waits for the quota no longer than ten minutes',
		from: 'if (tried.quotaMs <= patienceMs) return',
		to: 'if (tried.quotaMs >= 0) return',
	},
	{
		rule: 'a call that reads is repeated twice and no more',
		from: 'if (failed.tried.repeats >= MAX_REPEATS) return',
		to: 'if (failed.tried.repeats >= 200) return',
	},
	{
		rule: 'the clock is corrected once or twice and no more',
		from: 'if (failed.tried.clockCorrections >= MAX_CLOCK_CORRECTIONS) return giveUp(failed);\n',
		to: '',
	},
	{
		rule: "the node's own fields are the node's",
		from: '\tif (!TAKEN.has(name)) return name;',
		to: '\tif (sent) return name;',
	},
	{
		rule: 'never a field error in an item that succeeded',
		from: "const OF_N8N = ['error', ",
		to: 'const OF_N8N = [',
	},
	{
		rule: 'every item is paired with the one it came from',
		from: ': { item: itemIndex };\n\t// ',
		to: ': { item: 0 };\n\t// ',
	},
	{
		rule: 'a notice is matched by its name',
		from: 'const notice = byName.get(spelling(reference));',
		to: 'const notice = byName.get(spelling(reference)) ?? open[asked.indexOf(reference)];',
	},
	{
		rule: 'what an answer leaves out is asked for again',
		from: '\t\tconst answer = await askOnce(client, route, rest).catch(serviceFailure);\n',
		to: '\t\tif (rest) break;\n\t\tconst answer = await askOnce(client, route, rest).catch(serviceFailure);\n',
	},
	{
		rule: 'an unknown notice spoils no other',
		from: 'refusesList(failure) || (failure.ambiguous && ',
		to: '(failure.ambiguous && ',
	},
	{
		rule: 'a suspended notice is not unknown',
		from: 'return saysUnknown(failure) || saysSuspended(failure);',
		to: 'return saysUnknown(failure);',
	},
	{
		rule: 'state moves only with what was told',
		inPolls: true,
		from: '		if (!ready) return seen;\n',
		to: '		if (!ready) return afterChange(seen, reading);\n',
	},
	{
		rule: 'a change is told once',
		inPolls: true,
		from: 'return { ...seen, ...storedStatus(status, reason), n: n + 1 };',
		to: 'return { ...seen, n: n + 1 };',
	},
	{
		rule: 'each document is told once',
		inPolls: true,
		from: '\t\tknown.add(fileKey(file, aspect));\n',
		to: '',
	},
	{
		rule: 'a document is not forgotten untold',
		inPolls: true,
		from: '\t\t\tif (isReported) this.takeFile({ asked, seen, notice, file, aspect }, known);',
		to: '\t\t\tif (isReported && seen.n !== 0) known.add(key);',
	},
	{
		rule: 'a notice that is missing once is not gone',
		inPolls: true,
		from: 'const MISSES = 3;',
		to: 'const MISSES = 1;',
	},
	{
		rule: 'a cancelled notice is told',
		inPolls: true,
		from: 'return isGone && isNews ? notFoundReading(asked) : undefined;',
		to: 'return isGone && isNews ? undefined : undefined;',
	},
	{
		rule: 'the state of a poll is kept',
		inPolls: true,
		from: 'if (!emits) carried.set(',
		to: 'if (emits && !emits) carried.set(',
	},
];
