/** Where nothing strikes, what is asked for works, however the silences of the specification are read. */
import { isCalm, mayBeUnread } from './calm.mts';
import { reportOf } from './claims.mts';
import type { Violation } from './invariants.mts';
import type { Played, Run } from './play.mts';
import type { Readings } from './readings.mts';
import { listIn, READS, type Want, type Work } from './workflows.mts';

/** Of these the links lead to a PDF. */
const SERVED: readonly string[] = ['plain', 'redirect', 'octets', 'relative', 'slow'];

/** Whether the notice is there all the time under the name that is given, and the service tells of it. */
function isReadable({ world }: Played, run: Run, { named, name }: Want): boolean {
	if (!named || named.cancelledAt !== undefined) return false;
	const isFound = named.registeredAt + world.readings.foundAfterMs < run.startedAt;
	const isExact = name === named.reference || name === named.number;
	const { operation, downloadFiles } = run.work;
	// That it is suspended is a status too, also where the service says it by a refusal.
	const isStatus = operation === 'getStatus' || operation === 'getStatusChanges';
	const isTold = isStatus || named.statuses.every(({ status }) => status !== 'suspendue');
	const needsFiles = operation === 'download' || (operation === 'invoices' && downloadFiles);
	const isServed = !needsFiles || SERVED.includes(world.readings.pdf);
	return isFound && isExact && isTold && isServed && world.model.find(name) === named;
}

/** References that may stand in a path as they are. */
const PLAIN: readonly string[] = ['letters', 'digits', 'number'];

/** Whether the notice can be cancelled under the name that is given, which no other notice and no other item has. */
function isCancellable({ world }: Played, run: Run, want: Want): boolean {
	const { named, name } = want;
	if (!named || !PLAIN.includes(world.readings.referenceStyle)) return false;
	const isLive = (named.cancelledAt ?? Infinity) > run.startedAt;
	const isFound = named.registeredAt + world.readings.foundAfterMs < run.startedAt;
	const isTold = named.statuses.every(({ status }) => status !== 'suspendue');
	const spelled = [named.reference, named.number].filter((one) => one === name);
	const lower = (one = '') => one.toLowerCase();
	// Its reference goes into an address, where it must not mean another notice either.
	const names = [name, named.reference].map(lower);
	const ofName = world.model.notices.filter((one) =>
		[one.reference, one.number].some((own) => names.includes(lower(own))),
	);
	const isOnly = ofName.length === 1 && run.wants.filter((one) => one.named === named).length === 1;
	return isLive && isFound && isTold && isOnly && spelled.length > 0;
}

/** What no guard, no date and no account stands against. */
function isOrderable({ world }: Played, { work }: Run, { bad, json }: Want): boolean {
	const isBilled = work.billing !== 'accountDefault' || world.readings.billing !== 'aucun';
	return bad === undefined && json['date'] === '' && isBilled;
}

function isReplaceable(played: Played, run: Run, want: Want): boolean {
	const { work } = run;
	// One that is said to be cancelled, and is not, is taken by its reference only.
	if (work.alreadyCancelled && want.name !== want.named?.reference) return false;
	if (!isUnguarded(work) || work.hasProofs || !isOrderable(played, run, want)) return false;
	const isFirst = played.runs.every((one) => one === run || one.work.operation !== 'replace');
	const isPublished = want.named?.statuses.some(({ status }) => status === 'parue');
	return isFirst && !isPublished && run.wants.length === 1 && isCancellable(played, run, want);
}

function isQuotable({ work }: Run, { bad, json }: Want): boolean {
	const isGuarded = work.ifTextChanges === 'fail' || work.ifDateMoves === 'fail';
	return bad === undefined && json['date'] === '' && !isGuarded;
}

function isUnguarded(work: Work): boolean {
	const { maximumTotal } = work;
	const isBounded = maximumTotal !== undefined && maximumTotal !== 'high';
	const guards = [isBounded, work.ifDateMoves, work.ifTextChanges];
	return work.mode === 'automatic' && work.ifAlreadyOrdered !== 'fail' && !guards.some(Boolean);
}

/** An order that nothing speaks against; of one that was cancelled the number may not be used again. */
function isTaken(played: Played, run: Run, want: Want): boolean {
	const { world, runs } = played;
	const isAlone = runs.every((one) => one === run || one.work.operation !== 'order');
	const isSoon = world.readings.foundAfterMs === 0 && run.wants.length === 1;
	return isUnguarded(run.work) && isOrderable(played, run, want) && isAlone && isSoon;
}

const PROMISE = 'What nothing speaks against is done, and an unknown notice spoils no other.';

const DOABLE: Partial<Record<Work['operation'], (...of: [Played, Run, Want]) => boolean>> = {
	order: isTaken,
	cancel: isCancellable,
	replace: isReplaceable,
	quote: (_played, run, want) => isQuotable(run, want),
	contact: () => true,
	// It never fails for what it finds.
	checkText: () => true,
	lists: ({ world }, { work }) => isListed(work, world.readings),
};

/** Older versions lack two of the lists (specification, Versioning), and one may be refused. */
function isListed(work: Work, { newLists, contactsListed }: Readings): boolean {
	const [resource, operation] = listIn(work);
	if (resource === 'contact') return contactsListed !== 'refused';
	const isNew = operation === 'getForfaits' || operation === 'getStyleSheets';
	return !isNew || newLists === 'served';
}

function failed(played: Played, run: Run, want: Want, index: number): string | undefined {
	const { operation } = run.work;
	const reads = READS.includes(operation) && isReadable(played, run, want);
	if (!reads && !DOABLE[operation]?.(played, run, want)) return undefined;
	return reportOf(run)
		.find((one) => one.items.includes(index))
		?.failure?.slice(0, 300);
}

/** In a list of documents or invoices an entry with a name only is that of a notice that has none yet. */
const SAY_UNKNOWN_OF_FILES: readonly string[] = [
	'omitted',
	'refused',
	'entryWithCodes',
	'internal',
];

/** Whether what is asked for is unknown, and the service says so in a way that leaves no doubt. */
function isUnknown({ world }: Played, { work }: Run, { named, name, bad }: Want): boolean {
	const { unknownSingle, unknownInBatch, batchMore } = world.readings;
	const isStatus = work.operation === 'getStatus' || work.operation === 'getStatusChanges';
	const isSaid = unknownSingle === 'refused' && SAY_UNKNOWN_OF_FILES.includes(unknownInBatch);
	if (!READS.includes(work.operation) || !(isStatus || isSaid)) return false;
	// An answer that names only what nobody asked for may be that of somebody else.
	if (batchMore === 'others' && work.items.length > 1) return false;
	return named === undefined && bad === undefined && name.startsWith('INCONNUE');
}

/** What is unknown comes out as such, or fails as such where that is wanted. */
function miscalled(played: Played, run: Run, want: Want, index: number): string | undefined {
	if (!isUnknown(played, run, want)) return undefined;
	const own = reportOf(run).filter(({ items }) => items.includes(index));
	const [failure] = own.flatMap((one) => one.failure ?? []);
	const isRight = (text: string) => run.work.ifNotFound === 'fail' && text.includes('introuvable');
	if (failure !== undefined) return isRight(failure) ? undefined : failure.slice(0, 300);
	const isTold = own.some(({ json }) => json?.['introuvable'] === true);
	return isTold || run.ended?.error ? undefined : 'it is not called unknown';
}

/** Changes of status and files that are there, and do not come out. */
function missed(played: Played, run: Run, want: Want, index: number): string | undefined {
	const { operation } = run.work;
	const { named } = want;
	if (run.ended?.error || !named || !isReadable(played, run, want)) return undefined;
	const outputs = reportOf(run).filter(({ items }) => items.includes(index));
	if (operation === 'getStatusChanges') {
		const status = named.statuses.findLast(({ at }) => at <= run.endedAt)?.status;
		const isNews = want.json['previous'] !== status;
		const isSame = named.statuses.every(({ at }) => at < run.startedAt || at > run.endedAt);
		return isSame && outputs.length !== Number(isNews) ? `${outputs.length} changes` : undefined;
	}
	if (!['documents', 'invoices'].includes(operation)) return undefined;
	const text = JSON.stringify(outputs.map(({ json }) => json));
	const { fileTimes } = played.world.model;
	const files = named.files.filter(({ type, numero = '' }) => {
		const isThere = (fileTimes.get(numero) ?? Infinity) < run.startedAt;
		return isThere && (operation === 'documents' || type === 'facture' || type === 'avoir');
	});
	return files.find(({ numero = '' }) => !text.includes(`"${numero}"`))?.numero;
}

const WRONGS = [failed, missed, miscalled];

/** A service may refuse each notice that stands behind the longest list: then its item fails with that code. */
function isRefusedBehind({ world }: Played, { work }: Run): boolean {
	const { batchMaximum, batchTooLong } = world.readings;
	const isTooLong = batchMaximum > 0 && work.items.length > batchMaximum;
	return isTooLong && batchTooLong === 'restRefused' && READS.includes(work.operation);
}

export const ofCalm = [
	(played: Played): Violation[] =>
		played.runs.flatMap((run) => {
			if (!isCalm(played, run) || isRefusedBehind(played, run)) return [];
			if (READS.includes(run.work.operation) && mayBeUnread(played, run)) return [];
			return run.wants.flatMap((want, index) => {
				const what = WRONGS.flatMap((wrong) => wrong(played, run, want, index) ?? [])[0];
				if (what === undefined) return [];
				const words = `${run.id} ${run.work.operation}, item ${index}: ${what}`;
				return [{ promise: PROMISE, what: words }];
			});
		}),
];
