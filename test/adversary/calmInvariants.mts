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

const READS = ['getStatus', 'getStatusChanges', 'documents', 'download', 'invoices'];
/** Of these the links lead to a PDF. */
const SERVED: readonly string[] = ['plain', 'redirect', 'octets', 'relative', 'slow'];

/** Whether the notice is there all the time under the name that is given, and the service tells of it. */
function isReadable({ world }: Played, run: Run, { named, name }: Want): boolean {
	if (!named || named.cancelledAt !== undefined) return false;
	const isFound = named.registeredAt + world.readings.foundAfterMs < run.startedAt;
	const isExact = name === named.reference || name === named.number;
	const isTold = named.statuses.every(({ status }) => status !== 'suspendue');
	return isFound && isExact && isTold && world.model.find(name) === named;
}

function isUnguarded(work: Work): boolean {
	const { maximumTotal } = work;
	const isBounded = maximumTotal !== undefined && maximumTotal !== 'high';
	const guards = [isBounded, work.ifDateMoves, work.ifTextChanges];
	return work.mode === 'automatic' && work.ifAlreadyOrdered !== 'fail' && !guards.some(Boolean);
}

/** An order that nothing speaks against; of one that was cancelled the number may not be used again. */
function isTaken({ world, runs }: Played, run: Run, want: Want): boolean {
	const isAlone = runs.every((one) => one === run || one.work.operation !== 'order');
	const isBilled = run.work.billing !== 'accountDefault' || world.readings.billing !== 'aucun';
	const isSoon = world.readings.foundAfterMs === 0 && run.wants.length === 1;
	return (
		isUnguarded(run.work) &&
		want.bad === undefined &&
		want.json['date'] === '' &&
		isAlone &&
		isSoon &&
		isBilled
	);
}

const PROMISE = 'What nothing speaks against is done, and an unknown notice spoils no other.';

function failed(played: Played, run: Run, want: Want, index: number): string | undefined {
	const { operation } = run.work;
	const isServed = operation !== 'download' || SERVED.includes(played.world.readings.pdf);
	const reads = READS.includes(operation) && isServed && isReadable(played, run, want);
	const orders = operation === 'order' && isTaken(played, run, want);
	if (!reads && !orders) return undefined;
	return said(run)
		.find((one) => one.items.includes(index))
		?.failure?.slice(0, 300);
}

/** Changes of status and files that are there, and do not come out. */
function missed(played: Played, run: Run, want: Want, index: number): string | undefined {
	const { operation } = run.work;
	const { named } = want;
	if (run.ended?.error || !named || !isReadable(played, run, want)) return undefined;
	const outputs = said(run).filter(({ items }) => items.includes(index));
	if (operation === 'getStatusChanges') {
		const { status } = played.world.model.statusOf(named);
		const isNews = want.json['previous'] !== status;
		const isSame = named.statuses.every(({ at }) => at < run.startedAt);
		return isSame && outputs.length !== Number(isNews) ? `${outputs.length} changes` : undefined;
	}
	if (!['documents', 'invoices'].includes(operation)) return undefined;
	const text = JSON.stringify(outputs.map(({ json }) => json));
	const files = named.files.filter(
		({ type }) => operation === 'documents' || type === 'facture' || type === 'avoir',
	);
	return files.find(({ numero }) => numero !== undefined && !text.includes(`"${numero}"`))?.numero;
}

export const ofCalm = [
	(played: Played): Violation[] => {
		if (!isCalm(played)) return [];
		return played.runs.flatMap((run) => {
			if (run.fate !== 'ended' || run.work.end) return [];
			return run.wants.flatMap((want, index) => {
				const what = failed(played, run, want, index) ?? missed(played, run, want, index);
				if (what === undefined) return [];
				const words = `${run.id} ${run.work.operation}, item ${index}: ${what}`;
				return [{ promise: PROMISE, what: words }];
			});
		});
	},
];
