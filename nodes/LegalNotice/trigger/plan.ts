/** The plan of a poll: which notices are asked for, in which order, when nothing more is sent, and what the answers say. */
import { ServiceFailure } from '../errors/failures';
import {
	isOfSuspended,
	statusOutcome,
	type FoundNotice,
	type Outcome,
	type StatusReading,
} from '../notices/changes';
import { filesOutcome, noFiles, type FilesOutcome } from '../notices/files';
import { BATCH_SIZE, ENDS_ALL, FOR_POLLS, NoticeReader } from '../notices/reader';
import type { ServiceClient } from '../transport/client';
import type { Deadline } from '../transport/timings';
import { needsDocuments } from './events';
import { aspectsRead, type WatchSettings } from './settings';
import {
	ASPECTS,
	daysSince1970,
	FILE_LISTS,
	idIn,
	isFound,
	isMissInTurn,
	knownStatus,
	perAspect,
	seenOf,
	type Aspect,
	type FileAspect,
	type Held,
	type HeldEvent,
	type Miss,
	type State,
} from './state';

/** So many batches are read at once. */
const WAVE = 10;
const ROUTES = { status: 'statut', ...FILE_LISTS } as const;
const NO_ANSWER = new ServiceFailure('noAnswer', { readOnly: true });

/** What one poll learned, by reference as listed. A reference that is absent was not read. */
export interface Answers {
	readonly status: ReadonlyMap<string, Outcome<StatusReading>>;
	readonly documents: ReadonlyMap<string, FilesOutcome>;
	readonly invoices: ReadonlyMap<string, FilesOutcome>;
	/** References whose status is known, although the service refused it. */
	readonly refused: ReadonlySet<string>;
	/** References whose documents were asked for, also in vain, which says nothing of the notice. */
	readonly documentsTried: ReadonlySet<string>;
}

export interface Reading {
	readonly answers: Answers;
	readonly readAnything: boolean;
	/** Whether one kind of reading failed altogether: its events would stay away without anybody noticing. */
	readonly lacksKind: boolean;
	/** Why something could not be read, if that is so. */
	readonly failure: unknown;
	/** The reference with which the next poll begins. */
	readonly next: string | undefined;
}

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
	private readonly held: HeldEvents;
	private readonly endsAt: number;
	private readonly state: State;
	private readonly settings: WatchSettings;
	private isOver = false;

	constructor(private readonly facts: PlanFacts) {
		const { client, state, settings, deadline } = facts;
		this.state = state;
		this.settings = settings;
		// Downloads of files get the rest of the time.
		this.endsAt = deadline.at(settings.files ? 0.6 : 0.85);
		const lastCallAt = this.endsAt - deadline.budgetMs / 5;
		const mayAsk = () => !this.isOver && performance.now() < lastCallAt;
		const rules = { ...FOR_POLLS, mayAsk };
		this.readers = perAspect((aspect) => new NoticeReader(client, ROUTES[aspect], rules));
		const { list } = settings;
		const first = Math.max(0, list.indexOf(state.next ?? ''));
		this.sequence = [...list.slice(first), ...list.slice(0, first)];
		this.aspects = aspectsRead(settings);
		this.held = new HeldEvents(state.held);
	}

	/** It never throws. Calls that are still under way when time is over change nothing of what is returned. */
	async read(): Promise<Reading> {
		const work = this.run().catch((defect: unknown) => defect);
		const isInTime = await this.facts.deadline.waitFor(work, this.endsAt);
		this.isOver = true;
		const failures: unknown[] = ASPECTS.map((aspect) => this.readers[aspect].failure);
		failures.push(isInTime ? await work : NO_ANSWER);
		const answers = this.readAnswers();
		const readAnything = ASPECTS.some((aspect) => answers[aspect].size > 0);
		const lacking = this.aspects.find((aspect) => this.lacks(aspect, answers[aspect]));
		if (lacking) failures.push(this.whyUnreadable(lacking));
		const next = this.nextAfter(answers);
		if (!readAnything && next !== undefined) failures.push(NO_ANSWER);
		const failure = failures.find((one) => one !== undefined);
		return { answers, readAnything, lacksKind: lacking !== undefined, failure, next };
	}

	/** Whether nothing was read of a kind that was asked for; that suspended notices withhold it is no failure of the kind. */
	private lacks(aspect: Aspect, read: ReadonlyMap<string, unknown>): boolean {
		const { hasAsked, failures } = this.readers[aspect];
		const isFailed = ([asked, failure]: readonly [string, ServiceFailure]) =>
			!read.has(asked) && !isOfSuspended(failure);
		const isReadable = [...read.values()].some((outcome) => outcome !== 'withheld');
		return hasAsked && !isReadable && (read.size === 0 || [...failures].some(isFailed));
	}

	private async run(): Promise<void> {
		let length = BATCH_SIZE;
		// Not in two polls in a row, so that it keeps nothing else away.
		if (this.isBehind() && this.state.polls % 2 === 0) await this.readMissed();
		for (let at = 0; at < this.sequence.length && !this.isOver; ) {
			const wave = this.sequence.slice(at, at + length);
			await this.readWave(wave, (asked, aspect) => !this.state.missed[aspect].has(asked));
			// They come after the first batch, so that they are asked for also when time does not last to the end of the list.
			if (at === 0) await this.readMissed();
			at += wave.length;
			length = WAVE * Math.min(...this.aspects.map((aspect) => this.readers[aspect].size));
		}
	}

	/** Whether the last poll did not come to all that was missing or unreadable before it. */
	private isBehind(): boolean {
		const { missed, polls } = this.state;
		const isLate = (miss: Miss) => miss.poll < polls && isMissInTurn(miss, polls);
		return this.aspects.some((aspect) => [...missed[aspect].values()].some(isLate));
	}

	/** What was missing or unreadable before, in batches of its own: it may spoil that of others. */
	private async readMissed(): Promise<void> {
		const { missed, polls } = this.state;
		const misses = this.sequence.flatMap((asked) => {
			const last = this.aspects.flatMap((aspect) => missed[aspect].get(asked)?.poll ?? []);
			return last.length > 0 ? [{ asked, since: Math.min(...last) }] : [];
		});
		// Where a poll does not come to all of them, those go first that have waited longest.
		misses.sort((one, other) => one.since - other.since);
		const waiting = misses.map(({ asked }) => asked);
		await this.readWave(waiting, (asked, aspect) => {
			const miss = missed[aspect].get(asked);
			return miss !== undefined && (this.facts.activates || isMissInTurn(miss, polls + 1));
		});
	}

	private async readWave(
		wave: readonly string[],
		isInTurn: (asked: string, aspect: Aspect) => boolean,
	): Promise<void> {
		for (const aspect of this.aspects) {
			const isWanted = (asked: string) => this.isDue(asked, aspect) && isInTurn(asked, aspect);
			await this.readList(aspect, wave.filter(isWanted));
			// Documents of just the notices whose event cannot be reported without them.
			if (aspect === 'status') await this.readList('documents', this.lackingDocuments(wave));
		}
	}

	private async readList(aspect: Aspect, list: readonly string[]): Promise<void> {
		const reader = this.readers[aspect];
		await reader.read(list);
		const { stoppedBy } = reader;
		if (!stoppedBy) return;
		const isAnswered = ASPECTS.some((one) => this.readers[one].isAnswered);
		if (ENDS_ALL.has(stoppedBy.kind) || !isAnswered) this.isOver = true;
	}

	/** Those whose change of status cannot be reported without their documents, which were not asked for yet. */
	private lackingDocuments(list: readonly string[]): readonly string[] {
		const { documents, status } = this.readers;
		return list.filter((asked) => {
			const isAsked = documents.found.has(asked) || documents.failures.has(asked);
			if (isAsked || !status.found.has(asked)) return false;
			const reading = this.statusOf(asked, status.found.get(asked));
			if (typeof reading !== 'object') return false;
			const held = this.held.of(asked, 'status');
			return needsDocuments(this.settings, seenOf(this.state, asked), held, reading);
		});
	}

	private statusOf(asked: string, found: FoundNotice): Outcome<StatusReading> {
		return statusOutcome(found, asked, knownStatus(seenOf(this.state, asked)));
	}

	/** Whether it can still change, or an event that is held back needs it: nothing else is worth a call. */
	private isDue(asked: string, aspect: Aspect): boolean {
		const { stopAfterDays } = this.settings;
		const { parue } = seenOf(this.state, asked);
		if (stopAfterDays === undefined || parue === undefined) return true;
		const isOver = aspect === 'status' || daysSince1970(this.facts.nowMs) > parue + stopAfterDays;
		return !isOver || this.held.of(asked, aspect).length > 0;
	}

	private readAnswers(): Answers {
		const { status, documents, invoices } = this.readers;
		const filesIn = (aspect: FileAspect) => (found: FoundNotice, asked: string) => {
			const isLeftOut = this.aspects.every((one) => this.readers[one].leftOut.has(asked));
			// Where no status is read, nothing says of one that lists leave out that there is none: it has no files yet.
			if (isLeftOut && !this.aspects.includes('status')) return noFiles(asked);
			return filesOutcome(found, asked, FILE_LISTS[aspect]);
		};
		const refused = [...status.found].filter(([, found]) => found instanceof ServiceFailure);
		return {
			status: outcomes(status.found, (found, asked) => this.statusOf(asked, found)),
			documents: outcomes(documents.found, filesIn('documents')),
			invoices: outcomes(invoices.found, filesIn('invoices')),
			refused: new Set(refused.map(([asked]) => asked)),
			documentsTried: new Set([...documents.failures.keys(), ...documents.found.keys()]),
		};
	}

	/** Why nothing of a kind could be read. */
	private whyUnreadable(aspect: Aspect): ServiceFailure {
		const { found } = this.readers[aspect];
		if (found.size === 0) return NO_ANSWER;
		const refusal = [...found.values()].find((one) => one instanceof ServiceFailure);
		const facts = { missing: ROUTES[aspect], readOnly: true };
		return refusal ?? new ServiceFailure('notTheService', facts);
	}

	/**
	 * What this poll did not come to. If it could not read what it began with, the next batch, or another place of a
	 * shorter list: nobody waits behind it.
	 */
	private nextAfter(answers: Answers): string | undefined {
		const waiting = new Set(this.lackingDocuments(this.settings.list));
		const isUnread = (asked: string, aspect: Aspect) =>
			this.isDue(asked, aspect) &&
			!this.state.missed[aspect].has(asked) &&
			!answers[aspect].has(asked);
		const first = this.sequence.findIndex(
			(asked) => waiting.has(asked) || this.aspects.some((aspect) => isUnread(asked, aspect)),
		);
		if (first !== 0) return this.sequence[first];
		const { length } = this.sequence;
		if (length > 2 * BATCH_SIZE) return this.sequence[BATCH_SIZE];
		// A bit more than half, without a divisor in common: such steps come to every place of a list.
		const step = Math.floor(length / 2) + (length % 4 === 2 ? 2 : 1);
		return this.sequence[step % length];
	}
}

/** Where nothing of one kind could be read, that says nothing of the single notices. */
function outcomes<One extends object | string>(
	found: ReadonlyMap<string, FoundNotice>,
	read: (one: FoundNotice, asked: string) => One,
): ReadonlyMap<string, One> {
	const all = [...found].map(([asked, one]) => [asked, read(one, asked)] as const);
	const withheld = all.filter(([, outcome]) => outcome === 'withheld');
	const unreadable = all.filter(([, outcome]) => outcome === 'unreadable');
	return new Map(withheld.length + unreadable.length === all.length ? withheld : all);
}

/** So many notices are not gone at once: for some polls it is more likely that the service is in trouble. */
const MANY_NOTICES = 20;
const DOUBTED_POLLS = 10;

/** Counts polls that find none of many known notices. One that finds any other notice is believed. */
export function countLost(before: State, list: readonly string[], status: Answers['status']) {
	const isKnown = (asked: string) =>
		isFound(seenOf(before, asked)) && !before.missed.status.has(asked);
	const known = list.filter(isKnown);
	const missing = known.filter((asked) => status.get(asked) === 'missing').length;
	const isAnyFound = [...status.values()].some((outcome) => typeof outcome === 'object');
	const isLost = missing >= MANY_NOTICES && !isAnyFound;
	const polls = isLost ? before.lost + 1 : 0;
	return { notices: missing, polls, isDoubted: isLost && polls <= DOUBTED_POLLS };
}

/** What is held back, by notice and kind of reading, and by event. */
export class HeldEvents {
	readonly byId = new Map<string, Held>();
	private readonly groups = new Map<string, HeldEvent[]>();

	constructor(stored: State['held']) {
		for (const [key, held] of stored) {
			const group = this.of(held.asked, held.aspect);
			this.groups.set(held.asked + held.aspect, [...group, [idIn(key), held]]);
			this.byId.set(idIn(key), held);
		}
	}

	of(asked: string, aspect: Aspect): readonly HeldEvent[] {
		return this.groups.get(asked + aspect) ?? [];
	}
}
