/** What may never happen on the way to the service, in time and in what n8n stores. */
import type { Violation } from './invariants.mts';
import type { Played, Run } from './play.mts';
import { PASSWORD } from './workflows.mts';
import type { Call } from './world.mts';

type Check = (played: Played) => Violation[];

const violation = (promise: string, what: string): Violation => ({ promise, what });

/** Of runs and of polls. */
interface Sent extends Pick<Played, 'world' | 'credential'> {
	/** Of runs, the figure of a second credential. */
	readonly history?: object;
}

export const signed = ({ world }: Sent): Violation[] =>
	world.calls
		.filter(({ codes }) => /err_(signature|application|cle_inconnue|timestamp_absent)/.test(codes))
		.map(({ number, route, codes }) =>
			violation('Signed over the very bytes sent.', `call ${number} ${route}: ${codes}`),
		);

const MINUTE = 60_000;

/** Two credentials with one pair of keys may say two figures: the one that was read last counts, and the calls before it. */
function highestRate({ credential, history }: Sent): number {
	const other = history && 'otherRate' in history ? Number(history.otherRate ?? 0) : 0;
	return Math.max(credential.requestsPerMinute, other);
}

export const rate = (sent: Sent): Violation[] => {
	const { world } = sent;
	const most = highestRate(sent);
	return [...new Set(world.calls.map((call) => call.process))].flatMap((process) => {
		// What never reached the service is not counted by it.
		const sent = world.calls.filter(({ fate }) => !fate.startsWith('unreachable'));
		const at = sent.filter((call) => call.process === process).map(({ sentAt }) => sentAt);
		const over = at.findIndex((first, index) => (at[index + most] ?? Infinity) - first < MINUTE);
		if (over < 0) return [];
		const what = `${process} sent more than ${most} calls within a minute of ${at[over]} ms`;
		return [violation('Never more calls a minute for a key from one process.', what)];
	});
};

/** Calls that an item may cost in each try: quote, order, three attempts with their look-ups, dates, repeats. */
const CALLS_OF_ITEM = 40;
const CALLS_OF_RUN = 60;
/** A used-up quota is waited out for ten minutes, in which each item asks again when it has been refused. */
const CALLS_OF_WAIT = 100;

const bounded: Check = ({ world, runs }) =>
	runs.flatMap((run) => {
		const calls = world.calls.filter((call) => call.run === run.id);
		const waiting = calls.some(saysQuota) ? CALLS_OF_WAIT : 0;
		const most = (CALLS_OF_RUN + waiting + CALLS_OF_ITEM * run.wants.length) * run.work.tries;
		if (calls.length <= most) return [];
		return [violation('Calls are bounded.', `${run.id} made ${calls.length} calls`)];
	});

/** The quota is waited out for ten minutes; around it stand time-outs and pauses. */
const LONGEST_TRY_MS = 25 * MINUTE;
/** Without a word of the quota, a try pauses before it repeats and resends: seconds, of many things in a row. */
const LONGEST_PAUSES_MS = 2 * MINUTE;
/** Contacts are made one after the other, each in three attempts. */
const PAUSES_OF_CONTACT_MS = 10_000;
/** Contacts that are one after the other, and the list before each may be answered. */
const LONGEST_CONTACT_MS = 4 * MINUTE;

function longestTry({ work, wants }: Run): number {
	if (work.operation !== 'contact') return LONGEST_TRY_MS;
	return Math.max(LONGEST_TRY_MS, LONGEST_CONTACT_MS * wants.length);
}

function longestPauses({ work, wants }: Run): number {
	return (
		LONGEST_PAUSES_MS + (work.operation === 'contact' ? wants.length * PAUSES_OF_CONTACT_MS : 0)
	);
}

/** The calls of its process during a run, and in the minute before it, in which they still count. */
function callsAround({ world }: Played, { process, startedAt, endedAt }: Run): Call[] {
	return world.calls.filter(
		(call) =>
			call.process === process && call.sentAt >= startedAt - MINUTE && call.sentAt <= endedAt,
	);
}

const saysQuota = ({ status, fate, codes }: Call): boolean =>
	status === 429 || /^(quota|severalCodes)/.test(fate) || codes.includes('err_requetes_max');

/** Bytes that drip come until the time of the call is over, which is a minute at most. */
const endOf = ({ sentAt, endedAt = sentAt, fate }: Partial<Call> & { sentAt: number }): number =>
	/^(drip|broken)/.test(fate ?? '') ? sentAt + MINUTE : endedAt;

/** Milliseconds of a run in which nothing was under way of it, nor an order that it may have to wait for (`oneAtATime`). */
function pausedMs({ world }: Played, run: Run): number {
	const own = world.calls.filter(
		({ run: id, process, route }) =>
			id === run.id || (process === run.process && route === 'order'),
	);
	const files = world.files.filter(({ process }) => process === run.process);
	const busy = [...own, ...files].map((one) => ({ from: one.sentAt, to: endOf(one) }));
	busy.sort((left, right) => left.from - right.from);
	let [paused, until] = [0, run.startedAt];
	for (const { from, to } of busy) {
		if (from > run.endedAt) break;
		paused += Math.max(0, from - until);
		until = Math.max(until, to);
	}
	return paused + Math.max(0, run.endedAt - until);
}

/** Milliseconds for which the service was at work, or kept a list from each item that asks for it again. */
function servedLate({ world }: Played, run: Run): number {
	const late = world.calls.filter(({ run: id, route, fate }) => {
		const isLate =
			['slow', 'late'].includes(fate) || (route === 'lists' && fate.startsWith('hang'));
		return id === run.id && isLate;
	});
	return late.reduce((sum, { sentAt, endedAt = sentAt }) => sum + endedAt - sentAt, 0);
}

/** A page may have the status 429, which keeps the key back for a minute: each order is tried three times all the same. */
function pauseAfterPagesMs({ world }: Played, { id }: Run): number {
	const pages = world.calls.filter(({ run, status }) => run === id && status === 429);
	return pages.length * MINUTE;
}

/** Minutes for which the calls of a process wait for one another at most, as many as they may be. */
function paceMs(played: Played, run: Run): number {
	const calls = callsAround(played, run).length;
	const { history, credential } = played;
	const rate = Math.min(credential.requestsPerMinute, history.otherRate ?? Infinity);
	return Math.floor(calls / rate) * (MINUTE + 1_000);
}

/** After a refusal for quota a process sends half as many calls, and a tenth more each minute. */
function isSlowedDown({ world }: Played, { process, startedAt, endedAt }: Run): boolean {
	return world.calls.some(
		(call) =>
			call.process === process &&
			saysQuota(call) &&
			call.sentAt >= startedAt - 10 * MINUTE &&
			call.sentAt <= endedAt,
	);
}

function isTooLong(played: Played, run: Run): boolean {
	// Runs at the same time share the calls of a key, and one may have to wait for the other.
	const beside = played.runs.filter(
		(other) => other.startedAt < run.endedAt && other.endedAt > run.startedAt,
	);
	const tries = beside.reduce((sum, { work }) => sum + work.tries, 0);
	if (!isSlowedDown(played, run)) {
		return pausedMs(played, run) > longestPauses(run) * tries + paceMs(played, run);
	}
	// Where each of many items is answered, but late, the time is that of the service.
	const late = servedLate(played, run) + pauseAfterPagesMs(played, run);
	return run.endedAt - run.startedAt > longestTry(run) * tries + late;
}

const waits: Check = (played) =>
	played.runs.flatMap((run) => {
		const promise = 'No wait beyond its bound.';
		if (run.fate === 'stood still')
			return [violation(promise, `${run.id} never ends: ${run.crash}`)];
		if (!isTooLong(played, run)) return [];
		const [took, paused] = [run.endedAt - run.startedAt, pausedMs(played, run)];
		const minutes = (ms: number) => `${Math.round(ms / MINUTE)} min`;
		return [violation(promise, `${run.id} took ${minutes(took)}, ${minutes(paused)} in pauses`)];
	});

/** Words of a programming error, which tell nobody what happened. */
export const RAW =
	/undefined|\[object|TypeError|RangeError|Cannot (read|set|convert|destructure|mix)|is not a function|is not iterable|Invalid time|\bNaN\b|Invalid date/;

function errorsOf({ ended }: Run) {
	if (!ended) return [];
	const items = [...ended.items, ...ended.errorItems];
	const ofItems = items.flatMap(({ json, error }) => error ?? json['error'] ?? []);
	return [...(ended.error ? [ended.error] : []), ...ofItems];
}

const sentences: Check = ({ runs }) =>
	runs.flatMap((run) => {
		const crash = run.crash === '' || run.fate === 'stood still' ? [] : [`crashed: ${run.crash}`];
		const raw = errorsOf(run).flatMap((error) => {
			const text = typeof error === 'string' ? error : String((error as Error).message);
			const name = error instanceof Error ? error.name : 'NodeApiError';
			const isNode =
				['NodeApiError', 'NodeOperationError'].includes(name) || run.fate === 'stopped';
			return isNode && !RAW.test(text) ? [] : [`${name}: ${text.slice(0, 200)}`];
		});
		const promise = 'A failure is an error of the node with a sentence.';
		return [...crash, ...raw].map((what) =>
			violation(promise, `${run.id} ${run.work.operation} ${what}`),
		);
	});

/** Whether it was refused for certain, by a code that people can look up. */
function codeOfRefusal({ fate, codes }: Call): string | undefined {
	if (fate !== 'answered' && !/^(refused|quota|clock), not done/.test(fate)) return undefined;
	return /"(err_\w{1,100})"/.exec(codes)?.[1];
}

const BINDING = ['order', 'cancel', 'contact', 'quote'];

/** A refusal of the only item is told with its code. */
const codesAreNamed: Check = ({ world, runs }) =>
	runs.flatMap((run) => {
		const calls = world.calls.filter(({ run: id }) => id === run.id);
		const last = calls.filter(({ route }) => route !== 'lists').at(-1);
		// A later try lists the contacts first, or the publications for a header, and may fail over that.
		const listed = calls.at(-1);
		const isListRefused = listed?.fate !== 'answered' || listed.codes !== '';
		const isLater = Number(listed?.sentAt) > Number(last?.endedAt);
		if (run.work.tries > 1 && isListRefused && isLater) return [];
		const code = last && BINDING.includes(last.route) ? codeOfRefusal(last) : undefined;
		// What somebody else has cancelled at that moment is told so.
		if (last?.route === 'cancel' && code === 'err_annonce_introuvable') return [];
		const [error] = errorTexts(run);
		if (code === undefined || run.fate !== 'ended' || run.wants.length > 1) return [];
		if (error === undefined || error.what.includes(code)) return [];
		const what = `${run.id} ${run.work.operation}, ${code}: ${error.what.slice(0, 200)}`;
		return [violation("A refusal names the service's code.", what)];
	});

/** What is only stopped needs no advice. */
const WITHOUT_ADVICE = /stopp|not started/i;

const adviceIsGiven: Check = ({ runs }) =>
	runs.flatMap((run) =>
		errorTexts(run).flatMap(({ what, advice }) => {
			if (run.fate !== 'ended' || advice !== '' || WITHOUT_ADVICE.test(what)) return [];
			const words = `${run.id} ${run.work.operation}: ${what.slice(0, 200)}`;
			return [violation('A failure says how to fix it.', words)];
		}),
	);

/** Of each failure, what happened, and how to fix it, which n8n shows apart or behind it. */
function errorTexts({ ended }: Run): Array<{ what: string; advice: string }> {
	if (!ended) return [];
	const ofItems = [...ended.items, ...ended.errorItems].flatMap(({ json, error }) => {
		if (error) return [{ what: error.message, advice: String(error.description ?? '') }];
		const { error: text, message } = json;
		if (typeof text !== 'string') return [];
		return [{ what: text, advice: text.replace(String(message ?? text), '').trim() }];
	});
	const { error } = ended;
	if (!error) return ofItems;
	return [...ofItems, { what: error.message, advice: error.description ?? '' }];
}

/** All texts in it, also those that are not written as JSON. */
export function textsIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null || seen.has(value)) return '';
	seen.add(value);
	if (Buffer.isBuffer(value)) return value.toString('latin1');
	return Reflect.ownKeys(value)
		.map((name) => textsIn(Reflect.get(value, name), seen))
		.join(' ');
}

const secrets: Check = ({ world, runs, credential }) =>
	runs.flatMap((run) => {
		// As it stands, and as it stands in JSON.
		const passwords = [PASSWORD, JSON.stringify(PASSWORD).slice(1, -1)];
		const everything = `${run.ended?.stored ?? ''}${world.logged}${textsIn(errorsOf(run))}`;
		const signatures = world.calls
			.filter((call) => call.run === run.id)
			.map(({ headers }) => String(headers['Signature']));
		const all = [credential.secretKey, credential.publicKey, ...signatures, ...passwords];
		const kept = all.filter((secret) => everything.includes(secret));
		if (kept.length === 0) return [];
		const what = `${run.id} ${run.work.operation}: ${kept.join(', ')}`;
		return [violation('No secret, key, signature or password is stored.', what)];
	});

/** Of work without a pause. */
const BUSY_MS = 3_000;

const busy: Check = ({ busiestMs }) =>
	busiestMs < BUSY_MS
		? []
		: [violation('n8n is never blocked.', `for ${Math.round(busiestMs)} ms`)];

export const callChecks: readonly Check[] = [
	...[signed, rate, bounded, waits],
	...[sentences, codesAreNamed, adviceIsGiven],
	...[secrets, busy],
];
