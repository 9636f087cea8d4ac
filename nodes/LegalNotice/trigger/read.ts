/**
 * What a poll reads: which names, in which order, when nothing more is sent, and what is learned of each. Two lanes are read
 * side by side. Most names go in batches: those of a batch are requested together, their status first and then their files.
 * The names that make lists fail are read alone: ten in a poll, and those that it has just singled out.
 */
import { ServiceFailure } from '../errors/failures';
import type { Route } from '../notices/ask';
import { NOT_FOUND, readStatus, SUSPENDED, type NoticeReply } from '../notices/changes';
import type { FileRoute } from '../notices/files';
import { LIST_SIZE, inLists, NoticeReader, ROUTES } from '../notices/reader';
import type { ServiceClient } from '../transport/client';
import type { Deadline } from './deadline';
import { GONE_AFTER, type NoticeAnswers } from './diff';
import { KeptFiles } from './keptFiles';
import { areFilesWatched, type WatchSettings } from './settings';
import { daysSince1970, type Seen, type State } from './state';

const FILE_ROUTES: readonly FileRoute[] = ['documents', 'factures'];
/** So many batches are read at once. */
const BATCHES_AT_ONCE = 10;
/** Calls for parts of lists in one poll: who is not singled out by then, a later poll singles out. */
const MOST_PART_CALLS = 100;
/** So many names are read alone in one poll, beside those that it singles out itself. */
const ALONE_IN_A_POLL = 10;
const BARE_NAMES_IN_A_POLL = 10;
/** Shares of a poll's time: after the first no call is begun, and until the second the last answer is waited for. */
const LAST_CALL = 0.6;
const LAST_ANSWER = 0.85;

export interface ReadFacts {
	readonly client: ServiceClient;
	readonly before: State;
	readonly settings: WatchSettings;
	readonly nowMs: number;
	readonly deadline: Deadline;
}

/** What a poll has read. */
export interface PollRead {
	/** By name; nothing of a name that was not requested, or not answered. */
	readonly answers: ReadonlyMap<string, NoticeAnswers>;
	readonly isAnyRead: boolean;
	/** Whether something is left for a later poll. */
	readonly isAnyOpen: boolean;
	/** Why something was not read; undefined where it was only not requested, for want of time or calls. */
	readonly failure: ServiceFailure | undefined;
	/** The name with which the next poll begins. */
	readonly next: string | undefined;
	/** Names to be read alone from now on, in this order. */
	readonly alone: readonly string[];
}

/** Reads as much as there is time for. It never throws what the service is to blame for. */
export async function readNotices(facts: ReadFacts): Promise<PollRead> {
	const reader = new PollReader(facts);
	const isInTime = await facts.deadline.waitFor(reader.run(), LAST_ANSWER);
	// What is still under way may be answered later: nothing of it changes what is returned here.
	return reader.result(isInTime);
}

type MutableAnswers = { -readonly [Key in Route]?: NoticeAnswers[Key] };

class PollReader {
	private readonly reader: NoticeReader<unknown>;
	private readonly answers = new Map<string, MutableAnswers>();
	/** The names that are read in lists, in the order of this poll. */
	private readonly order: readonly string[];
	/** Those that are to be read alone and can still change, and the first of them, which this poll reads. */
	private readonly alone: readonly string[];
	private readonly aloneNow: readonly string[];

	constructor(private readonly facts: ReadFacts) {
		const { client, before, settings, deadline } = facts;
		const files = new KeptFiles(settings, before);
		this.reader = new NoticeReader(client, {
			mayAsk: () => !deadline.isPast(LAST_CALL),
			mostPartCalls: MOST_PART_CALLS,
			repeats: false,
			mostBareNames: BARE_NAMES_IN_A_POLL,
			isGone: (name) => this.seenOf(name).statut === NOT_FOUND,
			wasFound: (name) => this.seenOf(name).statut !== undefined,
			isSuspended: (name) => this.isSuspended(name),
			keep: (route, name, reply) => this.keep(files, route, name, reply),
		});
		const { names } = settings;
		const first = Math.max(0, names.indexOf(before.next ?? ''));
		const rotated = [...names.slice(first), ...names.slice(0, first)];
		const wanted = new Set(names.filter((name) => this.isAnyWanted(name)));
		this.alone = before.alone.filter((name) => wanted.has(name));
		const aloneNames = new Set(this.alone);
		this.order = rotated.filter((name) => !aloneNames.has(name));
		this.aloneNow = this.alone.slice(0, ALONE_IN_A_POLL);
	}

	async run(): Promise<void> {
		// Each that is free takes the next batch out of the same ones.
		const batchesLeft = inLists(this.order, LIST_SIZE).values();
		const readBatches = async () => {
			for (const batch of batchesLeft) if (!this.reader.hasEnded) await this.readBatch(batch);
		};
		const batches = Array.from({ length: BATCHES_AT_ONCE }, readBatches);
		const alone = this.aloneNow.map(async (name) => await this.readAlone(name));
		await Promise.all([...batches, ...alone]);
	}

	/** The status says which names are suspended, and which make lists fail: the files of these are read alone at once. */
	private async readBatch(batch: readonly string[]): Promise<void> {
		const { reader } = this;
		await reader.readLists('statut', this.wantedOf(batch, 'statut'));
		const isSingledOut = (name: string) => reader.byRoute.statut.singledOut.has(name);
		const others = batch.filter((name) => !isSingledOut(name));
		await Promise.all([
			...FILE_ROUTES.map(
				async (route) => await reader.readLists(route, this.wantedOf(others, route)),
			),
			...batch.filter(isSingledOut).map(async (name) => await this.readFilesAlone(name)),
		]);
	}

	private async readAlone(name: string): Promise<void> {
		if (this.isWanted(name, 'statut')) await this.reader.readAlone('statut', name);
		await this.readFilesAlone(name);
	}

	private async readFilesAlone(name: string): Promise<void> {
		const wanted = FILE_ROUTES.filter((route) => this.isWanted(name, route));
		await Promise.all(wanted.map(async (route) => await this.reader.readAlone(route, name)));
	}

	private wantedOf(names: readonly string[], route: Route): string[] {
		return names.filter((name) => this.isWanted(name, route));
	}

	/** Whether it is watched and can still change: nothing else is worth a call. */
	private isWanted(name: string, route: Route): boolean {
		const { settings, nowMs } = this.facts;
		const { stopAfterDays } = settings;
		const { parue } = this.seenOf(name);
		const isPublished = stopAfterDays !== undefined && parue !== undefined;
		if (route === 'statut') return !isPublished;
		const isWatchEnded = isPublished && daysSince1970(nowMs) > parue + stopAfterDays;
		return areFilesWatched(settings, route) && !isWatchEnded;
	}

	private isAnyWanted(name: string): boolean {
		return ROUTES.some((route) => this.isWanted(name, route));
	}

	/** By what this poll has read, or else by what is remembered. */
	private isSuspended(name: string): boolean {
		const answered = this.answers.get(name)?.statut;
		if (typeof answered === 'object') return answered.status === SUSPENDED;
		return answered === undefined && this.seenOf(name).statut === SUSPENDED;
	}

	private seenOf(name: string): Seen {
		return this.facts.before.notices.get(name) ?? {};
	}

	private keep(files: KeptFiles, route: Route, name: string, reply: NoticeReply): void {
		const answers = this.answers.get(name) ?? {};
		this.answers.set(name, answers);
		if (route === 'statut') {
			answers.statut = readStatus(reply, name);
		} else {
			answers[route] = files.keep(reply, name, route);
		}
	}

	/** What was learned so far; the time may end at any moment, also while calls are under way. */
	result(isInTime: boolean): PollRead {
		const { reader } = this;
		const answers = new Map([...this.answers].map(([name, own]) => [name, { ...own }]));
		const all = [...answers.values()].flatMap((own) => ROUTES.map((route) => own[route]));
		const isAnyRead = all.some((one) => one !== undefined && one !== 'unreadable');
		const isAnyOpen = [...this.order, ...this.alone].some((name) => this.isOpen(name));
		// A poll that had no time for anything at all has failed, too.
		const isOutOfTime = !isInTime || (!isAnyRead && isAnyOpen);
		const outOfTime = isOutOfTime ? new ServiceFailure('noAnswer', { readOnly: true }) : undefined;
		const failure = reader.endedBy ?? this.whyUnread(answers) ?? outOfTime;
		const [next, alone] = [this.nextAfter(), this.aloneAfter()];
		return { answers, isAnyRead, isAnyOpen, failure, next, alone };
	}

	/** Why some name was not read; undefined where all that were requested were. */
	private whyUnread(answers: PollRead['answers']): ServiceFailure | undefined {
		for (const route of ROUTES) {
			const { failures, answered } = this.reader.byRoute[route];
			for (const [name, failure] of failures) if (!answered.has(name)) return failure;
			const isUnreadable = [...answers.values()].some((own) => own[route] === 'unreadable');
			if (isUnreadable)
				return new ServiceFailure('notTheService', { missing: route, readOnly: true });
		}
		return undefined;
	}

	/** Whether something of it is wanted for which it was neither answered nor singled out. */
	private isOpen(name: string): boolean {
		return ROUTES.some((route) => this.isWanted(name, route) && this.reader.isOpen(route, name));
	}

	/** From the first open name on, but none of this poll's first batch: one that no poll completes keeps nobody waiting. */
	private nextAfter(): string | undefined {
		const first = this.order.findIndex((name) => this.isOpen(name));
		return first < 0 ? undefined : this.order[Math.max(first, LIST_SIZE)];
	}

	/**
	 * The names to be read alone from now on. The next poll reads the first of them:
	 *
	 * - those that were absent in this poll for the first or second time, because after three polls a name is gone
	 * - those that wait, also where this poll had no time for them
	 * - those that this poll has read alone, or singled out: one that cannot be read keeps nobody waiting
	 *
	 * Of those that it has read alone, the ones for which a list was answered return to the lists. If all of them do, so do
	 * those that wait: the service is well again.
	 */
	private aloneAfter(): string[] {
		const { alone, aloneNow } = this;
		const tried = aloneNow.filter((name) => !this.isOpen(name));
		const stillAlone = tried.filter((name) => !this.fitsInLists(name));
		const isAllWell =
			aloneNow.length > 0 && stillAlone.length === 0 && tried.length === aloneNow.length;
		const waiting = isAllWell ? [] : alone.filter((name) => !tried.includes(name));
		const inLane = new Set(alone);
		const singledOut = [...this.toLeaveLists()].filter((name) => !inLane.has(name));
		const others = [...stillAlone, ...singledOut];
		const absent = others.filter((name) => this.isSoonGone(name));
		return [...absent, ...waiting, ...others.filter((name) => !this.isSoonGone(name))];
	}

	/** Whether it was absent in this poll, and may be gone in one of the next two. */
	private isSoonGone(name: string): boolean {
		const { manque = 0 } = this.seenOf(name);
		return this.answers.get(name)?.statut === 'absent' && manque + 1 < GONE_AFTER;
	}

	/** Whether a list would be answered with it: one of its own was. */
	private fitsInLists(name: string): boolean {
		const wanted = ROUTES.filter((route) => this.isWanted(name, route));
		return wanted.every((route) => {
			const { answered, singledOut } = this.reader.byRoute[route];
			return answered.has(name) && !singledOut.has(name);
		});
	}

	/** The names that make lists fail. Where a route knows nobody, or answers nothing, that says nothing of single names. */
	private toLeaveLists(): ReadonlySet<string> {
		const routes = ROUTES.map((route) => this.reader.byRoute[route]);
		return new Set(
			routes.flatMap(({ isAnyFound, singledOut }) => (isAnyFound ? [...singledOut] : [])),
		);
	}
}
