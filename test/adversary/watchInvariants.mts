/** What the trigger may never do, in the words of `product.md` and docs/trigger.md. */
import type { IDataObject } from 'n8n-workflow';
import { RAW, textsIn } from './callInvariants.mts';
import { calmPolls, isCut } from './calmPolls.mts';
import type { Violation } from './invariants.mts';
import type { Notice, Numbered } from './model.mts';
import { isForeign } from './outputInvariants.mts';
import { UNKNOWN, type Watched } from './watchPlay.mts';

type Check = (watched: Watched) => Violation[];

interface Event {
	readonly at: number;
	readonly poll: number;
	readonly json: IDataObject;
}

const violation = (promise: string, what: string): Violation => ({ promise, what });

function eventsOf({ watcher }: Watched): Event[] {
	return watcher.emitted.flatMap(({ at, poll, items }) =>
		items.map(({ json }) => ({ at, poll, json })),
	);
}

/** What was told in time. */
const toldIn = (watched: Watched): Event[] =>
	eventsOf(watched).filter(({ at }) => at <= watched.dueAt);

const isOfStatus = ({ json }: Event): boolean => !('document' in json || 'facture' in json);

function noticeOf({ world }: Watched, reference: string): Notice | undefined {
	return world.model.notices.find((one) => one.reference === reference);
}

function statusAt({ statuses }: Notice, at: number): string {
	return statuses.findLast((one) => one.at <= at)?.status ?? '';
}

/** What stayed in the list from the beginning to the end. */
const steady = ({ list, edited }: Watched) => list.filter(({ asked }) => !edited.has(asked));

/** Whether the clock or the quota of the service got into the way at the end. */
function isKeptOut({ world, crash }: Watched): boolean {
	const last = world.calls.slice(-3);
	return crash !== '' || last.some(({ codes }) => /timestamp|requetes_max/.test(codes));
}

/** Answers that hold so few of so many notices take longer than a poll may. */
function isTooMuch({ history, world }: Watched): boolean {
	const { batchMaximum } = world.readings;
	const isSlow = history.isSlow || batchMaximum === 2;
	return batchMaximum > 0 && batchMaximum < 10 && isSlow && history.before === 24;
}

/** Behind a beginning that is wholly left out, a service that reads the first ones only shows nothing of the others. */
function beginsUnknown({ world: { readings, model } }: Watched): boolean {
	const { batchMaximum, batchTooLong, emptyFiles } = readings;
	if (batchTooLong !== 'firstOnly' || batchMaximum === 0) return false;
	const gone = model.notices.filter(({ cancelledAt }) => cancelledAt !== undefined);
	return emptyFiles === 'leftOut' || gone.length + 1 >= batchMaximum;
}

/** Bisecting them to single notices takes more calls than a poll makes in vain (docs/trigger.md). */
const MANY_NOTICES = 5;

/**
 * The slowest calls, for two notices each or for lists that have to be taken apart for an unknown one, leave no time for what is
 * read last: invoices, and what was missing before.
 */
function isShortOfTime({ history: { isSlow }, world: { readings } }: Watched): boolean {
	const { batchMaximum, batchMore, unknownInBatch } = readings;
	return isSlow && (batchMaximum === 2 || batchMore === 'others' || unknownInBatch === 'internal');
}

/** Whether the polls at the end could read everything of this kind. */
function couldRead(watched: Watched, kind: Watched['history']['dead']): boolean {
	const { dead, deadBy, before } = watched.history;
	if (isTooMuch(watched) || isCut(watched) || beginsUnknown(watched)) return false;
	if (isKeptOut(watched) || dead === kind) return false;
	// Calls that are never answered use up the time of every poll: what comes after them is told once they are.
	if (dead !== 'none' && deadBy === 'hang') return false;
	const isLast = kind === 'factures' && watched.history.events.includes('newDocument');
	if (isLast && isShortOfTime(watched)) return false;
	// After so many calls in vain a poll takes the service to be away.
	if (dead !== 'none' && before >= MANY_NOTICES) return false;
	// A poll that has nothing to tell fails, so that somebody notices what it cannot read.
	return dead !== 'none' || watched.watcher.errors.length < watched.watcher.polls - 3;
}

/**
 * What n8n may forget when it is killed (docs/trigger.md, "What depends on n8n's settings"), what was changed by others, or
 * what the first poll did not see, because all its calls failed.
 */
function mayForget({ kills, isStateLost, history, world, begunAt }: Watched): boolean {
	if (history.firstSight === 'current') return false;
	const isKept = history.keeping === 'cursors' && !isStateLost;
	const isFirstRead = world.calls.some(
		({ endedAt = Infinity, fate, codes }) =>
			endedAt <= begunAt && fate === 'answered' && !codes.includes('err_'),
	);
	return !isFirstRead || (kills.length > 0 && !isKept);
}

const statusTold: Check = (watched) => {
	const { history, begunAt } = watched;
	const isJudged = history.events.includes('statusChanged') && couldRead(watched, 'statut');
	// A published notice may be suspended or withdrawn; who stops watching it does not want to know.
	if (!isJudged || mayForget(watched) || history.stopWatching !== undefined) return [];
	const events = toldIn(watched).filter(isOfStatus);
	return steady(watched).flatMap(({ asked, reference }) => {
		const notice = noticeOf(watched, reference);
		if (!notice || notice.cancelledAt !== undefined) return [];
		const last = events.findLast(({ json }) => json['demande'] === asked);
		const before = history.firstSight === 'current' ? 'nothing' : statusAt(notice, begunAt);
		const told = String(last?.json['statut'] ?? before);
		const { status } = watched.world.model.statusOf(notice);
		if (told === status) return [];
		return [violation('No change is lost.', `${asked} is ${status}, and told was ${told}`)];
	});
};

/**
 * A batch that always names others looks like an exchanged answer, one that fails over an unknown notice like an outage, and
 * such a reference has no route of its own.
 */
function isVeiled({ world: { readings } }: Watched): boolean {
	const { batchMore, unknownInBatch, referenceStyle } = readings;
	const saysNothing = batchMore === 'others' || unknownInBatch === 'internal';
	return saysNothing && ['blank', 'slash'].includes(referenceStyle);
}

const goneTold: Check = (watched) => {
	const { history, begunAt } = watched;
	const isJudged = history.events.includes('notFound') && couldRead(watched, 'statut');
	if (!isJudged || mayForget(watched) || history.stopWatching !== undefined) return [];
	const events = toldIn(watched).filter(isOfStatus);
	return steady(watched).flatMap(({ asked, reference }) => {
		const { cancelledAt } = noticeOf(watched, reference) ?? {};
		const last = events.findLast(({ json }) => json['demande'] === asked)?.json['statut'];
		if (cancelledAt === undefined && last === 'introuvable') {
			return [violation('Nothing is called gone that is there.', asked)];
		}
		if (cancelledAt === undefined || cancelledAt < begunAt || last === 'introuvable') return [];
		if (isVeiled(watched) || isShortOfTime(watched)) return [];
		return [violation('No change is lost.', `${asked} is cancelled, and told was ${String(last)}`)];
	});
};

/** A reason that nobody is told of may be the one thing that a suspension needs. */
const reasonTold: Check = (watched) => {
	const { history, begunAt, world } = watched;
	const isJudged = history.events.includes('reasonChanged') && couldRead(watched, 'statut');
	if (!isJudged || mayForget(watched) || history.stopWatching !== undefined) return [];
	// Seen for the first time again, a notice without a reason has none to tell.
	if (watched.kills.length > 0 && (watched.isStateLost || history.keeping !== 'cursors')) return [];
	const events = toldIn(watched).filter(isOfStatus);
	// Where answers are changed, a reason may be any.
	if (world.calls.some(({ shapes }) => shapes.includes('text'))) return [];
	return steady(watched).flatMap(({ asked, reference }) => {
		const notice = noticeOf(watched, reference);
		if (!notice || notice.cancelledAt !== undefined || isReasonWithheld(watched, notice)) return [];
		const last = events.findLast(({ json }) => json['demande'] === asked)?.json;
		const first = notice.statuses.findLast((one) => one.at < begunAt);
		const isFirstTold = history.firstSight !== 'none';
		const told = String((last ? last['motif'] : isFirstTold ? undefined : first?.motif) ?? 'none');
		const { motif = 'none' } = world.model.statusOf(notice);
		if (told === motif) return [];
		return [violation('No change is lost.', `${asked}: the reason is ${motif}, told was ${told}`)];
	});
};

/** A reference that is misspelt would be watched in vain. */
const unknownTold: Check = (watched) => {
	const { history, kills } = watched;
	const isJudged = history.events.includes('notFound') && couldRead(watched, 'statut');
	if (!isJudged || kills.length > 0) return [];
	const told = eventsOf(watched).filter(({ json }) => json['demande'] === UNKNOWN);
	if (told.length === 1) return [];
	// Behind the longest list that a service reads, it is refused like any other, and not unknown in three polls in a row.
	const { batchTooLong, batchMaximum, latency } = watched.world.readings;
	const isCut = batchTooLong === 'restRefused' && batchMaximum > 0;
	// A first call that hangs leaves as little time before slow calls, or before many notices.
	const isSlow = history.isSlow || (history.firstHangs && latency > 500);
	const isLate =
		isShortOfTime({ ...watched, history: { ...history, isSlow } }) ||
		(history.firstHangs && history.before === 24);
	if ((isCut || isLate) && told.length === 0) return [];
	return [violation('What is not found is told, once.', `${UNKNOWN}: ${told.length} times`)];
};

function kindOf(
	{ type }: Pick<Numbered, 'type'>,
	{ events, documentTypes }: Watched['history'],
): 'facture' | 'document' | undefined {
	const isInvoice = type === 'facture' || type === 'avoir';
	if (isInvoice && events.includes('newInvoice')) return 'facture';
	const isWanted = documentTypes.length === 0 || documentTypes.includes(type);
	return isWanted && events.includes('newDocument') ? 'document' : undefined;
}

/** An invoice is a document as well: it comes as the one or as the other, and only where its type is wanted. */
const rightKind: Check = (watched) =>
	eventsOf(watched).flatMap(({ json }) => {
		const file = (json['facture'] ?? json['document']) as Numbered | undefined;
		const kind = 'facture' in json ? 'facture' : 'document';
		if (!file || kindOf(file, watched.history) === kind) return [];
		const what = JSON.stringify(json).slice(0, 200);
		return [
			violation('Each change comes out once, named by the most specific event chosen.', what),
		];
	});

/** What a suspension withholds can be read once that has ended. */
function isWithheld({ world }: Watched, notice: Notice): boolean {
	const { status } = world.model.statusOf(notice);
	return status === 'suspendue' && world.readings.suspended !== 'readable';
}

/** Nor is the reason known of one that was suspended at first. */
function isReasonWithheld(watched: Watched, notice: Notice): boolean {
	const wasSuspended = statusAt(notice, watched.begunAt) === 'suspendue';
	const isRead = watched.world.readings.suspended === 'readable';
	return isWithheld(watched, notice) || (wasSuspended && !isRead);
}

/** Whether what was there when it was seen first could be told from what came later. */
function isFirstSightSure(watched: Watched): boolean {
	const { history, world } = watched;
	// What the first polls have no quota for is first seen later, with what it has by then.
	const isShort = world.readings.quota !== 300 && history.before === 24;
	if (isShort && history.firstSight !== 'current') return false;
	// What such a batch leaves out because it has no files yet is first seen with its first one.
	if (isVeiled(watched) && world.readings.emptyFiles === 'leftOut') return false;
	return history.dead !== 'statut' || history.firstSight !== 'publishedOrSuspended';
}

const ROUTES = { facture: 'factures', document: 'documents' } as const;

const filesTold: Check = (watched) => {
	const { history, kills, world } = watched;
	if (mayForget(watched) || !isFirstSightSure(watched)) return [];
	const events = toldIn(watched);
	const added = world.model.fileTimes;
	// An invoice of another date is another invoice.
	const isRedated = world.calls.some(({ shapes }) => shapes.includes('date'));
	return steady(watched).flatMap(({ reference }) => {
		const notice = noticeOf(watched, reference);
		if (!notice || notice.cancelledAt !== undefined || isWithheld(watched, notice)) return [];
		return notice.files.flatMap((file) => {
			const kind = kindOf(file, history);
			const isLater = (added.get(String(file.numero)) ?? 0) > watched.begunAt;
			if (!kind || !isLater || !couldRead(watched, ROUTES[kind])) return [];
			const told = events.filter(
				({ json }) => (json[kind] as IDataObject | undefined)?.['numero'] === file.numero,
			);
			const name = `${file.type} ${String(file.numero)} of ${reference}`;
			if (told.length === 0) return [violation('No change is lost.', `${name} is never told`)];
			const isShared = file.references.length > 1;
			if (told.length === 1 || kills.length > 0 || isShared || isRedated) return [];
			return [violation('Each change is told once.', `${name} is told ${told.length} times`)];
		});
	});
};

/** What an event is about: a file by its type and number, whatever its identifier. */
function subjectOf({ json }: Event): unknown {
	const file = (json['facture'] ?? json['document']) as Numbered | undefined;
	if (file?.numero === undefined) return json['evenement_id'];
	return [json['demande'], file.type, file.numero].join();
}

const toldOnce: Check = (watched) => {
	const { kills, edited, world } = watched;
	const events = eventsOf(watched).filter(({ json }) => !edited.has(String(json['demande'])));
	// An invoice of another date is another invoice.
	const isRedated = world.calls.some(({ shapes }) => shapes.includes('date'));
	return events.flatMap((event, index) => {
		const subject = subjectOf(event);
		const before = events.slice(0, index).findLast((one) => subjectOf(one) === subject);
		const isInvoice = 'facture' in event.json;
		const wasKilled = before && kills.some((at) => at >= before.at && at <= event.at);
		if (!before || wasKilled || (isRedated && isInvoice)) return [];
		const what = `${JSON.stringify(event.json).slice(0, 200)} in polls ${before.poll} and ${event.poll}`;
		return [violation('Each change is told once.', what)];
	});
};

const everHad: Check = (watched) =>
	eventsOf(watched).flatMap((event) => {
		const { json, at } = event;
		const entry = watched.list.find(({ asked }) => asked === json['demande']);
		const notice = entry && noticeOf(watched, entry.reference);
		if (!isOfStatus(event) || !notice) return [];
		if (json['statut'] === 'introuvable') {
			if ((notice.cancelledAt ?? Infinity) <= at || beginsUnknown(watched)) return [];
			return [violation('Nothing is called gone that is there.', notice.reference)];
		}
		const had = notice.statuses.some((one) => one.at <= at && one.status === json['statut']);
		return had ? [] : [violation('Nothing is called published that is not.', JSON.stringify(json))];
	});

const EVENT_FIELDS = ['evenement', 'evenement_id', 'demande', 'constate_le', 'ancien_statut'];

const ownFields: Check = (watched) =>
	eventsOf(watched).flatMap(({ json }) => {
		const foreign = EVENT_FIELDS.filter(
			(name) => isForeign(json[name]) || json[name] === undefined,
		);
		const broken = 'error' in json ? ['error', ...foreign] : foreign;
		if (broken.length === 0) return [];
		const what = `${broken.join()} in ${JSON.stringify(json).slice(0, 200)}`;
		return [violation("The node's own fields are the node's.", what)];
	});

/** For each kind of reading one call and twenty more to find what spoils it, each repeated twice; and files. */
const CALLS_OF_POLL = 250;
const SLACK_MS = 5_000;

const bounded: Check = ({ world, lateMs, crash, busiestMs }) => {
	const counts = new Map<string, number>();
	for (const { run } of world.calls) counts.set(run, (counts.get(run) ?? 0) + 1);
	const most = Math.max(0, ...counts.values());
	const broken: Violation[] = [];
	if (most > CALLS_OF_POLL) broken.push(violation('Work of a poll is bounded.', `${most} calls`));
	if (lateMs > SLACK_MS) {
		broken.push(violation('A poll ends within the time that n8n gives it.', `${lateMs} ms more`));
	}
	if (crash !== '') broken.push(violation('A poll ends.', crash));
	if (busiestMs > 3_000) broken.push(violation('n8n is never blocked.', `for ${busiestMs} ms`));
	return broken;
};

const sentences: Check = ({ watcher }) =>
	watcher.errors.flatMap(({ name, message }) => {
		const isNode = ['NodeApiError', 'NodeOperationError'].includes(name);
		if (isNode && !RAW.test(message)) return [];
		return [violation('A failure is an error of the node with a sentence.', `${name}: ${message}`)];
	});

const secrets: Check = ({ world, watcher, credential }) => {
	const errors = textsIn(watcher.errors);
	const everything = `${watcher.kept}${world.logged}${JSON.stringify(watcher.emitted)}${errors}`;
	const signatures = world.calls.map(({ headers }) => String(headers['Signature']));
	const secret = [credential.secretKey, credential.publicKey, ...signatures].find((one) =>
		everything.includes(one),
	);
	return secret ? [violation('No secret, key or signature is stored.', secret)] : [];
};

/** Long enough for what could not be read at first, and for many notices that are gone at once. */
const MINUTE = 60_000;
const AT_LAST_MS = 10 * MINUTE;

function wasEverSuspended({ statuses }: Notice): boolean {
	return statuses.some(({ status }) => status === 'suspendue');
}

/** Something is wrong with the service itself for as long as the polls go on. */
function isAilingService(watched: Watched): boolean {
	const { history, world } = watched;
	const last = world.calls.filter(({ sentAt }) => sentAt > watched.endedAt - AT_LAST_MS);
	// A clock that nobody can read goes wrong again and again.
	const isOff = last.some(({ codes }) => /timestamp|requetes_max/.test(codes));
	// Between a call that hangs and slow ones a poll has no time to find out how many notices a list may have.
	// Nor where such calls have to be repeated to find an unknown notice, and the rest of it belongs to downloads.
	const { latency, unknownInBatch } = world.readings;
	const isShort = history.keeping !== 'classic' && history.downloadFiles;
	const isFailedOver = isShort && unknownInBatch === 'internal';
	const hasNoTime = (history.firstHangs || isFailedOver) && latency > 500;
	const isHeldUp = history.dead !== 'none' || isTooMuch(watched) || hasNoTime;
	return isHeldUp || isVeiled(watched) || isOff;
}

const OF_DEAD = { statut: 'statusChanged', documents: 'newDocument', factures: 'newInvoice' };

/** A kind of events that stays away has to be noticed. */
const deadNoticed: Check = (watched) => {
	const { history, watcher, endedAt, world } = watched;
	const { dead, events, stopWatching } = history;
	if (dead === 'none' || !events.includes(OF_DEAD[dead]) || stopWatching !== undefined) return [];
	if (watched.crash !== '' || isVeiled(watched)) return [];
	// Those that are gone or suspended may rest.
	const isThere = ({ reference }: { readonly reference: string }) => {
		const notice = noticeOf(watched, reference);
		return notice !== undefined && notice.cancelledAt === undefined && !wasEverSuspended(notice);
	};
	const isTold = watcher.emitted.some(({ at }) => at > endedAt - 3 * MINUTE);
	if (isTold || !steady(watched).some(isThere)) return [];
	if (watcher.lastErrorAt > endedAt - 3 * MINUTE) return [];
	const what = `${dead} by ${history.deadBy}, of ${world.model.notices.length} notices`;
	return [violation('A kind that cannot be read at all makes polls fail.', what)];
};

/** A poll that fails for good tells nothing any more. */
const recovers: Check = (watched) => {
	const { watcher, endedAt, history } = watched;
	if (history.isSlow || isAilingService(watched)) return [];
	if (watched.crash !== '' || watcher.lastErrorAt < endedAt - AT_LAST_MS + MINUTE) return [];
	const what = String(watcher.errors.at(-1)?.message);
	return [violation('Where nothing strikes any more, polls do not fail.', what)];
};

const CHECKS = [
	statusTold,
	reasonTold,
	unknownTold,
	rightKind,
	recovers,
	deadNoticed,
	goneTold,
	filesTold,
	calmPolls,
	toldOnce,
	everHad,
	ownFields,
	bounded,
	sentences,
	secrets,
];

export function watchViolationsOf(watched: Watched): Violation[] {
	return CHECKS.flatMap((check) => check(watched));
}
