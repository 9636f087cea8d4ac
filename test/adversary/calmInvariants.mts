/** Where nothing strikes, what is asked for works, however the silences of the specification are read. */
import { said } from './claims.mts';
import type { Violation } from './invariants.mts';
import type { Played, Run } from './play.mts';
import type { Want, Work } from './workflows.mts';

/** Nobody and nothing disturbs, and the clock of the service can be learned. */
function isCalm({ history, world }: Played): boolean {
	const { faults, shapes, meanwhile, steps, readings } = history;
	const isClockKnown = Math.abs(readings.clockOffset) < 4 || readings.dateHeader === 'right';
	const acts = steps.filter((step) => step.kind === 'act').map(({ act }) => act.kind);
	const isSet = acts.some((kind) => ['machineClock', 'serviceClock', 'quota'].includes(kind));
	const isQuiet = faults.length + shapes.length + meanwhile.length === 0;
	return isQuiet && isClockKnown && !isSet && world.readings.quota === 300;
}

const READS = ['getStatus', 'getStatusChanges', 'documents', 'invoices'];

/** Whether the notice is there all the time under the name that is given, and the service tells of it. */
function isReadable({ world }: Played, run: Run, { named, name }: Want): boolean {
	if (!named || named.cancelledAt !== undefined) return false;
	const isFound = named.registeredAt + world.readings.foundAfterMs < run.startedAt;
	const isExact = name === named.reference || name === named.number;
	const isTold = named.statuses.every(({ status }) => status !== 'suspendue');
	return isFound && isExact && isTold && world.model.find(name) === named;
}

function isUnguarded(work: Work): boolean {
	const guards = [work.maximumTotal === 'low', work.ifDateMoves, work.ifTextChanges];
	return work.mode === 'automatic' && work.ifAlreadyOrdered !== 'fail' && !guards.some(Boolean);
}

/** An order that nothing speaks against; of one that was cancelled the number may not be used again. */
function isTaken({ world, runs }: Played, run: Run, want: Want): boolean {
	const isAlone = runs.every((one) => one === run || one.work.operation !== 'order');
	const isSoon = world.readings.foundAfterMs === 0 && run.wants.length === 1;
	return (
		isUnguarded(run.work) && want.bad === undefined && want.json['date'] === '' && isAlone && isSoon
	);
}

export const ofCalm = [
	(played: Played): Violation[] => {
		if (!isCalm(played)) return [];
		return played.runs.flatMap((run) => {
			const { operation } = run.work;
			if (run.fate !== 'ended' || run.work.end) return [];
			return run.wants.flatMap((want, index) => {
				const reads = READS.includes(operation) && isReadable(played, run, want);
				const orders = operation === 'order' && isTaken(played, run, want);
				const failure = said(run).find((one) => one.items.includes(index))?.failure;
				if (failure === undefined || !(reads || orders)) return [];
				const promise =
					'What nothing speaks against is done, and an unknown notice spoils no other.';
				return [
					{ promise, what: `${run.id} ${operation}, item ${index}: ${failure.slice(0, 300)}` },
				];
			});
		});
	},
];
