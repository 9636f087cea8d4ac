import { askForNotices, concernsNotices, START_SIZE, type FoundNotice } from '../notices/ask';
import type { ServiceClient } from '../transport/client';
import { ServiceFailure, type FailureKind } from '../errors/failures';
import {
	FILE_LISTS,
	isOfCaller,
	readAnswers,
	whyUnreadable,
	type Answers,
	type Aspect,
} from '../notices/answers';
import { diff, MISSES } from './diff';
import { aspectsRead, type WatchSettings } from './settings';
import { ASPECTS, daysSince1970, perAspect, type Deadline, type State } from './state';

/** Batches that are read at once. */
const WAVE = 10;
/** Calls of a kind in a poll to find the notices that spoil a batch: else documents would leave none for statuses. */
const EXTRA_CALLS = 20;
/** Calls of a kind that fail before any is answered: enough to bisect a batch to a notice; then its route is down. */
const DOUBTS = 7;
/** What was missing or unreadable in several polls is asked for in every tenth. */
const REST = 10;
/** Steps of it, round and round, soon come by every part of a list, and in time by every place. */
const GOLDEN_SECTION = 0.618034;
/** Nothing else would fare better: the quota is used up, time is over, there is no connection. */
const FOR_ALL: ReadonlySet<FailureKind> = new Set(['quota', 'busy', 'cancelled', 'notSent']);
const ROUTES = { status: 'statut', ...FILE_LISTS } as const;
const NO_ANSWER = new ServiceFailure('noAnswer', { readOnly: true });

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

export class Reader {
	private readonly found = perAspect(() => new Map<string, FoundNotice>());
	/** Kinds that were asked for; of which a call was answered; of which nothing more is sent. */
	private readonly asked = new Set<Aspect>();
	private readonly answered = new Set<Aspect>();
	private readonly closed = new Set<Aspect>();
	/** References per call: fewer when the service takes fewer. */
	private readonly size = perAspect(() => START_SIZE);
	/** Calls of a kind that failed before any was answered. */
	private readonly doubts = perAspect(() => 0);
	private readonly documentsTried = new Set<string>();
	private readonly aspects: readonly Aspect[];
	private readonly order: readonly string[];
	private readonly held: ReadonlySet<string>;
	private readonly endsAt: number;
	private readonly withoutRepeats: ServiceClient;
	private failure: unknown;
	private stopped = false;
	private readonly extraCalls = perAspect(() => 0);

	/** @param isAnew whether the workflow was just published: then nothing waits for its turn */
	constructor(
		private readonly client: ServiceClient,
		private readonly state: State,
		private readonly settings: WatchSettings,
		private readonly nowMs: number,
		private readonly deadline: Deadline,
		private readonly isAnew = false,
	) {
		const call: ServiceClient['call'] = async (one) => await client.call({ ...one, once: true });
		this.withoutRepeats = { ...client, call };
		this.endsAt = deadline.at(settings.files ? 0.6 : 0.85);
		const { list } = settings;
		const at = Math.max(0, list.indexOf(state.next ?? ''));
		this.order = [...list.slice(at), ...list.slice(0, at)];
		this.aspects = aspectsRead(settings);
		this.held = new Set([...state.held.values()].map(({ asked, aspect }) => asked + aspect));
	}

	/** Never throws. Calls still under way at the end of the time change nothing of what is returned. */
	async read(): Promise<Reading> {
		const work = this.run().catch((thrown: unknown) => (this.failure ??= thrown));
		const isLate = !(await this.deadline.waitFor(work, this.endsAt));
		this.stopped = true;
		const answers = readAnswers(this.found, this.documentsTried);
		const readAnything = ASPECTS.some((aspect) => answers[aspect].size > 0);
		const [lacking] = this.aspects.filter((one) => this.asked.has(one) && answers[one].size === 0);
		const next = this.nextAfter(answers);
		if (isLate) this.failure ??= NO_ANSWER;
		if (lacking) this.failure ??= whyUnreadable(this.found, lacking);
		if (!readAnything && next !== undefined) this.failure ??= NO_ANSWER;
		const { failure } = this;
		return { answers, readAnything, lacksKind: lacking !== undefined, failure, next };
	}

	private async run(): Promise<void> {
		for (let at = 0; at < this.order.length && !this.stopped; ) {
			const batch = Math.min(...this.aspects.map((aspect) => this.size[aspect]));
			const wave = this.order.slice(at, at + (at === 0 ? START_SIZE : WAVE * batch));
			await this.readWave(wave, (asked, aspect) => !this.state.missed[aspect].has(asked));
			// After the first batch: also when there is no time for all the others.
			if (at === 0) await this.readMissed();
			at += wave.length;
		}
	}

	/** What was missing or unreadable before, apart from the others. */
	private async readMissed(): Promise<void> {
		const { missed, polls } = this.state;
		const isMissed = (asked: string) => this.aspects.some((aspect) => missed[aspect].has(asked));
		await this.readWave(this.order.filter(isMissed), (asked, aspect) => {
			const { times = Infinity, poll = Infinity } = missed[aspect].get(asked) ?? {};
			return times < MISSES || polls + 1 >= poll + REST || (this.isAnew && poll < Infinity);
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
			if (aspect === 'status') await this.readList('documents', this.wantDocuments(wave));
		}
	}

	private wantDocuments(list: readonly string[]): readonly string[] {
		if (!this.settings.files && this.settings.waitPolls === 0) return [];
		const answers = readAnswers(this.found, this.documentsTried);
		return diff(this.state, { ...this.settings, list }, answers, this.nowMs).wantDocuments;
	}

	/** Only what can still change, and what an event that is held back needs. */
	private isDue(asked: string, aspect: Aspect): boolean {
		const { stopAfterDays } = this.settings;
		const parue = this.state.notices.get(asked)?.parue;
		if (stopAfterDays === undefined || parue === undefined) return true;
		const isOver = aspect === 'status' || daysSince1970(this.nowMs) > parue + stopAfterDays;
		return !isOver || this.held.has(asked + aspect);
	}

	/** One batch after the other until one is answered, because the service may take fewer, or none; then all together. */
	private async readList(aspect: Aspect, list: readonly string[]): Promise<void> {
		const todo = list.filter((asked) => !this.found[aspect].has(asked));
		while (todo.length > 0) {
			const batches: string[][] = [];
			do batches.push(todo.splice(0, this.size[aspect]));
			while (todo.length > 0 && this.answered.has(aspect));
			const ask = async (batch: string[]) => await this.ask(aspect, batch);
			const failures = await Promise.all(batches.map(ask));
			for (const [index, batch] of batches.entries()) {
				const failure = failures[index];
				if (failure) todo.push(...(await this.bisect(aspect, batch, failure)));
			}
		}
	}

	/** Finds what a batch failed for: a notice, or its length. @returns what is asked for in smaller batches */
	private async bisect(
		aspect: Aspect,
		batch: readonly string[],
		failure: ServiceFailure,
	): Promise<string[]> {
		const found = this.found[aspect];
		const [only = ''] = batch;
		if (batch.length === 1) {
			found.set(only, failure);
			this.failure ??= failure;
			return [];
		}
		const isShort = batch.length < 4 && concernsNotices(failure);
		const size = isShort ? 1 : Math.ceil(batch.length / 2);
		const tooLong: string[] = [];
		for (let at = 0; at < batch.length; at += size) {
			const part = batch.slice(at, at + size);
			if (part.length > this.size[aspect]) {
				tooLong.push(...part);
			} else if (this.extraCalls[aspect]++ < EXTRA_CALLS) {
				const failed = await this.ask(aspect, part, true);
				if (failed) tooLong.push(...(await this.bisect(aspect, part, failed)));
			} else {
				// Left for the next poll.
				this.failure ??= failure;
			}
		}
		const answers = batch.map((asked) => found.get(asked));
		const isLength = answers.every((one) => one !== undefined && !(one instanceof ServiceFailure));
		if (isLength && failure.kind === 'refusal')
			this.size[aspect] = Math.min(this.size[aspect], size);
		return tooLong;
	}

	/** One call. @returns its failure, unless nothing more of the kind is sent */
	private async ask(
		aspect: Aspect,
		batch: readonly string[],
		isExtra = false,
	): Promise<ServiceFailure | undefined> {
		const isLate = performance.now() >= this.endsAt - this.deadline.budgetMs / 5;
		if (isLate || this.stopped || this.closed.has(aspect)) return undefined;
		this.asked.add(aspect);
		try {
			const client = isExtra ? this.withoutRepeats : this.client;
			const found = await askForNotices(client, ROUTES[aspect], batch);
			if (this.stopped) return undefined;
			for (const [asked, one] of found) this.found[aspect].set(asked, one);
			this.answered.add(aspect);
			return undefined;
		} catch (failure) {
			if (aspect === 'documents') for (const asked of batch) this.documentsTried.add(asked);
			const isDown = !this.answered.has(aspect) && this.doubts[aspect]++ >= DOUBTS;
			const isForAll = !(failure instanceof ServiceFailure) || FOR_ALL.has(failure.kind);
			// Others may fare better, whatever these met with.
			const isOfBatch = !isForAll && failure.kind !== 'redirect' && !isOfCaller(failure);
			if (isOfBatch && !isDown) return failure;
			this.failure ??= failure;
			this.closed.add(aspect);
			this.stopped ||= isForAll || this.answered.size === 0;
			return undefined;
		}
	}

	/** What this poll did not come to; somewhere else, if it could not read what it began with: nobody waits behind it. */
	private nextAfter(answers: Answers): string | undefined {
		const waiting = new Set(this.wantDocuments(this.settings.list));
		const isUnread = (asked: string, aspect: Aspect) =>
			this.isDue(asked, aspect) &&
			!this.state.missed[aspect].has(asked) &&
			!answers[aspect].has(asked);
		const first = this.order.findIndex(
			(asked) => waiting.has(asked) || this.aspects.some((aspect) => isUnread(asked, aspect)),
		);
		const jumps =
			first === 0 || (first > 0 && this.failure !== undefined && this.state.polls % 3 > 0);
		return this.order[jumps ? Math.floor(GOLDEN_SECTION * this.order.length) : first];
	}
}
