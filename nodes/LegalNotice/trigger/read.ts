/** What a poll reads: which notices, in which order, when nothing more is sent, and what is learned of each. */
import { ServiceFailure } from '../errors/failures';
import type { BatchRoute } from '../notices/ask';
import { statusOutcome, SUSPENDED } from '../notices/changes';
import { filesOutcome, type FileList } from '../notices/files';
import { isLost } from '../notices/match';
import { BATCH_SIZE, NoticeReader, ROUTES, type KindRead } from '../notices/reader';
import type { ServiceClient } from '../transport/client';
import type { Deadline } from './deadline';
import { noticeDiff, type NoticeAnswers, type NoticeDiff } from './diff';
import { isListWatched, type WatchSettings } from './settings';
import { daysSince1970, knownStatus, type Seen, type State } from './state';

const LISTS: readonly FileList[] = ['documents', 'factures'];
/** So many lists are read at once. */
const WAVE = 10;
/** Calls for parts of lists in one poll: what is not found by then, a later poll finds. */
const MOST_PART_CALLS = 100;
/** So many of the notices that are read alone have their turn in one poll. */
const ALONE = 10;
/** Parts of a poll's time: no call is begun later, earlier where files are to be downloaded; and the last answer is waited for. */
const LAST_CALL = 0.6;
const LAST_CALL_BEFORE_FILES = 0.4;
const LAST_ANSWER = 0.85;

export interface ReadFacts {
	readonly client: ServiceClient;
	readonly state: State;
	readonly settings: WatchSettings;
	readonly nowMs: number;
	readonly deadline: Deadline;
}

export interface Reading {
	readonly answers: ReadonlyMap<string, NoticeAnswers>;
	/** Whether anything was learned. */
	readonly isAnyRead: boolean;
	/** Whether one kind of reading failed altogether: its events would stay away without anybody noticing. */
	readonly isKindFailed: boolean;
	/** Why something was not read, if that is so. */
	readonly failure: ServiceFailure | undefined;
	/** The reference with which the next poll begins. */
	readonly next: string | undefined;
	/** References to be read alone from now on, in this order. */
	readonly apart: readonly string[];
	/** Whether this poll did not come to those of them that were known. */
	readonly apartIsDue: boolean;
}

/** Reads as much as there is time for. It never throws what the service is to blame for. */
export async function readNotices(facts: ReadFacts): Promise<Reading> {
	const reading = new PollReading(facts);
	const work = reading.run();
	const isInTime = await facts.deadline.waitFor(work, LAST_ANSWER);
	// What is still under way may be answered later: nothing of it changes what is returned here.
	return reading.result(isInTime);
}

class PollReading {
	private readonly reader: NoticeReader;
	/** The notices that are read in lists, in the order of this poll. */
	private readonly order: readonly string[];
	/** Those that are read alone, and those of them that have had their turn in this poll. */
	private readonly apart: readonly string[];
	private turn: readonly string[] = [];
	private wantsFiles = false;

	constructor(private readonly facts: ReadFacts) {
		const { client, state, settings, deadline } = facts;
		const mayAsk = () => !deadline.isPast(this.wantsFiles ? LAST_CALL_BEFORE_FILES : LAST_CALL);
		this.reader = new NoticeReader(client, { mayAsk, mostPartCalls: MOST_PART_CALLS });
		const { list } = settings;
		const first = Math.max(0, list.indexOf(state.next ?? ''));
		const rotated = [...list.slice(first), ...list.slice(0, first)];
		const isListed = new Set(list);
		this.apart = state.apart.filter((asked) => isListed.has(asked));
		const isApart = new Set(this.apart);
		this.order = rotated.filter((asked) => !isApart.has(asked));
	}

	/**
	 * One batch, and ten at a time once the service has answered it; last the notices that are read alone, or behind the first
	 * batch where the poll before did not come to them.
	 */
	async run(): Promise<void> {
		const { apartIsDue } = this.facts.state;
		let length = BATCH_SIZE;
		for (let at = 0; at < this.order.length && !this.reader.isOver; ) {
			const wave = this.order.slice(at, at + length);
			await this.readWave(wave);
			if (at === 0 && apartIsDue) await this.readApart();
			at += wave.length;
			length = WAVE * this.reader.size;
		}
		if (this.turn.length === 0) await this.readApart();
	}

	/**
	 * The status first: it says which documents a change needs, and whose files are requested in lists of their own. For one suspended notice
	 * a service may refuse the files of a whole list, as for one that it does not know.
	 */
	private async readWave(wave: readonly string[]): Promise<void> {
		const { reader } = this;
		await reader.readLists('statut', this.wantedOf(wave, 'statut'));
		const suspended = wave.filter((asked) => this.isSuspended(asked));
		const missing = wave.filter((asked) => this.isMissing(asked));
		const ownLists = new Set([...suspended, ...missing]);
		const others = wave.filter((asked) => !ownLists.has(asked));
		for (const list of LISTS) {
			await reader.readLists(list, this.wantedOf(others, list));
			await reader.readLists(list, this.wantedOf(suspended, list), true);
			await reader.readLists(list, this.wantedOf(missing, list));
		}
		this.noteFiles(wave);
	}

	/** Those that are being missed come first, because three polls are to say so; the others in turn. */
	private async readApart(): Promise<void> {
		const isBeingMissed = (asked: string) => [1, 2].includes(this.seenOf(asked).manque ?? 0);
		const inTurn = [
			...this.apart.filter(isBeingMissed),
			...this.apart.filter((asked) => !isBeingMissed(asked)),
		];
		if (this.reader.isOver) return;
		this.turn = inTurn.slice(0, ALONE);
		for (const route of ROUTES) {
			const wanted = this.wantedOf(this.turn, route);
			await Promise.all(wanted.map(async (asked) => await this.reader.readAlone(route, asked)));
		}
		this.noteFiles(this.turn);
	}

	/** From the first event with files on, time is left for their download. */
	private noteFiles(asked: readonly string[]): void {
		if (!this.facts.settings.files || this.wantsFiles) return;
		this.wantsFiles = asked.some((one) => {
			return this.diffOf(one).events.some(({ files }) => files.length > 0);
		});
	}

	private wantedOf(some: readonly string[], route: BatchRoute): string[] {
		return some.filter((asked) => this.isWanted(asked, route));
	}

	/** Whether it can still change, or an event that waits needs it: nothing else is worth a call. */
	private isWanted(asked: string, route: BatchRoute): boolean {
		const { settings } = this.facts;
		const { parue, attend } = this.seenOf(asked);
		const isPublished = settings.stopAfterDays !== undefined && parue !== undefined;
		if (route === 'statut') return !isPublished || attend !== undefined;
		if (isListWatched(settings, route) && !this.isForgotten(asked, route)) return true;
		if (route !== 'documents' || (!settings.files && settings.waitPolls === 0)) return false;
		return this.diffOf(asked).needsDocuments;
	}

	/** Whether the days of 'Stop Watching After Publication' are over, and nothing waits for its file. */
	private isForgotten(asked: string, list: FileList): boolean {
		const { stopAfterDays = Infinity } = this.facts.settings;
		const { parue = Infinity, fichiers = {} } = this.seenOf(asked);
		const isAwaited = Object.values(fichiers).some(({ liste }) => liste === list);
		return !isAwaited && daysSince1970(this.facts.nowMs) > parue + stopAfterDays;
	}

	/** By what this poll has read, or else by what is remembered. */
	private isSuspended(asked: string): boolean {
		const statut = this.statutOf(asked);
		if (typeof statut === 'object') return statut.status === SUSPENDED;
		return statut === undefined && this.seenOf(asked).statut === SUSPENDED;
	}

	private isMissing(asked: string): boolean {
		const statut = this.statutOf(asked);
		return (
			statut === 'missing' || (statut === undefined && this.seenOf(asked).manque !== undefined)
		);
	}

	private statutOf(asked: string): NoticeAnswers['statut'] {
		const { found } = this.reader.kinds.statut;
		if (!found.has(asked)) return undefined;
		const seen = this.seenOf(asked);
		return statusOutcome(found.get(asked), asked, knownStatus(seen.attend ?? seen));
	}

	private seenOf(asked: string): Seen {
		return this.facts.state.notices.get(asked) ?? {};
	}

	private diffOf(asked: string): NoticeDiff {
		const { settings, nowMs, state } = this.facts;
		const answers = this.answersOf(asked);
		const facts = { asked, answers, settings, nowMs, since: state.since, files: new Map() };
		return noticeDiff({ ...facts, seen: this.seenOf(asked) });
	}

	private answersOf(asked: string): NoticeAnswers {
		const files = (list: FileList) => {
			const { found } = this.reader.kinds[list];
			return found.has(asked) ? filesOutcome(found.get(asked), asked, list) : undefined;
		};
		return {
			statut: this.statutOf(asked),
			documents: files('documents'),
			factures: files('factures'),
			documentsRequested: this.isRequested(asked, 'documents'),
		};
	}

	/** What was learned so far: it is complete at any moment, because the time may end at any. */
	result(isInTime: boolean): Reading {
		const { reader } = this;
		const inTrouble = new Set(ROUTES.filter((route) => this.isInTrouble(route)));
		const answers = new Map(
			this.facts.settings.list.map((asked) => {
				const isUnread = this.isUnread(asked, inTrouble);
				return [asked, { ...this.answersOf(asked), isUnread }] as const;
			}),
		);
		const kinds = ROUTES.map((route) => reader.kinds[route]);
		const failedKind = ROUTES.find((route) => this.isFailed(route, answers));
		const isAnyRead = kinds.some(({ found }) => found.size > 0);
		const isAnyWanted = kinds.some(({ asked }) => asked.size > 0) || reader.stoppedBy !== undefined;
		const isCut = !isInTime || (!isAnyRead && isAnyWanted);
		const late = isCut ? new ServiceFailure('noAnswer', { readOnly: true }) : undefined;
		const failure = reader.stoppedBy ?? this.whyUnread(failedKind) ?? late;
		const isKindFailed = failedKind !== undefined;
		const [next, apart] = [this.nextAfter(), this.apartAfter(answers)];
		const apartIsDue = this.apart.length > 0 && this.turn.length === 0;
		return { answers, isAnyRead, isKindFailed, failure, next, apart, apartIsDue };
	}

	/**
	 * Whether the lists of a notice were lost while others were read; undefined where the poll did not come to it, or the
	 * service was in trouble: then only a short list that was lost says something of its notices.
	 */
	private isUnread(asked: string, inTrouble: ReadonlySet<BatchRoute>): boolean | undefined {
		const { kinds } = this.reader;
		const lostIn = ROUTES.filter((route) => isLostIn(kinds[route], asked));
		const isBlamed = (route: BatchRoute) =>
			!inTrouble.has(route) || (kinds[route].found.size > 0 && kinds[route].suspects.has(asked));
		if (lostIn.some(isBlamed)) return true;
		const wasRead = lostIn.length === 0 && ROUTES.some((route) => kinds[route].asked.has(asked));
		return wasRead ? false : undefined;
	}

	/** Whether the service was taken to be away, or more was lost over a route than read. */
	private isInTrouble(route: BatchRoute): boolean {
		const kind = this.reader.kinds[route];
		const lost = [...kind.failures.keys()].filter((asked) => isLostIn(kind, asked));
		return this.reader.isAway || lost.length > kind.found.size;
	}

	/** Whether nothing of a kind could be read that was requested. That suspended notices withhold it is an answer. */
	private isFailed(route: BatchRoute, answers: ReadonlyMap<string, NoticeAnswers>): boolean {
		const { asked, failures } = this.reader.kinds[route];
		const isWatched = route === 'statut' || isListWatched(this.facts.settings, route);
		const isRead = (one: string) => {
			const outcome = outcomeIn(answers, one, route);
			return outcome !== undefined && outcome !== 'unreadable';
		};
		// Where keys or quota ended the reading, nothing counts as requested.
		const wasTried = asked.size > 0 || failures.size > 0;
		return isWatched && wasTried && ![...asked].some(isRead);
	}

	private whyUnread(failedKind: BatchRoute | undefined): ServiceFailure | undefined {
		for (const route of ROUTES) {
			const { failures, found } = this.reader.kinds[route];
			for (const [asked, failure] of failures) {
				if (!found.has(asked)) return failure;
			}
		}
		if (failedKind === undefined) return undefined;
		const refusals = [...this.reader.kinds[failedKind].found.values()];
		const refusal = refusals.find((found) => found instanceof ServiceFailure);
		const facts = { missing: failedKind, readOnly: true };
		return refusal ?? new ServiceFailure('notTheService', facts);
	}

	/** The first reference that was not requested in every kind; if a poll does not get beyond that, the next batch: nobody waits behind it. */
	private nextAfter(): string | undefined {
		const isOpen = (asked: string) =>
			ROUTES.some((route) => !this.isRequested(asked, route) && this.isWanted(asked, route));
		const next = this.order.find(isOpen);
		return next === this.order[0] ? this.order[BATCH_SIZE] : next;
	}

	private isRequested(asked: string, route: BatchRoute): boolean {
		return this.reader.kinds[route].asked.has(asked);
	}

	/**
	 * Those that had no turn come first, then those that had one and were not answered in every kind; those that were are read
	 * in lists again. What this poll has found out joins them.
	 */
	private apartAfter(answers: ReadonlyMap<string, NoticeAnswers>): string[] {
		const hadTurn = new Set(this.turn);
		const isAnswered = (asked: string) =>
			this.wantedRoutes(asked).every(
				(route) => typeof outcomeIn(answers, asked, route) === 'object',
			);
		const known = new Set(this.apart);
		return [
			...this.apart.filter((asked) => !hadTurn.has(asked)),
			...this.turn.filter((asked) => !isAnswered(asked)),
			...[...this.spoiling()].filter((asked) => !known.has(asked)),
		];
	}

	/** Those that make lists fail. Where nothing of a kind could be read, that says nothing of the single notices. */
	private spoiling(): ReadonlySet<string> {
		const spoiling = ROUTES.flatMap((route) => {
			const { found, failAlone } = this.reader.kinds[route];
			return found.size > 0 ? [...failAlone] : [];
		});
		return new Set(spoiling);
	}

	private wantedRoutes(asked: string): BatchRoute[] {
		return ROUTES.filter((route) => this.isWanted(asked, route));
	}
}

function isLostIn({ found, failures }: KindRead, asked: string): boolean {
	const failure = failures.get(asked);
	return failure !== undefined && isLost(failure) && !found.has(asked);
}

function outcomeIn(
	answers: ReadonlyMap<string, NoticeAnswers>,
	asked: string,
	route: BatchRoute,
): object | string | undefined {
	return answers.get(asked)?.[route];
}
