import { askForNotices, concernsNotices, START_SIZE, type FoundNotice } from '../transport/batch';
import type { ServiceClient } from '../transport/client';
import { ServiceFailure, type FailureKind } from '../transport/failures';
import { isOfCaller, readAnswers, whyUnreadable, type Answers, type Aspect } from './answers';
import { diff, MISSES } from './diff';
import { aspectsRead, type WatchSettings } from './settings';
import { ASPECTS, dayOf, type Deadline, type State } from './state';

/** Batches that are read at once. */
const WAVE = 10;
/** Calls of a poll to find the notices that spoil a batch. */
const EXTRA_CALLS = 20;
/** Of these, how many may fail one after the other: that is enough to get from a batch to a single notice. */
const FAILURES_IN_A_ROW = 7;
/** Batches of a kind that may fail before any is answered: then its route is down. */
const DOUBTS = 3;
/** What was missing or unreadable in several polls is asked for in every tenth. */
const REST = 10;
/** Steps of it, round and round, soon come by every part of a list, and in time by every place. */
const GOLDEN_SECTION = 0.618034;
/** Nothing else would fare better: the quota is used up, time is over, there is no connection. */
const FOR_ALL: ReadonlySet<FailureKind> = new Set(['quota', 'busy', 'cancelled', 'notSent']);
const ROUTES = { status: 'statut', documents: 'documents', invoices: 'factures' } as const;

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

type Lost = { aspect: Aspect; batch: readonly string[]; failure: ServiceFailure };

export class Reader {
	private readonly found = {
		status: new Map<string, FoundNotice>(),
		documents: new Map<string, FoundNotice>(),
		invoices: new Map<string, FoundNotice>(),
	};
	/** Kinds that were asked for; of which a call was answered; of which nothing more is sent. */
	private readonly asked = new Set<Aspect>();
	private readonly answered = new Set<Aspect>();
	private readonly closed = new Set<Aspect>();
	/** References per call: fewer when the service takes fewer. */
	private readonly size = { status: START_SIZE, documents: START_SIZE, invoices: START_SIZE };
	private readonly documentsTried = new Set<string>();
	private readonly aspects: readonly Aspect[];
	private readonly order: readonly string[];
	private readonly held: ReadonlySet<string>;
	private readonly withoutRepeats: ServiceClient;
	private failure: unknown;
	private stopped = false;
	private extraCalls = 0;
	private readonly failuresInARow = { status: 0, documents: 0, invoices: 0 };
	/** Batches of a kind that failed before any was answered. */
	private readonly doubts = { status: 0, documents: 0, invoices: 0 };
	/** Batches whose answer was lost: that says nothing of them while no other was answered. */
	private readonly lost: Lost[] = [];

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
		const { list } = settings;
		const at = Math.max(0, list.indexOf(state.next ?? ''));
		this.order = [...list.slice(at), ...list.slice(0, at)];
		this.aspects = aspectsRead(settings);
		this.held = new Set([...state.held.values()].map(({ asked, aspect }) => asked + aspect));
	}

	/** Never throws. Calls still under way at the end of the time change nothing of what is returned. */
	async read(): Promise<Reading> {
		const work = this.run().catch((thrown: unknown) => (this.failure ??= thrown));
		const end = this.deadline.at(this.settings.files ? 0.6 : 0.85);
		const isLate = !(await this.deadline.waitFor(work, end));
		this.stopped = true;
		this.failure ??= isLate ? NO_ANSWER : this.lost[0]?.failure;
		const answers = readAnswers(this.found, this.documentsTried);
		const lacking = this.aspects.filter((one) => this.asked.has(one) && answers[one].size === 0);
		const readAnything = ASPECTS.some((aspect) => answers[aspect].size > 0);
		const unread = this.firstUnread(answers);
		const isUntried = !readAnything && unread !== undefined;
		return {
			answers,
			readAnything,
			lacksKind: lacking.length > 0,
			failure:
				this.failure ??
				whyUnreadable(this.found, lacking[0]) ??
				(isUntried ? NO_ANSWER : undefined),
			next: readAnything ? unread : this.elsewhere,
		};
	}

	private async run(): Promise<void> {
		// After a poll that could read nothing, one notice by itself shows whether it is due to the others of its batch.
		const isAlone = this.state.failed && this.order.length <= DOUBTS * START_SIZE;
		let isFirst = true;
		for (let at = 0; at < this.order.length; ) {
			const batch = Math.min(...this.aspects.map((aspect) => this.size[aspect]));
			const size = isFirst ? START_SIZE : WAVE * batch;
			const wave = this.order.slice(at, at + (isAlone && at === 0 ? 1 : size));
			await this.readWave(wave, (asked, aspect) => !this.state.missed[aspect].has(asked));
			at += wave.length;
			if (this.stopped || (this.lost.length > 0 && (isAlone || at >= DOUBTS * START_SIZE))) return;
			if (this.lost.length > 0 || !isFirst) continue;
			// After the first batch that is answered: also when there is no time for all the others.
			isFirst = false;
			await this.readMissed();
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
			await this.readList(
				aspect,
				wave.filter((asked) => this.isDue(asked, aspect) && isInTurn(asked, aspect)),
			);
			// Documents of just the notices whose event cannot be reported without them.
			if (aspect === 'status') await this.readList('documents', this.wantDocuments(wave));
		}
		if (this.answered.size === 0) return;
		for (const { aspect, batch, failure } of this.lost.splice(0)) {
			await this.readList(aspect, await this.bisect(aspect, batch, failure));
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
		const isOver = aspect === 'status' || dayOf(this.nowMs) > parue + stopAfterDays;
		return !isOver || this.held.has(asked + aspect);
	}

	/** One batch after the other until one is answered, because the service may take fewer, or none; then all together. */
	private async readList(aspect: Aspect, list: readonly string[]): Promise<void> {
		const todo = list.filter((asked) => !this.found[aspect].has(asked));
		const ask = async (batch: readonly string[]): Promise<void> => {
			const failure = await this.ask(aspect, batch);
			if (!failure) return;
			if (!this.answered.has(aspect)) this.doubts[aspect]++;
			if (isLost(failure) || this.answered.has(aspect)) this.lost.push({ aspect, batch, failure });
			else todo.unshift(...(await this.bisect(aspect, batch, failure)));
		};
		while (todo.length > 0 && !this.answered.has(aspect)) {
			if (this.doubts[aspect] >= DOUBTS) return;
			await ask(todo.splice(0, this.size[aspect]));
		}
		const batches: string[][] = [];
		while (todo.length > 0) batches.push(todo.splice(0, this.size[aspect]));
		await Promise.all(batches.map(ask));
	}

	/** Finds what a batch failed for: a notice, or its length. @returns what is asked for in smaller batches */
	private async bisect(
		aspect: Aspect,
		batch: readonly string[],
		failure: ServiceFailure,
	): Promise<string[]> {
		const [only = ''] = batch;
		if (batch.length === 1) {
			this.found[aspect].set(only, failure);
			this.failure ??= failure;
			return [];
		}
		const middle = Math.floor(batch.length / 2);
		const halves = [batch.slice(0, middle), batch.slice(middle)];
		const isShort = batch.length < 4 && concernsNotices(failure);
		const parts = isShort ? batch.map((asked) => [asked]) : halves;
		const tooLong: string[] = [];
		for (const part of parts) {
			if (part.length > this.size[aspect]) {
				tooLong.push(...part);
			} else if (this.extraCalls < EXTRA_CALLS && this.failuresInARow[aspect] < FAILURES_IN_A_ROW) {
				const failed = await this.ask(aspect, part, true);
				if (failed) tooLong.push(...(await this.bisect(aspect, part, failed)));
			} else {
				// Left for the next poll.
				this.failure ??= failure;
			}
		}
		const answers = batch.map((asked) => this.found[aspect].get(asked));
		const isLength = answers.every((one) => one !== undefined && !(one instanceof ServiceFailure));
		const shorter = Math.min(this.size[aspect], batch.length - middle);
		if (isLength && failure.kind === 'refusal') this.size[aspect] = shorter;
		return tooLong;
	}

	/** One call. @returns its failure, unless nothing more of the kind is sent */
	private async ask(
		aspect: Aspect,
		batch: readonly string[],
		isExtra = false,
	): Promise<ServiceFailure | undefined> {
		const isLate = Date.now() >= this.deadline.at(this.settings.files ? 0.4 : 0.65);
		if (isLate || this.stopped || this.closed.has(aspect)) return undefined;
		this.asked.add(aspect);
		if (isExtra) this.extraCalls++;
		try {
			const client = isExtra ? this.withoutRepeats : this.client;
			const found = await askForNotices(client, ROUTES[aspect], batch);
			if (this.stopped) return undefined;
			for (const [asked, one] of found) this.found[aspect].set(asked, one);
			this.answered.add(aspect);
			if (isExtra) this.failuresInARow[aspect] = 0;
			return undefined;
		} catch (failure) {
			if (aspect === 'documents') for (const asked of batch) this.documentsTried.add(asked);
			if (failure instanceof ServiceFailure && isOfNotices(failure)) {
				const isDoubtful = isLost(failure) || !this.answered.has(aspect);
				if (isExtra && isDoubtful) this.failuresInARow[aspect]++;
				return failure;
			}
			this.failure ??= failure;
			this.closed.add(aspect);
			const isForAll = !(failure instanceof ServiceFailure) || FOR_ALL.has(failure.kind);
			if (isForAll || this.answered.size === 0) this.stopped = true;
			return undefined;
		}
	}

	/** One that could not be read in a poll that began with it is left for the next round: nobody waits behind it. */
	private firstUnread(answers: Answers): string | undefined {
		const waiting = new Set(this.wantDocuments(this.settings.list));
		const isUnread = (asked: string) =>
			waiting.has(asked) ||
			this.aspects.some(
				(aspect) =>
					this.isDue(asked, aspect) &&
					!this.state.missed[aspect].has(asked) &&
					!answers[aspect].has(asked),
			);
		const [first, ...others] = this.order.flatMap((one, index) => (isUnread(one) ? [index] : []));
		if (first === undefined) return undefined;
		const later = first > 0 ? first : others.find((index) => index >= START_SIZE);
		return this.order[later ?? first];
	}

	/** Where to go on when nothing could be read, perhaps because of the notices that this poll began with. */
	private get elsewhere(): string | undefined {
		const { list } = this.settings;
		return list[Math.floor((((this.state.polls + 1) * GOLDEN_SECTION) % 1) * list.length)];
	}
}

const NO_ANSWER = new ServiceFailure('noAnswer', { readOnly: true });

/** An answer that was lost, or is not the service's: nobody knows what it failed for. */
function isLost(failure: ServiceFailure): boolean {
	return failure.ambiguous || failure.kind === 'blocked';
}

/** Whether other notices may fare better, whatever these met with. */
function isOfNotices(failure: ServiceFailure): boolean {
	return !FOR_ALL.has(failure.kind) && failure.kind !== 'redirect' && !isOfCaller(failure);
}
