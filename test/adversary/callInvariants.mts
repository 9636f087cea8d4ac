/** What may never happen on the way to the service, in time and in what n8n stores. */
import type { Violation } from './invariants.mts';
import type { Played, Run } from './play.mts';
import { PASSWORD } from './workflows.mts';
import type { Call } from './world.mts';

type Check = (played: Played) => Violation[];

const violation = (promise: string, what: string): Violation => ({ promise, what });

/** Of runs and of polls. */
type Sent = Pick<Played, 'world' | 'credential'>;

export const signed = ({ world }: Sent): Violation[] =>
	world.calls
		.filter(({ codes }) => /err_(signature|application|cle_inconnue|timestamp_absent)/.test(codes))
		.map(({ number, route, codes }) =>
			violation('Signed over the very bytes sent.', `call ${number} ${route}: ${codes}`),
		);

const MINUTE = 60_000;

export const rate = ({ world, credential }: Sent): Violation[] => {
	const most = credential.requestsPerMinute;
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

const bounded: Check = ({ world, runs }) =>
	runs.flatMap((run) => {
		const calls = world.calls.filter((call) => call.run === run.id);
		const most = (CALLS_OF_RUN + CALLS_OF_ITEM * run.wants.length) * run.work.tries;
		if (calls.length <= most) return [];
		return [violation('Calls are bounded.', `${run.id} made ${calls.length} calls`)];
	});

/** The quota is waited out for ten minutes; around it stand time-outs and pauses. */
const LONGEST_TRY_MS = 25 * MINUTE;
/** Contacts are made one after the other, each in three attempts, and the list before each may be answered. */
const LONGEST_CONTACT_MS = 4 * MINUTE;

function longestTry({ work, wants }: Run): number {
	if (work.operation !== 'contact') return LONGEST_TRY_MS;
	return Math.max(LONGEST_TRY_MS, LONGEST_CONTACT_MS * wants.length);
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
function keptBack({ world }: Played, run: Run): number {
	const pages = world.calls.filter(({ run: id, fate }) => id === run.id && fate.startsWith('page'));
	return pages.length * MINUTE;
}

const waits: Check = (played) =>
	played.runs.flatMap((run) => {
		const took = run.endedAt - run.startedAt;
		// Where each of many items is answered, but late, the time is that of the service.
		const late = servedLate(played, run) + keptBack(played, run);
		// Runs at the same time share the calls of a key, and one may have to wait for the other.
		const beside = played.runs.filter(
			(other) => other.startedAt < run.endedAt && other.endedAt > run.startedAt,
		);
		const tries = beside.reduce((sum, { work }) => sum + work.tries, 0);
		const most = longestTry(run) * tries + late;
		if (run.fate === 'stood still') {
			return [violation('No wait beyond its bound.', `${run.id} never ends: ${run.crash}`)];
		}
		if (took <= most) return [];
		return [
			violation('No wait beyond its bound.', `${run.id} took ${Math.round(took / MINUTE)} min`),
		];
	});

/** So many calls in a row may go without an answer until nothing more is sent. */
const MOST_UNANSWERED = 5;

/** When the last of so many calls in a row has gone without an answer; undefined where that did not happen. */
function givenUpAt(calls: readonly Call[]): number | undefined {
	const ended = calls.flatMap((call) =>
		call.endedAt === undefined ? [] : [{ ...call, at: call.endedAt }],
	);
	ended.sort((left, right) => left.at - right.at);
	let row = 0;
	let answeredAt = 0;
	for (const { at, fate, sentAt, route } of ended) {
		const isHanging = fate.startsWith('hang');
		if (!isHanging) [row, answeredAt] = [0, at];
		// Lists only help, and the work goes on without them.
		else if (route === 'lists') continue;
		// What was sent before the last answer says nothing of what came after it.
		else if (sentAt >= answeredAt) row++;
		// What was under way at that moment may show that there are answers after all.
		const isUnderWay = (one: { sentAt: number; at: number }) => one.sentAt <= at && one.at > at;
		if (row >= MOST_UNANSWERED && !ended.some(isUnderWay)) return at;
	}
	return undefined;
}

/** A service that does not answer any more gets no more calls, for each would hang as long. */
const spared: Check = ({ world, runs }) =>
	runs.flatMap((run) => {
		const calls = world.calls.filter((call) => call.run === run.id);
		// Each try of the node counts anew, and bytes that drip seem to be an answer until time is over.
		const isClear = run.work.tries === 1 && calls.every(({ fate }) => !fate.startsWith('drip'));
		const since = isClear ? givenUpAt(calls) : undefined;
		const later = calls.filter(({ sentAt }) => since !== undefined && sentAt > since);
		if (later.length === 0) return [];
		const what = `${run.id} sent ${later.length} calls more`;
		return [violation('A service that answers nothing gets no more calls.', what)];
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

export const ofCalls: readonly Check[] = [
	...[signed, rate, bounded, waits, spared, sentences, secrets, busy],
];
