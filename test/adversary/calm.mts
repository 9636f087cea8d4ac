/** Which runs nothing and nobody disturbs: there, what is asked for has to work. */
import type { Notice } from './model.mts';
import type { Played, Run } from './play.mts';
import { isSpelledAlike } from './texts.mts';

/** The clocks are set by less than a day, beyond which no date of an answer is believed. */
const BELIEVED_S = 80_000;

function isClockLearned({ history, world }: Played): boolean {
	const { dateHeader, clockOffset } = world.readings;
	const inSteps = history.steps.flatMap((step) => (step.kind === 'act' ? [step.act] : []));
	const acts = [...inSteps, ...history.meanwhile.map(({ act }) => act)];
	const set = acts.filter(({ kind }) => kind === 'machineClock' || kind === 'serviceClock');
	if (dateHeader !== 'right') return set.length === 0 && Math.abs(clockOffset) < 4;
	return set.reduce((sum, { amount }) => sum + Math.abs(amount), 0) < BELIEVED_S;
}

function isQuotaLeft({ history, world }: Played): boolean {
	const inSteps = history.steps.map((step) => (step.kind === 'act' ? step.act.kind : 'none'));
	const acts = [...inSteps, ...history.meanwhile.map(({ act }) => act.kind)];
	return world.readings.quota === 300 && !acts.includes('quota');
}

/** Whether every call of a run got the answer of the service as it was written, and nobody did anything meanwhile. */
export function isUndisturbed(
	{ history, world }: Played,
	{ id, startedAt, endedAt }: Run,
): boolean {
	const calls = world.calls.filter(({ run }) => run === id);
	const [first, last] = [calls[0]?.number ?? 0, calls.at(-1)?.number ?? 0];
	const isAlone = history.meanwhile.every(({ atCall }) => atCall < first || atCall > last);
	const isOwn = (call = 0) => world.calls[call - 1]?.run === id;
	const others = world.model.effects.filter(({ at, call }) => {
		return at >= startedAt && at <= endedAt && !isOwn(call);
	});
	if (!isAlone || others.some(({ at, call }) => call !== undefined || at > startedAt)) return false;
	return calls.every(({ fate, shapes }) => fate === 'answered' && shapes.length === 0);
}

/** Nobody and nothing disturbs the run, and the clock of the service can be learned. */
export function isCalm(played: Played, run: Run): boolean {
	if (run.fate !== 'ended' || (run.work.end && !run.retryOf)) return false;
	return isUndisturbed(played, run) && isClockLearned(played) && isQuotaLeft(played);
}

const OF_FILES = ['documents', 'download', 'invoices'];

/** So many notices in a row, each of which the service fails over, are past belief: it is taken to be down. */
const FAILED_OVER = 5;
/** A name that no path may hold has no route of its own, which would tell that it is unknown. */
const WITHOUT_ROUTE = /[^\w-]/;

/**
 * A service may read the beginning of a list only. Where it leaves out what it does not know and all of the beginning is
 * unknown, or where it lists a notice from behind the beginning as another one's namesake, nothing tells that there is more.
 * Nor where a notice is named in other letters than its own beside its own name: its one entry is that name's.
 */
export function mayBeUnread({ world }: Played, { work, wants, startedAt, endedAt }: Run): boolean {
	const { batchMaximum, batchTooLong, unknownInBatch, lookupFirst } = world.readings;
	const { foundAfterMs, emptyFiles } = world.readings;
	const names = [...new Set(wants.map(({ name }) => name))];
	const isCut = batchMaximum > 0 && batchTooLong === 'firstOnly' && names.length > batchMaximum;
	// A notice that a list of files leaves out because it has none looks like an unknown one (docs/reliability.md).
	if (emptyFiles === 'leftOut' && OF_FILES.includes(work.operation)) return true;
	const isFailedOver = names.filter((name) => WITHOUT_ROUTE.test(name)).length >= FAILED_OVER;
	if (unknownInBatch === 'internal' && isFailedOver) return true;
	if (!isCut || lookupFirst === 'both') return isCut;
	const { model } = world;
	const isInOtherLetters = (name: string) =>
		model.notices.some(({ reference, number }) =>
			[reference, number].some((own) => own !== name && isSpelledAlike(own, name)),
		);
	if (names.some(isInOtherLetters)) return true;
	const isKnown = ({ registeredAt, cancelledAt = Infinity }: Notice) =>
		registeredAt + foundAfterMs < startedAt && cancelledAt > endedAt;
	const unknown = names.filter((name) => {
		const ofName = model.notices.filter((one) => [one.reference, one.number].includes(name));
		return !ofName.some(isKnown);
	});
	return unknownInBatch === 'omitted' && unknown.length >= batchMaximum;
}
