/** What the trigger may never do, in the words of `product.md` and docs/trigger.md. */
import { RAW, rate, signed, textsIn } from './callInvariants.mts';
import { calmPolls } from './calmPolls.mts';
import { EVENT_CHECKS } from './eventInvariants.mts';
import type { Violation } from './invariants.mts';
import type { Notice, Numbered } from './model.mts';
import { isForeign } from './outputInvariants.mts';
import { readingsOf, rememberedSince, type Kind } from './remembered.mts';
import {
	eventsOf,
	fileIn,
	inShort,
	isAbout,
	isOfStatus,
	listedAtLast,
	isBroken,
	mayBeUnwatched,
	noticeIn,
	noticeOf,
	seenAt,
	standingAt,
	toldInTime,
	violation,
	type Entry,
	type Event,
	type PollCheck,
} from './watched.mts';
import { UNKNOWN, type Watched } from './watchPlay.mts';
import type { Call } from './world.mts';

/** Whether the polls at the end could read everything of this kind. While one kind of files does not work, the other may rest. */
function couldRead({ history: { dead }, crash }: Watched, kind: Kind): boolean {
	return crash === '' && (dead === 'none' || (kind === 'statut' && dead !== kind));
}

/** What the trigger has told of a notice last, or knows without having told it; undefined where it may know anything. */
function knownOf(watched: Watched, entry: Entry, notice: Notice): Standing | undefined {
	// What is listed again begins anew.
	const isAll = watched.history.firstSight === 'current' && !watched.edits.has(entry.asked);
	const since = isAll ? 0 : rememberedSince(watched, entry, 'statut');
	if (since === undefined) return undefined;
	const last = toldInTime(watched).findLast(
		(event) => event.at >= since && isAbout(watched, event, entry) && isOfStatus(event),
	);
	if (last) return { status: String(last.json['statut']), reason: last.json['motif'] ?? undefined };
	if (isAll) return { status: 'nothing', reason: undefined };
	const { status, motif } = standingAt(notice, since);
	return { status, reason: motif };
}

interface Standing {
	readonly status: string;
	readonly reason: unknown;
}

const LOST = 'No change is lost.';

const statusTold: PollCheck = (watched) => {
	const { events } = watched.history;
	if (!events.includes('statusChanged') || !couldRead(watched, 'statut')) return [];
	return listedAtLast(watched).flatMap((entry) => {
		const notice = noticeOf(watched, entry.reference);
		if (!notice || notice.cancelledAt !== undefined || mayBeUnwatched(watched, notice)) return [];
		const known = knownOf(watched, entry, notice)?.status;
		const { status } = watched.world.model.statusOf(notice);
		if (known === undefined || known === status) return [];
		return [violation(LOST, `${entry.asked} is ${status}, and told was ${known}`)];
	});
};

const goneTold: PollCheck = (watched) => {
	const { events } = watched.history;
	if (!events.includes('notFound') || !couldRead(watched, 'statut')) return [];
	const told = toldInTime(watched).filter(({ json }) => json['statut'] === 'introuvable');
	return listedAtLast(watched).flatMap(({ asked, reference }) => {
		const notice = noticeOf(watched, reference);
		if (notice?.cancelledAt === undefined || mayBeUnwatched(watched, notice)) return [];
		if (told.some(({ json }) => json['demande'] === asked)) return [];
		return [violation(LOST, `${asked} is cancelled, and that is not told`)];
	});
};

/** A reason that nobody is told of may be the one thing that a suspension needs. */
const reasonTold: PollCheck = (watched) => {
	const { history, world } = watched;
	if (!history.events.includes('reasonChanged') || !couldRead(watched, 'statut')) return [];
	// Where answers are changed, a reason may be any.
	if (world.calls.some(({ shapes }) => shapes.includes('text'))) return [];
	return listedAtLast(watched).flatMap((entry) => {
		const notice = noticeOf(watched, entry.reference);
		if (!notice || notice.cancelledAt !== undefined || mayBeUnwatched(watched, notice)) return [];
		const known = knownOf(watched, entry, notice);
		const { motif } = world.model.statusOf(notice);
		if (!known || known.reason === motif) return [];
		// Seen for the first time again, a notice without a reason has none to tell.
		const isAnew = watched.kills.length > 0;
		if (isAnew && motif === undefined) return [];
		const told = String(known.reason);
		return [violation(LOST, `${entry.asked}: the reason is ${motif}, told was ${told}`)];
	});
};

/** A reference that is misspelt would be watched in vain. */
const unknownTold: PollCheck = (watched) => {
	const { history, kills } = watched;
	const isJudged = history.events.includes('notFound') && couldRead(watched, 'statut');
	if (!isJudged) return [];
	const told = eventsOf(watched).filter(({ json }) => json['demande'] === UNKNOWN);
	// After a crash it may be told again.
	if (told.length === 1 || (told.length > 1 && kills.length > 0)) return [];
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
const rightKind: PollCheck = (watched) =>
	eventsOf(watched).flatMap(({ json }) => {
		const file = fileIn(json) as Numbered | undefined;
		const kind = 'facture' in json ? 'facture' : 'document';
		if (!file || kindOf(file, watched.history) === kind) return [];
		const promise = 'Each change comes out once, named by the most specific event chosen.';
		return [violation(promise, inShort(json))];
	});

/** What a suspension withholds can be read once that has ended. */
function isWithheld({ world }: Watched, notice: Notice): boolean {
	const { status } = world.model.statusOf(notice);
	return status === 'suspendue' && world.readings.suspended !== 'readable';
}

const ROUTES = { facture: 'factures', document: 'documents' } as const;

/** The files of a notice that is suspended, or not found, when it is seen first are read later: those that are there by then count as seen. */
function mayBeReadLate(watched: Watched, { reference }: Entry): boolean {
	const wasSuspended =
		noticeOf(watched, reference)?.statuses.some(({ status }) => status === 'suspendue') === true;
	const wasHidden = watched.watcher.played.some(({ hidden }) => hidden.has(reference));
	return wasHidden || (wasSuspended && watched.world.readings.suspended !== 'readable');
}

/** Since when a document or invoice that comes has to be told. */
function filesRememberedSince(watched: Watched, entry: Entry, kind: Kind): number | undefined {
	const { firstSight } = watched.history;
	if (firstSight === 'current' && !mayBeReadLate(watched, entry)) return 0;
	const since = rememberedSince(watched, entry, kind);
	if (since === undefined || firstSight !== 'publishedOrSuspended') return since;
	// It says whether files are reported at first sight.
	const ofStatus = rememberedSince(watched, entry, 'statut');
	return ofStatus === undefined ? undefined : Math.max(since, ofStatus);
}

/** Whether a poll showed it, or could do so at last. */
function wasShown(watched: Watched, entry: Entry, notice: Notice, file: Numbered): boolean {
	const kind = kindOf(file, watched.history);
	if (!kind) return false;
	const isAtLast = notice.cancelledAt === undefined && !isWithheld(watched, notice);
	if (isAtLast && couldRead(watched, ROUTES[kind])) return true;
	const begunAt = Math.max(file.addedAt, ...(watched.edits.get(entry.asked) ?? []));
	const readings = readingsOf(watched, entry, ROUTES[kind]);
	return watched.kills.length === 0 && readings.some(({ sentAt }) => sentAt > begunAt);
}

/** The events that tell a document or invoice of a notice; of proofs, which have no number, those of all. */
function eventsOfFile(watched: Watched, entry: Entry, file: Numbered): Event[] {
	return toldInTime(watched).filter((event) => {
		const { json } = event;
		const told = fileIn(json);
		const billed = (json['references_demandees'] ?? []) as string[];
		const isAboutNotice = isAbout(watched, event, entry) || billed.includes(entry.asked);
		return isAboutNotice && told?.type === file.type && told.numero === file.numero;
	});
}

const filesTold: PollCheck = (watched) =>
	listedAtLast(watched).flatMap((entry) => {
		const notice = noticeOf(watched, entry.reference);
		return (notice?.files ?? []).flatMap((file) => {
			const kind = kindOf(file, watched.history);
			const since = kind && filesRememberedSince(watched, entry, ROUTES[kind]);
			if (!notice || since === undefined || file.addedAt <= since) return [];
			if (isBroken(watched, notice)) return [];
			if (!wasShown(watched, entry, notice, file)) return [];
			const isAlike = ({ type, numero }: Numbered) => type === file.type && numero === file.numero;
			// Proofs have no number: there are as many events as were shown.
			const alike = notice.files.filter(
				(one) => isAlike(one) && one.addedAt > since && wasShown(watched, entry, notice, one),
			);
			if (eventsOfFile(watched, entry, file).length >= alike.length) return [];
			const name = `${file.type} ${file.numero ?? ''} of ${entry.asked}`;
			return [violation(LOST, `${name} is never told`)];
		});
	});

/** What an event is about: a file by its type and number, whatever its identifier. */
function subjectOf({ json }: Event): unknown {
	const file = fileIn(json);
	// A notice that is listed by both its names may be told for each, with one identifier.
	if (file?.numero === undefined) return [json['demande'], json['evenement_id']].join();
	return [json['demande'], file.type, file.numero].join();
}

const toldOnce: PollCheck = (watched) => {
	const { kills, edits, world } = watched;
	const events = eventsOf(watched);
	// An invoice of another date is another invoice.
	const isRedated = world.calls.some(({ shapes }) => shapes.includes('date'));
	return events.flatMap((event, index) => {
		const subject = subjectOf(event);
		const before = events.slice(0, index).findLast((one) => subjectOf(one) === subject);
		if (!before || (isRedated && 'facture' in event.json)) return [];
		// After a crash it may be told again, and what left the list and came back begins anew.
		const begins = [...kills, ...(edits.get(String(event.json['demande'])) ?? [])];
		if (begins.some((at) => at >= before.at && at <= event.at)) return [];
		const what = `polls ${before.poll} and ${event.poll}: ${inShort(event.json)}`;
		return [violation('Each change is told once.', what)];
	});
};

/** From when it was seen until it was told, the notice had this status. */
const everHad: PollCheck = (watched) =>
	eventsOf(watched).flatMap((event) => {
		const { json, at } = event;
		const notice = noticeIn(watched, json);
		if (!isOfStatus(event) || !notice) return [];
		if (json['statut'] === 'introuvable') {
			if ((notice.cancelledAt ?? Infinity) <= at) return [];
			return [violation('Nothing is called gone that is there.', notice.reference)];
		}
		const first = standingAt(notice, seenAt(event)).status;
		const later = notice.statuses.filter((one) => one.at <= at && one.at >= seenAt(event));
		const had = [first, ...later.map(({ status }) => status)];
		if (had.includes(String(json['statut']))) return [];
		return [violation('Nothing is called published that is not.', inShort(json))];
	});

const EVENT_FIELDS = ['evenement', 'evenement_id', 'demande', 'constate_le', 'ancien_statut'];

const ownFields: PollCheck = (watched) =>
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

const bounded: PollCheck = ({ world, lateMs, crash, busiestMs }) => {
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

const testErrors = ({ tests }: Watched['watcher']): Error[] =>
	tests.flatMap(({ error }) => error ?? []);

const sentences: PollCheck = ({ watcher }) =>
	[...watcher.errors, ...testErrors(watcher)].flatMap(({ name, message }) => {
		const isNode = ['NodeApiError', 'NodeOperationError'].includes(name);
		if (isNode && !RAW.test(message)) return [];
		return [violation('A failure is an error of the node with a sentence.', `${name}: ${message}`)];
	});

const secrets: PollCheck = ({ world, watcher, credential }) => {
	const errors = textsIn([...watcher.errors, ...testErrors(watcher)]);
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

const OF_DEAD = { statut: 'statusChanged', documents: 'newDocument', factures: 'newInvoice' };

/** A kind of events that stays away has to be noticed. */
const deadNoticed: PollCheck = (watched) => {
	const { history, watcher, endedAt, world } = watched;
	const { dead, events } = history;
	if (dead === 'none' || !events.includes(OF_DEAD[dead]) || watched.crash !== '') return [];
	// Those that are gone, suspended or published may rest.
	const isThere = ({ reference }: Entry) => {
		const notice = noticeOf(watched, reference);
		if (!notice || notice.cancelledAt !== undefined || mayBeUnwatched(watched, notice))
			return false;
		return world.model.statusOf(notice).status !== 'suspendue';
	};
	const isTold = watcher.emitted.some(({ at }) => at > endedAt - 3 * MINUTE);
	if (isTold || !listedAtLast(watched).some(isThere)) return [];
	// The polls by turns begin with another kind, and one with much time takes longer than the minutes between two.
	const isFailing = watcher.played.slice(-4).some(({ isFailed }) => isFailed);
	if (isFailing || watcher.lastErrorAt > endedAt - 3 * MINUTE) return [];
	const what = `${dead}, of ${world.model.notices.length} notices`;
	return [violation('A kind that cannot be read at all makes polls fail.', what)];
};

/** A poll that fails for good tells nothing any more. */
const recovers: PollCheck = (watched) => {
	const { watcher, endedAt } = watched;
	if (watched.history.dead !== 'none' || watched.crash !== '') return [];
	if (watcher.lastErrorAt < endedAt - AT_LAST_MS + MINUTE) return [];
	const what = String(watcher.errors.at(-1)?.message);
	return [violation('Where nothing strikes any more, polls do not fail.', what)];
};

/** docs/trigger.md, "What it costs": bytes for a reference that is not found, and around all of them. */
const BYTES_OF_NOTICE = 230;
const BYTES_OF_FILE = 10;
const BYTES_AROUND = 500;

/** What n8n stores of a poll to which nothing new has come for long, as it does with cursors after each poll. */
const compact: PollCheck = ({ history, world, watcher, list, calmAt }) => {
	const isStored = (watcher.storedAt.at(-1) ?? 0) > calmAt + AT_LAST_MS;
	if (history.keeping !== 'cursors' || !isStored) return [];
	const files = world.model.notices.flatMap((notice) => notice.files).length;
	const most = BYTES_AROUND + BYTES_OF_NOTICE * (list.length + 1) + 2 * BYTES_OF_FILE * files;
	const { storedLength } = watcher;
	if (storedLength <= most) return [];
	return [violation('The stored state is compact.', `${storedLength} bytes, not ${most}`)];
};

/**
 * Once the clocks stand still, what one call of a process has learned of the clock of the service holds for all later ones.
 * Until a call is refused, there is nothing to learn.
 */
const clockLearned: PollCheck = ({ world, calmAt }) => {
	const calm = world.calls.filter(({ sentAt }) => sentAt > calmAt);
	const isRefused = ({ codes }: Call) => /timestamp/.test(codes);
	const late = calm.filter(isRefused).find(({ sentAt, process }) => {
		const before = calm.filter(
			(one) => one.process === process && Number(one.endedAt ?? Infinity) < sentAt,
		);
		const learnedAt = before.findIndex(isRefused);
		const since = learnedAt < 0 ? [] : before.slice(learnedAt);
		return since.some((one) => one.fate === 'answered' && !isRefused(one));
	});
	return late ? [violation('The clock is corrected.', `call ${late.number} is refused`)] : [];
};

const CHECKS: readonly PollCheck[] = [
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
	...EVENT_CHECKS,
	bounded,
	sentences,
	secrets,
	signed,
	rate,
	clockLearned,
	compact,
];

export function watchViolationsOf(watched: Watched): Violation[] {
	return CHECKS.flatMap((check) => check(watched));
}
