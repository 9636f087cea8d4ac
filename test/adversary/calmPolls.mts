/** Polls that nothing disturbs tell exactly what they saw of a notice: each status and each reason, once, in its order. */
import { BEGINNING } from './clock.mts';
import type { Violation } from './invariants.mts';
import type { Notice } from './model.mts';
import type { Watched } from './watchPlay.mts';

/** What is refused behind the longest list that the service reads rests meanwhile, and is told later. */
export function isCut({ world: { readings }, list }: Watched): boolean {
	const { batchTooLong, batchMaximum } = readings;
	return batchTooLong === 'restRefused' && batchMaximum > 0 && list.length >= batchMaximum;
}

/**
 * Where a service reads the beginning of a list only, and all of that is not found, nothing tells that there is more: the
 * rest is read by a later poll.
 */
function mayRest({ world: { readings, model }, watcher }: Watched): boolean {
	const { batchTooLong, batchMaximum } = readings;
	if (batchTooLong !== 'firstOnly' || batchMaximum === 0) return false;
	const hidden = new Set([...watcher.scenes.values()].flatMap((scene) => [...scene.hidden]));
	const missing = model.notices.filter(
		({ reference, cancelledAt }) => cancelledAt !== undefined || hidden.has(reference),
	);
	// One more name is unknown from the beginning.
	return missing.length + 1 >= batchMaximum;
}

/** Such a poll of the durable scheduler may have sent nothing more for want of time (`trigger/plan.ts`). */
const LONG_POLL_MS = 14_000;

function mayEndEarly({ history, world }: Watched): boolean {
	if (history.keeping === 'classic') return false;
	const begun = new Map<string, number>();
	return world.calls.some(({ run, sentAt, endedAt = Infinity }) => {
		const begunAt = begun.get(run) ?? sentAt;
		begun.set(run, begunAt);
		return endedAt - begunAt > LONG_POLL_MS;
	});
}

/** Nothing strikes, nobody sets a clock, and every poll reads all that there is. */
function isCalm({ history, world, kills, watcher, crash }: Watched): boolean {
	const { faults, shapes, steps, readings } = history;
	const isQuiet = faults.length + shapes.length + kills.length + watcher.errors.length === 0;
	const acts = steps.flatMap((step) => (step.kind === 'act' ? [step.act.kind] : []));
	const isSet = acts.some((kind) => ['machineClock', 'serviceClock', 'quota'].includes(kind));
	const isFailed = world.calls.some(({ codes }) => /timestamp|requetes_max/.test(codes));
	return isQuiet && !isSet && !isFailed && crash === '' && readings.quota === 300;
}

interface Seen {
	readonly at: number;
	readonly status: string;
	readonly reason: string | undefined;
}

/** A poll in whose list a notice was not: it is forgotten. */
const LEFT = 'left';

type Entry = Watched['list'][number];

/** What each poll saw of a notice; polls that did not find it say nothing. */
function seenBy(watched: Watched, notice: Notice, { asked, reference }: Entry) {
	const { world, begunAt, watcher } = watched;
	// Where polls are slow, a call of the one before may come in the time of the next one: it asks for other notices.
	const ofStatus = world.calls.filter(
		({ route, subject }) => ['status', 'statuses'].includes(route) && subject.includes(asked),
	);
	const times = ofStatus.map(({ run, sentAt }) => [run, sentAt] as const);
	const first = new Map(times.toReversed());
	const last = new Map(times);
	const isWithheld = world.readings.suspended === 'refused';
	return [...watcher.scenes].flatMap(([run, { listed, hidden }]): Array<Seen | typeof LEFT> => {
		if (!listed.has(asked)) return [LEFT];
		const at = first.get(run);
		const readAt = last.get(run) ?? Infinity;
		const isFound = !hidden.has(reference) && (notice.cancelledAt ?? Infinity) > readAt;
		if (at === undefined || !isFound) return [];
		const now = notice.statuses.findLast((one) => one.at <= Math.max(readAt, begunAt));
		const { status = '', motif } = now ?? {};
		return [{ at, status, reason: isWithheld && status === 'suspendue' ? undefined : motif }];
	});
}

const SPECIFIC: Record<string, string> = {
	parue: 'published',
	suspendue: 'suspended',
	'a-paraitre': 'toBePublished',
};

function nameOf(before: Seen | undefined, now: Seen, chosen: readonly string[]): string[] {
	const specific = SPECIFIC[now.status] ?? '';
	if (before?.status !== now.status) {
		if (chosen.includes(specific)) return [specific];
		if (chosen.includes('statusChanged')) return ['statusChanged'];
	}
	const isOther = before?.reason !== now.reason;
	return isOther && chosen.includes('reasonChanged') ? ['reasonChanged'] : [];
}

interface Told {
	readonly event: string;
	readonly words: string;
	/** When a poll first saw it. */
	readonly at: number;
}

function expected({ history }: Watched, seen: ReadonlyArray<Seen | typeof LEFT>): Told[] {
	const { events, firstSight, stopWatching } = history;
	let before: Seen | undefined;
	return seen.flatMap((now) => {
		const last = before;
		before = now === LEFT ? undefined : now;
		if (now === LEFT) return [];
		if (stopWatching !== undefined && last?.status === 'parue') {
			before = last;
			return [];
		}
		const { at, status, reason } = now;
		const isTold =
			firstSight === 'current' ||
			(firstSight !== 'none' && ['parue', 'suspendue'].includes(status));
		if (!last && !isTold) return [];
		const names = nameOf(last, now, events);
		return names.map((event) => ({ event, at, words: `${event}: ${status}, ${reason ?? ''}` }));
	});
}

function toldOf({ watcher }: Watched, { asked }: Entry): Told[] {
	const items = watcher.emitted.flatMap((emitted) => emitted.items.map(({ json }) => json));
	return items
		.filter((json) => json['demande'] === asked && !('document' in json || 'facture' in json))
		.filter(({ evenement }) => evenement !== 'notFound')
		.map(({ evenement, statut, motif, constate_le: at }) => ({
			event: String(evenement),
			at: Date.parse(String(at)) - BEGINNING,
			words: `${evenement}: ${statut}, ${motif ?? ''}`,
		}));
}

const inWords = (all: readonly Told[]): string => all.map(({ words }) => words).join('; ');

/**
 * An event that is held back says how the notice stands by the time that it goes out, and one whose reason changes
 * meanwhile tells the new one.
 */
function inShort(all: readonly Told[]): string {
	const names = all.map(({ event }) => event).filter((event) => event !== 'reasonChanged');
	return names.join('; ');
}

/** Between two polls lies a minute. */
const SAME_POLL_MS = 50_000;

/** Of those that are not told as of the poll that first saw them. */
function wronglyDated(wanted: readonly Told[], told: readonly Told[], isHeld: boolean): Told[] {
	const isDated = ({ event }: Told) => !isHeld || event === 'published';
	const times = wanted.filter(isDated).map(({ at }) => at);
	const isOther = ({ at }: Told, index: number) =>
		Math.abs(at - (times[index] ?? -Infinity)) > SAME_POLL_MS;
	return told.filter(isDated).filter(isOther);
}

const PROMISE = 'Every change of status is told, once while n8n runs.';

/** For a moment after its cancellation a notice may still be found, so that a poll may see it or not. */
function isSeenGoing({ world }: Watched, { cancelledAt }: Notice): boolean {
	if (cancelledAt === undefined) return false;
	const goneAt = cancelledAt + world.readings.goneAfterMs;
	return world.calls.some(({ sentAt }) => sentAt >= cancelledAt && sentAt < goneAt);
}

function ofNotice(watched: Watched, entry: Entry): Violation[] {
	const { history, world, edited } = watched;
	const { asked, reference } = entry;
	const isHeld = history.downloadFiles || history.waitForDocument !== undefined;
	const notice = world.model.notices.find((one) => one.reference === reference);
	if (!notice || isSeenGoing(watched, notice)) return [];
	// What was held back of a notice that left the list is not told.
	if (isHeld && (edited.has(asked) || history.stopWatching !== undefined)) return [];
	const wanted = expected(watched, seenBy(watched, notice, entry));
	const told = toldOf(watched, entry);
	const [right, found] = isHeld
		? [inShort(wanted), inShort(told)]
		: [inWords(wanted), inWords(told)];
	if (found !== right) {
		return [{ promise: PROMISE, what: `${asked}: wanted "${right}", told "${found}"` }];
	}
	// While calls are slow, a poll that begins before the last one has ended sees nothing.
	if (history.isSlow) return [];
	const promise = 'An event says when a poll first saw it.';
	return wronglyDated(wanted, told, isHeld).map(({ words, at }) => ({
		promise,
		what: `${asked}: ${words}, said to be seen at ${at} ms`,
	}));
}

export function calmPolls(watched: Watched): Violation[] {
	if (!isCalm(watched) || isCut(watched) || mayRest(watched) || mayEndEarly(watched)) return [];
	return watched.list.flatMap((entry) => ofNotice(watched, entry));
}
