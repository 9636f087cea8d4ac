/** Which runs nothing and nobody disturbs: there, what is asked for has to work. */
import type { Effect, Notice } from './model.mts';
import type { Played, Run } from './play.mts';
import type { Readings } from './readings.mts';
import { isSpelledAlike } from './texts.mts';
import type { Want } from './workflows.mts';

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

/** Whether something happens to a notice that the run names, or a notice appears whose number it may want. */
function isDisturbing({ kind, reference }: Effect, { wants }: Run): boolean {
	if (kind === 'registered') return true;
	const touched = reference.split(',');
	return wants.some(({ named, name }) =>
		[named?.reference, named?.number, name].some((one) => touched.includes(one ?? '')),
	);
}

/** Whether every call of a run got the answer of the service as it was written, and nobody else touched its notices. */
export function isUndisturbed({ world }: Played, run: Run): boolean {
	const { id, startedAt, endedAt } = run;
	const calls = world.calls.filter((call) => call.run === id);
	const isOwn = (call = 0) => world.callOf(call)?.run === id;
	const others = world.model.effects.filter(
		({ at, call }) => at >= startedAt && at <= endedAt && !isOwn(call),
	);
	if (others.some((effect) => isDisturbing(effect, run))) return false;
	return calls.every(({ fate, shapes }) => fate === 'answered' && shapes.length === 0);
}

function isQuotaLeft({ world }: Played, { id }: Run): boolean {
	return !world.calls.some(({ run, codes }) => run === id && codes.includes('err_requetes_max'));
}

/** Nobody and nothing disturbs the run, and the clock of the service can be learned. */
export function isCalm(played: Played, run: Run): boolean {
	if (run.fate !== 'ended') return false;
	return isUndisturbed(played, run) && isClockLearned(played) && isQuotaLeft(played, run);
}

const OF_FILES = ['documents', 'download', 'invoices'];

const FAILED_OVER = 5;
/** A name that no path may hold has no route of its own, which would tell that it is unknown. */
const WITHOUT_ROUTE = /[^\w-]/;

type Excuse = (played: Played, run: Run, want: Want) => boolean;

const namesIn = ({ wants }: Run): string[] => [...new Set(wants.map(({ name }) => name))];

/** A list of files that leaves out notices without any makes such a one look unknown (docs/reliability.md). */
function isEmptyAndLeftOut(
	{ world }: Played,
	{ work, startedAt }: Run,
	{ files }: Notice,
): boolean {
	if (world.readings.emptyFiles !== 'leftOut' || !OF_FILES.includes(work.operation)) return false;
	const listed = files.filter(
		({ type }) => work.operation !== 'invoices' || type === 'facture' || type === 'avoir',
	);
	return !listed.some(({ addedAt }) => addedAt <= startedAt);
}

const isLeftOut: Excuse = (played, run, { named }) =>
	named !== undefined && isEmptyAndLeftOut(played, run, named);

/** So many notices in a row, each of which the service fails over, are past belief: it is taken to be down. */
const areManyFailedOver: Excuse = ({ world }, run) => {
	const failedOver = namesIn(run).filter((name) => WITHOUT_ROUTE.test(name));
	return world.readings.unknownInBatch === 'internal' && failedOver.length >= FAILED_OVER;
};

const isReadInPart = (
	{ batchMaximum, batchTooLong }: Readings,
	{ length }: readonly string[],
): boolean => batchMaximum > 0 && batchTooLong === 'firstOnly' && length > batchMaximum;

/** Behind the beginning that a service reads, it may list a notice as another one's namesake. */
const isListedAsNamesake: Excuse = ({ world }, run) =>
	isReadInPart(world.readings, namesIn(run)) && world.readings.lookupFirst === 'both';

/** Of a notice that is named in other letters beside its own, the one entry is that of its own name. */
const isInOtherLetters: Excuse = ({ world }, run) => {
	const names = namesIn(run);
	const own = world.model.notices.flatMap(({ reference, number = reference }) => [
		reference,
		number,
	]);
	const isOther = (name: string) => own.some((one) => one !== name && isSpelledAlike(one, name));
	return isReadInPart(world.readings, names) && names.some(isOther);
};

/** Names that the service leaves out of a list: of unknown notices, or of those that have no files (docs/reliability.md). */
function leftOutNames(played: Played, run: Run): string[] {
	const { unknownInBatch, foundAfterMs } = played.world.readings;
	const isKnown = ({ registeredAt, cancelledAt = Infinity }: Notice) =>
		registeredAt + foundAfterMs < run.startedAt && cancelledAt > run.endedAt;
	return namesIn(run).filter((name) => {
		const ofName = played.world.model.notices.filter(
			(one) => isKnown(one) && [one.reference, one.number].includes(name),
		);
		if (ofName.length === 0) return unknownInBatch === 'omitted';
		return ofName.every((notice) => isEmptyAndLeftOut(played, run, notice));
	});
}

/** Where all of the beginning that a service reads is left out, nothing tells that there is more. */
const isBeginningLeftOut: Excuse = (played, run) => {
	const { readings } = played.world;
	return (
		isReadInPart(readings, namesIn(run)) &&
		leftOutNames(played, run).length >= readings.batchMaximum
	);
};

const EXCUSES: readonly Excuse[] = [
	...[isLeftOut, areManyFailedOver, isListedAsNamesake, isInOtherLetters, isBeginningLeftOut],
];

/** Whether nothing tells that there is a notice, as the service answers for the run. */
export function mayBeCalledUnknown(played: Played, run: Run, want: Want): boolean {
	return EXCUSES.some((excuses) => excuses(played, run, want));
}
