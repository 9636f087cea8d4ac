/** Where nothing strikes, what is asked for works, however the silences of the specification are read. */
import { isCalm } from './calm.mts';
import { BEGINNING } from './clock.mts';
import { reportOf } from './claims.mts';
import type { Violation } from './invariants.mts';
import { day, type Notice } from './model.mts';
import type { Played, Run } from './play.mts';
import type { Readings } from './readings.mts';
import { contentOf } from './texts.mts';
import { CONTACT, listIn, modeOf, READS, type Want, type Work } from './workflows.mts';

/** Of these the links lead to a PDF. */
const SERVED: readonly string[] = ['plain', 'redirect', 'octets', 'relative', 'slow'];

/** Whether the notice is suspended at no time of the run. */
function isNeverSuspended({ statuses }: Notice, { startedAt, endedAt }: Run): boolean {
	return statuses.every(({ at, status }, index) => {
		const isOver = (statuses[index + 1]?.at ?? Infinity) < startedAt;
		return status !== 'suspendue' || isOver || at > endedAt;
	});
}

const lower = (one = ''): string => one.toLowerCase();

/** The notices that have one of the names, in any letters. */
function noticesOf({ world }: Played, names: readonly string[]): Notice[] {
	const wanted = names.map(lower);
	return world.model.notices.filter(({ reference, number = reference }) =>
		[reference, number].some((own) => wanted.includes(lower(own))),
	);
}

/** Whether the notice is there all the time under the name that is given. */
function isThere(run: Run, { named, name }: Want): boolean {
	if (!named || ![named.reference, named.number].includes(name)) return false;
	return named.registeredAt < run.startedAt && (named.cancelledAt ?? Infinity) > run.endedAt;
}

/** Whether the notice is there under a name that no other has, and the service tells of it. */
function isReadable(played: Played, run: Run, want: Want): boolean {
	const { named, name } = want;
	if (!named || !isThere(run, want)) return false;
	const { operation, downloadFiles } = run.work;
	// That it is suspended is a status too, also where the service says it by a refusal.
	const isStatus = operation === 'getStatus' || operation === 'getStatusChanges';
	const needsFiles = operation === 'download' || (operation === 'invoices' && downloadFiles);
	const isServed = !needsFiles || SERVED.includes(played.world.readings.pdf);
	const isOnly = noticesOf(played, [name]).length === 1 || played.world.model.find(name) === named;
	return isOnly && isServed && (isStatus || isNeverSuspended(named, run));
}

/** Whether the notice can be cancelled under the name that is given, which no other notice and no other item has. */
function isCancellable(played: Played, run: Run, { named, name }: Want): boolean {
	if (!named) return false;
	const isLive = (named.cancelledAt ?? Infinity) > run.startedAt;
	const isFound = named.registeredAt < run.startedAt;
	// Its reference goes into an address, where it must not mean another notice either.
	const isOnly = noticesOf(played, [name, named.reference]).length === 1;
	// Named twice in one run, it is cancelled once.
	const isAlone = run.wants.filter((one) => one.named && sharesName(one.named, named)).length === 1;
	const isExact = [named.reference, named.number].includes(name);
	return isLive && isFound && isOnly && isAlone && isExact && isNeverSuspended(named, run);
}

function sharesName(one: Notice, other: Notice): boolean {
	const names = [one.reference, one.number];
	return names.some((name) => name !== undefined && [other.reference, other.number].includes(name));
}

/** No date, or one that is not over. */
const isOpen = (date: unknown, { startedAt }: Run): boolean =>
	date === '' || String(date) > day(BEGINNING + startedAt);

/** What no guard and no account stands against. */
function isOrderable(played: Played, run: Run, want: Want): boolean {
	const { world } = played;
	const { bad, json } = want;
	const { work } = run;
	const isBilled = work.billing !== 'accountDefault' || world.readings.billing !== 'aucun';
	return bad === undefined && isOpen(json['date'], run) && isBilled && isUnguarded(work);
}

function isUnguarded({ maximumTotal, ifDateMoves, ifTextChanges }: Work): boolean {
	const isBounded = maximumTotal !== undefined && maximumTotal !== 'high';
	return !isBounded && ifDateMoves !== 'fail' && ifTextChanges !== 'fail';
}

/** What makes the number of an order: one of the person's own, or its content. */
function numberIn({ work }: Run, json: Want['json']): string {
	return modeOf(work) === 'custom' ? lower(String(json['number'])) : contentOf(json);
}

/** Whether nothing that was ordered before the run, or is by another item, could have the number of an order. */
function isNumberFree(played: Played, run: Run, { json }: Want): boolean {
	const mode = modeOf(run.work);
	if (mode === 'none') return true;
	const number = numberIn(run, json);
	const isAlone = run.wants.filter((want) => numberIn(run, want.json) === number).length === 1;
	const { notices } = played.world.model;
	const taken =
		mode === 'custom'
			? noticesOf(played, [number])
			: notices.filter((one) => contentOf(one) === number);
	const isOwn = (one: Notice) =>
		played.world.callOf(one.by)?.run === run.id &&
		(mode === 'automatic' || lower(one.number) === number);
	return isAlone && taken.every(isOwn);
}

/** Whether the account has, and lists, the contact that orders name since before the run. */
function isContactThere({ world: { model } }: Played, { startedAt }: Run): boolean {
	const isMadeLater = model.effects.some(
		({ kind, reference, at }) =>
			kind === 'contact' && reference === String(CONTACT) && at >= startedAt,
	);
	const isRefused = model.readings.contactsListed === 'refused';
	return !isRefused && !isMadeLater && model.contacts.some(({ id }) => id === CONTACT);
}

function isReplaceable(played: Played, run: Run, want: Want): boolean {
	const { work } = run;
	// One that is said to be cancelled, and is not, is taken by its reference only.
	if (work.alreadyCancelled && want.name !== want.named?.reference) return false;
	if (!isOrderable(played, run, want) || !isNumberFree(played, run, want)) return false;
	// Before anything is cancelled, it is checked that the account has the contact.
	if (work.hasProofs && !isContactThere(played, run)) return false;
	const isPublished = want.named?.statuses.some(({ status }) => status === 'parue');
	return !isPublished && isCancellable(played, run, want);
}

function isQuotable(run: Run, { bad, json }: Want): boolean {
	const { work } = run;
	const isGuarded = work.ifTextChanges === 'fail' || work.ifDateMoves === 'fail';
	return bad === undefined && isOpen(json['date'], run) && !isGuarded;
}

/** An order that nothing speaks against. */
function mustBeOrdered(played: Played, run: Run, want: Want): boolean {
	return isOrderable(played, run, want) && isNumberFree(played, run, want);
}

const PROMISE = 'What nothing speaks against is done, and an unknown notice spoils no other.';

const DOABLE: Partial<Record<Work['operation'], (...of: [Played, Run, Want]) => boolean>> = {
	order: mustBeOrdered,
	cancel: isCancellable,
	replace: isReplaceable,
	quote: (_played, run, want) => isQuotable(run, want),
	contact: () => true,
	// It never fails for what it finds, but for an expression that finds nothing.
	checkText: (_played, _run, { bad }) => bad !== 'lostText',
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
const SAY_UNKNOWN_OF_FILES: readonly string[] = ['omitted', 'refused', 'entryWithCodes'];

/** Whether what is asked for is unknown, and the service says so in a way that leaves no doubt. */
function isUnknown({ world }: Played, { work }: Run, { named, name, bad }: Want): boolean {
	if (!READS.includes(work.operation)) return false;
	const isStatus = work.operation === 'getStatus' || work.operation === 'getStatusChanges';
	const isSaid = SAY_UNKNOWN_OF_FILES.includes(world.readings.unknownInBatch);
	if (!isStatus && !isSaid) return false;
	return named === undefined && bad === undefined && name.startsWith('INCONNUE');
}

/** What is unknown comes out as such, or fails as such where that is wanted. */
function miscalled(played: Played, run: Run, want: Want, index: number): string | undefined {
	if (!isUnknown(played, run, want)) return undefined;
	const own = reportOf(run).filter(({ items }) => items.includes(index));
	const [failure] = own.flatMap((one) => one.failure ?? []);
	const isRight = (text: string) =>
		run.work.ifNotFound === 'fail' && /introuvable|inconnu|incorrect/.test(text);
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

/** A cancellation that was answered is not said to be found out afterwards. */
function calledLost(played: Played, run: Run, want: Want, index: number): string | undefined {
	if (run.work.operation !== 'cancel' || !isCancellable(played, run, want)) return undefined;
	const own = reportOf(run).filter(({ items }) => items.includes(index));
	return own.some(({ json }) => json?.['recupere'] === true)
		? 'its answer is called lost'
		: undefined;
}

const WRONGS = [failed, missed, miscalled, calledLost];

export const calmChecks = [
	(played: Played): Violation[] =>
		played.runs.flatMap((run) => {
			if (!isCalm(played, run)) return [];
			return run.wants.flatMap((want, index) => {
				const what = WRONGS.flatMap((wrong) => wrong(played, run, want, index) ?? [])[0];
				if (what === undefined) return [];
				const words = `${run.id} ${run.work.operation}, item ${index}: ${what}`;
				return [{ promise: PROMISE, what: words }];
			});
		}),
];
