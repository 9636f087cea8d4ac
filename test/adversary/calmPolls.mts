/** Polls that nothing disturbs tell exactly what they saw of a notice: each status and each reason, once, in its order. */
import type { Violation } from './invariants.mts';
import type { Notice } from './model.mts';
import type { Watched } from './watching.mts';

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
	readonly status: string;
	readonly reason: string | undefined;
}

/** What each poll that asked for statuses saw. */
function seenBy({ world, begunAt }: Watched, notice: Notice): Seen[] {
	const ofStatus = world.calls.filter(({ route }) => ['status', 'statuses'].includes(route));
	const times = new Map(ofStatus.map(({ run, sentAt }) => [run, sentAt]));
	const isWithheld = world.readings.suspended === 'refused';
	return [...times.values()].map((at) => {
		const now = notice.statuses.findLast((one) => one.at <= Math.max(at, begunAt - 1));
		const { status = '', motif } = now ?? {};
		return { status, reason: isWithheld && status === 'suspendue' ? undefined : motif };
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

function expected({ history }: Watched, seen: readonly Seen[]): string[] {
	const { events, firstSight } = history;
	return seen.flatMap((now, at) => {
		const before = seen[at - 1];
		const isTold =
			firstSight === 'current' ||
			(firstSight !== 'none' && ['parue', 'suspendue'].includes(now.status));
		if (!before && !isTold) return [];
		return nameOf(before, now, events).map((name) => `${name}: ${now.status}, ${now.reason ?? ''}`);
	});
}

/**
 * An event that is held back says how the notice stands by the time that it goes out: a reason that has changed meanwhile
 * comes with it.
 */
function inShort(words: readonly string[], isHeld: boolean): string {
	if (!isHeld) return words.join('; ');
	const names = words.map((one) => one.split(':', 1).join());
	return names.filter((name) => name !== 'reasonChanged').join('; ');
}

export function calmPolls(watched: Watched): Violation[] {
	if (!isCalm(watched)) return [];
	const { list, history, watcher, world } = watched;
	const isHeld = history.downloadFiles || history.waitForDocument !== undefined;
	return list.flatMap(({ asked, reference }) => {
		const notice = world.model.notices.find((one) => one.reference === reference);
		if (!notice || notice.cancelledAt !== undefined) return [];
		const items = watcher.emitted.flatMap((emitted) => emitted.items.map(({ json }) => json));
		const told = items
			.filter((json) => json['demande'] === asked && !('document' in json || 'facture' in json))
			.map(({ evenement, statut, motif }) => `${evenement}: ${statut}, ${motif ?? ''}`);
		const wanted = inShort(expected(watched, seenBy(watched, notice)), isHeld);
		const found = inShort(told, isHeld);
		if (found === wanted) return [];
		const promise = 'Every change of status is told, once while n8n runs.';
		return [{ promise, what: `${asked}: wanted "${wanted}", told "${found}"` }];
	});
}
