/** Which runs nothing and nobody disturbs: there, what is asked for has to work. */
import type { Effect } from './model.mts';
import type { Played, Run } from './play.mts';

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

/** A call is corrected for the clock once: set again at that moment, it makes the call fail. */
const isClockLeft = ({ history }: Played): boolean =>
	history.meanwhile.every(({ act }) => !act.kind.endsWith('Clock'));

/** Nobody and nothing disturbs the run. */
export function isCalm(played: Played, run: Run): boolean {
	const hasItsWay = isQuotaLeft(played, run) && isClockLeft(played);
	return run.fate === 'ended' && hasItsWay && isUndisturbed(played, run);
}
