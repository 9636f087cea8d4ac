/** The plan of a poll: which notices are asked for, in which order, when nothing more is sent, and what the answers say. */
import { ENDS_ALL, ServiceFailure } from '../errors/failures';
import {
	saysSuspended,
	SUSPENDED,
	statusOutcome,
	type FoundNotice,
	type Outcome,
	type StatusReading,
} from '../notices/changes';
import { concernsNotices } from '../notices/match';
import { BATCH_SIZE, NoticeReader } from '../notices/reader';
import type { ServiceClient } from '../transport/client';
import type { Deadline } from './deadline';
import { answersOf, type Answers } from './events';
import { HeldEvents, needsDocuments } from './held';
import { aspectsRead, FOR_POLLS, type WatchSettings } from './settings';
import {
	ASPECTS,
	daysSince1970,
	FILE_LISTS,
	isMissDue,
	knownStatus,
	missesInTurn,
	perAspect,
	seenOf,
	type Aspect,
	type Miss,
	type State,
} from './state';

/** So many batches are read at once. */
const WAVE = 10;
const ROUTES = { status: 'statut', ...FILE_LISTS } as const;
const NO_ANSWER = new ServiceFailure('noAnswer', { readOnly: true });

export interface Reading {
	readonly answers: Answers;
	readonly readAnything: boolean;
	/** Whether one kind of reading failed altogether: its events would stay away without anybody noticing. */
	readonly aspectFailed: boolean;
	/** Why something could not be read, if that is so. */
	readonly failure: unknown;
	/** Where the next poll begins. */
	readonly resumption: Resumption;
}

export type Resumption = Pick<State, 'next' | 'first'>;

export interface PlanFacts {
	readonly client: ServiceClient;
	readonly state: State;
	readonly settings: WatchSettings;
	readonly nowMs: number;
	readonly deadline: Deadline;
	/** Whether the workflow was just published: then nothing waits for its turn. */
	readonly activates: boolean;
}

export class Plan {
	private readonly readers: Readonly<Record<Aspect, NoticeReader>>;
	private readonly aspects: readonly Aspect[];
	private readonly sequence: readonly string[];
	private readonly firstBatch: readonly string[];
	/** The place, among the aspects, of the one that is read first of the first batch. */
	private readonly begunWith: number;
	private readonly held: HeldEvents;
	private readonly endsAt: number;
	private isOver = false;

	constructor(private readonly facts: PlanFacts) {
		const { client, state, settings, deadline } = facts;
		// Downloads of files get the rest of the time.
		this.endsAt = deadline.at(settings.files ? 0.6 : 0.85);
		const lastCallAt = this.endsAt - deadline.budgetMs / 5;
		const rules = { ...FOR_POLLS, mayAsk: () => !this.isOver && performance.now() < lastCallAt };
		this.readers = perAspect((aspect) => new NoticeReader(client, ROUTES[aspect], rules));
		const { list } = settings;
		const first = Math.max(0, list.indexOf(state.next ?? ''));
		this.sequence = [...list.slice(first), ...list.slice(0, first)];
		this.firstBatch = this.sequence.slice(0, BATCH_SIZE);
		this.aspects = aspectsRead(settings);
		this.begunWith = Math.max(0, this.aspects.indexOf(state.first ?? 'status'));
		this.held = new HeldEvents(state.held);
	}

	/** It never throws. Calls that are still under way when time is over change nothing of what is returned. */
	async read(): Promise<Reading> {
		const work = this.run().catch((defect: unknown) => defect);
		const isInTime = await this.facts.deadline.waitFor(work, this.endsAt);
		this.isOver = true;
		const failures: unknown[] = ASPECTS.map((aspect) => this.readers[aspect].failure);
		failures.push(isInTime ? await work : NO_ANSWER);
		const statusOf = (asked: string, found: FoundNotice) => this.statusOf(asked, found);
		const answers = answersOf(this.readers, this.aspects, this.firstBatch, statusOf);
		const readAnything = ASPECTS.some((aspect) => answers[aspect].size > 0);
		const resumption = this.resumptionAfter(answers);
		const lacking = this.aspects.find((aspect) => this.lacks(aspect, answers, resumption));
		if (lacking) failures.push(this.whyUnreadable(lacking));
		if (!readAnything && resumption.next !== undefined) failures.push(NO_ANSWER);
		const failure = failures.find((one) => one !== undefined);
		return { answers, readAnything, aspectFailed: lacking !== undefined, failure, resumption };
	}

	/**
	 * Whether nothing was read of a kind that was asked for. It is no failure that suspended notices withhold it, nor that
	 * time was over before its answer, if the next poll begins with this kind.
	 */
	private lacks(aspect: Aspect, answers: Answers, { first }: Resumption): boolean {
		const { asked, failures } = this.readers[aspect];
		const read = answers[aspect];
		const cameFirst = aspect === this.aspects[this.begunWith];
		const comesFirst = aspect === (first ?? this.aspects[0]);
		const isCutShort = failures.size === 0 && comesFirst && !cameFirst;
		const isFailed = ([one, failure]: readonly [string, ServiceFailure]) =>
			!read.has(one) && !saysSuspended(failure);
		const isReadable = [...read.values()].some((outcome) => outcome !== 'withheld');
		if (asked.size === 0 || isReadable || isCutShort) return false;
		return read.size === 0 || [...failures].some(isFailed);
	}

	private async run(): Promise<void> {
		const { missed } = this.facts.state;
		const isUnmissed = (asked: string, aspect: Aspect) => !missed[aspect].has(asked);
		let length = BATCH_SIZE;
		if (this.beginsWithMissed()) await this.readMissed();
		for (let at = 0; at < this.sequence.length && !this.isOver; ) {
			const wave = this.sequence.slice(at, at + length);
			const aspects = at === 0 ? this.aspects.slice(this.begunWith) : this.aspects;
			await this.readWave(wave, aspects, isUnmissed);
			// After the first batch, because time may not last to the end of the list.
			if (at === 0) await this.readMissed();
			at += wave.length;
			length = WAVE * Math.min(...this.aspects.map((aspect) => this.readers[aspect].size));
		}
		// What the last poll has come to of the first batch comes last.
		await this.readWave(this.firstBatch, this.aspects.slice(0, this.begunWith), isUnmissed);
	}

	/** Whether this poll begins with what the last one did not come to of what was missing or unreadable before it. */
	private beginsWithMissed(): boolean {
		const { missed, polls } = this.facts.state;
		// Not in two polls in a row, so that it keeps nothing else away.
		if (polls % 2 !== 0) return false;
		const isLate = (miss: Miss) => miss.poll < polls && isMissDue(miss, polls);
		return this.aspects.some((aspect) => [...missed[aspect].values()].some(isLate));
	}

	/** What was missing or unreadable before, in batches of its own: it may spoil that of others. */
	private async readMissed(): Promise<void> {
		const { missed, polls } = this.facts.state;
		// In every fourth poll another kind comes first, by turns: one that takes all the time keeps none away for good.
		const turn = polls % 4 === 0 ? (polls / 4) % this.aspects.length : 0;
		const aspects = [...this.aspects.slice(turn), ...this.aspects.slice(0, turn)];
		const isInTurn = (miss: Miss) => this.facts.activates || isMissDue(miss, polls + 1);
		for (const aspect of aspects) {
			const misses = this.sequence.flatMap((asked) => {
				const miss = missed[aspect].get(asked);
				return miss && isInTurn(miss) ? [[asked, miss] as const] : [];
			});
			await this.readWave(missesInTurn(misses), [aspect], () => true);
		}
	}

	private async readWave(
		wave: readonly string[],
		aspects: readonly Aspect[],
		isInTurn: (asked: string, aspect: Aspect) => boolean,
	): Promise<void> {
		for (const aspect of aspects) {
			const wanted = wave.filter((asked) => this.isDue(asked, aspect) && isInTurn(asked, aspect));
			const wasRefused = (asked: string) =>
				this.facts.state.missed[aspect].get(asked)?.kind === 'unreadable';
			// For one suspended notice a service may refuse the files of a whole list, as for one that it cannot read.
			const isApart = (asked: string) =>
				wasRefused(asked) || (aspect !== 'status' && this.isSuspended(asked));
			const lists = [wanted.filter((asked) => !isApart(asked)), wanted.filter(isApart)];
			// What the last poll had no time for comes first.
			if (isApart(this.facts.state.next ?? '')) lists.reverse();
			for (const list of lists) await this.readList(aspect, list, list.some(wasRefused));
			// Documents of just the notices whose event cannot be reported without them.
			if (aspect === 'status') await this.readList('documents', this.lackingDocuments(wave));
		}
	}

	private async readList(aspect: Aspect, list: readonly string[], refused = false): Promise<void> {
		const reader = this.readers[aspect];
		// What the service has shown to be too long for one kind of lists is not tried again for the others.
		reader.size = Math.min(...ASPECTS.map((one) => this.readers[one].size));
		// What may be refused for good is not repeated where others are answered: that would take their time.
		await reader.read(list, { wereRefused: refused, isSentOnce: refused && this.isAnswered });
		const { stoppedBy } = reader;
		if (stoppedBy && (ENDS_ALL.has(stoppedBy.kind) || !this.isAnswered)) this.isOver = true;
	}

	private get isAnswered(): boolean {
		return ASPECTS.some((one) => this.readers[one].isAnswered);
	}

	/** Those whose change of status cannot be reported without their documents, for which no answer has come yet. */
	private lackingDocuments(list: readonly string[]): readonly string[] {
		const { documents, status } = this.readers;
		return list.filter((asked) => {
			const isAnswered = documents.found.has(asked) || documents.failures.has(asked);
			if (isAnswered || !status.found.has(asked)) return false;
			const reading = this.statusOf(asked, status.found.get(asked));
			if (typeof reading !== 'object') return false;
			const held = this.held.of(asked, 'status');
			return needsDocuments(this.facts.settings, seenOf(this.facts.state, asked), held, reading);
		});
	}

	private statusOf(asked: string, found: FoundNotice): Outcome<StatusReading> {
		return statusOutcome(found, asked, knownStatus(seenOf(this.facts.state, asked)));
	}

	/** By what this poll has read, or else by what is remembered. */
	private isSuspended(asked: string): boolean {
		const reading = this.statusOf(asked, this.readers.status.found.get(asked));
		if (typeof reading === 'object') return reading.status === SUSPENDED;
		return seenOf(this.facts.state, asked).statut === SUSPENDED;
	}

	/** Whether it can still change, or an event that is held back needs it: nothing else is worth a call. */
	private isDue(asked: string, aspect: Aspect): boolean {
		const { stopAfterDays } = this.facts.settings;
		const { parue } = seenOf(this.facts.state, asked);
		if (stopAfterDays === undefined || parue === undefined) return true;
		const isOver = aspect === 'status' || daysSince1970(this.facts.nowMs) > parue + stopAfterDays;
		return !isOver || this.held.of(asked, aspect).length > 0;
	}

	/** Why nothing of a kind could be read. */
	private whyUnreadable(aspect: Aspect): ServiceFailure {
		const { found, failures } = this.readers[aspect];
		const failure = [...failures.values()].find((one) => !concernsNotices(one));
		if (found.size === 0) return failure ?? NO_ANSWER;
		const refusal = [...found.values()].find((one) => one instanceof ServiceFailure);
		const facts = { missing: ROUTES[aspect], readOnly: true };
		return refusal ?? new ServiceFailure('notTheService', facts);
	}

	/** Where this poll did not come to, in the order in which it reads. */
	private resumptionAfter(answers: Answers): Resumption {
		// A status that cannot be reported without documents that were not answered is as good as not read.
		const waiting = new Set(this.lackingDocuments(this.facts.settings.list));
		const isUnread = (asked: string, aspect: Aspect) =>
			(aspect === 'status' && waiting.has(asked)) ||
			(this.isDue(asked, aspect) &&
				!this.facts.state.missed[aspect].has(asked) &&
				!answers[aspect].has(asked));
		const unread = this.aspects.slice(this.begunWith).flatMap((aspect) => {
			const next = this.firstBatch.find((asked) => isUnread(asked, aspect));
			return next === undefined ? [] : [{ next, aspect }];
		});
		const [begun, other] = unread;
		if (begun) {
			const { next, aspect } = begun;
			const isBeginning = aspect === this.aspects[this.begunWith] && next === this.firstBatch[0];
			// Not in vain where what was missing took the time: the next poll begins where this one was to begin.
			if (isBeginning && !this.beginsWithMissed()) {
				return other
					? { next: other.next, first: other.aspect }
					: { next: this.placeBehind(), first: undefined };
			}
			const first = unread.find((one) => this.mayComeFirst(one))?.aspect;
			// Where every kind that is left fails here, and nothing was read of it, other notices have their turn.
			const isPartlyRead = this.firstBatch.some((one) => answers[aspect].has(one));
			const goesOn = first !== undefined || isPartlyRead;
			return { next: goesOn ? next : this.placeBehind(), first };
		}
		const behind = [...this.sequence.slice(BATCH_SIZE), ...this.firstBatch];
		const next = behind.find((asked) => this.aspects.some((aspect) => isUnread(asked, aspect)));
		if (next === undefined) return { next, first: undefined };
		// Status first where one waits for its documents: behind other files there could be no time for both once more.
		const begin = behind.indexOf(next);
		const anyWaits = behind.slice(begin, begin + BATCH_SIZE).some((asked) => waiting.has(asked));
		const isOpen = (one: Aspect) => isUnread(next, one) || (one === 'status' && anyWaits);
		const open = this.aspects.filter(isOpen);
		return { next, first: open.find((aspect) => this.mayComeFirst({ next, aspect })) };
	}

	/** A kind of reading that fails for the notice that comes next would keep the others from being read if it came first. */
	private mayComeFirst({ next, aspect }: { next: string; aspect: Aspect }): boolean {
		const { stoppedBy, failures } = this.readers[aspect];
		return !stoppedBy && !failures.has(next);
	}

	/** If a poll could not read what it began with, the next batch, or another place of a shorter list: nobody waits behind it. */
	private placeBehind(): string | undefined {
		const { length } = this.sequence;
		if (length > 2 * BATCH_SIZE) return this.sequence[BATCH_SIZE];
		// A bit more than half, without a divisor in common: such steps come to every place of a list.
		const step = Math.floor(length / 2) + (length % 4 === 2 ? 2 : 1);
		return this.sequence[step % length];
	}
}
